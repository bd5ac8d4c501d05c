//! Observers of a running day.

use crate::census::JoinNumber;
use matchday_base::{PlayerId, SimTime};
use matchday_matchmaker::{Formed, Groups};

/// Receives the events of players as they happen, and changes nothing: the digest of the day stays the same.
///
/// Passed to [`ArticleDay::advance_watched`](crate::ArticleDay::advance_watched). All methods are optional;
/// the observer `()` costs nothing.
pub trait Watch {
    /// A player has joined. The id may have belonged to a player who left; the number never has.
    fn joined(&mut self, _player: PlayerId, _number: JoinNumber) {}

    /// A player's search is over without a match; the player leaves, or plays against bots.
    fn gave_up(&mut self, _now: SimTime, _player: PlayerId) {}

    /// These matches of one playlist form; `groups` draws who plays with whom where `formed` does not have it.
    fn formed(&mut self, _now: SimTime, _groups: Groups, _formed: &Formed) {}
}

impl Watch for () {}
