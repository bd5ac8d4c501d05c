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
/// Zero is midnight UTC of the day *before* the first one shown, so that the warm-up of up to
/// 24 hours has a place to happen in; the first shown second is [`SimTime::DAY_START`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(pub u32);

impl SimTime {
    /// Midnight UTC at which the first shown day starts.
    pub const DAY_START: SimTime = SimTime(DAY_S);

    /// Seconds since the first shown midnight; `None` during the warm-up.
    #[inline]
    pub fn shown_s(self) -> Option<u32> {
        self.0.checked_sub(DAY_S)
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
    fn add(self, seconds: u32) -> SimTime {
        SimTime(self.0 + seconds)
    }
}

impl Sub<u32> for SimTime {
    type Output = SimTime;
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
    fn shown_time_starts_after_the_warm_up_day() {
        assert_eq!(SimTime(86_399).shown_s(), None);
        assert_eq!(SimTime::DAY_START.shown_s(), Some(0));
        assert_eq!((SimTime::DAY_START + 3_661).to_string(), "01:01:01");
    }
}
