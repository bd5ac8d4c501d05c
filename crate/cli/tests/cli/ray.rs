//! `tests/sweep-ray/sweep.py`, unchanged on a real Ray with two workers, gives the bytes of a plain run.
//!
//! `MATCHDAY_RAY` names the folder with Ray's Python package (`crate/xtask/setup/ray.sh` prints it).

use super::{PROGRAM, folder};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Fewer runs than shards, so that some shards are empty.
const SPEC: &str = r#"{"scenario": {"ccu": 40, "dcs": "-lima"}, "seeds": 3,
    "axes": [{"key": "replay", "values": [0.5, 0.7]}]}"#;

#[test]
#[ignore = "needs Ray: cargo xtask test outside"]
fn ray_gives_what_one_machine_gives() {
    let package = std::env::var_os("MATCHDAY_RAY");
    let package = package.expect("MATCHDAY_RAY does not name the folder that crate/xtask/setup/ray.sh prints");
    let folder = folder("ray");
    fs::write(folder.join("spec.json"), SPEC).unwrap();

    let plain = Command::new(PROGRAM).current_dir(&folder).args(["sweep", "spec.json", "--out", "plain.csv"]).output();
    assert!(plain.unwrap().status.success());

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sweep-ray/sweep.py");
    let mut python = Command::new("python3");
    python.arg(script.canonicalize().unwrap()).args(["spec.json", "--out", "ray.csv", "--cores", "2"]);
    python.args(["--matchday", PROGRAM]).current_dir(&folder).env("PYTHONPATH", package);
    let output = python.output().unwrap();
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(said.contains("8 shards by 2 workers"), "{said}");

    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("plain.csv").lines().count(), 7);
    assert_eq!(read("ray.csv"), read("plain.csv"));
}
