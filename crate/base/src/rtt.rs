//! The range of round trips: whole ms in 16 bits.

/// The longest RTT that is kept, and the highest cap, ms.
pub const MOST_RTT_MS: u16 = 1_000;

/// An RTT above [`MOST_RTT_MS`], or one that is not known: no cap reaches it, ms.
pub const OUT_OF_REACH_MS: u16 = MOST_RTT_MS + 1;
