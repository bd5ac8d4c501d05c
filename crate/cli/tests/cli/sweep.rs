//! `matchday sweep` as scripts use it: the real binary on real files.

use super::{PROGRAM, folder};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Three values, two seeds, few players: six short runs.
const SPEC: &str = r#"{"scenario": {"ccu": 60, "dcs": "-lima"}, "seeds": 2,
    "axes": [{"key": "replay", "from": 0.6, "to": 0.8, "count": 3}]}"#;
const LINK: &str = "http://localhost/#v=1&ccu=60&dcs=-lima&sweep=replay:0.6..0.8:3~seeds:2";

/// A fresh folder for one test, with the specification in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = folder(&format!("sweep-{name}"));
        fs::write(folder.join("spec.json"), SPEC).unwrap();
        Self(folder)
    }

    fn command(&self, args: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.0).args(args.split_whitespace());
        command
    }

    fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// Its standard output.
    fn works(&self, args: &str) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The message of a refused call, which fails and prints nothing else.
    fn refusal(&self, args: &str) -> String {
        let output = self.run(args);
        assert!(matches!(output.status.code(), Some(1 | 2)) && output.stdout.is_empty(), "{args}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// The results of the whole sweep.
    fn whole(&self) -> String {
        self.works("sweep spec.json --out whole.csv");
        self.read("whole.csv")
    }
}

fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

#[test]
fn each_run_is_what_run_gives() {
    let folder = Folder::new("digests");
    let whole = folder.whole();
    let rows = rows(&whole);
    assert_eq!(rows[0][..5], ["sweep", "run", "replay", "seed", "digest"]);
    assert_eq!(rows.len(), 7);
    for row in [&rows[2], &rows[5]] {
        let json = folder
            .works(&format!("run --json --set ccu=60 --set dcs=-lima --set replay={} --set seed={}", row[2], row[3]));
        for (name, field) in rows[0].iter().zip(row).skip(4) {
            // The text of the file: serde_json may read the last bit of a float differently.
            let (_, value) = json.split_once(&format!("\"{name}\":")).unwrap();
            let value = value.split([',', '}']).next().unwrap().trim_matches('"');
            // A missing figure is null in JSON, and an empty field in CSV.
            let missing = value == "null" && field.is_empty();
            let same = missing || value == *field || value.parse::<f64>().unwrap() == field.parse::<f64>().unwrap();
            assert!(same, "{name}: {value} is not {field}");
        }
    }
}

#[test]
fn a_link_a_file_and_any_number_of_jobs_give_the_same_bytes() {
    let folder = Folder::new("jobs");
    let whole = folder.whole();
    folder.command("sweep").args([LINK, "--out", "link.csv", "--jobs", "5"]).output().unwrap();
    folder.works("sweep spec.json --out one.csv --jobs 1");
    assert_eq!((folder.read("link.csv"), folder.read("one.csv")), (whole.clone(), whole));
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = Folder::new("killed");
    let whole = folder.whole();
    let mut child = folder.command("sweep spec.json --out some.csv --jobs 1").stdout(Stdio::null()).spawn().unwrap();
    let path = folder.0.join("some.csv");
    while fs::read_to_string(&path).unwrap_or_default().lines().count() < 3 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it was killed");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = folder.read("some.csv");
    assert!(whole.starts_with(&left) && left.len() < whole.len(), "one job makes the runs in order");
    folder.works("sweep spec.json --out some.csv");
    assert_eq!(folder.read("some.csv"), whole);
}

/// An existing run is taken from the file, and no other run is: here the file has a changed value of that
/// run.
#[test]
fn what_is_there_is_not_run_again() {
    let folder = Folder::new("resumed");
    let whole = folder.whole();
    let lines: Vec<&str> = whole.lines().collect();
    let digest = lines[2].split(',').nth(4).unwrap();
    let other = lines[2].replace(digest, "00000000000000aa");
    folder.write("some.csv", &format!("{}\n{}\n{other}\n{}", lines[0], lines[5], &lines[4][..70]));
    folder.works("sweep spec.json --out some.csv");
    assert_eq!(folder.read("some.csv"), whole.replace(digest, "00000000000000aa"));
}

#[test]
fn merged_shards_are_the_whole() {
    let folder = Folder::new("shards");
    let whole = folder.whole();
    for shard in ["1/3", "2/3", "3/3"] {
        folder.works(&format!("sweep spec.json --shard {shard} --out {}.csv", &shard[..1]));
    }
    assert_eq!(rows(&folder.read("2.csv")).iter().skip(1).map(|row| row[1]).collect::<Vec<_>>(), ["1", "4"]);
    let refused = folder.refusal("sweep merge spec.json 1.csv 3.csv --out merged.csv");
    assert!(refused.contains("2 of 6 runs missing, the first is run 1: run its shard again"), "{refused}");
    folder.works("sweep merge spec.json 3.csv 1.csv 2.csv 2.csv --out merged.csv");
    assert_eq!(folder.read("merged.csv"), whole);
}

/// The commands of `many-machines.md`, unchanged in a shell: the jobs of job arrays, one after the other.
#[test]
fn documented_job_arrays_give_the_whole() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("many-machines.md")).unwrap();
    let scripts: Vec<&str> = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let job = page.split("args:\n").nth(1).unwrap().lines().next().unwrap().trim().strip_prefix("- ").unwrap();
    let [array, merge] = scripts[..] else { panic!("{scripts:?}") };
    for (name, script, index, first) in
        [("slurm", array, "SLURM_ARRAY_TASK_ID", 1), ("kubernetes", job, "JOB_COMPLETION_INDEX", 0)]
    {
        let folder = Folder::new(name);
        let program = Path::new(PROGRAM).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let shell = |script: &str, number: u32| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).current_dir(&folder.0).env("PATH", &path).env(index, number.to_string());
            shell.env("SLURM_ARRAY_TASK_COUNT", "8").env("SLURM_CPUS_PER_TASK", "1");
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        };
        (first..first + 8).for_each(|number| shell(script, number));
        shell(merge, 0);
        assert_eq!(folder.read("results.csv"), folder.whole(), "{name}");
    }
}

#[test]
fn json_and_the_table_have_means_with_intervals() {
    let folder = Folder::new("json");
    let table = folder.works("sweep spec.json --out whole.csv --json whole.json");
    let csv = folder.read("whole.csv");
    let json: Value = serde_json::from_str(&folder.read("whole.json")).unwrap();
    let rows = rows(&csv);
    let column = rows[0].iter().position(|name| *name == "wait_mean_s").unwrap();
    assert_eq!((json["points"].as_array().unwrap().len(), &json["scenario"]["ccu"]), (3, &Value::from(60)));
    for (point, pair) in json["points"].as_array().unwrap().iter().zip(rows[1..].chunks(2)) {
        let [a, b] = [&pair[0], &pair[1]].map(|row| row[column].parse::<f64>().unwrap());
        let (mean, half) = ((a + b) / 2.0, 12.706_204_736 * (a - b).abs() / 2.0);
        let wait = &point["wait_mean_s"];
        for (end, expected) in [("mean", mean), ("low", mean - half), ("high", mean + half)] {
            assert!((wait[end].as_f64().unwrap() - expected).abs() < 1e-6, "{end}: {wait} is not {expected}");
        }
        assert!(table.contains(&format!("{mean:.2} \u{b1} {half:.2}")), "{table}");
    }
}

#[test]
fn files_that_are_no_results_of_this_sweep_stay_as_they_are() {
    let folder = Folder::new("hostile");
    folder.write("notes.csv", "my notes");
    let refused = folder.refusal("sweep spec.json --out notes.csv");
    assert!(refused.contains("notes.csv: these are no results of a sweep"), "{refused}");
    assert_eq!(folder.read("notes.csv"), "my notes");

    folder.write("other.json", &SPEC.replace("60", "61"));
    folder.works("sweep other.json --shard 1/6 --out other.csv");
    let others = folder.read("other.csv");
    for args in ["sweep spec.json --out other.csv", "sweep merge spec.json other.csv --out merged.csv"] {
        let refused = folder.refusal(args);
        assert!(refused.contains("other.csv: line 2: a run of sweep"), "{refused}");
        assert!(refused.contains("its parameters, seeds, data set or version differ"), "{refused}");
    }
    assert_eq!(folder.read("other.csv"), others);

    folder.works("sweep spec.json --shard 1/6 --out some.csv");
    let damaged = folder.read("some.csv").replace(",7,", ",x,");
    folder.write("some.csv", &damaged);
    let refused = folder.refusal("sweep spec.json --out some.csv");
    assert!(refused.contains("some.csv: line 2: run 0 starts with"), "{refused}");
}

/// A sweep over other data is another sweep, even if the files have the same names.
#[test]
fn own_data_is_told_apart_by_what_it_holds() {
    let folder = Folder::new("own");
    folder.write("spec.json", &SPEC.replace("-lima", ""));
    folder.write("dcs.csv", "1,fra,50.11,8.68\n2,iad,39.04,-77.49\n");
    folder.works("sweep spec.json --datacenters dcs.csv --shard 1/6 --out some.csv");
    folder.works("sweep spec.json --datacenters dcs.csv --shard 1/6 --out some.csv");
    folder.write("dcs.csv", "1,fra,50.11,8.68\n2,iad,39.04,-77.48\n");
    let refused = folder.refusal("sweep spec.json --datacenters dcs.csv --shard 1/6 --out some.csv");
    assert!(refused.contains("a run of sweep"), "{refused}");
}

#[test]
fn two_processes_do_not_write_one_file() {
    let folder = Folder::new("busy");
    let held = File::create(folder.0.join("held.csv")).unwrap();
    held.lock().unwrap();
    let refused = folder.refusal("sweep spec.json --out held.csv");
    let says = "held.csv: another process is writing this file; wait for it, or choose another file";
    assert!(refused.contains(says), "{refused}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = Folder::new("refused");
    let refused = folder.refusal("sweep missing.json");
    assert!(refused.contains("missing.json: No such file"), "{refused}");
    folder.write("spec.json", &SPEC.replace("-lima", "-limaa"));
    let refused = folder.refusal("sweep spec.json --out out.csv");
    assert!(refused.contains("dcs: there is no datacenter `limaa`"), "{refused}");
    folder.write("twice.json", r#"{"axes": [{"key": "replay", "values": [0.5, 0.5]}]}"#);
    for (args, says) in [
        ("sweep twice.json", "matchday: twice.json: sweep: replay has 0.5 twice"),
        ("sweep #v=1&sweep=ccu:500~seeds:0", "matchday: #v=1&sweep=ccu:500~seeds:0: sweep: seeds has no values"),
        ("sweep #v=1&ccu=60", "#v=1&ccu=60: no sweep in this link; give a JSON file, or a link with sweep=..."),
    ] {
        let refused = folder.refusal(args);
        assert!(refused.contains(says), "{args}: {refused}");
    }
    for (args, says) in [
        ("sweep", "<SPEC>"),
        ("sweep spec.json --shard 1/2", "--out <FILE.csv>"),
        ("sweep spec.json --shard 3/2 --out out.csv", "write i/n with i from 1 to n"),
        ("sweep spec.json --jobs 0", "--jobs <N>"),
        ("sweep merge spec.json", "--out <FILE.csv>"),
    ] {
        let output = folder.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(says), "{args}: {said}");
    }
}

/// A figure that a day does not have is an empty field, and no part of a mean.
#[test]
fn what_a_day_does_not_have_is_empty() {
    let folder = Folder::new("empty");
    folder.works("sweep #v=1&ccu=60&accounts=200&sweep=ranked:off,1v1~seeds:2 --out all.csv --json all.json");
    let csv = folder.read("all.csv");
    let rows = rows(&csv);
    let field = |run: usize, name: &str| rows[1 + run][rows[0].iter().position(|head| *head == name).unwrap()];
    for name in ["brier", "fairness_p95", "dodges", "inflation", "accounts"] {
        assert_eq!([field(0, name), field(1, name)], [""; 2], "{name} of a day without a ladder");
        assert!(field(2, name).parse::<f64>().is_ok(), "{name} of a ranked day");
    }
    for name in ["wrongly_excluded", "wrongly_included"] {
        assert_eq!([0, 3].map(|run| field(run, name)), [""; 2], "{name} where nothing is estimated");
    }
    let json: Value = serde_json::from_str(&folder.read("all.json")).unwrap();
    assert_eq!((&json["points"][0]["runs"], &json["points"][0]["brier"]["mean"]), (&Value::from(2), &Value::Null));
    assert!(json["points"][1]["brier"]["high"].is_f64());
    folder.works("sweep #v=1&ccu=60&accounts=200&sweep=ranked:off,1v1~seeds:2 --out all.csv");
    assert_eq!(folder.read("all.csv"), csv, "it reads its own file");
}

/// A rule set, and the players that it is for.
const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/rules/teams.json");
const BY_RULES: &str =
    r#""policy": "rules", "ccu": 100, "interval_s": 15, "attributes": "skill:normal(1500,300);mode:tdm*3|ctf""#;

#[test]
fn a_number_of_a_rule_set_is_an_axis() {
    let folder = Folder::new("rules");
    let spec = |name: &str| {
        let axis = format!(r#"{{"key": "rules.rules[{name}].maxDistance", "values": [20, 150]}}"#);
        format!(r#"{{"scenario": {{{BY_RULES}, "rules": {RULES:?}}}, "axes": [{axis}], "seeds": 2}}"#)
    };
    folder.write("spec.json", &spec("FairTeamSkill"));
    let table = folder.works("sweep spec.json --out all.csv --json all.json");
    assert!(table.starts_with("  rules.rules[FairTeamSkill].maxDistance  runs"), "{table}");
    let csv = folder.read("all.csv");
    let rows = rows(&csv);
    assert_eq!(rows[0][..4], ["sweep", "run", "rules.rules[FairTeamSkill].maxDistance", "seed"]);
    assert_eq!(rows[1..].iter().map(|row| row[2]).collect::<Vec<_>>(), ["20", "20", "150", "150"]);
    assert!(rows[1][4] != rows[3][4] && rows[2][4] != rows[4][4], "the number acts: {csv}");
    let json: Value = serde_json::from_str(&folder.read("all.json")).unwrap();
    assert_eq!(json["points"][1]["rules.rules[FairTeamSkill].maxDistance"], Value::from(150));
    // The present value is that of the file.
    folder.write("day.json", &format!(r#"{{{BY_RULES}, "rules": {RULES:?}}}"#));
    let day: Value = serde_json::from_str(&folder.works("run --json --scenario day.json")).unwrap();
    assert_eq!(day["digest"], rows[3][4]);
    folder.works("sweep spec.json --out all.csv");
    assert_eq!(folder.read("all.csv"), csv, "it reads its own file");

    folder.write("spec.json", &spec("UnfairTeamSkill"));
    let refused = folder.refusal("sweep spec.json");
    assert!(refused.contains("rules.rules[UnfairTeamSkill].maxDistance: the rule set has no such number"), "{refused}");
    assert!(
        refused.contains("its numbers are rules.playerAttributes[skill].default, rules.teams[red].minPlayers"),
        "{refused}"
    );
}

/// Fewer servers than matches at the peak.
const FLEET: &str = r#"apiVersion: agones.dev/v1
kind: Fleet
metadata: {name: servers}
spec: {replicas: 2}
---
apiVersion: autoscaling.agones.dev/v1
kind: FleetAutoscaler
metadata: {name: scaler}
spec:
  fleetName: servers
  policy: {type: Buffer, buffer: {bufferSize: 2, maxReplicas: 2}}
"#;

#[test]
fn a_sweep_on_servers_has_their_figures_and_takes_files() {
    let folder = Folder::new("servers");
    let spec = |files: &str| {
        format!(
            r#"{{"scenario": {{"ccu": 60, "dcs": "-lima", "buffer": 9{files}}},
            "axes": [{{"key": "fleet", "values": ["off", "broker"]}}]}}"#
        )
    };
    folder.write("fleet.yaml", FLEET);
    folder.write("plain.json", &spec(""));
    folder.write("files.json", &spec(r#", "fleet_config": "fleet.yaml""#));
    let table = folder.works("sweep plain.json --out plain.csv");
    assert!(table.contains("cost_per_hour_played"), "{table}");
    folder.works("sweep files.json --out files.csv");
    let (plain, files) = (folder.read("plain.csv"), folder.read("files.csv"));
    let (plain, files) = (rows(&plain), rows(&files));
    let at = |name: &str| plain[0].iter().position(|column| *column == name).unwrap();
    assert_eq!(plain[0], files[0]);
    assert_ne!(plain[1][0], files[1][0], "the files are part of the sweep");
    assert_eq!((plain[1][at("misses")], plain[2][at("misses")]), ("", "0"), "without servers there are no misses");
    assert_eq!(plain[1][at("digest")], files[1][at("digest")]);
    let run = folder.works("run --json --set ccu=60 --set dcs=-lima --set fleet=broker --set fleet_config=fleet.yaml");
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!((files[2][at("digest")], &run["digest"]), (run["digest"].as_str().unwrap(), &run["digest"]));
    assert_eq!(files[2][at("misses")], run["misses"].to_string());
    assert!(run["misses"].as_u64().unwrap() > 0, "{run}");
}

#[test]
fn files_with_errors_and_files_without_servers_are_refused() {
    let folder = Folder::new("servers-refused");
    let spec = |fleet: &str| {
        format!(
            r#"{{"scenario": {{"ccu": 60, "fleet": "{fleet}", "fleet_config": "fleet.yaml"}},
            "axes": [{{"key": "buffer", "values": [2, 3]}}]}}"#
        )
    };
    folder.write("fleet.yaml", &FLEET.replace("fleetName: servers", "fleetName: others"));
    folder.write("off.json", &spec("off"));
    folder.write("broker.json", &spec("broker"));
    assert!(folder.refusal("sweep off.json").contains("no servers to configure"));
    let refusal = folder.refusal("sweep broker.json");
    assert!(refusal.contains("there is no Fleet `others`") && refusal.contains("1 error"), "{refusal}");
}
