//! Game servers and their fleets, from outside.

mod calls;
mod chance;
mod fixture;
mod health;
mod reference;
mod scaling;
