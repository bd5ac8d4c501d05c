//! Tickets of a batch by what they have, as rows of bits: a bit for each ticket's place.

use crate::evaluate::bits;
use std::ops::Range;

/// The bits of so many tickets, those that are next to each other: 64 in wasm, too, whose `usize` has 32.
pub(super) type Block = u64;

const BITS: usize = Block::BITS as usize;

/// Blocks for so many places.
pub(super) fn width(places: usize) -> usize {
    places.div_ceil(BITS)
}

/// The blocks of a range of places, with the bits that are in it.
pub(super) fn blocks(places: &Range<usize>) -> impl Iterator<Item = (usize, Block)> {
    let Range { start, end } = *places;
    (start / BITS..width(end)).map(move |block| {
        let before = start.saturating_sub(block * BITS);
        let after = ((block + 1) * BITS).saturating_sub(end);
        (block, Block::MAX << before & Block::MAX >> after)
    })
}

/// The places of bits of a block.
pub(super) fn bits_of(block: usize, mut left: Block) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| block * BITS + left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        place
    })
}

/// The bit of a place in its block.
pub(super) fn bit(place: usize) -> Block {
    1 << (place % BITS)
}

/// Adds a place to a row.
pub(super) fn insert(row: &mut [Block], place: usize) {
    row[place / BITS] |= bit(place);
}

/// Takes a place from a row.
pub(super) fn remove(row: &mut [Block], place: usize) {
    row[place / BITS] &= !bit(place);
}

/// Whether a row has a place.
pub(super) fn has(row: &[Block], place: usize) -> bool {
    row[place / BITS] & bit(place) != 0
}

struct Rows {
    /// Blocks of a row.
    width: usize,
    blocks: Vec<Block>,
}

impl Rows {
    fn new(rows: usize, places: usize) -> Self {
        let width = width(places);
        Self { width, blocks: vec![0; rows * width] }
    }

    fn insert(&mut self, row: usize, place: usize) {
        insert(&mut self.blocks[row * self.width..], place);
    }

    /// Copies a row to the next one.
    fn copy_to_next(&mut self, row: usize) {
        let next = (row + 1) * self.width;
        self.blocks.copy_within(row * self.width..next, next);
    }

    fn row(&self, row: usize) -> &[Block] {
        &self.blocks[row * self.width..][..self.width]
    }
}

/// Locations of tickets, and tickets of locations.
pub(super) struct Locations {
    /// The locations of each ticket, as bits.
    pub of: Vec<u128>,
    /// By block, the tickets of each location; nothing if all tickets share a location.
    tickets: Option<Vec<Block>>,
    count: usize,
}

impl Locations {
    /// From the locations of all tickets of the call.
    pub fn new(tickets: &[u32], locations: &[u128], count: usize) -> Self {
        let of: Vec<u128> = tickets.iter().map(|&ticket| locations[ticket as usize]).collect();
        let is_shared = of.iter().fold(u128::MAX, |all, own| all & own) != 0;
        let by_location = || {
            let mut blocks = vec![0; width(tickets.len()) * count];
            for (place, &own) in of.iter().enumerate() {
                let block = &mut blocks[place / BITS * count..][..count];
                bits(own).for_each(|location| block[location] |= bit(place));
            }
            blocks
        };
        Self { tickets: (!is_shared).then(by_location), of, count }
    }

    /// Finds the tickets that share a location with one, in the blocks of some places.
    pub fn shared(&self, place: usize, places: &Range<usize>, into: &mut [Block]) {
        let Range { start, end } = *places;
        let (first, last) = (start / BITS, width(end));
        let into = &mut into[first..last];
        let Some(tickets) = &self.tickets else { return into.fill(Block::MAX) };
        for (into, at) in into.iter_mut().zip(first..) {
            let block = &tickets[at * self.count..][..self.count];
            *into = bits(self.of[place]).fold(0, |all, location| all | block[location]);
        }
    }
}

/// Numbers of tickets, none of them NaN.
pub(super) struct Numbers {
    /// From the lowest on.
    sorted: Vec<(f64, usize)>,
    /// For each count, that many tickets with the lowest numbers.
    lowest: Rows,
}

impl Numbers {
    pub fn new(numbers: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<(f64, usize)> = numbers.zip(0..).collect();
        sorted.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut lowest = Rows::new(sorted.len() + 1, sorted.len());
        for (count, &(_, place)) in sorted.iter().enumerate() {
            lowest.copy_to_next(count);
            lowest.insert(count + 1, place);
        }
        Self { sorted, lowest }
    }

    /// For each ticket, how many have too low numbers, and how many have not too high ones: at most `max` away from its own.
    pub fn spans(&self, max: f64) -> Vec<Span> {
        let mut spans = vec![Span::default(); self.sorted.len()];
        let Span { mut too_low, mut not_too_high } = Span::default();
        for &(own, place) in &self.sorted {
            // Without a limit (NaN), nobody is too far.
            let number = |at: u32| self.sorted.get(at as usize).map(|&(number, _)| number);
            while number(too_low).is_some_and(|number| own - number > max) {
                too_low += 1;
            }
            let is_too_high = |number: f64| number - own > max;
            while number(not_too_high).is_some_and(|number| !is_too_high(number)) {
                not_too_high += 1;
            }
            spans[place] = Span { too_low, not_too_high };
        }
        spans
    }

    /// So many tickets with the lowest numbers.
    pub fn lowest(&self, count: u32) -> &[Block] {
        self.lowest.row(count as usize)
    }
}

/// Counts of tickets from the one with the lowest number on.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    pub too_low: u32,
    pub not_too_high: u32,
}

/// Values of tickets that are alike or not.
pub(super) struct Values {
    /// The row of each ticket.
    rows: Vec<usize>,
    /// The tickets with each value.
    tickets: Rows,
}

impl Values {
    pub fn new<T: PartialOrd + Copy>(values: &[T]) -> Self {
        let (kinds, rows) = kinds(values);
        let mut tickets = Rows::new(kinds.len(), values.len());
        rows.iter().enumerate().for_each(|(place, &row)| tickets.insert(row, place));
        Self { rows, tickets }
    }

    /// The tickets with the value of one.
    pub fn like(&self, place: usize) -> &[Block] {
        self.tickets.row(self.rows[place])
    }
}

/// The values that differ, and for each value which of them it is.
fn kinds<T: PartialOrd + Copy>(values: &[T]) -> (Vec<T>, Vec<usize>) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|one, two| one.partial_cmp(two).unwrap_or(std::cmp::Ordering::Equal));
    sorted.dedup();
    let of = values.iter().map(|value| sorted.partition_point(|known| known < value)).collect();
    (sorted, of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;
    use rand::RngExt;

    /// The places of a row that are in a range.
    fn within(row: &[Block], places: &Range<usize>) -> Vec<usize> {
        blocks(places).flat_map(|(block, mask)| bits_of(block, row[block] & mask)).collect()
    }

    #[test]
    fn rows_over_many_blocks_have_the_tickets_that_are_found_one_by_one() {
        let mut rng = Streams::new(3).stream("rows");
        for _ in 0..300 {
            let count = rng.random_range(1..300);
            let start = rng.random_range(0..count);
            let places = start..rng.random_range(start..count) + 1;
            let one_by_one = |holds: &dyn Fn(usize) -> bool| places.clone().filter(|&at| holds(at)).collect::<Vec<_>>();
            let own = rng.random_range(0..count);

            let numbers: Vec<f64> = (0..count).map(|_| f64::from(rng.random_range(0..40_i32))).collect();
            let max = f64::from(rng.random_range(-1..20_i32));
            let known = Numbers::new(numbers.iter().copied());
            let Span { too_low, not_too_high } = known.spans(max)[own];
            let [below, above] = [too_low, not_too_high].map(|many| known.lowest(many));
            let near: Vec<Block> = above.iter().zip(below).map(|(above, below)| above & !below).collect();
            let is_near = |at: usize| (numbers[at] - numbers[own]).abs() <= max;
            assert_eq!(within(&near, &places), one_by_one(&is_near), "{numbers:?} {own} {max}");
            assert_eq!(within(Values::new(&numbers).like(own), &places), one_by_one(&|at| numbers[at] == numbers[own]));

            let masks: Vec<u128> =
                (0..count).map(|_| 1 << rng.random_range(0..5) | 1 << rng.random_range(90..95)).collect();
            let tickets: Vec<u32> = (0..count as u32).collect();
            let mut shared = vec![0; width(count)];
            Locations::new(&tickets, &masks, 128).shared(own, &places, &mut shared);
            assert_eq!(within(&shared, &places), one_by_one(&|at| masks[at] & masks[own] != 0));
        }
    }
}
