//! Matches that wait for servers or run on them, one by one.

use crate::census::State;
use matchday_base::{DatacenterIndex, MatchId, PlayerId, SimTime};
use matchday_matchmaker::{Formed, QueuedPlayer};

/// A match between its formation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedMatch {
    /// Its datacenter.
    pub datacenter: DatacenterIndex,
    /// Its playlist.
    pub playlist: u8,
    /// [`State::Placing`] or [`State::Playing`].
    pub state: State,
    /// Start of that state.
    pub since: SimTime,
    /// When it formed.
    pub formed: SimTime,
    /// Its length once it has started, s.
    pub match_s: u32,
}

/// Players who gave up on a match without a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenUp {
    /// Start of the wait for a server.
    pub since: SimTime,
    /// When the patience of another player of the match ends.
    pub next: Option<SimTime>,
    /// Whether the match had players, and has none any more.
    pub is_empty: bool,
}

/// The matches that have not ended, by id.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Most players in each.
    players: usize,
    /// The id of the first in `matches`.
    first: MatchId,
    /// In the order of ids; `None` once it has ended.
    matches: Vec<Option<PlacedMatch>>,
    /// Number of ended matches at the front; they are removed when they are half of all.
    ended: usize,
    /// The players of each; `None` once they have left it, and in smaller matches.
    queued_players: Vec<Option<QueuedPlayer>>,
    /// Time at which each player was enqueued for its current match, by id.
    enqueued: Vec<SimTime>,
}

impl Placed {
    /// No matches yet; each will have at most `players` players.
    pub fn new(players: usize) -> Self {
        let (matches, queued_players) = (Vec::new(), Vec::new());
        Self { players, first: MatchId(0), matches, ended: 0, queued_players, enqueued: Vec::new() }
    }

    /// Stores when these players were enqueued.
    pub fn note_waits(&mut self, now: SimTime, formed: &Formed) {
        for queued in formed.queued_players() {
            if self.enqueued.len() <= queued.player.index() {
                self.enqueued.resize(queued.player.index() + 1, now);
            }
            self.enqueued[queued.player.index()] = now;
        }
        for wait in formed.waits() {
            self.enqueued[wait.player.index()] = now - wait.wait_s;
        }
    }

    /// Time at which a player was enqueued for its current match.
    pub fn enqueued(&self, queued: QueuedPlayer) -> SimTime {
        self.enqueued[queued.player.index()]
    }

    /// Adds a match that waits for a server; returns its id.
    pub fn add(&mut self, queued_players: &[QueuedPlayer], placed: PlacedMatch) -> MatchId {
        let id = MatchId(self.first.0 + self.matches.len() as u32);
        self.matches.push(Some(placed));
        self.queued_players.extend(queued_players.iter().copied().map(Some));
        self.queued_players.resize(self.matches.len() * self.players, None);
        id
    }

    /// The players of a match.
    pub fn players(&self, id: MatchId) -> impl Iterator<Item = QueuedPlayer> {
        let at = self.position(id);
        at.map(|at| &self.queued_players[at * self.players..][..self.players]).into_iter().flatten().flatten().copied()
    }

    /// A player quits a match that has started; `None` if it has ended, or is not its match.
    pub fn quit(&mut self, id: MatchId, player: PlayerId) -> Option<PlacedMatch> {
        let at = self.position(id)?;
        let found = self.matches[at].filter(|found| found.state == State::Playing)?;
        let queued_players = &mut self.queued_players[at * self.players..][..self.players];
        let queued = queued_players.iter_mut().find(|queued| queued.is_some_and(|queued| queued.player == player))?;
        *queued = None;
        Some(found)
    }

    /// The players of a match without a server who have waited for `patience_s` seconds give up: they leave
    /// the match and are appended to `players`. A match without players ends.
    pub fn give_up(&mut self, now: SimTime, patience_s: u32, id: MatchId, players: &mut Vec<QueuedPlayer>) -> GivenUp {
        players.clear();
        let waiting = |&at: &usize| self.matches[at].is_some_and(|found| found.state == State::Placing);
        let Some(at) = self.position(id).filter(waiting) else { return GivenUp::default() };
        let mut given_up =
            GivenUp { since: self.matches[at].map_or(now, |found| found.since), next: None, is_empty: true };
        for queued in &mut self.queued_players[at * self.players..][..self.players] {
            let Some(of) = *queued else { continue };
            let ends = self.enqueued[of.player.index()] + patience_s;
            if ends <= now {
                *queued = None;
                players.push(of);
            } else {
                given_up.is_empty = false;
                given_up.next = Some(given_up.next.map_or(ends, |next| next.min(ends)));
            }
        }
        if given_up.is_empty {
            self.end(id, &mut Vec::new());
        }
        given_up
    }

    /// Starts a match; returns its previous state, or `None` if it has ended.
    pub fn start(&mut self, now: SimTime, id: MatchId) -> Option<PlacedMatch> {
        let at = self.position(id)?;
        let started = self.matches[at].as_mut()?;
        Some(std::mem::replace(started, PlacedMatch { state: State::Playing, since: now, ..*started }))
    }

    /// Ends a match and appends its players to `players`; `None` if it had ended before.
    pub fn end(&mut self, id: MatchId, players: &mut Vec<QueuedPlayer>) -> Option<PlacedMatch> {
        let at = self.position(id)?;
        let ended = self.matches[at].take()?;
        players.clear();
        players.extend(self.queued_players[at * self.players..][..self.players].iter().flatten());
        while let Some(None) = self.matches.get(self.ended) {
            self.ended += 1;
        }
        if self.ended > self.matches.len() / 2 {
            self.matches.drain(..self.ended);
            self.queued_players.drain(..self.ended * self.players);
            self.first.0 += std::mem::take(&mut self.ended) as u32;
        }
        Some(ended)
    }

    /// Every match and its players.
    pub fn iter(&self) -> impl Iterator<Item = (&PlacedMatch, impl Iterator<Item = QueuedPlayer>)> {
        let matches = self.matches.iter().zip(self.queued_players.chunks_exact(self.players));
        matches.filter_map(|(found, queued_players)| {
            found.as_ref().map(|found| (found, queued_players.iter().flatten().copied()))
        })
    }

    fn position(&self, id: MatchId) -> Option<usize> {
        id.0.checked_sub(self.first.0).map(|at| at as usize).filter(|&at| at < self.matches.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_matchmaker::RowId;

    fn queued_players(first: u32) -> [QueuedPlayer; 2] {
        [first, first + 1].map(|player| QueuedPlayer { player: PlayerId(player), row: RowId(0) })
    }

    fn placing(since: u32) -> PlacedMatch {
        let (datacenter, formed) = (DatacenterIndex(3), SimTime(since));
        PlacedMatch { datacenter, playlist: 1, state: State::Placing, since: formed, formed, match_s: 60 }
    }

    #[test]
    fn matches_end_in_any_order_and_once() {
        let mut placed = Placed::new(2);
        let placing = placing(5);
        let [a, b, c] = [0, 10, 20].map(|player| placed.add(&queued_players(player), placing));
        assert_eq!((a, b, c), (MatchId(0), MatchId(1), MatchId(2)));
        let playing = PlacedMatch { state: State::Playing, since: SimTime(9), ..placing };
        assert_eq!(placed.start(SimTime(9), b), Some(placing));
        let mut players = Vec::new();
        assert_eq!(placed.end(b, &mut players), Some(playing));
        assert_eq!(players, queued_players(10));
        assert_eq!(placed.end(b, &mut players), None);
        assert_eq!(placed.start(SimTime(9), b), None);
        assert_eq!(placed.end(a, &mut players), Some(placing));
        // The matches at the front are removed, and ids go on.
        assert_eq!(placed.end(a, &mut players), None);
        let new = PlacedMatch { playlist: 0, since: SimTime(7), ..placing };
        let d = placed.add(&queued_players(30), new);
        let found: Vec<_> =
            placed.iter().map(|(found, queued_players)| (*found, queued_players.collect::<Vec<_>>())).collect();
        assert_eq!(found, [(placing, queued_players(20).to_vec()), (new, queued_players(30).to_vec())]);
        assert_eq!((d, placed.end(MatchId(9), &mut players)), (MatchId(3), None));
    }

    #[test]
    fn players_leave_matches_one_by_one() {
        let mut placed = Placed::new(2);
        let [a, b] = queued_players(0);
        let mut formed = Formed::default();
        formed.push(DatacenterIndex(3), 2, [a, b].into_iter());
        formed.push_wait(matchday_matchmaker::Wait { player: a.player, wait_s: 4, warm: false });
        placed.note_waits(SimTime(5), &formed);
        let id = placed.add(&[a, b], placing(5));
        let given_up = |placed: &mut Placed, now| {
            let mut players = Vec::new();
            (placed.give_up(SimTime(now), 10, id, &mut players), players)
        };
        let since = SimTime(5);
        let next = Some(SimTime(11));
        assert_eq!(given_up(&mut placed, 10), (GivenUp { since, next, is_empty: false }, vec![]));
        let next = Some(SimTime(15));
        assert_eq!(given_up(&mut placed, 11), (GivenUp { since, next, is_empty: false }, vec![a]));
        assert_eq!(given_up(&mut placed, 15), (GivenUp { since, next: None, is_empty: true }, vec![b]));
        assert_eq!(given_up(&mut placed, 16).0, GivenUp::default());
        let id = placed.add(&[a, b], placing(20));
        assert_eq!(placed.quit(id, a.player), None, "nobody quits a match that has not started");
        placed.start(SimTime(21), id);
        assert_eq!(placed.quit(id, a.player).unwrap().since, SimTime(21));
        assert_eq!(placed.quit(id, a.player), None);
        let mut left = Vec::new();
        placed.end(id, &mut left);
        assert_eq!((left, placed.quit(id, b.player)), (vec![b], None));
    }
}
