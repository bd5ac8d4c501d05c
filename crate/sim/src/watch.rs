//! Observers of a running day.

use matchday_base::{PlayerId, SimTime};
use matchday_matchmaker::Formed;

/// Receives the events of players as they happen, and changes nothing: the digest of the day stays the same.
///
/// Passed to [`ArticleDay::advance_watched`](crate::ArticleDay::advance_watched). All methods are optional;
/// the observer `()` costs nothing.
pub trait Watch {
    /// A player has joined. The id may have belonged to a player who left.
    fn joined(&mut self, _player: PlayerId) {}

    /// A player's search has failed; the player leaves, or plays against bots.
    fn gave_up(&mut self, _now: SimTime, _player: PlayerId) {}

    /// These matches of one playlist start.
    fn formed(&mut self, _now: SimTime, _formed: &Formed) {}
}

impl Watch for () {}
