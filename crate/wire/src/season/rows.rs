//! The rows of a batch. Times are seconds of [`SimTime`](matchday_base::SimTime), ids those of the simulation.

use serde::{Deserialize, Serialize};

/// What is believed of a player, in points; volatility in logits a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Believed {
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub rd: f64,
    /// How unsteady it is.
    pub volatility: f64,
}

/// A season that began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Season {
    /// Which, from 1.
    pub number: u16,
    /// Its first second.
    pub start: u32,
    /// The second after its last.
    pub end: u32,
    /// How much of the distance to the mean was left of ratings; `None` for newcomers' ratings again.
    pub soft_reset_factor: Option<f64>,
    /// What is believed, at its start, of everybody who had played before.
    pub ratings: Vec<(u32, Believed)>,
}

/// A match that was played or called off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Which, in the order of offers.
    pub id: u32,
    /// The season that it counts in.
    pub season: u16,
    /// Where its server is: a position in the batch's regions.
    pub region: u8,
    /// The map it is on, from 0.
    pub map: u8,
    /// When it was offered.
    pub created: u32,
    /// When it was played from; `None` if it never was.
    pub started: Option<u32>,
    /// When it ended.
    pub finished: u32,
    /// How.
    pub state: MatchState,
    /// Mean points of everybody in it when it was offered.
    pub average_mmr: f64,
    /// Everybody in it, team by team.
    pub participants: Vec<Participant>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MatchState {
    /// It was played to its end, and counts.
    Finished,
    /// Not everybody accepted it.
    Declined,
    /// There was no server for it, or its server was lost.
    ServerLost,
}

/// One player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Participant {
    /// The account.
    pub player: u32,
    /// Its team, from 0.
    pub team: u8,
    /// What was believed of it before.
    pub before: Believed,
    /// And after; the same where the match does not count.
    pub after: Believed,
    /// How it ended for the player.
    pub outcome: Outcome,
    /// Whether it declined, or did not answer.
    pub dodged: bool,
    /// Whether it left before the end.
    pub left_early: bool,
    /// Seconds it played.
    pub duration_s: u32,
}

/// How a match ended for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Its team came in first, alone.
    Won,
    /// Its team shared the first place.
    Drawn,
    /// Its team came in later, or the player had left.
    Lost,
    /// The match does not count.
    Void,
}

/// A ticket that was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Which.
    pub id: u32,
    /// The account that queued, or the first of its party.
    pub leader: u32,
    /// Its party, if it is one.
    pub party: Option<u32>,
    /// The season in which it was closed.
    pub season: u16,
    /// Where it waited: a position in the batch's regions.
    pub region: u8,
    /// Its points when it queued.
    pub mmr: i32,
    /// Its round trip to the nearest datacenter, ms.
    pub ping_ms: u8,
    /// Since when it had searched, matches that never were included.
    pub created: u32,
    /// When it was closed.
    pub closed: u32,
    /// How.
    pub state: TicketState,
    /// Points of its window when it left the queue; `None`: any.
    pub window_points: Option<u16>,
    /// Round trip of its window when it left the queue, ms.
    pub window_ms: u8,
}

/// How a ticket was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TicketState {
    /// Its match was played to the end.
    Finished,
    /// Its match was called off or lost, or it was taken out of the queue; players who still search have another ticket.
    Cancelled,
    /// No match was found for it.
    Expired,
}

/// A party that split up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// Which: the first ticket that it queued with.
    pub id: u32,
    /// Its members, the leader first.
    pub members: Vec<u32>,
    /// When it queued first.
    pub created: u32,
    /// When its ticket was closed.
    pub disbanded: u32,
}
