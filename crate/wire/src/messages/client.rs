//! What a client says to the ladder.

use super::{MatchRef, PartyRef, TicketRef};
use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// A message to the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(tag = "type", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ClientMessage {
    /// Queues.
    RankedQueueJoin {
        /// What is played, such as `1v1`.
        mode_id: String,
        /// Where to wait: a region of the data set.
        region: String,
        /// The party that queues along; alone without one.
        #[serde(default)]
        party_id: Option<PartyRef>,
        /// What is asked of matches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constraints: Option<Constraints>,
    },
    /// Leaves the queue, or the match that the ticket is in.
    RankedQueueLeave {
        /// Which ticket.
        ticket_id: TicketRef,
    },
    /// Accepts a match.
    RankedAcceptMatch {
        /// The own ticket.
        ticket_id: TicketRef,
        /// The match.
        match_id: MatchRef,
        /// As the match was found with.
        accept_token: String,
    },
    /// Declines a match.
    RankedDeclineMatch {
        /// The own ticket.
        ticket_id: TicketRef,
        /// The match.
        match_id: MatchRef,
        /// As the match was found with.
        accept_token: String,
    },
}

/// What a client asks of matches; of what is missing, nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Constraints {
    /// Round trips up to so many ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_ping_ms: Option<u8>,
    /// Whether it meets other platforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossplay: Option<bool>,
    /// The maps it plays, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_pool: Option<Vec<u8>>,
    /// Whether it stays in its region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region_lock: Option<bool>,
}
