//! Holds a match against the rules.
//!
//! A match that is not complete is refused only by what no further ticket can repair. The [`Trend`] of a value says
//! how it changes while tickets join: the number of players rises, the lowest skill falls, an attribute of a player
//! is constant, and an average may change in both directions. A comparison or distance that is broken and whose
//! sides can only move farther apart stays broken.

use super::table::Table;
use super::values::{Few, View};
use crate::compile::Compiled;
use crate::compile::levels::Limit;
use crate::compile::program::{Against, Check, Collect, Measure, Numbers, Scalar, Sets, Trend};
use crate::{LatencyReference, Operation, Party, Statement};
use smallvec::SmallVec;

/// Rules that refuse a match, by index.
pub(crate) type Refusing = SmallVec<[usize; 8]>;

/// The answer of all rules.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// Locations where no rule refuses the match, as bits.
    pub locations: u128,
    /// The rules that refuse it.
    pub refusing: Refusing,
}

impl Verdict {
    pub fn is_refused(&self) -> bool {
        self.locations == 0 || !self.refusing.is_empty()
    }
}

/// What rules have said of a match so far.
#[derive(Clone)]
pub(crate) struct Answers {
    /// The open locations that all players reach.
    reach: u128,
    locations: u128,
    refusing: Refusing,
    of_latency: Refusing,
}

impl Answers {
    pub fn new(reach: u128) -> Self {
        Self { reach, locations: reach, refusing: Refusing::new(), of_latency: Refusing::new() }
    }

    /// A rule refuses the match.
    pub fn refuse(&mut self, rule: usize) {
        self.refusing.push(rule);
    }

    /// A rule allows the match at some locations.
    pub fn allow(&mut self, rule: usize, locations: u128) {
        self.of_latency.push(rule);
        self.locations &= locations;
        if locations == 0 && self.reach != 0 {
            self.refuse(rule);
        }
    }

    /// Whether the match is refused.
    pub fn are_refused(&self) -> bool {
        self.locations == 0 || !self.refusing.is_empty()
    }

    pub fn verdict(self) -> Verdict {
        // Each latency rule has a location, but all of them together have none.
        let together = self.locations == 0 && self.reach != 0 && self.refusing.is_empty();
        Verdict { locations: self.locations, refusing: if together { self.of_latency } else { self.refusing } }
    }
}

/// The rules, held against one match.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub compiled: &'a Compiled,
    pub view: View<'a>,
    /// Whether no ticket will be added: all rules apply in full.
    pub complete: bool,
}

/// What is known of a rule in a compound rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    False,
    True,
    Unknown,
}

impl Judge<'_> {
    /// The verdict of all rules that can be decided.
    pub fn verdict(&self) -> Verdict {
        let rules = if self.complete { &self.compiled.enforced } else { &self.compiled.early };
        let mut answers = Answers::new(self.reach());
        rules.iter().for_each(|&rule| self.answer(rule, &mut answers));
        answers.verdict()
    }

    /// Adds what a rule says of the match.
    pub fn answer(&self, rule: usize, answers: &mut Answers) {
        let own = match &self.compiled.checks[rule] {
            Check::Latency { .. } => self.latency(rule, answers.reach),
            Check::Compound(statement, true) => self.compound(statement, answers.reach),
            Check::Compound(statement, false) if self.truth(statement, 0) == Truth::False => 0,
            Check::Compound(..) => return,
            _ if self.breaks(rule) => return answers.refuse(rule),
            _ => return,
        };
        answers.allow(rule, own);
    }

    fn tickets(&self) -> impl Iterator<Item = u32> {
        self.view.teams.iter().flat_map(|team| team.tickets.iter().copied())
    }

    fn table(&self) -> &Table {
        self.view.table
    }

    /// The open locations that all players reach.
    fn reach(&self) -> u128 {
        self.tickets().fold(u128::MAX, |mask, ticket| mask & self.table().reach[ticket as usize])
    }

    /// The locations of a latency rule.
    fn latency(&self, rule: usize, reach: u128) -> u128 {
        let Check::Latency { max, distance, reference, party } = &self.compiled.checks[rule] else { return reach };
        let mut mask = reach;
        if let Some(max) = max.map(|max| max.at(self.view.values)) {
            let within = self.table().within(*party, max);
            mask = self.tickets().fold(mask, |mask, ticket| mask & within[ticket as usize]);
        }
        if let Some(most) = distance.map(|distance| distance.at(self.view.values)) {
            mask = bits(mask).filter(|&location| self.is_near(location, most, *reference, *party)).fold(0, with);
        }
        mask
    }

    /// Whether all tickets' latencies at a location are within a distance of the reference. The average may still
    /// change while tickets join.
    fn is_near(&self, location: usize, most: f64, reference: LatencyReference, party: Party) -> bool {
        let latency = |ticket| self.table().latency_ms(party, ticket, location);
        let reference = match reference {
            LatencyReference::Average if !self.complete => return true,
            LatencyReference::Average => {
                let players = self.tickets().map(|ticket| self.table().size(ticket)).sum::<usize>() as f64;
                self.tickets().map(|ticket| latency(ticket) * self.table().size(ticket) as f64).sum::<f64>() / players
            }
            LatencyReference::Least => self.tickets().map(latency).fold(f64::INFINITY, f64::min),
        };
        self.tickets().all(|ticket| (latency(ticket) - reference).abs() <= most)
    }

    /// The locations of a compound rule with latency rules.
    fn compound(&self, statement: &Statement, reach: u128) -> u128 {
        bits(reach).filter(|&location| self.truth(statement, 1 << location) != Truth::False).fold(0, with)
    }

    fn truth(&self, statement: &Statement, location: u128) -> Truth {
        match statement {
            Statement::Rule(rule) => {
                let broken = match &self.compiled.checks[*rule] {
                    Check::Latency { .. } => self.latency(*rule, location) == 0,
                    Check::Compound(statement, _) => return self.truth(statement, location),
                    _ => self.breaks(*rule),
                };
                match (broken, self.complete) {
                    (true, _) => Truth::False,
                    (false, true) => Truth::True,
                    (false, false) => Truth::Unknown,
                }
            }
            Statement::And(parts) => {
                parts.iter().fold(Truth::True, |all, part| match (all, self.truth(part, location)) {
                    (Truth::False, _) | (_, Truth::False) => Truth::False,
                    (Truth::True, Truth::True) => Truth::True,
                    _ => Truth::Unknown,
                })
            }
            Statement::Or(parts) => {
                parts.iter().fold(Truth::False, |any, part| match (any, self.truth(part, location)) {
                    (Truth::True, _) | (_, Truth::True) => Truth::True,
                    (Truth::False, Truth::False) => Truth::False,
                    _ => Truth::Unknown,
                })
            }
            Statement::Xor(pair) => match (self.truth(&pair.0, location), self.truth(&pair.1, location)) {
                (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
                (one, two) if one == two => Truth::False,
                _ => Truth::True,
            },
            Statement::Not(part) => match self.truth(part, location) {
                Truth::False => Truth::True,
                Truth::True => Truth::False,
                Truth::Unknown => Truth::Unknown,
            },
        }
    }

    /// Whether a rule is broken; before the match is complete, whether it stays broken.
    fn breaks(&self, rule: usize) -> bool {
        match &self.compiled.checks[rule] {
            Check::Compare { measures, operation } => {
                measures.iter().any(|(measure, against)| self.breaks_comparison(measure, against, *operation))
            }
            Check::CompareAll { measures, operation } => {
                measures.iter().any(|measure| self.breaks_all(measure, *operation == Operation::Equal))
            }
            Check::Distance { measures, reference, min, max } => {
                self.is_too_wide(rule)
                    || measures.iter().any(|measure| self.breaks_distance(measure, reference, *min, *max))
            }
            Check::BatchNumber { column, min, .. } => {
                self.is_too_wide(rule) || min.is_some_and(|min| self.are_too_near(*column, min.at(self.view.values)))
            }
            Check::BatchText { column } => {
                let texts = &self.table().texts[*column];
                let mut players = self.view.teams.iter().flat_map(|team| &team.players);
                let first = players.next().map(|&player| texts[player as usize]);
                players.any(|&player| Some(texts[player as usize]) != first)
            }
            Check::Collection { measures, collect, min, max } => {
                let (min, max) = (min.map(|min| min.at(self.view.values)), max.map(|max| max.at(self.view.values)));
                measures.iter().any(|sets| self.breaks_collection(sets, collect, min, max))
            }
            Check::Latency { .. } | Check::Compound(..) | Check::Sort => false,
        }
    }

    /// The numbers of a measurement.
    fn numbers(&self, measure: &Measure) -> Few<f64> {
        match measure {
            Measure::Number(scalar) => self.view.scalar(scalar).into_iter().collect(),
            Measure::Numbers(numbers) => self.view.numbers(numbers),
            Measure::NumberGroups(of) => self.view.players(of),
            Measure::Texts(_) | Measure::TextGroups(_) => Few::new(),
        }
    }

    fn breaks_comparison(&self, measure: &Measure, against: &Against, operation: Operation) -> bool {
        match against {
            Against::Text(text) => {
                let (Measure::Texts(of) | Measure::TextGroups(of)) = measure else { return false };
                let texts = &self.table().texts[of.column];
                let mut players = of.teams.iter().flat_map(|&team| &self.view.teams[team].players);
                players.any(|&player| (texts[player as usize] == *text) != (operation == Operation::Equal))
            }
            Against::Number(scalar) => {
                let Some(reference) = self.view.scalar(scalar) else { return false };
                let trends = (measure.trend(), scalar.trend());
                let broken = |number: f64| {
                    !holds(number, operation, reference)
                        && (self.complete || stays_broken(number, operation, reference, trends))
                };
                // The most common comparison, without a list.
                if let Measure::Numbers(Numbers::Players(of)) = measure {
                    let numbers = &self.table().numbers[of.column];
                    let mut players = of.teams.iter().flat_map(|&team| &self.view.teams[team].players);
                    return players.any(|&player| broken(numbers[player as usize]));
                }
                self.numbers(measure).into_iter().any(broken)
            }
        }
    }

    /// Whether the values of a measurement are not all equal, or not all different.
    fn breaks_all(&self, measure: &Measure, equal: bool) -> bool {
        if !self.complete && measure.trend() != Trend::Constant {
            return false;
        }
        let view = &self.view;
        match measure {
            Measure::Number(_) => false,
            Measure::Numbers(_) => differ_or_repeat(&self.numbers(measure), equal),
            Measure::NumberGroups(of) => of.teams.iter().any(|&team| {
                let mut numbers = Few::new();
                view.of_team(of.column, team, &mut numbers);
                differ_or_repeat(&numbers, equal)
            }),
            Measure::Texts(of) => {
                let players = of.teams.iter().flat_map(|&team| &view.teams[team].players);
                let texts: Few<u32> = players.map(|&player| self.table().texts[of.column][player as usize]).collect();
                differ_or_repeat(&texts, equal)
            }
            Measure::TextGroups(of) => of.teams.iter().any(|&team| {
                let players = view.teams[team].players.iter();
                let texts: Few<u32> = players.map(|&player| self.table().texts[of.column][player as usize]).collect();
                differ_or_repeat(&texts, equal)
            }),
        }
    }

    fn breaks_distance(&self, measure: &Measure, reference: &Scalar, min: Option<Limit>, max: Option<Limit>) -> bool {
        let trends = (measure.trend(), reference.trend());
        if !self.complete && (trends.0 == Trend::Unknown || trends.1 == Trend::Unknown) {
            return false;
        }
        let Some(reference) = self.view.scalar(reference) else { return false };
        let (min, max) = (min.map(|min| min.at(self.view.values)), max.map(|max| max.at(self.view.values)));
        self.numbers(measure).into_iter().any(|number| {
            let distance = (number - reference).abs();
            let too_near = min.is_some_and(|min| distance < min);
            let too_far = max.is_some_and(|max| distance > max);
            if self.complete {
                return too_near || too_far;
            }
            let operation = if number > reference { Operation::AtMost } else { Operation::AtLeast };
            (too_far && stays_broken(number, operation, reference, trends))
                || (too_near && trends == (Trend::Constant, Trend::Constant))
        })
    }

    /// Whether numbers are farther apart than a rule allows in any match.
    fn is_too_wide(&self, rule: usize) -> bool {
        self.compiled.spreads[rule].is_some_and(|spread| {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for number in self.tickets().map(|ticket| self.table().number(spread.column, ticket)) {
                (least, most) = (least.min(number), most.max(number));
            }
            most - least > spread.at(self.view.values, self.table())
        })
    }

    /// Whether the numbers of two tickets are nearer than a limit.
    fn are_too_near(&self, column: usize, min: f64) -> bool {
        let mut numbers: Few<f64> = self.tickets().map(|ticket| self.table().number(column, ticket)).collect();
        numbers.sort_unstable_by(f64::total_cmp);
        numbers.windows(2).any(|pair| pair[1] - pair[0] < min)
    }

    fn breaks_collection(&self, sets: &Sets, collect: &Collect, min: Option<f64>, max: Option<f64>) -> bool {
        let view = &self.view;
        match sets {
            Sets::Tickets(of) => {
                let sets = view.tickets(of).map(|ticket| self.table().set(of.column, ticket));
                self.breaks_group(sets, sets_trend(sets_of(collect), Trend::Constant), collect, min, max)
            }
            Sets::TicketsByTeam(of) => of.teams.iter().any(|&team| {
                let tickets = view.teams[team].tickets.iter();
                let sets = tickets.map(|&ticket| self.table().set(of.column, ticket));
                self.breaks_group(sets, sets_trend(sets_of(collect), Trend::Constant), collect, min, max)
            }),
            Sets::TeamTexts(of) => {
                let own: Vec<_> = of.teams.iter().filter_map(|&team| view.team_texts(of, team)).collect();
                let trend = sets_trend(sets_of(collect), sets.trend());
                self.breaks_group(own.iter().map(SmallVec::as_slice), trend, collect, min, max)
            }
            Sets::CommonByTeam(of) => {
                let common = |&team: &usize| {
                    let tickets = view.teams[team].tickets.iter();
                    view.common(tickets.map(|&ticket| self.table().set(of.column, ticket).iter().copied().collect()))
                };
                let own: Vec<Few<u64>> = of.teams.iter().filter_map(common).collect();
                let trend = sets_trend(sets_of(collect), sets.trend());
                self.breaks_group(own.iter().map(SmallVec::as_slice), trend, collect, min, max)
            }
        }
    }

    /// Whether the counts of a group of sets are out of range.
    fn breaks_group<'a>(
        &self,
        sets: impl Iterator<Item = &'a [u64]>,
        trend: Trend,
        collect: &Collect,
        min: Option<f64>,
        max: Option<f64>,
    ) -> bool {
        let out = |count: u32| {
            let count = f64::from(count);
            let few = min.is_some_and(|min| count < min) && (self.complete || trend.holds_or_falls());
            few || (max.is_some_and(|max| count > max) && (self.complete || trend.holds_or_rises()))
        };
        // A team without players has no count.
        let mut sets = sets.peekable();
        if sets.peek().is_none() {
            return false;
        }
        match collect {
            Collect::Intersection => {
                let Some(first) = sets.next() else { return false };
                let mut all: Few<u64> = first.iter().copied().collect();
                sets.for_each(|set| all.iter_mut().zip(set).for_each(|(all, own)| *all &= own));
                out(all.iter().map(|word| word.count_ones()).sum())
            }
            Collect::Contains(text) => {
                let has = |set: &&[u64]| set.get(*text as usize / 64).is_some_and(|word| word >> (text % 64) & 1 == 1);
                out(sets.filter(has).count() as u32)
            }
            Collect::InReference(strings) => {
                let Some(reference) = self.view.strings(strings) else { return false };
                sets.any(|set| out(set.iter().zip(&reference).map(|(own, of)| (own & of).count_ones()).sum()))
            }
        }
    }
}

/// The trend of a reference; constant for other operations.
fn sets_of(collect: &Collect) -> (&Collect, Trend) {
    let trend = if let Collect::InReference(strings) = collect { strings.trend() } else { Trend::Constant };
    (collect, trend)
}

/// The trend of the count of a collection rule.
fn sets_trend((collect, reference): (&Collect, Trend), set: Trend) -> Trend {
    match collect {
        Collect::Intersection if set.holds_or_falls() => Trend::Falls,
        Collect::Contains(_) if set.holds_or_rises() => Trend::Rises,
        Collect::InReference(_) => match (set, reference) {
            (Trend::Unknown, _) | (_, Trend::Unknown) => Trend::Unknown,
            (Trend::Constant, other) | (other, Trend::Constant) => other,
            (one, two) if one == two => one,
            _ => Trend::Unknown,
        },
        _ => Trend::Unknown,
    }
}

/// The locations of a mask.
pub(crate) fn bits(mask: u128) -> impl Iterator<Item = usize> {
    // By halves: few days have more than 64 datacenters, and processors have no words of 128 bits.
    let half = |mut rest: u64, first: usize| {
        std::iter::from_fn(move || {
            let location = (rest != 0).then(|| first + rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(location)
        })
    };
    half(mask as u64, 0).chain(half((mask >> 64) as u64, 64))
}

/// The mask of the locations for whose values something holds.
pub(crate) fn mask<T>(values: &[T], holds: impl Fn(&T) -> bool) -> u128 {
    let half = |values: &[T]| values.iter().zip(0..).fold(0, |mask, (value, at)| mask | u64::from(holds(value)) << at);
    let (low, high) = values.split_at(values.len().min(64));
    u128::from(half(low)) | u128::from(half(high)) << 64
}

fn with(mask: u128, location: usize) -> u128 {
    mask | 1 << location
}

fn holds(number: f64, operation: Operation, reference: f64) -> bool {
    match operation {
        Operation::Less => number < reference,
        Operation::AtMost => number <= reference,
        Operation::Equal => number == reference,
        Operation::NotEqual => number != reference,
        Operation::Greater => number > reference,
        Operation::AtLeast => number >= reference,
    }
}

/// Whether a broken comparison stays broken, by the trends of its two sides.
fn stays_broken(number: f64, operation: Operation, reference: f64, (own, of): (Trend, Trend)) -> bool {
    let (above, below) = own.moves_apart(of);
    match operation {
        Operation::Equal if number > reference => above,
        Operation::Equal => below,
        _ => own.may_stay_broken(operation, of),
    }
}

/// Whether values are not all equal, or not all different.
fn differ_or_repeat<T: PartialEq>(values: &[T], equal: bool) -> bool {
    if equal {
        values.iter().any(|value| *value != values[0])
    } else {
        values.iter().enumerate().any(|(at, value)| values[..at].contains(value))
    }
}
