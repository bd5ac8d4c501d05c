//! Tests of the day, second by second.

mod company;
mod ends;
mod estimates;
mod playlists;
mod servers;
mod theory;

use super::*;
use crate::cohort::Run;
use crate::columns::{Count, PerDatacenter};
use crate::limits::warm_up_s;
use crate::snapshot::{Online, Snapshot, Tally};
use crate::tiny::{params, tiny_dataset};
use crate::watch::NewMatches;
use crate::world::SimulationData;

fn day(dataset: &SimulationData, params: &Params) -> ArticleDay {
    ArticleDay::new(Arc::new(World::new(dataset, params).unwrap()), params)
}

fn finished(dataset: &SimulationData, params: &Params) -> ArticleDay {
    let mut day = day(dataset, params);
    day.advance(u32::MAX);
    day
}

#[test]
fn a_run_does_not_depend_on_how_it_is_cut() {
    let (dataset, params) = (tiny_dataset(), params(&[("ccu", "300")]));
    let whole = finished(&dataset, &params);
    for slice in [1, 7, 60, 3_601] {
        let mut cut = day(&dataset, &params);
        while cut.now() < cut.end() {
            cut.advance(slice);
        }
        assert_eq!(cut.summary(), whole.summary(), "slices of {slice} s");
        assert_eq!(cut.columns().rows_from(0), whole.columns().rows_from(0));
    }
}

#[test]
fn a_clone_goes_on_as_the_original() {
    let (dataset, params) = (tiny_dataset(), params(&[("ccu", "300")]));
    let mut original = day(&dataset, &params);
    original.advance(30_000);
    let mut checkpoint = original.clone();
    original.advance(u32::MAX);
    checkpoint.advance(u32::MAX);
    assert_eq!(checkpoint.summary(), original.summary());
}

#[test]
fn invariants_hold_after_every_second_of_tiny_worlds() {
    let dataset = tiny_dataset();
    for scenario in [
        params(&[("ccu", "60")]),
        params(&[("ccu", "60"), ("bots", "1"), ("players", "3")]),
        params(&[("ccu", "200"), ("pause_s", "0"), ("match_s", "10"), ("players", "2"), ("replay", "0.95")]),
        params(&[("ccu", "200"), ("ideal_ms", "1"), ("expand_ms", "30"), ("ideal_s", "1"), ("warm_s", "1")]),
        params(&[("ccu", "60"), ("estimate", "ping"), ("bad_routes", "0.3"), ("jitter_ms", "30")]),
        params(&[("ccu", "60"), ("estimate", "distance"), ("bad_routes", "0.3")]),
        params(&[("ccu", "200"), ("playlists", "3"), ("shares", "3,1")]),
        params(&[("ccu", "200"), ("together", "1"), ("replay", "0.9")]),
        params(&[
            ("ccu", "60"),
            ("together", "1"),
            ("playlists", "2"),
            ("bots", "1"),
            ("replay", "0.9"),
            ("pause_s", "0"),
        ]),
        params(&[("ccu", "60"), ("playlists", "3"), ("bots", "1"), ("estimate", "ping"), ("jitter_ms", "9")]),
        params(&[("ccu", "200"), ("match_sd_s", "60"), ("quit_rate", "0.1"), ("bots", "1"), ("interval_s", "7")]),
        params(&[
            ("ccu", "200"),
            ("match_sd_s", "40"),
            ("quit_rate", "0.3"),
            ("together", "1"),
            ("avoid_rematch", "1"),
            ("playlists", "2"),
            ("patience_s", "15"),
        ]),
        params(&[("ccu", "100"), ("replay_wait", "9"), ("replay_rtt", "3"), ("replay_bots", "5"), ("bots", "1")]),
    ] {
        let mut day = day(&dataset, &scenario);
        for _ in 0..12_000 {
            day.advance(1);
            check::sweep(&day).unwrap();
        }
    }
}

#[test]
fn the_sweep_sees_what_is_broken() {
    let broken = |damage: fn(&mut ArticleDay)| {
        let mut day = day(&tiny_dataset(), &params(&[("ccu", "400")]));
        day.advance(8_000);
        assert_eq!(check::sweep(&day), Ok(()));
        damage(&mut day);
        check::sweep(&day).unwrap_err().to_string()
    };
    /// The cohort matched `age_s` seconds ago.
    fn cohort(day: &mut ArticleDay, age_s: u32) -> &mut crate::cohort::Cohort {
        let end = day.log.now - age_s + 300;
        day.playlists[0].cohorts.ending(end)
    }
    let unlived = broken(|day| day.log.times.integral_s[State::Bots as usize] += 1);
    assert_eq!(unlived, "Bots: players spent 0 s in it, its count adds up to 1 s");
    assert_eq!(broken(|day| day.log.times.counts[4] += 1), "Bots: 1 counted, 0 found");
    let lost = broken(|day| {
        let age_s = (1..331).find(|&age_s| !cohort(day, age_s).queued_players.is_empty()).unwrap();
        let queued_players = &mut cohort(day, age_s).queued_players;
        queued_players.push(queued_players[0]);
    });
    assert!(lost.starts_with("matches hold ") && lost.ends_with(" are in them"), "{lost}");
    let twice = broken(|day| {
        let queued = (1..331).find_map(|age_s| cohort(day, age_s).queued_players.first().copied()).unwrap();
        let run = Run { datacenter: None, since: day.log.now, players: 1 };
        cohort(day, 330).push(run, &[queued]);
    });
    assert!(twice.starts_with("player PlayerId(") && twice.ends_with(" is inside twice"), "{twice}");
    let more = broken(|day| assert!(day.census.enter().0 > 0));
    assert!(more.contains(" players are online by count, "), "{more}");
    let apart = broken(|day| {
        day.log.row.clear();
        day.log.row.add_wait(3, 1);
        let here = day.log.row.at(0);
        (here[PerDatacenter::RttSumMs as usize], here[PerDatacenter::Matched as usize]) = (20, 1);
        day.log.row.add(Count::EstimatedSumMs, 27);
        day.log.push_row();
    });
    assert!(apart.ends_with(": the estimated mean is 27 ms, the actual mean 20 ms"), "{apart}");
    let stray = {
        let mut day = day(&tiny_dataset(), &params(&[("ccu", "400"), ("estimate", "ping"), ("jitter_ms", "9")]));
        day.advance(8_000);
        // A player that joins under an id in use replaces its player, with other pings.
        let queued = (1..331).find_map(|age_s| cohort(&mut day, age_s).queued_players.first().copied()).unwrap();
        let (player, now, world) = (queued.player, day.log.now, Arc::clone(&day.world));
        let other = CellId((day.census.noted(player).0 + 3) % 6);
        day.estimates.as_mut().unwrap().join(&world, player, other, now, 0);
        check::sweep(&day).unwrap_err().to_string()
    };
    assert!(stray.ends_with(" has other routes than when it joined"), "{stray}");
}

#[test]
fn players_are_conserved() {
    for scenario in [params(&[("ccu", "200")]), params(&[("ccu", "80"), ("bots", "on"), ("days", "2")])] {
        let s = finished(&tiny_dataset(), &scenario).summary();
        assert_eq!(s.joined + s.inside_at_start, s.inside + s.left + s.failed);
        assert!(s.inside_at_start > 0 && s.left > 0);
        assert_eq!(s.failed > 0, !scenario.bots());
    }
}

#[test]
fn only_ccu_and_seed_move_the_joins() {
    let dataset = tiny_dataset();
    let joined = |pairs: &[(&str, &str)]| -> Vec<u32> {
        let day = finished(&dataset, &params(pairs));
        (0..1_440).map(|minute| day.columns().count(Count::Joined, minute)).collect()
    };
    let base = joined(&[("ccu", "300")]);
    // Warm-ups of other lengths are included.
    assert_eq!(base, joined(&[("ccu", "300"), ("replay", "0.95"), ("players", "2"), ("dcs", "-iad")]));
    assert_eq!(base, joined(&[("ccu", "300"), ("match_s", "60"), ("bots", "1"), ("ideal_ms", "20")]));
    assert_ne!(base, joined(&[("ccu", "310")]));
    assert_ne!(base, joined(&[("ccu", "300"), ("seed", "8")]));
}

#[test]
fn a_snapshot_has_the_players_that_are_counted() {
    for scenario in [
        params(&[("ccu", "500")]),
        params(&[("ccu", "30"), ("match_s", "45"), ("pause_s", "0"), ("bots", "1"), ("ideal_s", "5")]),
        params(&[("ccu", "300"), ("together", "1"), ("playlists", "2"), ("replay", "0.9")]),
        params(&[("ccu", "300"), ("estimate", "ping"), ("jitter_ms", "9"), ("bad_routes", "0.1")]),
        params(&[("ccu", "300"), ("match_sd_s", "60"), ("quit_rate", "0.2"), ("bots", "1")]),
    ] {
        let mut day = day(&tiny_dataset(), &scenario);
        day.advance(SimTime::DAY_START.since(day.now()));
        let mut tally = Tally::new(day.world.cells.len());
        for second in 0..3_000 {
            day.advance(1);
            let (mut by_state, mut by_cell) = ([0; State::ALL.len()], vec![[0; 3]; day.world.cells.len()]);
            day.each_online(&mut |online: Online| {
                by_state[online.state as usize] += 1;
                by_cell[online.cell.index()][online.state.on_map()] += 1;
                assert!(online.since < day.now());
            });
            assert_eq!(by_state, day.log.times.counts, "second {second}");
            day.tally(&mut tally);
            let mut read = vec![[0; 3]; by_cell.len()];
            tally.take_each(|cell, counts| read[cell] = counts);
            assert_eq!(read, by_cell, "second {second}");
        }
    }
}
