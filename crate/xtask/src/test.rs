//! Everything that has to pass, in the order that finds mistakes soonest.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::setup::{Tools, run as run_command};
use crate::{bench, dist, serve, sizes};

/// One thing that has to pass.
pub struct Step {
    name: &'static str,
    action: fn(&Tools) -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "format", action: |tools| cargo(tools, "fmt --all --check") },
    Step { name: "clippy", action: |tools| cargo(tools, "clippy --quiet --all-targets -- --deny warnings") },
    Step {
        name: "clippy-wasm",
        action: |tools| {
            let args = "clippy --quiet --package matchday-web --package matchday-web-lab --package matchday-web-store \
                        --all-targets --target wasm32-unknown-unknown -- --deny warnings";
            cargo(tools, args)
        },
    },
    Step { name: "native", action: native },
    Step {
        name: "release",
        action: |tools| {
            // The golden runs, and what takes too long without optimisation; of the others nothing but time would come.
            let args = "test --quiet --release --package matchday-tests --test runs --test law --test playlists";
            cargo(tools, args)
        },
    },
    Step { name: "instructions", action: bench::instructions },
    Step { name: "browser", action: browser },
    Step { name: "build", action: |tools| build::build(tools, Profile::Release) },
    Step { name: "types", action: types },
    Step { name: "sizes", action: |tools| sizes::check(tools.root()) },
    Step { name: "e2e", action: end_to_end },
];

/// What takes too long for every day: only when it is asked for, by its name or with `--full`.
const FULL: &[Step] = &[Step {
    name: "law",
    action: |tools| cargo(tools, "test --quiet --release --package matchday-tests --test law -- --ignored --nocapture"),
}];

/// The steps of these names, in our order; all of them when none is named, and with `--full` the long ones too.
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

/// Runs the steps and stops at the first that fails; what it printed stands right above the error.
pub fn run(tools: &Tools, steps: &[&Step]) -> Result<()> {
    let mut times = Vec::new();
    for step in steps {
        println!("\n== {}", step.name);
        let start = Instant::now();
        let result = (step.action)(tools);
        let seconds = start.elapsed().as_secs_f64();
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        println!("== {} {verdict} in {seconds:.1} s", step.name);
        result?;
        times.push((step.name, seconds));
    }
    println!("\nall passed");
    for (name, seconds) in times {
        println!("{seconds:>7.1} s  {name}");
    }
    Ok(())
}

fn cargo(tools: &Tools, args: &str) -> Result<()> {
    run_command(tools.command("cargo").args(args.split_whitespace()))
}

/// The tests of the crates that run without a browser.
fn native(tools: &Tools) -> Result<()> {
    // The tests themselves cannot say so: cargo hides what a passing test prints.
    if std::env::var_os("MATCHDAY_REFERENCE_MAPS").is_none() {
        println!("MATCHDAY_REFERENCE_MAPS is not set: what compares with measured latency maps is skipped");
    }
    let mut cargo = tools.command("cargo");
    cargo.env("MATCHDAY_DUCKDB", tools.set_up_duckdb()?).env("MATCHDAY_DATA_SOURCES", tools.set_up_sources()?);
    run_command(cargo.args(["test", "--quiet"]))?;
    let mut ray = tools.command("cargo");
    // Of all packages again, so that nothing is compiled with other features.
    ray.args(["test", "--quiet", "--test", "ray", "--", "--ignored"]);
    run_command(ray.env("MATCHDAY_RAY", tools.set_up_ray()?))
}

/// The tests inside the page's modules, where the page uses them: on the main thread, and in a worker.
fn browser(tools: &Tools) -> Result<()> {
    for module in ["crate/web", "crate/web-lab", "crate/web-store"] {
        for place in ["WASM_BINDGEN_USE_BROWSER", "WASM_BINDGEN_USE_DEDICATED_WORKER"] {
            let mut wasm_pack = tools.command("wasm-pack");
            wasm_pack
                .args(["test", "--headless", "--chrome", module])
                .env(place, "1")
                // Seconds; whole days are simulated there.
                .env("WASM_BINDGEN_TEST_TIMEOUT", "120");
            run_command(&mut wasm_pack)?;
        }
    }
    Ok(())
}

/// The page and the worker see different globals, so each has its own configuration.
fn types(tools: &Tools) -> Result<()> {
    install_node_modules(tools)?;
    for config in ["tsconfig.json", "tsconfig.worker.json"] {
        let mut node = tools.command("node");
        node.args(["node_modules/typescript/bin/tsc", "--project", config]).current_dir(tools.root().join("tests/e2e"));
        run_command(&mut node)?;
    }
    Ok(())
}

/// `tests/e2e/*.test.mjs` against the page as the development server sends it, and against the site for static hosts.
fn end_to_end(tools: &Tools) -> Result<()> {
    install_node_modules(tools)?;
    let tests = end_to_end_tests(tools)?;
    let site = dist::dist(tools, &dist::Options::default())?;
    let address = serve::start(tools.root(), 0)?;
    // As the native tests have it.
    let command = tools.built(&["test", "--quiet", "--no-run"], "/debug/matchday")?;
    let mut node = tools.command("node");
    node.args(["--test", "--test-reporter=spec"]).args(tests);
    node.env("MATCHDAY_URL", address).env("MATCHDAY_SITE", site).env("MATCHDAY_COMMAND", command);
    run_command(&mut node)
}

fn end_to_end_tests(tools: &Tools) -> Result<Vec<PathBuf>> {
    let folder = tools.root().join("tests/e2e");
    let mut tests = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at(&folder))? {
        let path = entry.map_err(at(&folder))?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            tests.push(path);
        }
    }
    tests.sort();
    if tests.is_empty() {
        return Err(Error::NoTests("tests/e2e"));
    }
    Ok(tests)
}

/// `npm ci`, unless what is there came from the very same lock file.
fn install_node_modules(tools: &Tools) -> Result<()> {
    let folder = tools.root().join("tests/e2e");
    let lock = folder.join("package-lock.json");
    let wanted = fs::read(&lock).map_err(at(&lock))?;
    let installed = folder.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|content| content == wanted) {
        return Ok(());
    }
    let mut npm = tools.command("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder);
    run_command(&mut npm)?;
    fs::write(&installed, wanted).map_err(at(&installed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(names: &[&str]) -> Result<Vec<&'static str>> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Ok(select(&names)?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn steps_run_in_our_order() {
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
