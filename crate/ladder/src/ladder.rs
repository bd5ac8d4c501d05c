//! The ladder: what is believed of everybody, match by match.

use crate::rating::{Change, Outcome, Rating, Shadowed, System, Table};
use matchday_base::{AccountId, MatchId, SimTime};

/// What a ladder goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The system whose ratings decide.
    pub system: System,
    /// One that computes beside it on the same matches and decides nothing.
    pub shadow: Option<System>,
}

/// A match that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Which; a match counts once, however often it is told.
    pub id: MatchId,
    /// When it ended. Matches may be told late and in any order.
    pub ended: SimTime,
    /// Who played in which team, and how those came in.
    pub outcome: &'a Outcome<AccountId>,
    /// Who left before the end: they are rated as if their team had come last, alone, and their team mates lose only half
    /// the points.
    pub left: &'a [AccountId],
}

/// What is believed of every account.
#[derive(Clone, Debug)]
pub struct Ladder {
    tables: Shadowed,
    counted: Counted,
}

impl Ladder {
    /// A ladder of newcomers.
    pub fn new(settings: Settings) -> Self {
        Self { tables: Shadowed::new(settings.system, settings.shadow), counted: Counted::default() }
    }

    /// What is believed of an account at a time.
    pub fn rating(&self, account: AccountId, now: SimTime) -> Rating {
        self.tables.deciding().rating(account, now)
    }

    /// What the shadow believes of everybody, if there is one.
    pub fn shadow(&self) -> Option<&Table> {
        self.tables.shadow()
    }

    /// Rates a match, and says what it did, in the order of its teams; nothing if it has counted before.
    pub fn settle(&mut self, played: &Played) -> &[Change<AccountId>] {
        if !self.counted.insert(played.id) {
            return &[];
        }
        self.tables.settle(played.outcome, played.left, played.ended)
    }
}

/// Matches that have counted, a bit each.
#[derive(Clone, Debug, Default)]
struct Counted(Vec<u64>);

impl Counted {
    /// Whether this is the first time.
    fn insert(&mut self, id: MatchId) -> bool {
        let (word, bit) = (id.index() / 64, 1 << (id.index() % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}
