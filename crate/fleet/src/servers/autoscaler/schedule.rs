//! Policies for certain times.

use super::{Cron, Look, Policy};

/// A policy that applies at certain times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// Never before this Unix time, s.
    pub start_s: Option<i64>,
    /// Never after this Unix time, s.
    pub end_s: Option<i64>,
    /// Windows between the two; `None`: always.
    pub windows: Option<Windows>,
    /// The policy at these times.
    pub policy: Box<Policy>,
}

/// Repeating time windows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Windows {
    /// When they open, on clocks `utc_offset_s` ahead of UTC.
    pub cron: Cron,
    /// How far the clocks are ahead of UTC, s; negative west of Greenwich.
    pub utc_offset_s: i32,
    /// How long a window stays open, s; `None`: for ever once the first has opened.
    pub duration_s: Option<u32>,
}

impl Schedule {
    /// How many servers are wanted; `None` at other times.
    pub fn wanted(&self, look: &Look) -> Option<u32> {
        let now_s = look.unix_s;
        let within =
            self.start_s.is_none_or(|start_s| start_s <= now_s) && self.end_s.is_none_or(|end_s| now_s <= end_s);
        let open = || self.windows.as_ref().is_none_or(|windows| windows.open(self.start_s, now_s));
        if within && open() { self.policy.wanted(look) } else { None }
    }
}

impl Windows {
    /// Whether a window is open at the Unix time `now_s`. A window without end must have opened since
    /// `start_s`.
    fn open(&self, start_s: Option<i64>, now_s: i64) -> bool {
        let local_minute = |unix_s: i64| unix_s.saturating_add(i64::from(self.utc_offset_s)).div_euclid(60);
        let earliest = match (self.duration_s, start_s) {
            // The first minute that begins less than the duration ago.
            (Some(duration_s), _) => local_minute(now_s.saturating_sub(i64::from(duration_s))) + 1,
            (None, Some(start_s)) => local_minute(start_s.saturating_add(59)),
            (None, None) => i64::MIN,
        };
        self.cron.latest(earliest, local_minute(now_s)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{absolute, look};
    use super::*;
    use matchday_base::calendar::Date;
    use matchday_base::{Calendar, SimTime};

    /// A Wednesday.
    const DAY: Calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });

    fn unix(hour: u32, minute: u32, second: u32) -> i64 {
        DAY.unix_s(SimTime::DAY_START + (hour * 60 + minute) * 60 + second)
    }

    fn schedule(cron: &str, utc_offset_s: i32, duration_s: Option<u32>) -> Schedule {
        let windows = Windows { cron: cron.parse().unwrap(), utc_offset_s, duration_s };
        Schedule { start_s: None, end_s: None, windows: Some(windows), policy: Box::new(absolute(50)) }
    }

    fn applies(schedule: &Schedule, at_s: i64) -> bool {
        schedule.wanted(&look(10, 10, 1, at_s)).map(|wanted| assert_eq!(wanted, 60)).is_some()
    }

    #[test]
    fn a_window_is_open_from_its_minute_for_its_duration() {
        let two_hours = schedule("0 18 * * *", 0, Some(7_200));
        let table = [((17, 59, 59), false), ((18, 0, 0), true), ((19, 59, 59), true), ((20, 0, 0), false)];
        for ((hour, minute, second), open) in table {
            assert_eq!(applies(&two_hours, unix(hour, minute, second)), open, "{hour}:{minute}:{second}");
        }
        let past_midnight = schedule("30 23 * * tue", 0, Some(3_600));
        assert!(applies(&past_midnight, unix(0, 29, 59)) && !applies(&past_midnight, unix(0, 30, 0)));
        let odd = schedule("0 18 * * *", 0, Some(90));
        assert!(applies(&odd, unix(18, 1, 29)) && !applies(&odd, unix(18, 1, 30)));
        assert!(!applies(&schedule("0 18 * * *", 0, Some(0)), unix(18, 0, 0)));
    }

    #[test]
    fn windows_open_by_their_own_clocks() {
        // 18:00 in New York in summer (-4 h) is 22:00 UTC; in Kathmandu (+5:45) it is 12:15 UTC.
        for (utc_offset_s, opens) in [(-4 * 3_600, unix(22, 0, 0)), (5 * 3_600 + 2_700, unix(12, 15, 0))] {
            let evening = schedule("0 18 * * wed", utc_offset_s, Some(3_600));
            assert!(!applies(&evening, opens - 1) && applies(&evening, opens) && applies(&evening, opens + 3_599));
            assert!(!applies(&evening, opens + 3_600));
        }
    }

    #[test]
    fn nothing_applies_before_the_start_or_after_the_end() {
        let mut always = schedule("* * * * *", 0, Some(60));
        always.windows = None;
        (always.start_s, always.end_s) = (Some(unix(6, 0, 0)), Some(unix(9, 0, 0)));
        let at = |hour, second| applies(&always, unix(hour, 0, 0) + second);
        assert_eq!([at(6, -1), at(6, 0), at(9, 0), at(9, 1)], [false, true, true, false]);
    }

    #[test]
    fn a_window_without_end_stays_open() {
        let mut for_ever = schedule("0 18 * * *", 0, None);
        assert!(applies(&for_ever, unix(3, 0, 0)), "it has opened the day before");
        for_ever.start_s = Some(unix(2, 0, 30));
        assert!(!applies(&for_ever, unix(17, 59, 59)) && applies(&for_ever, unix(18, 0, 0)));
        assert!(applies(&for_ever, unix(18, 0, 0) + 40 * 86_400));
        for_ever.start_s = Some(i64::MAX);
        assert!(!applies(&for_ever, i64::MIN));
    }
}
