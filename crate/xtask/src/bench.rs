//! The cost of a simulated day: the table of times, and the number of instructions, which tests compare.

use std::fs;

use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::serve;
use crate::setup::{Tools, output, run as run_command};

const BENCH: [&str; 6] = ["bench", "--quiet", "--package", "matchday-tests", "--bench", "day"];

/// The committed numbers, one line per population: `CCU instructions-per-tick`.
const COMMITTED: &str = "tests/bench/instructions.txt";

/// Tolerance as a fraction: builds of other compiler versions differ.
const TOLERANCE: f64 = 0.1;

/// Prints the times of days, of passes over a ranked queue, of calls of a rule set, of random draws, and of plug-ins; then
/// what a reader of the page feels: layout shift, time from a press to the next paint, frames a second; and the memory that
/// runs take.
pub fn bench(tools: &Tools) -> Result<()> {
    run_command(
        tools
            .command("cargo")
            .args(BENCH)
            .args(["--bench", "queue", "--bench", "rule_set", "--bench", "draws", "--bench", "plugin"]),
    )?;
    build::build(tools, Profile::Release)?;
    tools.install_node_modules("tests/e2e")?;
    let address = serve::start(tools.root(), 0)?;
    for script in ["page", "memory"] {
        run_command(tools.command("node").arg(format!("tests/e2e/bench/{script}.mjs")).env("MATCHDAY_URL", &address))?;
    }
    Ok(())
}

/// Counts the instructions of a tick and compares them with the committed numbers.
pub fn instructions(tools: &Tools) -> Result<()> {
    run_command(tools.command("bash").arg("crate/xtask/setup-valgrind.sh"))?;
    let program = tools.built(&[&BENCH[..], &["--no-run"]].concat(), "/day-")?;
    let path = tools.root().join(COMMITTED);
    let committed = fs::read_to_string(&path).map_err(at(&path))?;
    for line in committed.lines() {
        let mut words = line.split_whitespace();
        let (Some(ccu), Some(expected)) = (words.next(), words.next().and_then(|word| word.parse::<f64>().ok())) else {
            return Err(Error::Content { path, reason: format!("'{line}' is not a CCU and a number") });
        };
        let counted = count(tools, &program, ccu)?;
        println!("CCU {ccu}: {counted:.0} instructions per tick, {expected:.0} committed");
        if (counted / expected - 1.0).abs() > TOLERANCE {
            let reason = format!(
                "a tick at CCU {ccu} takes {counted:.0} instructions, not {expected:.0}; if intended, update this file"
            );
            return Err(Error::Content { path, reason });
        }
    }
    Ok(())
}

fn count(tools: &Tools, program: &str, ccu: &str) -> Result<f64> {
    let file = tools.root().join("target/callgrind.out");
    let mut valgrind = tools.command("valgrind");
    valgrind.args(["--tool=callgrind", "--toggle-collect=*simulate*"]);
    valgrind.arg(format!("--callgrind-out-file={}", file.display())).args([program, ccu]);
    fs::create_dir_all(tools.root().join("target")).map_err(at(&file))?;
    let output = output(&mut valgrind)?;
    let ticks = String::from_utf8_lossy(&output.stdout).trim().parse::<f64>();
    let counts = fs::read_to_string(&file).map_err(at(&file))?;
    let total = counts.lines().find_map(|line| line.strip_prefix("summary: ")?.trim().parse::<f64>().ok());
    match (ticks, total) {
        (Ok(ticks), Some(total)) if ticks > 0.0 => Ok(total / ticks),
        _ => Err(Error::Content { path: file, reason: "has no number of instructions".to_owned() }),
    }
}
