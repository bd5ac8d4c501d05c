//! Sweeps: one scenario with other values of one or two of its numbers, and other seeds.
//!
//! - [`spec`]: the runs of a sweep. Every pair of values is a point; every point runs with every seed.
//!   [`Spec::run`] numbers the runs, so that threads, workers and machines can share them;
//! - [`varied`]: what varies: a parameter, a constant of the plug-in, a number of the rule set;
//! - [`axis`]: what varies with its values, as written in links;
//! - [`figures`]: the results kept of a run: its digest and the numbers of its summary;
//! - [`results`]: the figures of the runs made so far, and means with intervals for each point;
//! - [`csv`] and [`json`]: results as files. CSV has one row per run and can be read back, to resume or
//!   merge.

pub mod axis;
pub mod csv;
pub mod error;
pub mod figures;
pub mod json;
pub mod results;
pub mod spec;
pub mod varied;

pub use axis::Axis;
pub use error::SweepError;
pub use figures::{Figures, Parts};
pub use results::Results;
pub use spec::{Run, Seeds, Spec};
pub use varied::Varied;
