//! Configurations of match brokers and fleets, as their users write them.

use js_sys::{Array, Function, Uint8Array};
use matchday_fleet_config::filters::Names;
use matchday_fleet_config::lint::{Circumstances, lint as check};
use matchday_fleet_config::{Configuration, Finding, Place, read};
use matchday_sim::World;
use matchday_sim::servers::region_names;
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What is to be said of a file: `[{line, column, severity, check, words}]`, by place. A file that cannot be read has one
/// finding of the severity `error` and the check `unreadable`. `matches_per_s` (0: not known) is how many matches ask a
/// fleet for a server at its peak, `longest_match_s` how long a match lasts, `boot_s` how long a server takes to boot.
/// `utc_offset_s` says how far the clocks of a time zone are ahead of UTC, s, and nothing of a zone that does not exist:
/// browsers know time zones.
#[wasm_bindgen]
pub fn lint(file: &[u8], matches_per_s: f64, longest_match_s: u32, boot_s: f64, utc_offset_s: &Function) -> JsValue {
    let circumstances = Circumstances {
        longest_match_s: Some(longest_match_s),
        matches_per_s: (matches_per_s > 0.0).then_some(matches_per_s),
        boot_s,
        constants: Vec::new(),
    };
    match read(file, &|zone| offset_s(utc_offset_s, zone)) {
        Ok((configuration, mut findings)) => {
            findings.extend(check(&configuration, &circumstances));
            findings.sort_by_key(|finding| finding.place);
            list(
                findings.iter().map(|Finding { place, severity, check, words }| {
                    finding(*place, &severity.to_string(), check, words)
                }),
            )
        }
        Err(error) => list([finding(error.place, "error", "unreadable", &error.reason.to_string())]),
    }
}

/// What files configure together, each a `Uint8Array`.
pub(crate) fn configuration_of(files: &Array, utc_offset_s: &Function) -> Result<Configuration> {
    let mut configuration = Configuration::default();
    for file in files.iter() {
        let read = configuration.read(&Uint8Array::new(&file).to_vec(), &|zone| offset_s(utc_offset_s, zone));
        read.map_err(|error| Error::new(Code::BadParam, error))?;
    }
    Ok(configuration)
}

/// What requirements call the places of a world.
pub(crate) fn names_of(world: &World) -> Names {
    Names {
        regions: region_names(world).into_iter().map(String::from).collect(),
        datacenters: world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect(),
        ..Names::default()
    }
}

fn offset_s(utc_offset_s: &Function, zone: &str) -> Option<i32> {
    utc_offset_s.call1(&JsValue::UNDEFINED, &zone.into()).ok()?.as_f64().map(|offset_s| offset_s as i32)
}

fn finding(Place { line, column }: Place, severity: &str, check: &str, words: &str) -> JsValue {
    object(&[
        ("line", line.into()),
        ("column", column.into()),
        ("severity", severity.into()),
        ("check", check.into()),
        ("words", words.into()),
    ])
}
