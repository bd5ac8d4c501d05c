//! Evaluates rules on the teams of a match.

mod rules;
pub(crate) mod table;
pub(crate) mod values;

pub(crate) use rules::{Answers, Judge, Verdict, bits, mask};
