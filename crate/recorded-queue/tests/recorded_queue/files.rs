//! Files as they arrive: in pieces, a little out of order, large.

use crate::{replay, replay_in};
use matchday_base::Streams;
use rand::RngExt;
use std::fmt::Write;

/// A queue of so many tickets around Frankfurt and Tokyo, one every two seconds in the mean.
fn queue(tickets: u32) -> String {
    let mut random = Streams::new(7).stream("tickets");
    let mut text = String::from("time,ticket,players,lat,long,skill,cancelled_at,matched_at,match\n");
    let mut time_ms: u64 = 0;
    for ticket in 0..tickets {
        time_ms += random.random_range(0..4_000);
        let players = [1, 1, 1, 2, 3][random.random_range(0..5)];
        let (lat, long) = if random.random_bool(0.7) { (50.1, 8.7) } else { (35.7, 139.7) };
        let skill = random.random_range(800..2_200);
        let until_ms = time_ms + random.random_range(0..60_000);
        let (cancelled, matched) = if random.random_bool(0.1) { (until_ms, 0) } else { (0, until_ms) };
        let moment = |ms: u64| if ms == 0 { String::new() } else { format!("{}.{:03}", ms / 1_000, ms % 1_000) };
        writeln!(
            text,
            "{},{ticket},{players},{lat},{long},{skill},{},{},{}",
            moment(time_ms.max(1)),
            moment(cancelled),
            moment(matched),
            if matched > 0 { (ticket / 4).to_string() } else { String::new() }
        )
        .unwrap();
    }
    text
}

#[test]
fn a_replay_is_the_same_in_pieces_of_any_size() {
    let text = queue(500);
    let whole = replay(&text, &[]).unwrap();
    assert!(whole.simulated.matched > 300 && whole.simulated.unmatched > 0, "{:?}", whole.simulated);
    for piece in [1, 7, 4_096] {
        assert_eq!(replay_in(piece, text.as_bytes(), &[]).unwrap(), whole, "{piece}");
    }
}

#[test]
fn every_player_is_somewhere() {
    for by in [&[][..], &[("ranked", "1v1")], &[("players", "2"), ("interval_s", "5")]] {
        let report = replay(&queue(2_000), by).unwrap();
        let (of, was) = (&report.simulated, report.recorded.as_ref().unwrap());
        assert_eq!(of.matched + of.cancelled + of.unmatched, report.players);
        assert_eq!(was.matched + was.cancelled + was.unmatched, report.players);
        let pairs = report.pairs.as_ref().unwrap();
        assert_eq!(pairs.both + pairs.recorded_only, was.matched);
        assert_eq!(pairs.both + pairs.simulated_only, of.matched);
        assert_eq!(pairs.both + pairs.recorded_only + pairs.simulated_only + pairs.neither, report.players);
        assert_eq!(report.spans.iter().map(|span| span.players).sum::<u64>(), report.players);
        assert_eq!(report.policy.regions.iter().map(|of| of.players).sum::<u64>(), report.players);
    }
}

#[test]
fn rows_may_be_a_little_out_of_order() {
    let text = queue(300);
    let (header, rows) = text.split_once('\n').unwrap();
    let mut rows: Vec<&str> = rows.lines().collect();
    let in_order = replay(&text, &[]).unwrap();
    // Pairs of neighbours that differ in time swap their places.
    let time = |row: &str| row.split(',').next().unwrap().split('.').next().unwrap().to_owned();
    rows.chunks_exact_mut(2).filter(|pair| time(pair[0]) != time(pair[1])).for_each(|pair| pair.swap(0, 1));
    let swapped = replay(&format!("{header}\n{}\n", rows.join("\n")), &[]).unwrap();
    assert_eq!(swapped, in_order);
}

#[test]
fn a_row_after_a_gap_may_be_a_little_late_too() {
    // The first two match in their own seconds, before the third.
    let report = |times: [u32; 3]| {
        let rows = times.map(|time_s| format!("{time_s},50,8\n"));
        replay(&format!("time,lat,long\n{}", rows.concat()), &[("players", "2")]).unwrap()
    };
    assert_eq!(report([510, 500, 505]), report([500, 505, 510]));
}

#[test]
fn times_in_any_unit_make_the_same_queue() {
    let seconds = "time,lat,long,matched_at\n1779235200,50,8,1779235230\n1779235205,50,8,1779235230\n";
    let texts = "time,lat,long,matched_at\n2026-05-20T00:00:00Z,50,8,2026-05-20T02:00:30+02:00\n\
        2026-05-20 00:00:05,50,8,2026-05-20T00:00:30Z\n";
    let milliseconds = seconds.replace("00,", "00000,").replace("30\n", "30000\n").replace("05,", "05000,");
    let by = &[("players", "2")];
    let report = replay(seconds, by).unwrap();
    assert_eq!(report.simulated.wait_mean_s, Some(3.5));
    assert_eq!((&replay(texts, by).unwrap(), &replay(&milliseconds, by).unwrap()), (&report, &report));
}
