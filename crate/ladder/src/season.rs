//! Seasons: their ends, and their resets of ratings.

use crate::board::Row;
use crate::rating::{PROVISIONAL_MATCHES, Rating, Table};
use crate::tier::{Division, Tier};
use matchday_base::SimTime;
use matchday_base::time::DAY_S;

/// Share of the distance to the mean that a soft reset keeps.
const LEFT: f64 = 0.75;
/// Least deviation at the start of a season, points.
const RENEWED_DEVIATION: f64 = 200.0;

/// The reset of ratings at the end of a season. Every kind counts matches from 0 again: all accounts are
/// provisional, and Elo uses a newcomer's K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeasonKind {
    /// Ratings move a quarter of the way to the mean of the season's players; deviations become at least 200.
    #[default]
    Soft,
    /// All ratings become a newcomer's.
    Hard,
    /// Soft, but no account past provisional drops below its tier: Diamond at 1810 points starts from 1800. A
    /// floor at the tier below would have no effect: a quarter of the way to any mean near 1500 is less than
    /// that.
    Floors,
    /// Soft, with a calendar per mode: the first season of a mode is shorter, so that the seasons of each mode end on
    /// days of their own. Seasons of one day have no room for that.
    Rolling {
        /// The mode's number.
        mode: u8,
    },
}

impl SeasonKind {
    /// Share of the distance to the mean that ratings keep; `None` if all become a newcomer's.
    pub fn left(self) -> Option<f64> {
        (self != Self::Hard).then_some(LEFT)
    }

    /// Resets a table for a new season.
    pub(crate) fn reset(self, table: &mut Table, now: SimTime) {
        let start = table.system().start();
        if self == Self::Hard {
            return table.replace(now, |_| start);
        }
        let Some(mean) = mean(table) else { return };
        table.replace(now, |rating| {
            let floor = match self {
                Self::Floors if rating.matches() >= PROVISIONAL_MATCHES => Tier::of(rating.points()).floor(),
                _ => f64::NEG_INFINITY,
            };
            let points = (mean + LEFT * (rating.points() - mean)).max(floor);
            Rating::kept(points, rating.deviation().max(RENEWED_DEVIATION), rating.volatility(), 0)
        });
    }
}

/// Mean points of accounts with a match in the season; `None` if there are none.
fn mean(table: &Table) -> Option<f64> {
    let played = table.players().filter(|(_, rating)| rating.matches() > 0);
    let (n, sum) = played.fold((0_u32, 0.0), |(n, sum), (_, rating)| (n + 1, sum + rating.points()));
    (n > 0).then(|| sum / f64::from(n))
}

/// The ends of seasons, at 00:00 UTC. The first season begins with the first day of the ladder and includes the
/// warm-up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calendar {
    length_s: u32,
    next: SimTime,
}

impl Calendar {
    /// Seasons of `season_s` seconds, rounded up to whole days, from `starts` on.
    pub(crate) fn new(kind: SeasonKind, season_s: u32, starts: SimTime) -> Self {
        let days = season_s.div_ceil(DAY_S).max(1);
        let first = match kind {
            // As many days as the mode's number, but never the whole season.
            SeasonKind::Rolling { mode } if days > 1 => 1 + u32::from(mode.saturating_sub(1)) % (days - 1),
            _ => days,
        };
        let after = |days: u32| days.saturating_mul(DAY_S).saturating_add(starts.0);
        Self { length_s: days.saturating_mul(DAY_S), next: SimTime(after(first)) }
    }

    /// End of the present season.
    pub(crate) fn next(&self) -> SimTime {
        self.next
    }

    /// Advances to the next season.
    pub(crate) fn advance_calendar(&mut self) {
        self.next = SimTime(self.next.0.saturating_add(self.length_s));
    }
}

/// The result of a season, before the reset.
#[derive(Clone, Debug, PartialEq)]
pub struct SeasonEnd {
    /// Number of the season, from 1.
    pub number: u32,
    /// Its end.
    pub ended: SimTime,
    /// Whether its ratings were voided: only the matches after that count.
    pub invalidated: bool,
    /// Divisions reached, by account; `None` for provisional accounts; the last accounts may be missing.
    pub reached: Vec<Option<Division>>,
    /// Number of accounts in each of [`Tier::ALL`].
    pub tiers: [u32; Tier::ALL.len()],
    /// The first hundred of the leaderboard.
    pub top: Vec<Row>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_a_hard_reset_keep_three_quarters_of_the_way_to_the_mean() {
        let kept = [SeasonKind::Soft, SeasonKind::Floors, SeasonKind::Rolling { mode: 2 }].map(SeasonKind::left);
        assert_eq!((kept, SeasonKind::Hard.left()), ([Some(0.75); 3], None));
    }
}
