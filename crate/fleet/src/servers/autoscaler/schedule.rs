//! Policies for certain times.

use super::{Cron, Look, Policy, Scale};

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
    /// How long a window stays open, s; `None`: for ever, if the expression ever matches.
    pub duration_s: Option<u32>,
}

/// How early Agones opens a window, s: for the sake of clock changes, but on every day.
const LEAD_S: i64 = 90;
/// The duration of a window without one in Agones: 290 years.
const LONGEST_S: i64 = 2_540_400 * 3_600;

impl Schedule {
    /// How many servers are wanted; `None` at other times.
    pub fn scale(&self, look: &Look<'_>) -> Option<Scale> {
        if self.is_active(look.unix_s) { self.policy.scale(look) } else { None }
    }

    /// Whether the policy applies at the Unix time `now_s`.
    pub fn is_active(&self, now_s: i64) -> bool {
        let within =
            self.start_s.is_none_or(|start_s| start_s <= now_s) && self.end_s.is_none_or(|end_s| now_s <= end_s);
        within && self.windows.as_ref().is_none_or(|windows| windows.is_open(now_s))
    }
}

impl Windows {
    /// Whether a window is open at the Unix time `now_s`: whether the first time after the duration ago is less than
    /// [`LEAD_S`] ahead.
    fn is_open(&self, now_s: i64) -> bool {
        let local_s = now_s.saturating_add(self.utc_offset_s.into());
        let duration_s = self.duration_s.map_or(LONGEST_S, i64::from);
        self.cron.next_is_before(local_s.saturating_sub(duration_s), local_s.saturating_add(LEAD_S))
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
        schedule.scale(&look(10, at_s)).map(|scale| assert_eq!(scale.replicas, 60)).is_some()
    }

    #[test]
    fn a_window_opens_90_s_before_its_minute_and_closes_after_its_duration() {
        // Measured with Agones: `0 14 * * *` for 1h is active from 13:58:31 to 14:59:59.
        let hour = schedule("0 14 * * *", 0, Some(3_600));
        let table = [((13, 58, 30), false), ((13, 58, 31), true), ((14, 59, 59), true), ((15, 0, 0), false)];
        for ((hours, minute, second), open) in table {
            assert_eq!(applies(&hour, unix(hours, minute, second)), open, "{hours}:{minute}:{second}");
        }
        let past_midnight = schedule("30 23 * * tue", 0, Some(3_600));
        assert!(applies(&past_midnight, unix(0, 29, 59)) && !applies(&past_midnight, unix(0, 30, 0)));
        let odd = schedule("0 18 * * *", 0, Some(90));
        assert!(applies(&odd, unix(18, 1, 29)) && !applies(&odd, unix(18, 1, 30)));
    }

    #[test]
    fn windows_open_by_their_own_clocks() {
        // 18:00 in New York in summer (-4 h) is 22:00 UTC; in Kathmandu (+5:45) it is 12:15 UTC.
        for (utc_offset_s, opens) in [(-4 * 3_600, unix(22, 0, 0)), (5 * 3_600 + 2_700, unix(12, 15, 0))] {
            let evening = schedule("0 18 * * wed", utc_offset_s, Some(3_600));
            assert!(!applies(&evening, opens - 90) && applies(&evening, opens) && applies(&evening, opens + 3_599));
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
    fn a_cron_without_a_duration_limits_nothing_if_it_ever_matches() {
        let mut for_ever = schedule("0 18 * * *", 0, None);
        for_ever.start_s = Some(unix(2, 0, 30));
        assert!(!applies(&for_ever, unix(2, 0, 29)) && applies(&for_ever, unix(2, 0, 30)));
        assert!(applies(&for_ever, unix(18, 0, 0) + 40 * 86_400));
        assert!(!applies(&schedule("0 0 30 2 *", 0, None), unix(12, 0, 0)), "there is no 30 February");
    }
}
