//! The dates of simulated seconds.
//!
//! The data set has the date of the first shown day. A [`Calendar`] computes every other date, weekday and Unix time
//! from it. No other type stores a date of its own.

use crate::SimTime;
use crate::time::{DAY_S, HOUR_S, MINUTE_S};
use std::fmt;

/// A date of the Gregorian calendar, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Such as 2026.
    pub year: i64,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// The date `unix_day` days after 1970-01-01 (Howard Hinnant's `civil_from_days`).
    pub const fn from_unix_day(unix_day: i64) -> Self {
        // Years count from March, so that the leap day is a year's last; eras are 400 years.
        let day = unix_day + 719_468;
        let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = (of_year - (153 * month + 2) / 5 + 1) as u8;
        let (month, january) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Self { year: 400 * era + year + january, month: month as u8, day }
    }

    /// Days after 1970-01-01 (Howard Hinnant's `days_from_civil`).
    pub const fn unix_day(self) -> i64 {
        let (month, day) = (self.month as i64, self.day as i64);
        let year = if month <= 2 { self.year - 1 } else { self.year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// Reads a date such as `2026-05-20`; `None` if it has another form or does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return None };
        let number = |digits: &[u8]| {
            let digit = |number: i64, &byte: &u8| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'));
            digits.iter().try_fold(0, digit)
        };
        let (year, month, day) = (number(&[y1, y2, y3, y4])?, number(&[m1, m2])? as u8, number(&[d1, d2])? as u8);
        let date = Self { year, month, day };
        // The day of a date that does not exist, such as 31 April, belongs to another date.
        ((1..=12).contains(&month) && Self::from_unix_day(date.unix_day()) == date).then_some(date)
    }

    /// Days since Monday, 0 to 6.
    pub const fn weekday(self) -> u32 {
        // 1970-01-01 was a Thursday.
        (self.unix_day() + 3).rem_euclid(7) as u32
    }

    /// 1 to 366.
    pub const fn day_of_year(self) -> u32 {
        (self.unix_day() - Self { month: 1, day: 1, ..self }.unix_day()) as u32 + 1
    }
}

impl fmt::Display for Date {
    /// As `2026-05-20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The names of the weekdays, from Monday.
pub const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The shown days of a run: a first date and a number of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownDays {
    /// The first day.
    pub first: Date,
    /// Number of days.
    pub count: u32,
}

impl ShownDays {
    /// The weekday of a day, counted from 0.
    pub fn weekday(self, day: u32) -> &'static str {
        WEEKDAYS[(self.first.weekday() + day) as usize % WEEKDAYS.len()]
    }

    /// The time of day of a second after the first shown midnight: `16:27`. With several days it has the weekday, with
    /// more than a week the number of the day: `Sat 16:27`, `16:27 of day 12`.
    pub fn clock(self, time_s: u32) -> String {
        let (day, time) = (time_s / DAY_S, format!("{:02}:{:02}", time_s % DAY_S / HOUR_S, time_s % HOUR_S / MINUTE_S));
        match self.count {
            ..=1 => time,
            2..=7 => format!("{} {time}", self.weekday(day)),
            _ => format!("{time} of day {}", day + 1),
        }
    }
}

/// The dates of the simulated days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Calendar {
    first_day: Date,
}

impl Calendar {
    /// The calendar of days that begin with `first_day`.
    pub const fn new(first_day: Date) -> Self {
        Self { first_day }
    }

    /// The first shown day.
    pub const fn first_day(self) -> Date {
        self.first_day
    }

    /// Unix time of a simulated second.
    pub const fn unix_s(self, time: SimTime) -> i64 {
        self.zero_unix_s() + time.0 as i64
    }

    /// The simulated second of a Unix time; for a time out of range, the first or last second.
    pub fn sim_time(self, unix_s: i64) -> SimTime {
        SimTime(unix_s.saturating_sub(self.zero_unix_s()).clamp(0, u32::MAX.into()) as u32)
    }

    /// The date of a simulated second.
    pub const fn date(self, time: SimTime) -> Date {
        Date::from_unix_day(self.unix_s(time).div_euclid(DAY_S as i64))
    }

    const fn zero_unix_s(self) -> i64 {
        self.first_day.unix_day() * DAY_S as i64 - SimTime::DAY_START.0 as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::{ToSpan, civil};

    #[test]
    fn weekdays_follow_the_first_date() {
        let days = ShownDays { first: Date { year: 2026, month: 5, day: 20 }, count: 8 };
        let names: Vec<_> = (0..8).map(|day| days.weekday(day)).collect();
        assert_eq!(names, ["Wed", "Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]);
    }

    #[test]
    fn times_have_their_day_among_several() {
        let first = Date::parse("2026-05-20").unwrap();
        let written = [1, 7, 8].map(|count| ShownDays { first, count }.clock(3 * DAY_S + 59_279));
        assert_eq!(written, ["16:27", "Sat 16:27", "16:27 of day 4"]);
    }

    #[test]
    fn dates_equal_those_of_jiff() {
        // From year 0 to 9999 in steps, and every day of the years around ours.
        for unix_day in (-719_528..=2_932_896).step_by(97).chain(-800..=47_600) {
            let date = Date::from_unix_day(unix_day);
            let expected = civil::date(1970, 1, 1) + unix_day.days();
            assert_eq!(date.to_string(), expected.to_string());
            assert_eq!(date.unix_day(), unix_day, "{date}");
            assert_eq!(date.weekday() as i8, expected.weekday().to_monday_zero_offset(), "{date}");
            assert_eq!(date.day_of_year() as i16, expected.day_of_year(), "{date}");
            assert_eq!(Date::parse(&date.to_string()), Some(date));
        }
    }

    #[test]
    fn invalid_dates_are_refused() {
        for text in ["", "2026-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-1", "2026-05-2x"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        assert!(Date::parse("2024-02-29").is_some() && Date::parse("2026-05-20 ").is_none());
    }

    #[test]
    fn seconds_and_unix_times_agree() {
        let calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });
        assert_eq!(calendar.unix_s(SimTime::DAY_START), 1_779_235_200);
        assert_eq!(calendar.sim_time(1_779_235_200), SimTime::DAY_START);
        assert_eq!(calendar.date(SimTime::DAY_START - 1).to_string(), "2026-05-19");
        assert_eq!(calendar.date(SimTime::DAY_START + 12 * DAY_S).to_string(), "2026-06-01");
        assert_eq!((calendar.sim_time(i64::MIN), calendar.sim_time(i64::MAX)), (SimTime(0), SimTime(u32::MAX)));
    }
}
