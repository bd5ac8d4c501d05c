//! Lockouts of players who dodge a found match.

use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{AccountId, SimTime};
use std::collections::BTreeMap;

/// Lockout for the first, the second and any later dodge of a day, s.
const LOCKOUTS_S: [u32; 3] = [2 * MINUTE_S, 5 * MINUTE_S, 10 * MINUTE_S];

/// The end of players' lockouts: 2 minutes for the first dodge of a day, 5 for the second, 10 for each later
/// one.
///
/// Counts and lockouts are reset at 00:00 UTC.
#[derive(Clone, Debug, Default)]
pub struct Lockouts(BTreeMap<AccountId, Lockout>);

#[derive(Clone, Copy, Debug)]
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
        let before = self.0.get(&account).filter(|lockout| now < lockout.midnight).map_or(0, |lockout| lockout.dodges);
        let lasts_s = LOCKOUTS_S[LOCKOUTS_S.len().min(before as usize + 1) - 1];
        let midnight = SimTime((now.0 / DAY_S + 1) * DAY_S);
        let until = midnight.min(now + lasts_s);
        self.0.insert(account, Lockout { dodges: before + 1, until, midnight });
        until
    }

    /// The first second in which an account may queue again: `now` if it is not locked out.
    pub fn until(&self, account: AccountId, now: SimTime) -> SimTime {
        self.0.get(&account).map_or(now, |lockout| lockout.until.max(now))
    }
}
