//! Flags accounts that rise too fast for a beginner.

use matchday_base::{AccountId, SimTime};

/// Number of first matches of an account that are checked.
const FIRST_MATCHES: u32 = 30;
/// Number of matches over which a gain is measured: with fewer, no account is flagged.
pub const LEAST_MATCHES: u32 = 10;
/// Least gain that is flagged, points. Under Glicko-2 on a settled ladder, wrong flags are then about as many
/// as unflagged smurfs. Under Elo no account can gain as much.
const GAIN_POINTS: f64 = 450.0;

/// Flags on accounts that gained 450 points or more in ten matches, all within their first thirty.
///
/// A flag is permanent and has no consequences.
#[derive(Clone, Debug, Default)]
pub struct Flags(Vec<Option<SimTime>>);

/// Flags compared with actual smurfs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caught {
    /// Accounts with a flag.
    pub flagged: u32,
    /// Accounts that are smurfs.
    pub smurfs: u32,
    /// Smurfs with a flag.
    pub both: u32,
}

impl Flags {
    /// Time of an account's flag; `None` without a flag.
    pub fn flagged(&self, account: AccountId) -> Option<SimTime> {
        self.0.get(account.index()).copied().flatten()
    }

    /// Compares the flags of these accounts with the truth. Recall is fair among accounts with
    /// [`LEAST_MATCHES`].
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

    /// Checks an account after `matches` matches; `gain` returns the points gained in the last ten.
    pub(crate) fn look(&mut self, account: AccountId, matches: u32, gain: impl FnOnce() -> f64, now: SimTime) {
        let looked_at = (LEAST_MATCHES..=FIRST_MATCHES).contains(&matches);
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
    /// Share of flags that are correct; `None` without flags.
    pub fn precision(self) -> Option<f64> {
        (self.flagged > 0).then(|| f64::from(self.both) / f64::from(self.flagged))
    }

    /// Share of smurfs with a flag; `None` without smurfs.
    pub fn recall(self) -> Option<f64> {
        (self.smurfs > 0).then(|| f64::from(self.both) / f64::from(self.smurfs))
    }
}
