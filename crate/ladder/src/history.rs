//! Histories of accounts: the last matches, and the points at the end of each day.

use crate::rating::{Change, Outcome, Table};
use matchday_base::{AccountId, MatchId, SimTime};

/// Number of matches kept per account.
const KEPT: usize = 20;

/// The result of a match for one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its team was first, alone.
    Won,
    /// Its team shared the first place.
    Drawn,
    /// Its team was not first.
    Lost,
    /// The account left before the end.
    Left,
}

/// One match of an account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The match.
    pub id: MatchId,
    /// End of the match.
    pub ended: SimTime,
    /// Points after it.
    pub points: f32,
    /// Change of points by the match.
    pub change: f32,
    /// The result.
    pub how: Ended,
}

/// The matches of one account, over all seasons.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last matches, a ring buffer: when full, the next goes to the index `matches` modulo its length.
    last: Vec<Entry>,
    matches: u32,
    won: u32,
    drawn: u32,
    /// Wins in a row; negative: losses in a row.
    streak: i32,
}

impl Record {
    /// The last 20 matches in order of delivery, the latest last.
    pub fn last(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        let (later, earlier) =
            self.last.split_at(if self.last.len() < KEPT { 0 } else { self.matches as usize % KEPT });
        earlier.iter().chain(later)
    }

    /// Number of matches.
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// Number of matches won.
    pub fn won(&self) -> u32 {
        self.won
    }

    /// Number of matches drawn.
    pub fn drawn(&self) -> u32 {
        self.drawn
    }

    /// Number of matches lost, including matches left early.
    pub fn lost(&self) -> u32 {
        self.matches - self.won - self.drawn
    }

    /// Wins in a row up to the last match; negative: losses in a row; 0 after a draw.
    pub fn streak(&self) -> i32 {
        self.streak
    }

    /// Sum of points gained in the last `n` matches.
    pub(crate) fn gain(&self, n: usize) -> f64 {
        self.last().rev().take(n).map(|entry| f64::from(entry.change)).sum()
    }

    fn push(&mut self, entry: Entry) {
        if self.last.len() < KEPT {
            self.last.reserve_exact(KEPT - self.last.len());
            self.last.push(entry);
        } else {
            self.last[self.matches as usize % KEPT] = entry;
        }
        self.matches += 1;
        self.won += u32::from(entry.how == Ended::Won);
        self.drawn += u32::from(entry.how == Ended::Drawn);
        self.streak = match entry.how {
            Ended::Won => self.streak.max(0) + 1,
            Ended::Drawn => 0,
            Ended::Lost | Ended::Left => self.streak.min(0) - 1,
        };
    }
}

/// The histories of all accounts.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// By account.
    records: Vec<Record>,
    /// By day, then by account: points; NaN before the first match.
    days: Vec<Vec<f32>>,
}

impl History {
    /// The matches of an account; `None` before its first match.
    pub fn record(&self, account: AccountId) -> Option<&Record> {
        self.records.get(account.index()).filter(|record| record.matches > 0)
    }

    /// Points of an account at the end of the warm-up and of each day of the ladder, before any season reset; `None`
    /// before its first match.
    pub fn days(&self, account: AccountId) -> impl Iterator<Item = Option<f32>> {
        let points = move |day: &Vec<f32>| day.get(account.index()).copied().filter(|points| !points.is_nan());
        self.days.iter().map(points)
    }

    /// Records the change of one account in a match.
    pub(crate) fn push(&mut self, change: &Change<AccountId>, id: MatchId, ended: SimTime, how: Ended) -> &Record {
        let (at, points) = (change.player.index(), change.after.points());
        if self.records.len() <= at {
            self.records.resize_with(at + 1, Record::default);
        }
        let change = (points - change.before.points()) as f32;
        self.records[at].push(Entry { id, ended, points: points as f32, change, how });
        &self.records[at]
    }

    /// Records the points at the end of a day.
    pub(crate) fn end_day(&mut self, table: &Table) {
        let mut day = Vec::new();
        for (account, rating) in table.players() {
            day.resize(account.index(), f32::NAN);
            day.push(rating.points() as f32);
        }
        self.days.push(day);
    }
}

/// The result of a match for every player, in the order of its teams.
pub fn how<'a>(outcome: &'a Outcome<AccountId>, left: &'a [AccountId]) -> impl Iterator<Item = Ended> + 'a {
    let first = outcome.teams().iter().map(|team| team.rank).min();
    let alone = outcome.teams().iter().filter(|team| Some(team.rank) == first).count() == 1;
    outcome.teams().iter().flat_map(move |team| {
        let together = match Some(team.rank) == first {
            true if alone => Ended::Won,
            true => Ended::Drawn,
            false => Ended::Lost,
        };
        team.players.iter().map(move |player| if left.contains(player) { Ended::Left } else { together })
    })
}
