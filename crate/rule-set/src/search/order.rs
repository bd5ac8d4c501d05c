//! The order of tickets: before they are put into batches, and around the oldest ticket.

use super::Search;
use super::exhaustive::Candidate;
use crate::Batching;
use crate::compile::columns::From;
use crate::compile::{Sort, SortBy, SortColumn};
use crate::evaluate::table::aggregate;
use matchday_base::rng::Rng;
use matchday_matchmaker::policy::Attribute;
use rand::seq::SliceRandom;
use std::cmp::Ordering;

impl Search<'_> {
    /// All tickets in the order of `batchingPreference`.
    pub(super) fn in_batch_order(&self, rng: &mut Rng) -> Vec<u32> {
        let mut tickets: Vec<u32> = (0..self.table.tickets() as u32).collect();
        if self.compiled.algorithm.batching == Batching::Sorted {
            tickets.sort_by(|&one, &two| self.sorted(one, two));
        } else {
            tickets.shuffle(rng);
        }
        tickets
    }

    /// The order by `sortByAttributes`. A party has the average of its numbers, and the text of its first member.
    fn sorted(&self, one: u32, two: u32) -> Ordering {
        let first = |ticket: u32| self.table.players(ticket).start as usize;
        let by = self.compiled.sort_by.iter().map(|column| match *column {
            SortColumn::Number(column) => {
                let numbers = &self.table.numbers[column];
                numbers[first(one)].total_cmp(&numbers[first(two)])
            }
            SortColumn::Text(column) => {
                let text = |ticket| self.compiled.columns.symbols.get(self.table.texts[column][first(ticket)] as usize);
                text(one).cmp(&text(two))
            }
        });
        by.fold(Ordering::Equal, Ordering::then)
    }

    /// Sorts candidates by the sort rules, the first rule first.
    pub(super) fn sort_around(&self, anchor: u32, candidates: &mut Vec<Candidate>) {
        if self.compiled.sorts.is_empty() {
            return;
        }
        let mut keyed: Vec<(Vec<f64>, Candidate)> = candidates.drain(..).map(|own| (Vec::new(), own)).collect();
        for sort in &self.compiled.sorts {
            self.keys(sort, anchor, &mut keyed);
        }
        let compare = |one: &[f64], two: &[f64]| {
            one.iter().zip(two).fold(Ordering::Equal, |order, (one, two)| order.then(one.total_cmp(two)))
        };
        keyed.sort_by(|one, two| compare(&one.0, &two.0));
        candidates.extend(keyed.into_iter().map(|(_, candidate)| candidate));
    }

    /// Adds the key of a sort rule: the lowest key comes first. Tickets without a value come last.
    fn keys(&self, sort: &Sort, anchor: u32, keyed: &mut [(Vec<f64>, Candidate)]) {
        let key = self.map_key(sort, anchor);
        let of_anchor = self.sort_value(sort, anchor, key);
        for (keys, candidate) in keyed {
            let value = self.sort_value(sort, candidate.ticket, key);
            let value = match (sort.absolute, of_anchor) {
                (true, _) => value,
                (false, Some(anchor)) => value.map(|value| (value - anchor).abs()),
                (false, None) => None,
            };
            let value = if sort.descending { value.map(|value| -value) } else { value };
            keys.push(value.unwrap_or(f64::INFINITY));
        }
    }

    fn sort_value(&self, sort: &Sort, ticket: u32, key: Option<u32>) -> Option<f64> {
        match &sort.by {
            SortBy::Number(column) => Some(self.table.numbers[*column][self.table.players(ticket).start as usize]),
            SortBy::Map(..) => self.map_value(sort, ticket, key?),
        }
    }

    /// The party's value of a key; members without it do not count.
    fn map_value(&self, sort: &Sort, ticket: u32, key: u32) -> Option<f64> {
        let mut found = Vec::new();
        self.entries(sort, ticket, &mut |text, number| {
            if text == key {
                found.push(number);
            }
        });
        (!found.is_empty()).then(|| aggregate(found.iter().copied(), sort.party))
    }

    /// The key of the oldest ticket's map with its highest or lowest value; of equal ones the first.
    fn map_key(&self, sort: &Sort, anchor: u32) -> Option<u32> {
        let SortBy::Map(_, highest) = sort.by else { return None };
        let mut keys = Vec::new();
        self.entries(sort, anchor, &mut |text, _| keys.push(text));
        keys.sort_unstable();
        keys.dedup();
        let mut best: Option<(u32, f64)> = None;
        for key in keys {
            let Some(value) = self.map_value(sort, anchor, key) else { continue };
            if best.is_none_or(|(_, known)| if highest { value > known } else { value < known }) {
                best = Some((key, value));
            }
        }
        best.map(|(key, _)| key)
    }

    /// The entries of all members' maps.
    fn entries(&self, sort: &Sort, ticket: u32, call: &mut dyn FnMut(u32, f64)) {
        let SortBy::Map(map, _) = &sort.by else { return };
        for player in self.call.tickets[ticket as usize].players {
            match map {
                From::Constant(entries) => entries.iter().for_each(|(text, number)| call(*text, *number)),
                From::Attribute(index) => {
                    if let Some(Attribute::Map(entries)) = player.attributes.get(*index) {
                        entries.iter().for_each(|(text, number)| call(text.0, *number));
                    }
                }
            }
        }
    }
}
