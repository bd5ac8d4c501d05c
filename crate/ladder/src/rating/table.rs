//! The ratings of one system.

use super::{Outcome, Rating, System, score};
use crate::calibration::Calibration;
use matchday_base::{AccountId, SimTime};

/// Ratings by account. An account without matches has a newcomer's rating.
#[derive(Clone, Debug)]
pub struct Table {
    system: System,
    /// By account, up to the last account with a match.
    players: Vec<Player>,
    /// The ratings before and after the last match.
    before: Outcome<Rating>,
    after: Outcome<Rating>,
    /// The changes of the last match.
    changes: Vec<Change<AccountId>>,
    calibration: Calibration,
}

#[derive(Clone, Copy, Debug)]
struct Player {
    rating: Rating,
    /// Time of the rating: the last match, or a later start of a season; `None` without matches.
    last: Option<SimTime>,
}

/// The change of one player's rating in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<P> {
    /// The player.
    pub player: P,
    /// The rating at the end of the match, before the change.
    pub before: Rating,
    /// The rating after the change.
    pub after: Rating,
}

/// The changes of a match, and its expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled<'a> {
    /// A change for every player, in the order of the teams.
    pub changes: &'a [Change<AccountId>],
    /// Expected score of the first team; `None` unless there were two teams.
    pub expected: Option<f64>,
}

impl Table {
    /// A table without matches.
    pub fn new(system: System) -> Self {
        let (before, after) = (Outcome::room(), Outcome::room());
        let (players, changes, calibration) = (Vec::new(), Vec::new(), Calibration::default());
        Self { system, players, before, after, changes, calibration }
    }

    /// The rating system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The rating of a player at `now`.
    pub fn rating(&self, player: AccountId, now: SimTime) -> Rating {
        believed(&self.system, &self.players, player, now)
    }

    /// Expected against actual scores of the first team, over all matches of two teams.
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The ratings at the end of the last match, before its changes; without teams if there was no match.
    pub fn before(&self) -> &Outcome<Rating> {
        &self.before
    }

    /// The points of a player; they do not change with time alone.
    pub fn points(&self, player: AccountId) -> f64 {
        self.players.get(player.index()).map_or(self.system.start().points(), |known| known.rating.points())
    }

    /// Rates a match that ended at `now`, and returns the changes in the order of its teams.
    ///
    /// Players in `left` left early, and are rated as if their team had been last, alone. Their team mates
    /// are rated by the actual result, but lose only half the points. A team that all have left, and that is behind
    /// all others of which somebody stayed, has its place for that.
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
        let best_to_forfeit = self.best_to_forfeit(left);
        for (team, players) in self.before.teams().iter().map(|team| team.players.len()).enumerate() {
            let changes = &mut self.changes[first..first + players];
            first += players;
            let leavers = changes.iter().filter(|change| left.contains(&change.player)).count();
            let forfeits = leavers == players && self.before.teams()[team].rank >= best_to_forfeit;
            if leavers == 0 || forfeits {
                continue;
            }
            let last = self.system.rate(&self.before.with_last(team));
            for (change, &after) in changes.iter_mut().zip(&last.teams()[team].players) {
                change.after = if left.contains(&change.player) { after } else { spared(change) };
            }
        }
    }

    /// The best place behind all teams of which somebody stayed.
    fn best_to_forfeit(&self, left: &[AccountId]) -> u32 {
        let mut changes = self.changes.iter();
        let last = self.before.teams().iter().filter_map(|team| {
            let stay =
                changes.by_ref().take(team.players.len()).filter(|change| !left.contains(&change.player)).count();
            (stay > 0).then_some(team.rank)
        });
        last.max().map_or(0, |last| last.saturating_add(1))
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

    /// Every account with a match, with its rating after the last match, or at a later start of the season.
    pub fn players(&self) -> impl Iterator<Item = (AccountId, Rating)> {
        let known = (0..).map(AccountId).zip(&self.players);
        known.filter(|(_, player)| player.last.is_some()).map(|(id, player)| (id, player.rating))
    }

    /// Replaces the rating of every account with a match.
    pub(crate) fn replace(&mut self, now: SimTime, other: impl Fn(Rating) -> Rating) {
        for at in 0..self.players.len() {
            if self.players[at].last.is_some() {
                let rating = other(self.rating(AccountId(at as u32), now));
                self.players[at] = Player { rating, last: Some(now) };
            }
        }
    }

    /// Copies the ratings of another table of the same system.
    pub(crate) fn believe(&mut self, other: &Self) {
        self.players.clone_from(&other.players);
    }
}

/// The rating of a player at `now`.
fn believed(system: &System, players: &[Player], player: AccountId, now: SimTime) -> Rating {
    match players.get(player.index()) {
        // For a late result, no time has passed since the last match.
        Some(&Player { rating, last: Some(last) }) => system.idle(rating, now.0.saturating_sub(last.0)),
        _ => system.start(),
    }
}

/// The rating after a match that a team mate left: half of the loss.
fn spared(change: &Change<AccountId>) -> Rating {
    let (before, after) = (change.before.points(), change.after.points());
    change.after.with_points(if after < before { (before + after) / 2.0 } else { after })
}
