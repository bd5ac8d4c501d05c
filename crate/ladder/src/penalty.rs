//! Lockouts of players who dodge a found match.

use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{AccountId, SimTime};

/// Lockout for the first, the second and any later dodge of a day, s.
const LOCKOUTS_S: [u32; 3] = [2 * MINUTE_S, 5 * MINUTE_S, 10 * MINUTE_S];

/// The end of players' lockouts: 2 minutes for the first dodge of a day, 5 for the second, 10 for each later
/// one.
///
/// Counts and lockouts are reset at 00:00 UTC.
#[derive(Clone, Debug, Default)]
pub struct Lockouts {
    /// By account, up to the last account with a dodge.
    accounts: Vec<Lockout>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Lockout {
    /// Dodges on the day before `midnight`.
    dodges: u32,
    /// The first second in which the account may queue again.
    until: SimTime,
    /// 00:00 UTC after the last dodge.
    midnight: SimTime,
}

impl Lockouts {
    /// Records a dodge. Returns the first second in which the account may queue again.
    pub fn dodge(&mut self, account: AccountId, now: SimTime) -> SimTime {
        if self.accounts.len() <= account.index() {
            self.accounts.resize(account.index() + 1, Lockout::default());
        }
        let lockout = &mut self.accounts[account.index()];
        let before = if now < lockout.midnight { lockout.dodges } else { 0 };
        let lasts_s = LOCKOUTS_S[LOCKOUTS_S.len().min(before as usize + 1) - 1];
        let midnight = SimTime((now.0 / DAY_S + 1) * DAY_S);
        let until = midnight.min(now + lasts_s);
        *lockout = Lockout { dodges: before + 1, until, midnight };
        until
    }

    /// The first second in which an account may queue again: `now` if it is not locked out.
    pub fn until(&self, account: AccountId, now: SimTime) -> SimTime {
        self.accounts.get(account.index()).map_or(now, |lockout| lockout.until.max(now))
    }
}
