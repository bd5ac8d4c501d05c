//! The specification of a sweep: a JSON file, or a link from the page.

use super::SweepFault;
use crate::error::CliError;
use crate::files;
use crate::fleet_config::FleetConfig;
use crate::json;
use crate::scenario::{Scenario, read_link, text_of};
use matchday_study::sweep::{Axis, Seeds, Spec, SweepError};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecFile {
    #[serde(default, deserialize_with = "json::map")]
    scenario: Map<String, Value>,
    axes: Vec<AxisFile>,
    #[serde(default = "one")]
    seeds: Value,
}

fn one() -> Value {
    1.into()
}

/// `values`, or `from`, `to` and `count`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AxisFile {
    key: String,
    values: Option<Vec<Value>>,
    from: Option<Value>,
    to: Option<Value>,
    count: Option<u32>,
}

/// A sweep, and the files that it names.
pub struct Sweep {
    pub spec: Spec,
    /// The configuration of its servers.
    pub fleet_config: Option<FleetConfig>,
    /// The plug-in that forms its matches.
    pub plugin: Option<PathBuf>,
}

/// The sweep of a file, or of a link.
///
/// # Errors
/// It cannot be read, or a value in it is invalid.
pub fn read(file_or_link: &str) -> Result<Sweep, CliError> {
    if file_or_link.contains("#v=") {
        let link = read_link(file_or_link);
        let sweep = link.view.sweep.ok_or_else(|| SweepFault::NoSweep(file_or_link.to_owned()))?;
        let base = Scenario::of(link.params);
        let refuse = |cause| SweepFault::Spec { from: file_or_link.chars().take(200).collect(), cause };
        let spec = Spec::parse(base.params.clone(), &sweep).map_err(refuse)?;
        let plugin = plugin_of(&base, &spec)?;
        return Ok(Sweep { fleet_config: FleetConfig::of(&base.params)?, spec, plugin });
    }
    let path = Path::new(file_or_link);
    let (base, spec) = of_file(&files::read(path)?, path)?;
    let plugin = plugin_of(&base, &spec)?;
    if base.names_fleet_config && !spec.parts().servers {
        return Err(CliError::NoServers);
    }
    Ok(Sweep { fleet_config: FleetConfig::of(&base.params)?, spec, plugin })
}

/// The scenario and the sweep of a file.
///
/// # Errors
/// Invalid JSON, or a value that is refused.
pub fn of_file(json: &[u8], path: &Path) -> Result<(Scenario, Spec), CliError> {
    let (base, axes, seeds) = parse(json, path)?;
    let axes = axes.iter().map(|axis| axis_of(axis, path)).collect::<Result<Vec<_>, _>>()?;
    let spec = Spec::new(base.params.clone(), axes, &seeds).map_err(refused(path))?;
    Ok((base, spec))
}

fn refused(path: &Path) -> impl Fn(SweepError) -> SweepFault {
    move |cause| SweepFault::Spec { from: path.display().to_string(), cause }
}

fn plugin_of(base: &Scenario, spec: &Spec) -> Result<Option<PathBuf>, CliError> {
    Ok(base.module((0..spec.runs()).map(|run| spec.run(run).params))?.map(Path::to_owned))
}

fn refuse(path: &Path) -> impl Fn(String) -> CliError {
    move |reason| SweepFault::File { path: path.to_owned(), reason }.into()
}

fn parse(json: &[u8], path: &Path) -> Result<(Scenario, Vec<AxisFile>, Seeds), CliError> {
    let refuse = refuse(path);
    let file: SpecFile = serde_json::from_slice(json).map_err(|error| refuse(error.to_string()))?;
    let mut base = Scenario::default();
    base.set_values(file.scenario, &refuse)?;
    let base = base.of_days()?;
    let seed = |value: &Value| value.as_u64().and_then(|seed| u32::try_from(seed).ok());
    let seeds = match &file.seeds {
        Value::Array(list) => list.iter().map(seed).collect::<Option<Vec<u32>>>().map(Seeds::List),
        count => seed(count).map(Seeds::Count),
    };
    let seeds =
        seeds.ok_or_else(|| refuse(format!("seeds: {} is neither a number of seeds nor a list", file.seeds)))?;
    Ok((base, file.axes, seeds))
}

fn axis_of(axis: &AxisFile, path: &Path) -> Result<Axis, CliError> {
    let text = |value| text_of(&axis.key, value).map_err(refuse(path));
    let made = match (&axis.values, &axis.from, &axis.to, axis.count) {
        (Some(values), None, None, None) => {
            Axis::list(&axis.key, &values.iter().map(text).collect::<Result<Vec<_>, _>>()?)
        }
        (None, Some(from), Some(to), Some(count)) => Axis::range(&axis.key, &text(from)?, &text(to)?, count),
        _ => return Err(refuse(path)(format!("{}: an axis has either values, or from, to and count", axis.key))),
    };
    Ok(made.map_err(refused(path))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(json: &str) -> Result<Spec, CliError> {
        of_file(json.as_bytes(), Path::new("spec.json")).map(|(_, spec)| spec)
    }

    #[test]
    fn a_file_says_the_same_as_a_link() {
        let json = r#"{"scenario": {"ccu": 500, "bots": true}, "axes": [
            {"key": "replay", "from": 0.6, "to": 0.9, "count": 4}, {"key": "estimate", "values": ["map", "ping"]}],
            "seeds": [7, 9]}"#;
        let linked = read("http://localhost/#v=1&ccu=500&bots=1&sweep=replay:0.6..0.9:4~estimate:map,ping~seeds:7,9");
        assert_eq!(spec(json).unwrap(), linked.unwrap().spec);
        assert_eq!(spec(r#"{"axes": [{"key": "ccu", "values": [500]}]}"#).unwrap().runs(), 1);
    }

    #[test]
    fn mistakes_are_named() {
        let axis = |axis: &str| format!("{{\"axes\": [{axis}]}}");
        for (json, says) in [
            ("{".to_owned(), "spec.json: EOF while parsing"),
            ("[]".into(), "a sweep is a JSON object such as"),
            ("{}".into(), "missing field `axes`"),
            (r#"{"axes": [], "seed": 3}"#.into(), "unknown field `seed`, expected one of `scenario`, `axes`, `seeds`"),
            (r#"{"axes": []}"#.into(), "0 parameters; vary one or two"),
            (r#"{"scenario": {"cuc": 1}, "axes": []}"#.into(), "no parameter `cuc`"),
            (r#"{"scenario": {"ccu": [1]}, "axes": []}"#.into(), "ccu: [1] is not a parameter value"),
            (r#"{"axes": [], "seeds": "many"}"#.into(), "seeds: \"many\" is neither a number of seeds"),
            (r#"{"axes": [], "seeds": [1, -1]}"#.into(), "seeds: [1,-1] is neither"),
            (axis(r#"{"key": "replay"}"#), "replay: an axis has either values, or from, to and count"),
            (axis(r#"{"key": "replay", "values": [0.5], "from": 0.4}"#), "an axis has either values"),
            (axis(r#"{"key": "replay", "values": [null]}"#), "replay: null is not a parameter value"),
            (axis(r#"{"key": "replay", "values": [1.5]}"#), "replay=1.5: must be from 0 to 0.95"),
            (axis(r#"{"key": "replay", "from": 0.4, "to": 0.5, "count": -2}"#), "invalid value: integer `-2`"),
        ] {
            let error = spec(&json).unwrap_err().to_string();
            assert!(error.contains(says), "{json}: {error}");
        }
        let error = read("http://localhost/#v=1&ccu=500").err().unwrap().to_string();
        assert!(error.contains("no sweep in this link"), "{error}");
    }
}
