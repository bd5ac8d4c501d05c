//! Seasons: when they end, and how they reset ratings.

use crate::board::Row;
use crate::rating::{PROVISIONAL_MATCHES, Rating, Table};
use crate::tier::{Division, Tier};
use matchday_base::SimTime;
use matchday_base::time::DAY_S;

/// How much of the distance to the mean is left.
const LEFT: f64 = 0.75;
/// The least deviation at the start of a season, in points.
const RENEWED_DEVIATION: f64 = 200.0;

/// How a season's end resets ratings. Every kind counts matches from 0 again: all accounts are provisional, and Elo has the K
/// of newcomers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeasonKind {
    /// Ratings move a quarter of the way to the mean of the accounts that played in the season, and deviations become 200 at least.
    #[default]
    Soft,
    /// Everybody is a newcomer.
    Hard,
    /// Soft, but no account past provisional falls out of its tier: Diamond at 1810 points starts from 1800. The tier
    /// below would be no floor, since a quarter of the way leads no account that far down from any mean near 1500.
    Floors,
    /// Soft, and each mode has a calendar of its own: its seasons end `mode` days after those of mode 0, so that only the
    /// first is shorter.
    Rolling {
        /// The mode's number.
        mode: u8,
    },
}

impl SeasonKind {
    /// How much of the distance to the mean is left of ratings; `None` where everybody is a newcomer.
    pub fn left(self) -> Option<f64> {
        (self != Self::Hard).then_some(LEFT)
    }

    /// Starts a season in a table.
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

/// Mean points of those with a match in the season; `None` if there was none.
fn mean(table: &Table) -> Option<f64> {
    let played = table.players().filter(|(_, rating)| rating.matches() > 0);
    let (n, sum) = played.fold((0_u32, 0.0), |(n, sum), (_, rating)| (n + 1, sum + rating.points()));
    (n > 0).then(|| sum / f64::from(n))
}

/// When seasons end: at 00:00 UTC. The first begins with the first shown day; the warm-up before belongs to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calendar {
    length_s: u32,
    next: SimTime,
}

impl Calendar {
    /// Seasons of `season_s` seconds, rounded up to whole days.
    pub(crate) fn new(kind: SeasonKind, season_s: u32) -> Self {
        let days = season_s.div_ceil(DAY_S).max(1);
        let first = match kind {
            SeasonKind::Rolling { mode } if u32::from(mode) % days > 0 => u32::from(mode) % days,
            _ => days,
        };
        let after = |days: u32| days.saturating_mul(DAY_S).saturating_add(SimTime::DAY_START.0);
        Self { length_s: days.saturating_mul(DAY_S), next: SimTime(after(first)) }
    }

    /// When the present season ends.
    pub(crate) fn next(&self) -> SimTime {
        self.next
    }

    /// The next season.
    pub(crate) fn advance_calendar(&mut self) {
        self.next = SimTime(self.next.0.saturating_add(self.length_s));
    }
}

/// How a season ended, as it stood before the reset.
#[derive(Clone, Debug, PartialEq)]
pub struct SeasonEnd {
    /// Which season, from 1.
    pub number: u32,
    /// When.
    pub ended: SimTime,
    /// Whether its ratings were void once: only matches after that count in it.
    pub invalidated: bool,
    /// Tiers reached, by account; `None` for provisional ones; the last accounts may be missing.
    pub reached: Vec<Option<Division>>,
    /// How many reached each of [`Tier::ALL`].
    pub tiers: [u32; Tier::ALL.len()],
    /// The first hundred of the leaderboard.
    pub top: Vec<Row>,
}
