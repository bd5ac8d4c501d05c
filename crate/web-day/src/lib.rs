//! What the wasm modules that simulate share: the data set, running days, and charts on canvases.
//!
//! | module | content |
//! |---|---|
//! | [`params`] | a scenario's parameters |
//! | [`files`] | files of a data set |
//! | [`world`] | `World`: the data set |
//! | [`slices`], [`kept`] | a running day, slice by slice, and what is kept to look at any second of it |
//! | [`drawing`] | charts on canvases; [`canvas`] is the plotters backend for it |
//!
//! Each module that links this crate exports `World` and counts its heap, so `web-store` does not.

pub mod canvas;
pub mod drawing;
pub mod files;
pub mod kept;
pub mod params;
pub mod slices;
pub mod world;
