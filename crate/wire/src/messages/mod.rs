//! The messages between a ranked ladder and its clients.
//!
//! `www/views/ranked/contract.schema.json` is their JSON Schema: each message is an object with a `type` and keys in camelCase.
//! Unknown fields are rejected.
//!
//! | module | what it holds |
//! |---|---|
//! | [`client`] | messages from a client to the ladder |
//! | [`server`] | messages from the ladder to a client |
//! | [`id`] | ids of tickets, matches and parties as text |

pub mod client;
pub mod id;
pub mod server;

pub use client::{ClientMessage, Constraints};
pub use id::{MatchRef, PartyRef, TicketRef};
pub use server::{OpponentsSummary, Reason, SearchWindow, ServerMessage};

use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// A message in either direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
#[serde(untagged)]
pub enum Message {
    /// From a client to the ladder.
    Client(ClientMessage),
    /// From the ladder to a client.
    Server(ServerMessage),
}

#[cfg(test)]
mod tests;
