//! An allocator's reaper stops servers before the maximum run time of their match.

use super::{Circumstances, Report, allocators, written};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let max_run = broker.match_max_run_min;
    for allocator in allocators(configuration) {
        let reaper = allocator.reaper_max_run_min;
        if let Some(longest_s) = circumstances.longest_match_s.filter(|&longest_s| longest_s >= reaper.value * 60) {
            let words = format!(
                "MaxRunTimeMinutes ({reaper}) of the reaper of `{}` is not above the longest match ({longest_s} s): it kills \
                 the servers of such matches; set it above {}",
                allocator.name,
                longest_s / 60
            );
            report.say(Severity::Warning, reaper.place.unwrap_or(allocator.place), words);
            continue;
        }
        let Some(place) = written([&reaper, &max_run]).filter(|_| reaper.value <= max_run.value) else { continue };
        let words = format!(
            "MaxRunTimeMinutes ({reaper}) of the reaper of `{}` is not above MatchMaxRunTimeMinutes ({max_run}): it kills \
             servers whose match is still allowed to run; set it above {}",
            allocator.name, max_run.value
        );
        report.say(Severity::Warning, place, words);
    }
}
