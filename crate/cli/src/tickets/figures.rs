//! A replayed queue as a table: what was recorded beside what was simulated.

use matchday_wire::report::{QueueOutcome, QueuePairs, QueueReport};
use std::fmt::Write;

/// A figure of an outcome, with so many decimals.
type Figure = (&'static str, fn(&QueueOutcome) -> Option<f64>, usize);

const FIGURES: [Figure; 13] = [
    ("players matched", |of| Some(of.matched as f64), 0),
    ("players who cancelled", |of| Some(of.cancelled as f64), 0),
    ("players without a match", |of| Some(of.unmatched as f64), 0),
    ("matched, %", |of| of.success.map(|share| share * 100.0), 2),
    ("wait, mean, s", |of| of.wait_mean_s, 2),
    ("wait, median, s", |of| of.wait_p50_s.map(f64::from), 0),
    ("wait, 95th percentile, s", |of| of.wait_p95_s.map(f64::from), 0),
    ("wait, 99th percentile, s", |of| of.wait_p99_s.map(f64::from), 0),
    ("round trip, mean, ms", |of| of.rtt_mean_ms, 1),
    ("within 50 ms, %", |of| of.within_50_ms.map(|share| share * 100.0), 2),
    ("within 100 ms, %", |of| of.within_100_ms.map(|share| share * 100.0), 2),
    ("players in a match", |of| of.players_mean, 2),
    ("skill gap, mean", |of| of.skill_gap_mean, 1),
];

/// The table, with a line for each figure.
pub fn of(report: &QueueReport) -> String {
    let QueueReport { tickets, players, refused, .. } = report;
    let mut text = format!("tickets {tickets}, players {players}, rows left out {refused}\n");
    // Writing to a text does not fail.
    let _ = writeln!(text, "{:<28}{:>14}{:>14}", "", "recorded", "simulated");
    for (name, figure, decimals) in FIGURES {
        let recorded = cell(report.recorded.as_ref().and_then(figure), decimals);
        let _ = writeln!(text, "{name:<28}{recorded:>14}{:>14}", cell(figure(&report.simulated), decimals));
    }
    report.pairs.iter().for_each(|pairs| add_pairs(&mut text, pairs));
    text
}

fn add_pairs(text: &mut String, pairs: &QueuePairs) {
    let QueuePairs { both, recorded_only, simulated_only, neither, .. } = pairs;
    let _ = writeln!(
        text,
        "matched in both {both}, as recorded only {recorded_only}, as simulated only {simulated_only}, in neither {neither}"
    );
    let percent = |share: Option<f64>| cell(share.map(|share| share * 100.0), 2);
    let _ = writeln!(
        text,
        "of those matched in both: wait changed by {} s in the mean, shorter for {} %, longer for {} %",
        cell(pairs.wait_change_mean_s, 2),
        percent(pairs.shorter),
        percent(pairs.longer)
    );
}

fn cell(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}
