//! The commands as scripts use them: the real binary on real files. One program, because each test program links all
//! libraries of the crate once more.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod dialects;
#[cfg(all(unix, feature = "plugins"))]
mod documents;
mod events;
#[cfg(target_os = "linux")]
mod faults;
mod findings;
mod lint;
mod maps;
#[cfg(feature = "plugins")]
mod plugin;
mod rate;
mod ray;
mod rules;
mod run;
mod season;
mod sql;
mod sweep;
mod tickets;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_matchday");

fn matchday(args: &[&str]) -> Output {
    Command::new(PROGRAM).args(args).output().unwrap()
}

/// Exit status, standard output and standard error.
fn said(args: &[&str]) -> (i32, String, String) {
    let output = matchday(args);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What a call that succeeds prints, as JSON, without the time it took.
fn json(args: &[&str]) -> Value {
    let (code, out, err) = said(args);
    assert_eq!(code, 0, "{err}");
    let mut report: Value = serde_json::from_str(&out).unwrap();
    report.as_object_mut().unwrap().remove("wall_s");
    report
}

/// The message of a refused call, which fails and prints nothing else.
fn refusal(args: &[&str]) -> String {
    let (code, out, err) = said(args);
    assert!(matches!(code, 1 | 2) && out.is_empty(), "{code}: {err}");
    err
}

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file in the folder of a command, which its tests share.
fn written(command: &str, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = shared(command, name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The path of such a file.
fn shared(command: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(command);
    fs::create_dir_all(&folder).unwrap();
    folder.join(name).to_str().unwrap().to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
