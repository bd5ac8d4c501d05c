//! The ranked queue, held against its rules restated naively.

mod formed;
mod naive;
mod swarm;
mod why;
mod widening;
