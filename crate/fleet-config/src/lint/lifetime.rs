//! A server is considered dead, or a match endless, in the middle of a match.
//!
//! A playing server makes no calls between MatchReady and EndMatch. So a lifetime since the last call that is not
//! longer than a match ends both: at the deadline, the deadline wins.

use super::{Circumstances, Report, written};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let (lifetime, max_run) = (broker.server_max_lifetime_min, broker.match_max_run_min);
    let kills = |minutes: u32| circumstances.longest_match_s.filter(|&longest_s| longest_s >= minutes * 60);
    if let Some(longest_s) = kills(lifetime.value) {
        let words = format!(
            "ServerMaxLifetimeMinutes ({lifetime}) is not above the longest match ({longest_s} s): a server that plays calls \
             nothing before EndMatch, is given up after {} s and loses its match; set it above {}",
            lifetime.value * 60,
            longest_s / 60
        );
        report.say(Severity::Warning, lifetime.place.unwrap_or(broker.place), words);
    } else if let (true, Some(place)) = (lifetime.value < max_run.value, written([&lifetime, &max_run])) {
        let words = format!(
            "ServerMaxLifetimeMinutes ({lifetime}) is shorter than the longest match that MatchMaxRunTimeMinutes \
             ({max_run}) allows: from minute {} on a match is lost with its server; raise the one or lower the other",
            lifetime.value
        );
        report.say(Severity::Warning, place, words);
    }
    if let Some(longest_s) = kills(max_run.value) {
        let words = format!(
            "MatchMaxRunTimeMinutes ({max_run}) is not above the longest match ({longest_s} s): the match is ended after {} s \
             and lost; set it above {}",
            max_run.value * 60,
            longest_s / 60
        );
        report.say(Severity::Warning, max_run.place.unwrap_or(broker.place), words);
    }
    if let Some(place) = lifetime.place {
        let words = "ServerMaxLifetimeMinutes is read as the time since the broker last heard from a server: one that \
                     calls in lives on, however old it is (its documentation can be read either way)";
        report.say(Severity::Note, place, words.to_string());
    }
}
