//! Holds tickets against the oldest one: the cheap test that most candidates fail.

use super::Search;
use crate::compile::levels::Limit;
use crate::compile::pairs::PairTest;
use crate::compile::program::Check;
use std::rc::Rc;

/// The values of one pair rule, by ticket.
enum Values {
    Apart(Vec<f64>, Limit),
    OtherNumber(Vec<f64>),
    OtherText(Vec<u32>),
    Common(usize, Limit),
}

/// Facts about pairs of tickets that hold for a whole call.
pub(super) struct Pairs {
    rules: Vec<(usize, Values)>,
    /// Locations of each ticket under all latency rules, for the values for which they were made.
    near: Option<(Vec<f64>, Near)>,
}

struct Near {
    all: Vec<u128>,
    /// Locations under each latency rule.
    by_rule: Vec<(usize, Rc<[u128]>)>,
}

/// Refusals of one oldest ticket.
#[derive(Default)]
struct Refusals {
    candidates: u64,
    all: Vec<u64>,
    alone: Vec<u64>,
}

impl Pairs {
    pub fn new(search: &Search<'_>) -> Self {
        let table = search.table;
        let first = &table.first[..table.tickets()];
        let numbers = |column: usize| first.iter().map(|&player| table.numbers[column][player as usize]).collect();
        let texts = |column: usize| first.iter().map(|&player| table.texts[column][player as usize]).collect();
        let rules = search.compiled.pairs.iter().map(|pair| {
            let values = match pair.test {
                PairTest::Apart { column, max } => Values::Apart(numbers(column), max),
                PairTest::OtherNumber(column) => Values::OtherNumber(numbers(column)),
                PairTest::OtherText(column) => Values::OtherText(texts(column)),
                PairTest::Common { column, min } => Values::Common(column, min),
            };
            (pair.rule, values)
        });
        Self { rules: rules.collect(), near: None }
    }

    /// The tickets of a list that no rule refuses beside the oldest one, and their common locations with it.
    pub fn accepted(
        &mut self,
        search: &mut Search<'_>,
        anchor: u32,
        tickets: impl Iterator<Item = u32>,
        values: &[f64],
    ) -> Vec<(u32, u128)> {
        self.make_near(search, values);
        let Some((_, near)) = &self.near else { return Vec::new() };
        let count = self.rules.len() + near.by_rule.len();
        let mut refusals = Refusals { candidates: 0, all: vec![0; count], alone: vec![0; count] };
        let of_anchor = near.all[anchor as usize];
        let mut found = Vec::new();
        for ticket in tickets {
            let common = of_anchor & near.all[ticket as usize];
            // A bit for each of at most `compile::pairs::MOST` rules.
            let mut broken = 0_u64;
            for (at, (_, own)) in self.rules.iter().enumerate() {
                broken |= u64::from(breaks(search, own, anchor, ticket, values)) << at;
            }
            if broken == 0 && common != 0 {
                found.push((ticket, common));
            } else {
                self.refuse(search, near, (anchor, ticket), (broken, common), &mut refusals);
            }
        }
        let rules = self.rules.iter().map(|(rule, _)| *rule).chain(near.by_rule.iter().map(|(rule, _)| *rule));
        let effort = &mut search.answer.effort;
        effort.candidates += refusals.candidates;
        for (at, rule) in rules.enumerate() {
            effort.refused[rule].all += refusals.all[at];
            effort.refused[rule].alone += refusals.alone[at];
        }
        found
    }

    /// Locations under the latency rules that are enforced, by these values.
    fn make_near(&mut self, search: &Search<'_>, values: &[f64]) {
        if self.near.as_ref().is_some_and(|(known, _)| known == values) {
            return;
        }
        let of_rule = |&rule: &usize| match &search.compiled.checks[rule] {
            Check::Latency { max: Some(max), party, .. } => Some((rule, search.table.within(*party, max.at(values)))),
            _ => None,
        };
        let by_rule: Vec<_> = search.compiled.enforced.iter().filter_map(of_rule).collect();
        let mut all = search.table.reach.clone();
        for (_, own) in &by_rule {
            all.iter_mut().zip(own.iter()).for_each(|(all, own)| *all &= own);
        }
        self.near = Some((values.to_vec(), Near { all, by_rule }));
    }

    /// Counts a refused ticket, and by which rules.
    fn refuse(
        &self,
        search: &Search<'_>,
        near: &Near,
        (anchor, ticket): (u32, u32),
        (broken, common): (u64, u128),
        refusals: &mut Refusals,
    ) {
        refusals.candidates += 1;
        let (mut count, mut last) = (0, 0);
        let mut add = |at: usize| {
            refusals.all[at] += 1;
            (count, last) = (count + 1, at);
        };
        let mut rest = broken;
        while rest != 0 {
            add(rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
        if common == 0 {
            let reach = search.table.reach[anchor as usize] & search.table.reach[ticket as usize];
            for (at, (_, own)) in near.by_rule.iter().enumerate() {
                if reach != 0 && reach & own[anchor as usize] & own[ticket as usize] == 0 {
                    add(self.rules.len() + at);
                }
            }
        }
        if count == 1 {
            refusals.alone[last] += 1;
        }
    }
}

#[inline]
fn breaks(search: &Search<'_>, own: &Values, one: u32, two: u32, values: &[f64]) -> bool {
    let (first, second) = (one as usize, two as usize);
    match own {
        Values::Apart(numbers, max) => (numbers[first] - numbers[second]).abs() > max.at(values),
        Values::OtherNumber(numbers) => numbers[first] != numbers[second],
        Values::OtherText(texts) => texts[first] != texts[second],
        Values::Common(column, min) => {
            let sets = search.table.set(*column, one).iter().zip(search.table.set(*column, two));
            f64::from(sets.map(|(one, two)| (one & two).count_ones()).sum::<u32>()) < min.at(values)
        }
    }
}
