//! A match is given up before the server that an allocator starts for it has to be there.

use super::{Circumstances, Report, allocators, written};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, _: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let pickup = broker.match_pickup_s;
    for allocator in allocators(configuration) {
        let deadline = allocator.ready_deadline_s;
        let Some(place) = written([&deadline, &pickup]).filter(|_| pickup.value <= deadline.value) else { continue };
        let words = format!(
            "MatchPickupTimeSeconds ({pickup}) is not above ReadyDeadlineSeconds ({deadline}) of `{}`: a match may be given up \
             while the server that is started for it is still within its time, and its players are told that there is none; \
             set MatchPickupTimeSeconds above {}",
            allocator.name, deadline.value
        );
        report.say(Severity::Warning, place, words);
    }
}
