//! Any second of a day again: a day is a pure function, so a clone of it runs on exactly as it did.
//!
//! The first run keeps [checkpoints](Snapshot::checkpoint) on its way. To see a second, the nearest checkpoint before
//! it is cloned and simulated up to there: at most the time between two checkpoints.

use matchday_base::SimTime;
use matchday_base::time::HOUR_S;
use matchday_sim::Simulate;
use matchday_sim::snapshot::Snapshot;

/// Most bytes of all checkpoints. Beyond it every second one is dropped; the first midnight is always kept.
pub const BUDGET_BYTES: usize = 32 << 20;

/// The checkpoints of a day, and a clone that moves through it.
#[derive(Debug)]
pub struct TimeMachine<D> {
    /// In the order of time, from the first shown midnight on.
    checkpoints: Vec<Checkpoint<D>>,
    /// An hour before that midnight, for what goes on across it.
    eve: Option<Checkpoint<D>>,
    /// Time between checkpoints, s.
    interval_s: u32,
    budget_bytes: usize,
    /// Bytes on the heap.
    allocated: fn() -> usize,
    /// Where the last question led.
    head: Option<D>,
}

#[derive(Debug)]
struct Checkpoint<D> {
    day: D,
    bytes: usize,
}

impl<D: Simulate + Snapshot + Clone> TimeMachine<D> {
    /// No checkpoints yet. `allocated` gives the bytes on the heap, by which checkpoints are measured.
    pub fn new(budget_bytes: usize, allocated: fn() -> usize) -> Self {
        Self { checkpoints: Vec::new(), eve: None, interval_s: HOUR_S, budget_bytes, allocated, head: None }
    }

    /// Keeps a checkpoint of the running day if one is due. Called at least once a minute.
    pub fn pass(&mut self, day: &mut D) {
        let now = day.now();
        let is_new = self.checkpoints.last().is_none_or(|last| last.day.now() < now);
        if now + HOUR_S == SimTime::DAY_START {
            self.eve = Some(self.checkpoint(day));
        } else if is_new && now.shown_s().is_some_and(|shown_s| shown_s.is_multiple_of(self.interval_s)) {
            let checkpoint = self.checkpoint(day);
            self.checkpoints.push(checkpoint);
        }
        while self.bytes() > self.budget_bytes {
            if self.eve.take().is_none() {
                if self.checkpoints.len() < 2 {
                    return;
                }
                self.thin();
            }
        }
    }

    fn checkpoint(&self, day: &mut D) -> Checkpoint<D> {
        let before = (self.allocated)();
        let day = day.checkpoint();
        Checkpoint { day, bytes: (self.allocated)().saturating_sub(before) }
    }

    /// Bytes of all checkpoints.
    pub fn bytes(&self) -> usize {
        self.eve.iter().chain(&self.checkpoints).map(|checkpoint| checkpoint.bytes).sum()
    }

    /// The nearest checkpoint before a moment; the first one if there is none.
    pub fn before(&self, moment: SimTime) -> Option<&D> {
        let mut all = self.eve.iter().chain(&self.checkpoints).map(|checkpoint| &checkpoint.day);
        let first = all.next()?;
        Some(all.take_while(|day| day.now() <= moment).last().unwrap_or(first))
    }

    /// Simulates at most `seconds` seconds towards a moment that the first run has passed. Returns the day once it is
    /// there; `None` before that, and without a checkpoint before the moment.
    pub fn seek(&mut self, moment: SimTime, seconds: u32) -> Option<&D> {
        let from = self.before(moment).filter(|from| from.now() <= moment)?;
        let is_near = |head: &D| (from.now()..=moment).contains(&head.now());
        if !self.head.as_ref().is_some_and(is_near) {
            self.head = Some(from.clone());
        }
        let head = self.head.as_mut()?;
        head.advance(seconds.min(moment.since(head.now())));
        (head.now() == moment).then_some(head)
    }

    /// The day where the last [`seek`](Self::seek) led.
    pub fn head(&self) -> Option<&D> {
        self.head.as_ref()
    }

    /// Drops every second checkpoint.
    fn thin(&mut self) {
        self.interval_s *= 2;
        let mut stays = false;
        self.checkpoints.retain(|_| {
            stays = !stays;
            stays
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Day;
    use crate::tests::{KINDS_OF_DAYS, day};
    use matchday_base::Streams;
    use matchday_base::time::DAY_S;
    use matchday_sim::snapshot::Online;
    use rand::RngExt;
    use rand::seq::SliceRandom;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Everything that can be seen of a day between two seconds.
    fn seen(day: &Day) -> (Vec<Online>, Vec<u32>, Vec<u32>) {
        let mut players = Vec::new();
        day.each_online(&mut |online| players.push(online));
        (players, day.playing().to_vec(), day.queues())
    }

    /// A day to its end with its time machine.
    fn passed(mut day: Day, budget_bytes: usize, allocated: fn() -> usize) -> (Day, TimeMachine<Day>) {
        let mut machine = TimeMachine::new(budget_bytes, allocated);
        while day.now() < day.end() {
            machine.pass(&mut day);
            day.advance(60);
        }
        machine.pass(&mut day);
        (day, machine)
    }

    #[test]
    fn every_second_is_that_of_a_straight_run() {
        for pairs in KINDS_OF_DAYS {
            let (passed, mut machine) = passed(day(pairs), usize::MAX, || 0);
            let mut rng = Streams::new(5).stream("test");
            let mut moments: Vec<u32> = (0..80).map(|_| rng.random_range(0..=DAY_S)).collect();
            moments.sort_unstable();
            let mut straight = day(pairs);
            let mut then: Vec<_> = moments
                .into_iter()
                .map(|shown_s| {
                    let moment = SimTime::DAY_START + shown_s;
                    straight.advance(moment.since(straight.now()));
                    (moment, seen(&straight))
                })
                .collect();
            then.shuffle(&mut rng);
            for (moment, expected) in then {
                let again = machine.seek(moment, HOUR_S).unwrap_or_else(|| panic!("{moment:?} is within an hour"));
                assert_eq!(seen(again), expected, "{pairs:?} at {moment:?}");
            }
            straight.advance(u32::MAX);
            assert_eq!(passed.report(), straight.report(), "{pairs:?}");
            assert_eq!(passed.columns().rows_from(0), straight.columns().rows_from(0), "{pairs:?}");
        }
    }

    #[test]
    fn a_moment_is_reached_in_steps() {
        let (_, mut machine) = passed(day(&[]), usize::MAX, || 0);
        let moment = SimTime::DAY_START + 5 * HOUR_S + 100;
        assert!(machine.seek(moment, 99).is_none());
        assert_eq!(machine.seek(moment, 1).map(Day::now), Some(moment));
        assert_eq!(machine.seek(moment, 0).map(Day::now), Some(moment), "it is there already");
        assert!(machine.seek(moment - 1, 50).is_none(), "going back starts from a checkpoint");
        assert!(machine.seek(SimTime::DAY_START - HOUR_S - 1, u32::MAX).is_none(), "nothing is kept of the warm-up");
    }

    #[test]
    fn checkpoints_keep_their_budget_and_the_first_midnight() {
        static HEAP: AtomicUsize = AtomicUsize::new(0);
        let allocated = || HEAP.fetch_add(10, Ordering::Relaxed);
        for (budget, every_h) in [(260, 1), (259, 1), (249, 2), (100, 4), (9, 32)] {
            let (_, machine) = passed(day(&[]), budget, allocated);
            assert_eq!(machine.eve.is_some(), budget == 260);
            let hours: Vec<u32> =
                machine.checkpoints.iter().map(|kept| kept.day.now().since(SimTime::DAY_START) / HOUR_S).collect();
            assert_eq!(hours, (0..=24).step_by(every_h).collect::<Vec<_>>(), "{budget} bytes");
            assert!(machine.bytes() <= budget.max(10));
        }
    }
}
