//! What will go wrong with a configuration.

use matchday_fleet_config::lint::{Circumstances, lint as check};
use matchday_fleet_config::{Finding, Place, read};
use matchday_web_seam::dto::{list, object};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What is to be said of a file: `[{line, column, severity, check, words}]`, by place. A file that cannot be read has one
/// finding of the severity `error` and the check `unreadable`. `matches_per_s` (0: not known) is how many matches ask a
/// fleet for a server at its peak, `longest_match_s` how long a match lasts, `boot_s` how long a server takes to boot.
/// `utc_offset_s` says how far the clocks of a time zone are ahead of UTC, s, and nothing of a zone that does not exist:
/// browsers know time zones.
#[wasm_bindgen]
pub fn lint(
    file: &[u8],
    matches_per_s: f64,
    longest_match_s: u32,
    boot_s: f64,
    utc_offset_s: &js_sys::Function,
) -> JsValue {
    let circumstances = Circumstances {
        longest_match_s: Some(longest_match_s),
        matches_per_s: (matches_per_s > 0.0).then_some(matches_per_s),
        boot_s,
        constants: Vec::new(),
    };
    let utc_offset = |zone: &str| {
        let offset_s = utc_offset_s.call1(&JsValue::UNDEFINED, &zone.into()).ok()?;
        offset_s.as_f64().map(|offset_s| offset_s as i32)
    };
    match read(file, &utc_offset) {
        Ok((configuration, mut findings)) => {
            findings.extend(check(&configuration, &circumstances));
            findings.sort_by_key(|finding| finding.place);
            list(
                findings.iter().map(|Finding { place, severity, check, words }| {
                    finding(*place, &severity.to_string(), check, words)
                }),
            )
        }
        Err(error) => list([finding(error.place, "error", "unreadable", &error.to_string())]),
    }
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
