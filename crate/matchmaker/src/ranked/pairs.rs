//! 1v1: each ticket plays the closest opponent it may play.
//!
//! After a pass no two waiting tickets could play: the older one of such a pair has searched since the pair
//! became possible, or had a closer partner. So a ticket that is not fresh only needs to compare with fresh
//! ones.

use super::group::{Card, Group, Refusal};
use super::pass::{Pass, Room, Set};
use super::tally::Tally;
use matchday_base::{SimTime, TicketId};
use smallvec::smallvec;

/// The best opponent so far.
struct Best {
    /// Distance, and age.
    far: (u32, (SimTime, TicketId)),
    at: u32,
    step: usize,
    group: Group,
}

impl Pass<'_> {
    /// The closest free ticket that may play the anchor, the oldest of equally close ones.
    pub fn pair(&self, anchor: u32, tally: &mut Tally) -> Option<Set> {
        let mut best = None;
        if self.card(anchor).fresh {
            self.closest(anchor, self.room.line.below(anchor), &mut best, tally);
            self.closest(anchor, self.room.line.above(anchor), &mut best, tally);
        } else {
            let Room { fresh, line, .. } = &*self.room;
            let (below, above) = fresh.split_at(fresh.partition_point(|&at| at < anchor));
            let free = |at: &u32| line.has(*at);
            self.closest(anchor, below.iter().rev().copied().filter(free), &mut best, tally);
            self.closest(anchor, above.iter().copied().filter(free), &mut best, tally);
        }
        tally.too_few += u32::from(best.is_none());
        best.map(|Best { at, step, group, .. }| Set { at: smallvec![anchor, at], step, group })
    }

    /// Searches one side, as far as a closer ticket can be.
    fn closest(&self, anchor: u32, side: impl Iterator<Item = u32>, best: &mut Option<Best>, tally: &mut Tally) {
        let queued = &self.queued;
        let own = self.card(anchor);
        let reach = queued.windows.reach(own.step);
        for at in side {
            let other = self.card(at);
            // A ticket at the same distance as the best may be older.
            let within = best.as_ref().map_or(reach, |best| best.far.0);
            if own.points.abs_diff(other.points) > within {
                return;
            }
            let step = queued.windows.of_two(queued.now, own, other);
            let group = match self.couple(own, other, step) {
                Ok(group) => group,
                Err(why) => {
                    tally.refuse(why, 1);
                    continue;
                }
            };
            tally.seen += 1;
            let far = (group.spread(queued.region_points), other.age_order());
            if best.as_ref().is_none_or(|best| far < best.far) {
                *best = Some(Best { far, at, step, group });
            }
        }
    }

    #[inline]
    fn couple(&self, own: &Card, other: &Card, step: usize) -> Result<Group, Refusal> {
        let alone = Group::of(own, self.reach(own, step), self.queued.mode)?;
        alone.join(other, self.reach(other, step), &self.limits(step))
    }
}
