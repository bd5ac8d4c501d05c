//! A server that becomes ready within its allocator's deadline may still lose its match.

use super::{Circumstances, Report, allocators, written};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, _: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let ready = broker.match_ready_s;
    for allocator in allocators(configuration) {
        let deadline = allocator.ready_deadline_s;
        let Some(place) = written([&deadline, &ready]).filter(|_| ready.value <= deadline.value) else { continue };
        let words = format!(
            "MatchReadyTimeSeconds ({ready}) is not above ReadyDeadlineSeconds ({deadline}) of `{}`: a server may still be \
             getting ready when its match is already given up, and its players are told that there is none; set \
             MatchReadyTimeSeconds above {}",
            allocator.name, deadline.value
        );
        report.say(Severity::Warning, place, words);
    }
}
