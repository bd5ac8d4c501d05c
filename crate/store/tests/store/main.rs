//! A store held against naive ones, and against everything that goes wrong.

mod errors;
mod keep;
mod naive;
mod orders;
mod query;
mod reads;
mod synthetic;
