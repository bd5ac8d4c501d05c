//! A second opinion.

use super::{Outcome, Settled, System, Table};
use matchday_base::{AccountId, SimTime};

/// A table that decides, and perhaps one of another system beside it that hears of the same matches and decides nothing.
#[derive(Clone, Debug)]
pub struct Shadowed {
    deciding: Table,
    shadow: Option<Table>,
}

impl Shadowed {
    /// Tables without players.
    pub fn new(deciding: System, shadow: Option<System>) -> Self {
        Self { deciding: Table::new(deciding), shadow: shadow.map(Table::new) }
    }

    /// The ratings that decide.
    pub fn deciding(&self) -> &Table {
        &self.deciding
    }

    /// The ratings beside them, to be compared.
    pub fn shadow(&self) -> Option<&Table> {
        self.shadow.as_ref()
    }

    /// Rates a match by both systems, and gives the changes of the deciding one.
    pub fn settle(&mut self, outcome: &Outcome<AccountId>, left: &[AccountId], now: SimTime) -> Settled<'_> {
        if let Some(shadow) = &mut self.shadow {
            shadow.settle(outcome, left, now);
        }
        self.deciding.settle(outcome, left, now)
    }

    /// Both tables, or the one that there is.
    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        std::iter::once(&mut self.deciding).chain(&mut self.shadow)
    }

    /// Takes over the ratings of other tables of the same systems.
    pub(crate) fn believe(&mut self, other: &Self) {
        self.deciding.believe(&other.deciding);
        if let (Some(shadow), Some(other)) = (&mut self.shadow, &other.shadow) {
            shadow.believe(other);
        }
    }
}
