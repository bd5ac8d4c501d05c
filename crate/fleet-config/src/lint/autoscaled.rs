//! Autoscalers that conflict, or do not match a fleet of their namespace.

use super::{Circumstances, Report};
use crate::Configuration;
use crate::Severity;
use crate::fleet::{Autoscaler, Fleet};

pub(super) fn check(configuration: &Configuration, _: &Circumstances, report: &mut Report) {
    let fleets = &configuration.fleets;
    for (number, autoscaler) in configuration.autoscalers.iter().enumerate() {
        let name = &autoscaler.fleet.value;
        let has_same_fleet =
            |first: &&Autoscaler| first.fleet.value == *name && first.namespace == autoscaler.namespace;
        if let Some(first) = configuration.autoscalers[..number].iter().find(has_same_fleet) {
            let words = format!(
                "`{}` scales fleet `{name}`, too: two autoscalers change the fleet against each other, and the simulation uses \
                 only the first; keep one of them",
                first.name.value
            );
            report.say(Severity::Error, autoscaler.fleet.place, words);
        }
        let Some(fleet) = fleets.iter().find(|fleet| autoscaler.scales(fleet)) else {
            if !fleets.is_empty() {
                report.say(Severity::Error, autoscaler.fleet.place, missing_fleet(autoscaler, fleets));
            }
            continue;
        };
        for key in autoscaler.counters.iter().filter(|key| !fleet.counters.iter().any(|(name, _)| *name == key.value)) {
            let words = format!(
                "game servers of fleet `{name}` have no counter `{}`: its room cannot be counted; add it under `counters`",
                key.value
            );
            report.say(Severity::Error, key.place, words);
        }
    }
}

fn missing_fleet(autoscaler: &Autoscaler, fleets: &[Fleet]) -> String {
    let (name, namespace) = (&autoscaler.fleet.value, &autoscaler.namespace);
    match fleets.iter().find(|fleet| fleet.is_called(name)) {
        Some(other) => format!(
            "there is no Fleet `{name}` in namespace `{namespace}`, where the autoscaler is, but one in namespace `{}` ({}): \
             an autoscaler scales only a fleet of its own namespace; correct one of the two",
            other.namespace, other.name.place
        ),
        None => format!("there is no Fleet `{name}` in these files: the autoscaler does nothing; correct the name"),
    }
}
