//! The cost of a simulated day: the table of times, and the number of instructions, which tests compare.

use std::fs;

use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::serve;
use crate::setup::{Tools, output, run as run_command};

const BENCH: [&str; 6] = ["bench", "--quiet", "--package", "matchday-tests", "--bench", "day"];

const COUNTED: [&str; 4] = ["bench", "--quiet", "--package", "matchday-tests"];

/// A program whose instructions are counted.
struct Count {
    bench: &'static str,
    /// The committed numbers, one line for each argument of the program: `argument instructions`.
    committed: &'static str,
    /// Whether they are of a tick, whose number the program prints.
    is_of_tick: bool,
}

const COUNTS: [Count; 2] = [
    Count { bench: "day", committed: "tests/bench/instructions.txt", is_of_tick: true },
    Count { bench: "cost", committed: "tests/bench/costs.txt", is_of_tick: false },
];

/// The compiler that the committed numbers are of, as it names itself.
const COMPILER: &str = "rustc 1.96.0";
/// Tolerance of its builds, as a fraction.
const TOLERANCE: f64 = 0.03;
/// Tolerance of the builds of other compilers.
const OTHER_TOLERANCE: f64 = 0.1;

/// Prints the times of days, of passes over a ranked queue, of calls of a rule set, of random draws, and of plug-ins; what runs
/// take against what is expected of them; then what a reader of the page feels: layout shift, time from a press to the next
/// paint, frames a second; and the memory that runs take.
pub fn bench(tools: &Tools) -> Result<()> {
    run_command(tools.command("cargo").args(BENCH).args([
        "--bench", "queue", "--bench", "rule_set", "--bench", "draws", "--bench", "plugin", "--bench", "cost",
    ]))?;
    build::build(tools, Profile::Release)?;
    tools.install_node_modules("tests/e2e")?;
    let address = serve::start(tools.root())?;
    for script in ["page", "memory"] {
        run_command(tools.command("node").arg(format!("tests/e2e/bench/{script}.mjs")).env("MATCHDAY_URL", &address))?;
    }
    Ok(())
}

/// Counts the instructions of ticks and of runs, and compares them with the committed numbers.
pub fn instructions(tools: &Tools) -> Result<()> {
    tools.install("valgrind")?;
    let version = output(tools.command("rustc").arg("--version"))?.stdout;
    let tolerance = tolerance(String::from_utf8_lossy(&version).trim());
    COUNTS.iter().try_for_each(|of| compare(tools, of, tolerance))
}

/// The tolerance of the builds of a compiler.
fn tolerance(version: &str) -> f64 {
    if version.split(' ').take(2).eq(COMPILER.split(' ')) {
        return TOLERANCE;
    }
    println!(
        "The committed numbers are of {COMPILER}, not of {version}: a difference of {:.0} % is allowed, not of {:.0} %.",
        OTHER_TOLERANCE * 100.0,
        TOLERANCE * 100.0
    );
    OTHER_TOLERANCE
}

fn compare(tools: &Tools, of: &Count, tolerance: f64) -> Result<()> {
    let build = [&COUNTED[..], &["--bench", of.bench, "--no-run"]].concat();
    let program = tools.built(&build, &format!("/{}-", of.bench))?;
    let path = tools.root().join(of.committed);
    let committed = fs::read_to_string(&path).map_err(at(&path))?;
    for line in committed.lines() {
        let known = line.rsplit_once(' ').and_then(|(argument, number)| Some((argument, number.parse::<f64>().ok()?)));
        let Some((argument, expected)) = known else {
            return Err(Error::Content { path, reason: format!("'{line}' is not an argument and a number") });
        };
        let counted = count(tools, &program, argument, of.is_of_tick)?;
        println!("{argument}: {counted:.0} instructions, {expected:.0} committed");
        if (counted / expected - 1.0).abs() > tolerance {
            let reason =
                format!("{argument} takes {counted:.0} instructions, not {expected:.0}; if intended, update this file");
            return Err(Error::Content { path, reason });
        }
    }
    Ok(())
}

fn count(tools: &Tools, program: &str, argument: &str, is_of_tick: bool) -> Result<f64> {
    let file = tools.root().join("target/callgrind.out");
    let mut valgrind = tools.command("valgrind");
    valgrind.args(["--tool=callgrind", "--toggle-collect=*simulate*"]);
    valgrind.arg(format!("--callgrind-out-file={}", file.display())).args([program, argument]);
    fs::create_dir_all(tools.root().join("target")).map_err(at(&file))?;
    let output = output(&mut valgrind)?;
    let printed = String::from_utf8_lossy(&output.stdout).trim().parse::<f64>();
    let counts = fs::read_to_string(&file).map_err(at(&file))?;
    let total = counts.lines().find_map(|line| line.strip_prefix("summary: ")?.trim().parse::<f64>().ok());
    match (printed, total) {
        (Ok(ticks), Some(total)) if is_of_tick && ticks > 0.0 => Ok(total / ticks),
        (Ok(_), Some(total)) if !is_of_tick => Ok(total),
        _ => Err(Error::Content { path: file, reason: "has no number of instructions".to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pinned_compiler_has_the_small_tolerance() {
        assert_eq!(tolerance("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"), TOLERANCE);
        assert_eq!(tolerance("rustc 1.96.0"), TOLERANCE);
        for other in ["rustc 1.96.1 (0123 2026-06-20)", "rustc 1.95.0 (0123 2026-04-14)", "rustc 1.96.0-nightly", ""] {
            assert_eq!(tolerance(other), OTHER_TOLERANCE, "{other}");
        }
    }
}
