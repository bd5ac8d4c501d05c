//! Messages from the ladder to a client. Times are Unix seconds.

use super::{MatchRef, TicketRef};
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// A message from the ladder to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ServerMessage {
    /// The client is in the queue, for the first time or again.
    RankedQueued {
        /// The client's ticket.
        ticket_id: TicketRef,
        /// Estimated wait, s.
        est_wait: u32,
        /// The present search window.
        search_window: SearchWindow,
    },
    /// The search window has widened.
    RankedSearchUpdate {
        /// The new search window.
        search_window: SearchWindow,
        /// Position of the ticket in the queue of its region by age, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<u32>,
        /// Estimated further wait, s.
        est_wait: u32,
    },
    /// A match is offered, and the client has to accept it. With a double ready check the message comes twice.
    RankedMatchFound {
        /// The match.
        match_id: MatchRef,
        /// The answer must come before this second.
        accept_deadline: i64,
        /// The opponents.
        opponents_summary: OpponentsSummary,
        /// The token that the answer must have.
        accept_token: String,
    },
    /// The match or the ticket is cancelled.
    RankedMatchCancelled {
        /// The reason.
        reason: Reason,
        /// The second from which the client may queue again; absent unless it is locked out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        locked_until: Option<i64>,
    },
    /// The match starts.
    RankedLobbyReady {
        /// The match.
        match_id: MatchRef,
        /// The address of the match: datacenter and match.
        connect: String,
    },
    /// The match has ended and changed the rating.
    RankedRatingUpdate {
        /// The match.
        match_id: MatchRef,
        /// Change of the rating, points.
        delta: i32,
        /// New rating, points.
        new_rating: i32,
        /// New tier and division, such as `Gold-1`.
        new_tier: String,
    },
}

/// The search window of a ticket. Both limits of points are always present; `null` means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchWindow {
    /// Lowest accepted points; `null` for no limit.
    #[serde(deserialize_with = "Option::deserialize")]
    pub mmr_min: Option<i32>,
    /// Highest accepted points; `null` for no limit.
    #[serde(deserialize_with = "Option::deserialize")]
    pub mmr_max: Option<i32>,
    /// Highest accepted round trip, ms.
    pub ping_max_ms: u16,
}

/// The opponents of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpponentsSummary {
    /// Mean points of the players in other teams.
    pub avg_mmr: i32,
    /// Number of players in each team.
    pub team_sizes: Vec<u8>,
}

/// The reason why a match or a ticket is cancelled.
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
    /// No server picked the match up in time.
    NoServer,
    /// The server of the match was not ready in time.
    NotReady,
    /// The match ran longer than a match may.
    Overran,
    /// The match lost its server.
    ServerLost,
    /// The match was refused by a filter of the broker, or by the requirements of every allocator.
    Refused,
    /// The match was cancelled, such as one that waited at a datacenter as it failed.
    Cancelled,
    /// No match was found for the ticket.
    TicketExpired,
}
