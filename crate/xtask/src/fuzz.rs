//! Fuzzing: libFuzzer with each target of `tests/fuzz`, and the coverage that it reaches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Error, Result, at};
use crate::setup::{Tools, output};

/// Coverage for libFuzzer, by flags of stable Rust: counters of edges, their places, and compared values.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                        -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";
const BUILD: &str = "build --profile fuzz --package matchday-fuzz --features libfuzzer --bin fuzz";
const TARGET: &str = "MATCHDAY_FUZZ_TARGET";
/// Longest time of an input, s.
const TIMEOUT_S: u32 = 2;
/// Limit of the process. The program itself holds the reader to 256 MB: libFuzzer's tables and inputs take memory, too.
const RSS_MB: u32 = 1_024;
/// Longest input, bytes: a season of a few rows.
const MOST_BYTES: u32 = 65_536;

/// The arguments of `fuzz`.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    minutes: u32,
    targets: Vec<String>,
}

impl Options {
    /// Reads the arguments.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let [flag, minutes, targets @ ..] = arguments else {
            return Err(Error::Usage("fuzz needs --minutes N".to_owned()));
        };
        match minutes.parse() {
            Ok(minutes) if minutes > 0 && flag == "--minutes" => Ok(Self { minutes, targets: targets.to_vec() }),
            _ => Err(Error::Usage(format!("fuzz: '{flag} {minutes}' is not --minutes N, such as --minutes 10"))),
        }
    }
}

/// What libFuzzer reached with a target.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reached {
    inputs: u64,
    per_second: u64,
    /// Edges of the program, and edges with their counts.
    edges: u64,
    features: u64,
}

/// Fuzzes the targets one after the other, and prints a table.
///
/// # Errors
/// No such target; targets that failed, after all have run.
pub fn fuzz(tools: &Tools, options: &Options) -> Result<()> {
    let all = targets(tools)?;
    if let Some(unknown) = options.targets.iter().find(|name| !all.contains(name)) {
        return Err(Error::Usage(format!("fuzz: there is no target '{unknown}', only {}", all.join(", "))));
    }
    let chosen = if options.targets.is_empty() { &all } else { &options.targets };
    let folder = build_folder(tools);
    let program = build(tools, &folder)?;
    let seconds = (options.minutes * 60 / chosen.len() as u32).max(1);
    println!("{:16} {:>12} {:>10} {:>8} {:>9}  failed", "target", "inputs", "a second", "edges", "features");
    let mut failed = Vec::new();
    for name in chosen {
        let (reached, is_failed) = run(tools, &program, &folder, name, seconds)?;
        let Reached { inputs, per_second, edges, features } = reached;
        let word = if is_failed { "yes" } else { "no" };
        println!("{name:16} {inputs:>12} {per_second:>10} {edges:>8} {features:>9}  {word}");
        failed.extend(is_failed.then(|| name.clone()));
    }
    if failed.is_empty() { Ok(()) } else { Err(Error::Fuzz(failed)) }
}

/// The names of all targets: each has a folder of inputs.
fn targets(tools: &Tools) -> Result<Vec<String>> {
    let folder = tools.root().join("tests/fuzz/corpus");
    let entries = fs::read_dir(&folder).map_err(at(&folder))?;
    let names = entries.map(|entry| Ok(entry.map_err(at(&folder))?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// A folder of its own: these flags would have everything else compiled again.
fn build_folder(tools: &Tools) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    tools.root().join(target).join("fuzz")
}

fn build(tools: &Tools, folder: &Path) -> Result<String> {
    let version = output(tools.command("rustc").arg("-vV"))?.stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let mut cargo = tools.command("cargo");
    // With `--target`, build scripts are compiled without these flags.
    cargo.args(BUILD.split_whitespace()).args(["--target", host, "--target-dir"]).arg(folder);
    output(cargo.env("RUSTFLAGS", COVERAGE))?;
    Ok(folder.join(host).join("fuzz/fuzz").to_string_lossy().into_owned())
}

/// Runs a target. New inputs stay in the build folder for the next run; those that fail are kept beside the corpora.
fn run(tools: &Tools, program: &str, folder: &Path, name: &str, seconds: u32) -> Result<(Reached, bool)> {
    let found = folder.join("corpus").join(name);
    let artifacts = tools.root().join("tests/fuzz/artifacts").join(name);
    for folder in [&found, &artifacts] {
        fs::create_dir_all(folder).map_err(at(folder))?;
    }
    let mut fuzzer = Command::new(program);
    fuzzer.current_dir(tools.root()).env(TARGET, name).stdin(Stdio::null());
    fuzzer.args([
        format!("-max_total_time={seconds}"),
        format!("-timeout={TIMEOUT_S}"),
        format!("-rss_limit_mb={RSS_MB}"),
        format!("-max_len={MOST_BYTES}"),
        format!("-artifact_prefix={}/", artifacts.display()),
        "-print_final_stats=1".to_owned(),
    ]);
    fuzzer.arg(&found).arg(tools.root().join("tests/fuzz/corpus").join(name));
    let ended = fuzzer.output().map_err(|source| Error::Start { program: program.to_owned(), source })?;
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    let log = artifacts.join("log.txt");
    fs::write(&log, &told).map_err(at(&log))?;
    Ok((reached(&told), !ended.status.success()))
}

/// Reads libFuzzer's output: `#4096 NEW cov: 90 ft: 120 corp: ...`, and its final statistics.
fn reached(told: &str) -> Reached {
    let last = |key: &str| {
        let (_, rest) = told.rsplit_once(key)?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let number = |key| last(key).unwrap_or_default();
    Reached {
        inputs: number("stat::number_of_executed_units:"),
        per_second: number("stat::average_exec_per_sec:"),
        edges: number(" cov: "),
        features: number(" ft: "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_come_first_and_targets_follow() {
        let parse = |text: &str| Options::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let expected = Options { minutes: 3, targets: vec!["link".to_owned(), "joins".to_owned()] };
        assert_eq!(parse("--minutes 3 link joins").unwrap(), expected);
        for wrong in ["", "--minutes", "--minutes 0", "--minutes soon", "link 3"] {
            assert!(matches!(parse(wrong), Err(Error::Usage(_))), "{wrong}");
        }
    }

    #[test]
    fn the_last_numbers_count() {
        let told = "#2\tINITED cov: 7 ft: 7 corp: 1/1b exec/s: 0 rss: 27Mb\n#87\tNEW    cov: 8 ft: 9 corp: 2/5b\n\
                    stat::number_of_executed_units: 4096\nstat::average_exec_per_sec:     1024\n";
        assert_eq!(reached(told), Reached { inputs: 4096, per_second: 1024, edges: 8, features: 9 });
        assert_eq!(reached("no such file"), Reached::default());
    }
}
