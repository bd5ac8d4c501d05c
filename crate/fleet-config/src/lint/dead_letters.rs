//! Dead letters: an allocator starts servers for matches that these servers never request.
//!
//! To decide whether two expressions can both accept a match, the search tries all relevant matches. Each
//! property takes every value that the expressions compare it with, values between these, and another value.
//! Expressions that use a property in other ways give no finding.

use super::properties::{carried, short};
use super::{Circumstances, Report};
use crate::At;
use crate::Configuration;
use crate::Severity;
use crate::broker::{Allocator, Broker};
use crate::requirement::{Match, Property, Requirement, Values, values};
use jmespath::Variable;
use std::cell::Cell;

/// Most matches tried for one pair of expressions.
const MOST_MATCHES: usize = 20_000;
/// Most matches tried in all: a second or two at worst.
const MOST_TRIES: usize = 100_000;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let search = Search { circumstances, tries: Cell::new(MOST_TRIES) };
    for allocator in &broker.allocators {
        check_allocator(broker, allocator, &search, report);
    }
}

fn check_allocator(broker: &Broker, allocator: &Allocator, search: &Search<'_>, report: &mut Report) {
    let own = allocator.requirement.as_ref();
    let asked = allocator.server_requirement.as_ref();
    let name = &allocator.name;
    let never = |of: &[Option<&At<Requirement>>]| search.finds_nothing(of);
    if let Some(At { value, place }) = own.filter(|_| never(&[own])) {
        let words = format!("no match can satisfy `{}`: `{name}` never starts a server; correct it", short(value));
        return report.say(Severity::Error, *place, words);
    }
    if let Some((own, front)) =
        own.zip(broker.front_end.as_ref()).filter(|(own, front)| never(&[Some(own), Some(front)]))
    {
        let words = format!(
            "the broker's own Requirements (`{}`) let none of the matches in that `{name}` starts servers for: it never \
             starts one; make the two agree",
            short(&front.value)
        );
        return report.say(Severity::Warning, own.place, words);
    }
    let Some(filter) = asked.filter(|_| never(&[own, asked])) else { return };
    let elsewhere = broker
        .allocators
        .iter()
        .find(|other| !std::ptr::eq(*other, allocator) && !never(&[own, other.server_requirement.as_ref()]));
    let wanted = own.map_or("all matches".to_string(), |own| format!("`{}`", short(&own.value)));
    let refused = format!(
        "servers of `{name}` ask for `{}` and refuse every match that they are started for ({wanted})",
        short(&filter.value)
    );
    match elsewhere {
        Some(other) => {
            let words = format!("{refused}: only servers of `{}` can take these; make the two agree", other.name);
            report.say(Severity::Warning, filter.place, words);
        }
        None => {
            let words = format!(
                "{refused}: no server takes these, and after {} s their players are told that there is none; make the two \
                 agree",
                broker.match_pickup_s.value
            );
            report.say(Severity::Warning, filter.place, words);
        }
    }
}

/// A search for matches that satisfy several expressions.
struct Search<'a> {
    circumstances: &'a Circumstances,
    /// Number of matches that may still be tried.
    tries: Cell<usize>,
}

impl Search<'_> {
    /// Whether provably no match satisfies all of these; `None` accepts every match.
    fn finds_nothing(&self, of: &[Option<&At<Requirement>>]) -> bool {
        let requirements: Vec<&Requirement> = of.iter().flatten().map(|at| &at.value).collect();
        let mut against = Values::new();
        if requirements.is_empty() || !requirements.iter().all(|one| values(one.ast(), &mut against)) {
            return false;
        }
        let choices: Vec<(&str, Vec<Option<Property>>)> =
            against.iter().map(|(name, values)| (name.as_str(), choices(name, values, self.circumstances))).collect();
        let count = choices.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()));
        let Some(count) = count.filter(|&count| count <= MOST_MATCHES) else { return false };
        (0..count).all(|number| {
            // A match that is too large, or beyond the limit, proves nothing.
            let left = self.tries.get();
            self.tries.set(left.saturating_sub(1));
            let of = Match::new(chosen(&choices, number));
            left > 0 && of.is_ok_and(|of| !requirements.iter().all(|one| one.accepts(&of)))
        })
    }
}

/// The match with this number: its digits select the value of each property.
fn chosen<'a>(choices: &[(&'a str, Vec<Option<Property>>)], mut number: usize) -> Vec<(&'a str, Property)> {
    let digit = |(name, values): &(&'a str, Vec<Option<Property>>)| {
        let value = values[number % values.len()].clone();
        number /= values.len();
        Some((*name, value?))
    };
    choices.iter().filter_map(digit).collect()
}

/// The relevant values of a property; `None`: the property is missing.
fn choices(name: &str, against: &[Variable], circumstances: &Circumstances) -> Vec<Option<Property>> {
    if !carried(name, circumstances) {
        return vec![None];
    }
    let texts = against.iter().filter_map(Variable::as_string).cloned();
    let else_where = against
        .iter()
        .filter_map(Variable::as_string)
        .fold("other".to_string(), |other, text| if *text == other { format!("{text} than that") } else { other });
    let texts = texts.chain([else_where]).map(Property::Text);
    let numbers = numbers(against).into_iter().map(Property::Number);
    let flags = [true, false].into_iter().map(Property::Flag);
    let mut choices: Vec<Option<Property>> = match name {
        "mode" | "map" | "region" | "datacenter" => texts.map(Some).collect(),
        "players" | "mean_rtt_ms" => numbers.map(Some).collect(),
        _ => texts.chain(numbers).chain(flags).map(Some).collect(),
    };
    choices.dedup();
    choices
}

/// Every number, one between each two neighbours, one below and one above all.
fn numbers(against: &[Variable]) -> Vec<f64> {
    let mut at: Vec<f64> = against.iter().filter_map(Variable::as_number).collect();
    at.sort_by(f64::total_cmp);
    let between = at.windows(2).map(|pair| pair[0] + (pair[1] - pair[0]) / 2.0);
    let ends = [at.first().map_or(1.0, |least| least - 1.0), at.last().map_or(1.0, |most| most + 1.0)];
    let mut all: Vec<f64> = between.chain(ends).chain(at.iter().copied()).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}
