//! What a run takes, before it is simulated: time and memory, from its parameters.
//!
//! The constants were fitted to measured runs of every kind; the benchmark `cost` compares them with runs of random
//! scenarios, and the step `instructions` with counted ones.

use crate::columns::Layout;
use crate::forecast::Forecast;
use crate::log::warm_up_s;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_matchmaker::ranked::Mode;
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

/// What is known of a run beforehand.
struct Run<'a> {
    params: &'a Params,
    /// Simulated days, with the warm-up and the earlier days of a ladder.
    days: f64,
    datacenters: f64,
    /// Each player counts once a match.
    player_matches: f64,
    /// Players online at the peak, about.
    players: f64,
    /// Players of a match.
    match_players: f64,
}

const MICRO: f64 = 1e-6;
const NANO: f64 = 1e-9;

impl Cost {
    /// The cost of a run with so many datacenters.
    pub fn of(params: &Params, forecast: &Forecast, datacenters: usize) -> Self {
        let shown = f64::from(params.days());
        let forecast_days = shown + f64::from(warm_up_s(params)) / f64::from(DAY_S);
        let ladder_days = if params.is_ranked() { f64::from(params.ladder_days()) } else { 0.0 };
        let days = forecast_days.max(shown + ladder_days);
        let run = Run {
            params,
            days,
            datacenters: datacenters as f64,
            player_matches: forecast.player_matches(params) * days / forecast_days,
            players: f64::from(params.ccu()) * plays(params) / plays(&Params::default()),
            match_players: f64::from(match_players(params)),
        };
        let minutes = shown * f64::from(DAY_S / MINUTE_S);
        let columns = minutes * 4.0 * Layout::of(params, datacenters).width() as f64;
        Self { seconds: run.matching_s() + run.servers_s(), bytes: columns + run.people_bytes() + run.servers_bytes() }
    }
}

/// Matches that a player plays, one after the other.
fn plays(params: &Params) -> f64 {
    1.0 / (1.0 - f64::from(params.replay()) / f64::from(Params::REPLAY_ONE))
}

/// Players of a match, in ranked modes with both teams. Rule sets say it themselves, but reading them would make the page's
/// first module a third larger; so the parameter stands for them.
fn match_players(params: &Params) -> u32 {
    let mode = params.ranked().parse().ok().filter(|_| params.is_ranked());
    mode.map_or(params.players(), |mode: Mode| mode.players() as u32)
}

impl Run<'_> {
    /// Searching and matching, and the ladder that matches count for.
    fn matching_s(&self) -> f64 {
        match (self.params.is_ranked(), self.params.policy()) {
            (true, Policy::Article) => self.ladder_s() + 5.0 * MICRO * self.player_matches,
            (true, _) => self.ladder_s() + self.policy_s(),
            (false, Policy::Article) => self.article_s(),
            (false, _) => 0.03 * self.days + self.policy_s(),
        }
    }

    /// Every call costs, more where matches form in it, for each playlist. Most players cost little, because they are handled
    /// together; those who gathered between two calls cost more.
    fn article_s(&self) -> f64 {
        let (playlists, interval_s) = (f64::from(self.params.playlists()), f64::from(self.params.interval_s()));
        let calls = self.days * playlists / interval_s;
        let estimate = match self.params.estimate() {
            Estimate::Map => 0.0,
            Estimate::Distance => 60.0 * NANO,
            Estimate::Ping => 200.0 * NANO,
        };
        let seconds = 0.01 * self.days + 0.006 * self.days * playlists;
        let player = 30.0 * NANO + 5.0 * NANO * interval_s + estimate;
        seconds + (0.05 + 0.15 * self.busy(calls)) * calls + player * self.player_matches
    }

    /// The share of the calls in which matches form. The number of calls is in days of one call a second.
    fn busy(&self, calls: f64) -> f64 {
        1.0 - libm::exp(-0.5 * self.player_matches / (calls * f64::from(DAY_S)))
    }

    /// Sampling and rating accounts, whether they play or not: more of them do not fit into the processor's cache.
    fn ladder_s(&self) -> f64 {
        let accounts = f64::from(self.params.accounts());
        let each = if self.forms_matches() { 0.3 * MICRO * (1.0 + accounts / 700_000.0) } else { 0.1 * MICRO };
        0.02 * self.days + each * accounts * self.days
    }

    /// Whether a ranked match ever forms; so few players never do.
    fn forms_matches(&self) -> bool {
        f64::from(self.params.ccu()) >= 2.7 * self.match_players
    }

    /// Calls of a rule set or a plug-in, about every player who waits.
    fn policy_s(&self) -> f64 {
        // Rules have types, and so have attributes: nearly every one of them costs something.
        let rules = self.params.rules().matches("\"type\"").count() as f64;
        let (per_call, per_player) = match self.params.policy() {
            Policy::Article => (0.0, 0.0),
            Policy::Rules => (0.5 * rules, (2.0 + 0.5 * rules) * MICRO),
            Policy::Plugin => (0.5, MICRO),
        };
        let calls = self.days / f64::from(self.params.interval_s());
        per_call * self.busy(calls) * calls + per_player * self.player_matches
    }

    /// Servers that stand ready.
    fn ready_servers(&self) -> f64 {
        f64::from(self.params.buffer()) * self.datacenters
    }

    fn servers_s(&self) -> f64 {
        let (ready, playing) = (self.ready_servers(), self.player_matches * (0.12 + 1.0 / self.match_players) * MICRO);
        match self.params.fleet() {
            FleetFlow::Off => 0.0,
            FleetFlow::Broker => 0.05 * self.days + playing + MICRO * ready * self.days,
            // Each of them registers again and again.
            FleetFlow::Register => 0.05 * self.days + playing + 55.0 * MICRO * ready * self.days,
        }
    }

    fn people_bytes(&self) -> f64 {
        if !self.params.is_ranked() {
            let estimates = if self.params.estimate() == Estimate::Ping { 135.0 } else { 0.0 };
            let playlists = 50_000.0 * f64::from(self.params.playlists());
            return (55.0 + estimates) * self.players + 90.0 * self.datacenters * self.gathered() + playlists;
        }
        // The lists of accounts double with the first match.
        let each = if self.forms_matches() { 240.0 } else { 58.0 };
        let accounts = f64::from(self.params.accounts());
        let joins = self.player_matches / plays(self.params);
        let played = accounts * (1.0 - libm::exp(-joins / accounts));
        each * accounts + 400.0 * played
    }

    /// Players who gather between two calls of the matchmaker, in the lists of the datacenters. Who plays again at the moment
    /// of a call does not wait for it.
    fn gathered(&self) -> f64 {
        let (interval_s, match_s) = (self.params.interval_s(), self.params.match_s());
        let joining = if match_s.is_multiple_of(interval_s) { 1.0 / plays(self.params) } else { 1.0 };
        self.players * joining * f64::from(interval_s) / f64::from(match_s + interval_s)
    }

    fn servers_bytes(&self) -> f64 {
        let ready = self.ready_servers();
        let playing = self.players * (40.0 + 900.0 / self.match_players);
        // Counts of servers by datacenter and minute.
        let minutes = f64::from(self.params.days() * (DAY_S / MINUTE_S)) * self.datacenters * 130.0;
        match self.params.fleet() {
            FleetFlow::Off => 0.0,
            FleetFlow::Broker => 95.0 * ready + playing + minutes,
            FleetFlow::Register => 195.0 * ready + 42.0 * self.ids() + playing + minutes,
        }
    }

    /// Ids of servers from the one that has been ready for longest to the newest: where fewest play, a server waits until
    /// the buffer there has been asked for, and through a night if that takes longer than a day.
    fn ids(&self) -> f64 {
        let matches = self.player_matches / self.match_players;
        let buffer = f64::from(self.params.buffer());
        matches.min(800.0 * buffer * buffer.sqrt().sqrt())
    }
}
