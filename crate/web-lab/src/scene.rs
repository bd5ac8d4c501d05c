//! The players and matches of a part of the world, one by one, between two seconds.

use matchday_atlas::Location;
use matchday_base::rng::split_mix;
use matchday_base::{MatchId, SimTime};
use matchday_observe::company::OpenMatch;
use matchday_observe::{Company, Day};
use matchday_scenario::Params;
use matchday_sim::census::State;
use matchday_sim::{Online, Simulate, Snapshot};
use matchday_web_common::js::typed_array;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tsify::Tsify;

/// Most players that are listed one by one.
const MOST_PLAYERS: usize = 4_000;
/// Side of a cell, degrees.
const CELL_DEGREES: f64 = 0.25;
/// Stands for no match in `match_of`.
const NO_MATCH: u32 = u32::MAX;

/// A part of the world, degrees. `west` may be east of `east`: then the part contains the 180th meridian.
#[derive(Clone, Copy, Deserialize, Tsify)]
pub struct Part {
    /// Its western edge.
    pub west: f64,
    /// Its southern edge.
    pub south: f64,
    /// Its eastern edge.
    pub east: f64,
    /// Its northern edge.
    pub north: f64,
}

impl Part {
    /// Whether a place is in it.
    pub(crate) fn contains(self, lat: f64, lon: f64) -> bool {
        let eastwards = |from: f64, to: f64| (to - from).rem_euclid(360.0);
        let width = if self.east - self.west >= 360.0 { 360.0 } else { eastwards(self.west, self.east) };
        (self.south..=self.north).contains(&lat) && eastwards(self.west, lon) <= width
    }
}

/// A match with a player in the part.
#[derive(Serialize, Tsify)]
pub struct SceneMatch {
    /// Its number.
    pub id: u32,
    /// Its datacenter, by index among the active ones.
    pub datacenter: u16,
    /// When it formed, seconds since the first shown midnight; negative before it.
    pub formed_s: i32,
    /// Whether it has started on its server.
    pub started: bool,
    /// Players in it, anywhere.
    pub players: u32,
}

/// The players and matches of a part of the world.
#[derive(Serialize, Tsify)]
pub struct Scene {
    /// The later of the two seconds, counted from the first shown midnight.
    pub shown_s: u32,
    /// Whether there are too many players to list them; then only servers are here.
    pub crowded: bool,
    /// The number of each player.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub players: Vec<u32>,
    /// Longitude and latitude of each player in turn, degrees: a fixed place in the cell.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float32Array")]
    pub places: Vec<f32>,
    /// State of each player: 0 playing, 1 between matches, 2 searching, 3 in a match without a server.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub states: Vec<u8>,
    /// How long each has been in its state, s.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub ages_s: Vec<u32>,
    /// Position of each player's match in `matches`; 4294967295 without a match.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub match_of: Vec<u32>,
    /// The matches of these players, in the order of their forming.
    pub matches: Vec<SceneMatch>,
    /// The queues in which these players stand: position of the player and datacenter in turn.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub queued: Vec<u32>,
    /// Servers of each datacenter by group: allocated, reserved, ready, booting, leaving; none without servers.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Uint32Array")]
    pub servers: Vec<u32>,
}

/// A day that runs on from a checkpoint, to see who is in which match.
pub struct SceneDay {
    company: Company,
    /// Where it began.
    from: SimTime,
    lead_s: u32,
}

impl SceneDay {
    /// Begins with a day before a moment. If it is at least [`Company::lead_s`] before, all matches are known.
    pub fn new(day: Day, params: &Params) -> Self {
        Self { from: day.now(), company: Company::new(day), lead_s: Company::lead_s(params) }
    }

    /// Whether it reaches a moment sooner than a clone of this checkpoint does, and knows as many of its matches.
    pub fn can_reach(&self, moment: SimTime, checkpoint: SimTime) -> bool {
        let is_near = (checkpoint..=moment).contains(&self.company.day().now());
        is_near && (self.from + self.lead_s <= moment || self.from == checkpoint)
    }

    /// Simulates at most `seconds` seconds towards a moment; returns whether it is reached.
    pub fn advance_to(&mut self, moment: SimTime, seconds: u32) -> bool {
        self.company.advance(seconds.min(moment.since(self.company.day().now())));
        self.company.day().now() == moment
    }

    /// The day.
    pub fn day(&self) -> &Day {
        self.company.day()
    }

    /// The day with its matches.
    pub fn company(&self) -> &Company {
        &self.company
    }

    /// The players and matches of a part of the world.
    pub fn scene(&self, part: Part) -> Scene {
        let day = self.day();
        let mut inside = Vec::new();
        day.each_online(&mut |online| {
            let (lat, lon) = place(online, day.world().cells[online.cell.index()].centre());
            if part.contains(lat, lon) {
                inside.push((online, lat, lon));
            }
        });
        let mut scene = Scene {
            shown_s: day.now().shown_s().unwrap_or(0),
            crowded: inside.len() > MOST_PLAYERS,
            players: Vec::new(),
            places: Vec::new(),
            states: Vec::new(),
            ages_s: Vec::new(),
            match_of: Vec::new(),
            matches: Vec::new(),
            queued: Vec::new(),
            servers: day.servers().map_or_else(Vec::new, |servers| servers.by_group().flatten().collect()),
        };
        if !scene.crowded {
            self.list(&inside, &mut scene);
        }
        scene
    }

    fn list(&self, inside: &[(Online, f64, f64)], scene: &mut Scene) {
        let day = self.day();
        let found: BTreeMap<MatchId, &OpenMatch> =
            inside.iter().filter_map(|(online, ..)| self.company.match_of(online.player)).collect();
        let at: BTreeMap<MatchId, u32> = found.keys().copied().zip(0..).collect();
        scene.matches = found.iter().map(|(&id, found)| scene_match(id, found)).collect();
        for (online, lat, lon) in inside {
            scene.players.push(online.player);
            scene.places.extend([*lon as f32, *lat as f32]);
            scene.states.push(if online.state == State::Placing { 3 } else { online.state.on_map() as u8 });
            scene.ages_s.push(day.now().since(online.since));
            let id = self.company.match_of(online.player).map(|(id, _)| id);
            scene.match_of.push(id.and_then(|id| at.get(&id).copied()).unwrap_or(NO_MATCH));
        }
        let positions: BTreeMap<u32, u32> = scene.players.iter().copied().zip(0..).collect();
        day.each_queued(&mut |player, datacenter| {
            if let Some(&position) = positions.get(&player) {
                scene.queued.extend([position, datacenter.0.into()]);
            }
        });
    }
}

fn scene_match(id: MatchId, found: &OpenMatch) -> SceneMatch {
    SceneMatch {
        id: id.0,
        datacenter: found.datacenter.0,
        formed_s: found.formed.from_midnight_s(),
        started: found.started.is_some(),
        players: found.players.len() as u32,
    }
}

/// The place of a player in its cell, by a hash of its number: latitude and longitude, degrees.
pub(crate) fn place(online: Online, centre: Location) -> (f64, f64) {
    let bits = split_mix(online.player.into());
    let within = |bits: u64| ((bits & 0xffff) as f64 / 65_536.0 - 0.5) * CELL_DEGREES;
    (centre.lat() + within(bits), centre.lon() + within(bits >> 16))
}
