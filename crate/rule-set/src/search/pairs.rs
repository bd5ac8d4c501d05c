//! Holds tickets against the oldest one: the cheap test that most candidates fail. A set of tickets is a row of bits, so
//! that a rule refuses a block of them at once.

use super::Search;
use super::rows::{Block, Locations, Numbers, Span, Values, bit, bits_of, blocks, has, insert, remove, width};
use crate::AgeSelection;
use crate::compile::levels::Limit;
use crate::compile::pairs::PairTest;
use crate::compile::program::Check;
use crate::compile::spread::Spread;
use crate::evaluate::table::Table;
use smallvec::SmallVec;
use std::ops::Range;

/// Facts about pairs of tickets of a batch.
pub(super) struct Pairs<'b> {
    /// The oldest first: their places are the bits of rows.
    tickets: &'b [u32],
    /// The place of each ticket of the batch.
    places: Vec<u32>,
    /// The levels of all tickets of the call.
    levels: &'b [usize],
    /// The oldest first, as its tickets are.
    classes: Vec<Class>,
    rules: Vec<(usize, Rule)>,
    /// Rules that allow locations, by index.
    latency_rules: Vec<usize>,
    /// Locations that tickets reach at all.
    reach: Locations,
    /// What is within limits at a level, for levels that a match may have had.
    within: Vec<Option<Within>>,
    /// The tickets that may match, and have not been the oldest one.
    waiting: Vec<Block>,
    beside: Beside,
}

/// Tickets that share a location with the oldest one; only the blocks of the class at hand are kept.
#[derive(Default)]
struct Beside {
    /// One that both reach.
    reached: Vec<Block>,
    /// One under each latency rule.
    near: Vec<Vec<Block>>,
    /// One under all of them.
    common: Vec<Block>,
    /// Those of a block that each rule refuses.
    refused: Vec<Block>,
}

/// Tickets of one level, if matches have that of the newest ticket; otherwise all tickets.
struct Class {
    level: usize,
    places: Range<usize>,
}

/// A pair rule with the tickets of a batch, by place.
enum Rule {
    Apart(Numbers, Spread),
    Other(Values),
    Common { column: usize, min: Limit },
}

/// What a rule accepts beside the oldest ticket.
enum Accepts<'a> {
    /// The tickets of a row.
    Row(&'a [Block]),
    /// Those of the second row that are not in the first.
    Between(&'a [Block], &'a [Block]),
    /// Those of the second row, and those that are not in the first.
    Unless(&'a [Block], &'a [Block]),
    /// Those that have so many texts in common with a set.
    Common { column: usize, own: &'a [u64], min: f64 },
}

/// What is within the limits of rules at a level. Of locations, those of tickets are known that may be in such a match.
struct Within {
    /// Locations under each latency rule.
    by_rule: Vec<Locations>,
    /// Those under all of them; `None` if there is only one.
    together: Option<Locations>,
    /// Spans of numbers by pair rule and place; empty for other rules.
    spans: Vec<Vec<Span>>,
}

impl<'b> Pairs<'b> {
    /// Of tickets of a batch, the oldest first, with the levels of all tickets of the call.
    pub fn new(search: &Search<'_>, tickets: &'b [u32], levels: &'b [usize], may_match: impl Fn(u32) -> bool) -> Self {
        let (table, compiled) = (search.table, search.compiled);
        let numbers = |column: usize| tickets.iter().map(move |&ticket| table.number(column, ticket));
        let first = |&ticket: &u32| table.first[ticket as usize] as usize;
        let texts =
            |column: usize| -> Vec<u32> { tickets.iter().map(|ticket| table.texts[column][first(ticket)]).collect() };
        let rules = compiled.pairs.iter().map(|pair| {
            let rule = match pair.test {
                PairTest::Apart(spread) => Rule::Apart(Numbers::new(numbers(spread.column)), spread),
                PairTest::OtherNumber(column) => Rule::Other(Values::new(&numbers(column).collect::<Vec<_>>())),
                PairTest::OtherText(column) => Rule::Other(Values::new(&texts(column))),
                PairTest::Common { column, min } => Rule::Common { column, min },
            };
            (pair.rule, rule)
        });
        let is_of_latency = |rule: &usize| matches!(compiled.checks[*rule], Check::Latency { max: Some(_), .. });
        let latency_rules: Vec<usize> = compiled.enforced.iter().copied().filter(is_of_latency).collect();
        let mut places = vec![0; table.tickets()];
        tickets.iter().zip(0..).for_each(|(&ticket, place)| places[ticket as usize] = place);
        let mut waiting = vec![0; width(tickets.len())];
        let may = tickets.iter().enumerate().filter(|&(_, &ticket)| may_match(ticket));
        may.for_each(|(place, _)| insert(&mut waiting, place));
        Self {
            tickets,
            places,
            levels,
            classes: classes(tickets, levels, compiled.algorithm.age),
            rules: rules.collect(),
            reach: Locations::new(tickets, &table.reach, table.locations),
            within: (0..=compiled.levels.highest()).map(|_| None).collect(),
            beside: Beside::new(waiting.len(), compiled.pairs.len(), latency_rules.len()),
            waiting,
            latency_rules,
        }
    }

    fn place(&self, ticket: u32) -> usize {
        self.places[ticket as usize] as usize
    }

    /// Whether a ticket may be in a match, and has none.
    pub fn is_waiting(&self, ticket: u32) -> bool {
        has(&self.waiting, self.place(ticket))
    }

    /// A ticket has a match, or has been the oldest one.
    pub fn leave(&mut self, ticket: u32) {
        let place = self.place(ticket);
        remove(&mut self.waiting, place);
    }

    /// Replaces `accepted` by those of the waiting tickets that no rule refuses beside the oldest one, at the level that a
    /// match of both has. Counts the others, and who refuses them.
    pub fn accept(&mut self, search: &mut Search<'_>, anchor: u32, accepted: &mut Vec<u32>) {
        accepted.clear();
        let (own, of_anchor) = (self.place(anchor), self.levels[anchor as usize]);
        let mut beside = std::mem::take(&mut self.beside);
        self.reach.shared(own, &(own..self.tickets.len()), &mut beside.reached);
        for at in 0..self.classes.len() {
            let Class { level, ref places } = self.classes[at];
            let places = places.start.max(own)..places.end;
            if !places.is_empty() {
                let level = search.compiled.level_with(of_anchor, level);
                if self.within[level].is_none() {
                    self.within[level] = Some(self.within(search, places.end, level));
                }
                self.accept_of(search, (own, level), &places, &mut beside, accepted);
            }
        }
        self.beside = beside;
    }

    /// What is within limits at a level; `end`: the end of the places of tickets that may be in such a match.
    fn within(&self, search: &Search<'_>, end: usize, level: usize) -> Within {
        let (table, values, tickets) = (search.table, search.compiled.values(level), &self.tickets[..end]);
        let within = |&rule: &usize| match &search.compiled.checks[rule] {
            Check::Latency { max: Some(max), party, .. } => Some(table.within(*party, max.at(values))),
            _ => None,
        };
        let within: Vec<_> = self.latency_rules.iter().filter_map(within).collect();
        let together = (within.len() != 1).then(|| {
            let mut together = table.reach.clone();
            for own in &within {
                together.iter_mut().zip(own.iter()).for_each(|(all, own)| *all &= own);
            }
            Locations::new(tickets, &together, table.locations)
        });
        let spans = |(_, rule): &(usize, Rule)| match rule {
            Rule::Apart(numbers, spread) => numbers.spans(spread.at(values, table)),
            Rule::Other(_) | Rule::Common { .. } => Vec::new(),
        };
        Within {
            by_rule: within.iter().map(|own| Locations::new(tickets, own, table.locations)).collect(),
            together,
            spans: self.rules.iter().map(spans).collect(),
        }
    }

    /// Does this for the tickets of one class, in a match of one level.
    fn accept_of(
        &self,
        search: &mut Search<'_>,
        (own, level): (usize, usize),
        places: &Range<usize>,
        Beside { reached, near, common, refused }: &mut Beside,
        accepted: &mut Vec<u32>,
    ) {
        let Some(within) = &self.within[level] else { return };
        for (near, rule) in near.iter_mut().zip(&within.by_rule) {
            rule.shared(own, places, near);
        }
        let common = match &within.together {
            None => &near[0],
            Some(together) => {
                together.shared(own, places, common);
                common
            }
        };
        let values = search.compiled.values(level);
        let mut rules: SmallVec<[(usize, Accepts<'_>); 8]> = SmallVec::new();
        for ((rule, pair), spans) in self.rules.iter().zip(&within.spans) {
            rules.push((*rule, self.accepts(pair, spans, search.table, own, values)));
        }
        // Tickets that reach no common location are refused by no latency rule.
        for (rule, near) in self.latency_rules.iter().zip(&*near) {
            rules.push((*rule, Accepts::Unless(reached, near)));
        }
        let (waiting, table, effort) = (&self.waiting, search.table, &mut search.answer.effort);
        for (block, mask) in blocks(places) {
            let tickets = waiting[block] & mask;
            if tickets == 0 {
                continue;
            }
            let (mut once, mut twice) = (0, 0);
            for ((_, accepts), refused) in rules.iter().zip(&mut *refused) {
                *refused = tickets & !self.accepted(table, accepts, block, tickets);
                twice |= once & *refused;
                once |= *refused;
            }
            for ((rule, _), refused) in rules.iter().zip(&*refused) {
                effort.refused[*rule].all += u64::from(refused.count_ones());
                effort.refused[*rule].alone += u64::from((refused & !twice).count_ones());
            }
            let left = tickets & !once & common[block];
            effort.candidates += u64::from((tickets & !left).count_ones());
            accepted.extend(bits_of(block, left).map(|place| self.tickets[place]));
        }
    }

    /// What a rule accepts beside one ticket.
    fn accepts<'a>(
        &'a self,
        rule: &'a Rule,
        spans: &[Span],
        table: &'a Table,
        own: usize,
        values: &[f64],
    ) -> Accepts<'a> {
        match rule {
            Rule::Apart(numbers, _) => {
                let Span { too_low, not_too_high } = spans[own];
                Accepts::Between(numbers.lowest(too_low), numbers.lowest(not_too_high))
            }
            Rule::Other(values) => Accepts::Row(values.like(own)),
            Rule::Common { column, min } => {
                let own = table.set(*column, self.tickets[own]);
                Accepts::Common { column: *column, own, min: min.at(values) }
            }
        }
    }

    /// Those of some tickets of a block that a rule accepts, and maybe others.
    fn accepted(&self, table: &Table, accepts: &Accepts<'_>, block: usize, tickets: Block) -> Block {
        match accepts {
            Accepts::Row(row) => row[block],
            Accepts::Between(without, with) => with[block] & !without[block],
            Accepts::Unless(unless, with) => with[block] | !unless[block],
            Accepts::Common { column, own, min } => {
                let accepted = bits_of(block, tickets).filter(|&place| {
                    let sets = own.iter().zip(table.set(*column, self.tickets[place]));
                    let common = sets.map(|(one, two)| (one & two).count_ones()).sum::<u32>();
                    // Without a limit (NaN), nobody is refused.
                    let is_refused = f64::from(common) < *min;
                    !is_refused
                });
                accepted.fold(0, |all, place| all | bit(place))
            }
        }
    }

    /// The locations that two tickets share under the latency rules, at the level that a match of both has, or a lower one.
    pub fn common(&self, level: usize, one: u32, two: u32) -> u128 {
        self.within[level].as_ref().map_or(0, |within| {
            let of = &within.together().of;
            of[self.place(one)] & of[self.place(two)]
        })
    }
}

impl Beside {
    fn new(width: usize, pairs: usize, latency_rules: usize) -> Self {
        let row = vec![0; width];
        Self {
            near: vec![row.clone(); latency_rules],
            common: row.clone(),
            reached: row,
            refused: vec![0; pairs + latency_rules],
        }
    }
}

fn classes(tickets: &[u32], levels: &[usize], age: AgeSelection) -> Vec<Class> {
    let level = |ticket: u32| match age {
        AgeSelection::Newest => levels[ticket as usize],
        AgeSelection::Oldest => 0,
    };
    let mut classes: Vec<Class> = Vec::new();
    for (place, &ticket) in tickets.iter().enumerate() {
        match classes.last_mut() {
            Some(class) if class.level == level(ticket) => class.places.end = place + 1,
            _ => classes.push(Class { level: level(ticket), places: place..place + 1 }),
        }
    }
    classes
}

impl Within {
    fn together(&self) -> &Locations {
        self.together.as_ref().unwrap_or_else(|| &self.by_rule[0])
    }
}
