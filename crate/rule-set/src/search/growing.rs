//! Follows a match while it grows: most rules that can refuse it early need only the ticket that joins.

use super::Search;
use super::windows::Span;
use crate::Party;
use crate::compile::Compiled;
use crate::compile::levels::Limit;
use crate::compile::pairs::PairTest;
use crate::compile::program::Check;
use crate::compile::spread::Spread;
use crate::evaluate::values::{Team, View};
use crate::evaluate::{Answers, Judge, Verdict};
use smallvec::SmallVec;
use std::rc::Rc;

/// A rule that needs only the ticket that joins.
enum Follow {
    /// The ticket's locations leave fewer of those of the others.
    Locations { party: Party, max: Limit },
    /// The lowest and the highest number of all tickets.
    Span(Spread),
}

/// The rules that can refuse a match to which tickets are added.
pub(super) struct Followed {
    rules: Vec<(usize, Follow)>,
    /// Rules that the whole match is held against.
    judged: Vec<usize>,
    /// By level, for levels that tickets have: each ticket's locations under each [`Follow::Locations`].
    locations: Vec<Vec<Rc<[u128]>>>,
}

/// What is known of the tickets of a match.
#[derive(Clone)]
pub(super) struct Step {
    /// By `expansionAgeSelection`.
    pub level: usize,
    reach: u128,
    /// The locations of all tickets under each [`Follow::Locations`].
    locations: SmallVec<[u128; 2]>,
    /// The lowest and the highest number of each [`Follow::Span`].
    spans: SmallVec<[(f64, f64); 2]>,
}

impl Followed {
    pub fn new(search: &Search<'_>, levels: &[usize]) -> Self {
        let compiled = search.compiled;
        let (mut rules, mut judged) = (Vec::new(), Vec::new());
        for &rule in compiled.early.iter().filter(|&&rule| !is_held_by_pairs(compiled, rule)) {
            match follow(compiled, rule) {
                Some(follow) => rules.push((rule, follow)),
                None => judged.push(rule),
            }
        }
        let of_level = |level: usize| {
            let masks = rules.iter().filter_map(|(_, follow)| match follow {
                Follow::Locations { party, max } => Some(search.table.within(*party, max.at(compiled.values(level)))),
                Follow::Span(_) => None,
            });
            if levels.contains(&level) { masks.collect() } else { Vec::new() }
        };
        let locations = (0..=compiled.levels.highest()).map(of_level).collect();
        Self { rules, judged, locations }
    }

    /// The spans within which the numbers of a match must be, whose oldest ticket has a level.
    pub fn spans(&self, search: &Search<'_>, level: usize) -> impl Iterator<Item = Span> {
        let values = search.compiled.values(level);
        let span = |(_, follow): &(usize, Follow)| match follow {
            Follow::Span(spread) => Some(Span { column: spread.column, max: spread.at(values, search.table) }),
            Follow::Locations { .. } => None,
        };
        self.rules.iter().filter_map(span)
    }

    /// What is known of tickets at a level.
    pub fn step(&self, search: &Search<'_>, tickets: impl Iterator<Item = u32>, level: usize) -> Step {
        let spans = self.rules.iter().filter(|(_, follow)| matches!(follow, Follow::Span(_)));
        let nobody = Step {
            level,
            reach: u128::MAX,
            locations: SmallVec::from_elem(u128::MAX, self.locations[level].len()),
            spans: spans.map(|_| (f64::INFINITY, f64::NEG_INFINITY)).collect(),
        };
        tickets.fold(nobody, |step, ticket| self.join(search, &step, ticket))
    }

    /// What is known after a ticket has joined.
    pub fn join(&self, search: &Search<'_>, step: &Step, ticket: u32) -> Step {
        let mut joined = Step {
            level: step.level,
            reach: step.reach & search.table.reach[ticket as usize],
            locations: SmallVec::new(),
            spans: SmallVec::new(),
        };
        let masks = step.locations.iter().zip(&self.locations[step.level]);
        joined.locations.extend(masks.map(|(all, own)| all & own[ticket as usize]));
        let columns = self.rules.iter().filter_map(|(_, follow)| match follow {
            Follow::Span(spread) => Some(spread.column),
            Follow::Locations { .. } => None,
        });
        joined.spans.extend(step.spans.iter().zip(columns).map(|(span, column)| wider(search, *span, column, ticket)));
        joined
    }

    /// What the rules that follow a match say once a ticket joins.
    pub fn answers(&self, search: &Search<'_>, step: &Step, ticket: u32) -> Answers {
        let values = search.compiled.values(step.level);
        let mut locations = step.locations.iter().zip(&self.locations[step.level]);
        let mut spans = step.spans.iter();
        let mut answers = Answers::new(step.reach & search.table.reach[ticket as usize]);
        for (rule, follow) in &self.rules {
            match follow {
                Follow::Locations { .. } => {
                    let Some((all, own)) = locations.next() else { continue };
                    answers.allow(*rule, all & own[ticket as usize]);
                }
                Follow::Span(spread) => {
                    let Some(span) = spans.next() else { continue };
                    let (least, most) = wider(search, *span, spread.column, ticket);
                    if most - least > spread.at(values, search.table) {
                        answers.refuse(*rule);
                    }
                }
            }
        }
        answers
    }

    /// Whether the answers of these rules are all answers.
    pub fn are_all(&self) -> bool {
        self.judged.is_empty()
    }

    /// The verdict on a match with the answers of the rules that follow it.
    pub fn verdict(&self, search: &Search<'_>, mut answers: Answers, teams: &[Team], level: usize) -> Verdict {
        let view = View { table: search.table, teams, values: search.compiled.values(level) };
        let judge = Judge { compiled: search.compiled, view, complete: false };
        self.judged.iter().for_each(|&rule| judge.answer(rule, &mut answers));
        answers.verdict()
    }
}

/// The lowest and highest number with that of a ticket.
fn wider(search: &Search<'_>, (least, most): (f64, f64), column: usize, ticket: u32) -> (f64, f64) {
    let number = search.table.number(column, ticket);
    (least.min(number), most.max(number))
}

fn follow(compiled: &Compiled, rule: usize) -> Option<Follow> {
    match &compiled.checks[rule] {
        Check::Latency { max: Some(max), distance: None, party, .. } => {
            Some(Follow::Locations { party: *party, max: *max })
        }
        // Players who are too near are no matter of the lowest and the highest number.
        Check::BatchNumber { min: Some(_), .. } => None,
        _ => compiled.spreads[rule].map(Follow::Span),
    }
}

/// Whether tickets that this rule accepts beside the oldest one can only be accepted: all have its value.
fn is_held_by_pairs(compiled: &Compiled, rule: usize) -> bool {
    let is_alone = match &compiled.checks[rule] {
        Check::CompareAll { measures, .. } => measures.len() == 1,
        Check::BatchText { .. } => true,
        _ => false,
    };
    is_alone
        && compiled
            .pairs
            .iter()
            .any(|pair| pair.rule == rule && matches!(pair.test, PairTest::OtherNumber(_) | PairTest::OtherText(_)))
}
