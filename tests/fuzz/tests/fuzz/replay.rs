//! Every input of the corpora, and a few thousand changes of them, through their targets, within the limits.

use crate::MEMORY;
use matchday_fuzz::mutate::Noise;
use matchday_fuzz::{LONGEST, MOST_BYTES, SEEDS, Target, targets};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time for the changes of a target's inputs.
const SAMPLE: Duration = Duration::from_millis(150);
/// Inputs that are changed are at most so long: longer ones take the time of many.
const LONGEST_CHANGED: usize = 16 << 10;

/// Memory is counted for the whole process, so one input is read at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The processor time of all threads so far: other programs may use the processors, too. Elsewhere than on Linux, the time since
/// `begun`.
fn time(begun: Instant) -> Duration {
    /// Of Linux, for all programs.
    const TICK: Duration = Duration::from_millis(10);
    let ticks = || {
        let told = std::fs::read_to_string("/proc/self/stat").ok()?;
        // After the name of the program: user time is the 12th field, system time the 13th.
        let (_, fields) = told.rsplit_once(')')?;
        let fields: Vec<u32> =
            fields.split_whitespace().skip(11).take(2).map_while(|field| field.parse().ok()).collect();
        Some(fields.iter().sum::<u32>())
    };
    ticks().map_or_else(|| begun.elapsed(), |ticks| TICK * ticks)
}

/// Why an input fails; `None` if it is read or refused within the limits.
fn failure(target: Target, bytes: &[u8]) -> Option<String> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let begun = Instant::now();
    let before_time = time(begun);
    if catch_unwind(AssertUnwindSafe(|| (target.read)(bytes))).is_err() {
        return Some("it panics".to_owned());
    }
    let (time, memory) = (time(begun).saturating_sub(before_time), MEMORY.peak_usage().saturating_sub(before));
    match () {
        () if time > LONGEST => Some(format!("it takes {time:?}")),
        () if memory > MOST_BYTES => Some(format!("it takes {memory} bytes")),
        () => None,
    }
}

#[test]
fn every_input_is_read_or_refused_within_the_limits() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for target in targets() {
        assert!(target.seeds().next().is_some(), "corpus/{} is empty", target.name);
        for seed in target.seeds() {
            assert_eq!(failure(target, seed.bytes), None, "{}", seed.path);
        }
    }
}

#[test]
fn changed_inputs_are_read_or_refused_within_the_limits() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for target in targets() {
        let seeds: Vec<&[u8]> =
            target.seeds().map(|seed| seed.bytes).filter(|of| of.len() <= LONGEST_CHANGED).collect();
        let (mut noise, begun, mut count) = (Noise::new(23), Instant::now(), 0);
        while begun.elapsed() < SAMPLE && !seeds.is_empty() {
            let (seed, other) = (seeds[noise.below(seeds.len())], seeds[noise.below(seeds.len())]);
            let bytes = noise.mutate(seed, other);
            count += 1;
            if let Some(failure) = failure(target, &bytes) {
                let path = std::env::temp_dir().join(format!("matchday-fuzz-{}", target.name));
                std::fs::write(&path, &bytes).unwrap();
                panic!("{}, input {count}: {failure}; it is in {}", target.name, path.display());
            }
        }
        println!("{}: {count} inputs", target.name);
    }
}

#[test]
fn every_input_has_a_target() {
    let is_known = |path: &str| targets().any(|target| target.seeds().any(|seed| seed.path == path));
    let unknown: Vec<_> = SEEDS.iter().map(|seed| seed.path).filter(|path| !is_known(path)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
