//! The cost of keeping groups together: pairs of days of one seed, with matches that break up or stay
//! together.
//!
//! Both days have the same joins, so all differences come from the grouping. The article warns of newcomers
//! who find no match while CCU falls: [`SocialMixing::falling`] returns those hours.

use crate::statistics::{Interval, mean, mean_interval, paired_difference};
use matchday_base::time::{DAY_S, HOUR_S, MINUTE_S};
use matchday_matchmaker::Matchmaker;
use matchday_observe::Mixing;
use matchday_scenario::Params;
use matchday_sim::ArticleDay;
use matchday_sim::Simulate;
use matchday_sim::columns::Count;
#[cfg(feature = "tsify")]
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// Hours of a day.
pub const HOURS: usize = (DAY_S / HOUR_S) as usize;

/// Whether matches break up after they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Players queue again one by one.
    BrokenUp,
    /// The players of a match who queue again stay together.
    Together,
}

/// The social-mixing figures of one finished day.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(Serialize, Deserialize, Tsify), tsify(missing_as_null, rename = "MixingDay"))]
pub struct Day {
    /// Share of replaying players who meet a player of their last match again; null if nobody replayed.
    pub repeat_rate: Option<f64>,
    /// Mean wait of matched players, s; null without any.
    pub wait_mean_s: Option<f64>,
    /// 95th percentile of the wait, s.
    pub wait_p95_s: Option<f64>,
    /// Share of all searches that failed; null without any.
    pub failed_share: Option<f64>,
    /// Peak CCU.
    pub ccu_peak: f64,
    /// By hour of the day: 24.
    #[cfg_attr(feature = "tsify", tsify(type = "MixingHour[]"))]
    pub hours: [Hour; HOURS],
}

/// An hour of the day, over all shown days.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(Serialize, Deserialize, Tsify), tsify(missing_as_null, rename = "MixingHour"))]
pub struct Hour {
    /// Mean CCU.
    pub ccu: f64,
    /// The largest component's share of the players of a day, mean of the days with players; null without any.
    pub largest_share: Option<f64>,
    /// Newcomers matched: players in the first search of their stay.
    pub newcomers: f64,
    /// Total search time of the newcomers matched, s.
    pub newcomers_wait_s: f64,
    /// Newcomers whose search failed.
    pub newcomers_failed: f64,
}

impl Day {
    /// The figures of a finished day that `mixing` has watched from its first second.
    pub fn of<M: Matchmaker>(day: &ArticleDay<M>, mixing: &Mixing) -> Self {
        let (columns, summary) = (day.columns(), day.summary());
        let days = columns.minutes() / (DAY_S / MINUTE_S) as usize;
        let minutes = (HOUR_S / MINUTE_S) as usize;
        let waits = columns.waits(0..columns.minutes());
        let failed = [Count::Failed, Count::BotMatches, Count::AbandonedSearching].map(|count| columns.total(count));
        let failed = failed.iter().sum::<u64>() as f64;
        let searches = waits.count() as f64 + failed;
        let hour = |hour: usize| {
            let mut sum = Hour::default();
            for at in (0..days).map(|day| day * HOURS + hour) {
                let here = &mixing.hours()[at];
                sum.ccu += (at * minutes..(at + 1) * minutes).map(|minute| columns.ccu(minute)).sum::<f64>();
                sum.newcomers += f64::from(here.newcomers);
                sum.newcomers_wait_s += here.newcomers_wait_s as f64;
                sum.newcomers_failed += f64::from(here.newcomers_failed);
            }
            sum.ccu /= (days * minutes) as f64;
            let shares = (0..days).filter_map(|day| mixing.hours()[day * HOURS + hour].largest_share());
            sum.largest_share = mean(&shares.collect::<Vec<_>>());
            sum
        };
        Self {
            repeat_rate: mixing.repeat_rate(),
            wait_mean_s: summary.wait_mean_s,
            wait_p95_s: summary.wait_p95_s,
            failed_share: (searches > 0.0).then(|| failed / searches),
            ccu_peak: f64::from(summary.ccu_peak),
            hours: std::array::from_fn(hour),
        }
    }
}

/// A figure of whole days, or of some hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Share of replaying players who meet a player of their last match again.
    Repeat,
    /// The largest component's share, mean of the hours with players.
    Largest,
    /// Mean wait, s.
    WaitMean,
    /// 95th percentile of the wait, s.
    WaitP95,
    /// Share of all searches that failed.
    Failed,
    /// Peak CCU.
    Peak,
    /// Mean wait of newcomers while CCU falls, s.
    NewcomersWait,
    /// Share of newcomers whose search failed, while CCU falls.
    NewcomersFailed,
}

impl Figure {
    /// Each figure with its name for scripts, which ends in `_s` or `_share` to show the unit.
    pub const ALL: [(&'static str, Figure); 8] = [
        ("repeat_share", Figure::Repeat),
        ("largest_share", Figure::Largest),
        ("wait_mean_s", Figure::WaitMean),
        ("wait_p95_s", Figure::WaitP95),
        ("failed_share", Figure::Failed),
        ("ccu_peak", Figure::Peak),
        ("newcomers_wait_s", Figure::NewcomersWait),
        ("newcomers_failed_share", Figure::NewcomersFailed),
    ];

    /// The figure of this name.
    pub fn named(name: &str) -> Option<Figure> {
        Self::ALL.iter().find(|(other, _)| *other == name).map(|&(_, figure)| figure)
    }

    /// An hourly figure's value in a day, over these hours. `None` if there is nothing to measure, and for
    /// figures of whole days.
    fn over(self, day: &Day, hours: &[usize]) -> Option<f64> {
        let sum = |of: fn(&Hour) -> f64| hours.iter().map(|&hour| of(&day.hours[hour])).sum::<f64>();
        let share = |part: f64, of: f64| (of > 0.0).then_some(part / of);
        match self {
            Figure::Largest => {
                mean(&hours.iter().filter_map(|&hour| day.hours[hour].largest_share).collect::<Vec<_>>())
            }
            Figure::NewcomersWait => share(sum(|hour| hour.newcomers_wait_s), sum(|hour| hour.newcomers)),
            Figure::NewcomersFailed => {
                share(sum(|hour| hour.newcomers_failed), sum(|hour| hour.newcomers + hour.newcomers_failed))
            }
            _ => None,
        }
    }
}

/// A figure of both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Means of [`Way::BrokenUp`] and [`Way::Together`]; `None` if there is nothing to measure.
    pub means: [Option<f64>; 2],
    /// Their 95 % intervals; `None` with fewer than two seeds.
    pub intervals: [Option<Interval>; 2],
    /// Together less broken up, seed by seed.
    pub difference: Option<Interval>,
}

/// Pairs of days, one per seed.
#[derive(Clone, Debug, Default)]
pub struct SocialMixing {
    pairs: Vec<[Day; 2]>,
}

impl SocialMixing {
    /// Adds the days of one more seed, of [`Way::BrokenUp`] and [`Way::Together`].
    pub fn take(&mut self, pair: [Day; 2]) {
        self.pairs.push(pair);
    }

    /// The number of seeds.
    pub fn seeds(&self) -> usize {
        self.pairs.len()
    }

    /// The hours in which CCU falls when matches break up: from the highest to the lowest, in order of time.
    pub fn falling(&self) -> Vec<usize> {
        let ccu = |hour: usize| self.pairs.iter().map(|[day, _]| day.hours[hour].ccu).sum::<f64>();
        let by_ccu = |a: &usize, b: &usize| ccu(*a).total_cmp(&ccu(*b));
        let (Some(highest), Some(lowest)) = ((0..HOURS).max_by(by_ccu), (0..HOURS).min_by(by_ccu)) else {
            return Vec::new();
        };
        (0..=(lowest + HOURS - highest) % HOURS).map(|after| (highest + after) % HOURS).collect()
    }

    /// Compares a figure of the day; figures of newcomers cover only the hours in which CCU falls.
    pub fn compare(&self, figure: Figure) -> Comparison {
        let (all, falling): (Vec<usize>, _) = ((0..HOURS).collect(), self.falling());
        self.compare_by(|day| match figure {
            Figure::Repeat => day.repeat_rate,
            Figure::WaitMean => day.wait_mean_s,
            Figure::WaitP95 => day.wait_p95_s,
            Figure::Failed => day.failed_share,
            Figure::Peak => Some(day.ccu_peak),
            Figure::Largest => figure.over(day, &all),
            Figure::NewcomersWait | Figure::NewcomersFailed => figure.over(day, &falling),
        })
    }

    /// Compares a figure in each hour of the day.
    pub fn by_hour(&self, figure: Figure) -> [Comparison; HOURS] {
        std::array::from_fn(|hour| self.compare_by(|day| figure.over(day, &[hour])))
    }

    /// Skips seeds in which one of the days has nothing to measure.
    fn compare_by(&self, of: impl Fn(&Day) -> Option<f64>) -> Comparison {
        let values = self.pairs.iter().filter_map(|[a, b]| of(a).zip(of(b)));
        let (a, b): (Vec<f64>, Vec<f64>) = values.unzip();
        Comparison {
            means: [mean(&a), mean(&b)],
            intervals: [mean_interval(&a), mean_interval(&b)],
            difference: paired_difference(&a, &b),
        }
    }
}

impl Way {
    /// Both ways, in the order of a pair.
    pub const ALL: [Way; 2] = [Way::BrokenUp, Way::Together];

    /// These parameters with this way of grouping.
    pub fn of(self, params: &Params) -> Params {
        let mut params = params.clone();
        let set = params.set("together", if self == Way::Together { "1" } else { "0" });
        debug_assert!(set.is_ok(), "it is a flag");
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day with the most players in hour `at` and the fewest twelve hours later.
    fn day(at: usize, wait_s: f64) -> Day {
        let hours = std::array::from_fn(|hour| {
            let away = (hour + HOURS - at) % HOURS;
            let away = away.min(HOURS - away) as f64;
            Hour {
                ccu: 100.0 - away,
                largest_share: Some(0.5),
                newcomers: 10.0,
                newcomers_wait_s: 10.0 * wait_s * away,
                newcomers_failed: if hour == at { 10.0 } else { 0.0 },
            }
        });
        Day {
            repeat_rate: Some(0.25),
            wait_mean_s: Some(wait_s),
            wait_p95_s: Some(9.0),
            failed_share: Some(0.125),
            ccu_peak: 100.0,
            hours,
        }
    }

    #[test]
    fn hours_without_players_are_no_part_of_a_mean() {
        let mut quiet = day(17, 2.0);
        quiet.hours[3].largest_share = None;
        quiet.hours[4].largest_share = Some(1.0);
        let mut islands = SocialMixing::default();
        islands.take([quiet.clone(), quiet]);
        assert_eq!(islands.by_hour(Figure::Largest)[3].means, [None; 2]);
        assert_eq!(islands.compare(Figure::Largest).means, [Some((22.0 * 0.5 + 1.0) / 23.0); 2]);
    }

    #[test]
    fn newcomers_are_looked_at_while_ccu_falls() {
        let mut mixing = SocialMixing::default();
        assert_eq!(mixing.compare(Figure::NewcomersWait).means, [None, None]);
        mixing.take([day(17, 1.0), day(17, 2.0)]);
        let falling: Vec<usize> = (17..24).chain(0..=5).collect();
        assert_eq!(mixing.falling(), falling);
        // Waits of 0 to 12 s, and twice as long; half of the first hour's newcomers fail.
        let wait = mixing.compare(Figure::NewcomersWait);
        assert_eq!((wait.means, wait.intervals, wait.difference), ([Some(6.0), Some(12.0)], [None, None], None));
        assert_eq!(mixing.compare(Figure::NewcomersFailed).means, [Some(10.0 / 140.0); 2]);
        assert_eq!(mixing.by_hour(Figure::NewcomersWait)[20].means, [Some(3.0), Some(6.0)]);
        assert_eq!(mixing.by_hour(Figure::Peak)[20].means, [None, None], "it has no hour");
        mixing.take([day(17, 1.5), day(17, 2.5)]);
        let wait = mixing.compare(Figure::WaitMean);
        assert_eq!(wait.means, [Some(1.25), Some(2.25)]);
        let difference = wait.difference.unwrap();
        assert_eq!((difference.mean, difference.half_width), (1.0, 0.0), "it is that of the seeds' pairs");
        assert!(wait.intervals.iter().all(|interval| interval.unwrap().half_width > 3.0));
    }
}
