//! Days of wrong clocks: far from all others, with hardly a ping.

use super::day::Day;
use std::collections::BTreeMap;

/// A day counts if the days around it have at least one in so many of the pings of the fullest days.
const FEWEST_OF: u64 = 100;

/// The days that so few pings fall on, and around, that a wrong clock explains them, with their pings. The days around one
/// are those less than `window` days earlier or later: with one such day as the last of a window, all maps would be
/// empty.
pub fn strays(pings: &BTreeMap<Day, u64>, window: u32) -> BTreeMap<Day, u64> {
    let days = window.max(1) - 1;
    let around = |day: Day| pings.range(day.before(days)..=day.after(days)).map(|(_, pings)| pings).sum::<u64>();
    let fullest = pings.keys().map(|&day| around(day)).max().unwrap_or(0);
    let is_stray = |&(&day, _): &(&Day, &u64)| around(day).saturating_mul(FEWEST_OF) < fullest;
    pings.iter().filter(is_stray).map(|(&day, &pings)| (day, pings)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(days: &[(&str, u64)], window: u32) -> Vec<String> {
        let days = days.iter().map(|&(day, pings)| (Day::parse(day).unwrap(), pings)).collect();
        strays(&days, window).keys().map(ToString::to_string).collect()
    }

    #[test]
    fn a_ping_of_another_year_is_set_aside() {
        let days = [("2000-01-01", 2), ("2026-03-01", 500), ("2026-03-02", 400), ("2026-08-01", 1), ("2099-12-31", 1)];
        assert_eq!(of(&days, 30), ["2000-01-01", "2026-08-01", "2099-12-31"]);
        // Five months later: within a window of half a year it does no harm.
        assert_eq!(of(&days, 200), ["2000-01-01", "2099-12-31"]);
    }

    #[test]
    fn days_that_grow_or_end_count() {
        let month = |number: u64, pings| (format!("20{:02}-{:02}-01", 20 + number / 12, number % 12 + 1), pings);
        // Twice as many pings every year.
        let years: Vec<(String, u64)> = (0..60).map(|number| month(number, 100 << (number / 12))).collect();
        let years: Vec<(&str, u64)> = years.iter().map(|(day, pings)| (day.as_str(), *pings)).collect();
        assert_eq!(of(&years, 30), [""; 0]);
        assert_eq!(of(&[("2026-03-01", 1)], 1), [""; 0], "an only ping");
        // The last day has just begun.
        assert_eq!(of(&[("2026-03-01", 1_000_000), ("2026-03-02", 3)], 30), [""; 0]);
        assert_eq!(of(&[("2026-03-01", 99), ("2026-09-01", 1)], 30), [""; 0], "one in a hundred");
        assert_eq!(of(&[("2026-03-01", 101), ("2026-09-01", 1)], 30), ["2026-09-01"]);
    }
}
