//! Game servers, the fleets that keep the wanted number of them, and the autoscalers that decide the number.
//!
//! | module | what it holds |
//! |---|---|
//! | `state` | [`State`]s of a server, and the [`Step`]s between them |
//! | `server` | [`Server`]: its record; [`SdkCall`]s as versioned writes, with their [`Refusal`]s |
//! | `call` | [`Call`]: an SDK call that takes time, is retried safely, and answers |
//! | `fleet` | [`Fleet`]: the servers of one datacenter: allocation, timers, scaling up and down |
//! | `stock` | the servers by kind |
//! | `ledger` | [`Usage`]: server seconds by state, utilisation, cost |
//! | [`autoscaler`] | the number of servers wanted |
//! | [`theory`] | closed forms: blocking, buffers that miss |
//! | `check` | [`Violation`]s: invariants after every event |

pub mod autoscaler;
mod call;
mod check;
mod fleet;
mod ledger;
mod server;
mod settings;
mod shelf;
mod state;
mod stock;
#[cfg(test)]
mod tests;
pub mod theory;

use crate::ServerId;
pub use call::{Answer, CALL_TIMEOUT_S, Call, CallError};
pub use check::{Violation, sweep};
pub use fleet::Fleet;
pub use ledger::{Counts, Usage};
pub use server::{Refusal, SdkCall, Server, Sight};
pub use settings::{BootTime, FleetSettings, HealthSettings};
pub use state::{State, Step};
pub use stock::Numbering;

/// Effects of a fleet's events, for the caller to execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The server boots, for a time drawn by [`BootTime`]: answered by [`Fleet::started`] or
    /// [`Fleet::failed`].
    Boot(ServerId),
    /// The server's reservation has run out: it is Ready.
    Expired(ServerId),
    /// The server is Unhealthy, and its matches are lost.
    Lost {
        /// The server.
        server: ServerId,
        /// Its previous state.
        was: State,
    },
    /// The server is deleted; its id will be reused.
    Deleted(ServerId),
}
