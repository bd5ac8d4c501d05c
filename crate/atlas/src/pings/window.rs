//! The days that go into maps: a few pings of wrong clocks, too late or too early, do not move them.

use super::day::Day;
use matchday_document::is_too_many;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Days whose pings go into maps, and the pings of all other days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// From the first to the last.
    pub days: RangeInclusive<Day>,
    /// The pings of all other days.
    pub outside: BTreeMap<Day, u64>,
    /// All pings.
    pub pings: u64,
}

/// More than a tenth of the pings lie outside a window.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{outside} of {pings} pings are not from {} to {}, the days with the most pings; correct their clocks and build again from the \
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

impl Window {
    /// The window of so many days with the most pings; of several, the latest. Its last day has pings. `None` without pings.
    pub fn fullest(pings: &BTreeMap<Day, u64>, days: u32) -> Option<Self> {
        let ending = |&last: &Day| last.before(days.max(1) - 1)..=last;
        let count = |days: &RangeInclusive<Day>| pings.range(days.clone()).map(|(_, pings)| pings).sum::<u64>();
        let days = pings.keys().map(ending).max_by_key(count)?;
        let outside = pings.iter().filter(|&(day, _)| !days.contains(day)).map(|(&day, &pings)| (day, pings)).collect();
        Some(Self { days, outside, pings: pings.values().sum() })
    }

    /// Checks that nearly all pings are in the window.
    ///
    /// # Errors
    /// More than a tenth lie outside.
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
        Window::fullest(&days, length).unwrap()
    }

    fn found(days: &[(&str, u64)], length: u32) -> (String, Vec<String>) {
        let Window { days, outside, .. } = window(days, length);
        (format!("{} to {}", days.start(), days.end()), outside.keys().map(ToString::to_string).collect())
    }

    #[test]
    fn wrong_clocks_do_not_move_the_window() {
        let real = [("2026-03-01", 5_000), ("2026-03-02", 4_900)];
        for wrong in ["2000-01-01", "2026-01-30", "2026-08-01", "2099-12-31"] {
            let days = [&real[..], &[(wrong, 110)]].concat();
            assert_eq!(found(&days, 30), ("2026-02-01 to 2026-03-02".into(), vec![wrong.into()]));
            assert_eq!(window(&days, 30).check(), Ok(()));
        }
        // Clocks that are wrong in every way: a ping a year, before and after.
        let years: Vec<String> = (2000..2100).map(|year| format!("{year}-07-01")).collect();
        let days: Vec<_> = real.into_iter().chain(years.iter().map(|day| (day.as_str(), 9))).collect();
        assert_eq!(found(&days, 30), ("2026-02-01 to 2026-03-02".into(), years.clone()));
    }

    #[test]
    fn the_latest_of_windows_with_as_many_pings_counts() {
        assert_eq!(found(&[("2026-03-01", 7), ("2026-05-01", 7)], 30).0, "2026-04-02 to 2026-05-01");
        assert_eq!(found(&[("2026-03-01", 8), ("2026-05-01", 7)], 30).0, "2026-01-31 to 2026-03-01");
        assert_eq!(found(&[("2026-03-01", 1)], 1), ("2026-03-01 to 2026-03-01".into(), Vec::new()));
        assert_eq!(Window::fullest(&BTreeMap::new(), 30), None);
    }

    #[test]
    fn at_most_a_tenth_may_lie_outside() {
        let check = |wrong| window(&[("2026-03-01", 90), (wrong, 10)], 30).check();
        assert_eq!((check("2001-01-01"), check("2099-01-01")), (Ok(()), Ok(())));
        for wrong in ["2001-01-01", "2099-01-01"] {
            let says = window(&[("2026-03-01", 89), (wrong, 10)], 30).check().unwrap_err().to_string();
            assert!(
                says.starts_with("10 of 99 pings are not from 2026-01-31 to 2026-03-01, the days with the most"),
                "{says}"
            );
        }
    }
}
