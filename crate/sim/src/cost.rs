//! What a run takes, before it is simulated: about how much time and memory, from its parameters. Runs that nobody has asked
//! for stop themselves, so a forecast of ordinary days is enough.
//!
//! The constants were fitted to measured runs of every kind; the benchmark `cost` compares them with runs of random
//! scenarios, and the step `instructions` with counted ones.

use crate::columns::Layout;
use crate::forecast::Forecast;
use crate::limits::warm_up_s;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_scenario::Params;
use matchday_scenario::params::{Estimate, FleetFlow, Policy};

/// Expected time and memory of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Seconds of one core of the machine on which runs were measured; other machines are faster or slower by a factor.
    pub seconds: f64,
    /// Most bytes of the day itself, without its world.
    pub bytes: f64,
}

const MICRO: f64 = 1e-6;

impl Cost {
    /// The cost of a run with so many datacenters.
    pub fn of(params: &Params, forecast: &Forecast, datacenters: usize) -> Self {
        let shown = f64::from(params.days());
        let forecast_days = shown + f64::from(warm_up_s(params)) / f64::from(DAY_S);
        let ladder_days = if params.is_ranked() { f64::from(params.ladder_days()) } else { 0.0 };
        // With the warm-up and the earlier days of a ladder.
        let days = forecast_days.max(shown + ladder_days);
        // Each player counts once a match.
        let player_matches = forecast.player_matches(params) * days / forecast_days;
        let sites = datacenters as f64;
        let minutes = shown * f64::from(DAY_S / MINUTE_S);
        let columns = minutes * 4.0 * Layout::of(params, datacenters).width() as f64;
        let (people_s, people_bytes) = people(params, days, player_matches, sites);
        let (servers_s, servers_bytes) = servers(params, days, player_matches, minutes, sites);
        Self { seconds: people_s + servers_s, bytes: columns + people_bytes + servers_bytes }
    }
}

/// Matches that a player plays, one after the other.
fn plays(params: &Params) -> f64 {
    1.0 / (1.0 - f64::from(params.replay()) / f64::from(Params::REPLAY_ONE))
}

/// Players online at the peak, about.
fn players(params: &Params) -> f64 {
    f64::from(params.ccu()) * plays(params) / plays(&Params::default())
}

/// Time and memory of searching and matching, and of the ladder that matches count for.
fn people(params: &Params, days: f64, player_matches: f64, sites: f64) -> (f64, f64) {
    let (playlists, interval_s) = (f64::from(params.playlists()), f64::from(params.interval_s()));
    // In days of one call a second.
    let calls = days * playlists / interval_s;
    let estimate = if params.estimate() == Estimate::Map { 0.0 } else { 0.13 };
    let (call_s, player_s) = match params.policy() {
        Policy::Article if params.is_ranked() => (0.0, 5.0 * MICRO),
        // Most players cost little, because they are handled together; those who gathered between two calls cost more.
        Policy::Article => (0.11, (0.03 + 0.005 * interval_s + estimate) * MICRO),
        // Rules have types, and so have attributes: nearly every one of them costs something.
        Policy::Rules => {
            let rules = params.rules().matches("\"type\"").count() as f64;
            (0.5 * rules, (2.0 + 0.5 * rules) * MICRO)
        }
        Policy::Plugin => (0.5, MICRO),
    };
    let seconds = 0.02 * days + call_s * calls + player_s * player_matches;
    if params.is_ranked() {
        // Accounts are sampled and rated, whether they play or not; more is known of those that have played.
        let accounts = f64::from(params.accounts());
        let played = accounts.min(player_matches / plays(params));
        return (seconds + 0.4 * MICRO * accounts * days, 240.0 * accounts + 250.0 * played);
    }
    let players = players(params);
    // Players who gather between two calls of the matchmaker, in the lists of the datacenters.
    let gathered = players * interval_s / (f64::from(params.match_s()) + interval_s);
    let each = if params.estimate() == Estimate::Ping { 190.0 } else { 55.0 };
    let bytes = each * players + 90.0 * sites * gathered + 50_000.0 * playlists;
    (seconds + 0.006 * playlists * days, bytes)
}

/// Time and memory of servers: those that stand ready, and those with matches.
fn servers(params: &Params, days: f64, player_matches: f64, minutes: f64, sites: f64) -> (f64, f64) {
    let buffer = f64::from(params.buffer());
    let matches = player_matches / f64::from(params.players());
    let (ready_s, ready_bytes, ids) = match params.fleet() {
        FleetFlow::Off => return (0.0, 0.0),
        FleetFlow::Broker => (MICRO, 95.0, 0.0),
        // Each of them registers again and again. A server waits at most until the buffer of its datacenter has been asked for.
        FleetFlow::Register => (55.0 * MICRO, 195.0, matches.min(2_000.0 * buffer)),
    };
    let ready = buffer * sites;
    let seconds = (0.05 + ready_s * ready) * days + (0.12 * player_matches + matches) * MICRO;
    // Of each minute, counts by datacenter.
    (seconds, ready_bytes * ready + 42.0 * ids + 265.0 * players(params) + 130.0 * minutes * sites)
}
