//! Results as one JSON object: the sweep, and each point's figures with their 95 % intervals.

use super::{Figures, Results};
use crate::statistics::{Interval, mean, mean_interval};
use matchday_scenario::params::{Key, Kind};
use std::fmt::Write;

/// The results so far. Each point has the values of its axes and the number of `runs`. Each figure has its
/// `mean` over the runs that have it, and the ends of its interval, `low` and `high`. The ends are `null` for one
/// such run; all three for none.
pub fn write(results: &Results) -> String {
    let spec = results.spec();
    let scenario = spec.base().changed().map(|(key, text)| format!("\"{}\": {}", key.spec().key, value(key, &text)));
    let seeds = spec.seeds().iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let points: Vec<String> = (0..spec.points()).map(|number| point(results, number)).collect();
    format!(
        "{{\n  \"sweep\": {},\n  \"checksum\": {},\n  \"dataset\": {},\n  \"scenario\": {{{}}},\n  \"seeds\": [{seeds}],\n  \
         \"points\": [\n{}\n  ]\n}}\n",
        quoted(&spec.to_string()),
        quoted(results.checksum()),
        quoted(results.dataset()),
        scenario.collect::<Vec<_>>().join(", "),
        points.join(",\n"),
    )
}

fn point(results: &Results, number: usize) -> String {
    let spec = results.spec();
    let mut text = "    {".to_owned();
    for (axis, at) in spec.axes().iter().zip(spec.values(number)) {
        // Writing to a String never fails.
        let _ = write!(text, "\"{}\": {}, ", axis.key().spec().key, value(axis.key(), at));
    }
    let _ = write!(text, "\"runs\": {}", results.made(number));
    for (name, figure) in Figures::names(spec.parts()).into_iter().zip(0..) {
        let sample = results.sample(number, figure);
        let interval = mean_interval(&sample);
        let [mean, low, high] =
            [mean(&sample), interval.map(Interval::low), interval.map(Interval::high)].map(|number| {
                number
                    .filter(|number| number.is_finite())
                    .map_or_else(|| "null".to_owned(), |number| number.to_string())
            });
        let _ = write!(text, ",\n     \"{name}\": {{\"mean\": {mean}, \"low\": {low}, \"high\": {high}}}");
    }
    text + "}"
}

/// A parameter's value: a number if it is numeric.
fn value(key: Key, text: &str) -> String {
    match key.spec().kind {
        Kind::Number { .. } | Kind::Flag => text.to_owned(),
        _ => quoted(text),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => _ = write!(quoted, "\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::super::{Spec, results::tests::results};
    use super::*;
    use matchday_scenario::Params;
    use serde_json::{Value, json};

    fn read(results: &Results) -> Value {
        serde_json::from_str(&write(results)).unwrap()
    }

    #[test]
    fn points_have_means_and_intervals() {
        let json = read(&results(&[0, 1, 3]));
        assert_eq!((&json["sweep"], &json["seeds"]), (&json!("replay:0.5,0.6~seeds:2"), &json!([7, 8])));
        let first = &json["points"][0];
        assert_eq!((&first["replay"], &first["runs"]), (&json!(0.5), &json!(2)));
        // Of 0 and 1: the mean 0.5, and 12.706 times the standard error of 0.5.
        let close =
            |value: &Value, expected: f64| assert!((value.as_f64().unwrap() - expected).abs() < 1e-3, "{value}");
        close(&first["joined"]["mean"], 0.5);
        close(&first["joined"]["low"], -5.8531);
        close(&first["joined"]["high"], 6.8531);
        assert_eq!(json["points"][1]["joined"], json!({"mean": 3, "low": null, "high": null}));
        assert_eq!(read(&results(&[]))["points"][0]["joined"], json!({"mean": null, "low": null, "high": null}));
    }

    #[test]
    fn any_text_of_a_scenario_is_quoted() {
        let mut params = Params::default();
        params.set("dcs", "+a\"\\\u{1}\u{fc}@1,2").unwrap();
        let results = Results::new(Spec::parse(params, "estimate:map,ping").unwrap(), "own");
        let json = read(&results);
        assert_eq!(json["scenario"]["dcs"], json!("+a\"\\\u{1}\u{fc}@1,2"));
        assert_eq!(json["points"][1]["estimate"], json!("ping"));
    }
}
