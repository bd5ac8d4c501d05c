//! The event wheel: what is due at which second.

use matchday_base::SimTime;

/// A ring of buckets, one a second. Scheduling and firing cost O(1) an item; items of one second fire in the
/// order in which they were scheduled.
#[derive(Clone, Debug)]
pub struct Wheel<T> {
    buckets: Vec<Vec<T>>,
}

impl<T> Wheel<T> {
    /// A wheel for delays up to `longest_s` seconds.
    pub fn new(longest_s: u32) -> Self {
        // A power of two of buckets, so that finding one costs no division.
        let buckets = (longest_s as usize + 1).next_power_of_two();
        Self { buckets: (0..buckets).map(|_| Vec::new()).collect() }
    }

    /// Schedules `item` for `delay_s` seconds from `now`, which must be at most the wheel's longest delay.
    pub fn schedule(&mut self, now: SimTime, delay_s: u32, item: T) {
        debug_assert!((delay_s as usize) < self.buckets.len(), "{delay_s} s is beyond the wheel");
        let at = self.slot(now + delay_s);
        self.buckets[at].push(item);
    }

    /// Takes everything due at `now` out, oldest first. Give the vector back with [`recycle`](Self::recycle).
    pub fn take_due(&mut self, now: SimTime) -> Vec<T> {
        let at = self.slot(now);
        std::mem::take(&mut self.buckets[at])
    }

    /// Returns a vector from [`take_due`](Self::take_due), so that its memory serves again.
    pub fn recycle(&mut self, now: SimTime, mut due: Vec<T>) {
        let at = self.slot(now);
        if self.buckets[at].is_empty() {
            due.clear();
            self.buckets[at] = due;
        }
    }

    /// Everything scheduled, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.buckets.iter().flatten()
    }

    fn slot(&self, at: SimTime) -> usize {
        at.0 as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fires_at_its_second_in_order_of_scheduling() {
        let mut wheel = Wheel::new(5);
        let mut fired = Vec::new();
        for second in 0..30 {
            let now = SimTime(second);
            if second < 20 {
                wheel.schedule(now, 5, (second, 'a'));
                wheel.schedule(now, second % 3, (second, 'b'));
                wheel.schedule(now, 5, (second, 'c'));
            }
            let due = wheel.take_due(now);
            fired.extend(due.iter().map(|&(from, what)| (second - from, what, from)));
            wheel.recycle(now, due);
        }
        assert_eq!(fired.len(), 60);
        assert!(fired.iter().all(|&(delay, what, from)| delay == if what == 'b' { from % 3 } else { 5 }));
        let longest: Vec<_> = fired.iter().filter(|f| f.1 != 'b').map(|f| (f.2, f.1)).collect();
        assert!(longest.is_sorted(), "oldest first: {longest:?}");
        assert_eq!(wheel.iter().count(), 0);
    }
}
