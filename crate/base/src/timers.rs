//! Timers: each fires in its second, in the order in which they were set.
//!
//! A ring of seconds: setting and firing take constant time, for any number of timers. A timer cannot be cancelled. If
//! its purpose may end earlier, its value holds a generation, which the receiver compares when it fires.

use crate::SimTime;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// Timers with a value of type `T` each.
#[derive(Clone, Debug)]
pub struct Timers<T> {
    /// The next second to fire.
    next: SimTime,
    /// The timers of each second from `next` on. A fired second gives its memory back: lists that stayed in the ring would
    /// each grow to the size of the fullest second.
    seconds: VecDeque<Vec<T>>,
    /// Timers of the present second that have not fired yet, in reverse order.
    firing: Vec<T>,
}

impl<T> Timers<T> {
    /// No timers; the first second that fires is `from`.
    pub fn new(from: SimTime) -> Self {
        Self { next: from, seconds: VecDeque::new(), firing: Vec::new() }
    }

    /// Sets a timer for the second `at`. If that second has passed, the timer fires in the next one.
    #[inline]
    pub fn set(&mut self, at: SimTime, timer: T) {
        let ahead = at.0.saturating_sub(self.next.0) as usize;
        if ahead >= self.seconds.len() {
            self.seconds.resize_with(ahead + 1, Vec::new);
        }
        self.seconds[ahead].push(timer);
    }

    /// Removes the next timer of the second `now` and returns its value; `None` after the last one. Call it for every
    /// second in order, until it returns `None`.
    ///
    /// # Panics
    /// In debug builds, if a second is skipped or ended early.
    #[inline]
    pub fn fire(&mut self, now: SimTime) -> Option<T> {
        if self.next <= now {
            self.begin(now);
        }
        self.firing.pop()
    }

    /// All timers with their seconds, in the order in which they will fire.
    pub fn iter(&self) -> impl Iterator<Item = (SimTime, &T)> {
        let firing = self.firing.iter().rev().map(|timer| (self.next - 1, timer));
        let seconds = self.seconds.iter().zip(0..);
        firing.chain(seconds.flat_map(move |(due, ahead)| due.iter().map(move |timer| (self.next + ahead, timer))))
    }

    fn begin(&mut self, now: SimTime) {
        debug_assert_eq!(now, self.next, "each second fires, in order");
        debug_assert!(self.firing.is_empty(), "each second fires to its end");
        self.next = now + 1;
        if let Some(due) = self.seconds.pop_front() {
            self.firing = due;
            self.firing.reverse();
            self.seconds.push_back(Vec::new());
        }
    }
}

/// Compares timers; kept memory does not count.
impl<T: PartialEq> PartialEq for Timers<T> {
    fn eq(&self, other: &Self) -> bool {
        self.next == other.next && self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for Timers<T> {}

impl<T: Hash> Hash for Timers<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.next.hash(hasher);
        self.iter().for_each(|timer| timer.hash(hasher));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_fire_in_their_second_in_the_order_they_were_set() {
        let mut timers = Timers::new(SimTime(10));
        timers.set(SimTime(12), "second");
        timers.set(SimTime(11), "first");
        timers.set(SimTime(12), "third");
        timers.set(SimTime(3), "late");
        let due: Vec<_> = timers.iter().map(|(at, &timer)| (at.0, timer)).collect();
        assert_eq!(due, [(10, "late"), (11, "first"), (12, "second"), (12, "third")]);
        let mut second = |now| std::iter::from_fn(|| timers.fire(SimTime(now))).collect::<Vec<_>>();
        let fired: Vec<_> = (10..14).map(&mut second).collect();
        assert_eq!(fired, [vec!["late"], vec!["first"], vec!["second", "third"], vec![]]);
        assert_eq!(timers.iter().count(), 0);
    }

    #[test]
    fn a_timer_set_while_its_second_fires_is_due_in_the_next() {
        let mut timers = Timers::new(SimTime(0));
        timers.set(SimTime(0), 1);
        while let Some(timer) = timers.fire(SimTime(0)) {
            timers.set(SimTime(0), timer + 1);
        }
        assert_eq!(timers.iter().collect::<Vec<_>>(), [(SimTime(1), &2)]);
        assert_eq!((timers.fire(SimTime(1)), timers.fire(SimTime(1))), (Some(2), None));
    }

    #[test]
    fn memory_follows_the_timers_that_wait() {
        // One timer is far away, and one second in seven is full: after a while each place of the ring was.
        let (mut timers, mut room) = (Timers::new(SimTime(0)), 0);
        timers.set(SimTime(5_000), 0);
        for now in 0..5_000 {
            let count = if now % 7 == 0 { 1_000 } else { 1 };
            (0..count).for_each(|value| timers.set(SimTime(now + 30), value));
            while timers.fire(SimTime(now)).is_some() {}
            room = room.max(timers.seconds.iter().map(Vec::capacity).sum());
        }
        assert!(room < 10_000, "room for {room} timers, of which about 5,000 wait");
    }

    #[test]
    fn kept_memory_does_not_count_in_comparisons() {
        let (mut used, mut new) = (Timers::new(SimTime(0)), Timers::new(SimTime(1)));
        used.set(SimTime(0), 7);
        used.set(SimTime(9), 8);
        assert_eq!((used.fire(SimTime(0)), used.fire(SimTime(0))), (Some(7), None));
        assert_ne!(used, new);
        new.set(SimTime(9), 8);
        assert_eq!(used, new);
    }
}
