//! Sweeps: a scenario again and again, with other values of one or two parameters and other seeds.
//!
//! - [`spec`]: what is run. Every pair of values is a point, every point is run with every seed; [`Spec::run`] numbers
//!   the runs, so that threads, workers and machines can share them out;
//! - [`axis`]: a parameter with its values, as links write them;
//! - [`figures`]: what is kept of a run: its digest and the numbers of its summary;
//! - [`results`]: the figures of the runs made so far, and means with intervals for each point;
//! - [`csv`] and [`json`]: results as files. CSV has a row a run and is read back, to resume and to merge.

pub mod axis;
pub mod csv;
pub mod error;
pub mod figures;
pub mod json;
pub mod results;
pub mod spec;

pub use axis::Axis;
pub use error::SweepError;
pub use figures::Figures;
pub use results::Results;
pub use spec::{Run, Seeds, Spec};
