//! What each parameter is worth, as the simulation reads it: its type and its unit.

use super::text::{Value, parse_decimal};
use super::{Estimate, FleetFlow, Key, Params, RankedQueue, RatingSystem, Ready, Season, WidenBy};
use crate::Incident;

impl Params {
    /// Denominator of [`replay`](Self::replay).
    pub const REPLAY_ONE: u32 = 10_000;
    /// Denominator of [`bad_routes`](Self::bad_routes) and [`accelerator`](Self::accelerator).
    pub const SHARE_ONE: u32 = 10_000;

    /// Replay probability, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
    pub fn replay(&self) -> u32 {
        self.integer(Key::Replay)
    }

    /// RTT up to which a player is matched at first, in ms.
    pub fn ideal_ms(&self) -> u8 {
        self.integer(Key::IdealMs) as u8
    }

    /// RTT up to which a player is matched later, in ms; never below [`ideal_ms`](Self::ideal_ms).
    pub fn expand_ms(&self) -> u8 {
        (self.integer(Key::ExpandMs) as u8).max(self.ideal_ms())
    }

    /// Seconds in IDEAL.
    pub fn ideal_s(&self) -> u32 {
        self.integer(Key::IdealS)
    }

    /// Seconds in EXPAND.
    pub fn expand_s(&self) -> u32 {
        self.integer(Key::ExpandS)
    }

    /// Seconds in WARMBODY.
    pub fn warm_s(&self) -> u32 {
        self.integer(Key::WarmS)
    }

    /// Whether a failed search ends in a match against bots.
    pub fn bots(&self) -> bool {
        self.integer(Key::Bots) != 0
    }

    /// Players per match.
    pub fn players(&self) -> u32 {
        self.integer(Key::Players)
    }

    /// Match length in seconds.
    pub fn match_s(&self) -> u32 {
        self.integer(Key::MatchS)
    }

    /// Pause between matches in seconds.
    pub fn pause_s(&self) -> u32 {
        self.integer(Key::PauseS)
    }

    /// Whether those of a match who queue again stay together.
    pub fn together(&self) -> bool {
        self.integer(Key::Together) != 0
    }

    /// Where the matchmaker has its RTTs from.
    pub fn estimate(&self) -> Estimate {
        match self.integer(Key::Estimate) {
            0 => Estimate::Map,
            1 => Estimate::Distance,
            _ => Estimate::Ping,
        }
    }

    /// Share of routes that are bad, of [`SHARE_ONE`](Self::SHARE_ONE).
    pub fn bad_routes(&self) -> u32 {
        self.integer(Key::BadRoutes)
    }

    /// Mean RTT that a bad route adds, ms.
    pub fn bad_route_ms(&self) -> u8 {
        self.integer(Key::BadRouteMs) as u8
    }

    /// Most that a ping is off by, ms.
    pub fn jitter_ms(&self) -> u8 {
        self.integer(Key::JitterMs) as u8
    }

    /// Share of the bad routes to game servers that are repaired, of [`SHARE_ONE`](Self::SHARE_ONE).
    pub fn accelerator(&self) -> u32 {
        self.integer(Key::Accelerator)
    }

    /// Peak CCU that the joins give at the default parameters.
    pub fn ccu(&self) -> u32 {
        self.integer(Key::Ccu)
    }

    /// Playlists that the population is split into.
    pub fn playlists(&self) -> u32 {
        self.integer(Key::Playlists)
    }

    /// Up to where in 0..2^32 each playlist reaches, of numbers that all are equally likely to be a player's.
    pub fn shares(&self) -> Vec<u64> {
        let (mut weight, mut sum) = (1, 0);
        let mut given = self.words(Key::Shares).split(',').map_while(|weight| parse_decimal(weight, 0));
        let mut bounds = Vec::new();
        for _ in 0..self.playlists() {
            weight = given.next().unwrap_or(weight);
            sum += weight as u64;
            bounds.push(sum << 32);
        }
        bounds.iter_mut().for_each(|bound| *bound /= sum);
        bounds
    }

    /// Days shown.
    pub fn days(&self) -> u32 {
        self.integer(Key::Days)
    }

    /// Seed of the run.
    pub fn seed(&self) -> u32 {
        self.integer(Key::Seed)
    }

    /// Where matches get servers.
    pub fn fleet(&self) -> FleetFlow {
        match self.integer(Key::Fleet) {
            0 => FleetFlow::Off,
            1 => FleetFlow::Broker,
            _ => FleetFlow::Register,
        }
    }

    /// Servers that each datacenter keeps beyond those in use.
    pub fn buffer(&self) -> u32 {
        self.integer(Key::Buffer)
    }

    /// Median boot time of a server in seconds.
    pub fn boot_s(&self) -> u32 {
        self.integer(Key::BootS)
    }

    /// How often the fault of this name happens, in millionths of its occasions; 0 if there is none of it.
    pub fn fault(&self, name: &str) -> u32 {
        let key = Key::ALL.into_iter().find(|key| key.spec().key.strip_prefix("fault.") == Some(name));
        key.map_or(0, |key| self.integer(key))
    }

    /// What goes wrong at which moments, in the order in which they were written.
    pub fn incidents(&self) -> Vec<Incident> {
        self.words(Key::Incidents).split(',').filter_map(Incident::read).collect()
    }

    /// Whether matches are ranked.
    pub fn is_ranked(&self) -> bool {
        self.ranked() != "off"
    }

    /// What is played for ratings, as text: `off`, or a mode.
    pub fn ranked(&self) -> &str {
        self.words(Key::Ranked)
    }

    /// The rating system that decides.
    pub fn rating(&self) -> RatingSystem {
        rating_system(self.integer(Key::Rating))
    }

    /// The rating system beside it, if there is one.
    pub fn shadow(&self) -> Option<RatingSystem> {
        self.integer(Key::Shadow).checked_sub(1).map(rating_system)
    }

    /// How fast Glicko-2 lets volatility change.
    pub fn tau(&self) -> f64 {
        f64::from(self.integer(Key::Tau)) / 100.0
    }

    /// How the ranked queue narrows who meets whom.
    pub fn queue(&self) -> RankedQueue {
        match self.integer(Key::Queue) {
            0 => RankedQueue::Windows,
            1 => RankedQueue::Bands,
            _ => RankedQueue::Global,
        }
    }

    /// How windows widen, as text: a preset, or steps.
    pub fn widening(&self) -> &str {
        self.words(Key::Widening)
    }

    /// Whose age widens a window.
    pub fn widen_by(&self) -> WidenBy {
        match self.integer(Key::WidenBy) {
            0 => WidenBy::Oldest,
            1 => WidenBy::Newest,
            _ => WidenBy::Average,
        }
    }

    /// Accounts at first.
    pub fn accounts(&self) -> u32 {
        self.integer(Key::Accounts)
    }

    /// Standard deviation of true skill, in points.
    pub fn skill_sd(&self) -> u32 {
        self.integer(Key::SkillSd)
    }

    /// Classes of activity, as text.
    pub fn activity(&self) -> &str {
        self.words(Key::Activity)
    }

    /// A share of the ranked ladder, of [`SHARE_ONE`](Self::SHARE_ONE): `key` is one of [`Key::Newcomers`],
    /// [`Key::Smurfs`], [`Key::Parties`], [`Key::Picky`], [`Key::AcceptRate`], [`Key::LeaveRate`].
    pub fn share(&self, key: Key) -> u32 {
        self.integer(key)
    }

    /// What is asked before a ranked match starts.
    pub fn ready(&self) -> Ready {
        match self.integer(Key::Ready) {
            0 => Ready::Accept,
            1 => Ready::Instant,
            _ => Ready::Double,
        }
    }

    /// Whether a failed ready check takes everybody out of the queue.
    pub fn cancel_all(&self) -> bool {
        self.integer(Key::CancelAll) != 0
    }

    /// How seasons begin.
    pub fn season(&self) -> Season {
        match self.integer(Key::Season) {
            0 => Season::Soft,
            1 => Season::Hard,
            2 => Season::Floors,
            _ => Season::Rolling,
        }
    }

    /// Days of a season.
    pub fn season_days(&self) -> u32 {
        self.integer(Key::SeasonDays)
    }

    /// What a person did inside, as text.
    pub fn player_actions(&self) -> &str {
        self.words(Key::PlayerActions)
    }

    /// Changes to the default set of datacenters.
    pub fn dcs(&self) -> &str {
        self.words(Key::Dcs)
    }

    fn words(&self, key: Key) -> &str {
        match &self.values[key as usize] {
            Value::Text(text) => text,
            Value::Integer(_) => "",
        }
    }

    fn integer(&self, key: Key) -> u32 {
        match self.values[key as usize] {
            // Within 0..=u32::MAX by the bounds in SPECS (see the test).
            Value::Integer(n) => n as u32,
            Value::Text(_) => 0,
        }
    }
}

fn rating_system(word: u32) -> RatingSystem {
    match word {
        0 => RatingSystem::Glicko2,
        1 => RatingSystem::Elo,
        _ => RatingSystem::WengLin,
    }
}
