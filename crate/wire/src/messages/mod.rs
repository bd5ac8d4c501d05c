//! The messages between a ranked ladder and its clients.
//!
//! As JSON they have the names and fields of `www/ranked/contract.schema.json`: an object with its `type`, keys in camelCase.
//! Unknown fields are refused, so that typos are rejected.
//!
//! | module | what it holds |
//! |---|---|
//! | [`client`] | what a client says to the ladder |
//! | [`server`] | what the ladder says to a client |
//! | [`id`] | tickets, matches and parties as text |

pub mod client;
pub mod id;
pub mod server;

pub use client::{ClientMessage, Constraints};
pub use id::{MatchRef, PartyRef, TicketRef};
pub use server::{OpponentsSummary, Reason, SearchWindow, ServerMessage};

use serde::{Deserialize, Serialize};
#[cfg(feature = "tsify")]
use tsify::Tsify;

/// A message of either side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(Tsify))]
#[serde(untagged)]
pub enum Message {
    /// To the ladder.
    Client(ClientMessage),
    /// To the client.
    Server(ServerMessage),
}

#[cfg(test)]
mod tests;
