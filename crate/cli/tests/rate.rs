//! `matchday rate` as scripts use it: the real binary on real files.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn written(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rate");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn rate(system: &str, path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_matchday")).args(["rate", "--system", system]).arg(path).output().unwrap()
}

/// The rows that it prints, without their header.
fn rows(system: &str, path: &Path) -> Vec<Vec<String>> {
    let output = rate(system, path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut rows = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
    assert_eq!(
        rows.next(),
        Some(["player_id", "rating", "deviation", "volatility", "matches"].map(str::to_owned).into())
    );
    rows.collect()
}

fn near(cell: &str, wanted: f64, tolerance: f64) {
    let found: f64 = cell.parse().unwrap();
    assert!((found - wanted).abs() < tolerance, "{found} instead of {wanted}");
}

/// Two matches, columns in another order and one to pass over.
const MATCHES: &str =
    "rank,match_id,map,player_id,team\n1,m1,dust,ann,red\n2,m1,dust,bob,blue\n7,m2,dust,bob,a\n7,m2,dust,cy,b\n";

/// Equals at first: ann wins K/2 = 20; then bob at 1480 draws with 1500, by 40 (0.5 - 1 / (1 + 10^(20/400))).
#[test]
fn elo_rates_matches_one_after_the_other() {
    let rows = rows("elo", &written("elo.csv", MATCHES));
    let names: Vec<_> = rows.iter().map(|row| (&row[0][..], &row[2][..], &row[3][..], &row[4][..])).collect();
    assert_eq!(names, [("ann", "", "", "1"), ("bob", "", "", "2"), ("cy", "", "", "1")]);
    near(&rows[0][1], 1520.0, 1e-9);
    near(&rows[1][1], 1481.15, 0.005);
    near(&rows[2][1], 1498.85, 0.005);
}

/// Glickman's equations, that of volatility solved by bisection; and openskill.js (mu 27.635 after a first win, sigma 8.066 from 25/3) for a first win.
#[test]
fn every_system_rates_a_first_win() {
    let path = written("first.csv", "match_id,player_id,team,rank\nm,ann,1,1\nm,bob,2,2\n");
    let glicko = rows("glicko2", &path);
    near(&glicko[0][1], 1662.31, 0.005);
    near(&glicko[1][1], 1337.69, 0.005);
    near(&glicko[0][2], 290.32, 0.005);
    let weng_lin = rows("wenglin", &path);
    let points_per_mu = 173.7178 / (std::f64::consts::SQRT_2 * 25.0 / 6.0);
    // OpenSkill's tests are without tau, which adds 0.02.
    near(&weng_lin[0][1], 1500.0 + 2.635_23 * points_per_mu, 0.02);
    near(&weng_lin[1][2], 8.065_51 * points_per_mu, 0.02);
    assert_eq!(weng_lin[0][3], "");
}

#[test]
fn what_is_no_match_is_refused_with_its_line() {
    for (name, rows, says) in [
        ("header", "match,player_id,team,rank\n", "line 1: there is no column match_id"),
        ("empty", "match_id,player_id,team,rank\nm,a,1,1\nm,,2,2\n", "line 3: player_id is empty"),
        ("rank", "match_id,player_id,team,rank\nm,a,1,1\nm,b,2,NaN\n", "line 3: rank \"NaN\": must be a whole number"),
        ("ranks", "match_id,player_id,team,rank\nm,a,1,1\nm,b,1,2\n", "line 3: team \"1\" has rank 2 here and 1 above"),
        (
            "alone",
            "match_id,player_id,team,rank\nm,a,1,1\n",
            "line 2: match \"m\", which begins here: a match needs two",
        ),
        ("twice", "match_id,player_id,team,rank\nm,a,1,1\nm,a,2,2\n", "player \"a\" is in the match twice"),
        (
            "again",
            "match_id,player_id,team,rank\nm,a,1,1\nm,b,2,2\nn,a,1,1\nn,b,2,2\nm,c,3,3\n",
            "line 6: match \"m\" has ended",
        ),
        ("short", "match_id,player_id,team,rank\nm,a,1\n", "line: 2"),
    ] {
        let path = written(&format!("{name}.csv"), rows);
        let output = rate("glicko2", &path);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{name}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains(says) && words.contains(path.to_str().unwrap()), "{name}: {words}");
    }
}
