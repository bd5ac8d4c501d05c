//! Rules that two tickets can break in any teams: most candidates are refused by them, at the cost of a few
//! comparisons.

use super::levels::Limit;
use super::program::{Check, Collect, Measure, Numbers, Sets};
use super::spread::Spread;
use crate::Operation;

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
    Apart(Spread),
    /// Numbers that differ are refused.
    OtherNumber(usize),
    /// Texts that differ are refused.
    OtherText(usize),
    /// Fewer common texts are refused.
    Common { column: usize, min: Limit },
}

/// The pair rules among the rules that are enforced.
pub(super) fn of(checks: &[Check], spreads: &[Option<Spread>], enforced: &[usize], teams: usize) -> Vec<PairRule> {
    let mut pairs = Vec::new();
    for &rule in enforced {
        if let Some(spread) = spreads[rule] {
            pairs.push(PairRule { rule, test: PairTest::Apart(spread) });
            continue;
        }
        let test = match &checks[rule] {
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
            _ => continue,
        };
        pairs.push(PairRule { rule, test });
    }
    pairs
}
