//! Leaves out candidates for whose match there are too few others, before the search tries their combinations: at each
//! location, enough players must fit into each span of numbers together with the oldest ticket.

use super::Search;
use super::exhaustive::{Candidate, Tickets};
use super::pairs::Pairs;
use crate::compile::MOST_LOCATIONS;
use crate::evaluate::{bits, mask};
use smallvec::{SmallVec, smallvec};

/// Limits the highest minus the lowest number of a match.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub column: usize,
    pub max: f64,
}

/// A candidate with the locations that it shares with the oldest ticket.
type Near = (u32, u128);

impl Search<'_> {
    /// The candidates for whose match there may be enough players, with the locations where there are, and all these locations.
    ///
    /// A match has one level: at each level that it may have, all its tickets have this one or a higher one.
    pub(super) fn with_enough(
        &self,
        anchor: u32,
        candidates: &[u32],
        pairs: &Pairs<'_>,
        tickets: &Tickets,
    ) -> (Vec<Candidate>, u128) {
        let mut near: Vec<Near> = candidates.iter().map(|&ticket| (ticket, 0)).collect();
        let mut at_level: Vec<Near> = Vec::with_capacity(candidates.len());
        let mut enough = 0;
        for (level, count) in self.match_levels(anchor, candidates, &tickets.levels) {
            at_level.clear();
            let common = |&ticket: &u32| (ticket, pairs.common(level, anchor, ticket));
            at_level.extend(candidates[..count].iter().map(common));
            enough |= self.at_level(anchor, &mut at_level, tickets.followed.spans(self, level));
            near.iter_mut().zip(&at_level).for_each(|((_, all), (_, locations))| *all |= locations);
        }
        near.retain(|&(_, locations)| locations != 0);
        let candidate = |(ticket, locations)| Candidate { ticket, size: self.table.size(ticket), locations };
        (near.into_iter().map(candidate).collect(), enough)
    }

    /// The levels that a match of the oldest ticket may have, and how many of the candidates, the oldest first, may be in it.
    fn match_levels(&self, anchor: u32, candidates: &[u32], levels: &[usize]) -> SmallVec<[(usize, usize); 8]> {
        let own = levels[anchor as usize];
        let mut all = smallvec![(own, 0)];
        for (before, &ticket) in candidates.iter().enumerate() {
            let level = self.compiled.level_with(own, levels[ticket as usize]);
            match all.last_mut() {
                Some((last, count)) if *last == level => *count = before + 1,
                _ => all.push((level, before + 1)),
            }
        }
        all
    }

    /// Leaves each candidate the locations where there may be enough players at one level: all these locations.
    fn at_level(&self, anchor: u32, candidates: &mut [Near], spans: impl Iterator<Item = Span>) -> u128 {
        let mut enough = self.with_enough_players(anchor, candidates);
        for span in spans {
            if enough == 0 {
                break;
            }
            self.keep_in_span(anchor, candidates, enough, span);
            enough = self.with_enough_players(anchor, candidates);
        }
        candidates.iter_mut().for_each(|(_, locations)| *locations &= enough);
        enough
    }

    /// The locations that enough players share with the oldest ticket.
    fn with_enough_players(&self, anchor: u32, candidates: &[Near]) -> u128 {
        let mut players = [self.table.size(anchor) as u32; MOST_LOCATIONS];
        let players = &mut players[..self.table.locations];
        for &(ticket, locations) in candidates {
            let size = self.table.size(ticket) as u32;
            bits(locations).for_each(|location| players[location] += size);
        }
        let least = self.compiled.match_size.0 as u32;
        mask(players, |&players| players >= least)
    }

    /// Takes from each candidate the locations at which too few others are in any span with it and the oldest ticket.
    fn keep_in_span(&self, anchor: u32, candidates: &mut [Near], locations: u128, span: Span) {
        let number = |ticket: u32| self.table.number(span.column, ticket);
        let (own, least) = (number(anchor), self.compiled.match_size.0);
        let mut sorted: Vec<(f64, usize)> =
            candidates.iter().enumerate().map(|(at, &(ticket, _))| (number(ticket), at)).collect();
        if !own.is_finite() || sorted.iter().any(|(number, _)| !number.is_finite()) {
            return;
        }
        sorted.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut kept = vec![0_u128; candidates.len()];
        for location in bits(locations) {
            let here: Vec<(f64, usize)> =
                sorted.iter().filter(|&&(_, at)| candidates[at].1 >> location & 1 == 1).copied().collect();
            let sizes: Vec<usize> = here.iter().map(|&(_, at)| self.table.size(candidates[at].0)).collect();
            for range in spans_with(&here, &sizes, own, span.max, least.saturating_sub(self.table.size(anchor))) {
                here[range].iter().for_each(|&(_, at)| kept[at] |= 1 << location);
            }
        }
        candidates.iter_mut().zip(kept).for_each(|((_, all), kept)| *all &= kept);
    }
}

/// The ranges of sorted numbers that are in a span with `own`, and have enough players: each as long as it can be, cut to what
/// the ranges before it do not have.
fn spans_with(
    sorted: &[(f64, usize)],
    sizes: &[usize],
    own: f64,
    max: f64,
    least: usize,
) -> Vec<std::ops::Range<usize>> {
    let (mut ranges, mut covered) = (Vec::new(), 0);
    let (mut end, mut players) = (0, 0);
    for start in 0..sorted.len() {
        // The lowest number is that of the oldest ticket, or below it.
        let lowest = sorted[start].0.min(own);
        while end < sorted.len() && sorted[end].0 - lowest <= max {
            players += sizes[end];
            end += 1;
        }
        if own - lowest <= max && players >= least {
            ranges.push(start.max(covered)..end);
            covered = end;
        }
        if sorted[start].0 >= own {
            break;
        }
        if end > start {
            players -= sizes[start];
        } else {
            end = start + 1;
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::spans_with;
    use matchday_base::Streams;
    use rand::RngExt;
    use std::collections::BTreeSet;

    /// Every set of a span's players that includes a candidate, tried one by one.
    fn naive(numbers: &[f64], sizes: &[usize], own: f64, max: f64, least: usize) -> BTreeSet<usize> {
        let lowest = numbers.iter().copied().chain([own]).filter(|&lowest| lowest <= own && own - lowest <= max);
        let spans = lowest.map(|lowest| {
            let is_in = |&at: &usize| numbers[at] >= lowest && numbers[at] - lowest <= max;
            (0..numbers.len()).filter(is_in).collect::<Vec<_>>()
        });
        spans.filter(|span| span.iter().map(|&at| sizes[at]).sum::<usize>() >= least).flatten().collect()
    }

    #[test]
    fn ranges_have_what_any_span_has() {
        let mut rng = Streams::new(1).stream("spans");
        for _ in 0..20_000 {
            let count = rng.random_range(0..9);
            let mut numbers: Vec<f64> = (0..count).map(|_| f64::from(rng.random_range(0..20_i32))).collect();
            numbers.sort_by(f64::total_cmp);
            let sizes: Vec<usize> = (0..count).map(|_| rng.random_range(1..4)).collect();
            let (own, max) = (f64::from(rng.random_range(0..20_i32)), f64::from(rng.random_range(-1..12_i32)));
            let least = rng.random_range(0..9);
            let sorted: Vec<(f64, usize)> = numbers.iter().copied().zip(0..).collect();
            let found: BTreeSet<usize> = spans_with(&sorted, &sizes, own, max, least).into_iter().flatten().collect();
            assert_eq!(found, naive(&numbers, &sizes, own, max, least), "{numbers:?} {sizes:?} {own} {max} {least}");
        }
    }
}
