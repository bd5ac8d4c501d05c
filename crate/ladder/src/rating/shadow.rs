//! A second opinion.

use super::{Change, Outcome, System, Table};
use matchday_base::SimTime;

/// A table that decides, and one of another system beside it that hears of the same matches and decides nothing.
#[derive(Clone, Debug)]
pub struct Shadowed<P> {
    deciding: Table<P>,
    shadow: Table<P>,
}

impl<P: Ord + Clone> Shadowed<P> {
    /// Two tables without players.
    pub fn new(deciding: System, shadow: System) -> Self {
        Self { deciding: Table::new(deciding), shadow: Table::new(shadow) }
    }

    /// The ratings that decide.
    pub fn deciding(&self) -> &Table<P> {
        &self.deciding
    }

    /// The ratings beside them, to be compared.
    pub fn shadow(&self) -> &Table<P> {
        &self.shadow
    }

    /// Rates a match by both, and says what it did to the ratings that decide.
    pub fn settle(&mut self, outcome: &Outcome<P>, now: SimTime) -> Vec<Change<P>> {
        self.shadow.settle(outcome, now);
        self.deciding.settle(outcome, now)
    }
}
