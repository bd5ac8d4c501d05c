//! What authors of plug-ins in Rust build on.
//!
//! ```ignore
//! use matchday_plugin_kit::{Call, Matches};
//!
//! matchday_plugin_kit::export!(form);
//!
//! /// Matches the players who have waited longest, at the first open datacenter.
//! fn form(call: &Call<'_>, matches: &mut Matches) {
//!     let Some(datacenter) = (0..call.datacenters()).find(|&at| call.is_open(at)) else { return };
//!     let waiting: Vec<u32> = call.tickets().map(|ticket| ticket.id()).collect();
//!     for team in waiting.chunks_exact(call.team_size()) {
//!         matches.add(datacenter, [team]);
//!     }
//! }
//! ```
//!
//! Build it with `cargo build --release --target wasm32-unknown-unknown` as a `cdylib`. `crate/plugin/template` is a crate
//! to copy. A call must have the same answer whatever was asked before: take random numbers from [`Call::random`], and keep
//! nothing between calls.
#![deny(unsafe_code)]

mod call;
mod config;
#[cfg(target_arch = "wasm32")]
mod entry;
mod matches;

pub use call::{Call, Player, ReadError, Ticket};
pub use config::{Config, Kind};
#[cfg(target_arch = "wasm32")]
pub use config::{config, constant};
#[cfg(target_arch = "wasm32")]
pub use entry::answer;
pub use matches::Matches;

/// Exports a function `fn(&Call<'_>, &mut Matches)`, which forms the matches of a call, as `match`. A panic in it ends the
/// day with the panic's message.
#[macro_export]
macro_rules! export {
    ($form:path) => {
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            // The name of the export is a keyword of Rust, so it cannot be that of a function.
            #[unsafe(export_name = "match")]
            extern "C" fn exported() -> i32 {
                $crate::answer($form)
            }
        };
    };
}
