//! The servers of a fleet, their counts by kind, and one server of each kind.

use super::check::Violation;
use super::ledger::{Counts, Ledger};
use super::server::{Refusal, Server, Sight};
use super::shelf::Shelf;
use super::state::{State, Step};
use crate::ServerId;
use matchday_base::SimTime;
use std::collections::VecDeque;

/// The ids of a fleet's servers: the fleet at `place` of `of` fleets takes every `of`th id, so that ids are
/// unique across fleets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbering {
    /// Index of the fleet, from 0.
    pub place: u32,
    /// Number of fleets; not 0.
    pub of: u32,
}

impl Numbering {
    /// The ids of the only fleet.
    pub const ALONE: Numbering = Numbering { place: 0, of: 1 };

    /// Number of ids available to each fleet.
    pub(super) fn most(self) -> u32 {
        u32::MAX / self.of
    }

    fn id(self, slot: u32) -> ServerId {
        ServerId(slot * self.of + self.place)
    }

    fn slot(self, id: ServerId) -> Option<u32> {
        (id.0 % self.of == self.place).then_some(id.0 / self.of)
    }
}

/// All servers of a fleet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stock {
    numbering: Numbering,
    matches_per_server: u32,
    pub slots: Vec<Slot>,
    /// Slots of deleted servers.
    free: Vec<u32>,
    booting: Shelf,
    ready: Shelf,
    /// Allocated, with room for another match.
    shared: Shelf,
    /// Unhealthy and Shutdown, to be deleted.
    leaving: VecDeque<u32>,
    pub counts: Counts,
    pub ledger: Ledger,
}

/// A slot for a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    /// The server; once deleted, its last state.
    pub server: Server,
    /// Its position on its shelf.
    at: u32,
    pub deleted: bool,
}

impl Stock {
    /// No servers yet.
    pub fn new(numbering: Numbering, matches_per_server: u32, now: SimTime) -> Self {
        Self {
            numbering,
            matches_per_server,
            slots: Vec::new(),
            free: Vec::new(),
            booting: Shelf::default(),
            ready: Shelf::default(),
            shared: Shelf::default(),
            leaving: VecDeque::new(),
            counts: Counts::default(),
            ledger: Ledger::new(now),
        }
    }

    /// The id of the server in a slot.
    pub fn id(&self, slot: u32) -> ServerId {
        self.numbering.id(slot)
    }

    /// The slot of a server.
    ///
    /// # Errors
    /// [`Refusal::Unknown`].
    pub fn slot(&self, id: ServerId) -> Result<u32, Refusal> {
        let slot = self.numbering.slot(id).filter(|&slot| (slot as usize) < self.slots.len());
        slot.ok_or(Refusal::Unknown)
    }

    /// The server in a slot.
    pub fn server(&self, slot: u32) -> &Server {
        &self.slots[slot as usize].server
    }

    /// A server to delete when there are too many: booting servers first.
    pub fn dispensable(&self) -> Option<u32> {
        self.booting.last().or_else(|| self.ready.last())
    }

    /// A server with room for another match beside its own.
    pub fn with_room(&self) -> Option<u32> {
        self.shared.last()
    }

    /// A Ready server.
    pub fn ready(&self) -> Option<u32> {
        self.ready.last()
    }

    /// Servers waiting to be deleted.
    pub fn leaving(&self) -> u32 {
        self.leaving.len() as u32
    }

    /// A server is ordered.
    pub fn create(&mut self, now: SimTime) -> ServerId {
        self.ledger.passed(now, &self.counts);
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        let before = Sight { state: State::Shutdown, version: 0, generation: 0 };
        let before = self.slots.get(slot as usize).map_or(before, |slot| slot.server.sight());
        let new = Slot { server: Server::ordered(now, before), at: self.booting.put(slot), deleted: false };
        match self.slots.get_mut(slot as usize) {
            Some(old) => *old = new,
            None => self.slots.push(new),
        }
        self.counts.by_state[State::Creating.index()] += 1;
        self.ledger.created();
        self.id(slot)
    }

    /// Deletes the server that has waited longest for deletion, if any.
    pub fn delete_next(&mut self, now: SimTime) -> Option<ServerId> {
        let slot = self.leaving.pop_front()?;
        // An Unhealthy server is Shutdown from here on, so that no call for it succeeds.
        let _ = self.take(now, slot, Step::Shutdown);
        self.ledger.passed(now, &self.counts);
        let deleted = &mut self.slots[slot as usize];
        deleted.deleted = true;
        self.ledger.left(State::Shutdown, now.since(deleted.server.since));
        self.counts.by_state[State::Shutdown.index()] -= 1;
        self.ledger.deleted();
        self.free.push(slot);
        Some(self.id(slot))
    }

    /// A server takes a step.
    ///
    /// # Errors
    /// [`Refusal::NotAllowed`]; then nothing has changed.
    pub fn take(&mut self, now: SimTime, slot: u32, step: Step) -> Result<(), Refusal> {
        self.change(now, slot, |server| server.take(now, step))
    }

    /// Sets the number of matches of an Allocated server.
    pub fn share(&mut self, now: SimTime, slot: u32, matches: u32) {
        let shared = self.change(now, slot, |server| {
            server.shared_by(matches);
            Ok(())
        });
        debug_assert!(shared.is_ok());
    }

    /// Changes a server, and updates counts, shelves and ledger.
    pub fn change(
        &mut self,
        now: SimTime,
        slot: u32,
        change: impl FnOnce(&mut Server) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.ledger.passed(now, &self.counts);
        let Slot { server, at, deleted } = &mut self.slots[slot as usize];
        let (state, since, matches, old_at) = (server.state, server.since, server.matches, *at);
        change(server)?;
        debug_assert!(!*deleted, "no step leads out of Shutdown");
        let (new_state, new_matches) = (server.state, server.matches);
        self.ledger.left(state, server.since.since(since));
        self.counts.by_state[state.index()] -= 1;
        self.counts.by_state[new_state.index()] += 1;
        self.counts.matches = self.counts.matches - matches + new_matches;
        let per_server = self.matches_per_server;
        let (old, new) = (Kind::of(state, matches, per_server), Kind::of(new_state, new_matches, per_server));
        if old != new {
            if let Some(moved) = self.shelf(old).and_then(|shelf| shelf.take_at(old_at)) {
                self.slots[moved as usize].at = old_at;
            }
            if let Some(at) = self.shelf(new).map(|shelf| shelf.put(slot)) {
                self.slots[slot as usize].at = at;
            }
            if new == Kind::Leaving {
                self.leaving.push_back(slot);
            }
        }
        Ok(())
    }

    /// Whether every server is on the shelf of its state, once.
    ///
    /// # Errors
    /// [`Violation::Shelves`].
    pub fn check_shelves(&self) -> Result<(), Violation> {
        let per_server = self.matches_per_server;
        let kind = |slot: &Slot| Kind::of(slot.server.state, slot.server.matches, per_server);
        let leaves = |&&slot: &&u32| kind(&self.slots[slot as usize]) == Kind::Leaving;
        let (mut expected, mut right) = (0, self.leaving.iter().filter(leaves).count());
        for (slot, number) in self.slots.iter().zip(0..).filter(|(slot, _)| !slot.deleted) {
            let shelf = match kind(slot) {
                Kind::Kept => continue,
                Kind::Leaving => None,
                Kind::Booting => Some(&self.booting),
                Kind::Ready => Some(&self.ready),
                Kind::Shared => Some(&self.shared),
            };
            expected += 1;
            right += usize::from(shelf.is_some_and(|shelf| shelf.slots().get(slot.at as usize) == Some(&number)));
        }
        let shelved = [&self.booting, &self.ready, &self.shared].map(|shelf| shelf.slots().len()).iter().sum::<usize>();
        let found = shelved + self.leaving.len();
        let sound = found == expected && right == expected;
        sound.then_some(()).ok_or(Violation::Shelves { expected: expected as u32, found: found as u32 })
    }

    /// Order in which servers are taken from each shelf.
    #[cfg(test)]
    pub fn order(&self) -> [Vec<u32>; 5] {
        let shelves = [&self.booting, &self.ready, &self.shared].map(|shelf| shelf.slots().to_vec());
        let [booting, ready, shared] = shelves;
        [booting, ready, shared, self.leaving.iter().copied().collect(), self.free.clone()]
    }

    fn shelf(&mut self, kind: Kind) -> Option<&mut Shelf> {
        match kind {
            Kind::Booting => Some(&mut self.booting),
            Kind::Ready => Some(&mut self.ready),
            Kind::Shared => Some(&mut self.shared),
            Kind::Kept | Kind::Leaving => None,
        }
    }
}

/// Where a fleet keeps a server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Booting,
    Ready,
    Shared,
    /// Reserved, Allocated and full, Error: neither allocated nor deleted from here.
    Kept,
    Leaving,
}

impl Kind {
    fn of(state: State, matches: u32, matches_per_server: u32) -> Self {
        match state {
            State::Creating | State::Starting => Kind::Booting,
            State::Ready => Kind::Ready,
            State::Allocated if matches_per_server > 1 && matches < matches_per_server => Kind::Shared,
            State::Reserved | State::Allocated | State::Error => Kind::Kept,
            State::Unhealthy | State::Shutdown => Kind::Leaving,
        }
    }
}
