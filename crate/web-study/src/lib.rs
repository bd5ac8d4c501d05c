//! The module that the page loads when somebody asks what many days say together.
//!
//! | module | what it exports |
//! |---|---|
//! | [`sweep`] | `Sweep`: its runs, its results so far, their charts and files |

pub mod sweep;
