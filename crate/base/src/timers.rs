//! Timers: what is due in which second, those set first firing first.
//!
//! A ring of seconds, so that setting and firing cost the same however many are set. A timer cannot be taken back:
//! whoever sets it for something that may change meanwhile gives it a generation to compare when it fires.

use crate::SimTime;
use std::collections::VecDeque;

/// Timers that carry a `T` each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Timers<T> {
    /// The next second to fire.
    next: SimTime,
    /// What is due from then on, second by second.
    seconds: VecDeque<Vec<T>>,
}

impl<T> Timers<T> {
    /// No timers; the first second that fires is `from`.
    pub fn new(from: SimTime) -> Self {
        Self { next: from, seconds: VecDeque::new() }
    }

    /// Fires in the second `at`, or in the next that fires if that is later.
    pub fn set(&mut self, at: SimTime, timer: T) {
        let ahead = at.0.saturating_sub(self.next.0) as usize;
        if ahead >= self.seconds.len() {
            self.seconds.resize_with(ahead + 1, Vec::new);
        }
        self.seconds[ahead].push(timer);
    }

    /// What is due in the second `now`, in the order it was set. Seconds fire one after the other, none twice.
    ///
    /// # Panics
    /// In debug builds, if a second is left out.
    pub fn fire(&mut self, now: SimTime) -> Vec<T> {
        debug_assert_eq!(now, self.next, "each second fires once, in order");
        self.next = now + 1;
        self.seconds.pop_front().unwrap_or_default()
    }

    /// All timers with the seconds they are due in, in the order in which they will fire.
    pub fn iter(&self) -> impl Iterator<Item = (SimTime, &T)> {
        let seconds = self.seconds.iter().zip(0..);
        seconds.flat_map(move |(due, ahead)| due.iter().map(move |timer| (self.next + ahead, timer)))
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
        let fired: Vec<_> = (10..14).map(|now| timers.fire(SimTime(now))).collect();
        assert_eq!(fired, [vec!["late"], vec!["first"], vec!["second", "third"], vec![]]);
        assert_eq!(timers.iter().count(), 0);
    }

    #[test]
    fn a_timer_set_while_its_second_fires_is_due_in_the_next() {
        let mut timers = Timers::new(SimTime(0));
        timers.set(SimTime(0), 1);
        for timer in timers.fire(SimTime(0)) {
            timers.set(SimTime(0), timer + 1);
        }
        assert_eq!(timers.fire(SimTime(1)), [2]);
    }
}
