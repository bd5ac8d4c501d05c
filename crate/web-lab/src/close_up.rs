//! The players of a part of the world or of a datacenter at a moment, in a worker.

use crate::scene::{Part, SceneDay, place};
use matchday_base::{DatacenterIndex, SimTime};
use matchday_observe::CloseUp;
use matchday_observe::close_up::{Flow, Spread};
use matchday_sim::census::State;
use matchday_sim::{Simulate, Snapshot};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// Most flows that are listed.
const MOST_FLOWS: usize = 400;
/// Most matches that are listed.
const MOST_MATCHES: usize = 12;

/// A selection of players: of a datacenter, or of a part of the world.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Selection {
    /// A datacenter, by its index among the active ones.
    pub datacenter: Option<u16>,
    /// A part of the world.
    pub part: Option<Part>,
}

/// Some players at a moment.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PlayersSeen {
    /// Players online.
    pub online: u32,
    /// Players in matches.
    pub playing: u32,
    /// Players between matches.
    pub between: u32,
    /// Players who search.
    pub searching: u32,
    /// Players whose match has no server yet.
    pub placing: u32,
    /// How long those have waited who search now, s.
    pub waiting_s: Option<SpreadSeen>,
    /// How long those searched who are in a match, s.
    pub waited_s: Option<SpreadSeen>,
    /// Actual RTT of those who are in a match, ms.
    pub rtt_ms: Option<SpreadSeen>,
    /// Matches with at least one of them.
    pub matches: u32,
}

/// The distribution of a value over players.
#[derive(Serialize, Tsify)]
pub struct SpreadSeen {
    /// Its mean.
    pub mean: f64,
    /// Half of the players do not exceed it.
    pub median: u32,
    /// 95 % of the players do not exceed it.
    pub p95: u32,
}

/// Players of a square of the world in matches at the same datacenter.
#[derive(Serialize, Tsify)]
pub struct FlowSeen {
    /// Their mean latitude, degrees.
    pub lat: f64,
    /// Their mean longitude, degrees.
    pub lon: f64,
    /// The datacenter, by its index among the active ones.
    pub datacenter: u16,
    /// Their number.
    pub players: u32,
    /// Their mean RTT, ms.
    pub rtt_ms: f64,
}

/// A match at a datacenter.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct MatchSeen {
    /// Its number.
    pub id: u32,
    /// When it formed, seconds since the first shown midnight; negative before it.
    pub formed_s: i32,
    /// When it started; null: not yet.
    pub started_s: Option<i32>,
    /// The players in it.
    pub players: Vec<u32>,
    /// Their mean RTT, ms.
    pub rtt_ms: f64,
}

/// The selected players, compared with all players.
#[derive(Serialize, Tsify)]
pub struct CloseUpSeen {
    /// The later of the two seconds, counted from the first shown midnight.
    pub shown_s: u32,
    /// The selected players.
    pub meant: PlayersSeen,
    /// All players.
    pub everybody: PlayersSeen,
    /// From where to which datacenter the selected players play, the greatest first.
    pub flows: Vec<FlowSeen>,
    /// The matches that formed last at the datacenter, the latest first; none of a part of the world.
    pub matches: Vec<MatchSeen>,
    /// Servers of the datacenter by group: allocated, reserved, ready, booting, leaving; empty without servers.
    pub servers: Vec<u32>,
}

impl SceneDay {
    /// The selected players, compared with all players. An empty selection selects nobody.
    pub fn close_up(&self, selection: &Selection) -> CloseUpSeen {
        let (company, day) = (self.company(), self.day());
        let datacenter = selection.datacenter.map(DatacenterIndex);
        let (chosen, everybody) = match (datacenter, selection.part) {
            (Some(at), _) => CloseUp::of_datacenter(company, at),
            (None, part) => CloseUp::of(company, |&online, _| {
                let (lat, lon) = place(online, day.world().cells[online.cell.index()].centre());
                part.is_some_and(|part| part.contains(lat, lon))
            }),
        };
        let servers = day.servers().zip(datacenter).and_then(|(servers, at)| servers.by_group().nth(at.index()));
        CloseUpSeen {
            shown_s: day.now().shown_s().unwrap_or(0),
            meant: PlayersSeen::of(&chosen),
            everybody: PlayersSeen::of(&everybody),
            flows: chosen.flows.iter().take(MOST_FLOWS).map(FlowSeen::of).collect(),
            matches: self.last_matches(datacenter),
            servers: servers.map_or_else(Vec::new, |groups| groups.to_vec()),
        }
    }

    fn last_matches(&self, datacenter: Option<DatacenterIndex>) -> Vec<MatchSeen> {
        let here = self.company().matches().filter(|(_, found)| Some(found.datacenter) == datacenter);
        let mut matches: Vec<MatchSeen> = here
            .map(|(id, found)| MatchSeen {
                id: id.0,
                formed_s: found.formed.from_midnight_s(),
                started_s: found.started.map(SimTime::from_midnight_s),
                players: found.players.iter().map(|player| player.number).collect(),
                rtt_ms: found.players.iter().map(|player| f64::from(player.rtt_ms)).sum::<f64>()
                    / found.players.len() as f64,
            })
            .collect();
        matches.reverse();
        matches.truncate(MOST_MATCHES);
        matches
    }
}

impl PlayersSeen {
    fn of(seen: &CloseUp) -> Self {
        let sum = |states: &[State]| states.iter().map(|&state| seen.states[state as usize]).sum();
        Self {
            online: sum(&State::ALL),
            playing: sum(&[State::Playing, State::Bots]),
            between: sum(&[State::Between]),
            searching: sum(&[State::Ideal, State::Expand, State::Warm]),
            placing: sum(&[State::Placing]),
            waiting_s: seen.waiting_s.map(SpreadSeen::of),
            waited_s: seen.waited_s.map(SpreadSeen::of),
            rtt_ms: seen.rtt_ms.map(SpreadSeen::of),
            matches: seen.matches,
        }
    }
}

impl SpreadSeen {
    fn of(Spread { mean, median, p95 }: Spread) -> Self {
        Self { mean, median, p95 }
    }
}

impl FlowSeen {
    fn of(&Flow { lat, lon, datacenter, players, rtt_ms }: &Flow) -> Self {
        Self { lat, lon, datacenter: datacenter.0, players, rtt_ms }
    }
}
