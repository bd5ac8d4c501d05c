//! Groups that stay together: an option that the article advises against, to measure its cost.
//!
//! Where matches break up, there are no lobbies. Otherwise two or more players of a match who play again form
//! a lobby when the pause ends. A single player queues like any other, and so does a player from a match
//! against bots.
//!
//! - A lobby stays at the datacenter of its last match, whatever others are within reach, and never merges.
//! - When the walk reaches a datacenter, its lobbies are completed to N before the queue matches among
//!   itself: the fullest first, the longest waiting among equals, each with random players from the queue. A
//!   lobby of N starts in the second in which it arrives. The first lobby that lacks more players than are
//!   queued ends this, since all later ones lack at least as many.
//! - For warm bodies, the short group at a datacenter is its first lobby plus the players left in its queue;
//!   without lobbies, only these players.
//! - A lobby waits at most as long as any search; then each of its players has failed, or given up if its
//!   patience ended before. While waiting its
//!   players count as IDEAL, though they are in no queue.

use crate::search::{Change, Next, QueuedPlayer, Rules};
use crate::{Formed, Wait};
use matchday_base::{DatacenterIndex, SimTime};

/// The waiting lobbies at each datacenter.
#[derive(Clone, Debug, Default)]
pub struct Lobbies {
    /// By datacenter, up to the last one with a lobby so far; the next lobby to complete is last.
    waiting: Vec<Vec<Lobby>>,
    players: u32,
    searched_s: u64,
}

#[derive(Clone, Debug)]
struct Lobby {
    since: SimTime,
    queued_players: Vec<QueuedPlayer>,
}

impl Lobbies {
    /// Adds a lobby at the datacenter of its last match; its players are `queued_players`.
    pub fn arrive(&mut self, now: SimTime, datacenter: DatacenterIndex, queued_players: &[QueuedPlayer]) {
        if self.waiting.len() <= datacenter.index() {
            self.waiting.resize_with(datacenter.index() + 1, Vec::new);
        }
        self.players += queued_players.len() as u32;
        let here = &mut self.waiting[datacenter.index()];
        let at = here.iter().take_while(|other| other.queued_players.len() < queued_players.len()).count();
        here.insert(at, Lobby { since: now, queued_players: queued_players.to_vec() });
    }

    /// Players in lobbies.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// Visits every player in a lobby, with the start of its wait.
    pub fn each(&self, mut visit: impl FnMut(QueuedPlayer, SimTime)) {
        for lobby in self.waiting.iter().flatten() {
            lobby.queued_players.iter().for_each(|&queued| visit(queued, lobby.since));
        }
    }

    /// Players in the lobby to be completed next; 0 without a lobby.
    pub(crate) fn first(&self, datacenter: DatacenterIndex) -> usize {
        let here = self.waiting.get(datacenter.index());
        here.and_then(|here| here.last()).map_or(0, |lobby| lobby.queued_players.len())
    }

    /// Players that this lobby lacks; `None` without a lobby.
    pub(crate) fn lacking(&self, datacenter: DatacenterIndex, players: usize) -> Option<usize> {
        let first = self.first(datacenter);
        (first > 0).then(|| players - first)
    }

    /// Takes the players of this lobby: they match.
    pub(crate) fn take(&mut self, now: SimTime, datacenter: DatacenterIndex, formed: &mut Formed) -> Vec<QueuedPlayer> {
        let here = self.waiting.get_mut(datacenter.index());
        let Some(Lobby { since, queued_players }) = here.and_then(Vec::pop) else { return Vec::new() };
        let wait_s = now.since(since);
        self.leave(queued_players.len(), wait_s);
        if wait_s > 0 {
            queued_players
                .iter()
                .for_each(|queued| formed.push_wait(Wait { player: queued.player, wait_s, warm: false }));
        }
        queued_players
    }

    /// Ends the searches of lobbies that have waited for as long as any search or their patience lasts.
    pub(crate) fn expire(&mut self, now: SimTime, rules: Rules, changes: &mut Vec<Change>) {
        let before = changes.len();
        let longest_s = rules.search_s().min(rules.patience_s);
        let to = if rules.search_s() <= rules.patience_s { Next::Fail } else { Next::GiveUp };
        for here in &mut self.waiting {
            here.retain(|lobby| {
                let waits = now.since(lobby.since) < longest_s;
                if !waits {
                    changes.extend(lobby.queued_players.iter().map(|&queued| Change {
                        queued,
                        to,
                        waited_s: longest_s,
                    }));
                }
                waits
            });
        }
        self.leave(changes.len() - before, longest_s);
    }

    fn leave(&mut self, players: usize, waited_s: u32) {
        self.players -= players as u32;
        self.searched_s += players as u64 * u64::from(waited_s);
    }

    /// Seconds waited, summed over all players who no longer wait.
    pub(crate) fn searched_s(&self) -> u64 {
        self.searched_s
    }
}
