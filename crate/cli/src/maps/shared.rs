//! Where the threads that read one file put what they took, so that its sums are in memory once.

use matchday_atlas::pings::Taken;
use std::sync::{Mutex, PoisonError};

/// A thread hands in no fewer pings at once: adding many together is cheaper than adding each.
const AT_ONCE: u64 = 1 << 20;

/// What was taken from a file so far.
#[derive(Default)]
pub struct Shared(Mutex<Taken>);

impl Shared {
    /// Takes over what a thread has, once that is worth it.
    pub fn offer(&self, taken: &mut Taken) {
        if taken.pings >= AT_ONCE {
            self.hand_in(std::mem::take(taken));
        }
    }

    /// Takes over all that a thread has.
    pub fn hand_in(&self, taken: Taken) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).merge(taken);
    }

    /// All of it.
    pub fn into_taken(self) -> Taken {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
