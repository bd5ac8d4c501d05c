//! Social mixing: how often players meet again, and how far shared matches connect them.
//!
//! Where matches break up, no recorded value depends on who shares a match with whom, so the day does not
//! [draw](Formed::draw_groups) it. [`Mixing`] draws it itself.

use crate::acquaintances::Components;
use crate::census::JoinNumber;
use crate::events::EventKind;
use crate::watch::{NewMatches, Watch};
use matchday_base::time::{DAY_S, HOUR_S};
use matchday_base::{CellId, PlayerId, SimTime};
use matchday_matchmaker::{Formed, QueuedPlayer};
use matchday_scenario::Params;

/// Observes a day, hour by hour.
#[derive(Clone, Debug)]
pub struct Mixing {
    /// Players per match.
    players: usize,
    /// Stays by player.
    stays: Vec<Stay>,
    /// Stays met in the last match of each player: per player one entry for each other player of a match.
    met: Vec<JoinNumber>,
    hours: Vec<Hour>,
    /// Components of the hour of the last match.
    acquainted: Components,
    acquainted_in: usize,
    // Kept between ticks to avoid allocations.
    waits_s: Vec<(PlayerId, u32)>,
    drawn: Formed,
}

/// Measurements of one hour. Searches count in the hour of their end, matches in the hour of their start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hour {
    /// Players who started a match after an earlier one in their stay.
    pub replaying: u32,
    /// Replaying players who met a player of their last match again.
    pub met_again: u32,
    /// Stays that started a match.
    pub played: u32,
    /// Size of the largest group of stays connected by shared matches of the hour.
    pub largest: u32,
    /// Newcomers matched; a newcomer is in the first search of its stay.
    pub newcomers: u32,
    /// Sum of their waits, s.
    pub newcomers_wait_s: u64,
    /// Newcomers whose search failed.
    pub newcomers_failed: u32,
}

impl Hour {
    /// Share of replaying players who met a player again; `None` where nobody replayed.
    pub fn repeat_rate(&self) -> Option<f64> {
        share(self.met_again, self.replaying)
    }

    /// Largest component as a share of all stays that played; `None` where nobody did.
    pub fn largest_share(&self) -> Option<f64> {
        share(self.largest, self.played)
    }
}

fn share(part: u32, of: u32) -> Option<f64> {
    (of > 0).then(|| f64::from(part) / f64::from(of))
}

/// A player, from joining to leaving.
#[derive(Clone, Copy, Debug, Default)]
struct Stay {
    number: JoinNumber,
    /// Whether its first search is over.
    settled: bool,
    /// Whether it has played a match.
    has_played: bool,
    /// The hour of its last match, and its node among all who played in that hour.
    hour: Option<usize>,
    node: u32,
}

impl Mixing {
    /// Observes the day of these parameters from its first second.
    pub fn new(params: &Params) -> Self {
        Self {
            players: params.players() as usize,
            stays: Vec::new(),
            met: Vec::new(),
            hours: vec![Hour::default(); (params.days() * DAY_S / HOUR_S) as usize],
            acquainted: Components::default(),
            acquainted_in: 0,
            waits_s: Vec::new(),
            drawn: Formed::default(),
        }
    }

    /// Every hour of the shown days; an unfinished hour holds the values so far.
    pub fn hours(&self) -> &[Hour] {
        &self.hours
    }

    /// Share of replaying players who met a player again, over all hours.
    pub fn repeat_rate(&self) -> Option<f64> {
        let sum = |of: fn(&Hour) -> u32| self.hours.iter().map(of).sum();
        share(sum(|hour| hour.met_again), sum(|hour| hour.replaying))
    }

    fn others(&self, player: PlayerId) -> std::ops::Range<usize> {
        let width = self.players - 1;
        player.index() * width..(player.index() + 1) * width
    }

    /// Ends the first search of a stay; `None` before the first shown hour.
    fn settle(&mut self, hour: Option<usize>, player: PlayerId, ended: impl FnOnce(&mut Hour)) {
        let stay = &mut self.stays[player.index()];
        if !std::mem::replace(&mut stay.settled, true)
            && let Some(hour) = hour
        {
            ended(&mut self.hours[hour]);
        }
    }

    /// A match starts.
    fn play(&mut self, hour: Option<usize>, queued_players: &[QueuedPlayer]) {
        if let Some(hour) = hour {
            self.count(hour, queued_players);
            self.link(hour, queued_players);
        }
        for &QueuedPlayer { player, .. } in queued_players {
            let others = self.others(player);
            let (stays, met) = (&self.stays, &mut self.met[others]);
            let others = queued_players.iter().filter(|other| other.player != player);
            let numbers = others.map(|other| stays[other.player.index()].number);
            met.iter_mut().zip(numbers).for_each(|(met, number)| *met = number);
            self.stays[player.index()].has_played = true;
        }
    }

    /// Counts replaying players, and those who meet a player again.
    fn count(&mut self, hour: usize, queued_players: &[QueuedPlayer]) {
        for &QueuedPlayer { player, .. } in
            queued_players.iter().filter(|queued| self.stays[queued.player.index()].has_played)
        {
            let met = &self.met[self.others(player)];
            let again = queued_players.iter().any(|other| met.contains(&self.stays[other.player.index()].number));
            self.hours[hour].replaying += 1;
            self.hours[hour].met_again += u32::from(again);
        }
    }

    fn link(&mut self, hour: usize, queued_players: &[QueuedPlayer]) {
        if hour != self.acquainted_in {
            self.acquainted.clear();
            self.acquainted_in = hour;
        }
        let mut first = None;
        for queued in queued_players {
            let stay = &mut self.stays[queued.player.index()];
            if stay.hour != Some(hour) {
                (stay.hour, stay.node) = (Some(hour), self.acquainted.add());
            }
            self.acquainted.join(*first.get_or_insert(stay.node), stay.node);
        }
        self.hours[hour].played = self.acquainted.nodes();
        self.hours[hour].largest = self.acquainted.largest();
    }
}

impl Watch for Mixing {
    fn joined(&mut self, _: SimTime, player: PlayerId, number: JoinNumber, _: CellId) {
        if self.stays.len() <= player.index() {
            self.stays.resize(player.index() + 1, Stay::default());
            self.met.resize(self.stays.len() * (self.players - 1), JoinNumber::NONE);
        }
        self.stays[player.index()] = Stay { number, ..Stay::default() };
    }

    fn happened(&mut self, now: SimTime, player: PlayerId, what: EventKind, _: Option<u32>) {
        if what.ends_search() {
            self.settle(hour_of(now), player, |hour| hour.newcomers_failed += 1);
        }
    }

    fn formed(&mut self, now: SimTime, &NewMatches { formed, groups, .. }: &NewMatches<'_>) {
        let hour = hour_of(now);
        // Players without an entry in the waits matched at once.
        self.waits_s.clear();
        self.waits_s.extend(formed.waits().iter().map(|wait| (wait.player, wait.wait_s)));
        self.waits_s.sort_unstable();
        for queued in formed.queued_players() {
            let at = self.waits_s.binary_search_by_key(&queued.player, |&(player, _)| player);
            let wait_s = at.map_or(0, |at| self.waits_s[at].1);
            self.settle(hour, queued.player, |hour| {
                hour.newcomers += 1;
                hour.newcomers_wait_s += u64::from(wait_s);
            });
        }
        let mut drawn = std::mem::take(&mut self.drawn);
        drawn.clear();
        formed
            .batches()
            .for_each(|batch| drawn.push(batch.datacenter, batch.players, batch.queued_players.iter().copied()));
        if !formed.is_grouped() {
            drawn.draw_groups(now, groups);
        }
        drawn.batches().flat_map(|batch| batch.matches()).for_each(|queued_players| self.play(hour, queued_players));
        self.drawn = drawn;
    }
}

/// The shown hour of a second.
fn hour_of(now: SimTime) -> Option<usize> {
    now.shown_s().map(|shown_s| (shown_s / HOUR_S) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::tiny_dataset;
    use crate::{ArticleDay, World};
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

    fn watched(pairs: &[(&str, &str)]) -> (Mixing, Notes) {
        let mut params = Params::default();
        pairs.iter().for_each(|(key, text)| params.set(key, text).unwrap());
        let day = || ArticleDay::new(Arc::new(World::new(&tiny_dataset(), &params).unwrap()), &params);
        let (mut plain, mut mixing) = (day(), Mixing::new(&params));
        plain.advance(u32::MAX);
        let mut notes = Notes {
            players: params.players() as usize,
            names: BTreeMap::new(),
            joined: 0,
            matches: Vec::new(),
            searches: Vec::new(),
            runs: Vec::new(),
        };
        let mut seen = day();
        seen.advance_watched(u32::MAX, &mut mixing);
        assert_eq!(seen.summary(), plain.summary(), "nobody sees that somebody looks on");
        day().advance_watched(u32::MAX, &mut notes);
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
}
