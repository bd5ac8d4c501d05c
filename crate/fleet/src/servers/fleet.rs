//! A fleet: the servers of one kind in one datacenter.

use super::Effect;
use super::autoscaler::{Calendar, Look};
use super::check::Violation;
use super::ledger::{Counts, Ledger, Usage};
use super::server::{Refusal, SdkCall, Server, Sight};
use super::settings::FleetSettings;
use super::shelf::Shelf;
use super::state::{State, Step};
use crate::ServerId;
use matchday_base::time::HOUR_S;
use matchday_base::{SimTime, Timers};
use std::collections::VecDeque;

/// Which ids a fleet gives its servers: the `place`th of `of` fleets takes every `of`th, so that no two fleets have one in
/// common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbering {
    /// From 0.
    pub place: u32,
    /// How many fleets there are; not 0.
    pub of: u32,
}

impl Numbering {
    /// The ids of the only fleet.
    pub const ALONE: Numbering = Numbering { place: 0, of: 1 };

    fn id(self, slot: u32) -> ServerId {
        ServerId(slot * self.of + self.place)
    }

    fn slot(self, id: ServerId) -> Option<u32> {
        (id.0 % self.of == self.place).then_some(id.0 / self.of)
    }
}

/// A fleet of one datacenter.
///
/// Each second: what happens to servers, in any order, then [`tick`](Self::tick). A server's slot is taken again when the
/// server is deleted, under the same id; versions and generations go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fleet {
    pub(super) settings: FleetSettings,
    pub(super) calendar: Calendar,
    numbering: Numbering,
    pub(super) wanted: u32,
    pub(super) next_look: SimTime,
    pub(super) slots: Vec<Slot>,
    /// Slots whose server is deleted.
    free: Vec<u32>,
    booting: Shelf,
    ready: Shelf,
    /// Allocated, with room for another match.
    shared: Shelf,
    /// Unhealthy and Shutdown, to be deleted.
    leaving: VecDeque<u32>,
    pub(super) timers: Timers<Timer>,
    counts: Counts,
    pub(super) ledger: Ledger,
}

/// A place for a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    /// The server; where it is deleted, what was last known of it.
    pub server: Server,
    /// Where it stands on its shelf.
    at: u32,
    pub deleted: bool,
}

/// What a fleet waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Timer {
    /// A reservation, or an Error that was kept long enough, ends, unless the server has moved on to another generation.
    End { slot: u32, generation: u32 },
    /// A server may have been silent for too long.
    Silence { slot: u32 },
}

impl Fleet {
    /// Servers made in one pass at most, and servers deleted.
    pub const MOST_A_PASS: u32 = 64;

    /// A fleet without servers yet. The first second that it lives through is `now`.
    pub fn new(settings: FleetSettings, numbering: Numbering, calendar: Calendar, now: SimTime) -> Self {
        Self {
            wanted: settings.replicas,
            settings,
            calendar,
            numbering,
            next_look: now,
            slots: Vec::new(),
            free: Vec::new(),
            booting: Shelf::default(),
            ready: Shelf::default(),
            shared: Shelf::default(),
            leaving: VecDeque::new(),
            timers: Timers::new(now),
            counts: Counts::default(),
            ledger: Ledger::new(now),
        }
    }

    /// What it was told.
    pub fn settings(&self) -> &FleetSettings {
        &self.settings
    }

    /// Servers by state.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Servers wanted.
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// What it has used up to the second `now`.
    pub fn usage(&self, now: SimTime) -> Usage {
        self.ledger.usage(now, &self.counts)
    }

    /// A server; `None` if the fleet never had it. A deleted one is Shutdown until its id is given to another.
    pub fn server(&self, id: ServerId) -> Option<&Server> {
        self.slots.get(self.numbering.slot(id)? as usize).map(|slot| &slot.server)
    }

    /// The second `now` ends: timers fire, the autoscaler looks if it is time, and servers are made and deleted.
    /// Every second, one after the other.
    pub fn tick(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        for timer in self.timers.fire(now) {
            self.fire(now, timer, effects);
        }
        if let Some(autoscaler) = &self.settings.autoscaler
            && now >= self.next_look
        {
            self.next_look = now + autoscaler.every_s.max(1);
            let unix_s = self.calendar.unix_s(now);
            let look = Look { counts: self.counts, matches_per_server: self.settings.matches_per_server, unix_s };
            self.wanted = autoscaler.policy.wanted(&look).unwrap_or(self.wanted);
        }
        self.reconcile(now, effects);
    }

    /// From now on so many servers are wanted, until an autoscaler says otherwise.
    pub fn scale(&mut self, wanted: u32) {
        self.wanted = wanted;
    }

    /// Goes towards what is wanted: deletes servers that are done, then, of those too many, such as boot or are Ready,
    /// and never one that is Reserved or Allocated; makes those that are missing, where the datacenter has room.
    pub fn reconcile(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        let surplus = self.counts.replicas().saturating_sub(self.wanted);
        let left_to_delete = Self::MOST_A_PASS.saturating_sub(self.leaving.len() as u32);
        for _ in 0..surplus.min(left_to_delete) {
            let Some(slot) = self.booting.last().or_else(|| self.ready.last()) else { break };
            let shut_down = self.take(now, slot, Step::Shutdown);
            debug_assert!(shut_down.is_ok(), "what boots or is Ready may be shut down");
        }
        for _ in 0..Self::MOST_A_PASS {
            let Some(slot) = self.leaving.pop_front() else { break };
            self.delete(now, slot, effects);
        }
        let missing = self.wanted.saturating_sub(self.counts.replicas());
        let room = self.settings.capacity.saturating_sub(self.counts.servers());
        for _ in 0..missing.min(room).min(Self::MOST_A_PASS) {
            self.create(now, effects);
        }
    }

    /// A match asks for a server: one that has room beside other matches, else one that is Ready. Never a Reserved one.
    pub fn allocate(&mut self, now: SimTime) -> Option<ServerId> {
        let slot = if let Some(slot) = self.shared.last() {
            let matches = self.slots[slot as usize].server.matches + 1;
            self.share(now, slot, matches);
            slot
        } else {
            let slot = self.ready.last()?;
            self.take(now, slot, Step::Allocate).ok()?;
            slot
        };
        Some(self.numbering.id(slot))
    }

    /// A match on an Allocated server is over; answers how many it still has. The server stays Allocated until it says
    /// something else.
    ///
    /// # Errors
    /// [`Refusal`], if the server has none.
    pub fn end_match(&mut self, now: SimTime, id: ServerId) -> Result<u32, Refusal> {
        let slot = self.slot(id)?;
        let server = &self.slots[slot as usize].server;
        let not_allowed = Refusal::NotAllowed { state: server.state, step: Step::Ready };
        let left = server.matches.checked_sub(1).ok_or(not_allowed)?;
        self.share(now, slot, left);
        Ok(left)
    }

    /// A server's write arrives, made in sight of `version`.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn write(&mut self, now: SimTime, id: ServerId, version: u32, call: SdkCall) -> Result<(), Refusal> {
        let slot = self.slot(id)?;
        self.change(now, slot, |server| server.write(now, version, call))?;
        let Server { reserved_until, generation, .. } = self.slots[slot as usize].server;
        if let (SdkCall::Reserve(_), Some(until)) = (call, reserved_until) {
            self.set_timer(now, until, Timer::End { slot, generation });
        }
        Ok(())
    }

    /// A server reads and writes within this second: what [`write`](Self::write) is when nothing comes between.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn call(&mut self, now: SimTime, id: ServerId, call: SdkCall) -> Result<(), Refusal> {
        let version = self.server(id).ok_or(Refusal::Unknown)?.version;
        self.write(now, id, version, call)
    }

    /// Answers [`Effect::Boot`]: the server's process runs, and will call when it is ready.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn started(&mut self, now: SimTime, id: ServerId) -> Result<(), Refusal> {
        let slot = self.slot(id)?;
        self.take(now, slot, Step::Start)
    }

    /// Answers [`Effect::Boot`]: the server will not boot. It is kept as an Error for a while, and counts.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn failed(&mut self, now: SimTime, id: ServerId) -> Result<(), Refusal> {
        let slot = self.slot(id)?;
        self.take(now, slot, Step::Fail)?;
        let generation = self.slots[slot as usize].server.generation;
        self.set_timer(now, now + self.settings.error_s, Timer::End { slot, generation });
        Ok(())
    }

    /// Nothing is heard of the server from this second on. Until then it is taken to be heard from all the time: single
    /// words of health are not simulated.
    ///
    /// # Errors
    /// [`Refusal`], if nothing is expected of it.
    pub fn falls_silent(&mut self, now: SimTime, id: ServerId) -> Result<(), Refusal> {
        let slot = self.slot(id)?;
        let server = &mut self.slots[slot as usize].server;
        let not_allowed = Refusal::NotAllowed { state: server.state, step: Step::Health };
        server.state.after(Step::Health).ok_or(not_allowed)?;
        if server.silent_since.is_none() {
            server.silent_since = Some(now);
            let at = self.given_up_at(slot).unwrap_or(now);
            self.set_timer(now, at, Timer::Silence { slot });
        }
        Ok(())
    }

    /// The server's process is gone, and that is known at once.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn crashed(&mut self, now: SimTime, id: ServerId, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        let slot = self.slot(id)?;
        self.give_up(now, slot, effects)
    }

    /// The datacenter goes dark: every server is lost.
    pub fn outage(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        for slot in 0..self.slots.len() as u32 {
            // Those already lost or done are refused, and rightly.
            let _ = self.give_up(now, slot, effects);
        }
    }

    fn slot(&self, id: ServerId) -> Result<u32, Refusal> {
        let slot = self.numbering.slot(id).filter(|&slot| (slot as usize) < self.slots.len());
        slot.ok_or(Refusal::Unknown)
    }

    fn give_up(&mut self, now: SimTime, slot: u32, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        let was = self.slots[slot as usize].server.state;
        self.take(now, slot, Step::GiveUp)?;
        effects.push(Effect::Lost { server: self.numbering.id(slot), was });
        Ok(())
    }

    /// When the server will have been silent for too long.
    pub(super) fn given_up_at(&self, slot: u32) -> Option<SimTime> {
        let Server { silent_since, started, .. } = self.slots[slot as usize].server;
        let health = self.settings.health;
        let heard = silent_since?.0.max(started.0.saturating_add(health.initial_delay_s));
        Some(SimTime(heard.saturating_add(health.patience_s())))
    }

    /// Sets a timer; one that is far away, in steps of an hour, since timers take room for every second ahead.
    fn set_timer(&mut self, now: SimTime, at: SimTime, timer: Timer) {
        self.timers.set(at.min(now + HOUR_S), timer);
    }

    pub(super) fn fire(&mut self, now: SimTime, timer: Timer, effects: &mut Vec<Effect>) {
        match timer {
            Timer::End { slot, generation } => {
                let server = &self.slots[slot as usize].server;
                if server.generation != generation {
                    return;
                }
                match (server.state, server.reserved_until) {
                    (State::Reserved, Some(until)) if until > now => self.set_timer(now, until, timer),
                    (State::Reserved, _) => {
                        if self.take(now, slot, Step::Expire).is_ok() {
                            effects.push(Effect::Expired(self.numbering.id(slot)));
                        }
                    }
                    _ => {
                        let _ = self.take(now, slot, Step::Shutdown);
                    }
                }
            }
            Timer::Silence { slot } => match self.given_up_at(slot) {
                Some(at) if at > now => self.set_timer(now, at, timer),
                Some(_) => {
                    let _ = self.give_up(now, slot, effects);
                }
                None => {}
            },
        }
    }

    fn create(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
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
        effects.push(Effect::Boot(self.numbering.id(slot)));
    }

    fn delete(&mut self, now: SimTime, slot: u32, effects: &mut Vec<Effect>) {
        // An Unhealthy one is Shutdown from here on, so that nobody can say anything for it.
        let _ = self.take(now, slot, Step::Shutdown);
        let deleted = &mut self.slots[slot as usize];
        deleted.deleted = true;
        self.ledger.left(State::Shutdown, now.since(deleted.server.since));
        self.counts.by_state[State::Shutdown.index()] -= 1;
        self.ledger.deleted();
        self.free.push(slot);
        effects.push(Effect::Deleted(self.numbering.id(slot)));
    }

    fn take(&mut self, now: SimTime, slot: u32, step: Step) -> Result<(), Refusal> {
        self.change(now, slot, |server| server.take(now, step))
    }

    fn share(&mut self, now: SimTime, slot: u32, matches: u32) {
        let shared = self.change(now, slot, |server| {
            server.shared_by(matches);
            Ok(())
        });
        debug_assert!(shared.is_ok());
    }

    /// Changes a server, and keeps counts, shelves and ledger as they should be.
    fn change(
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
        let per_server = self.settings.matches_per_server.get();
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

    /// Whether every server stands where its state says, once.
    ///
    /// # Errors
    /// [`Violation::Shelves`].
    pub(super) fn check_shelves(&self) -> Result<(), Violation> {
        let per_server = self.settings.matches_per_server.get();
        let kind = |slot: &Slot| Kind::of(slot.server.state, slot.server.matches, per_server);
        let (mut expected, mut right) =
            (0, self.leaving.iter().filter(|&&slot| kind(&self.slots[slot as usize]) == Kind::Leaving).count());
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

    /// In which order servers are taken from each place.
    #[cfg(test)]
    pub(super) fn order(&self) -> [Vec<u32>; 5] {
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
    /// Reserved, Allocated and full, Error: neither to be had nor to be deleted.
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
