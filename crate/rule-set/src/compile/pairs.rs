//! Rules that two tickets can break in any teams: most candidates are refused by them, at the cost of a few
//! comparisons.

use super::levels::Limit;
use super::program::{Check, Collect, Measure, Numbers, Scalar, Sets};
use crate::Operation;
use crate::typed::Aggregate;

/// A rule over two tickets.
#[derive(Clone, Debug)]
pub(crate) struct PairRule {
    /// The rule, by index.
    pub rule: usize,
    pub test: PairTest,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PairTest {
    /// Numbers of any two players that are farther apart are refused.
    Apart { column: usize, max: Limit },
    /// Numbers that differ are refused.
    OtherNumber(usize),
    /// Texts that differ are refused.
    OtherText(usize),
    /// Fewer common texts are refused.
    Common { column: usize, min: Limit },
}

/// The pair rules among the rules that are enforced.
pub(super) fn of(checks: &[Check], enforced: &[usize], teams: usize) -> Vec<PairRule> {
    let mut pairs = Vec::new();
    for &rule in enforced {
        let test = match &checks[rule] {
            Check::BatchNumber { column, max: Some(max), .. } => PairTest::Apart { column: *column, max: *max },
            Check::BatchText { column } => PairTest::OtherText(*column),
            Check::CompareAll { measures, operation: Operation::Equal } => match measures.as_slice() {
                [Measure::Numbers(Numbers::Players(of)), ..] if of.teams.len() == teams => {
                    PairTest::OtherNumber(of.column)
                }
                [Measure::Texts(of), ..] if of.teams.len() == teams => PairTest::OtherText(of.column),
                _ => continue,
            },
            Check::Collection { measures, collect: Collect::Intersection, min: Some(min), .. } => {
                match measures.as_slice() {
                    [Sets::Tickets(of), ..] if of.teams.len() == teams => {
                        PairTest::Common { column: of.column, min: *min }
                    }
                    _ => continue,
                }
            }
            Check::Distance { measures, reference, max: Some(max), .. } => {
                match (measures.as_slice(), range(reference, teams)) {
                    ([Measure::Number(scalar)], Some((Aggregate::Min, column)))
                        if range(scalar, teams) == Some((Aggregate::Max, column)) =>
                    {
                        PairTest::Apart { column, max: *max }
                    }
                    _ => continue,
                }
            }
            _ => continue,
        };
        pairs.push(PairRule { rule, test });
    }
    pairs
}

/// The lowest or highest number of all players.
fn range(scalar: &Scalar, teams: usize) -> Option<(Aggregate, usize)> {
    match scalar {
        Scalar::Of(aggregate @ (Aggregate::Min | Aggregate::Max), Numbers::Players(of)) if of.teams.len() == teams => {
            Some((*aggregate, of.column))
        }
        _ => None,
    }
}
