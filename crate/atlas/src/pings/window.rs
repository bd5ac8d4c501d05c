//! The days that go into maps: the latest ones, not moved by a few pings of wrong clocks, too late or too early.

use super::day::Day;
use matchday_document::is_too_many;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Days whose pings go into maps, and the pings that lie apart from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// From the first to the last.
    pub days: RangeInclusive<Day>,
    /// The pings of later days, and of days before a gap that is longer than the window: wrong clocks. The days between
    /// the gap and the window are its history.
    pub outside: BTreeMap<Day, u64>,
    /// All pings.
    pub pings: u64,
}

/// More than a tenth of the pings lie apart from a window.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{outside} of {pings} pings lie apart from {} to {}, where most pings are; correct their clocks and build again from the \
     start, or choose the days (matchday maps build: --until, --window)",
    days.start(),
    days.end()
)]
pub struct OutsideWindow {
    /// Pings outside the window.
    pub outside: u64,
    /// All pings.
    pub pings: u64,
    /// The days of the window.
    pub days: RangeInclusive<Day>,
}

/// A window may hold as small a part of the pings of the fullest one.
const LEAST_PART: u64 = 4;

impl Window {
    /// The latest window of so many days that holds at least a quarter as many pings as the fullest. Its last day has
    /// pings. `None` without pings.
    pub fn latest(pings: &BTreeMap<Day, u64>, days: u32) -> Option<Self> {
        let ending = |&last: &Day| last.before(days.max(1) - 1)..=last;
        let count = |days: &RangeInclusive<Day>| pings.range(days.clone()).map(|(_, pings)| pings).sum::<u64>();
        let most = pings.keys().map(|last| count(&ending(last))).max()?;
        let window = pings.keys().rev().map(ending).find(|days| count(days) >= most.div_ceil(LEAST_PART))?;
        let earlier = pings.range(..window.start()).rev().map(|(&day, _)| day);
        let history = earlier.scan(*window.start(), |reached, day| {
            (day >= reached.before(days.max(1))).then(|| std::mem::replace(reached, day).min(day))
        });
        let near = history.last().unwrap_or(*window.start())..=*window.end();
        let outside = pings.iter().filter(|&(day, _)| !near.contains(day)).map(|(&day, &pings)| (day, pings)).collect();
        Some(Self { days: window, outside, pings: pings.values().sum() })
    }

    /// Checks that nearly all pings are in the window or its history.
    ///
    /// # Errors
    /// More than a tenth lie apart.
    pub fn check(&self) -> Result<(), OutsideWindow> {
        let (outside, pings, days) = (self.outside.values().sum(), self.pings, self.days.clone());
        if is_too_many(outside, pings) { Err(OutsideWindow { outside, pings, days }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(days: &[(&str, u64)], length: u32) -> Window {
        let days = days.iter().map(|&(day, pings)| (Day::parse(day).unwrap(), pings)).collect();
        Window::latest(&days, length).unwrap()
    }

    fn found(days: &[(&str, u64)], length: u32) -> (String, Vec<String>) {
        let Window { days, outside, .. } = window(days, length);
        (format!("{} to {}", days.start(), days.end()), outside.keys().map(ToString::to_string).collect())
    }

    #[test]
    fn wrong_clocks_do_not_move_the_window() {
        let real = [("2026-03-01", 5_000), ("2026-03-02", 4_900)];
        for wrong in ["2000-01-01", "2025-12-30", "2026-08-01", "2099-12-31"] {
            let days = [&real[..], &[(wrong, 110)]].concat();
            assert_eq!(found(&days, 30), ("2026-02-01 to 2026-03-02".into(), vec![wrong.into()]));
            assert_eq!(window(&days, 30).check(), Ok(()));
        }
        // Clocks that are some weeks ahead do not take a month of days away.
        let ahead = Day::parse("2026-03-29").unwrap();
        let month = (27..57).map(|before| (ahead.before(before), 330));
        let late = Window::latest(&month.clone().chain([(ahead, 110)]).collect(), 30).unwrap();
        assert_eq!((late.days, late.outside.len()), (ahead.before(56)..=ahead.before(27), 1));
        // Clocks that are wrong in every way: a ping a year, before and after.
        let years: Vec<String> = (2000..2100).map(|year| format!("{year}-07-01")).collect();
        let days: Vec<_> = real.into_iter().chain(years.iter().map(|day| (day.as_str(), 9))).collect();
        assert_eq!(found(&days, 30), ("2026-02-01 to 2026-03-02".into(), years.clone()));
    }

    #[test]
    fn the_latest_window_counts_unless_it_is_nearly_empty() {
        assert_eq!(found(&[("2026-03-01", 7), ("2026-05-01", 7)], 30).0, "2026-04-02 to 2026-05-01");
        assert_eq!(found(&[("2026-03-01", 28), ("2026-05-01", 7)], 30).0, "2026-04-02 to 2026-05-01");
        assert_eq!(found(&[("2026-03-01", 29), ("2026-05-01", 7)], 30).0, "2026-01-31 to 2026-03-01");
        assert_eq!(found(&[("2026-03-01", 1)], 1), ("2026-03-01 to 2026-03-01".into(), Vec::new()));
        assert_eq!(Window::latest(&BTreeMap::new(), 30), None);
    }

    #[test]
    fn the_days_before_a_window_are_its_history() {
        // A year of days, with a gap of 30 days and one of 31.
        let day = |n: u32| Day::parse("2026-03-01").unwrap().before(n);
        let pings: BTreeMap<Day, u64> = (0..400).map(|n| (day(n), 100)).collect();
        let window = Window::latest(&pings, 30).unwrap();
        assert_eq!((window.days.clone(), window.outside.len()), (day(29)..=day(0), 0));
        assert_eq!(window.check(), Ok(()));
        let gap = |days: u32| pings.iter().filter(move |&(of, _)| *of >= day(99) || *of <= day(99 + days));
        let outside = |days| Window::latest(&gap(days).map(|(&of, &n)| (of, n)).collect(), 30).unwrap().outside.len();
        assert_eq!((outside(30), outside(31)), (0, 400 - 99 - 31));
    }

    #[test]
    fn at_most_a_tenth_may_lie_outside() {
        let check = |wrong| window(&[("2026-03-01", 90), (wrong, 10)], 30).check();
        assert_eq!((check("2001-01-01"), check("2099-01-01")), (Ok(()), Ok(())));
        for wrong in ["2001-01-01", "2099-01-01"] {
            let says = window(&[("2026-03-01", 89), (wrong, 10)], 30).check().unwrap_err().to_string();
            assert!(
                says.starts_with("10 of 99 pings lie apart from 2026-01-31 to 2026-03-01, where most pings are"),
                "{says}"
            );
        }
    }
}
