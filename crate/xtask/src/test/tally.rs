//! Counts passed, failed and skipped tests in the output of `cargo test`, `wasm-pack test` and node.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::process::Command;

use crate::error::Result;
use crate::setup::run_and_read;

/// Counts the tests of several commands. A test that runs in two builds counts twice.
#[derive(Debug, Default)]
pub struct Tally {
    passed: usize,
    failed: usize,
    /// Tests that node skipped; no other command runs them.
    skipped: usize,
    /// The target whose tests cargo runs now.
    target: String,
    /// Targets and names of tests that one cargo command ignored. Another command may run them, in a release build or
    /// with a folder that they need.
    ignored: BTreeSet<(String, String)>,
    /// Targets and names of tests that ran.
    ran: BTreeSet<(String, String)>,
}

impl Tally {
    /// Runs a test command and prints its output, without the lines of tests that passed or were ignored.
    pub fn run(&mut self, command: &mut Command) -> Result<()> {
        self.target.clear();
        run_and_read(command, |line| {
            if self.read(line) {
                println!("{line}");
            }
        })
    }

    /// Runs a step. A step without tests counts as one test, and so does a failure without a failed test.
    pub fn run_step(&mut self, step: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let (passed, failed) = (self.passed, self.failed);
        let result = step(self);
        match &result {
            Ok(()) if (self.passed, self.failed) == (passed, failed) => self.passed += 1,
            Err(_) if self.failed == failed => self.fail_one(),
            _ => {}
        }
        result
    }

    /// Counts a failure without a failed test: a compile error, a missing tool.
    pub fn fail_one(&mut self) {
        self.failed += 1;
    }

    /// Reads a line of output; returns whether to print it.
    fn read(&mut self, line: &str) -> bool {
        if let Some((name, outcome)) = line.strip_prefix("test ").and_then(|test| test.split_once(" ... ")) {
            let is_ignored = outcome.starts_with("ignored");
            let names = if is_ignored { &mut self.ignored } else { &mut self.ran };
            names.insert((self.target.clone(), name.to_owned()));
            return !is_ignored && outcome != "ok";
        }
        if let Some(target) = cargo_target(line) {
            self.target = target;
        }
        if let Some((passed, failed)) = libtest_result(line) {
            self.passed += passed;
            self.failed += failed;
        } else if let Some((word, count)) = node_summary(line) {
            match word {
                "pass" => self.passed += count,
                "fail" | "cancelled" => self.failed += count,
                "skipped" | "todo" => self.skipped += count,
                _ => {}
            }
        }
        true
    }
}

/// The last line of `cargo xtask test`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped = self.skipped + self.ignored.difference(&self.ran).count();
        write!(f, "{} passed, {} failed, {skipped} skipped", self.passed, self.failed)
    }
}

/// The target in `Running unittests src/lib.rs (target/debug/deps/matchday_base-0a1b2c3d4e5f6071)` or `Doc-tests
/// matchday_base`: its source file and its name, without the folder and hash of its build.
fn cargo_target(line: &str) -> Option<String> {
    let line = line.trim_start();
    if line.starts_with("Doc-tests ") {
        return Some(line.to_owned());
    }
    let (source, program) = line.strip_prefix("Running ")?.strip_suffix(')')?.split_once(" (")?;
    let (name, _) = Path::new(program).file_stem()?.to_str()?.rsplit_once('-')?;
    Some(format!("{source} of {name}"))
}

/// Passed and failed in `test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out`.
fn libtest_result(line: &str) -> Option<(usize, usize)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let count = |word| counts.split("; ").find_map(|part| part.strip_suffix(word)?.trim().parse().ok());
    Some((count("passed")?, count("failed")?))
}

/// Word and number in a line of the spec reporter's summary: `ℹ pass 12`, in colours on a terminal.
fn node_summary(line: &str) -> Option<(&str, usize)> {
    let (_, summary) = line.split_once("\u{2139} ")?;
    let (word, count) = summary.split_once(' ')?;
    let (count, _) = count.split_once('\u{1b}').unwrap_or((count, ""));
    Some((word, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    const DEBUG: &str = "
     Running unittests src/lib.rs (target/debug/deps/matchday_base-0a1b2c3d4e5f6071)

running 5 tests
test tests::one_needs_a_folder ... ignored, needs a folder
test tests::one_panics - should panic ... ok
test tests::one_passes ... ok
test tests::slow_one_passes ... ignored, takes minutes without optimisation
test tests::one_fails ... FAILED

failures:

---- tests::one_fails stdout ----
assertion `left == right` failed: test result: ok. 9 passed; 9 failed

test result: FAILED. 2 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.55s
";

    const RELEASE: &str = "
     Running unittests src/lib.rs (target/release/deps/matchday_base-1f6e5d4c3b2a1908)

running 1 test
test tests::slow_one_passes ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.40s
";

    const NODE: &str = "\
\u{2714} one passes (13.372113ms)
\u{2139} 12 rows
\u{2716} one fails (1.558049ms)
  1 !== 2
\u{fe63} skipped one (0.186007ms) # SKIP
\u{2139} tests 6
\u{2139} suites 0
\u{2139} pass 1
\u{1b}[34m\u{2139} fail 3\u{1b}[39m
\u{2139} cancelled 1
\u{2139} skipped 1
\u{2139} todo 1
\u{2139} duration_ms 1066.03829
";

    /// The last line after these outputs, and the lines that people saw.
    fn read(outputs: &[&str]) -> (String, Vec<String>) {
        let mut tally = Tally::default();
        let lines = outputs.iter().flat_map(|output| output.lines());
        let seen = lines.filter(|line| tally.read(line)).map(str::to_owned).collect();
        (tally.to_string(), seen)
    }

    #[test]
    fn tests_of_cargo_are_counted() {
        let (last, seen) = read(&[DEBUG]);
        assert_eq!(last, "2 passed, 1 failed, 2 skipped");
        let of_tests: Vec<_> = seen.iter().filter(|line| line.starts_with("test tests::")).collect();
        assert_eq!(of_tests, ["test tests::one_fails ... FAILED"]);
        assert!(seen.iter().any(|line| line.starts_with("assertion `left == right` failed")));
    }

    #[test]
    fn a_test_that_another_command_ran_is_not_skipped() {
        for outputs in [[DEBUG, RELEASE], [RELEASE, DEBUG]] {
            assert_eq!(read(&outputs).0, "3 passed, 1 failed, 1 skipped");
        }
    }

    #[test]
    fn a_test_of_the_same_name_in_another_crate_does_not_count_as_run() {
        let other = RELEASE.replace("matchday_base", "matchday_sim");
        assert_eq!(read(&[DEBUG, &other]).0, "3 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn targets_are_named_without_their_builds() {
        for (line, target) in [
            ("     Running tests/run.rs (/t/release/deps/run-1f6e5d4c3b2a1908)", Some("tests/run.rs of run")),
            (
                "     Running unittests src/lib.rs (target/wasm32-unknown-unknown/debug/deps/matchday_web-0a1b.wasm)",
                Some("unittests src/lib.rs of matchday_web"),
            ),
            ("   Doc-tests matchday_atlas", Some("Doc-tests matchday_atlas")),
            ("running 5 tests", None),
            ("   Compiling matchday-base v0.4.0 (/t/crate/base)", None),
        ] {
            assert_eq!(cargo_target(line).as_deref(), target, "{line}");
        }
    }

    #[test]
    fn tests_of_node_are_counted() {
        let (last, seen) = read(&[NODE]);
        assert_eq!(last, "1 passed, 4 failed, 2 skipped");
        assert_eq!(seen.len(), NODE.lines().count());
        assert_eq!(read(&[DEBUG, NODE]).0, "3 passed, 5 failed, 4 skipped");
    }

    #[test]
    fn a_step_without_tests_counts_as_one_test_and_so_does_a_failure_without_a_failed_test() {
        let mut tally = Tally::default();
        let failure = || Err(Error::NoTests("tests/e2e/specs"));
        tally.run_step(|_| Ok(())).unwrap();
        assert_eq!(tally.to_string(), "1 passed, 0 failed, 0 skipped");
        tally.run_step(|_| failure()).unwrap_err();
        assert_eq!(tally.to_string(), "1 passed, 1 failed, 0 skipped");
        let failing_tests = |tally: &mut Tally| {
            for line in DEBUG.lines() {
                tally.read(line);
            }
            failure()
        };
        tally.run_step(failing_tests).unwrap_err();
        assert_eq!(tally.to_string(), "3 passed, 2 failed, 2 skipped");
    }
}
