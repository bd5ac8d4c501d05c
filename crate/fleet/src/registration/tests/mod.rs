//! The matchmaker's side of the flow, by hand, by a model checker, and by a naive one of lists.

mod calls;
mod model;
mod reference;
