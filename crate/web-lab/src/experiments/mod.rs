//! Experiments over many days: sweeps, comparisons over the same seeds, prices of better matches, closed forms,
//! keeping groups together.

pub mod compare;
pub mod prices;
pub mod proofs;
pub mod sensitivity;
pub mod social_mixing;
pub mod sweep;
