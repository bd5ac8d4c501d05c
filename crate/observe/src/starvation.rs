//! Days that are stopped: those that starve, and those whose policy fails.
//!
//! On a day that starves, players come in faster than they get through, and accumulate.
//! The closed form predicts the peak of a day on which players find matches, and matches end. A day with far more players
//! online is not of that kind: they wait for what does not come. Simulating it to its end takes long, and tells no more.

use matchday_scenario::Params;
use matchday_scenario::params::{FleetFlow, Key, Policy};
use matchday_sim::Simulate;
use matchday_sim::census::State;
use matchday_sim::limits::search_s;
use matchday_sim::text::{grouped, per_cent};

/// A day starves beyond this multiple of the predicted peak.
pub const FACTOR: f64 = 3.0;

/// Predicted peaks below this one count as this one: few players are often three times as many as predicted by chance or
/// because few find each other slowly, and cost no time.
const LEAST_PEAK: f64 = 100.0;

/// What most players of a starving day wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Players for their match.
    Players,
    /// A server for their match.
    Servers,
    /// The answers of a ready check.
    ReadyChecks,
    /// The end of their match, or of the pause after it.
    Matches,
    /// The end of their lockout; friends and pauses count, too.
    Lockouts,
    /// Matches that a failed policy does not form.
    Policy,
}

/// A day that starves, or whose policy has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starvation {
    /// What most players wait for.
    pub cause: Cause,
    /// The finding: how many players are online, what they wait for, and which parameters decide that.
    pub words: String,
}

impl Cause {
    /// Its word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Servers => "servers",
            Self::ReadyChecks => "ready_checks",
            Self::Matches => "matches",
            Self::Lockouts => "lockouts",
            Self::Policy => "policy",
        }
    }
}

/// Whether a day with these parameters starves now, with the peak that the closed form predicts for it, or its policy has
/// failed. `None` if neither is so, or if the prediction is no number of players.
pub fn starvation(day: &impl Simulate, params: &Params, predicted_peak: f64) -> Option<Starvation> {
    if let Some(fault) = day.fault() {
        let words = format!("The day was stopped and is incomplete: {fault}.");
        return Some(Starvation { cause: Cause::Policy, words });
    }
    let counts = day.log().times.counts;
    let online: u32 = counts.iter().sum();
    if !is_beyond(online, predicted_peak) {
        return None;
    }
    let cause_of = |state| match state {
        State::Ideal | State::Expand | State::Warm => Cause::Players,
        State::Placing if params.fleet() == FleetFlow::Off => Cause::ReadyChecks,
        State::Placing => Cause::Servers,
        State::Between if params.is_ranked() => Cause::Lockouts,
        State::Playing | State::Bots | State::Between => Cause::Matches,
    };
    let players =
        |cause| State::ALL.iter().zip(counts).filter(|&(&state, _)| cause_of(state) == cause).map(|(_, n)| n).sum();
    let groups = State::ALL.map(|state| (players(cause_of(state)), cause_of(state)));
    let (players, cause): (u32, _) = groups.into_iter().max_by_key(|&(players, _)| players)?;
    let words = format!(
        "The day starves, so it was stopped and is incomplete: {} players are online, more than {FACTOR} times the peak of {} \
         that theory predicts. {} of them {}",
        grouped(online.into()),
        grouped(predicted_peak as u64),
        per_cent(f64::from(players) / f64::from(online)),
        explanation(cause, day, params),
    );
    Some(Starvation { cause, words })
}

fn is_beyond(online: u32, predicted_peak: f64) -> bool {
    predicted_peak.is_finite() && predicted_peak > 0.0 && f64::from(online) > FACTOR * predicted_peak.max(LEAST_PEAK)
}

/// Completes the sentence about the players who wait, and names the parameters.
fn explanation(cause: Cause, day: &impl Simulate, params: &Params) -> String {
    match cause {
        Cause::Players if params.policy() == Policy::Rules => format!(
            "search: the rule set does not give matches as fast as players queue, who search for up to {} s. Relax its rules \
             earlier, lower its time-out, or raise the population.",
            search_s(params)
        ),
        Cause::Players if params.policy() == Policy::Plugin => format!(
            "search: the plug-in does not give matches as fast as players queue, who search for up to {} s. Make it less \
             strict earlier, lower the request time-out, or raise the population.",
            search_s(params)
        ),
        Cause::Players if params.is_ranked() => format!(
            "search: search windows do not give {} matches as fast as players queue, who search for up to {} s. \
             Widen the windows, or raise the population.",
            params.ranked(),
            search_s(params)
        ),
        Cause::Players => {
            format!(
                "search: {} players for a match within {} ms, later {} ms, are not found as fast as players queue, who search \
                 for up to {} s. Lower the players per match or the number of playlists, or raise the population or \
                 the round-trip limits.",
                params.players(),
                params.ideal_ms(),
                params.expand_ms(),
                search_s(params)
            )
        }
        Cause::Servers => format!(
            "wait for a server: a buffer of {} servers in each datacenter and a boot time of {} s do not keep up with the \
             matches. Raise the buffer, or lower the boot time.",
            grouped(params.buffer().into()),
            params.boot_s()
        ),
        Cause::ReadyChecks => format!(
            "are in ready checks: with an acceptance rate of {} few checks succeed. Raise the acceptance rate.",
            rate(params, Key::AcceptRate)
        ),
        Cause::Matches => {
            let lost = day.servers().map_or_else(String::new, |servers| {
                let (completed, lost) = servers.ended();
                format!(
                    ": {} matches were lost with their servers, {} were completed",
                    grouped(lost),
                    grouped(completed)
                )
            });
            format!(
                "are in matches or between them{lost}. Players of a lost match search again, and never decide to leave. Lower the faults of \
                 servers, or shorten the matches."
            )
        }
        Cause::Lockouts => format!(
            "are locked out or between matches: with an acceptance rate of {} most ready checks fail, and lock out those who \
             did not accept. Raise the acceptance rate.",
            rate(params, Key::AcceptRate)
        ),
        Cause::Policy => "search, and the failed policy forms no matches.".to_owned(),
    }
}

fn rate(params: &Params, key: Key) -> String {
    per_cent(f64::from(params.share(key)) / f64::from(Params::SHARE_ONE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Day, Options};
    use matchday_base::time::MINUTE_S;
    use matchday_sim::forecast::Forecast;
    use matchday_sim::tiny::{params, tiny_dataset};
    use matchday_sim::{World, theory};
    use std::sync::Arc;

    /// The first finding of a day, minute by minute, and whether the day was over without one.
    fn found(pairs: &[(&str, &str)]) -> Option<Starvation> {
        let (dataset, params) = (tiny_dataset(), params(pairs));
        let peak = Forecast::new(&dataset).peak(&params, theory::REFERENCE);
        let world = Arc::new(World::new(&dataset, &params).unwrap());
        let mut day = Day::new(&world, &params, Options::default()).unwrap();
        while day.now() < day.end() {
            day.advance(MINUTE_S);
            if let Some(found) = starvation(&day, &params, peak) {
                return Some(found);
            }
        }
        None
    }

    #[test]
    fn a_day_that_starves_is_found_and_its_cause_named() {
        let search = [("players", "64"), ("match_s", "10"), ("pause_s", "0"), ("patience_s", "600")];
        let longest =
            [("ccu", "2500"), ("playlists", "20"), ("ideal_s", "120"), ("expand_s", "120"), ("warm_s", "120")];
        let short = [("ccu", "5000"), ("ranked", "1v1"), ("match_s", "10"), ("pause_s", "0")];
        let slow = [&short[..], &[("fleet", "broker"), ("buffer", "0"), ("boot_s", "3600")]].concat();
        let never_ready = [("ccu", "1000"), ("match_s", "30"), ("ranked", "5v5"), ("accept_rate", "0.01")];
        for (pairs, cause, says) in [
            (
                &[&search[..], &longest].concat()[..],
                Cause::Players,
                "64 players for a match within 50 ms, later 100 ms",
            ),
            (&slow, Cause::Servers, "a buffer of 0 servers in each datacenter and a boot time of 3600 s"),
            (&[("ccu", "1000"), ("fleet", "broker"), ("fault.hang", "1")], Cause::Matches, "0 were completed"),
            (&never_ready, Cause::Lockouts, "with an acceptance rate of 1.0 %"),
        ] {
            let found = found(pairs).unwrap_or_else(|| panic!("{pairs:?}"));
            assert_eq!(found.cause, cause, "{}", found.words);
            assert!(found.words.contains(says) && found.words.contains("is incomplete"), "{}", found.words);
        }
    }

    #[test]
    fn no_finding_without_a_prediction_or_for_few_players() {
        assert!(!is_beyond(1_000_000, f64::NAN) && !is_beyond(1_000_000, f64::INFINITY) && !is_beyond(1_000_000, 0.0));
        assert!(!is_beyond(300, 10.0) && is_beyond(301, 10.0));
        assert!(!is_beyond(3_000, 1_000.0) && is_beyond(3_001, 1_000.0));
    }
}
