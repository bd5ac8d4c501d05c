//! Messages from a client to the ladder.

use super::{MatchRef, PartyRef, TicketRef};
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// A message from a client to the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ClientMessage {
    /// Joins the queue.
    RankedQueueJoin {
        /// The mode, such as `1v1`.
        mode_id: String,
        /// The region of the queue: a region of the data set.
        region: String,
        /// The party of the client; `null` or absent for a single player.
        #[serde(default)]
        party_id: Option<PartyRef>,
        /// Constraints on matches; absent for none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constraints: Option<Constraints>,
    },
    /// Leaves the queue, or the match of the ticket.
    RankedQueueLeave {
        /// The client's ticket.
        ticket_id: TicketRef,
    },
    /// Accepts a match.
    RankedAcceptMatch {
        /// The client's ticket.
        ticket_id: TicketRef,
        /// The offered match.
        match_id: MatchRef,
        /// The token of the `RankedMatchFound` message.
        accept_token: String,
    },
    /// Declines a match.
    RankedDeclineMatch {
        /// The client's ticket.
        ticket_id: TicketRef,
        /// The offered match.
        match_id: MatchRef,
        /// The token of the `RankedMatchFound` message.
        accept_token: String,
    },
}

/// Constraints of a client on matches. An absent field constrains nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Constraints {
    /// Highest accepted round trip, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_ping_ms: Option<u16>,
    /// `false`: no match with players on other platforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossplay: Option<bool>,
    /// The accepted maps, numbered from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_pool: Option<Vec<u8>>,
    /// `true`: no match in another region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region_lock: Option<bool>,
}
