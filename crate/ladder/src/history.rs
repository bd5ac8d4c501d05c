//! What became of each account: its last matches, and its points at each day's end.

use crate::rating::{Change, Outcome, Table};
use matchday_base::{AccountId, MatchId, SimTime};

/// Matches that are kept of an account.
const KEPT: usize = 20;

/// How a match ended for one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its team came in first, alone.
    Won,
    /// Its team shared the first place.
    Drawn,
    /// Its team came in later.
    Lost,
    /// It left before the end.
    Left,
}

/// One match of an account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Which.
    pub id: MatchId,
    /// When it ended.
    pub ended: SimTime,
    /// Points after it.
    pub points: f32,
    /// Those minus the points before it.
    pub change: f32,
    /// How it ended.
    pub how: Ended,
}

/// The matches of one account, over all seasons.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last ones, in a ring: the next goes to the position `matches` modulo its length once it is full.
    last: Vec<Entry>,
    matches: u32,
    won: u32,
    drawn: u32,
    /// Wins in a row, or defeats if it is negative.
    streak: i32,
}

impl Record {
    /// The last 20 matches in the order of delivery, the latest last.
    pub fn last(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        let (later, earlier) =
            self.last.split_at(if self.last.len() < KEPT { 0 } else { self.matches as usize % KEPT });
        earlier.iter().chain(later)
    }

    /// How many matches there were.
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// How many were won.
    pub fn won(&self) -> u32 {
        self.won
    }

    /// How many were drawn.
    pub fn drawn(&self) -> u32 {
        self.drawn
    }

    /// Matches lost, matches left early included.
    pub fn lost(&self) -> u32 {
        self.matches - self.won - self.drawn
    }

    /// How many were won in a row up to the last one; lost, if it is negative; 0 after a draw.
    pub fn streak(&self) -> i32 {
        self.streak
    }

    /// Points that the last `n` matches gained together.
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

/// What became of all accounts.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// By account.
    records: Vec<Record>,
    /// By day, then by account: points; NaN before the first match.
    days: Vec<Vec<f32>>,
}

impl History {
    /// The matches of an account; `None` if it has not played yet.
    pub fn record(&self, account: AccountId) -> Option<&Record> {
        self.records.get(account.index()).filter(|record| record.matches > 0)
    }

    /// Points of an account at the end of each day from the warm-up's on, before a season's end touched them; `None` as
    /// long as it had not played.
    pub fn days(&self, account: AccountId) -> impl Iterator<Item = Option<f32>> {
        let points = move |day: &Vec<f32>| day.get(account.index()).copied().filter(|points| !points.is_nan());
        self.days.iter().map(points)
    }

    /// Notes the change that a match made to one account.
    pub(crate) fn push(&mut self, change: &Change<AccountId>, id: MatchId, ended: SimTime, how: Ended) -> &Record {
        let (at, points) = (change.player.index(), change.after.points());
        if self.records.len() <= at {
            self.records.resize_with(at + 1, Record::default);
        }
        let change = (points - change.before.points()) as f32;
        self.records[at].push(Entry { id, ended, points: points as f32, change, how });
        &self.records[at]
    }

    /// A day ends.
    pub(crate) fn end_day(&mut self, table: &Table) {
        let mut day = Vec::new();
        for (account, rating) in table.players() {
            day.resize(account.index(), f32::NAN);
            day.push(rating.points() as f32);
        }
        self.days.push(day);
    }
}

/// How a match ended for everybody, in the order of its teams.
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
