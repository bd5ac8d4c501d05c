//! A requirement uses a property that no match has: the comparison is with null.

use super::{Circumstances, Report, allocators};
use crate::At;
use crate::Configuration;
use crate::Severity;
use crate::filters::CARRIED;
use crate::requirement::{PROPERTIES, Requirement};

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let front_end = configuration.broker.as_ref().and_then(|broker| broker.front_end.as_ref());
    let of_allocators = allocators(configuration).iter().flat_map(|one| [&one.requirement, &one.server_requirement]);
    for At { value, place } in front_end.into_iter().chain(of_allocators.flatten()) {
        for name in value.properties().filter(|name| !carried(name, circumstances)) {
            let words = format!(
                "no match has the property `{name}`, so it is null in `{}`; matches have {}: correct the name, or give every \
                 match this constant",
                short(value),
                CARRIED.join(", ")
            );
            report.say(Severity::Warning, *place, words);
        }
        if value.asks().hasty_not {
            let words = format!(
                "in `{}`, `!` negates only the first name, and the rest then reads a field of `true` or `false`, which is \
                 always null: write `!({PROPERTIES}.name)`",
                short(value)
            );
            report.say(Severity::Warning, *place, words);
        }
        for name in &value.asks().strangers {
            let words = format!(
                "a match has no field `{name}` outside its properties, so it is null in `{}`: write `{PROPERTIES}.{name}`",
                short(value)
            );
            report.say(Severity::Warning, *place, words);
        }
    }
}

/// Whether matches have a property.
pub(super) fn carried(name: &str, circumstances: &Circumstances) -> bool {
    CARRIED.contains(&name) || circumstances.constants.iter().any(|constant| constant == name)
}

/// An expression, shortened for messages.
pub(super) fn short(requirement: &Requirement) -> String {
    let text = requirement.text();
    let cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() { format!("{cut}...") } else { cut }
}
