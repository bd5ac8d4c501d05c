//! Accounts that rise as if their players were no beginners.

use matchday_base::{AccountId, SimTime};

/// Only the first matches of an account are looked at.
const FIRST_MATCHES: u32 = 30;
/// Over how many matches a gain is taken.
pub(crate) const WINDOW_MATCHES: usize = 10;
/// The least gain that is flagged, in points: under Glicko-2, at a ladder that has settled, about as many flags are wrong
/// then as smurfs stay without one. Under Elo no account can gain as much.
const GAIN_POINTS: f64 = 450.0;

/// Flags on accounts that gained 450 points or more in ten matches, all within their first thirty.
///
/// A flag stays; nothing follows from it.
#[derive(Clone, Debug, Default)]
pub struct Flags(Vec<Option<SimTime>>);

/// How flags compare with the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caught {
    /// Accounts with a flag.
    pub flagged: u32,
    /// Accounts that are smurfs.
    pub smurfs: u32,
    /// Accounts that are both.
    pub both: u32,
}

impl Flags {
    /// When an account was flagged; `None` if it was not.
    pub fn flagged(&self, account: AccountId) -> Option<SimTime> {
        self.0.get(account.index()).copied().flatten()
    }

    /// Holds the flags of these accounts against whether they are smurfs.
    pub fn caught(&self, truth: impl IntoIterator<Item = (AccountId, bool)>) -> Caught {
        let mut caught = Caught::default();
        for (account, smurf) in truth {
            let flagged = self.flagged(account).is_some();
            caught.flagged += u32::from(flagged);
            caught.smurfs += u32::from(smurf);
            caught.both += u32::from(flagged && smurf);
        }
        caught
    }

    /// Notes how many matches an account has played, and how many points the last ten gained.
    pub(crate) fn look(&mut self, account: AccountId, matches: u32, gain: impl FnOnce() -> f64, now: SimTime) {
        let looked_at = (WINDOW_MATCHES as u32..=FIRST_MATCHES).contains(&matches);
        if !looked_at || self.flagged(account).is_some() || gain() < GAIN_POINTS {
            return;
        }
        if self.0.len() <= account.index() {
            self.0.resize(account.index() + 1, None);
        }
        self.0[account.index()] = Some(now);
    }
}

impl Caught {
    /// The share of flags that are right; `None` without flags.
    pub fn precision(self) -> Option<f64> {
        (self.flagged > 0).then(|| f64::from(self.both) / f64::from(self.flagged))
    }

    /// The share of smurfs that were flagged; `None` without smurfs.
    pub fn recall(self) -> Option<f64> {
        (self.smurfs > 0).then(|| f64::from(self.both) / f64::from(self.smurfs))
    }
}
