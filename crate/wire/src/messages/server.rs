//! What the ladder says to a client. Times are Unix seconds.

use super::{MatchRef, TicketRef};
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ServerMessage {
    /// The client waits, for the first time or again.
    RankedQueued {
        /// Its ticket.
        ticket_id: TicketRef,
        /// How long that may take, s.
        est_wait: u32,
        /// The search window now.
        search_window: SearchWindow,
    },
    /// The window has widened.
    RankedSearchUpdate {
        /// The search window from now on.
        search_window: SearchWindow,
        /// Its position in its region's queue, by age, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<u32>,
        /// How much longer it may take, s.
        est_wait: u32,
    },
    /// A match has been found, and is to be accepted. Where all have to accept twice it is found twice.
    RankedMatchFound {
        /// Which.
        match_id: MatchRef,
        /// An answer in this second, or later, is late.
        accept_deadline: i64,
        /// The opponents.
        opponents_summary: OpponentsSummary,
        /// To be sent back with the answer.
        accept_token: String,
    },
    /// The match is off, or the ticket is: why.
    RankedMatchCancelled {
        /// Why.
        reason: Reason,
        /// The second in which the client may queue again, if it is locked out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        locked_until: Option<i64>,
    },
    /// The match begins.
    RankedLobbyReady {
        /// Which.
        match_id: MatchRef,
        /// Where: the datacenter and the match.
        connect: String,
    },
    /// The match is over and has counted.
    RankedRatingUpdate {
        /// Which.
        match_id: MatchRef,
        /// Points won or lost.
        delta: i32,
        /// Points now.
        new_rating: i32,
        /// Tier and division now, such as `Gold-1`.
        new_tier: String,
    },
}

/// A ticket's search window. Points are always present, `null` where any are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), serde(rename = "RankedSearchWindow"), tsify(missing_as_null))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchWindow {
    /// Least points; null where they do not narrow it.
    #[serde(deserialize_with = "Option::deserialize")]
    pub mmr_min: Option<i32>,
    /// Most points; null where they do not narrow it.
    #[serde(deserialize_with = "Option::deserialize")]
    pub mmr_max: Option<i32>,
    /// Longest round trip, ms.
    pub ping_max_ms: u8,
}

/// The opponents of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpponentsSummary {
    /// Mean points of those in other teams.
    pub avg_mmr: i32,
    /// Players of every team.
    pub team_sizes: Vec<u8>,
}

/// Why a match or a ticket is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// Another player did not accept.
    Declined,
    /// The client declined.
    YouDeclined,
    /// The client did not answer.
    YouDidNotAnswer,
    /// There was no server for the match, or it was lost.
    ServerLost,
    /// No match was found for the ticket.
    TicketExpired,
}
