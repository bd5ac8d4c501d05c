//! Autoscalers that conflict, or do not match a fleet.

use super::{Circumstances, Report};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, _: &Circumstances, report: &mut Report) {
    for (number, autoscaler) in configuration.autoscalers.iter().enumerate() {
        let name = &autoscaler.fleet.value;
        let mut earlier = configuration.autoscalers[..number].iter();
        if let Some(first) = earlier.find(|first| first.fleet.value == *name) {
            let words = format!(
                "`{}` scales fleet `{name}`, too: two autoscalers change the fleet against each other, and the simulation uses \
                 only the first; keep one of them",
                first.name.value
            );
            report.say(Severity::Error, autoscaler.fleet.place, words);
        }
        let fleet = configuration.fleets.iter().find(|fleet| fleet.is_called(name));
        if fleet.is_none() && !configuration.fleets.is_empty() {
            let words =
                format!("there is no Fleet `{name}` in these files: the autoscaler does nothing; correct the name");
            report.say(Severity::Error, autoscaler.fleet.place, words);
        }
        let Some(fleet) = fleet else { continue };
        for key in autoscaler.counters.iter().filter(|key| !fleet.counters.iter().any(|(name, _)| *name == key.value)) {
            let words = format!(
                "game servers of fleet `{name}` have no counter `{}`: its room cannot be counted; add it under `counters`",
                key.value
            );
            report.say(Severity::Error, key.place, words);
        }
    }
}
