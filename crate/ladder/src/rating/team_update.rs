//! What a team's result says about each of its members, in Glicko-2 and Elo.

use super::{Mean, Rating};

/// Whose points are compared with the mean of an opposing team. Alone in its team, a player is the team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TeamUpdate {
    /// Those of the team, its mean: the surprise of a result is that of the match, the same for all members.
    #[default]
    Team,
    /// Those of each member, as if it played alone. In team matches this pulls all ratings together: a good
    /// player is expected to win almost always, but wins as often as its team does.
    Own,
}

impl TeamUpdate {
    /// The points that stand for a player of a team with this mean.
    pub(super) fn points(self, player: Rating, team: Mean) -> f64 {
        match self {
            Self::Team => team.points,
            Self::Own => player.points(),
        }
    }
}
