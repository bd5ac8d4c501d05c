//! A second rating system for comparison.

use super::{Outcome, Settled, System, Table};
use matchday_base::{AccountId, SimTime};

/// The ladder's table, and optionally a table of another system that rates the same matches for comparison.
#[derive(Clone, Debug)]
pub struct Shadowed {
    deciding: Table,
    shadow: Option<Table>,
}

impl Shadowed {
    /// Tables without matches.
    pub fn new(deciding: System, shadow: Option<System>) -> Self {
        Self { deciding: Table::new(deciding), shadow: shadow.map(Table::new) }
    }

    /// The ratings that the ladder uses.
    pub fn deciding(&self) -> &Table {
        &self.deciding
    }

    /// The ratings for comparison.
    pub fn shadow(&self) -> Option<&Table> {
        self.shadow.as_ref()
    }

    /// Rates a match in both tables, and returns the changes of the ladder's table.
    pub fn settle(&mut self, outcome: &Outcome<AccountId>, left: &[AccountId], now: SimTime) -> Settled<'_> {
        if let Some(shadow) = &mut self.shadow {
            shadow.settle(outcome, left, now);
        }
        self.deciding.settle(outcome, left, now)
    }

    /// All tables.
    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        std::iter::once(&mut self.deciding).chain(&mut self.shadow)
    }

    /// Copies the ratings of other tables of the same systems.
    pub(crate) fn believe(&mut self, other: &Self) {
        self.deciding.believe(&other.deciding);
        if let (Some(shadow), Some(other)) = (&mut self.shadow, &other.shadow) {
            shadow.believe(other);
        }
    }
}
