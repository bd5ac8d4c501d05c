//! Leaderboards.

use crate::rating::{PROVISIONAL_MATCHES, Rating, Table};
use crate::tier::{Division, Tier};
use matchday_base::AccountId;
use std::cmp::Ordering;

/// A leaderboard: the accounts past provisional in its season, by points, ties by account.
///
/// Computed on demand, in one pass over all accounts.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a>(&'a Table);

/// A row of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The account.
    pub account: AccountId,
    /// Its points.
    pub points: f64,
    /// Its matches in the season.
    pub matches: u32,
}

impl Row {
    /// The row of an account; `None` while provisional.
    fn of((account, rating): (AccountId, Rating)) -> Option<Self> {
        let (points, matches) = (rating.points(), rating.matches());
        (matches >= PROVISIONAL_MATCHES).then_some(Self { account, points, matches })
    }

    /// Better rows first.
    fn order(&self, other: &Self) -> Ordering {
        other.points.total_cmp(&self.points).then(self.account.cmp(&other.account))
    }
}

impl<'a> Board<'a> {
    /// The leaderboard of a table.
    pub fn new(table: &'a Table) -> Self {
        Self(table)
    }

    /// All rows, in the order of accounts.
    fn rows(self) -> impl Iterator<Item = Row> + 'a {
        self.0.players().filter_map(Row::of)
    }

    /// The best `n`, or the best `n` of one tier, best first.
    pub fn top(self, n: usize, tier: Option<Tier>) -> Vec<Row> {
        let within = |row: &Row| tier.is_none_or(|tier| Tier::of(row.points) == tier);
        let mut rows: Vec<_> = self.rows().filter(within).collect();
        if n < rows.len() {
            // Only the first `n` rows need sorting.
            rows.select_nth_unstable_by(n, Row::order);
            rows.truncate(n);
        }
        rows.sort_unstable_by(Row::order);
        rows
    }

    /// The place of an account, from 1; `None` if it is not on the board.
    pub fn place(self, account: AccountId) -> Option<u32> {
        let own = self.rows().find(|row| row.account == account)?;
        Some(1 + self.rows().filter(|row| row.order(&own).is_lt()).count() as u32)
    }

    /// Number of accounts in each of [`Tier::ALL`].
    pub fn tiers(self) -> [u32; Tier::ALL.len()] {
        let mut tiers = [0; Tier::ALL.len()];
        self.rows().for_each(|row| tiers[Tier::of(row.points).index()] += 1);
        tiers
    }

    /// Divisions by account; `None` if the account is not on the board.
    pub(crate) fn divisions(self) -> Vec<Option<Division>> {
        let mut divisions = Vec::new();
        for row in self.rows() {
            divisions.resize(row.account.index(), None);
            divisions.push(Some(Division::of(row.points)));
        }
        divisions
    }
}
