//! Tests of one broker: by hand, by a model checker, with random faults, and against a naive broker of lists.

mod calls;
mod model;
pub(crate) mod reference;
mod swarm;
pub(crate) mod witness;
