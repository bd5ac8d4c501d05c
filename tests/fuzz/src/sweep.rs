//! Sweeps as links have them, and their results.

use matchday_scenario::Params;
use matchday_study::sweep::{Results, Spec, csv};

/// A rule set whose numbers can be varied.
const RULES: &str = include_str!("../corpus/rule-set/casual-4.json");

pub fn text(bytes: &[u8]) {
    let mut base = Params::default();
    for (key, text) in [("policy", "rules"), ("rules", RULES), ("constants", "START:40")] {
        assert_eq!(base.set(key, text), Ok(()));
    }
    let spec = Spec::parse(base, &String::from_utf8_lossy(bytes)).map_err(|error| error.to_string());
    let Ok(spec) = spec else { return };
    spec.run(0);
    spec.run(spec.runs() - 1);
    spec.checksum("tiny");
}

pub fn rows(bytes: &[u8]) {
    let Some(mut results) = empty() else { return };
    if csv::read(&mut results, bytes).map_err(|error| error.to_string()).is_err() {
        return;
    }
    let (written, mut again) = (csv::write(&results), empty());
    let length = again.as_mut().map(|again| csv::read(again, written.as_bytes()));
    assert_eq!((length, again), (Some(Ok(written.len())), Some(results)));
}

/// A sweep without results.
fn empty() -> Option<Results> {
    Spec::parse(Params::default(), "replay:0.5,0.6~seeds:2").ok().map(|spec| Results::new(spec, "tiny"))
}
