//! Simulated time: whole seconds.

use std::fmt;
use std::ops::{Add, Sub};

/// Seconds in a minute of the recorded columns.
pub const MINUTE_S: u32 = 60;
/// Seconds in an hour.
pub const HOUR_S: u32 = 3_600;
/// Seconds in a day.
pub const DAY_S: u32 = 86_400;

/// A second of simulated time.
///
/// Zero is midnight UTC [`SimTime::DAYS_BEFORE`] days before the first shown day: room for the earlier days of
/// a ladder, and for the warm-up before them. The first shown second is [`SimTime::DAY_START`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(pub u32);

impl SimTime {
    /// Days from zero to the first shown one. Whole weeks.
    pub const DAYS_BEFORE: u32 = 63;
    /// Midnight UTC at which the first shown day starts.
    pub const DAY_START: SimTime = SimTime(Self::DAYS_BEFORE * DAY_S);
    /// Midnight UTC of the day before the first shown one.
    pub const DAY_BEFORE: SimTime = SimTime(Self::DAY_START.0 - DAY_S);

    /// Seconds since the first shown midnight; `None` before.
    #[inline]
    pub fn shown_s(self) -> Option<u32> {
        self.0.checked_sub(Self::DAY_START.0)
    }

    /// Seconds since the first shown midnight; negative before.
    #[inline]
    pub fn from_midnight_s(self) -> i32 {
        self.0.cast_signed() - Self::DAY_START.0.cast_signed()
    }

    /// The number of this second for random streams. It counts from [`DAY_BEFORE`](Self::DAY_BEFORE) and
    /// wraps before that: other room before the first shown day changes no draw.
    #[inline]
    pub fn stream_second(self) -> u32 {
        self.0.wrapping_sub(Self::DAY_BEFORE.0)
    }

    /// The number of this minute for random streams, as [`stream_second`](Self::stream_second).
    #[inline]
    pub fn stream_minute(self) -> u32 {
        self.minute().wrapping_sub(Self::DAY_BEFORE.minute())
    }

    /// Minute since zero.
    #[inline]
    pub fn minute(self) -> u32 {
        self.0 / MINUTE_S
    }

    /// Whole seconds since `earlier`, which must not be later.
    #[inline]
    pub fn since(self, earlier: SimTime) -> u32 {
        self.0 - earlier.0
    }
}

impl Add<u32> for SimTime {
    type Output = SimTime;
    #[inline]
    fn add(self, seconds: u32) -> SimTime {
        SimTime(self.0 + seconds)
    }
}

impl Sub<u32> for SimTime {
    type Output = SimTime;
    #[inline]
    fn sub(self, seconds: u32) -> SimTime {
        SimTime(self.0 - seconds)
    }
}

impl fmt::Display for SimTime {
    /// `HH:MM:SS` of its UTC day.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = self.0 % DAY_S;
        write!(f, "{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_time_starts_after_the_days_before() {
        assert_eq!((SimTime::DAY_START - 1).shown_s(), None);
        assert_eq!(SimTime::DAY_START.shown_s(), Some(0));
        let seconds = [SimTime::DAY_START - 1, SimTime::DAY_START + 2].map(SimTime::from_midnight_s);
        assert_eq!(seconds, [-1, 2]);
        assert_eq!((SimTime::DAY_START + 3_661).to_string(), "01:01:01");
    }

    #[test]
    fn streams_count_from_the_day_before() {
        let numbers = |time: SimTime| (time.stream_second(), time.stream_minute());
        assert_eq!(numbers(SimTime::DAY_START + 61), (86_461, 1_441));
        assert_eq!(numbers(SimTime::DAY_BEFORE), (0, 0));
        assert_eq!(numbers(SimTime::DAY_BEFORE - 1), (u32::MAX, u32::MAX));
    }
}
