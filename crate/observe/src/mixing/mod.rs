//! Social mixing: how often players meet again, and how far shared matches connect them.
//!
//! Where matches break up, no recorded value depends on who shares a match with whom, so the day does not
//! [draw](Formed::draw_groups) it. [`Mixing`] draws it itself.

use matchday_base::time::{DAY_S, HOUR_S};
use matchday_base::{CellId, PlayerId, SimTime};
use matchday_matchmaker::{Formed, QueuedPlayer};
use matchday_scenario::Params;
use matchday_sim::acquaintances::Components;
use matchday_sim::census::JoinNumber;
use matchday_sim::events::EventKind;
use matchday_sim::watch::{NewMatches, Watch};

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

    fn formed(&mut self, now: SimTime, matches: &NewMatches<'_>) {
        let (hour, formed) = (hour_of(now), matches.formed);
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
        matches.draw_into(now, &mut drawn);
        drawn.batches().flat_map(|batch| batch.matches()).for_each(|queued_players| self.play(hour, queued_players));
        self.drawn = drawn;
    }
}

/// The shown hour of a second.
fn hour_of(now: SimTime) -> Option<usize> {
    now.shown_s().map(|shown_s| (shown_s / HOUR_S) as usize)
}

#[cfg(test)]
mod tests;
