//! `policy=plugin` and `matchday plugin` as scripts use them: the real binary on real modules.
use super::{PROGRAM, json, said, shared, written};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The module that matches players in order, with a part of its text replaced, in a file.
fn module(name: &str, from: &str, to: &str) -> String {
    let text = include_str!("plugins/in_order.wat");
    assert!(text.contains(from), "{from}");
    written("plugins", name, wat::parse_str(text.replacen(from, to, 1)).unwrap())
}

/// Replaces the first match of an answer by one at a datacenter far beyond the last.
const AT_NONE: (&str, &str) = ("(call $write (call $site))", "(call $write (i64.const 900))");

#[test]
fn a_module_that_is_right_exits_with_0() {
    let module = module("right.wasm", "", "");
    let nothing = (0, String::new(), String::new());
    assert_eq!(said(&["plugin", "check", &module]), nothing);
    let of_five = ["--teams", "2", "--team-size", "5", "--attributes", "skill:normal(1500,300)", "--constants", "A:1"];
    assert_eq!(said(&[&["plugin", "check", &module], &of_five[..]].concat()), nothing);
}

#[test]
fn what_is_wrong_is_named_and_exits_with_1() {
    let wrong = |path: &str| {
        let (code, out, _) = said(&["plugin", "check", path]);
        assert!(code == 1 && out.starts_with(&format!("{path}: error: ")), "{code} {out}");
        out
    };
    let none = wrong(&module("none.wasm", AT_NONE.0, AT_NONE.1));
    assert!(
        none.contains("called with 7 waiting tickets it put match 1 at datacenter 900, where there are 2"),
        "{none}"
    );
    assert!(!none.contains("called with 1 "), "{none}");
    let stops = wrong(&module("stops.wasm", "(local.set $first", "unreachable (local.set $first"));
    assert!(stops.contains("called with 0 waiting tickets it failed: it stopped itself"), "{stops}");
    assert!(
        wrong(&written("plugins", "text.wasm", b"fn main() {}"))
            .ends_with("this is no Wasm module: it does not begin as one\n")
    );
    assert!(
        wrong(&module("other.wasm", "\"match\"", "\"matches\"")).contains("exports neither `match` nor `match_json`")
    );
    assert!(
        wrong(&module("env.wasm", "\"store_u8\"", "\"store_u9\""))
            .contains("imports `store_u9` from `extism:host/env`")
    );
}

#[test]
fn a_file_that_cannot_be_opened_exits_with_2() {
    let (code, _, err) = said(&["plugin", "check", "/no/such/file"]);
    assert!(code == 2 && err.starts_with("matchday: /no/such/file: "), "{code} {err}");
    let (code, _, err) = said(&["plugin", "check", &module("attributes.wasm", "", ""), "--attributes", "skill"]);
    assert!(code == 2 && err.contains("attributes: 'skill' is no attribute"), "{code} {err}");
}

#[test]
fn a_day_is_simulated_with_the_module() {
    let plugin = format!("plugin={}", module("day.wasm", "", ""));
    // A call every quarter of a minute: debug builds take long to call modules.
    let base =
        ["run", "--json", "--set", "ccu=300", "--set", "interval_s=15", "--set", "policy=plugin", "--set", &plugin];
    let day = json(&base);
    assert!(day["matches"].as_u64().unwrap() > 1_000 && day["rtt_mean_ms"].as_f64().unwrap() > 60.0, "{day}");
    let pairs = json(&[&base[..], &["--set", "players=2"]].concat());
    assert!(pairs["matches"].as_u64() > day["matches"].as_u64(), "{pairs}");
    assert!(pairs["wait_mean_s"].as_f64() < day["wait_mean_s"].as_f64(), "{pairs}");
    let ranked =
        json(&[&base[..], &["--set", "ranked=1v1", "--set", "accounts=600", "--set", "fleet=broker"]].concat());
    assert!(ranked["matches"].as_u64().unwrap() > 1_000, "{ranked}");
    // A scenario file says the same, and a link names the file in the folder of the command.
    let scenario = written(
        "plugins",
        "scenario.json",
        format!("{{\"policy\": \"plugin\", \"ccu\": 300, \"interval_s\": 15, \"plugin\": {:?}}}", &plugin[7..])
            .as_bytes(),
    );
    assert_eq!(json(&["run", "--json", "--scenario", &scenario]), day);
    let folder = Path::new(&plugin[7..]).parent().unwrap();
    let mut linked = Command::new(PROGRAM);
    linked
        .args(["run", "--json", "--link", "#v=1&ccu=300&interval_s=15&policy=plugin&plugin=day.wasm"])
        .current_dir(folder);
    let linked: Value = serde_json::from_slice(&linked.output().unwrap().stdout).unwrap();
    assert_eq!(linked["digest"], day["digest"]);
    let article = json(&[&base[..], &["--set", "policy=article"]].concat());
    assert_ne!(article["digest"], day["digest"]);
}

#[test]
fn what_cannot_be_simulated_is_named() {
    let fails = |sets: &[&str]| {
        let pairs = ["policy=plugin", "ccu=300", "interval_s=15"].iter().chain(sets).flat_map(|set| ["--set", set]);
        let (code, _, err) = said(&["run"].into_iter().chain(pairs).collect::<Vec<_>>());
        assert!(matches!(code, 1 | 2), "{err}");
        err
    };
    assert!(fails(&[]).contains("policy=plugin: there is no plug-in; set plugin to the file of a Wasm module"));
    let code = fails(&["code=export function match(): i32 {}"]);
    let says = "code: only the page compiles AssemblyScript; compile it with asc, and set plugin=FILE.wasm";
    assert!(code.contains(says), "{code}");
    assert!(fails(&["plugin=/no/such/file"]).starts_with("matchday: /no/such/file: "));
    let text = written("plugins", "words.wasm", b"words");
    assert!(
        fails(&[&format!("plugin={text}")]).ends_with("words.wasm: this is no Wasm module: it does not begin as one\n")
    );
    let right = format!("plugin={}", module("fails.wasm", "", ""));
    assert!(fails(&[&right, "constants=A"]).contains("constants: 'A' is no constant"));
    assert!(fails(&[&right, "ranked=2v2", "parties=0.5"]).contains("formed match "));
    let none = format!("plugin={}", module("fault.wasm", AT_NONE.0, AT_NONE.1));
    assert!(fails(&[&none]).contains("put match 1 at datacenter 900, where there are "));
}

#[test]
fn a_constant_of_a_module_is_an_axis_of_a_sweep() {
    let module = module("constant.wasm", "", "");
    let scenario = format!("{{\"policy\": \"plugin\", \"ccu\": 100, \"interval_s\": 15, \"plugin\": {module:?}}}");
    let axis = r#"{"key": "constants.SITE_NO", "from": 0, "to": 2, "count": 3}"#;
    let spec =
        written("plugins", "constant.json", format!("{{\"scenario\": {scenario}, \"axes\": [{axis}]}}").as_bytes());
    let out = spec.replace("constant.json", "constant.csv");
    _ = fs::remove_file(&out);
    let (code, table, err) = said(&["sweep", &spec, "--out", &out]);
    assert_eq!(code, 0, "{err}");
    assert!(table.starts_with("  constants.SITE_NO  runs"), "{table}");
    let results = fs::read_to_string(&out).unwrap();
    let rows: Vec<Vec<&str>> = results.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..5], ["sweep", "run", "constants.SITE_NO", "seed", "digest"]);
    let plugin = format!("plugin={module}");
    for row in &rows[1..] {
        let constants = format!("constants=SITE_NO:{}", row[2]);
        let sets = ["policy=plugin", "ccu=100", "interval_s=15", &plugin, &constants];
        let sets = sets.into_iter().flat_map(|set| ["--set", set]);
        let day = json(&["run", "--json"].into_iter().chain(sets).collect::<Vec<_>>());
        assert_eq!(day["digest"], row[4], "at datacenter {}", row[2]);
    }
    assert!(rows[1][4] != rows[2][4] && rows[2][4] != rows[3][4], "the constant acts");
}

#[test]
fn sweeps_and_seasons_take_modules_and_tell_them_apart() {
    let (first, other) =
        (module("sweep.wasm", "", ""), module("other_sweep.wasm", "(i64.const 20000)", "(i64.const 20001)"));
    let path = |name: &str| shared("plugins", name);
    let spec = |module: &str| {
        let scenario = format!("{{\"ccu\": 100, \"interval_s\": 15, \"plugin\": {module:?}, \"constants\": \"A:1\"}}");
        written("plugins", "spec.json", format!("{{\"scenario\": {scenario}, \"axes\": [{{\"key\": \"policy\", \"values\": [\"article\", \"plugin\"]}}]}}").as_bytes())
    };
    let out = path("results.csv");
    _ = fs::remove_file(&out);
    let (code, _, err) = said(&["sweep", &spec(&first), "--out", &out]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 3);
    // The same module under another name would be the same sweep; another module is another one.
    let (code, _, err) = said(&["sweep", &spec(&other), "--out", &out]);
    assert_eq!(code, 1, "{err}");
    let none = module("sweep_fault.wasm", AT_NONE.0, AT_NONE.1);
    let (code, _, err) = said(&["sweep", &spec(&none)]);
    assert!(code == 1 && err.contains("put match 1 at datacenter 900"), "{err}");
    let season = |module: &str| {
        let (db, plugin) = (path("season.sqlite"), format!("plugin={module}"));
        said(&[
            "season",
            "--db",
            &db,
            "--set",
            "ccu=100",
            "--set",
            "accounts=300",
            "--set",
            "ranked=1v1",
            "--set",
            "policy=plugin",
            "--set",
            &plugin,
        ])
    };
    ["season.sqlite", "season.sqlite-wal", "season.sqlite-shm"].iter().for_each(|name| _ = fs::remove_file(path(name)));
    let (code, _, err) = season(&none);
    assert!(code == 1 && err.contains("put match 1 at datacenter 900"), "{err}");
    ["season.sqlite", "season.sqlite-wal", "season.sqlite-shm"].iter().for_each(|name| _ = fs::remove_file(path(name)));
    let (code, _, err) = season(&first);
    assert_eq!(code, 0, "{err}");
    assert_eq!(season(&other).0, 1);
}
