//! Simulated seconds as Unix time, so that every tool that reads a store understands its dates.

use crate::SimTime;

/// Unix time of [`SimTime`] 0: 00:00 UTC of the day before the first shown one, which is Wednesday, 20 May 2026.
const ZERO_UNIX_S: i64 = 1_779_148_800;

/// Unix time of a simulated second.
pub fn unix_s(time: SimTime) -> i64 {
    ZERO_UNIX_S + i64::from(time.0)
}

/// The simulated second of a Unix time; the nearest there is for what lies outside.
pub fn sim_time(unix_s: i64) -> SimTime {
    SimTime(unix_s.saturating_sub(ZERO_UNIX_S).clamp(0, u32::MAX.into()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_shown_day_is_the_20th_of_may_2026() {
        // 2026-05-20T00:00:00Z: 56 years with 14 leap days since 1970, and 139 days of 2026.
        let days = 56 * 365 + 14 + 139;
        assert_eq!(unix_s(SimTime::DAY_START), days * 86_400);
        assert_eq!(sim_time(days * 86_400), SimTime::DAY_START);
        assert_eq!((sim_time(i64::MIN), sim_time(i64::MAX)), (SimTime(0), SimTime(u32::MAX)));
    }
}
