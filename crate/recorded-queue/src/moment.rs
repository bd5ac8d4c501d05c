//! Times of tickets, in milliseconds.

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use jiff::tz::Offset;
use matchday_document::with_leading_zeros;

/// Numbers from here on count from 1970: as seconds, this is March 1973. Smaller ones count from a midnight.
const LEAST_EPOCH: f64 = 1e8;
/// Milliseconds of a second, a millisecond, a microsecond and a nanosecond. Between 1973 and 5138 only one unit fits a number.
const UNITS_MS: [f64; 4] = [1e3, 1.0, 1e-3, 1e-6];

/// A time as milliseconds since 1970, or since a midnight; `None` for a text that is no time.
///
/// Texts are in RFC 3339, with a blank for the `T`, without leading zeros, and without an offset, too: then it is UTC. Numbers count seconds,
/// milliseconds, microseconds or nanoseconds since 1970, or seconds since a midnight, as a clock does.
pub fn milliseconds(text: &str) -> Option<i64> {
    match text.parse::<f64>() {
        Ok(number) => of_number(number),
        Err(_) => of_text(&with_leading_zeros(text)),
    }
}

fn of_number(number: f64) -> Option<i64> {
    if !(0.0..1e19).contains(&number) {
        return None;
    }
    let mut unit = 0;
    let mut most = LEAST_EPOCH * 1e3;
    while number >= most && unit + 1 < UNITS_MS.len() {
        (unit, most) = (unit + 1, most * 1e3);
    }
    Some(libm::floor(number * UNITS_MS[unit] + 0.5e-3) as i64)
}

fn of_text(text: &str) -> Option<i64> {
    let with_offset = text.parse::<Timestamp>().ok();
    let utc = || Offset::UTC.to_timestamp(text.parse::<DateTime>().ok()?).ok();
    let clock = || {
        let time = text.parse::<Time>().ok()?;
        let seconds = (i64::from(time.hour()) * 60 + i64::from(time.minute())) * 60 + i64::from(time.second());
        Some(seconds * 1_000 + i64::from(time.millisecond()))
    };
    with_offset.or_else(utc).map(Timestamp::as_millisecond).or_else(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_many_forms() {
        // 2026-05-20T23:30:00.250Z, by `date -d @1779319800 -u`.
        let texts = [
            "2026-05-20T23:30:00.250Z",
            "2026-05-20T23:30:00.250",
            "2026-05-20 23:30:00.250",
            "2026-05-21T01:30:00.25+02:00",
            "2026-05-21 01:30:00.25+02",
            "1779319800.25",
            "1779319800250",
            "1779319800250000",
            "1779319800250000000",
            "1.77931980025e12",
            "2026-5-20T23:30:0.250Z",
            "2026-5-21 1:30:0.25+2:00",
        ];
        for text in texts {
            assert_eq!(milliseconds(text), Some(1_779_319_800_250), "{text}");
        }
        assert_eq!(milliseconds("2026-05-20"), Some(1_779_235_200_000));
    }

    #[test]
    fn small_numbers_are_seconds_of_a_day() {
        for (text, ms) in [
            ("0", 0),
            ("86399", 86_399_000),
            ("12.5", 12_500),
            ("0.001", 1),
            ("172800", 172_800_000),
            ("23:59:59", 86_399_000),
            ("00:00:12.5", 12_500),
            ("0:05:02", 302_000),
            ("7:5", 25_500_000),
        ] {
            assert_eq!(milliseconds(text), Some(ms), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "soon", "-1", "NaN", "inf", "1e30", "2026-13-01", "2026-05-20T25:00:00", "24:30:00"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
