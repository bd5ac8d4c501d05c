//! Matches that wait for servers or run on them, one by one.

use crate::census::State;
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use matchday_matchmaker::{Formed, QueuedPlayer};

/// A match between its formation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its datacenter.
    pub datacenter: DatacenterIndex,
    /// Its playlist.
    pub playlist: u8,
    /// [`State::Placing`] or [`State::Playing`].
    pub state: State,
    /// Start of that state.
    pub since: SimTime,
}

/// The matches that have not ended, by id.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Players in each.
    players: usize,
    /// The id of the first in `matches`.
    first: MatchId,
    /// In the order of ids; `None` once it has ended.
    matches: Vec<Option<Match>>,
    /// Number of ended matches at the front; they are removed when they are half of all.
    ended: usize,
    /// The players of each.
    seats: Vec<QueuedPlayer>,
    /// Time at which each player was enqueued for its current match, by id.
    enqueued: Vec<SimTime>,
}

impl Placed {
    /// No matches yet; each will have `players` players.
    pub fn new(players: usize) -> Self {
        let (matches, seats) = (Vec::new(), Vec::new());
        Self { players, first: MatchId(0), matches, ended: 0, seats, enqueued: Vec::new() }
    }

    /// Stores when these players were enqueued.
    pub fn note_waits(&mut self, now: SimTime, formed: &Formed) {
        for seat in formed.seats() {
            if self.enqueued.len() <= seat.player.index() {
                self.enqueued.resize(seat.player.index() + 1, now);
            }
            self.enqueued[seat.player.index()] = now;
        }
        for wait in formed.waits() {
            self.enqueued[wait.player.index()] = now - wait.wait_s;
        }
    }

    /// Time at which a player was enqueued for its current match.
    pub fn enqueued(&self, seat: QueuedPlayer) -> SimTime {
        self.enqueued[seat.player.index()]
    }

    /// Adds a match that waits for a server; returns its id.
    pub fn add(&mut self, now: SimTime, playlist: u8, datacenter: DatacenterIndex, seats: &[QueuedPlayer]) -> MatchId {
        let id = MatchId(self.first.0 + self.matches.len() as u32);
        self.matches.push(Some(Match { datacenter, playlist, state: State::Placing, since: now }));
        self.seats.extend_from_slice(seats);
        id
    }

    /// Starts a match; returns its previous state, or `None` if it has ended.
    pub fn start(&mut self, now: SimTime, id: MatchId) -> Option<Match> {
        let at = self.position(id)?;
        let started = self.matches[at].as_mut()?;
        Some(std::mem::replace(started, Match { state: State::Playing, since: now, ..*started }))
    }

    /// Ends a match and appends its players to `players`; `None` if it had ended before.
    pub fn end(&mut self, id: MatchId, players: &mut Vec<QueuedPlayer>) -> Option<Match> {
        let at = self.position(id)?;
        let ended = self.matches[at].take()?;
        players.clear();
        players.extend_from_slice(&self.seats[at * self.players..][..self.players]);
        while let Some(None) = self.matches.get(self.ended) {
            self.ended += 1;
        }
        if self.ended > self.matches.len() / 2 {
            self.matches.drain(..self.ended);
            self.seats.drain(..self.ended * self.players);
            self.first.0 += std::mem::take(&mut self.ended) as u32;
        }
        Some(ended)
    }

    /// Every match and its players.
    pub fn iter(&self) -> impl Iterator<Item = (&Match, &[QueuedPlayer])> {
        let matches = self.matches.iter().zip(self.seats.chunks_exact(self.players));
        matches.filter_map(|(found, seats)| found.as_ref().map(|found| (found, seats)))
    }

    fn position(&self, id: MatchId) -> Option<usize> {
        id.0.checked_sub(self.first.0).map(|at| at as usize).filter(|&at| at < self.matches.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::PlayerId;
    use matchday_matchmaker::RowId;

    fn seats(first: u32) -> [QueuedPlayer; 2] {
        [first, first + 1].map(|player| QueuedPlayer { player: PlayerId(player), row: RowId(0) })
    }

    #[test]
    fn matches_end_in_any_order_and_once() {
        let mut placed = Placed::new(2);
        let here = DatacenterIndex(3);
        let [a, b, c] = [0, 10, 20].map(|player| placed.add(SimTime(5), 1, here, &seats(player)));
        assert_eq!((a, b, c), (MatchId(0), MatchId(1), MatchId(2)));
        let placing = Match { datacenter: here, playlist: 1, state: State::Placing, since: SimTime(5) };
        let playing = Match { state: State::Playing, since: SimTime(9), ..placing };
        assert_eq!(placed.start(SimTime(9), b), Some(placing));
        let mut players = Vec::new();
        assert_eq!(placed.end(b, &mut players), Some(playing));
        assert_eq!(players, seats(10));
        assert_eq!(placed.end(b, &mut players), None);
        assert_eq!(placed.start(SimTime(9), b), None);
        assert_eq!(placed.end(a, &mut players), Some(placing));
        // The matches at the front are removed, and ids go on.
        assert_eq!(placed.end(a, &mut players), None);
        let d = placed.add(SimTime(7), 0, here, &seats(30));
        let found: Vec<_> = placed.iter().map(|(found, seats)| (*found, seats.to_vec())).collect();
        let new = Match { playlist: 0, since: SimTime(7), ..placing };
        assert_eq!(found, [(placing, seats(20).to_vec()), (new, seats(30).to_vec())]);
        assert_eq!((d, placed.end(MatchId(9), &mut players)), (MatchId(3), None));
    }
}
