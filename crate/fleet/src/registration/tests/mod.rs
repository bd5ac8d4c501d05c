//! The matchmaker's side of the flow, by hand and by a model checker.

mod calls;
mod model;
