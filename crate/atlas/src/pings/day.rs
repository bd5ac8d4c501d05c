//! The UTC day of a ping: sums by day need no more of its time.

use crate::clock::{clock, number};
use matchday_base::calendar::Date;
use matchday_document::with_leading_zeros;
use std::fmt;
use std::ops::RangeInclusive;

/// 2000-01-01 to 2099-12-31, in days since 1970. Numbers outside are not times.
const RANGE: RangeInclusive<i32> = 10_957..=47_481;

/// A UTC day of the years 2000 to 2099.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(i32);

impl Day {
    /// The day this many days after 1970-01-01.
    pub fn new(days_since_1970: i32) -> Option<Self> {
        RANGE.contains(&days_since_1970).then_some(Self(days_since_1970))
    }

    /// Days after 1970-01-01.
    pub fn days_since_1970(self) -> i32 {
        self.0
    }

    /// The day `days` before this one, or the first possible day.
    #[must_use]
    pub fn before(self, days: u32) -> Self {
        Self((i64::from(self.0) - i64::from(days)).max(i64::from(*RANGE.start())) as i32)
    }

    /// The day `days` after this one, or the last possible day.
    #[must_use]
    pub fn after(self, days: u32) -> Self {
        Self((i64::from(self.0) + i64::from(days)).min(i64::from(*RANGE.end())) as i32)
    }

    /// The day of a whole number of seconds, milliseconds, microseconds or nanoseconds since 1970. Within the
    /// valid years, only one of these units fits a number.
    pub fn of_epoch(mut number: i64) -> Option<Self> {
        for _unit in ["s", "ms", "us", "ns"] {
            if let Some(day) = i32::try_from(number.div_euclid(86_400)).ok().and_then(Self::new) {
                return Some(day);
            }
            number = number.div_euclid(1_000);
        }
        None
    }

    /// The day of a date, `2026-05-20` or `2026-5-20`.
    pub fn parse(text: &str) -> Option<Self> {
        Date::parse(&with_leading_zeros(text)).and_then(|date| i32::try_from(date.unix_day()).ok()).and_then(Self::new)
    }

    /// The day of a time in RFC 3339 (`2026-05-20T12:34:56.789+02:00`), or of a number since 1970 as in
    /// [`Day::of_epoch`], with or without a fraction. A blank may replace the `T`. The offset may be hours
    /// only, or missing for UTC. Seconds and leading zeros may be missing.
    pub fn of_time(text: &str) -> Option<Self> {
        if text.as_bytes().get(4) != Some(&b'-') {
            let whole = text.split_once('.').map_or(Some(text), |(whole, fraction)| {
                fraction.bytes().all(|byte| byte.is_ascii_digit()).then_some(whole)
            })?;
            let plain = whole.len() <= 19 && whole.bytes().all(|byte| byte.is_ascii_digit());
            return if plain { whole.parse().ok().and_then(Self::of_epoch) } else { None };
        }
        let text = with_leading_zeros(text);
        let (day, time) = (Self::parse(text.get(..10)?)?, text.as_bytes().get(10..)?);
        let [b'T' | b't' | b' ', time @ ..] = time else { return None };
        let ([hour, minute, _], offset) = clock(time)?;
        let minutes = (hour * 60 + minute).cast_signed() - offset_minutes(offset)?;
        Self::new(day.0 + minutes.div_euclid(24 * 60))
    }
}

impl fmt::Display for Day {
    /// Format: `2026-05-20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Date::from_unix_day(self.0.into()).fmt(f)
    }
}

/// Offset of a clock from UTC, minutes: `Z`, nothing, `+02:00`, `+0200` or `+02`.
fn offset_minutes(bytes: &[u8]) -> Option<i32> {
    let (sign, hours, minutes): (i32, _, _) = match *bytes {
        [] | [b'Z' | b'z'] => return Some(0),
        [sign @ (b'+' | b'-'), h1, h2] => (if sign == b'+' { 1 } else { -1 }, [h1, h2], [b'0', b'0']),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] | [sign @ (b'+' | b'-'), h1, h2, m1, m2] => {
            (if sign == b'+' { 1 } else { -1 }, [h1, h2], [m1, m2])
        }
        _ => return None,
    };
    let (hours, minutes) = (number(&hours)?, number(&minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_the_century_has_its_date() {
        let (mut date, months) = ((2000, 1, 1), [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
        for number in RANGE {
            let (year, month, day): (i32, usize, i32) = date;
            let shown = format!("{year:04}-{month:02}-{day:02}");
            assert_eq!(Day(number).to_string(), shown);
            assert_eq!(Day::parse(&shown), Some(Day(number)));
            let longest = months[month - 1] + i32::from(month == 2 && year % 4 == 0);
            date = match (day < longest, month) {
                (true, _) => (year, month, day + 1),
                (false, 12) => (year + 1, 1, 1),
                (false, _) => (year, month + 1, 1),
            };
        }
        assert_eq!(date, (2100, 1, 1));
    }

    #[test]
    fn reads_the_documented_forms_of_one_time() {
        // 2026-05-20T23:30:00Z, by `date -d @1779319800 -u`.
        for text in [
            "2026-05-20T23:30:00Z",
            "2026-05-20t23:30:00.000z",
            "2026-05-20 23:30:00",
            "2026-05-21T01:30:00+02:00",
            "2026-05-21 01:30:00.123456+02",
            "2026-05-20T18:00:00-0530",
            "2026-5-20 23:5:0",
            "2026-5-21T1:30:00+2:00",
            "2026-05-20T23:30Z",
            "1779319800",
            "1779319800.5",
            "1779319800123",
            "1779319800123456",
            "1779319800123456789",
        ] {
            assert_eq!(Day::of_time(text).map(|day| day.to_string()).as_deref(), Some("2026-05-20"), "{text}");
        }
        assert_eq!(Day::of_time("2026-05-20T23:59:60Z"), Day::parse("2026-05-20"), "a leap second");
    }

    #[test]
    fn refuses_what_is_no_time() {
        for text in [
            "",
            "now",
            "2026-05-20",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-05-20T24:00:00Z",
            "2026-05-20T12:00:00.Z",
            "2026-05-20T12:00:00+24:00",
            "2026-05-20T12Z",
            "2026-05-20T12:00:0x",
            "2026-05-20T12:60",
            "1999-12-31T00:00:00Z",
            "2100-01-01T00:00:00Z",
            "20/05/2026 12:00:00",
            "0",
            "12.5",
            "-1779319800",
            "99999999999999999999",
            "1779319800.x",
            "2026-05-20é12:00:00Z",
        ] {
            assert_eq!(Day::of_time(text), None, "{text}");
        }
    }
}
