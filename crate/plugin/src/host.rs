//! What is needed of a Wasm runtime.

use crate::Config;
use std::fmt;

/// What an instance of a module may take from the machine, whatever runs it: the page reads these numbers, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memories.
    pub memories: u32,
    /// Bytes of a memory.
    pub memory_bytes: u32,
    /// Tables.
    pub tables: u32,
    /// Elements of a table.
    pub elements: u32,
}

/// The limits of all modules: 64 MB of memory, and tables that take about as much each in a browser.
pub const LIMITS: Limits = Limits { memories: 1, memory_bytes: 64 << 20, tables: 2, elements: 1_000_000 };

/// The exported function that is called with bytes.
pub const MATCH: &str = "match";
/// The exported function that is called with JSON text.
pub const MATCH_JSON: &str = "match_json";

/// The call about which a module is asked. Clock and randomness of the module depend on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The simulated second, which its clocks show.
    pub now_s: u32,
    /// The key of its [random bytes](crate::random).
    pub key: u64,
}

impl Moment {
    /// What an instance sees while it starts. Go's runtime refuses a clock at 0.
    pub const START: Self = Self { now_s: 1, key: 0 };
}

/// A compiled module in a Wasm runtime.
pub trait Host: fmt::Debug + Send + Sync {
    /// An instance of the module.
    type Instance: Instance;

    /// Whether the module exports a function of this name, without parameters, that returns an `i32`.
    fn has(&self, function: &str) -> bool;

    /// A fresh instance, which can ask for the texts of `config`. All fresh instances are alike.
    ///
    /// # Errors
    /// Why there is none, in words: "has no memory left".
    fn instance(&self, config: &Config) -> Result<Self::Instance, String>;
}

/// An instance of a module. After an error it is not called again.
pub trait Instance: fmt::Debug + Send {
    /// Calls an exported function with `input`, and replaces `output` by what it answers.
    ///
    /// # Errors
    /// What the module reports, or why it was stopped, in words.
    fn call(&mut self, moment: Moment, function: &str, input: &[u8], output: &mut Vec<u8>) -> Result<(), String>;
}
