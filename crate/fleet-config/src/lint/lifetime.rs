//! A server is considered dead in the middle of a match.
//!
//! A playing server makes no calls between MatchReady and EndMatch. So a lifetime since the last call that is
//! shorter than a match ends both.

use super::{Circumstances, Report, written};
use crate::Configuration;
use crate::finding::Severity;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let (lifetime, max_run) = (broker.server_max_lifetime_min, broker.match_max_run_min);
    let seconds = lifetime.value * 60;
    if let Some(longest_s) = circumstances.longest_match_s.filter(|&longest_s| longest_s > seconds) {
        let words = format!(
            "ServerMaxLifetimeMinutes ({lifetime}) is shorter than the longest match ({longest_s} s): a server that plays \
             calls nothing before EndMatch, is given up after {seconds} s and loses its match; set it above {}",
            longest_s / 60
        );
        report.say(Severity::Error, lifetime.place.unwrap_or(broker.place), words);
    } else if let (true, Some(place)) = (lifetime.value < max_run.value, written([&lifetime, &max_run])) {
        let words = format!(
            "ServerMaxLifetimeMinutes ({lifetime}) is shorter than the longest match that MatchMaxRunTimeMinutes \
             ({max_run}) allows: from minute {} on a match is lost with its server; raise the one or lower the other",
            lifetime.value
        );
        report.say(Severity::Warning, place, words);
    }
    if let Some(place) = lifetime.place {
        let words = "ServerMaxLifetimeMinutes is read as the time since the broker last heard from a server: one that \
                     calls in lives on, however old it is (its documentation can be read either way)";
        report.say(Severity::Note, place, words.to_string());
    }
}
