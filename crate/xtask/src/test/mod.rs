//! All checks of the project, in the order that finds mistakes soonest.

mod tally;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

use self::tally::Tally;
use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::setup::{Tools, run as run_command};
use crate::{bench, dist, libraries, serve, sizes};

/// A check.
pub struct Step {
    name: &'static str,
    action: fn(&Tools, &mut Tally) -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "format", action: |tools, _| cargo(tools, "fmt --all --check") },
    Step { name: "clippy", action: |tools, _| cargo(tools, "clippy --quiet --all-targets -- --deny warnings") },
    Step {
        name: "clippy-wasm",
        action: |tools, _| {
            let args = "clippy --quiet --package matchday-web --package matchday-web-lab --package matchday-web-store \
                        --package matchday-fuzz --all-targets --target wasm32-unknown-unknown -- --deny warnings";
            cargo(tools, args)
        },
    },
    Step { name: "native", action: native },
    Step {
        name: "release",
        action: |tools, tally| {
            // The golden runs, and tests that are too slow without optimisation. The other tests would only take time.
            let of = "--profile quick --package matchday-tests --test runs --test law --test playlists --test ladder \
                      --test effects --test starvation --test metamorphic --test tiny";
            libraries::install(tools)?;
            tally.run(&mut cargo_test(tools, of, ""))
        },
    },
    Step { name: "instructions", action: |tools, _| bench::instructions(tools) },
    Step { name: "browser", action: browser },
    Step { name: "build", action: |tools, _| build::build(tools, Profile::Release) },
    Step { name: "types", action: |tools, _| types(tools) },
    Step { name: "sizes", action: |tools, _| sizes::check(tools.root()) },
    Step { name: "e2e", action: end_to_end },
];

/// Checks that are too slow for every day. They run only by name or with `--full`.
const FULL: &[Step] = &[
    Step {
        name: "law",
        action: |tools, tally| {
            libraries::install(tools)?;
            tally.run(&mut cargo_test(
                tools,
                "--profile quick --package matchday-tests --test law",
                "--ignored --nocapture",
            ))
        },
    },
    Step {
        name: "statistics",
        action: |tools, tally| {
            let of = "--profile quick --package matchday-tests --test metamorphic --test tiny";
            tally.run(&mut cargo_test(tools, of, "--ignored --nocapture"))
        },
    },
    Step {
        name: "faults",
        action: |tools, tally| {
            let mut faults =
                cargo_test(tools, "--profile quick --package matchday-cli --test commands faults", "--nocapture");
            tally.run(faults.env("MATCHDAY_FAULTS", "all"))
        },
    },
    Step { name: "kills", action: kills },
    Step { name: "siege", action: siege },
    Step { name: "determinism", action: determinism },
];

/// Parts of the names of ignored tests that need tools or sources from outside the repository.
const NEED_SET_UP: &str = "documented_queries rebuilding_gives ray_gives";
/// Part of the names of ignored tests that need measured latency maps. The set-up cannot fetch these maps; the variable
/// names their folder.
const NEED_MEASURED_MAPS: &str = "measured";
const MEASURED_MAPS: &str = "MATCHDAY_REFERENCE_MAPS";

/// The steps with these names, in the order of the list. Without names all steps, with `--full` the slow ones too.
pub fn select(arguments: &[String]) -> Result<Vec<&'static Step>> {
    let full = arguments.iter().any(|argument| argument == "--full");
    let names: Vec<&String> = arguments.iter().filter(|argument| *argument != "--full").collect();
    let known = |name: &&String| STEPS.iter().chain(FULL).any(|step| step.name == **name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(Error::Usage(format!("there is no step '{unknown}'")));
    }
    let named = |step: &&Step| names.iter().any(|name| *name == step.name);
    let every_day = STEPS.iter().filter(|step| named(step) || names.is_empty());
    Ok(every_day.chain(FULL.iter().filter(|step| named(step) || full)).collect())
}

/// Runs the steps and stops at the first failure. The last line has the numbers of passed, failed and skipped tests; the
/// output of a failed step is right above it.
pub fn run(steps: &[&Step]) -> ExitCode {
    let mut tally = Tally::default();
    let result = run_steps(steps, &mut tally);
    if let Err(error) = &result {
        eprintln!("error: {error}");
    }
    println!("{tally}");
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_steps(steps: &[&Step], tally: &mut Tally) -> Result<()> {
    let tools = Tools::set_up().inspect_err(|_| tally.fail_one())?;
    let mut times = Vec::new();
    for step in steps {
        println!("\n== {}", step.name);
        let start = Instant::now();
        let result = tally.run_step(|tally| (step.action)(&tools, tally));
        let seconds = start.elapsed().as_secs_f64();
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        println!("== {} {verdict} in {seconds:.1} s", step.name);
        result?;
        times.push((step.name, seconds));
    }
    println!();
    for (name, seconds) in times {
        println!("{seconds:>7.1} s  {name}");
    }
    Ok(())
}

fn cargo(tools: &Tools, args: &str) -> Result<()> {
    run_command(tools.command("cargo").args(args.split_whitespace()))
}

/// `cargo test` of these packages or targets, with these arguments to the tests. It names each target and test, for the
/// tally.
fn cargo_test(tools: &Tools, of: &str, to_tests: &str) -> Command {
    let mut cargo = tools.command("cargo");
    cargo.arg("test").args(of.split_whitespace()).env("CARGO_TERM_COLOR", "never");
    cargo.args(["--", "--format=pretty"]).args(to_tests.split_whitespace());
    cargo
}

/// The tests of the crates that run without a browser.
fn native(tools: &Tools, tally: &mut Tally) -> Result<()> {
    tally.run(&mut cargo_test(tools, "", ""))?;

    let mut ignored = format!("--ignored {NEED_SET_UP}");
    if std::env::var_os(MEASURED_MAPS).is_some() {
        ignored = format!("{ignored} {NEED_MEASURED_MAPS}");
    } else {
        println!("{MEASURED_MAPS} is not set: tests on measured latency maps are skipped");
    }
    // All packages again: a selection of packages would be compiled with other features.
    let mut tests = cargo_test(tools, "--tests", &ignored);
    tests.env("MATCHDAY_DATA_SOURCES", tools.set_up_sources()?);
    tests.env("MATCHDAY_DUCKDB", tools.set_up_duckdb()?).env("MATCHDAY_RAY", tools.set_up_ray()?);
    tally.run(&mut tests)
}

/// The tests of the page's wasm modules and of its readers, on the main thread and in a worker.
fn browser(tools: &Tools, tally: &mut Tally) -> Result<()> {
    for module in ["crate/web", "crate/web-lab", "crate/web-store", "tests/fuzz"] {
        for place in ["WASM_BINDGEN_USE_BROWSER", "WASM_BINDGEN_USE_DEDICATED_WORKER"] {
            let mut wasm_pack = tools.command("wasm-pack");
            wasm_pack
                .args(["test", "--headless", "--chrome", module])
                .env(place, "1")
                // Seconds; the tests simulate whole days.
                .env("WASM_BINDGEN_TEST_TIMEOUT", "120");
            tally.run(&mut wasm_pack)?;
        }
    }
    Ok(())
}

/// Checks the types of the page and of the workers, which have different globals, and the form of all scripts and styles.
fn types(tools: &Tools) -> Result<()> {
    tools.install_node_modules("tests/e2e")?;
    let mut prettier = tools.command("node");
    prettier.args(["tests/e2e/node_modules/prettier/bin/prettier.cjs", "--check", "www", "tests/e2e"]);
    run_command(&mut prettier)?;
    for config in ["tsconfig.json", "tsconfig.worker.json"] {
        let mut node = tools.command("node");
        node.args(["node_modules/typescript/bin/tsc", "--project", config]).current_dir(tools.root().join("tests/e2e"));
        run_command(&mut node)?;
    }
    Ok(())
}

/// `tests/e2e/specs/*.test.mjs` against the page as the development server sends it, and against the site for static hosts.
fn end_to_end(tools: &Tools, tally: &mut Tally) -> Result<()> {
    let tests = end_to_end_tests(tools)?;
    let site = dist::dist(tools, &dist::Options::default())?;
    let command = tested_command(tools)?;
    tally.run(browser_tests(tools, &tests)?.env("MATCHDAY_SITE", site).env("MATCHDAY_COMMAND", command))
}

/// The command line as the native tests build it: with the checks of debug builds, but not so slow that hundreds of days
/// take hours.
fn tested_command(tools: &Tools) -> Result<String> {
    tools.built(&["test", "--quiet", "--no-run"], "/debug/matchday")
}

/// Kills the browser while it writes a season, more often than the daily tests do.
fn kills(tools: &Tools, tally: &mut Tally) -> Result<()> {
    build::build(tools, Profile::Release)?;
    let test = tools.root().join("tests/e2e/specs/kills.test.mjs");
    tally.run(browser_tests(tools, &[test])?.env("MATCHDAY_KILLS", "40"))
}

/// Traps of the page's engine, hostile links and hostile messages, far more than in the daily tests.
fn siege(tools: &Tools, tally: &mut Tally) -> Result<()> {
    build::build(tools, Profile::Release)?;
    let tests = ["siege", "hostile"].map(|name| tools.root().join(format!("tests/e2e/specs/{name}.test.mjs")));
    let mut node = browser_tests(tools, &tests)?;
    node.env("MATCHDAY_TRAPS", "50").env("MATCHDAY_LINKS", "100000").env("MATCHDAY_MESSAGES", "10000");
    // 100,000 links take about a quarter of an hour.
    tally.run(node.env("MATCHDAY_LONGEST_MS", "5400000"))
}

/// Days of hundreds of seeds: from a build of the command with checks and an optimised one, in node, Chromium and Firefox.
fn determinism(tools: &Tools, tally: &mut Tally) -> Result<()> {
    build::build(tools, Profile::Release)?;
    run_command(tools.command("bash").arg("crate/xtask/setup-firefox.sh"))?;
    let test = tools.root().join("tests/e2e/specs/determinism.test.mjs");
    let mut node = browser_tests(tools, &[test])?;
    let optimised = ["build", "--quiet", "--package", "matchday-cli", "--profile", "quick"];
    node.env("MATCHDAY_COMMAND", tested_command(tools)?);
    node.env("MATCHDAY_OPTIMISED_COMMAND", tools.built(&optimised, "/quick/matchday")?);
    // Beside other work, the days took two hours on two cores.
    tally.run(node.env("MATCHDAY_FIREFOX", "1").env("MATCHDAY_SEEDS", "200").env("MATCHDAY_LONGEST_MS", "10800000"))
}

/// The command that runs these browser tests against a new server.
fn browser_tests(tools: &Tools, tests: &[PathBuf]) -> Result<Command> {
    tools.install_node_modules("tests/e2e")?;
    let address = serve::start(tools.root(), 0)?;
    let mut node = tools.command("node");
    node.arg("tests/e2e/support/run.mjs").args(tests).env("MATCHDAY_URL", address);
    Ok(node)
}

fn end_to_end_tests(tools: &Tools) -> Result<Vec<PathBuf>> {
    let folder = tools.root().join("tests/e2e/specs");
    let mut tests = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at(&folder))? {
        let path = entry.map_err(at(&folder))?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            tests.push(path);
        }
    }
    tests.sort();
    if tests.is_empty() {
        return Err(Error::NoTests("tests/e2e/specs"));
    }
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(names: &[&str]) -> Result<Vec<&'static str>> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Ok(select(&names)?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn steps_run_in_the_order_of_the_list() {
        assert_eq!(selected(&["e2e", "build"]).unwrap(), ["build", "e2e"]);
        assert_eq!(selected(&[]).unwrap().len(), STEPS.len());
        assert!(matches!(selected(&["e3e"]), Err(Error::Usage(_))));
    }

    #[test]
    fn the_usage_names_every_step() {
        for step in STEPS {
            assert!(crate::USAGE.contains(step.name), "{}", step.name);
        }
    }
}
