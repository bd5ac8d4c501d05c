//! What one system believes of everybody.

use super::{Outcome, Rating, System};
use matchday_base::{AccountId, SimTime};

/// Ratings by account. Who has never played is a newcomer.
#[derive(Clone, Debug)]
pub struct Table {
    system: System,
    /// By account; those beyond the last who has played are not there.
    players: Vec<Player>,
    /// What the last match did.
    changes: Vec<Change<AccountId>>,
}

#[derive(Clone, Copy, Debug)]
struct Player {
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

impl Table {
    /// A table of newcomers.
    pub fn new(system: System) -> Self {
        Self { system, players: Vec::new(), changes: Vec::new() }
    }

    /// The system that it is computed by.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// What is believed of a player at a time.
    pub fn rating(&self, player: AccountId, now: SimTime) -> Rating {
        let Some(player) = self.players.get(player.index()) else { return self.system.start() };
        // A result that comes late finds no time since the last match.
        self.system.idle(player.rating, now.0.saturating_sub(player.last.0))
    }

    /// Rates a match that ended at a time, and says what it did, in the order of its teams.
    ///
    /// Who is in `left` left before the end, and is rated as if the own team had come last, alone. The team mates of such
    /// a player are rated by what really happened, but lose only half the points.
    pub fn settle(&mut self, outcome: &Outcome<AccountId>, left: &[AccountId], now: SimTime) -> &[Change<AccountId>] {
        let before = outcome.map(|&player| self.rating(player, now));
        let after = self.system.rate(&before);
        self.changes.clear();
        let ratings = before.players().zip(after.players());
        self.changes.extend(outcome.players().zip(ratings).map(|(&player, (&before, &after))| Change {
            player,
            before,
            after,
        }));
        if !left.is_empty() {
            self.blame(outcome, &before, left);
        }
        self.keep(now);
        &self.changes
    }

    /// Puts what happened to leavers and their team mates in the place of what the outcome alone would have done.
    fn blame(&mut self, outcome: &Outcome<AccountId>, before: &Outcome<Rating>, left: &[AccountId]) {
        let mut first = 0;
        for (team, players) in outcome.teams().iter().map(|team| &team.players).enumerate() {
            let changes = &mut self.changes[first..first + players.len()];
            first += players.len();
            if !players.iter().any(|player| left.contains(player)) {
                continue;
            }
            let last = self.system.rate(&before.with_last(team));
            for (change, &after) in changes.iter_mut().zip(&last.teams()[team].players) {
                change.after = if left.contains(&change.player) { after } else { spared(change) };
            }
        }
    }

    fn keep(&mut self, now: SimTime) {
        for &Change { player, after, .. } in &self.changes {
            if self.players.len() <= player.index() {
                let newcomer = Player { rating: self.system.start(), last: SimTime::default() };
                self.players.resize(player.index() + 1, newcomer);
            }
            let player = &mut self.players[player.index()];
            *player = Player { rating: after, last: now.max(player.last) };
        }
    }

    /// Everybody who has played, with the rating after the last match.
    pub fn players(&self) -> impl Iterator<Item = (AccountId, Rating)> {
        let known = (0..).map(AccountId).zip(self.players.iter().map(|player| player.rating));
        known.filter(|(_, rating)| rating.matches() > 0)
    }
}

/// The rating after a match that a team mate left: only half of a loss.
fn spared(change: &Change<AccountId>) -> Rating {
    let (before, after) = (change.before.points(), change.after.points());
    change.after.with_points(if after < before { (before + after) / 2.0 } else { after })
}
