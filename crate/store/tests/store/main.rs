//! A store held against naive ones, and against everything that goes wrong.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod errors;
mod keep;
mod naive;
mod orders;
mod query;
mod reads;
mod synthetic;

use matchday_base::SimTime;
use matchday_wire::season::Batch;

/// Unix time of a second of a batch that names no first day.
fn unix_s(time: SimTime) -> i64 {
    Batch::default().calendar().unix_s(time)
}
