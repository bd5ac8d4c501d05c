//! Holds tickets against the oldest one: the cheap test that most candidates fail.

use super::Search;
use crate::compile::levels::Limit;
use crate::compile::pairs::{MOST, PairTest};
use crate::compile::program::Check;

/// The values of one pair rule, by place in the batch.
enum Values {
    Apart(Vec<f64>, Limit),
    OtherNumber(Vec<f64>),
    OtherText(Vec<u32>),
    Common(usize, Limit),
}

/// The bit of tickets that have a match already, or may be in none.
const GONE: u64 = 1 << 63;
/// The bit of tickets that share no location with the oldest one.
const NOWHERE: u64 = 1 << 62;
/// Most latency rules: a bit for each, above those of at most [`MOST`] other rules.
const MOST_NEAR: usize = 62 - MOST;

/// Facts about pairs of tickets of a batch. Columns are in the order of their ages, so that each rule goes through neighbours.
pub(super) struct Pairs<'b> {
    /// The oldest first.
    tickets: &'b [u32],
    /// The place of each ticket of the batch.
    places: Vec<u32>,
    rules: Vec<(usize, Values)>,
    /// Locations of each ticket under all latency rules, for the values for which they were made.
    near: Option<(Vec<f64>, Near)>,
    /// The rules that each ticket breaks beside the present oldest one, as bits.
    broken: Vec<u64>,
}

struct Near {
    all: Vec<u128>,
    /// Locations that a ticket reaches at all.
    reach: Vec<u128>,
    /// Locations under each latency rule.
    by_rule: Vec<(usize, Vec<u128>)>,
}

impl<'b> Pairs<'b> {
    /// Of tickets of a batch, the oldest first.
    pub fn new(search: &Search<'_>, tickets: &'b [u32]) -> Self {
        let table = search.table;
        let first = |&ticket: &u32| table.first[ticket as usize] as usize;
        let numbers = |column: usize| tickets.iter().map(|ticket| table.numbers[column][first(ticket)]).collect();
        let texts = |column: usize| tickets.iter().map(|ticket| table.texts[column][first(ticket)]).collect();
        let rules = search.compiled.pairs.iter().map(|pair| {
            let values = match pair.test {
                PairTest::Apart { column, max } => Values::Apart(numbers(column), max),
                PairTest::OtherNumber(column) => Values::OtherNumber(numbers(column)),
                PairTest::OtherText(column) => Values::OtherText(texts(column)),
                PairTest::Common { column, min } => Values::Common(column, min),
            };
            (pair.rule, values)
        });
        let mut places = vec![0; table.tickets()];
        tickets.iter().zip(0..).for_each(|(&ticket, place)| places[ticket as usize] = place);
        Self { tickets, places, rules: rules.collect(), near: None, broken: vec![0; tickets.len()] }
    }

    /// Of younger tickets, those that may match and that no rule refuses beside the oldest one, with their common locations.
    pub fn accepted(
        &mut self,
        search: &mut Search<'_>,
        anchor: u32,
        younger: impl Iterator<Item = u32>,
        may_match: impl Fn(u32) -> bool,
        values: &[f64],
    ) -> Vec<(u32, u128)> {
        self.make_near(search, values);
        self.test(search, anchor, may_match, values);
        self.count(search, anchor);
        let Some((_, near)) = &self.near else { return Vec::new() };
        let place = |ticket: u32| self.places[ticket as usize] as usize;
        let common = |ticket: u32| near.all[place(anchor)] & near.all[place(ticket)];
        younger.filter(|&ticket| self.broken[place(ticket)] == 0).map(|ticket| (ticket, common(ticket))).collect()
    }

    /// Counts the refused tickets, and by which rules.
    fn count(&self, search: &mut Search<'_>, anchor: u32) {
        let broken = &self.broken[self.places[anchor as usize] as usize + 1..];
        let effort = &mut search.answer.effort;
        effort.candidates += number(broken, |broken| broken != 0 && broken < GONE);
        let near = self.near.iter().flat_map(|(_, near)| &near.by_rule);
        let rules = self.rules.iter().map(|(rule, _)| *rule).zip(0..).chain(near.map(|(rule, _)| *rule).zip(MOST..));
        for (rule, bit) in rules {
            effort.refused[rule].all += number(broken, |broken| broken < GONE && broken >> bit & 1 == 1);
            effort.refused[rule].alone += number(broken, |broken| broken & !NOWHERE == 1 << bit);
        }
    }

    /// Locations under the latency rules that are enforced, by these values.
    fn make_near(&mut self, search: &Search<'_>, values: &[f64]) {
        if self.near.as_ref().is_some_and(|(known, _)| known == values) {
            return;
        }
        let of_batch = |of: &[u128]| self.tickets.iter().map(|&ticket| of[ticket as usize]).collect::<Vec<u128>>();
        let of_rule = |&rule: &usize| match &search.compiled.checks[rule] {
            Check::Latency { max: Some(max), party, .. } => {
                Some((rule, of_batch(&search.table.within(*party, max.at(values)))))
            }
            _ => None,
        };
        let by_rule: Vec<_> = search.compiled.enforced.iter().filter_map(of_rule).take(MOST_NEAR).collect();
        let reach = of_batch(&search.table.reach);
        let mut all = reach.clone();
        for (_, own) in &by_rule {
            all.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
        }
        self.near = Some((values.to_vec(), Near { all, reach, by_rule }));
    }

    /// Holds all younger tickets of the batch against the oldest one, rule by rule.
    fn test(&mut self, search: &Search<'_>, anchor: u32, may_match: impl Fn(u32) -> bool, values: &[f64]) {
        let Self { tickets, places, rules, near: Some((_, near)), broken } = self else { return };
        let own = places[anchor as usize] as usize;
        let (younger, broken) = (own + 1.., &mut broken[own + 1..]);
        let of_anchor = near.all[own];
        for ((broken, &ticket), all) in broken.iter_mut().zip(&tickets[younger.clone()]).zip(&near.all[younger.clone()])
        {
            let (gone, nowhere) = (!may_match(ticket), of_anchor & all == 0);
            *broken = (u64::from(gone) * GONE) | (u64::from(nowhere) * NOWHERE);
        }
        for ((_, rule), bit) in rules.iter().zip(0..) {
            match rule {
                Values::Apart(numbers, max) => {
                    let (own, max) = (numbers[own], max.at(values));
                    mark(broken, bit, &numbers[younger.clone()], |&number| (own - number).abs() > max);
                }
                Values::OtherNumber(numbers) => {
                    let own = numbers[own];
                    mark(broken, bit, &numbers[younger.clone()], |&number| own != number);
                }
                Values::OtherText(texts) => {
                    let own = texts[own];
                    mark(broken, bit, &texts[younger.clone()], |&text| own != text);
                }
                Values::Common(column, min) => {
                    let (own, min) = (search.table.set(*column, anchor), min.at(values));
                    mark(broken, bit, &tickets[younger.clone()], |&ticket| {
                        let sets = own.iter().zip(search.table.set(*column, ticket));
                        f64::from(sets.map(|(one, two)| (one & two).count_ones()).sum::<u32>()) < min
                    });
                }
            }
        }
        let reach = &near.reach[younger.clone()];
        let of_anchor = near.reach[own];
        for ((_, within), bit) in near.by_rule.iter().zip(MOST..) {
            let own = within[own];
            for ((broken, reach), within) in broken.iter_mut().zip(reach).zip(&within[younger.clone()]) {
                let common = of_anchor & reach;
                *broken |= u64::from(common != 0 && common & own & within == 0) << bit;
            }
        }
    }
}

/// The number of tickets for whose bits something holds.
#[inline]
fn number(broken: &[u64], holds: impl Fn(u64) -> bool) -> u64 {
    broken.iter().map(|&broken| u64::from(holds(broken))).sum()
}

/// Sets the bit of a rule for each ticket whose value breaks it.
#[inline]
fn mark<T>(broken: &mut [u64], bit: usize, values: &[T], breaks: impl Fn(&T) -> bool) {
    broken.iter_mut().zip(values).for_each(|(broken, value)| *broken |= u64::from(breaks(value)) << bit);
}
