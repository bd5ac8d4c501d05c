//! One pass over a pool: forms the matches of this second.

use super::Mode;
use super::group::{Card, Group, Limits, Refusal};
use super::line::Line;
use super::tally::Tally;
use super::teams::Candidate;
use super::windows::Windows;
use matchday_base::SimTime;
use smallvec::SmallVec;

/// The data of the queue for a pass.
#[derive(Clone, Copy)]
pub(super) struct Queued<'a> {
    pub now: SimTime,
    pub mode: Mode,
    pub region_points: u32,
    pub windows: &'a Windows,
    /// The datacenters within each RTT cap, a bit each: all caps of a slot, then those of the next.
    pub reach: &'a [u128],
    /// The datacenters that are not closed.
    pub open: u128,
    /// Tickets of other bands, and of other regions.
    pub elsewhere: (usize, usize),
}

/// Memory of a pass, used again by the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    /// Points with changes since the last pass, in order.
    pub changes: Vec<i32>,
    pub line: Line,
    /// Positions of the fresh cards, in order.
    pub fresh: Vec<u32>,
    /// The cards that search, oldest first: age and position.
    anchors: Vec<(u64, u32)>,
    /// The tickets that may meet the anchor of a search for teams.
    pub candidates: Vec<Candidate>,
}

/// One pool during a pass.
pub(super) struct Pass<'a> {
    pub queued: Queued<'a>,
    pub cards: &'a [Card],
    pub room: &'a mut Room,
}

/// A match: positions in the pool, the step whose window it has, and what its tickets have in common.
pub(super) struct Set {
    pub at: SmallVec<[u32; 2]>,
    pub step: usize,
    pub group: Group,
}

impl<'a> Pass<'a> {
    /// Starts a pass for the changes in `room`; cards within their time limit are free.
    pub fn new(queued: Queued<'a>, cards: &'a [Card], room: &'a mut Room) -> Self {
        let young = |card: &Card| queued.now < card.expires;
        room.line.reset(cards.iter().map(young));
        room.fresh.clear();
        room.fresh.extend((0..).zip(cards).filter(|(_, card)| card.fresh).map(|(at, _)| at));
        Self { queued, cards, room }
    }

    /// Searches for every card with changes within reach, oldest first.
    pub fn run(mut self, tallies: &mut [Tally]) -> Vec<Set> {
        let mut found: Vec<Set> = Vec::new();
        loop {
            let before = found.len();
            self.gather_anchors();
            for at in 0..self.room.anchors.len() {
                let (_, anchor) = self.room.anchors[at];
                if !self.room.line.has(anchor) {
                    continue;
                }
                let card = self.card(anchor);
                let tally = &mut tallies[card.slot as usize];
                if !self.begin(anchor, tally) {
                    continue;
                }
                let set =
                    if self.queued.mode.players() == 2 { self.pair(anchor, tally) } else { self.teams(anchor, tally) };
                if let Some(set) = set {
                    set.at.iter().for_each(|&at| self.room.line.take(at));
                    found.push(set);
                }
            }
            if found.len() == before || self.queued.mode.players() == 2 {
                return found;
            }
            // Matched tickets leave, so other tickets have become neighbours.
            let left = found[before..].iter().flat_map(|set| &set.at);
            self.room.changes.clear();
            self.room.changes.extend(left.map(|&at| self.cards[at as usize].points));
            self.room.changes.sort_unstable();
        }
    }

    fn gather_anchors(&mut self) {
        let Room { changes, line, anchors, .. } = &mut *self.room;
        let near = |card: &Card| near(changes, card.points, self.queued.windows.reach(card.step));
        anchors.clear();
        let free = (0..).zip(self.cards).filter(|&(at, card)| line.has(at) && near(card));
        anchors.extend(free.map(|(at, card)| (card.age_key(), at)));
        anchors.sort_unstable_by_key(|&(age, _)| age);
    }

    pub fn card(&self, at: u32) -> &'a Card {
        &self.cards[at as usize]
    }

    /// The datacenters within the cap of that step.
    pub fn reach(&self, card: &Card, step: usize) -> u128 {
        let windows = self.queued.windows;
        self.queued.reach[card.slot as usize * windows.caps_ms.len() + windows.cap_of(step)] & self.queued.open
    }

    pub fn limits(&self, step: usize) -> Limits {
        Limits::new(self.queued.mode, self.queued.windows.steps[step], self.queued.region_points)
    }

    /// The match of these tickets, if it satisfies every rule in its own window.
    pub fn agree(&self, at: &[u32]) -> Option<Set> {
        let cards = at.iter().map(|&at| self.card(at));
        let step = self.queued.windows.of(self.queued.now, cards.clone());
        let limits = self.limits(step);
        let mut cards = cards.map(|card| (card, self.reach(card, step)));
        let (first, datacenters) = cards.next()?;
        let alone = Group::of(first, datacenters, limits.mode).ok()?;
        let group = cards.try_fold(alone, |group, (card, datacenters)| group.join(card, datacenters, &limits)).ok()?;
        (usize::from(group.players) == limits.mode.players()).then(|| Set { at: at.into(), step, group })
    }

    /// Counts the cards that need no comparison with the anchor; returns whether others are left.
    fn begin(&self, anchor: u32, tally: &mut Tally) -> bool {
        let card = self.card(anchor);
        let (bands, regions) = self.queued.elsewhere;
        let reach = self.queued.windows.reach(card.step);
        let least = self.cards.partition_point(|other| other.points < card.points.saturating_sub_unsigned(reach));
        let most = self.cards.partition_point(|other| other.points <= card.points.saturating_add_unsigned(reach));
        tally.looks += 1;
        tally.refuse(Refusal::Points, self.cards.len() - (most - least) + bands);
        tally.refuse(Refusal::Region, regions);
        let step = usize::from(card.step);
        let alone = |step| Group::of(card, self.reach(card, step), self.queued.mode);
        match alone(step) {
            Err(why) if self.queued.windows.within(step).all(|step| alone(step).is_err()) => {
                tally.refuse(why, most - least - 1);
                tally.too_few += 1;
                false
            }
            _ => true,
        }
    }
}

/// Whether any of these points, in order, is within `reach`.
fn near(changes: &[i32], points: i32, reach: u32) -> bool {
    let first = changes.partition_point(|&change| change < points.saturating_sub_unsigned(reach));
    changes.get(first).is_some_and(|&change| change <= points.saturating_add_unsigned(reach))
}
