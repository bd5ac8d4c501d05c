//! The common sums of all threads that read one file, so that the sums are in memory once.

use matchday_atlas::pings::AcceptedPings;
use std::sync::{Mutex, PoisonError};

/// A thread adds at least so many pings at once: adding many together is cheaper.
const AT_ONCE: u64 = 1 << 20;

/// The sums of a file so far.
#[derive(Default)]
pub struct Shared(Mutex<AcceptedPings>);

impl Shared {
    /// Takes over a thread's sums when there are enough pings.
    pub fn offer(&self, accepted: &mut AcceptedPings) {
        if accepted.pings >= AT_ONCE {
            self.hand_in(std::mem::take(accepted));
        }
    }

    /// Takes over all sums of a thread.
    pub fn hand_in(&self, accepted: AcceptedPings) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).merge(accepted);
    }

    /// The complete sums.
    pub fn into_accepted(self) -> AcceptedPings {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
