//! Experiments over many days: sweeps, comparisons over the same seeds, closed forms, keeping groups
//! together.

pub mod compare;
pub mod proofs;
pub mod sensitivity;
pub mod social_mixing;
pub mod sweep;
