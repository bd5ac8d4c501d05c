//! Game servers, the fleets that keep as many of them as are wanted, and the autoscalers that say how many.

pub mod autoscaler;
mod settings;

pub use settings::{BootTime, FleetSettings, HealthSettings};
