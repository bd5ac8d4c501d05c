//! Game servers and their fleets, from outside.

#![allow(clippy::unwrap_used)]

mod calls;
mod fixture;
mod health;
mod scaling;
