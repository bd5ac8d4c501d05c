//! The module that the page loads when somebody asks what days say, one or many together.
//!
//! | module | what it exports |
//! |---|---|
//! | [`study`] | `Study`: the data set of the page, and what a day on it proves |
//! | [`compare`] | two scenarios over the same seeds: differences with intervals |
//! | [`islands`] | `WatchedDay` and `SocialMixing`: what it costs to keep groups together |
//! | [`sensitivity`] | what one more point of replay is worth |
//! | [`ladder`] | `LadderRecording`: what the ladder of a ranked day did |
//! | [`servers`] | `ServerRecording`: what the servers of a day did |
//! | [`sweep`] | `Sweep`: its runs, its results so far, their charts and files |

pub mod compare;
mod finding;
pub mod ladder;
pub mod sensitivity;
pub mod servers;
pub mod social_mixing;
pub mod study;
pub mod sweep;
