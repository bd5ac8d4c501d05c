//! Latency maps from raw pings, `timestamp,lat,long,datacenter,rtt_ms`.
//!
//! | module | step |
//! |---|---|
//! | [`day`] | the UTC day of a time |
//! | [`ping`] | one good [`Ping`], and the reasons to refuse a row |
//! | [`csv`] | rows of text, in pieces of any size |
//! | [`accepted`] | the sums of a file, and its refused rows by reason |
//! | [`sums`] | sums and counts by day, datacenter and cell: exact, in any order |
//! | [`window`] | the days that go into maps |
//! | [`clean`] | means of a window of days, without impossible means |
//! | [`fill`] | holes filled by a model, corrected by measurements nearby |
//! | [`maps`] | the maps, and the map of the nearest datacenter |
//!
//! Pure functions over bytes and numbers. The `matchday` command runs them in threads over files of any size,
//! and stores the sums; the page runs [`build_maps`] over small files.

pub mod accepted;
pub mod clean;
pub mod csv;
pub mod day;
pub mod fill;
pub mod maps;
pub mod ping;
pub mod sums;
pub mod window;

pub use accepted::{AcceptedPings, Refusals};
pub use csv::PingsReader;
pub use day::Day;
pub use maps::{BuiltMap, BuiltMaps, build_maps};
pub use ping::{COLUMNS, LAYOUT, Names, Ping, Position, Refusal, RefusedRow};
pub use sums::{CellSum, CellSums, Sums};
pub use window::{OutsideWindow, Window};
