//! The common sums of all threads that read one file, so that the sums are in memory once.

use matchday_atlas::pings::Taken;
use std::sync::{Mutex, PoisonError};

/// A thread adds at least so many pings at once: adding many together is cheaper.
const AT_ONCE: u64 = 1 << 20;

/// The sums of a file so far.
#[derive(Default)]
pub struct Shared(Mutex<Taken>);

impl Shared {
    /// Takes over a thread's sums when there are enough pings.
    pub fn offer(&self, taken: &mut Taken) {
        if taken.pings >= AT_ONCE {
            self.hand_in(std::mem::take(taken));
        }
    }

    /// Takes over all sums of a thread.
    pub fn hand_in(&self, taken: Taken) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).merge(taken);
    }

    /// The complete sums.
    pub fn into_taken(self) -> Taken {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
