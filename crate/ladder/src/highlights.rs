//! Highlights of a week.

use crate::history::Ended;
use crate::rating::Change;
use matchday_base::{AccountId, MatchId};

/// Highlights of a week of seven days. Ties go to the account registered first, or the match delivered first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Highlights {
    /// Most matches.
    pub matches: Option<(AccountId, u32)>,
    /// Most wins in a row.
    pub streak: Option<(AccountId, u32)>,
    /// Largest total of points gained in matches.
    pub climb: Option<(AccountId, f64)>,
    /// The least expected win in a match of two teams.
    pub upset: Option<Upset>,
}

/// An unlikely win.
#[derive(Clone, Debug, PartialEq)]
pub struct Upset {
    /// The match.
    pub id: MatchId,
    /// The winners.
    pub winners: Vec<AccountId>,
    /// Their predicted probability to win.
    pub expected: f64,
}

/// The present week.
#[derive(Clone, Debug, Default)]
pub(crate) struct Week {
    /// By account.
    accounts: Vec<Account>,
    upset: Option<Upset>,
}

/// The week of one account.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    matches: u32,
    /// Wins in a row: present and maximum.
    streak: [u16; 2],
    /// Sum of points gained.
    climb: f64,
}

impl Week {
    /// Records the change of one account in a match.
    pub(crate) fn push(&mut self, change: &Change<AccountId>, how: Ended) {
        let at = change.player.index();
        if self.accounts.len() <= at {
            self.accounts.resize(at + 1, Account::default());
        }
        let account = &mut self.accounts[at];
        account.matches += 1;
        account.climb += change.after.points() - change.before.points();
        let [now, most] = account.streak;
        let now = if how == Ended::Won { now.saturating_add(1) } else { 0 };
        account.streak = [now, most.max(now)];
    }

    /// Records a win with this predicted probability.
    pub(crate) fn win(&mut self, id: MatchId, winners: &[AccountId], expected: f64) {
        if self.upset.as_ref().is_none_or(|upset| expected < upset.expected) {
            self.upset = Some(Upset { id, winners: winners.to_vec(), expected });
        }
    }

    /// The highlights so far.
    pub(crate) fn highlights(&self) -> Highlights {
        let streak = self.most(|account| f64::from(account.streak[1]));
        Highlights {
            matches: self.most(|account| f64::from(account.matches)).map(|(id, matches)| (id, matches as u32)),
            streak: streak.map(|(id, streak)| (id, streak as u32)),
            climb: self.most(|account| account.climb),
            upset: self.upset.clone(),
        }
    }

    /// The first account with the highest value above 0.
    fn most(&self, of: impl Fn(&Account) -> f64) -> Option<(AccountId, f64)> {
        let each = (0..).map(AccountId).zip(self.accounts.iter().map(of));
        each.fold(None, |best, (id, value)| match best {
            Some((_, most)) if value <= most => best,
            None if value <= 0.0 => None,
            _ => Some((id, value)),
        })
    }
}
