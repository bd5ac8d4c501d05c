//! Cron expressions against what robfig/cron 3.0.1 publishes about itself, and against a naive reading of its rules:
//! sets of numbers, and every second looked at.

use matchday_fleet::servers::autoscaler::{Buffer, Cron, Policy, Reserve, Schedule, Windows};
use proptest::prelude::*;
use std::collections::BTreeSet;

const DAY_S: i64 = 86_400;

/// A moment as (year, month, day, weekday from Sunday, hour, minute), found by counting days since 1970.
fn civil(unix_s: i64) -> [i64; 6] {
    let days = unix_s.div_euclid(DAY_S);
    let is_leap = |year: i64| (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let (mut year, mut left) = (1970, days);
    while left >= if is_leap(year) { 366 } else { 365 } {
        left -= if is_leap(year) { 366 } else { 365 };
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    // 1 January 1970 was a Thursday.
    let second = unix_s.rem_euclid(DAY_S);
    [year, month, left + 1, (days + 4) % 7, second / 3600, second / 60 % 60]
}

/// The seconds since 1970 of a date and time.
fn unix_s(year: i64, month: i64, day: i64, hour: i64, minute: i64) -> i64 {
    let start = (0..).map(|days| days * DAY_S).find(|&at| civil(at)[..3] == [year, month, day]).unwrap();
    start + hour * 3600 + minute * 60
}

enum Naive {
    Fields([(BTreeSet<i64>, bool); 5]),
    Every(i64),
}

impl Naive {
    fn read(text: &str) -> Option<Naive> {
        let fields = match text {
            "@yearly" | "@annually" => "0 0 1 1 *",
            "@monthly" => "0 0 1 * *",
            "@weekly" => "0 0 * * 0",
            "@daily" | "@midnight" => "0 0 * * *",
            "@hourly" => "0 * * * *",
            "@every 90m" | "@every 1h30m" => return Some(Naive::Every(5_400)),
            "@every 90.9s" => return Some(Naive::Every(90)),
            "@every 2ms" | "@every -2h" | "@every 0" => return Some(Naive::Every(1)),
            _ if text.contains("TZ") => return None,
            _ => text,
        };
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let [minute, hour, day, month, weekday] = fields.as_slice() else { return None };
        Some(Naive::Fields([
            Self::field(minute, 0, 59, "")?,
            Self::field(hour, 0, 23, "")?,
            Self::field(day, 1, 31, "")?,
            Self::field(month, 1, 12, "janfebmaraprmayjunjulaugsepoctnovdec")?,
            Self::field(weekday, 0, 6, "sunmontuewedthufrisat")?,
        ]))
    }

    fn field(text: &str, min: i64, max: i64, names: &str) -> Option<(BTreeSet<i64>, bool)> {
        let value = |text: &str| {
            let name = (0..names.len() / 3).find(|&at| names[3 * at..3 * at + 3] == text.to_lowercase());
            name.map(|at| at as i64 + min).or_else(|| text.parse().ok()).filter(|&value| value >= 0)
        };
        let (mut set, mut has_star) = (BTreeSet::new(), false);
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let pieces: Vec<&str> = part.split('/').collect();
            let ends: Vec<&str> = pieces[0].split('-').collect();
            let is_star = ["*", "?"].contains(&ends[0]);
            let step = match pieces.as_slice() {
                [_] => 1,
                [_, step] => step.parse::<i64>().ok()?,
                _ => return None,
            };
            let (from, to) = match ends.as_slice() {
                _ if is_star => (min, max),
                [one] if pieces.len() == 2 => (value(one)?, max),
                [one] => (value(one)?, value(one)?),
                [from, to] => (value(from)?, value(to)?),
                _ => return None,
            };
            if from < min || to > max || from > to || step < 1 {
                return None;
            }
            set.extend((from..=to).filter(|at| (at - from) % step == 0));
            has_star |= is_star && step == 1;
        }
        Some((set, has_star))
    }

    /// The first time after `after_s` and before `before_s`.
    fn next(&self, after_s: i64, before_s: i64) -> Option<i64> {
        let [minute, hour, day, month, weekday] = match self {
            Naive::Every(delay_s) => return Some(after_s + delay_s).filter(|&at_s| at_s < before_s),
            Naive::Fields(fields) => fields,
        };
        (after_s + 1..before_s).filter(|at_s| at_s % 60 == 0).find(|&at_s| {
            let [_, this_month, this_day, this_weekday, this_hour, this_minute] = civil(at_s);
            let (by_day, by_weekday) = (day.0.contains(&this_day), weekday.0.contains(&this_weekday));
            let on_day = if day.1 || weekday.1 { by_day && by_weekday } else { by_day || by_weekday };
            let in_month = month.0.contains(&this_month);
            on_day && in_month && hour.0.contains(&this_hour) && minute.0.contains(&this_minute)
        })
    }
}

fn is_at(cron: &str, at_s: i64) -> bool {
    cron.parse::<Cron>().unwrap_or_else(|error| panic!("{cron}: {error}")).next_is_before(at_s - 1, at_s + 1)
}

/// The cases of `spec_test.go` that have no seconds: date and time in 2012, expression, whether it is then.
#[test]
fn robfigs_own_cases_hold() {
    let table = [
        ((7, 9, 15, 0), "0/15 * * * *", true),
        ((7, 9, 15, 45), "0/15 * * * *", true),
        ((7, 9, 15, 40), "0/15 * * * *", false),
        ((7, 9, 15, 50), "5/15 * * * *", true),
        ((7, 15, 15, 0), "0/15 * * Jul *", true),
        ((7, 15, 15, 0), "0/15 * * Jun *", false),
        ((7, 15, 8, 30), "30 08 ? Jul Sun", true),
        ((7, 15, 8, 30), "30 08 15 Jul ?", true),
        ((7, 16, 8, 30), "30 08 ? Jul Sun", false),
        ((7, 16, 8, 30), "30 08 15 Jul ?", false),
        ((7, 9, 15, 0), "@hourly", true),
        ((7, 9, 15, 4), "@hourly", false),
        ((7, 9, 15, 0), "@daily", false),
        ((7, 9, 0, 0), "@daily", true),
        ((7, 9, 0, 0), "@weekly", false),
        ((7, 8, 0, 0), "@weekly", true),
        ((7, 8, 1, 0), "@weekly", false),
        ((7, 8, 0, 0), "@monthly", false),
        ((7, 1, 0, 0), "@monthly", true),
        ((7, 15, 0, 0), "* * 1,15 * Sun", true),
        ((6, 15, 0, 0), "* * 1,15 * Sun", true),
        ((8, 1, 0, 0), "* * 1,15 * Sun", true),
        ((7, 15, 0, 0), "* * */10 * Sun", true),
        ((7, 15, 0, 0), "* * * * Mon", false),
        ((7, 9, 0, 0), "* * 1,15 * *", false),
        ((7, 15, 0, 0), "* * 1,15 * *", true),
        ((7, 15, 0, 0), "* * */2 * Sun", true),
        // A star with a step of 1 is a star; 9 July is a Monday.
        ((7, 10, 18, 0), "0 18 */1 * 1", false),
        ((7, 9, 18, 0), "0 18 */1 * 1", true),
        ((7, 10, 18, 0), "0 18 10 * ?/1", true),
        ((7, 9, 18, 0), "0 18 10 * */1", false),
    ];
    for ((month, day, hour, minute), cron, expected) in table {
        assert_eq!(
            is_at(cron, unix_s(2012, month, day, hour, minute)),
            expected,
            "{cron} on {month}-{day} {hour}:{minute}"
        );
    }
}

#[test]
fn what_robfig_and_agones_refuse_is_refused() {
    let names =
        ["* * * * 7", "* * * * 5-7", "* * * * sat-sun", "* * * * sunday", "* jan * * *", "* * * 13 *", "* * 0 * *"];
    let counts = ["", " ", "* * * *", "* * * * * *", " @daily", "@daily "];
    let steps =
        ["*/0 * * * *", "1/2/3 * * * *", "1-2-3 * * * *", "*/-1 * * * *", "*/ * * * *", "/5 * * * *", "-5 * * * *"];
    let descriptors = ["@Daily", "@reboot", "@every", "@every ", "@every 5", "@every 1d", "@every  1h", "@every 1h "];
    let zones = ["TZ=UTC 0 18 * * *", "CRON_TZ=Europe/Berlin 0 18 * * *", "TZ=UTC @daily", "TZ=UTC"];
    for text in names.iter().chain(&counts).chain(&steps).chain(&descriptors).chain(&zones) {
        let read = text.parse::<Cron>();
        assert!(read.is_err(), "{text}: {read:?}");
    }
    let zone = zones[0].parse::<Cron>().unwrap_err().to_string();
    assert!(zone.contains("`timezone`"), "{zone}");
    let weekday = names[0].parse::<Cron>().unwrap_err().to_string();
    assert!(weekday.contains("from 0 to 6"), "{weekday}");
}

/// As in Agones, a window of `@every` is always open or never: the next time is always the delay away.
#[test]
fn a_repeating_delay_opens_windows_that_last_as_long() {
    let is_open = |cron: &str, duration_s| {
        let windows = Windows { cron: cron.parse().unwrap(), utc_offset_s: 0, duration_s };
        let policy = Box::new(Policy::Buffer(Buffer { size: Reserve::Absolute(1), min_replicas: 0, max_replicas: 9 }));
        Schedule { start_s: None, end_s: None, windows: Some(windows), policy }.is_active(1_779_235_200)
    };
    assert_eq!([3_509, 3_510, 3_511].map(|duration_s| is_open("@every 1h", Some(duration_s))), [false, false, true]);
    assert!(is_open("@every 1h", None) && is_open("@every 90.9s", Some(1)) && !is_open("@every 91s", Some(1)));
}

/// One field, mostly right.
fn field(names: &'static str) -> impl Strategy<Value = String> {
    let number =
        prop_oneof![4 => (0..8u32).prop_map(|n| n.to_string()), 1 => (0..70u32).prop_map(|n| format!("{n:02}"))];
    let name =
        (0..names.len().max(3) / 3).prop_map(move |at| names.get(3 * at..3 * at + 3).unwrap_or("5").to_uppercase());
    let end = prop_oneof![3 => number, 1 => name];
    let odd =
        prop_oneof![Just("+3"), Just(""), Just("*-5"), Just("?-2-7"), Just("x"), Just("3-2-1")].prop_map(String::from);
    let range = prop_oneof![
        3 => prop_oneof![Just("*"), Just("?")].prop_map(String::from),
        3 => end.clone(),
        3 => (end.clone(), end).prop_map(|(from, to)| format!("{from}-{to}")),
        1 => odd,
    ];
    let step =
        prop_oneof![6 => Just(String::new()), 2 => Just("/1".into()), 2 => (0..40u32).prop_map(|n| format!("/{n}"))];
    let part = (range, step).prop_map(|(range, step)| range + &step);
    proptest::collection::vec(part, 1..3).prop_map(|parts| parts.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_looking_at_every_second(
        minute in field(""), hour in field(""), day in field(""),
        month in field("janfebmaraprmayjunjulaugsepoctnovdec"), weekday in field("sunmontuewedthufrisat"),
        from_s in 1_750_000_000..1_850_000_000i64, length_s in 1..2 * DAY_S,
    ) {
        let text = format!("{minute} {hour} {day} {month} {weekday}");
        let (read, naive) = (text.parse::<Cron>(), Naive::read(&text));
        prop_assert_eq!(read.is_ok(), naive.is_some(), "{}: {:?}", text, read);
        if let (Ok(cron), Some(naive)) = (read, naive) {
            let before_s = from_s + length_s;
            prop_assert_eq!(cron.next_is_before(from_s, before_s), naive.next(from_s, before_s).is_some(), "{}", text);
        }
    }
}

#[test]
fn descriptors_agree_with_looking_at_every_second() {
    let from_s = unix_s(2025, 12, 31, 20, 0);
    for text in
        ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly", "@every 90m", "@every 2ms"]
    {
        let (cron, naive) = (text.parse::<Cron>().unwrap(), Naive::read(text).unwrap());
        for (start_s, length_s) in [(0, 3_600), (1, 5_400), (1, 5_401), (7_200, 14_401), (14_400, 2), (90_000, 300_000)]
        {
            let (after_s, before_s) = (from_s + start_s, from_s + start_s + length_s);
            let expected = naive.next(after_s, before_s).is_some();
            assert_eq!(cron.next_is_before(after_s, before_s), expected, "{text} after {start_s} s for {length_s} s");
        }
    }
}
