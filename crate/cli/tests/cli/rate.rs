//! `matchday rate` as scripts use it: the real binary on real files.

use super::{PROGRAM, matchday, written};
use std::fs::File;
use std::process::{Command, Output};

fn rate(system: &str, path: &str) -> Output {
    with(&["--system", system], path)
}

fn with(arguments: &[&str], path: &str) -> Output {
    matchday(&[&["rate"], arguments, &[path]].concat())
}

/// Its output with these arguments, with the header.
fn printed(arguments: &[&str], path: &str) -> Vec<Vec<String>> {
    let output = with(arguments, path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The rows of its output, without the header.
fn rows(system: &str, path: &str) -> Vec<Vec<String>> {
    let mut rows = printed(&["--system", system], path).into_iter();
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

/// Two matches, with columns in another order and an unknown column.
const MATCHES: &str =
    "rank,match_id,map,player_id,team\n1,m1,dust,ann,red\n2,m1,dust,bob,blue\n7,m2,dust,bob,a\n7,m2,dust,cy,b\n";

/// First, ann beats an equal player and wins K/2 = 20. Then bob at 1480 draws with 1500 and wins
/// 40 (0.5 - 1 / (1 + 10^(20/400))).
#[test]
fn elo_rates_matches_one_after_the_other() {
    let rows = rows("elo", &written("rate", "elo.csv", MATCHES));
    let names: Vec<_> = rows.iter().map(|row| (&row[0][..], &row[2][..], &row[3][..], &row[4][..])).collect();
    assert_eq!(names, [("ann", "", "", "1"), ("bob", "", "", "2"), ("cy", "", "", "1")]);
    near(&rows[0][1], 1520.0, 1e-9);
    near(&rows[1][1], 1481.15, 0.005);
    near(&rows[2][1], 1498.85, 0.005);
}

/// References for a first win: Glickman's equations, with volatility by bisection, and openskill.js
/// (mu 27.635, sigma 8.066 from 25/3).
#[test]
fn every_system_rates_a_first_win() {
    let path = written("rate", "first.csv", "match_id,player_id,team,rank\nm,ann,1,1\nm,bob,2,2\n");
    let glicko = rows("glicko2", &path);
    near(&glicko[0][1], 1662.31, 0.005);
    near(&glicko[1][1], 1337.69, 0.005);
    near(&glicko[0][2], 290.32, 0.005);
    let weng_lin = rows("wenglin", &path);
    let points_per_mu = 173.7178 / (std::f64::consts::SQRT_2 * 25.0 / 6.0);
    // OpenSkill's tests do not use tau, which adds 0.02.
    near(&weng_lin[0][1], 1500.0 + 2.635_23 * points_per_mu, 0.02);
    near(&weng_lin[1][2], 8.065_51 * points_per_mu, 0.02);
    assert_eq!(weng_lin[0][3], "");
}

/// Ann and Bob have a deviation of 290.32 after the first match, as above. A quarter of a month multiplies it
/// by the fourth root of 1.5, and a whole month takes it to the maximum.
#[test]
fn deviations_grow_while_players_rest() {
    let after = |time: u32| {
        let (start, end) = (1_000_000_000, 1_000_000_000 + time);
        let (first, last) =
            (format!("m,{start},ann,1,1\nm,{start},bob,2,2"), format!("n,{end},cy,1,1\nn,{end},di,2,2"));
        let text = format!("match_id,time,player_id,team,rank\n{first}\n{last}\n");
        rows("glicko2", &written("rate", &format!("{time}.csv"), &text))
    };
    let [at_once, quarter, month] = [0, 30 * 86_400 / 4, 30 * 86_400].map(after);
    near(&at_once[0][2], 290.32, 0.005);
    near(&quarter[0][2], 290.32 * 1.5_f64.sqrt().sqrt(), 0.006);
    near(&month[0][2], 350.0, 1e-9);
    // Players of the last match have not rested, and resting does not change points.
    near(&month[2][2], 290.32, 0.005);
    near(&month[0][1], 1662.31, 0.005);
}

/// Ann at 1520 and Bob at 1480 beat two newcomers: together they are expected to win every other match, and win
/// 40 / 2 each. Compared alone, Ann wins 40 / (1 + 10^(20/400)) and Bob the rest of 40.
#[test]
fn members_win_what_their_team_was_not_expected_to() {
    let pair = "1,m2,dust,ann,a\n1,m2,dust,bob,a\n2,m2,dust,cy,b\n2,m2,dust,di,b\n";
    let first = MATCHES.split_once("7,m2").unwrap().0;
    let path = written("rate", "pairs.csv", format!("{first}{pair}"));
    let alone = 40.0 / (1.0 + 1.122_018_454);
    for (arguments, gain) in [(&[][..], 20.0), (&["--team-update", "own"], alone)] {
        let rows = printed(&[&["--system", "elo"], arguments].concat(), &path);
        near(&rows[1][1], 1520.0 + gain, 1e-4);
        near(&rows[2][1], 1480.0 + 40.0 - gain, 1e-4);
    }
}

#[test]
fn a_shadow_stands_beside_and_changes_nothing() {
    let path = written("rate", "shadow.csv", MATCHES);
    let both = printed(&["--system", "glicko2", "--shadow", "elo"], &path);
    let names = ["player_id", "rating", "deviation", "volatility", "matches"];
    let shadow_names = ["shadow_rating", "shadow_deviation", "shadow_volatility"];
    assert!(both[0].iter().eq(names.iter().chain(&shadow_names)));
    let [alone, shadow] = ["glicko2", "elo"].map(|system| rows(system, &path));
    for (row, (alone, shadow)) in both[1..].iter().zip(alone.iter().zip(&shadow)) {
        assert_eq!(row[..5], alone[..]);
        assert_eq!(row[5..], shadow[1..4]);
    }
    assert_eq!(both.len(), 4);
}

/// A smaller tau gives steadier volatilities. Only Glicko-2 has a tau.
#[test]
fn tau_is_glicko_2s() {
    let path = written("rate", "tau.csv", MATCHES);
    let off = |tau: &str| {
        let volatility: f64 = printed(&["--system", "glicko2", "--tau", tau], &path)[1][3].parse().unwrap();
        (volatility - 0.06).abs()
    };
    assert!(off("0.1") < off("1.2") / 10.0, "{} {}", off("0.1"), off("1.2"));
    assert_eq!(printed(&["--system", "glicko2", "--tau", "0.5"], &path), printed(&["--system", "glicko2"], &path));
    let beside = printed(&["--system", "elo", "--shadow", "glicko2", "--tau", "1.2"], &path);
    let first = printed(&["--system", "glicko2", "--tau", "1.2"], &path);
    assert_eq!(beside[1][5..], first[1][1..4]);
    for (arguments, says) in [
        (&["--system", "elo", "--tau", "0.5"][..], "--tau: only glicko2 has this setting; add --system glicko2"),
        (&["--system", "glicko2", "--tau", "9"], "tau 9: must be a number from 0.1 to 5"),
        (&["--system", "glicko2", "--tau", "x"], "must be a number from 0.1 to 5"),
    ] {
        let output = with(arguments, &path);
        assert!(!output.status.success() && output.stdout.is_empty());
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains(says), "{words}");
    }
}

#[test]
fn what_is_no_match_is_refused_with_its_line() {
    for (name, rows, says) in [
        ("header", "match,player_id,team,rank\n", "line 1: column match_id is missing"),
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
            "line 6: match \"m\" already ended above; put its rows together",
        ),
        ("time", "match_id,player_id,team,rank,time\nm,a,1,1,1.5\n", "line 2: time \"1.5\": must be a whole number of"),
        ("no time", "match_id,player_id,team,rank,time\nm,a,1,1,\n", "line 2: time is empty"),
        (
            "two times",
            "match_id,player_id,team,rank,time\nm,a,1,1,7\nm,b,2,2,8\n",
            "line 3: match \"m\" ended at 8 here and at 7 above",
        ),
        (
            "earlier",
            "match_id,player_id,team,rank,time\nm,a,1,1,7\nm,b,2,2,7\nn,a,1,1,6\n",
            "line 4: match \"n\" ended at 6, and the one above at 7",
        ),
        ("short", "match_id,player_id,team,rank\nm,a,1\n", "line 2: 4 fields belong here, as in the header, not 3"),
        // As spreadsheets write it; the line is that of an editor.
        (
            "quoted",
            "\u{feff}\"match_id\",\"player_id\",\"team\",\"rank\"\r\n\r\nm,\"a\r\nb\",1,1\r\nm,c,2,x\r\n",
            "line 5: rank \"x\": must be a whole number",
        ),
    ] {
        let path = written("rate", &format!("{name}.csv"), rows);
        let output = rate("glicko2", &path);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{name}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.starts_with(&format!("matchday: {path}: ")) && words.contains(says), "{name}: {words}");
    }
}

/// A name may not act on the terminal, or take two lines.
#[test]
fn names_are_printed_without_characters_that_act_on_a_terminal() {
    let rows = "match_id,player_id,team,rank\nm,\"a\u{1b}[2J\u{202e}\nb\",1,1\nm,\"c\u{61c}\u{200f}\",2,2\n";
    let output = rate("elo", &written("rate", "names.csv", rows));
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(names, [r"a\u001b[2J\u202e\u000ab", r"c\u061c\u200f"]);
}

#[test]
fn a_match_of_too_many_players_is_refused_with_its_line() {
    let players: String = (0..1_001).map(|player| format!("m,{player},{},1\n", player % 2)).collect();
    let path = written("rate", "crowd.csv", format!("match_id,player_id,team,rank\n{players}"));
    let output = rate("glicko2", &path);
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(words, format!("matchday: {path}: line 1002: match \"m\" has more than 1000 players\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    let path = written("rate", "full.csv", MATCHES);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(PROGRAM).args(["rate", "--system", "elo", &path]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.starts_with("matchday: standard output: No space left on device"), "{words}");
}
