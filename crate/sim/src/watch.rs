//! Observers of a running day.

use crate::census::JoinNumber;
use crate::events::EventKind;
use matchday_base::{CellId, DatacenterIndex, MatchId, PlayerId, SimTime};
use matchday_matchmaker::{Formed, Groups, QueuedPlayer};

/// Receives the events of players as they happen, and changes nothing: the digest of the day stays the same.
///
/// Passed to [`ArticleDay::advance_watched`](crate::ArticleDay::advance_watched). All methods are optional;
/// the observer `()` costs nothing.
pub trait Watch {
    /// Whether it looks at anything.
    fn is_watching(&self) -> bool {
        true
    }

    /// A player is online already as the observer begins.
    fn introduced(&mut self, _player: PlayerId, _number: JoinNumber, _cell: CellId) {}

    /// A player has joined from a cell. The id may have belonged to a player who left; the number never has.
    fn joined(&mut self, _now: SimTime, _player: PlayerId, _number: JoinNumber, _cell: CellId) {}

    /// These matches of one playlist form.
    fn formed(&mut self, _now: SimTime, _matches: &NewMatches<'_>) {}

    /// Anything else happens to a player; `waited_s` is the length of a search that ends with it.
    fn happened(&mut self, _now: SimTime, _player: PlayerId, _what: EventKind, _waited_s: Option<u32>) {}
}

impl Watch for () {
    fn is_watching(&self) -> bool {
        false
    }
}

/// The matches of one playlist that form in a second.
pub struct NewMatches<'a> {
    /// Their players.
    pub formed: &'a Formed,
    /// Draws who plays with whom, where `formed` does not have it.
    pub groups: Groups,
    /// The id of the first; the others follow in the order of forming.
    pub first: MatchId,
    /// The actual RTT of a player to the match's datacenter, ms.
    pub rtt_ms: &'a dyn Fn(QueuedPlayer, DatacenterIndex) -> u16,
}

impl NewMatches<'_> {
    /// Copies the players to `into`, in the order of their matches: draws who plays with whom, where that is not known.
    pub fn draw_into(&self, now: SimTime, into: &mut Formed) {
        into.clear();
        let batches = self.formed.batches();
        batches.for_each(|batch| into.push(batch.datacenter, batch.players, batch.queued_players.iter().copied()));
        if !self.formed.is_grouped() {
            into.draw_groups(now, self.groups);
        }
    }
}
