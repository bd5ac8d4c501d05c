//! One broker, held against what its messages should do, by hand, by a model checker, by chance, and by a naive
//! broker of lists.

mod calls;
mod model;
pub(crate) mod reference;
mod swarm;
pub(crate) mod witness;
