//! A ranked day, on simulated servers or with a server for every match.

use matchday_base::SimTime;
use matchday_ranked::RankedDay;
use matchday_sim::Simulate;
use serde::Serialize;
use tsify::Tsify;

/// The progress of a day towards a given time.
#[derive(Serialize, Tsify)]
pub struct Reached {
    /// Whether that time, or the end, is reached.
    pub done: bool,
    /// The next second, counted from the first shown midnight; negative before it.
    pub shown_s: i32,
}

/// Simulates the given number of seconds, but not beyond the given time or the end. The time counts from the
/// first shown midnight; it is negative on earlier days of a ladder.
pub fn advance_to(day: &mut RankedDay, shown_s: i32, seconds: u32) -> Reached {
    let to = SimTime(SimTime::DAY_START.0.saturating_add_signed(shown_s)).min(day.end());
    day.advance(seconds.min(to.0.saturating_sub(day.now().0)));
    Reached { done: day.now() >= to, shown_s: day.now().from_midnight_s() }
}
