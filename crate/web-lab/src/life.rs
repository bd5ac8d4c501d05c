//! The day of one player, in a worker.

use crate::ranked::waiting::Refused;
use matchday_base::{CellId, SimTime};
use matchday_ladder::history::Ended;
use matchday_observe::life::{Companion, Life, Played, SearchRecord, Stretch};
use matchday_sim::census::State;
use matchday_sim::{EventKind, World};
use serde::Serialize;
use tsify::Tsify;

/// The day of a player. Times are seconds since the first shown midnight; negative before it.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PlayerDay {
    /// Its number.
    pub player: u32,
    /// Middle of the cell from which it joined, degrees; null if it is never online.
    pub place: Option<LifePlace>,
    /// Its states, in order.
    pub stretches: Vec<LifeStretch>,
    /// Its searches, in order.
    pub searches: Vec<LifeSearch>,
    /// Its matches, in order.
    pub matches: Vec<LifeMatch>,
}

/// A place, degrees north and east.
#[derive(Clone, Copy, Serialize, Tsify)]
pub struct LifePlace {
    /// Its latitude.
    pub lat: f64,
    /// Its longitude.
    pub lon: f64,
}

/// A state of a player.
#[derive(Serialize, Tsify)]
pub struct LifeStretch {
    /// The state.
    #[tsify(type = "\"searching\" | \"placing\" | \"playing\" | \"between\"")]
    pub state: &'static str,
    /// Its first second.
    pub from_s: i32,
    /// The second after its last.
    pub until_s: i32,
}

/// A search for a match.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LifeSearch {
    /// When it began.
    pub from_s: i32,
    /// When it ended; null: it goes on.
    pub until_s: Option<i32>,
    /// The word of the event that ended it; null: it goes on.
    pub ended: Option<&'static str>,
    /// When it went on within the expanded cap, if it did.
    pub expanded_s: Option<i32>,
    /// When it went on for any match that lacks players, if it did.
    pub warm_s: Option<i32>,
    /// The datacenters in whose queues it stood last, by their index among the active ones.
    pub datacenters: Vec<u16>,
    /// Most other players who stood in one of its queues at the end of a second.
    pub others: u32,
    /// Matches that formed at these datacenters without it; 0 on ranked days.
    pub without_it: u32,
    /// On a ranked day, the candidates that were compared with it.
    pub seen: Option<u64>,
    /// On a ranked day, those of them that were refused.
    pub refused: Option<Refused>,
}

/// A match of a player.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LifeMatch {
    /// Its number.
    pub id: u32,
    /// Its datacenter, by its index among the active ones.
    pub datacenter: u16,
    /// When it formed.
    pub formed_s: i32,
    /// When it started; null: not yet, or never.
    pub started_s: Option<i32>,
    /// When the player was in it no more; null: it is in it.
    pub ended_s: Option<i32>,
    /// The word of the event with which the player was in it no more.
    pub ended: Option<&'static str>,
    /// The server on which it started.
    pub server: Option<u32>,
    /// What it did to the player's rating.
    pub rated: Option<LifeRated>,
    /// Everybody in it, the player too, team by team.
    pub players: Vec<LifeCompanion>,
}

/// A change of a rating, points.
#[derive(Serialize, Tsify)]
pub struct LifeRated {
    /// Before the match.
    pub before: f32,
    /// After it.
    pub after: f32,
    /// The result.
    #[tsify(type = "\"won\" | \"drawn\" | \"lost\" | \"left\"")]
    pub how: &'static str,
}

/// A player in a match.
#[derive(Serialize, Tsify)]
pub struct LifeCompanion {
    /// Its number.
    pub player: u32,
    /// Middle of the cell from which it joined.
    pub place: LifePlace,
    /// Its team, from 0.
    pub team: u8,
    /// How long it searched, s.
    pub wait_s: u32,
    /// Actual RTT, ms.
    pub rtt_ms: u16,
}

impl PlayerDay {
    /// The day of a player in a world.
    pub fn of(player: u32, life: &Life, world: &World) -> Self {
        Self {
            player,
            place: life.cell.map(|cell| LifePlace::of(world, cell)),
            stretches: life.stretches.iter().map(LifeStretch::of).collect(),
            searches: life.searches.iter().map(LifeSearch::of).collect(),
            matches: life.matches.iter().map(|played| LifeMatch::of(played, world)).collect(),
        }
    }
}

impl LifePlace {
    fn of(world: &World, cell: CellId) -> Self {
        let centre = world.cells[cell.index()].centre();
        Self { lat: centre.lat(), lon: centre.lon() }
    }
}

impl LifeStretch {
    fn of(&Stretch { state, from, until }: &Stretch) -> Self {
        let state = match state {
            State::Ideal | State::Expand | State::Warm => "searching",
            State::Placing => "placing",
            State::Playing | State::Bots => "playing",
            State::Between => "between",
        };
        Self { state, from_s: from.from_midnight_s(), until_s: until.from_midnight_s() }
    }
}

impl LifeSearch {
    fn of(search: &SearchRecord) -> Self {
        Self {
            from_s: search.from.from_midnight_s(),
            until_s: time_of(search.ended),
            ended: word_of(search.ended),
            expanded_s: search.expanded.map(SimTime::from_midnight_s),
            warm_s: search.warm.map(SimTime::from_midnight_s),
            datacenters: search.datacenters.iter().map(|at| at.0).collect(),
            others: search.others,
            without_it: search.without_it,
            seen: search.tally.map(|tally| tally.seen),
            refused: search.tally.map(Refused::from),
        }
    }
}

impl LifeMatch {
    fn of(played: &Played, world: &World) -> Self {
        let companion = |&Companion { number, cell, team, wait_s, rtt_ms }: &Companion| LifeCompanion {
            player: number,
            place: LifePlace::of(world, cell),
            team,
            wait_s,
            rtt_ms,
        };
        let how = |how| match how {
            Ended::Won => "won",
            Ended::Drawn => "drawn",
            Ended::Lost => "lost",
            Ended::Left => "left",
        };
        Self {
            id: played.id.0,
            datacenter: played.datacenter.0,
            formed_s: played.formed.from_midnight_s(),
            started_s: played.started.map(SimTime::from_midnight_s),
            ended_s: time_of(played.ended),
            ended: word_of(played.ended),
            server: played.server.map(|server| server.0),
            rated: played.rated.map(|rated| LifeRated {
                before: rated.before,
                after: rated.after,
                how: how(rated.how),
            }),
            players: played.players.iter().map(companion).collect(),
        }
    }
}

fn time_of(ended: Option<(EventKind, SimTime)>) -> Option<i32> {
    ended.map(|(_, at)| at.from_midnight_s())
}

fn word_of(ended: Option<(EventKind, SimTime)>) -> Option<&'static str> {
    ended.map(|(kind, _)| kind.word())
}
