//! A second opinion.

use super::{Change, Outcome, System, Table};
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

    /// Rates a match by both, and says what it did to the ratings that decide.
    pub fn settle(&mut self, outcome: &Outcome<AccountId>, left: &[AccountId], now: SimTime) -> &[Change<AccountId>] {
        if let Some(shadow) = &mut self.shadow {
            shadow.settle(outcome, left, now);
        }
        self.deciding.settle(outcome, left, now)
    }
}
