//! What one system believes of everybody.

use super::{Outcome, Rating, System, score};
use crate::calibration::Calibration;
use matchday_base::{AccountId, SimTime};

/// Ratings by account. An account that has never played has a newcomer's rating.
#[derive(Clone, Debug)]
pub struct Table {
    system: System,
    /// By account, up to the last account that has played.
    players: Vec<Player>,
    /// The ratings before the last match and after it.
    before: Outcome<Rating>,
    after: Outcome<Rating>,
    /// The changes by the last match.
    changes: Vec<Change<AccountId>>,
    calibration: Calibration,
}

#[derive(Clone, Copy, Debug)]
struct Player {
    rating: Rating,
    /// Until when time has passed for the rating: the last match, or a later start of a season; `None` without matches.
    last: Option<SimTime>,
}

/// The change that a match made to one player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<P> {
    /// The player.
    pub player: P,
    /// The rating when the match ended.
    pub before: Rating,
    /// The rating since then.
    pub after: Rating,
}

/// The changes that a match made, and its expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled<'a> {
    /// A change for everybody who played, in the order of the teams.
    pub changes: &'a [Change<AccountId>],
    /// The share of such matches that the first team was expected to win; `None` unless there were two.
    pub expected: Option<f64>,
}

impl Table {
    /// A table of newcomers.
    pub fn new(system: System) -> Self {
        let (before, after) = (Outcome::room(), Outcome::room());
        let (players, changes, calibration) = (Vec::new(), Vec::new(), Calibration::default());
        Self { system, players, before, after, changes, calibration }
    }

    /// The system that it is computed by.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The rating of a player at a time.
    pub fn rating(&self, player: AccountId, now: SimTime) -> Rating {
        believed(&self.system, &self.players, player, now)
    }

    /// How well the first of two teams was expected to fare, and how it did, over all matches of two teams.
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The points of a player, which time alone does not change.
    pub fn points(&self, player: AccountId) -> f64 {
        self.players.get(player.index()).map_or(self.system.start().points(), |known| known.rating.points())
    }

    /// Rates a match that ended at a time, and gives the changes, in the order of its teams.
    ///
    /// Players in `left` left before the end, and are rated as if their team had come last, alone. The team mates of such
    /// a player are rated by what really happened, but lose only half the points.
    pub fn settle(&mut self, outcome: &Outcome<AccountId>, left: &[AccountId], now: SimTime) -> Settled<'_> {
        outcome.map_into(&mut self.before, |&player| believed(&self.system, &self.players, player, now));
        self.system.rate_into(&self.before, &mut self.after);
        self.changes.clear();
        let ratings = self.before.players().zip(self.after.players());
        let changes = outcome.players().zip(ratings);
        self.changes.extend(changes.map(|(&player, (&before, &after))| Change { player, before, after }));
        if !left.is_empty() {
            self.blame(left);
        }
        self.keep(now);
        let expected = self.compare();
        Settled { changes: &self.changes, expected }
    }

    /// Replaces the changes of leavers and their team mates.
    fn blame(&mut self, left: &[AccountId]) {
        let mut first = 0;
        for (team, players) in self.before.teams().iter().map(|team| team.players.len()).enumerate() {
            let changes = &mut self.changes[first..first + players];
            first += players;
            if !changes.iter().any(|change| left.contains(&change.player)) {
                continue;
            }
            let last = self.system.rate(&self.before.with_last(team));
            for (change, &after) in changes.iter_mut().zip(&last.teams()[team].players) {
                change.after = if left.contains(&change.player) { after } else { spared(change) };
            }
        }
    }

    /// Compares the expected score of two teams with their places.
    fn compare(&mut self) -> Option<f64> {
        let [one, other] = self.before.teams() else { return None };
        let expected = self.system.expected([&one.players, &other.players])?;
        self.calibration.add(expected, score(one.rank, other.rank));
        Some(expected)
    }

    fn keep(&mut self, now: SimTime) {
        for &Change { player, after, .. } in &self.changes {
            if self.players.len() <= player.index() {
                let newcomer = Player { rating: self.system.start(), last: None };
                self.players.resize(player.index() + 1, newcomer);
            }
            let player = &mut self.players[player.index()];
            *player = Player { rating: after, last: player.last.max(Some(now)) };
        }
    }

    /// Every account that has ever played, with its rating after the last match, or at a later start of the season.
    pub fn players(&self) -> impl Iterator<Item = (AccountId, Rating)> {
        let known = (0..).map(AccountId).zip(&self.players);
        known.filter(|(_, player)| player.last.is_some()).map(|(id, player)| (id, player.rating))
    }

    /// Replaces the rating of every account that has ever played.
    pub(crate) fn replace(&mut self, now: SimTime, other: impl Fn(Rating) -> Rating) {
        for at in 0..self.players.len() {
            if self.players[at].last.is_some() {
                let rating = other(self.rating(AccountId(at as u32), now));
                self.players[at] = Player { rating, last: Some(now) };
            }
        }
    }

    /// Believes what another table of the same system believes.
    pub(crate) fn believe(&mut self, other: &Self) {
        self.players.clone_from(&other.players);
    }
}

/// The rating of a player at a time.
fn believed(system: &System, players: &[Player], player: AccountId, now: SimTime) -> Rating {
    match players.get(player.index()) {
        // A result that comes late finds no time since the last match.
        Some(&Player { rating, last: Some(last) }) => system.idle(rating, now.0.saturating_sub(last.0)),
        _ => system.start(),
    }
}

/// The rating after a match that a team mate left: only half of a loss.
fn spared(change: &Change<AccountId>) -> Rating {
    let (before, after) = (change.before.points(), change.after.points());
    change.after.with_points(if after < before { (before + after) / 2.0 } else { after })
}
