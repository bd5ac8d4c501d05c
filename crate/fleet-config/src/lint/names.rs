//! A requirement compares a property with a value that no match of the scenario has.

use super::properties::short;
use super::{Circumstances, Report, allocators};
use crate::At;
use crate::Configuration;
use crate::Severity;
use crate::requirement::{Values, values};

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(names) = &circumstances.names else { return };
    let known = [
        ("mode", &names.modes, "mode_mix"),
        ("map", &names.maps, "map_mix"),
        ("region", &names.regions, "dcs"),
        ("datacenter", &names.datacenters, "dcs"),
    ];
    let front_end = configuration.broker.as_ref().and_then(|broker| broker.front_end.as_ref());
    let of_allocators = allocators(configuration).iter().flat_map(|one| [&one.requirement, &one.server_requirement]);
    for At { value, place } in front_end.into_iter().chain(of_allocators.flatten()) {
        let mut compared = Values::new();
        // Of an expression that is only partly understood, the rest is not checked.
        let _ = values(value.ast(), &mut compared);
        for (property, names, key) in known {
            let texts = compared.get(property).into_iter().flatten().filter_map(|value| value.as_string());
            for text in texts.filter(|text| !names.contains(text)) {
                let words = format!(
                    "no match of this scenario has the {property} `{text}` of `{}`; there are {}: correct the name, or \
                     set `{key}`",
                    short(value),
                    names.join(", ")
                );
                report.say(Severity::Warning, *place, words);
            }
        }
    }
}
