//! 1v1: the closest of all whom a ticket may play.
//!
//! After a pass no two who wait could play: the older one of such a pair has looked since the pair could, or had a closer
//! partner.

use super::group::Group;
use super::pass::{Pass, Set};
use super::tally::Tally;

impl Pass<'_> {
    /// The closest free ticket that may play the anchor, the oldest of equally close ones.
    pub fn pair(&self, anchor: u32, tally: &mut Tally) -> Option<Set> {
        let queued = &self.queued;
        let own = self.card(anchor);
        let mut within = queued.windows.reach(own.step);
        let mut best = None;
        let mut look = |at: u32| {
            let other = self.card(at);
            // One as far as the best so far may be older.
            if own.points.abs_diff(other.points) > within {
                return false;
            }
            let step = queued.windows.of(queued.now, [own, other].into_iter());
            let group = Group::of(own, self.reach(own, step), queued.mode)
                .and_then(|alone| alone.join(other, self.reach(other, step), &self.limits(step)));
            tally.seen += 1;
            match group {
                Err(why) => tally.refuse(why),
                Ok(group) => {
                    let far = (group.spread(queued.region_points), other.age_order());
                    if best.as_ref().is_none_or(|&(least, _)| far < least) {
                        within = far.0;
                        best = Some((far, Set { at: vec![anchor, at], step, group }));
                    }
                }
            }
            true
        };
        self.line.below(anchor).take_while(|&at| look(at)).for_each(drop);
        self.line.above(anchor).take_while(|&at| look(at)).for_each(drop);
        tally.too_few += u32::from(best.is_none());
        best.map(|(_, set)| set)
    }
}
