//! Who looks on while a day runs.

use matchday_base::{PlayerId, SimTime};
use matchday_matchmaker::Formed;

/// Is told what happens to players as it happens, and changes nothing: the day is the same, to its digest.
///
/// Handed to [`ArticleDay::advance_watched`](crate::ArticleDay::advance_watched). What is not of interest is left out, and
/// whoever is not watched, by `()`, pays nothing.
pub trait Watch {
    /// A player has come in. The id may have been that of another who has left.
    fn joined(&mut self, _player: PlayerId) {}

    /// A player's search has failed; it leaves, or plays against bots.
    fn gave_up(&mut self, _now: SimTime, _player: PlayerId) {}

    /// These matches of one playlist start.
    fn formed(&mut self, _now: SimTime, _formed: &Formed) {}
}

impl Watch for () {}
