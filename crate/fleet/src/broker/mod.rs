//! The match broker: matches wait here until a server takes them.

pub mod filter;
pub mod settings;

pub use filter::{Accepts, FilterId, Properties};
pub use settings::{AllocatorSettings, Settings, SettingsError};
