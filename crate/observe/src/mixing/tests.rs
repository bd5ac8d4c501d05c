use super::*;
use matchday_sim::tiny::{params, tiny_dataset};
use matchday_sim::{ArticleDay, Simulate, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// All events of a day in order, with ids that are never reused.
struct Notes {
    players: usize,
    names: BTreeMap<PlayerId, usize>,
    joined: usize,
    matches: Vec<(SimTime, Vec<usize>)>,
    /// Player, end and length of each search; `None` where it failed.
    searches: Vec<(usize, SimTime, Option<u32>)>,
    /// For each matched player: the players of its run, itself included.
    runs: Vec<Vec<usize>>,
}

impl Watch for Notes {
    fn joined(&mut self, _: SimTime, player: PlayerId, number: JoinNumber, _: CellId) {
        self.joined += 1;
        assert_eq!(number, JoinNumber(self.joined as u32));
        self.names.insert(player, self.joined);
    }

    fn happened(&mut self, now: SimTime, player: PlayerId, what: EventKind, _: Option<u32>) {
        if what.ends_search() {
            self.searches.push((self.names[&player], now, None));
        }
    }

    fn formed(&mut self, now: SimTime, &NewMatches { formed, groups, .. }: &NewMatches<'_>) {
        for run in formed.batches() {
            let mut queued_players = run.queued_players.to_vec();
            if !formed.is_grouped() {
                groups.draw(now, run.datacenter, &mut queued_players);
            }
            let names: Vec<_> = queued_players.iter().map(|queued| self.names[&queued.player]).collect();
            self.runs.push(names.clone());
            self.matches.extend(names.chunks(self.players).map(|names| (now, names.to_vec())));
        }
        for queued in formed.queued_players() {
            let wait = formed.waits().iter().find(|wait| wait.player == queued.player);
            self.searches.push((self.names[&queued.player], now, Some(wait.map_or(0, |wait| wait.wait_s))));
        }
    }
}

fn day(params: &Params) -> ArticleDay {
    ArticleDay::new(Arc::new(World::new(&tiny_dataset(), params).unwrap()), params)
}

fn watched(pairs: &[(&str, &str)]) -> (Mixing, Notes) {
    let params = params(pairs);
    let (mut plain, mut mixing) = (day(&params), Mixing::new(&params));
    plain.advance(u32::MAX);
    let mut notes = Notes {
        players: params.players() as usize,
        names: BTreeMap::new(),
        joined: 0,
        matches: Vec::new(),
        searches: Vec::new(),
        runs: Vec::new(),
    };
    let mut seen = day(&params);
    seen.advance_watched(u32::MAX, &mut mixing);
    assert_eq!(seen.summary(), plain.summary(), "nobody sees that somebody looks on");
    day(&params).advance_watched(u32::MAX, &mut notes);
    (mixing, notes)
}

/// Size of the largest connected group: spreads from each player, match by match, until no player is new.
fn largest(matches: &[&Vec<usize>]) -> usize {
    let mut open: BTreeSet<usize> = matches.iter().copied().flatten().copied().collect();
    let mut largest = 0;
    while let Some(first) = open.pop_first() {
        let mut reached = BTreeSet::from([first]);
        loop {
            let before = reached.len();
            for names in matches {
                if names.iter().any(|name| reached.contains(name)) {
                    reached.extend(names.iter());
                }
            }
            if reached.len() == before {
                break;
            }
        }
        open.retain(|name| !reached.contains(name));
        largest = largest.max(reached.len());
    }
    largest
}

#[test]
fn every_figure_is_that_of_a_naive_count() {
    let mut apart = 0;
    for pairs in [
        &[("ccu", "60")][..],
        // Matches short enough for a player to play another while players of the last one still wait.
        &[("ccu", "60"), ("match_s", "10"), ("pause_s", "0"), ("replay", "0.9"), ("players", "3"), ("bots", "1")],
        &[("ccu", "300"), ("together", "1"), ("replay", "0.9")],
        &[("ccu", "40"), ("replay", "0.95"), ("match_s", "600"), ("players", "2"), ("days", "2")],
    ] {
        let (mixing, notes) = watched(pairs);
        let mut expected = vec![Hour::default(); mixing.hours().len()];
        let mut last = BTreeMap::new();
        for (now, names) in &notes.matches {
            for name in names {
                let mates: BTreeSet<usize> = names.iter().copied().filter(|other| other != name).collect();
                let before: Option<BTreeSet<usize>> = last.insert(*name, mates.clone());
                if let (Some(hour), Some(before)) = (hour_of(*now), before) {
                    expected[hour].replaying += 1;
                    expected[hour].met_again += u32::from(!before.is_disjoint(&mates));
                }
            }
        }
        let mut newcomers: BTreeSet<usize> = (1..=notes.joined).collect();
        for &(name, now, wait_s) in &notes.searches {
            if let (true, Some(hour)) = (newcomers.remove(&name), hour_of(now)) {
                expected[hour].newcomers += u32::from(wait_s.is_some());
                expected[hour].newcomers_failed += u32::from(wait_s.is_none());
                expected[hour].newcomers_wait_s += u64::from(wait_s.unwrap_or(0));
            }
        }
        for (at, hour) in expected.iter_mut().enumerate() {
            let of_hour = notes.matches.iter().filter(|(now, _)| hour_of(*now) == Some(at));
            let of_hour: Vec<_> = of_hour.map(|(_, names)| names).collect();
            hour.played = of_hour.iter().copied().flatten().collect::<BTreeSet<_>>().len() as u32;
            hour.largest = largest(&of_hour) as u32;
        }
        assert_eq!(mixing.hours(), expected, "{pairs:?}");
        let sum = |of: fn(&Hour) -> u32| expected.iter().map(of).sum::<u32>();
        assert!(sum(|hour| hour.met_again) > 50 && sum(|hour| hour.newcomers) > 50, "{pairs:?}");
        apart += sum(|hour| hour.played) - sum(|hour| hour.largest);
    }
    assert!(apart > 50, "all hang together");
}

/// In a run of M players with matches of N, a player misses all k players of its last match who are also
/// in the run with probability C(M - 1 - k, N - 1) / C(M - 1, N - 1).
#[test]
fn players_meet_again_as_often_as_a_uniform_draw_lets_them() {
    let (mixing, notes) = watched(&[("ccu", "3000"), ("replay", "0.9"), ("match_s", "30"), ("pause_s", "0")]);
    let players = notes.players;
    let (mut last, mut at): (BTreeMap<usize, Vec<usize>>, usize) = (BTreeMap::new(), 0);
    let (mut expected, mut variance) = (0.0, 0.0);
    for run in &notes.runs {
        let shown = hour_of(notes.matches[at].0).is_some();
        for mates in run.iter().filter(|_| shown).filter_map(|name| last.get(name)) {
            let here = mates.iter().filter(|mate| run.contains(mate)).count();
            let (mut missed, others) = (1.0, (run.len() - 1) as f64);
            for seat in 0..players - 1 {
                missed *= (others - here as f64 - seat as f64).max(0.0) / (others - seat as f64);
            }
            expected += 1.0 - missed;
            // Both players of a meeting are counted.
            variance += 2.0 * missed * (1.0 - missed);
        }
        for names in &notes.matches[at..at + run.len() / players] {
            for name in &names.1 {
                last.insert(*name, names.1.iter().copied().filter(|other| other != name).collect());
            }
        }
        at += run.len() / players;
    }
    let met: u32 = mixing.hours().iter().map(|hour| hour.met_again).sum();
    let replaying: u32 = mixing.hours().iter().map(|hour| hour.replaying).sum();
    assert!((f64::from(met) - expected).abs() < 4.5 * libm::sqrt(variance), "{met}, expected {expected:.0}");
    assert_eq!(mixing.repeat_rate(), Some(f64::from(met) / f64::from(replaying)));
}

#[test]
fn the_sample_of_rematches_agrees_with_the_whole_count() {
    let mut shares = Vec::new();
    for pairs in [
        &[("ccu", "3000")][..],
        &[("ccu", "3000"), ("avoid_rematch", "1")],
        &[("ccu", "60"), ("match_sd_s", "60"), ("quit_rate", "0.1")],
        &[("ccu", "1500"), ("together", "1"), ("replay", "0.9")],
    ] {
        let params = params(pairs);
        let mut exact = Mixing::new(&params);
        let mut day = day(&params);
        day.advance_watched(u32::MAX, &mut exact);
        let (summary, whole) = (day.summary(), exact.repeat_rate().unwrap());
        let share = summary.rematch_share.unwrap();
        // The players of a match meet again together, so that a match counts as about one draw.
        let error = libm::sqrt(whole * (1.0 - whole) / summary.rematch_sample as f64);
        assert!((share - whole).abs() < 4.5 * error, "{pairs:?}: {share} of {}, {whole}", summary.rematch_sample);
        assert!(summary.rematch_sample >= 250, "{pairs:?}: {}", summary.rematch_sample);
        if let (Some(largest), Some(in_hour)) = (summary.largest_group_share, exact.hours()[18].largest_share()) {
            // Twenty minutes link hardly more players than the hour that begins with them.
            assert!(largest > 0.0 && largest <= in_hour + 0.1, "{pairs:?}: {largest}, {in_hour}");
        }
        shares.push(whole);
    }
    let mut whole_window = day(&params(&[("ccu", "3000")]));
    whole_window.advance(u32::MAX);
    let whole_window = whole_window.summary();
    assert!(whole_window.largest_group_share.unwrap() > 0.05 && whole_window.largest_group_sample > 500);
    assert!(shares[1] < shares[0], "players who met are kept apart: {shares:?}");
}
