//! Game servers, the fleets that keep the wanted number of them, and the autoscalers that decide the number.
//!
//! | module | what it holds |
//! |---|---|
//! | `state` | [`State`]s of a server, and which [`Step`] leads where |
//! | `server` | [`Server`]: its record; [`SdkCall`]s as versioned writes, with their [`Refusal`]s |
//! | `call` | [`Call`]: an SDK call that takes time, is retried safely, and answers |
//! | `fleet` | [`Fleet`]: what happens to the servers of one datacenter: allocation, timers, scaling up and down |
//! | `stock` | which servers there are, and one of each kind at hand |
//! | `ledger` | [`Usage`]: server seconds by state, utilisation, cost |
//! | [`autoscaler`] | how many servers are wanted |
//! | [`theory`] | closed forms: blocking, buffers that miss |
//! | `check` | [`Violation`]s: what must hold after every event |

pub mod autoscaler;
mod call;
mod check;
mod fleet;
mod ledger;
#[cfg(test)]
mod model;
mod server;
mod settings;
mod shelf;
mod state;
mod stock;
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

/// What follows for others from what happened to a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The server boots, for a time drawn by [`BootTime`]: answered by [`Fleet::started`] or
    /// [`Fleet::failed`].
    Boot(ServerId),
    /// The server's reservation has run out: it is Ready.
    Expired(ServerId),
    /// The server is Unhealthy, and what ran on it is lost.
    Lost {
        /// Which.
        server: ServerId,
        /// What it was doing.
        was: State,
    },
    /// The server is deleted; its id will be given to another.
    Deleted(ServerId),
}
