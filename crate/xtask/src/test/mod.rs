//! All checks of the project, in the order that finds mistakes soonest.
//!
//! Without `--full`, every behaviour is tested once, where that is cheapest. `--full` adds what takes long: other builds of
//! the same code, other browsers and sizes, many seeds, kills and hostile bytes.

mod tally;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use self::tally::Tally;
use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::setup::{Tools, run as run_command};
use crate::{bench, dist, libraries, serve, sizes};

/// A check.
pub struct Step {
    name: String,
    action: Box<Action>,
}

type Action = dyn Fn(&Tools, &mut Tally) -> Result<()>;

impl Step {
    fn new(name: &str, action: impl Fn(&Tools, &mut Tally) -> Result<()> + 'static) -> Self {
        Self { name: name.to_owned(), action: Box::new(action) }
    }
}

/// The checks of every day. With `is_full`, native tests repeat what is random more often, and browser tests also run those
/// that are marked as slow.
fn daily(is_full: bool) -> Vec<Step> {
    vec![
        Step::new("format", |tools, _| cargo(tools, "fmt --all --check")),
        Step::new("clippy", |tools, _| cargo(tools, "clippy --quiet --workspace --all-targets -- --deny warnings")),
        Step::new("native", move |tools, tally| native(tools, tally, is_full)),
        Step::new("modules", modules),
        Step::new("build", |tools, _| build::build(tools, Profile::Release)),
        Step::new("types", |tools, _| types(tools)),
        Step::new("sizes", |tools, _| sizes::check(tools.root())),
        Step::new("e2e", move |tools, tally| end_to_end(tools, tally, &browser_files(tools)?, is_full)),
    ]
}

/// Checks that are too slow for every day. They run only by name or with `--full`.
fn slow() -> Vec<Step> {
    vec![
        // Code that is compiled for wasm alone, which the daily check does not see.
        Step::new("clippy-wasm", |tools, _| {
            let args = "--all-targets --target wasm32-unknown-unknown -- --deny warnings";
            cargo(tools, &format!("clippy --quiet {} {args}", WASM_PACKAGES.join(" ")))
        }),
        Step::new("outside", outside),
        Step::new("instructions", |tools, _| bench::instructions(tools)),
        // The law, hundreds of days held against relations between them, and 10,000 tiny worlds.
        Step::new("statistics", |tools, tally| {
            tally.run(&mut cargo_test(tools, "--package matchday-tests --test native", "--ignored --nocapture"))
        }),
        Step::new("faults", |tools, tally| {
            let mut faults = cargo_test(tools, "--package matchday-cli --test cli faults", "--nocapture");
            tally.run(faults.env("MATCHDAY_FAULTS", "all"))
        }),
        Step::new("kills", |tools, tally| long_browser_test(tools, tally, "kills", &[("MATCHDAY_KILLS", "40")])),
        Step::new("siege", |tools, tally| {
            let many = [("MATCHDAY_TRAPS", "50"), ("MATCHDAY_LINKS", "100000"), ("MATCHDAY_MESSAGES", "10000")];
            long_browser_test(tools, tally, "siege", &many)?;
            long_browser_test(tools, tally, "hostile", &many)
        }),
        Step::new("determinism", determinism),
    ]
}

/// Everything that has one of these names: steps, a crate by its folder, a file of browser tests. Without names all daily
/// steps, with `--full` the slow ones too.
pub fn select(root: &Path, arguments: &[String]) -> Result<Vec<Step>> {
    let is_full = arguments.iter().any(|argument| argument == "--full");
    let names: Vec<&String> = arguments.iter().filter(|argument| *argument != "--full").collect();
    if names.is_empty() {
        let slow = if is_full { slow() } else { Vec::new() };
        return Ok(daily(is_full).into_iter().chain(slow).collect());
    }
    let named = names.into_iter().map(|name| named(root, name, is_full));
    Ok(named.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn named(root: &Path, name: &str, is_full: bool) -> Result<Vec<Step>> {
    let mut steps: Vec<Step> = daily(is_full).into_iter().chain(slow()).filter(|step| step.name == name).collect();
    let package = package(name);
    if build::PACKAGES.contains(&package.as_str()) {
        // Its tests are those of wasm.
        steps.push(Step::new("modules", modules));
    } else if root.join("crate").join(name).join("Cargo.toml").exists() {
        let tests =
            move |tools: &Tools, tally: &mut Tally| native_of(tools, tally, &format!("--package {package}"), is_full);
        steps.push(Step::new(&format!("crate {name}"), tests));
    }
    let file = browser_file(root, name);
    if file.exists() {
        let tests = move |tools: &Tools, tally: &mut Tally| {
            build::build(tools, Profile::Release)?;
            end_to_end(tools, tally, std::slice::from_ref(&file), is_full)
        };
        steps.push(Step::new(&format!("browser {name}"), tests));
    }
    if steps.is_empty() {
        return Err(Error::Usage(format!("there is no step, no crate and no file of browser tests named '{name}'")));
    }
    Ok(steps)
}

fn package(folder: &str) -> String {
    if folder == "xtask" { folder.to_owned() } else { format!("matchday-{folder}") }
}

/// Runs the steps and stops at the first failure. The last line has the numbers of passed, failed and skipped tests; the
/// output of a failed step is right above it.
pub fn run(steps: &[Step]) -> ExitCode {
    let mut tally = Tally::default();
    let result = run_steps(steps, &mut tally);
    if let Err(error) = &result {
        eprintln!("error: {error}");
    }
    println!("{tally}");
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_steps(steps: &[Step], tally: &mut Tally) -> Result<()> {
    let tools = Tools::set_up().inspect_err(|_| tally.fail_one())?;
    let mut times = Vec::new();
    for Step { name, action } in steps {
        println!("\n== {name}");
        let start = Instant::now();
        let result = tally.run_step(|tally| action(&tools, tally));
        let seconds = start.elapsed().as_secs_f64();
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        println!("== {name} {verdict} in {seconds:.1} s");
        result?;
        times.push((name, seconds));
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
fn native(tools: &Tools, tally: &mut Tally, is_full: bool) -> Result<()> {
    native_of(tools, tally, "", is_full)?;
    if has_measured_maps() { tally.run(&mut ignored_tests(tools, "measured")) } else { Ok(()) }
}

/// Names the folder of measured latency maps, which the set-up cannot fetch.
const MEASURED_MAPS: &str = "MATCHDAY_REFERENCE_MAPS";

fn has_measured_maps() -> bool {
    let are_named = std::env::var_os(MEASURED_MAPS).is_some();
    if !are_named {
        println!("{MEASURED_MAPS} is not set: tests on measured latency maps are skipped");
    }
    are_named
}

fn native_of(tools: &Tools, tally: &mut Tally, of: &str, is_full: bool) -> Result<()> {
    // Some compile code with the page's libraries.
    libraries::install(tools)?;
    let mut tests = cargo_test(tools, of, "");
    if is_full {
        tests.env("MATCHDAY_FULL", "1").env("PROPTEST_CASES", "10000");
    }
    tally.run(&mut tests)
}

/// Ignored tests with one of these words in their names.
fn ignored_tests(tools: &Tools, words: &str) -> Command {
    // All packages: a selection of packages would be compiled with other features.
    cargo_test(tools, "--tests", &format!("--ignored {words}"))
}

/// Tests against programs and sources from outside the repository: DuckDB, Ray, the sources of the data set.
fn outside(tools: &Tools, tally: &mut Tally) -> Result<()> {
    let model = if has_measured_maps() { "the_route_model" } else { "" };
    let mut tests = ignored_tests(tools, &format!("documented_queries rebuilding_gives ray_gives {model}"));
    tests.env("MATCHDAY_DATA_SOURCES", tools.install("sources")?);
    tests.env("MATCHDAY_DUCKDB", tools.install("duckdb")?).env("MATCHDAY_RAY", tools.install("ray")?);
    tally.run(&mut tests)
}

/// What is compiled for wasm. Named in each call, so that the crates below them are compiled once.
const WASM_PACKAGES: [&str; 8] = [
    "--package",
    "matchday-web",
    "--package",
    "matchday-web-lab",
    "--package",
    "matchday-web-store",
    "--package",
    "matchday-fuzz",
];

/// The tests of the page's wasm modules in workers, where they simulate, and those of canvases on the main thread; and the
/// readers of foreign bytes, in node.
fn modules(tools: &Tools, tally: &mut Tally) -> Result<()> {
    tools.install("wasm-pack")?;
    tools.install("chromium")?;
    let mut wasm_pack = |module: &[&str], place: &str, of: &[&str]| {
        let mut tests = tools.command("wasm-pack");
        tests.arg("test").args(module).args(WASM_PACKAGES).args(of).env(place, "1");
        // Seconds; the tests simulate whole days.
        tally.run(tests.env("WASM_BINDGEN_TEST_TIMEOUT", "120"))
    };
    let chrome = ["--headless", "--chrome", "crate/web"];
    wasm_pack(&chrome, "WASM_BINDGEN_USE_DEDICATED_WORKER", &["--lib"])?;
    wasm_pack(&chrome, "WASM_BINDGEN_USE_BROWSER", &["--lib", "--", "tests::canvas"])?;
    wasm_pack(&["--node", "tests/fuzz"], "WASM_BINDGEN_TEST_ONLY_NODE", &["--test", "fuzz"])
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

/// Files of `tests/e2e/specs` against the page as the development server sends it. Those that ask for them also get the site
/// for static hosts, and the command line, which takes minutes to build.
fn end_to_end(tools: &Tools, tally: &mut Tally, files: &[PathBuf], is_full: bool) -> Result<()> {
    let mut tests = browser_tests(tools, files)?;
    if asks_for(SITE, files)? {
        tests.env(SITE, dist::lay_out(tools, &dist::Options::default())?);
    }
    if asks_for(COMMAND, files)? {
        tests.env(COMMAND, tested_command(tools)?);
    }
    if is_full {
        tests.env("MATCHDAY_FULL", "1");
    }
    tally.run(&mut tests)
}

const SITE: &str = "MATCHDAY_SITE";
const COMMAND: &str = "MATCHDAY_COMMAND";

fn asks_for(variable: &str, files: &[PathBuf]) -> Result<bool> {
    for file in files {
        if fs::read_to_string(file).map_err(at(file))?.contains(variable) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The command line as the native tests build it, with the checks of debug builds.
fn tested_command(tools: &Tools) -> Result<String> {
    tools.built(&["test", "--quiet", "--no-run"], "/debug/matchday")
}

/// All of a file of browser tests, with these settings.
fn long_browser_test(tools: &Tools, tally: &mut Tally, name: &str, settings: &[(&str, &str)]) -> Result<()> {
    build::build(tools, Profile::Release)?;
    let mut tests = browser_tests(tools, &[browser_file(tools.root(), name)])?;
    // Beside other work, the longest took two hours on two cores.
    tests.env("MATCHDAY_FULL", "1").env("MATCHDAY_LONGEST_MS", "10800000");
    tally.run(tests.envs(settings.iter().copied()))
}

/// Days of hundreds of seeds: from a build of the command with checks and an optimised one, in node, Chromium and Firefox.
fn determinism(tools: &Tools, tally: &mut Tally) -> Result<()> {
    tools.install("firefox")?;
    let optimised = ["build", "--quiet", "--package", "matchday-cli", "--release"];
    let (tested, optimised) = (tested_command(tools)?, tools.built(&optimised, "/release/matchday")?);
    let many = [
        (COMMAND, tested.as_str()),
        ("MATCHDAY_OPTIMISED_COMMAND", &optimised),
        ("MATCHDAY_FIREFOX", "1"),
        ("MATCHDAY_SEEDS", "200"),
    ];
    long_browser_test(tools, tally, "determinism", &many)
}

/// The command that runs these browser tests against a new server.
fn browser_tests(tools: &Tools, files: &[PathBuf]) -> Result<Command> {
    tools.install("chromium")?;
    tools.install_node_modules("tests/e2e")?;
    let address = serve::start(tools.root())?;
    let mut node = tools.command("node");
    node.arg("tests/e2e/support/run.mjs").args(files).env("MATCHDAY_URL", address);
    Ok(node)
}

const BROWSER_FILES: &str = "tests/e2e/specs";

fn browser_file(root: &Path, name: &str) -> PathBuf {
    root.join(BROWSER_FILES).join(format!("{name}.test.mjs"))
}

fn browser_files(tools: &Tools) -> Result<Vec<PathBuf>> {
    let folder = tools.root().join(BROWSER_FILES);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at(&folder))? {
        let path = entry.map_err(at(&folder))?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() { Err(Error::NoTests(BROWSER_FILES)) } else { Ok(files) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(names: &[&str]) -> Result<Vec<String>> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Ok(select(&root, &names)?.into_iter().map(|step| step.name).collect())
    }

    #[test]
    fn a_name_selects_all_that_has_it() {
        assert_eq!(selected(&["e2e", "build"]).unwrap(), ["e2e", "build"]);
        assert_eq!(selected(&["season"]).unwrap(), ["browser season"]);
        assert_eq!(selected(&["sim"]).unwrap(), ["crate sim"]);
        assert_eq!(selected(&["web-lab"]).unwrap(), ["modules"]);
        assert_eq!(selected(&["store"]).unwrap(), ["crate store", "browser store"]);
        assert_eq!(selected(&["siege"]).unwrap(), ["siege", "browser siege"]);
        assert!(matches!(selected(&["e3e"]), Err(Error::Usage(_))));
    }

    #[test]
    fn all_steps_run_only_when_they_are_asked_for() {
        assert_eq!(selected(&[]).unwrap().len(), daily(false).len());
        assert_eq!(selected(&["--full"]).unwrap().len(), daily(true).len() + slow().len());
    }

    #[test]
    fn the_usage_names_every_step() {
        for step in daily(false).into_iter().chain(slow()) {
            assert!(crate::USAGE.contains(&step.name), "{}", step.name);
        }
    }
}
