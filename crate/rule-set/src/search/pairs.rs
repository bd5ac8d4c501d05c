//! Holds tickets against the oldest one: the cheap test that most candidates fail. A set of tickets is a row of bits, so
//! that a rule refuses a word of them at once.

use super::Search;
use crate::AgeSelection;
use crate::compile::levels::Limit;
use crate::compile::pairs::PairTest;
use crate::compile::program::Check;
use crate::evaluate::bits;
use fixedbitset::FixedBitSet;

/// Facts about pairs of tickets of a batch.
pub(super) struct Pairs<'b> {
    /// The oldest first: their places are the bits of sets.
    tickets: &'b [u32],
    /// The place of each ticket of the batch.
    places: Vec<u32>,
    /// The levels of all tickets of the call.
    levels: &'b [usize],
    classes: Vec<Class>,
    rules: Vec<(usize, Rule)>,
    /// Rules that allow locations, by index.
    latency_rules: Vec<usize>,
    /// Locations that tickets reach at all.
    reach: Locations,
    /// Locations under the latency rules, by level, for levels that a match may have had.
    near: Vec<Option<Near>>,
    beside: Beside,
}

/// Tickets of one level, if matches have that of the newest ticket; otherwise all tickets.
struct Class {
    level: usize,
    tickets: FixedBitSet,
}

/// A pair rule with the tickets of a batch, by place.
enum Rule {
    Apart(Numbers, Limit),
    Other(Values),
    Common { column: usize, min: Limit },
}

/// Locations under the latency rules.
struct Near {
    by_rule: Vec<Locations>,
    /// Under all of them; `None` if there is only one.
    together: Option<Locations>,
}

/// What rules say of the tickets beside the oldest one.
struct Beside {
    /// The tickets that are younger than it, and may match.
    waiting: FixedBitSet,
    /// Those that the rule at hand accepts.
    accepted: FixedBitSet,
    /// Those of one class.
    of_class: FixedBitSet,
    /// Those that each rule refuses.
    refused: Vec<FixedBitSet>,
    /// Those that a rule refuses, and those that two refuse.
    once: FixedBitSet,
    twice: FixedBitSet,
    /// Those that the rule at hand refuses, and another one too.
    again: FixedBitSet,
    /// The tickets that reach a location of the oldest one.
    reached: FixedBitSet,
}

impl<'b> Pairs<'b> {
    /// Of tickets of a batch, the oldest first, with the levels of all tickets of the call.
    pub fn new(search: &Search<'_>, tickets: &'b [u32], levels: &'b [usize], may_match: impl Fn(u32) -> bool) -> Self {
        let (table, compiled) = (search.table, search.compiled);
        let first = |&ticket: &u32| table.first[ticket as usize] as usize;
        let numbers =
            |column: usize| -> Vec<f64> { tickets.iter().map(|ticket| table.numbers[column][first(ticket)]).collect() };
        let texts =
            |column: usize| -> Vec<u32> { tickets.iter().map(|ticket| table.texts[column][first(ticket)]).collect() };
        let rules = compiled.pairs.iter().map(|pair| {
            let rule = match pair.test {
                PairTest::Apart { column, max } => Rule::Apart(Numbers::new(numbers(column)), max),
                PairTest::OtherNumber(column) => Rule::Other(Values::new(&numbers(column))),
                PairTest::OtherText(column) => Rule::Other(Values::new(&texts(column))),
                PairTest::Common { column, min } => Rule::Common { column, min },
            };
            (pair.rule, rule)
        });
        let is_of_latency = |rule: &usize| matches!(compiled.checks[*rule], Check::Latency { max: Some(_), .. });
        let mut places = vec![0; table.tickets()];
        tickets.iter().zip(0..).for_each(|(&ticket, place)| places[ticket as usize] = place);
        let mut waiting = FixedBitSet::with_capacity(tickets.len());
        tickets.iter().enumerate().for_each(|(place, &ticket)| waiting.set(place, may_match(ticket)));
        Self {
            tickets,
            places,
            levels,
            classes: classes(tickets, levels, compiled.algorithm.age),
            rules: rules.collect(),
            latency_rules: compiled.enforced.iter().copied().filter(is_of_latency).collect(),
            reach: Locations::new(tickets, &table.reach, table.locations),
            near: (0..=compiled.levels.highest()).map(|_| None).collect(),
            beside: Beside::new(waiting, compiled.names.len()),
        }
    }

    fn place(&self, ticket: u32) -> usize {
        self.places[ticket as usize] as usize
    }

    /// Whether a ticket may be in a match, and has none.
    pub fn is_waiting(&self, ticket: u32) -> bool {
        self.beside.waiting.contains(self.place(ticket))
    }

    /// A ticket has a match, or has been the oldest one.
    pub fn leave(&mut self, ticket: u32) {
        self.beside.waiting.remove(self.place(ticket));
    }

    /// Of the waiting tickets, those that no rule refuses beside the oldest one, at the level that a match of both has. Counts
    /// the others, and who refuses them.
    pub fn accepted(&mut self, search: &mut Search<'_>, anchor: u32) -> Vec<u32> {
        let (own, compiled) = (self.place(anchor), search.compiled);
        let of_anchor = self.levels[anchor as usize];
        // Tickets of higher levels are older.
        let classes = self.classes.iter().filter(|class| class.level <= of_anchor);
        let classes: Vec<(usize, &FixedBitSet)> =
            classes.map(|class| (compiled.level_with(of_anchor, class.level), &class.tickets)).collect();
        for &(level, _) in &classes {
            self.near[level].get_or_insert_with(|| Near::new(search, self.tickets, &self.latency_rules, level));
        }
        let Self { tickets, rules, latency_rules, reach, near, beside, .. } = self;
        let near = |level: usize| near[level].as_ref().into_iter();
        beside.clear();
        for (rule, pair) in rules {
            beside.find(&classes, |level, waiting, into| {
                pair.accept(search, (own, tickets), compiled.values(level), waiting, into);
            });
            beside.refuse(*rule, false);
        }
        reach.shared(own, &mut beside.reached);
        for (at, rule) in latency_rules.iter().enumerate() {
            beside.find(&classes, |level, _, into| near(level).for_each(|near| near.by_rule[at].shared(own, into)));
            beside.refuse(*rule, true);
        }
        if latency_rules.len() != 1 {
            beside.find(&classes, |level, _, into| near(level).for_each(|near| near.together().shared(own, into)));
        }
        beside.count(search);
        beside.accepted.ones().map(|place| tickets[place]).collect()
    }

    /// The locations that two tickets share under the latency rules, at the level that a match of both has, or a lower one.
    pub fn common(&self, level: usize, one: u32, two: u32) -> u128 {
        let of = |near: &Near| near.together().of[self.place(one)] & near.together().of[self.place(two)];
        self.near[level].as_ref().map_or(0, of)
    }
}

fn classes(tickets: &[u32], levels: &[usize], age: AgeSelection) -> Vec<Class> {
    let level = |ticket: u32| match age {
        AgeSelection::Newest => levels[ticket as usize],
        AgeSelection::Oldest => 0,
    };
    let mut classes: Vec<Class> = Vec::new();
    for (place, &ticket) in tickets.iter().enumerate() {
        if classes.last().is_none_or(|class| class.level != level(ticket)) {
            classes.push(Class { level: level(ticket), tickets: FixedBitSet::with_capacity(tickets.len()) });
        }
        if let Some(class) = classes.last_mut() {
            class.tickets.insert(place);
        }
    }
    classes
}

impl Rule {
    /// Finds the tickets that a rule accepts beside one, of those that wait.
    fn accept(
        &self,
        search: &Search<'_>,
        (own, tickets): (usize, &[u32]),
        values: &[f64],
        waiting: &FixedBitSet,
        into: &mut FixedBitSet,
    ) {
        match self {
            Rule::Apart(numbers, max) => numbers.near(own, max.at(values), into),
            Rule::Other(values) => into.clone_from(values.like(own)),
            Rule::Common { column, min } => {
                let (own, min) = (search.table.set(*column, tickets[own]), min.at(values));
                into.clear();
                for place in waiting.ones() {
                    let sets = own.iter().zip(search.table.set(*column, tickets[place]));
                    let common = sets.map(|(one, two)| (one & two).count_ones()).sum::<u32>();
                    // Without a limit (NaN), nobody is refused.
                    let is_refused = f64::from(common) < min;
                    into.set(place, !is_refused);
                }
            }
        }
    }
}

impl Near {
    fn new(search: &Search<'_>, tickets: &[u32], rules: &[usize], level: usize) -> Self {
        let (table, values) = (search.table, search.compiled.values(level));
        let within = |&rule: &usize| match &search.compiled.checks[rule] {
            Check::Latency { max: Some(max), party, .. } => Some(table.within(*party, max.at(values))),
            _ => None,
        };
        let within: Vec<_> = rules.iter().filter_map(within).collect();
        let mut together = table.reach.clone();
        for own in &within {
            together.iter_mut().zip(own.iter()).for_each(|(all, own)| *all &= own);
        }
        Self {
            by_rule: within.iter().map(|own| Locations::new(tickets, own, table.locations)).collect(),
            together: (rules.len() != 1).then(|| Locations::new(tickets, &together, table.locations)),
        }
    }

    fn together(&self) -> &Locations {
        self.together.as_ref().unwrap_or_else(|| &self.by_rule[0])
    }
}

impl Beside {
    fn new(waiting: FixedBitSet, rules: usize) -> Self {
        let nobody = FixedBitSet::with_capacity(waiting.len());
        let [accepted, of_class, once, twice, again, reached] = std::array::from_fn(|_| nobody.clone());
        Self { waiting, accepted, of_class, refused: vec![nobody; rules], once, twice, again, reached }
    }

    fn clear(&mut self) {
        self.once.clear();
        self.twice.clear();
    }

    /// Finds the tickets that a rule accepts: those of each class by its level.
    fn find(&mut self, classes: &[(usize, &FixedBitSet)], accept: impl Fn(usize, &FixedBitSet, &mut FixedBitSet)) {
        self.accepted.clear();
        for &(level, tickets) in classes {
            accept(level, &self.waiting, &mut self.of_class);
            self.of_class.intersect_with(tickets);
            self.accepted.union_with(&self.of_class);
        }
    }

    /// A rule refuses the tickets that it does not accept: those that reach no common location are refused by no latency rule.
    fn refuse(&mut self, rule: usize, of_latency: bool) {
        let refused = &mut self.refused[rule];
        refused.clone_from(&self.waiting);
        refused.difference_with(&self.accepted);
        if of_latency {
            refused.intersect_with(&self.reached);
        }
        self.again.clone_from(refused);
        self.again.intersect_with(&self.once);
        self.twice.union_with(&self.again);
        self.once.union_with(refused);
    }

    /// Leaves the tickets that no rule refuses of those that share a location with the oldest one, and counts the others.
    fn count(&mut self, search: &mut Search<'_>) {
        self.accepted.intersect_with(&self.waiting);
        self.accepted.difference_with(&self.once);
        let effort = &mut search.answer.effort;
        effort.candidates += number(&self.waiting) - number(&self.accepted);
        for (refused, tickets) in effort.refused.iter_mut().zip(&mut self.refused) {
            refused.all += number(tickets);
            tickets.difference_with(&self.twice);
            refused.alone += number(tickets);
        }
    }
}

/// Locations of tickets, and tickets of locations.
struct Locations {
    /// The locations of each ticket, as bits.
    of: Vec<u128>,
    /// The tickets of each location.
    tickets: Vec<FixedBitSet>,
    /// Whether all tickets share a location.
    is_shared: bool,
}

impl Locations {
    /// From the locations of all tickets of the call.
    fn new(tickets: &[u32], locations: &[u128], count: usize) -> Self {
        let of: Vec<u128> = tickets.iter().map(|&ticket| locations[ticket as usize]).collect();
        let is_shared = of.iter().fold(u128::MAX, |all, own| all & own) != 0;
        let mut by_location = vec![FixedBitSet::with_capacity(tickets.len()); if is_shared { 0 } else { count }];
        for (place, &own) in of.iter().enumerate().filter(|_| !is_shared) {
            bits(own).for_each(|location| by_location[location].insert(place));
        }
        Self { of, tickets: by_location, is_shared }
    }

    /// The tickets that share a location with one.
    fn shared(&self, place: usize, into: &mut FixedBitSet) {
        into.clear();
        if self.is_shared {
            into.insert_range(..);
        } else {
            bits(self.of[place]).for_each(|location| into.union_with(&self.tickets[location]));
        }
    }
}

/// Numbers of tickets.
struct Numbers {
    of: Vec<f64>,
    sorted: Vec<f64>,
    /// For each count, that many tickets with the lowest numbers.
    lowest: Vec<FixedBitSet>,
}

impl Numbers {
    fn new(of: Vec<f64>) -> Self {
        let mut places: Vec<usize> = (0..of.len()).collect();
        places.sort_unstable_by(|&one, &two| of[one].total_cmp(&of[two]));
        let mut lowest = vec![FixedBitSet::with_capacity(of.len())];
        for (count, &place) in places.iter().enumerate() {
            let mut next = lowest[count].clone();
            next.insert(place);
            lowest.push(next);
        }
        Self { sorted: places.iter().map(|&place| of[place]).collect(), lowest, of }
    }

    /// The tickets whose number is at most `max` away from that of one.
    fn near(&self, place: usize, max: f64, into: &mut FixedBitSet) {
        let own = self.of[place];
        // Without a limit (NaN), nobody is too far.
        let below = self.sorted.partition_point(|number| own - number > max);
        let is_above = |number: &f64| number - own > max;
        let above = self.sorted.partition_point(|number| !is_above(number));
        into.clone_from(&self.lowest[above]);
        into.difference_with(&self.lowest[below]);
    }
}

/// Values of tickets that are alike or not.
struct Values {
    /// The index of each ticket's value.
    of: Vec<usize>,
    /// The tickets with each value.
    tickets: Vec<FixedBitSet>,
}

impl Values {
    fn new<T: PartialOrd + Copy>(values: &[T]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(|one, two| one.partial_cmp(two).unwrap_or(std::cmp::Ordering::Equal));
        sorted.dedup();
        let of: Vec<usize> = values.iter().map(|value| sorted.partition_point(|known| known < value)).collect();
        let mut tickets = vec![FixedBitSet::with_capacity(values.len()); sorted.len()];
        of.iter().enumerate().for_each(|(place, &value)| tickets[value].insert(place));
        Self { of, tickets }
    }

    /// The tickets with the value of one.
    fn like(&self, place: usize) -> &FixedBitSet {
        &self.tickets[self.of[place]]
    }
}

fn number(tickets: &FixedBitSet) -> u64 {
    tickets.count_ones(..) as u64
}
