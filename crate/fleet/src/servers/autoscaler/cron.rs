//! Cron expressions: when something happens.

use super::parse_duration;
use matchday_base::calendar::Date;
use std::str::FromStr;
use thiserror::Error;

/// When something happens, as Agones reads it, with `ParseStandard` of robfig/cron 3.0.1.
///
/// Five fields (minute, hour, day of month, month, day of week from Sunday = 0 to 6) hold `*` or `?`, numbers,
/// English names of three letters, ranges and lists, and steps (`*/5`, `8-18/2`, `5/15` from 5 on). Where both days
/// are restricted, either is enough; `*` and `*/1` restrict nothing, `*/2` does. `@hourly`, `@daily`, `@midnight`,
/// `@weekly`, `@monthly`, `@yearly` and `@annually` stand for five fields, and `@every 1h30m` for a repeating delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cron {
    /// The minutes that five fields name.
    Minutes(Minutes),
    /// This many seconds after any moment.
    Every(i64),
}

/// The minutes that five fields name: the numbers of each field, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minutes {
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    weekdays: u64,
    /// Either kind of day is enough.
    either_day: bool,
}

/// Why a cron expression is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CronError {
    /// Not five fields.
    #[error("a cron expression has five fields (minute hour day month weekday), this has {0}")]
    Fields(usize),
    /// A field that cannot be read.
    #[error(
        "field {field}: `{text}` is no {name}: write *, a number from {from} to {to}, a range 1-5, a list 1,2 or a step */5"
    )]
    Field {
        /// Number of the field, from 1.
        field: usize,
        /// Its name.
        name: &'static str,
        /// Its text.
        text: String,
        /// Its smallest number.
        from: u32,
        /// Its largest number.
        to: u32,
    },
    /// An unknown word after `@`.
    #[error(
        "`{0}` is unknown: write @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually, or a delay like @every 1h30m"
    )]
    Descriptor(String),
    /// A time zone, which Agones refuses here.
    #[error("a time zone within a cron expression is refused: write it as `timezone`")]
    Zone,
}

/// Name, smallest and largest number, names of the numbers.
type Field = (&'static str, u32, u32, &'static [&'static str]);

const FIELDS: [Field; 5] = [
    ("minute", 0, 59, &[]),
    ("hour", 0, 23, &[]),
    ("day of month", 1, 31, &[]),
    ("month", 1, 12, &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
    ("day of week", 0, 6, &["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
];

impl FromStr for Cron {
    type Err = CronError;

    fn from_str(text: &str) -> Result<Self, CronError> {
        let fields = match text {
            "@hourly" => "0 * * * *",
            "@daily" | "@midnight" => "0 0 * * *",
            "@weekly" => "0 0 * * 0",
            "@monthly" => "0 0 1 * *",
            "@yearly" | "@annually" => "0 0 1 1 *",
            _ if text.contains("TZ") => return Err(CronError::Zone),
            _ if text.starts_with('@') => {
                let nanos = text.strip_prefix("@every ").and_then(parse_duration);
                let nanos = nanos.ok_or_else(|| CronError::Descriptor(text.to_owned()))?;
                return Ok(Cron::Every((nanos / 1_000_000_000).max(1)));
            }
            fields => fields,
        };
        fields.parse().map(Cron::Minutes)
    }
}

impl FromStr for Minutes {
    type Err = CronError;

    fn from_str(text: &str) -> Result<Self, CronError> {
        let count = text.split_whitespace().count();
        if count != FIELDS.len() {
            return Err(CronError::Fields(count));
        }
        let mut fields = [(0, false); FIELDS.len()];
        for (number, (text, field)) in text.split_whitespace().zip(&FIELDS).enumerate() {
            let (name, from, to, _) = *field;
            let refused = || CronError::Field { field: number + 1, name, text: text.to_owned(), from, to };
            for part in text.split(',').filter(|part| !part.is_empty()) {
                let (mask, is_star) = read_part(part, field).ok_or_else(refused)?;
                fields[number].0 |= mask;
                fields[number].1 |= is_star;
            }
        }
        let [(minutes, _), (hours, _), (days, any_day), (months, _), (weekdays, any_weekday)] = fields;
        Ok(Self { minutes, hours, days, months, weekdays, either_day: !any_day && !any_weekday })
    }
}

/// The numbers of one part of a list, as bits, and whether it restricts nothing.
fn read_part(part: &str, &(_, from, to, names): &Field) -> Option<(u64, bool)> {
    let number = |text: &str| {
        let named = names.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|at| at as u32 + from);
        named.or_else(|| text.parse().ok()).filter(|number| (from..=to).contains(number))
    };
    let (range, step) = match part.split_once('/') {
        Some((range, step)) => (range, Some(step.parse::<i64>().ok().filter(|&step| step > 0)?)),
        None => (part, None),
    };
    let mut ends = range.split('-');
    let (first, last) = match (ends.next()?, ends.next(), ends.next()) {
        // Whatever follows a star is not read.
        ("*" | "?", ..) => (from, to),
        // As in `5/15`: every 15 from 5 on.
        (first, None, _) => (number(first)?, if step.is_some() { to } else { number(first)? }),
        (first, Some(last), None) => (number(first)?, number(last)?),
        _ => return None,
    };
    let step = step.unwrap_or(1).min(64) as usize;
    let mask = (first..=last).step_by(step).fold(0, |mask, number| mask | 1 << number);
    (first <= last).then_some((mask, range.starts_with(['*', '?']) && step == 1))
}

const MINUTES_A_DAY: i64 = 24 * 60;

impl Cron {
    /// Whether the first time after `after_s` is before `before_s`, both in seconds since 1970 on its clock.
    pub fn next_is_before(&self, after_s: i64, before_s: i64) -> bool {
        match self {
            Cron::Minutes(minutes) => {
                minutes.latest(after_s.div_euclid(60) + 1, (before_s - 1).div_euclid(60)).is_some()
            }
            Cron::Every(delay_s) => after_s + delay_s < before_s,
        }
    }
}

impl Minutes {
    /// The latest of its minutes from `earliest` to `now`, both in minutes since 1970 on its clock.
    fn latest(&self, earliest: i64, now: i64) -> Option<i64> {
        let (first_day, today) = (earliest.div_euclid(MINUTES_A_DAY), now.div_euclid(MINUTES_A_DAY));
        let until = |day| if day == today { now.rem_euclid(MINUTES_A_DAY) } else { MINUTES_A_DAY - 1 };
        // An expression that ever matches has matched within eight years, the longest gap between leap years.
        let mut days = (first_day.max(today - 8 * 366)..=today).rev().filter(|&day| self.on_day(day));
        let latest = days.find_map(|day| Some(day * MINUTES_A_DAY + self.latest_of_day(until(day))?))?;
        (latest >= earliest).then_some(latest)
    }

    /// Whether it has minutes on the `day` since 1970.
    fn on_day(&self, day: i64) -> bool {
        let date = Date::from_unix_day(day);
        // Cron's weeks begin on Sunday.
        let weekday = (date.weekday() + 1) % 7;
        let (by_date, by_weekday) = (self.days >> date.day & 1 == 1, self.weekdays >> weekday & 1 == 1);
        let either = if self.either_day { by_date || by_weekday } else { by_date && by_weekday };
        self.months >> date.month & 1 == 1 && either
    }

    /// The latest of its minutes up to minute `until` of a day.
    fn latest_of_day(&self, until: i64) -> Option<i64> {
        let up_to = |mask: u64, last: i64| (mask & (u64::MAX >> (63 - last))).checked_ilog2().map(i64::from);
        let (hour, minute) = (until / 60, until % 60);
        let this_hour = (self.hours >> hour & 1 == 1).then(|| Some(hour * 60 + up_to(self.minutes, minute)?)).flatten();
        let before = || Some(up_to(self.hours, hour - 1)? * 60 + up_to(self.minutes, 59)?);
        this_hour.or_else(|| if hour > 0 { before() } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minutes since 1970 of 2026-05-`day`, which is a Friday on the 1st.
    fn may(day: i64, hour: i64, minute: i64) -> i64 {
        // Unix day of 2026-05-01: `date -u -d 2026-05-01 +%s` / 86400.
        (20_574 + day - 1) * MINUTES_A_DAY + hour * 60 + minute
    }

    #[test]
    fn the_latest_minute_is_found() {
        let latest = |cron: &str, now| cron.parse::<Minutes>().unwrap().latest(may(1, 0, 0), now);
        // (expression, now, latest)
        let table = [
            ("0 18 * * *", may(20, 19, 30), Some(may(20, 18, 0))),
            ("0 18 * * *", may(20, 18, 0), Some(may(20, 18, 0))),
            ("0 18 * * *", may(20, 17, 59), Some(may(19, 18, 0))),
            ("30 18 * * *", may(1, 18, 29), None),
            ("*/20 * * * *", may(3, 0, 19), Some(may(3, 0, 0))),
            ("5/20 * * * *", may(3, 1, 4), Some(may(3, 0, 45))),
            ("0 8-18/5 * * *", may(3, 17, 0), Some(may(3, 13, 0))),
            // Fridays are the 1st, 8th, 15th and 22nd; Sundays the 3rd, 10th, 17th.
            ("0 20 * * fri", may(20, 0, 0), Some(may(15, 20, 0))),
            ("0 20 * MAY Fri,Sat", may(20, 0, 0), Some(may(16, 20, 0))),
            ("0 0 * * 0", may(20, 0, 0), Some(may(17, 0, 0))),
            ("0 0 1,18 * 5", may(20, 0, 0), Some(may(18, 0, 0))),
            ("0 0 2-4 * 5", may(20, 0, 0), Some(may(15, 0, 0))),
            ("0 0 ? jun *", may(20, 0, 0), None),
        ];
        for (cron, now, expected) in table {
            assert_eq!(latest(cron, now), expected, "{cron} at {now}");
        }
    }

    #[test]
    fn agrees_with_looking_at_every_minute() {
        let crons = ["7 3 * * *", "*/13 */5 2-9 * *", "0 0 29 2 *", "59 23 31 * 1", "1-5 0 * 2-4 6,0"];
        for text in crons {
            let cron: Minutes = text.parse().unwrap();
            let opens = |minute: i64| {
                cron.on_day(minute.div_euclid(MINUTES_A_DAY))
                    && cron.hours >> (minute.rem_euclid(MINUTES_A_DAY) / 60) & 1 == 1
                    && cron.minutes >> (minute.rem_euclid(60)) & 1 == 1
            };
            let (earliest, mut naive) = (may(-70, 0, 0), None);
            for now in earliest..may(20, 0, 0) {
                naive = if opens(now) { Some(now) } else { naive };
                if now % 7 == 0 {
                    assert_eq!(cron.latest(earliest, now), naive, "{text} at {now}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_cron_expression_is_refused_with_its_place() {
        let refused = |text: &str| text.parse::<Cron>().unwrap_err();
        for (text, count) in [("* * * *", 4), ("", 0), ("* * * * * *", 6)] {
            let says = format!("a cron expression has five fields (minute hour day month weekday), this has {count}");
            assert_eq!(refused(text).to_string(), says);
        }
        let places = ["60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 7"];
        for (place, text) in places.iter().enumerate() {
            assert!(matches!(refused(text), CronError::Field { field, .. } if field == place + 1), "{text}");
        }
        for text in ["5-1", "*/0", "a", "-1", "1-", "+", "99999999999", "*/", "1/2/3", "\u{1F600}"] {
            assert!(matches!(refused(&format!("{text} * * * *")), CronError::Field { field: 1, .. }), "{text}");
        }
        let message = refused("0 18 * * friday").to_string();
        assert!(message.starts_with("field 5: `friday` is no day of week"), "{message}");
    }
}
