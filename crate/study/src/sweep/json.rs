//! Results as one JSON object: the sweep, and each point's figures with their 95 % intervals.

use super::{Figures, Results, Varied};
use crate::statistics::{Interval, mean, mean_interval};
use matchday_scenario::Params;
use matchday_scenario::params::{Key, Kind};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The results so far. Each point has the values of its axes and the number of `runs`. Each figure has its
/// `mean` over the runs that have it, and the ends of its interval, `low` and `high`. The ends are `null` for one
/// such run; all three for none.
pub fn write(results: &Results) -> String {
    let spec = results.spec();
    let sweep = Sweep {
        sweep: spec.to_string(),
        checksum: results.checksum(),
        dataset: results.dataset(),
        scenario: Scenario(spec.base()),
        seeds: spec.seeds(),
        points: (0..spec.points()).map(|number| Point { results, number }).collect(),
    };
    // Text keys and finite numbers can always be written.
    serde_json::to_string_pretty(&sweep).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Sweep<'a> {
    sweep: String,
    checksum: &'a str,
    dataset: &'a str,
    scenario: Scenario<'a>,
    seeds: &'a [u32],
    points: Vec<Point<'a>>,
}

/// The changed parameters by key.
struct Scenario<'a>(&'a Params);

impl Serialize for Scenario<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.changed().map(|(key, text)| (key.spec().key, value(key, &text))))
    }
}

/// A point's axes, runs and figures by name.
struct Point<'a> {
    results: &'a Results,
    number: usize,
}

impl Serialize for Point<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Point { results, number } = self;
        let spec = results.spec();
        let mut point = serializer.serialize_map(None)?;
        for (axis, at) in spec.axes().iter().zip(spec.values(number)) {
            point.serialize_entry(&axis.varied().to_string(), &value_at(axis.varied(), at))?;
        }
        point.serialize_entry("runs", &results.made(number))?;
        for (name, figure) in Figures::names(spec.parts()).into_iter().zip(0..) {
            point.serialize_entry(name, &Estimate::of(&results.sample(number, figure)))?;
        }
        point.end()
    }
}

/// A mean and its 95 % interval. Infinite ends are written as `null`.
#[derive(Serialize)]
struct Estimate {
    mean: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl Estimate {
    fn of(sample: &[f64]) -> Self {
        let interval = mean_interval(sample);
        Self { mean: mean(sample), low: interval.map(Interval::low), high: interval.map(Interval::high) }
    }
}

fn value_at(varied: &Varied, text: &str) -> Value {
    match varied {
        Varied::Param(key) => value(*key, text),
        Varied::Constant(_) | Varied::Number(_) => number(text),
    }
}

/// A parameter's value: a number if it is numeric.
fn value(key: Key, text: &str) -> Value {
    match key.spec().kind {
        Kind::Number { .. } | Kind::Flag => number(text),
        _ => Value::from(text),
    }
}

fn number(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::from(text), Value::Number)
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
        assert_eq!(json["points"][1]["joined"], json!({"mean": 3.0, "low": null, "high": null}));
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
