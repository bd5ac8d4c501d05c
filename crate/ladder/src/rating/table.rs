//! What one system believes of everybody.

use super::{Outcome, Rating, System};
use matchday_base::SimTime;
use std::collections::BTreeMap;

/// Ratings by player. Who has never played is a newcomer.
#[derive(Clone, Debug)]
pub struct Table<P> {
    system: System,
    players: BTreeMap<P, Played>,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    rating: Rating,
    /// When the last match counted.
    last: SimTime,
}

/// What a match did to one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<P> {
    /// Who.
    pub player: P,
    /// What was believed when the match ended.
    pub before: Rating,
    /// What has been since.
    pub after: Rating,
}

impl<P: Ord + Clone> Table<P> {
    /// A table without players.
    pub fn new(system: System) -> Self {
        Self { system, players: BTreeMap::new() }
    }

    /// What is believed of a player at a time.
    pub fn rating(&self, player: &P, now: SimTime) -> Rating {
        let Some(played) = self.players.get(player) else { return self.system.start() };
        // A result that comes late finds no time since the last match.
        self.system.idle(played.rating, now.0.saturating_sub(played.last.0))
    }

    /// Rates a match that ended at a time, and says what it did, in the order of its teams.
    pub fn settle(&mut self, outcome: &Outcome<P>, now: SimTime) -> Vec<Change<P>> {
        let before = outcome.map(|player| self.rating(player, now));
        let after = self.system.rate(&before);
        let ratings = before.players().zip(after.players());
        let changes = outcome.players().zip(ratings).map(|(player, (&before, &after))| {
            let played = self.players.entry(player.clone()).or_insert(Played { rating: after, last: now });
            *played = Played { rating: after, last: now.max(played.last) };
            Change { player: player.clone(), before, after }
        });
        changes.collect()
    }

    /// Everybody who has played, in order, with the rating after the last match.
    pub fn players(&self) -> impl Iterator<Item = (&P, Rating)> {
        self.players.iter().map(|(player, played)| (player, played.rating))
    }
}
