//! The specification of a sweep.

use super::{Axis, Parts, SweepError, Varied};
use fnv::FnvHasher;
use matchday_scenario::Params;
use matchday_scenario::params::Key;
use std::fmt;
use std::hash::Hasher;

/// Most runs of a sweep: a list of all runs must fit into memory.
pub const MOST_RUNS: u64 = 1_000_000;

/// The seeds that every point runs with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// This many, counted up from the scenario's own seed.
    Count(u32),
    /// These seeds.
    List(Vec<u32>),
}

/// A sweep: a scenario, one or two axes, and seeds.
///
/// Written in links beside the scenario's parameters: `replay:0.6..0.9:20~seeds:100`. Without `seeds`, each
/// point has one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    base: Params,
    axes: Vec<Axis>,
    seeds: Vec<u32>,
    seeds_written: String,
}

/// One run of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The point's values, one per axis.
    pub values: Vec<String>,
    /// Its seed.
    pub seed: u32,
    /// All parameters.
    pub params: Params,
}

impl Spec {
    /// The parts of reports that any of its days have.
    pub fn parts(&self) -> Parts {
        let is_on = |key: Key| match self.axes.iter().find(|axis| *axis.varied() == Varied::Param(key)) {
            Some(axis) => axis.values().iter().any(|value| value != "off"),
            None => self.base.text(key) != "off",
        };
        Parts { servers: is_on(Key::Fleet), ladder: is_on(Key::Ranked) }
    }

    /// The sweep of `axes` over the scenario `base`. The axes replace the values of their parameters, constants and
    /// numbers in `base`.
    ///
    /// # Errors
    /// [`SweepError`] for too few or too many axes, seeds or runs; for numbers that the rule set of `base` does not have,
    /// and for values with which it is no rule set.
    pub fn new(base: Params, axes: Vec<Axis>, seeds: &Seeds) -> Result<Self, SweepError> {
        if !(1..=2).contains(&axes.len()) {
            return Err(SweepError::Axes(axes.len()));
        }
        if axes.len() == 2 && axes[0].varied() == axes[1].varied() {
            return Err(SweepError::AxisTwice(axes[0].varied().to_string()));
        }
        let mut base = base;
        let (seeds, seeds_written) = match seeds {
            // As text, a list of one would be read as a count.
            Seeds::List(list) if list.len() == 1 => {
                base.set(Key::Seed.spec().key, &list[0].to_string())?;
                (list.clone(), "1".to_owned())
            }
            seeds => seeds_from(base.seed(), seeds)?,
        };
        let spec = Self { base, axes, seeds, seeds_written };
        let runs = spec.axes.iter().map(|axis| axis.values().len() as u64).product::<u64>() * spec.seeds.len() as u64;
        if runs > MOST_RUNS {
            return Err(SweepError::TooMany(runs));
        }
        spec.axes.iter().try_for_each(|axis| axis.check(&spec.base))?;
        Ok(spec)
    }

    /// Reads a sweep as written in links.
    ///
    /// # Errors
    /// [`SweepError`] names the invalid part.
    pub fn parse(base: Params, text: &str) -> Result<Self, SweepError> {
        let (mut axes, mut seeds) = (Vec::new(), Seeds::Count(1));
        for part in text.split('~').filter(|part| !part.is_empty()) {
            match part.strip_prefix("seeds:") {
                Some(values) => seeds = parse_seeds(values)?,
                None => axes.push(Axis::parse(part)?),
            }
        }
        Self::new(base, axes, &seeds)
    }

    /// The scenario.
    pub fn base(&self) -> &Params {
        &self.base
    }

    /// One or two axes.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The seeds that every point runs with.
    pub fn seeds(&self) -> &[u32] {
        &self.seeds
    }

    /// Number of points.
    pub fn points(&self) -> usize {
        self.axes.iter().map(|axis| axis.values().len()).product()
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.points() * self.seeds.len()
    }

    /// The values of a point, one per axis; the last axis changes fastest.
    pub fn values(&self, point: usize) -> Vec<&str> {
        let last = self.axes.last().map_or(1, |axis| axis.values().len());
        let at = [point / last, point % last];
        let at = &at[2 - self.axes.len()..];
        self.axes.iter().zip(at).map(|(axis, &at)| axis.values()[at].as_str()).collect()
    }

    /// The run with this number: points one after the other, each with all seeds.
    ///
    /// # Panics
    /// If `number` is [`runs`](Self::runs) or more.
    pub fn run(&self, number: usize) -> Run {
        assert!(number < self.runs(), "run {number} of {}", self.runs());
        let seed = self.seeds[number % self.seeds.len()];
        let values: Vec<String> = self.values(number / self.seeds.len()).into_iter().map(str::to_owned).collect();
        let mut params = self.base.clone();
        set_all(&mut params, self.axes.iter().map(Axis::varied).zip(&values));
        set_all(&mut params, [(&Varied::Param(Key::Seed), &seed.to_string())]);
        Run { values, seed, params }
    }

    /// A checksum of everything that determines the results: parameters, values, seeds, the name
    /// `dataset` of the data set, and the engine's version. Sixteen hexadecimal digits.
    pub fn checksum(&self, dataset: &str) -> String {
        let mut base = self.base.clone();
        // The runs replace these values.
        let unchanged = |key| Params::default().text(key);
        let replaced = self.axes.iter().map(|axis| match axis.varied() {
            Varied::Param(key) => unchanged(*key),
            Varied::Constant(_) | Varied::Number(_) => axis.values()[0].clone(),
        });
        let replaced: Vec<String> = replaced.collect();
        set_all(&mut base, self.axes.iter().map(Axis::varied).zip(&replaced));
        set_all(&mut base, [(&Varied::Param(Key::Seed), &unchanged(Key::Seed))]);
        let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned(), dataset.to_owned()];
        parts.extend(base.changed().map(|(key, text)| format!("{}={text}", key.spec().key)));
        parts.extend(self.axes.iter().map(|axis| format!("{}:{}", axis.varied(), axis.values().join(","))));
        parts.push(self.seeds.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        // Separated by a byte that no text contains.
        let mut sum = FnvHasher::default();
        for part in &parts {
            sum.write(part.as_bytes());
            sum.write(&[0xff]);
        }
        format!("{:016x}", sum.finish())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.axes.iter().try_for_each(|axis| write!(f, "{axis}~"))?;
        write!(f, "seeds:{}", self.seeds_written)
    }
}

/// Sets values of a sweep. They are valid: the sweep was checked.
fn set_all<'a>(params: &mut Params, values: impl IntoIterator<Item = (&'a Varied, &'a String)>) {
    for (varied, value) in values {
        let taken = varied.set(params, value);
        debug_assert_eq!(taken, Ok(()));
    }
}

fn parse_seeds(text: &str) -> Result<Seeds, SweepError> {
    let refuse = |_| SweepError::Seeds(text.chars().take(80).collect());
    let numbers = text.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>().map_err(refuse)?;
    Ok(match numbers[..] {
        [count] => Seeds::Count(count),
        _ => Seeds::List(numbers),
    })
}

/// The seeds, and their text in links.
fn seeds_from(first: u32, seeds: &Seeds) -> Result<(Vec<u32>, String), SweepError> {
    let list = match seeds {
        Seeds::Count(count) => {
            let end = u64::from(first) + u64::from(*count);
            if u64::from(*count) > MOST_RUNS || end > 1 << 32 {
                return Err(SweepError::Seeds(format!("{count} from {first} on")));
            }
            (u64::from(first)..end).map(|seed| seed as u32).collect()
        }
        Seeds::List(list) => list.clone(),
    };
    let mut sorted = list.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(SweepError::Twice { key: "seeds".into(), value: pair[0].to_string() });
    }
    let written = match seeds {
        Seeds::Count(count) => count.to_string(),
        Seeds::List(list) => list.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
    };
    if list.is_empty() { Err(SweepError::Empty("seeds".into())) } else { Ok((list, written)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Result<Spec, SweepError> {
        Spec::parse(Params::default(), text)
    }

    #[test]
    fn reads_what_it_writes() {
        for (text, written) in [
            ("replay:0.6..0.9:20~seeds:100", "replay:0.6..0.9:20~seeds:100"),
            ("seeds:9,7~ccu:500,5000~replay:0.5", "ccu:500,5000~replay:0.5~seeds:9,7"),
            ("bots:0,1", "bots:0,1~seeds:1"),
        ] {
            let read = spec(text).unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(spec(written), Ok(read));
        }
        let one = Spec::new(Params::default(), vec![Axis::parse("ccu:500").unwrap()], &Seeds::List(vec![9])).unwrap();
        assert_eq!((one.to_string().as_str(), one.seeds()), ("ccu:500~seeds:1", &[9][..]));
        assert_eq!(Spec::parse(one.base().clone(), &one.to_string()), Ok(one));
    }

    #[test]
    fn runs_are_numbered_by_point_then_seed() {
        let spec = spec("ccu:500,5000~replay:0.5,0.6,0.7~seeds:2").unwrap();
        assert_eq!((spec.points(), spec.runs()), (6, 12));
        let told: Vec<String> = (0..spec.runs())
            .map(|number| {
                let run = spec.run(number);
                assert_eq!(run.values, [run.params.text(Key::Ccu), run.params.text(Key::Replay)]);
                assert_eq!(run.params.seed(), run.seed);
                format!("{} {} {}", run.values[0], run.values[1], run.seed)
            })
            .collect();
        assert_eq!(told[..5], ["500 0.5 7", "500 0.5 8", "500 0.6 7", "500 0.6 8", "500 0.7 7"]);
        assert_eq!(told[11], "5000 0.7 8");
    }

    #[test]
    fn the_checksum_is_of_what_decides_the_runs() {
        let mut base = Params::default();
        let sum = |base: &Params, text: &str, data: &str| Spec::parse(base.clone(), text).unwrap().checksum(data);
        let first = sum(&base, "replay:0.6..0.8:3~seeds:2", "world-1");
        assert_eq!(sum(&base, "replay:0.6,0.7,0.8~seeds:7,8", "world-1"), first, "written otherwise");
        base.set("replay", "0.2").unwrap();
        assert_eq!(sum(&base, "replay:0.6..0.8:3~seeds:2", "world-1"), first, "the axis replaces it");
        for (text, data) in [
            ("replay:0.6..0.8:3~seeds:3", "world-1"),
            ("replay:0.6..0.9:3~seeds:2", "world-1"),
            ("replay:0.6..0.8:3~seeds:2", "world-2"),
        ] {
            assert_ne!(sum(&base, text, data), first);
        }
        base.set("dcs", "-lima").unwrap();
        assert_ne!(sum(&base, "replay:0.6..0.8:3~seeds:2", "world-1"), first);
    }

    const RULES: &str = r#"{"name": "duel", "ruleLanguageVersion": "1.0",
        "teams": [{"name": "all", "minPlayers": 1, "maxPlayers": 2}],
        "rules": [{"name": "Near", "type": "latency", "maxLatency": 9.50}]}"#;

    /// A scenario with a rule set and constants.
    fn own() -> Params {
        let mut base = Params::default();
        base.set("rules", RULES).unwrap();
        base.set("constants", "A:1;IDEAL:40.0;B:2").unwrap();
        base
    }

    #[test]
    fn constants_and_numbers_of_rules_are_replaced_where_they_stand() {
        let text = "rules.rules[Near].maxLatency:20,30.5~constants.IDEAL:50,60";
        let spec = Spec::parse(own(), text).unwrap();
        assert_eq!(spec.to_string(), format!("{text}~seeds:1"));
        let params = spec.run(2).params;
        assert_eq!(params.rules(), RULES.replace("9.50", "30.5"));
        assert_eq!(params.constants(), "A:1;IDEAL:50;B:2");
        assert_eq!(spec.run(2).values, ["30.5", "50"]);
        let unset = Spec::parse(Params::default(), "constants.IDEAL:50").unwrap();
        assert_eq!(unset.run(0).params.constants(), "IDEAL:50");
        let two = Spec::parse(own(), "constants.A:5~constants.NEW:6").unwrap();
        assert_eq!(two.run(0).params.constants(), "A:5;IDEAL:40;B:2;NEW:6");
        let limits = "rules.teams[all].minPlayers:1,2~rules.teams[all].maxPlayers:2,4";
        let params = Spec::parse(own(), limits).unwrap().run(3).params;
        assert_eq!(
            params.rules(),
            RULES.replace("\"minPlayers\": 1, \"maxPlayers\": 2", "\"minPlayers\": 2, \"maxPlayers\": 4")
        );
    }

    #[test]
    fn numbers_of_rules_and_constants_count_in_the_checksum() {
        let sum = |base: &Params, text: &str| Spec::parse(base.clone(), text).unwrap().checksum("world-1");
        for (text, others) in [
            (
                "rules.rules[Near].maxLatency:20,30",
                ["rules.rules[Near].maxLatency:20,31", "rules.teams[all].maxPlayers:20,30"],
            ),
            ("constants.IDEAL:50,60", ["constants.IDEAL:50,61", "constants.A:50,60"]),
        ] {
            let first = sum(&own(), text);
            let mut moved = own();
            moved.set("rules", &RULES.replace("9.50", "70")).unwrap();
            moved.set("constants", "A:1;IDEAL:41;B:2").unwrap();
            let same = text.starts_with("rules").then(|| ("constants", own().constants().to_owned()));
            let (key, unmoved) = same.unwrap_or_else(|| ("rules", RULES.to_owned()));
            moved.set(key, &unmoved).unwrap();
            assert_eq!(sum(&moved, text), first, "{text}: the axis replaces it");
            for other in others {
                assert_ne!(sum(&own(), other), first, "{other}");
            }
            moved.set("constants", "A:1;IDEAL:40;B:3").unwrap();
            assert_ne!(sum(&moved, text), first, "{text}: another constant");
        }
    }

    #[test]
    fn what_a_scenario_does_not_have_is_named() {
        let mut unread = own();
        unread.set("rules", "{").unwrap();
        let mut no_constants = own();
        no_constants.set("constants", "A").unwrap();
        for (base, text, says) in [
            (
                own(),
                "rules.rules[Far].maxLatency:1,2",
                "rules.rules[Far].maxLatency: the rule set has no such number; its numbers are rules.teams[all].minPlayers, rules.teams[all].maxPlayers, rules.rules[Near].maxLatency",
            ),
            (Params::default(), "rules.rules[Near].maxLatency:1,2", "rules: there is no rule set"),
            (unread, "rules.rules[Near].maxLatency:1,2", "rules: line 1, column"),
            (
                own(),
                "rules.rules[Near].maxLatency:1..9:900000",
                "has 900000 values; a rule set of this length can be checked with",
            ),
            (own(), "rules.teams[all].maxPlayers:2,0.5", "rules.teams[all].maxPlayers=0.5: rules: line 2, column"),
            (no_constants, "constants.B:1,2", "constants: 'A' is no constant"),
            (own(), "constants.A:1~constants.A:2", "constants.A is there twice"),
        ] {
            let error = Spec::parse(base, text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, says) in [
            ("", "0 parameters; vary one or two"),
            ("seeds:3", "0 parameters"),
            ("ccu:500~replay:0.5~bots:1", "3 parameters; vary one or two"),
            ("ccu:500~ccu:5000", "ccu is there twice; put all its values"),
            ("ccu:500~seeds:many", "sweep: seeds:many: write how many, such as seeds:100, or a list"),
            ("ccu:500~seeds:-1", "seeds:-1: write how many"),
            ("ccu:500~seeds:0", "seeds has no values"),
            ("ccu:500~seeds:7,7", "seeds has 7 twice"),
            ("ccu:500~seeds:4294967295", "seeds:4294967295 from 7 on: write how many"),
            ("ccu:500,600~seeds:900000", "1800000 runs; the most is 1000000"),
        ] {
            let error = spec(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
