//! Tests of the matchmaker's side of the flow: by hand, by a model checker, and against a naive registrar of
//! lists.

mod calls;
mod model;
mod reference;
