//! Game servers, their fleets and autoscalers.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agones;
mod buffer;
mod cron;
mod servers;
