//! More than two players: a greedy search among neighbours in points.
//!
//! The anchor is the oldest ticket of its match. From each of its nearest neighbours that may meet it,
//! tickets upwards join one after another, as long as they fit, until the match is full. Among all full
//! matches, the one with the least spread is taken. Every part of a match is a [group](Group). So whenever a
//! run of neighbours in points is a match, some match is found: growing from the run's first ticket takes the
//! whole run. Matches with gaps are usually found, but not always: a ticket that has joined is never removed.

use super::group::{Card, Group, Limits, some_fill};
use super::pass::{Pass, Set};
use super::tally::Tally;
use super::{Mode, WidenBy};
use smallvec::SmallVec;

/// A ticket that may meet the anchor, or the anchor itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Id of the ticket for the caller.
    pub at: u32,
    pub card: Card,
    /// Datacenters within the cap, a bit each.
    pub datacenters: u128,
}

/// Candidates per side from which groups grow, in multiples of a match. Below 1, here and in `SEEN`, a run
/// could be missed.
pub(super) const KEPT: usize = 2;
/// Neighbours examined per side, in multiples of a match.
const SEEN: usize = 4;

/// A ticket that searches in one of its windows.
struct Anchor<'a> {
    card: &'a Card,
    step: usize,
    alone: Group,
    limits: Limits,
}

impl Pass<'_> {
    /// The closest match that the search finds for the anchor.
    pub fn teams(&mut self, anchor: u32, tally: &mut Tally) -> Option<Set> {
        let mut list = std::mem::take(&mut self.room.candidates);
        let set = self.teams_among(&mut list, anchor, tally);
        self.room.candidates = list;
        set
    }

    /// The same with memory for the candidates.
    fn teams_among(&self, list: &mut Vec<Candidate>, anchor: u32, tally: &mut Tally) -> Option<Set> {
        let (mut first, mut most) = (true, 0);
        let players = self.queued.mode.players();
        for step in self.queued.windows.within(usize::from(self.card(anchor).step)) {
            // Candidates are counted once, not once per window.
            let mut again = Tally::default();
            let at = self.neighbours(list, anchor, step, if first { tally } else { &mut again });
            first = false;
            let found: usize = list.iter().map(|candidate| usize::from(candidate.card.players)).sum();
            most = most.max(found);
            let mut sizes = list.iter().map(|candidate| candidate.card.players);
            if found < players || !some_fill(self.queued.mode, &mut sizes) {
                continue;
            }
            let agree = |set: &[u32]| self.agree(set);
            if let Grown { full: Some(set), .. } = grow(list, at, &self.limits(step), agree) {
                return Some(set);
            }
        }
        let count = if most < players { &mut tally.too_few } else { &mut tally.no_set };
        *count += 1;
        None
    }

    /// Lists the nearest younger tickets that may meet the anchor in the window of `step`, with the anchor, in the
    /// order of points; returns the anchor's position. Empty if the anchor reaches no datacenter.
    fn neighbours(&self, list: &mut Vec<Candidate>, anchor: u32, step: usize, tally: &mut Tally) -> usize {
        list.clear();
        let card = self.card(anchor);
        let (limits, datacenters) = (self.limits(step), self.reach(card, step));
        let Ok(alone) = Group::of(card, datacenters, limits.mode) else { return 0 };
        let own = Anchor { card, step, alone, limits };
        self.add_side(list, &own, self.room.line.below(anchor), tally);
        list.reverse();
        let at = list.len();
        list.push(Candidate { at: anchor, card: *card, datacenters });
        self.add_side(list, &own, self.room.line.above(anchor), tally);
        at
    }

    /// Lists those of the anchor's neighbours on one side, the nearest first.
    fn add_side(
        &self,
        list: &mut Vec<Candidate>,
        own: &Anchor,
        neighbours: impl Iterator<Item = u32>,
        tally: &mut Tally,
    ) {
        let players = own.limits.mode.players();
        let full = list.len() + KEPT * players;
        for at in neighbours.take(SEEN * players) {
            let card = self.card(at);
            if list.len() == full || own.card.points.abs_diff(card.points) > own.limits.points {
                return;
            }
            let datacenters = self.reach(card, own.step);
            match own.alone.admit(card, datacenters, &own.limits) {
                Err(why) => tally.refuse(why, 1),
                Ok(_) => {
                    tally.seen += 1;
                    if self.may_be_with(own.card, card, own.step) {
                        list.push(Candidate { at, card: *card, datacenters });
                    }
                }
            }
        }
    }

    /// Whether a match of `step` may have this ticket when the anchor is its oldest.
    fn may_be_with(&self, anchor: &Card, other: &Card, step: usize) -> bool {
        let wide_enough = self.queued.windows.widen_by != WidenBy::Newest || usize::from(other.step) >= step;
        other.age_order() > anchor.age_order() && wide_enough
    }
}

/// Result of a search.
pub(super) struct Grown<S> {
    /// The closest full match.
    pub full: Option<S>,
    /// Most players in one group.
    pub most: u8,
}

/// Grows groups round the anchor from a list in the order of points; each ticket of it may meet the anchor.
/// `agree` finally accepts or rejects a full group.
pub(super) fn grow<S>(
    list: &[Candidate],
    anchor: usize,
    limits: &Limits,
    agree: impl Fn(&[u32]) -> Option<S>,
) -> Grown<S> {
    let mut grown = Grown { full: None, most: 0 };
    let Some(own) = list.get(anchor) else { return grown };
    let Ok(alone) = Group::of(&own.card, own.datacenters, limits.mode) else { return grown };
    let (mut least, mut set) = (u32::MAX, SmallVec::<[u32; 2 * Mode::MOST_IN_TEAM as usize]>::new());
    for start in (0..=anchor).rev() {
        let first = list[start].card.points;
        if grown.full.is_some() && own.card.points.abs_diff(first) >= least {
            break;
        }
        let mut group = alone;
        set.clear();
        set.push(own.at);
        for (at, candidate) in (start..).zip(&list[start..]).filter(|&(at, _)| at != anchor) {
            if candidate.card.points.abs_diff(first) > limits.points {
                break;
            }
            if let Ok(next) = group.join(&candidate.card, candidate.datacenters, limits) {
                group = next;
                set.push(candidate.at);
            } else if at == start {
                break;
            }
            if usize::from(group.players) == limits.mode.players() {
                let spread = group.spread(limits.region_points);
                if (grown.full.is_none() || spread < least)
                    && let Some(full) = agree(&set)
                {
                    (grown.full, least) = (Some(full), spread);
                }
                break;
            }
        }
        grown.most = grown.most.max(group.players);
    }
    grown
}
