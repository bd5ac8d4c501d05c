//! The rows of a batch. Times are seconds of [`SimTime`](matchday_base::SimTime); ids are the ids of the simulation.

use serde::{Deserialize, Serialize};

/// The estimated rating of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EstimatedRating {
    /// Rating, points.
    pub rating: f64,
    /// Deviation of the rating, points.
    pub rd: f64,
    /// Volatility of the rating, logits per match.
    pub volatility: f64,
}

/// A season that began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Season {
    /// Its number, from 1.
    pub number: u16,
    /// Its first second.
    pub start: u32,
    /// The second after its last one.
    pub end: u32,
    /// Share of each rating's distance to the mean that remained; `None` if all ratings became those of newcomers.
    pub soft_reset_factor: Option<f64>,
    /// The ratings at its start of all accounts with earlier matches.
    pub ratings: Vec<(u32, EstimatedRating)>,
}

/// A match that was played or called off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Its number in the order of offers.
    pub id: u32,
    /// Its season.
    pub season: u16,
    /// The region of its server: a position in the batch's regions.
    pub region: u8,
    /// Its map, from 0.
    pub map: u8,
    /// The second of its offer.
    pub created: u32,
    /// The second of its start; `None` if it was called off before.
    pub started: Option<u32>,
    /// The second of its end.
    pub finished: u32,
    /// The way in which it ended.
    pub state: MatchState,
    /// Mean points of its players at the offer.
    pub average_mmr: f64,
    /// Its players, team by team.
    pub participants: Vec<Participant>,
}

/// The way in which a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MatchState {
    /// It was played to its end, and counts.
    Finished,
    /// A player did not accept it.
    Declined,
    /// It got no server, or lost its server.
    ServerLost,
}

/// One player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Participant {
    /// The account.
    pub player: u32,
    /// Its team, from 0.
    pub team: u8,
    /// Rating before the match.
    pub before: EstimatedRating,
    /// Rating after the match; the same as before if the match does not count.
    pub after: EstimatedRating,
    /// The result of the player.
    pub outcome: Outcome,
    /// Whether the player declined the match or did not answer.
    pub dodged: bool,
    /// Whether the player left before the end.
    pub left_early: bool,
    /// Time that the player played, s.
    pub duration_s: u32,
}

/// The result of a player in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player's team alone took the first place.
    Won,
    /// The player's team shared the first place.
    Drawn,
    /// The player's team took a later place, or the player had left.
    Lost,
    /// The match does not count.
    Void,
}

/// A closed ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Its id.
    pub id: u32,
    /// The account that queued; of a party, its leader.
    pub leader: u32,
    /// Its party; `None` for a single player.
    pub party: Option<u32>,
    /// The season of its closing.
    pub season: u16,
    /// The region of its queue: a position in the batch's regions.
    pub region: u8,
    /// Its points when it joined the queue.
    pub mmr: i32,
    /// Its round trip to the nearest datacenter, ms.
    pub ping_ms: u16,
    /// The start of its search. The search continues after a match that was called off.
    pub created: u32,
    /// The second of its closing.
    pub closed: u32,
    /// The reason of its closing.
    pub state: TicketState,
    /// Half width of its search window when it left the queue, points; `None` for no limit.
    pub window_points: Option<u16>,
    /// Highest round trip of its search window when it left the queue, ms.
    pub window_ms: u16,
}

/// The reason why a ticket was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TicketState {
    /// Its match was played to its end.
    Finished,
    /// Its match was called off or lost, or it left the queue. Players who still search have a new ticket.
    Cancelled,
    /// No match was found for it.
    Expired,
}

/// A disbanded party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// Its id: the id of its first ticket.
    pub id: u32,
    /// Its members, the leader first.
    pub members: Vec<u32>,
    /// The second in which it first joined the queue.
    pub created: u32,
    /// The second in which its last ticket was closed.
    pub disbanded: u32,
}
