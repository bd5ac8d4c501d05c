//! Every command in the documents works, on small files and with fewer players and days.

use super::{PROGRAM, folder};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The command as documents write it.
const SPELLINGS: [&str; 2] = ["matchday ", "cargo run --release -p matchday-cli -- "];
/// What makes a day long, and a small number for it.
const SIZES: [(&str, &str); 6] =
    [("ccu=", "60"), ("seeds:", "1"), ("--days ", "1"), ("ladder_days=", "1"), ("accounts=", "500"), ("0.9:", "2")];

/// The documents with commands.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "data", "crate/cli", "www/guide"].map(|folder| Path::new(ROOT).join(folder));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The commands of a document. A backslash at the end of a line joins it with the next.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let arguments =
        |line: &str| SPELLINGS.iter().find_map(|spelling| line.trim_start().strip_prefix(spelling)).map(small);
    text.lines().filter_map(arguments).collect()
}

/// The arguments for a small day.
fn small(arguments: &str) -> String {
    let mut small = arguments.to_owned();
    for (key, size) in SIZES {
        let mut parts = small.split(key);
        let first = parts.next().unwrap_or_default().to_owned();
        let is_digit = |c: char| c.is_ascii_digit();
        small = parts.fold(first, |text, part| text + key + size + part.trim_start_matches(is_digit));
    }
    let simulates = ["run ", "rules run ", "season "].iter().any(|command| small.starts_with(command));
    if simulates && !small.contains("ccu=") && !small.contains("tickets=") && !small.contains("link") {
        small += " --set ccu=60";
    }
    small
}

/// A folder with the files that the commands name.
fn with_files(name: &str) -> PathBuf {
    let folder = folder(&format!("documents-{name}"));
    let fixtures = Path::new(ROOT).join("crate/fleet-config/tests/fleet_config/fixtures");
    for (fixture, name) in [("timers.json", "broker.json"), ("buffer.yaml", "fleet.yaml")] {
        fs::copy(fixtures.join(fixture), folder.join(name)).unwrap();
    }
    let pings = "timestamp,lat,long,datacenter,rtt_ms\n2026-05-20T12:00:00Z,50.1,8.6,frankfurt,12.5\n";
    let tickets: String = (0..40).map(|n| format!("{n},50.1,8.{n},1500\n")).collect();
    for (name, content) in [
        ("spec.json", r#"{"scenario": {"ccu": 60}, "axes": [{"key": "replay", "values": [0.6, 0.8]}], "seeds": 1}"#),
        ("joins.csv", "HH:MM:SS,lat,long\n12:30:00,50.1,8.6\n"),
        ("pings/day.csv", pings),
        ("queue.csv", &format!("time,lat,long,skill\n{tickets}")),
        ("matches.csv", "match_id,player_id,team,rank\nm,a,1,1\nm,b,2,2\n"),
        ("matchmaking.json", r#"{"RequestTimeoutSeconds": 60}"#),
        (
            "rules.json",
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "team", "minPlayers": 2, "maxPlayers": 2, "quantity": 2}]}"#,
        ),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    fs::write(folder.join("my.wasm"), wat::parse_str(include_str!("plugins/in_order.wat")).unwrap()).unwrap();
    symlink(Path::new(ROOT).join("data"), folder.join("data")).unwrap();
    folder
}

/// Runs the arguments in a shell, as readers do; returns the exit code and what went to standard error.
fn shell(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let script = format!("\"$MATCHDAY\" {arguments}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder).env("MATCHDAY", PROGRAM);
    shell.envs([("SLURM_ARRAY_TASK_ID", "1"), ("SLURM_ARRAY_TASK_COUNT", "8"), ("SLURM_CPUS_PER_TASK", "1")]);
    let output = shell.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Runs the commands of a document in order; returns their number.
fn run(document: &Path) -> usize {
    let commands = commands(&fs::read_to_string(document).unwrap());
    if commands.is_empty() {
        return 0;
    }
    let name = document.strip_prefix(ROOT).unwrap().to_str().unwrap().replace('/', "-");
    let folder = with_files(&name);
    for arguments in &commands {
        if arguments.contains("tickets=queue.parquet") {
            shell(&folder, "run --set ccu=60 --write-tickets queue.parquet");
        }
        if arguments.starts_with("sweep merge") {
            (1..=8).for_each(|part| {
                drop(shell(&folder, &format!("sweep spec.json --shard {part}/8 --out part-{part}.csv")));
            });
        }
        // Each sweep is another one.
        let _ = fs::remove_file(folder.join("results.csv"));
        let expected: &[i32] = match arguments.split_whitespace().next().unwrap() {
            // The sources of the data set are not here: only the arguments are right.
            "data" => &[1],
            // Whatever it finds in the files.
            "lint" => &[0, 1],
            _ => &[0],
        };
        let (code, said) = shell(&folder, arguments);
        assert!(
            code.is_some_and(|code| expected.contains(&code)),
            "{}: {arguments}: {code:?} {said}",
            document.display()
        );
    }
    commands.len()
}

#[test]
fn every_command_of_the_documents_works() {
    let documents = documents();
    let halves = documents.chunks(documents.len().div_ceil(2));
    let run_all = |half: &[PathBuf]| half.iter().map(|document| run(document)).sum::<usize>();
    let commands: usize = thread::scope(|scope| {
        let threads: Vec<_> = halves.map(|half| scope.spawn(move || run_all(half))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(commands > 40, "{commands}");
}
