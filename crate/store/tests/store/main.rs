//! A store held against naive ones, and against everything that goes wrong.

mod errors;
mod query;
mod synthetic;
