//! Rules that are broken for good once the numbers of a match are too far apart.

use super::levels::Limit;
use super::program::{Check, Measure, Numbers, Scalar};
use crate::evaluate::table::Table;
use crate::typed::Aggregate;

/// How far apart the lowest and the highest number of a match's players may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub column: usize,
    max: Limit,
    /// Whether the limit is that of the distance from a number in the middle of all.
    from_middle: bool,
}

impl Spread {
    /// Of a match with so many teams; `None` for other rules.
    pub(super) fn of(check: &Check, teams: usize) -> Option<Self> {
        match check {
            Check::BatchNumber { column, max: Some(max), .. } => {
                Some(Self { column: *column, max: *max, from_middle: false })
            }
            Check::Distance { measures, reference, max: Some(max), .. } => {
                let [measure] = measures.as_slice() else { return None };
                let (aggregate, column) = of_all(reference, teams)?;
                let from_middle = match (measure, aggregate) {
                    (Measure::Numbers(numbers), _) if is_of_all(numbers, column, teams) => match aggregate {
                        Aggregate::Min | Aggregate::Max => false,
                        Aggregate::Avg | Aggregate::Median => true,
                        Aggregate::Sum | Aggregate::Count | Aggregate::StdDev => return None,
                    },
                    (Measure::Number(scalar), Aggregate::Min) if of_all(scalar, teams)? == (Aggregate::Max, column) => {
                        false
                    }
                    (Measure::Number(scalar), Aggregate::Max) if of_all(scalar, teams)? == (Aggregate::Min, column) => {
                        false
                    }
                    _ => return None,
                };
                Some(Self { column, max: *max, from_middle })
            }
            _ => None,
        }
    }

    /// The limit under the values of a level; NaN if nothing can be said.
    pub fn at(self, values: &[f64], table: &Table) -> f64 {
        let max = self.max.at(values);
        // On both sides of the middle. An average is rounded: more than 1,000 roundings would be needed for this error.
        if self.from_middle { 2.0 * max + 1e-12 * table.largest[self.column] } else { max }
    }
}

/// The aggregation and the column of a number of all players.
fn of_all(scalar: &Scalar, teams: usize) -> Option<(Aggregate, usize)> {
    match scalar {
        Scalar::Of(aggregate, Numbers::Players(of)) if of.teams.len() == teams => Some((*aggregate, of.column)),
        _ => None,
    }
}

fn is_of_all(numbers: &Numbers, column: usize, teams: usize) -> bool {
    matches!(numbers, Numbers::Players(of) if of.column == column && of.teams.len() == teams)
}
