//! The teams of a match and their places.

use super::OutcomeError;
use std::fmt::Debug;

/// A team and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team<P> {
    /// Place: lower is better, equal is a draw; only the order counts.
    pub rank: u32,
    /// Its players.
    pub players: Vec<P>,
}

/// The outcome of a match: two teams or more, none empty, no player twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<P>(Vec<Team<P>>);

impl<P: Ord + Clone + Debug> Outcome<P> {
    /// The outcome of these teams.
    ///
    /// # Errors
    /// Fewer than two teams, an empty team, or a player twice.
    pub fn new(teams: Vec<Team<P>>) -> Result<Self, OutcomeError<P>> {
        if teams.len() < 2 {
            return Err(OutcomeError::Teams(teams.len()));
        }
        if let Some(empty) = teams.iter().position(|team| team.players.is_empty()) {
            return Err(OutcomeError::Empty(empty + 1));
        }
        let mut players: Vec<&P> = teams.iter().flat_map(|team| &team.players).collect();
        players.sort_unstable();
        if let Some(twice) = players.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(OutcomeError::Twice(twice[0].clone()));
        }
        Ok(Self(teams))
    }
}

impl<P> Outcome<P> {
    /// The teams, in the given order.
    pub fn teams(&self) -> &[Team<P>] {
        &self.0
    }

    /// All players, team by team.
    pub fn players(&self) -> impl Iterator<Item = &P> {
        self.0.iter().flat_map(|team| &team.players)
    }

    /// The same outcome with another value for each player, such as the rating.
    pub fn map<Q>(&self, of: impl FnMut(&P) -> Q) -> Outcome<Q> {
        let mut mapped = Outcome::room();
        self.map_into(&mut mapped, of);
        mapped
    }

    /// An empty outcome, used as memory for others.
    pub(super) fn room() -> Self {
        Self(Vec::new())
    }

    /// [`Outcome::map`] into an existing outcome, so that repeated matches allocate nothing.
    pub(super) fn map_into<Q>(&self, into: &mut Outcome<Q>, mut of: impl FnMut(&P) -> Q) {
        self.map_teams(into, |team, players| players.extend(team.players.iter().map(&mut of)));
    }

    /// The same outcome, in the memory of `into`, with the players of each team replaced by as many values.
    pub(super) fn map_teams<Q>(&self, into: &mut Outcome<Q>, mut of: impl FnMut(&Team<P>, &mut Vec<Q>)) {
        into.0.resize_with(self.0.len(), || Team { rank: 0, players: Vec::new() });
        for (team, Team { rank, players }) in self.0.iter().zip(&mut into.0) {
            *rank = team.rank;
            players.clear();
            of(team, players);
        }
    }

    /// The outcome with team `at` last. Correct only for that team's members: the order of the others is
    /// lost.
    pub(super) fn with_last(&self, at: usize) -> Self
    where
        P: Clone,
    {
        let teams = self.0.iter().enumerate();
        Self(
            teams
                .map(|(team, Team { players, .. })| Team { rank: u32::from(team == at), players: players.clone() })
                .collect(),
        )
    }

    /// All teams but `team`.
    pub(super) fn opponents<'a>(&'a self, team: &'a Team<P>) -> impl Iterator<Item = &'a Team<P>> {
        self.0.iter().filter(move |other| !std::ptr::eq(*other, team))
    }
}
