//! Groups that stay together: what the article warns of, to see what it costs.
//!
//! Where matches break up, there are none. Where they do not, those of a match who play again, two or more, are a lobby
//! as soon as the pause is over; a single player queues like any other, and so does a player who has played against bots.
//!
//! - A lobby plays on at the datacenter where it has played, whatever else is within reach, and never merges with another.
//! - When the walk comes to a datacenter, its lobbies are completed to N before the queue matches among itself: the
//!   fullest first, the longest waiting among equals, each with players drawn from the queue, all as likely. One of N
//!   needs nobody and starts in the second in which it arrives. The first that lacks more than are queued ends this, as
//!   those behind it lack as many at least.
//! - To warm bodies the group that is short at a datacenter is its first lobby with all who are left in its queue;
//!   without lobbies, those alone.
//! - A lobby waits as long as any search lasts. Until then its players count as IDEAL, though they stand in no queue.
//!   Then each has failed.

use crate::search::{Change, QueuedPlayer};
use crate::{Formed, Wait};
use matchday_base::{DatacenterIndex, SimTime};

/// The lobbies that wait, at each datacenter.
#[derive(Clone, Debug, Default)]
pub struct Lobbies {
    /// By datacenter, up to the last that has had any; the next to be completed last.
    waiting: Vec<Vec<Lobby>>,
    players: u32,
    searched_s: u64,
}

#[derive(Clone, Debug)]
struct Lobby {
    since: SimTime,
    seats: Vec<QueuedPlayer>,
}

impl Lobbies {
    /// These play on where they have played.
    pub fn arrive(&mut self, now: SimTime, datacenter: DatacenterIndex, seats: &[QueuedPlayer]) {
        if self.waiting.len() <= datacenter.index() {
            self.waiting.resize_with(datacenter.index() + 1, Vec::new);
        }
        self.players += seats.len() as u32;
        let here = &mut self.waiting[datacenter.index()];
        let at = here.iter().take_while(|other| other.seats.len() < seats.len()).count();
        here.insert(at, Lobby { since: now, seats: seats.to_vec() });
    }

    /// How many wait in lobbies.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// Everybody who waits in a lobby, and since when.
    pub fn each(&self, mut visit: impl FnMut(QueuedPlayer, SimTime)) {
        for lobby in self.waiting.iter().flatten() {
            lobby.seats.iter().for_each(|&seat| visit(seat, lobby.since));
        }
    }

    /// How many are in the lobby that is completed next; 0 where none waits.
    pub(crate) fn first(&self, datacenter: DatacenterIndex) -> usize {
        let here = self.waiting.get(datacenter.index());
        here.and_then(|here| here.last()).map_or(0, |lobby| lobby.seats.len())
    }

    /// How many it lacks; `None` where none waits.
    pub(crate) fn lacking(&self, datacenter: DatacenterIndex, players: usize) -> Option<usize> {
        let first = self.first(datacenter);
        (first > 0).then(|| players - first)
    }

    /// Takes its players: they match.
    pub(crate) fn take(&mut self, now: SimTime, datacenter: DatacenterIndex, formed: &mut Formed) -> Vec<QueuedPlayer> {
        let here = self.waiting.get_mut(datacenter.index());
        let Some(Lobby { since, seats }) = here.and_then(Vec::pop) else { return Vec::new() };
        let wait_s = now.since(since);
        self.leave(seats.len(), wait_s);
        if wait_s > 0 {
            seats.iter().for_each(|seat| formed.push_wait(Wait { player: seat.player, wait_s, warm: false }));
        }
        seats
    }

    /// Those who have waited for so long have failed.
    pub(crate) fn expire(&mut self, now: SimTime, patience_s: u32, changes: &mut Vec<Change>) {
        let before = changes.len();
        for here in &mut self.waiting {
            here.retain(|lobby| {
                let waits = now.since(lobby.since) < patience_s;
                if !waits {
                    changes.extend(lobby.seats.iter().map(|&seat| Change { seat, to: None }));
                }
                waits
            });
        }
        self.leave(changes.len() - before, patience_s);
    }

    fn leave(&mut self, players: usize, waited_s: u32) {
        self.players -= players as u32;
        self.searched_s += players as u64 * u64::from(waited_s);
    }

    /// Seconds that all who no longer wait have waited.
    pub(crate) fn searched_s(&self) -> u64 {
        self.searched_s
    }
}
