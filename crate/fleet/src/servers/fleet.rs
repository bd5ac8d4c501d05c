//! A fleet: the servers of one kind in one datacenter.

use super::Effect;
use super::autoscaler::{Look, Room, Rooms};
use super::ledger::{Counts, Usage};
use super::server::{Refusal, SdkCall, Server};
use super::settings::FleetSettings;
use super::state::{State, Step};
use super::stock::{Numbering, Stock};
use crate::ServerId;
use matchday_base::Calendar;
use matchday_base::time::HOUR_S;
use matchday_base::{SimTime, Timers};

/// A fleet of one datacenter.
///
/// In each second: events of servers in any order, then [`tick`](Self::tick). When a server is deleted, its
/// slot and id are reused; versions and generations continue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fleet {
    pub(super) settings: FleetSettings,
    calendar: Calendar,
    pub(super) wanted: u32,
    next_look: SimTime,
    /// End of an outage of its datacenter.
    dark_until: Option<SimTime>,
    pub(super) stock: Stock,
    pub(super) timers: Timers<Timer>,
}

/// A timer of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Timer {
    /// A reservation ends, or an Error server is removed, unless the server has a new generation.
    End { slot: u32, generation: u32 },
    /// A server may have been silent for too long.
    Silence { slot: u32 },
}

impl Fleet {
    /// Most servers created, and most deleted, in one pass.
    pub const MOST_A_PASS: u32 = 64;

    /// A fleet without servers yet. `now` is its first second.
    pub fn new(mut settings: FleetSettings, numbering: Numbering, calendar: Calendar, now: SimTime) -> Self {
        settings.capacity = settings.capacity.min(numbering.most());
        Self {
            wanted: settings.replicas,
            stock: Stock::new(numbering, settings.matches_per_server.get(), now),
            settings,
            calendar,
            next_look: now,
            dark_until: None,
            timers: Timers::new(now),
        }
    }

    /// Its settings.
    pub fn settings(&self) -> &FleetSettings {
        &self.settings
    }

    /// Servers by state.
    pub fn counts(&self) -> &Counts {
        &self.stock.counts
    }

    /// Servers wanted.
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// When the outage of its datacenter ends; `None` if there is none.
    pub fn dark_until(&self) -> Option<SimTime> {
        self.dark_until
    }

    /// Its usage up to the second `now`.
    pub fn usage(&self, now: SimTime) -> Usage {
        self.stock.ledger.usage(now, &self.stock.counts)
    }

    /// A server; `None` if the fleet never had it. A deleted server is Shutdown until its id is reused.
    pub fn server(&self, id: ServerId) -> Option<&Server> {
        self.stock.slot(id).ok().map(|slot| self.stock.server(slot))
    }

    /// Ends the second `now`: fires timers, asks the autoscaler if it is due, and creates and deletes
    /// servers. Call every second, in order.
    pub fn tick(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        self.dark_until = self.dark_until.filter(|&until| until > now);
        while let Some(timer) = self.timers.fire(now) {
            self.fire(now, timer, effects);
        }
        if let Some(autoscaler) = &self.settings.autoscaler
            && now >= self.next_look
        {
            self.next_look = later(now, autoscaler.every_s.max(1));
            let counts = &self.stock.counts;
            let (replicas, allocated, capacity) =
                (counts.replicas(), counts.of(State::Allocated), self.settings.matches_per_server.get());
            let template = Room { count: 0, capacity };
            let idle =
                [State::Creating, State::Starting, State::Ready].map(|state| counts.of(state)).iter().sum::<u32>();
            let total = Room { count: counts.matches(), capacity: replicas.saturating_mul(capacity) };
            let removable = vec![template; idle as usize];
            let rooms = Some(Rooms { total, allocated: counts.matches(), template, removable: &removable });
            let look = Look { replicas, allocated, rooms, unix_s: self.calendar.unix_s(now) };
            self.wanted = autoscaler.policy.scale(&look).map_or(self.wanted, |scale| scale.replicas);
        }
        self.reconcile(now, effects);
    }

    /// Sets the number of servers wanted, until an autoscaler changes it.
    pub fn scale(&mut self, wanted: u32) {
        self.wanted = wanted;
    }

    /// Moves towards the wanted number. Deletes servers that are done, then excess booting or Ready servers,
    /// never Reserved or Allocated ones. Creates missing servers, if the datacenter has room and no outage.
    pub fn reconcile(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        let replicas = self.stock.counts.replicas();
        if replicas == self.wanted && self.stock.leaving() == 0 {
            return;
        }
        let surplus = replicas.saturating_sub(self.wanted);
        let left_to_delete = Self::MOST_A_PASS.saturating_sub(self.stock.leaving());
        for _ in 0..surplus.min(left_to_delete) {
            let Some(slot) = self.stock.dispensable() else { break };
            let shut_down = self.stock.take(now, slot, Step::Shutdown);
            debug_assert!(shut_down.is_ok(), "what boots or is Ready may be shut down");
        }
        for _ in 0..Self::MOST_A_PASS {
            let Some(server) = self.stock.delete_next(now) else { break };
            effects.push(Effect::Deleted(server));
        }
        let missing = self.wanted.saturating_sub(self.stock.counts.replicas());
        let capacity = if self.dark_until.is_some() { 0 } else { self.settings.capacity };
        let room = capacity.saturating_sub(self.stock.counts.servers());
        for _ in 0..missing.min(room).min(Self::MOST_A_PASS) {
            effects.push(Effect::Boot(self.stock.create(now)));
        }
    }

    /// Allocates a server for a match: one with room beside other matches, else a Ready one. Never a Reserved
    /// one.
    pub fn allocate(&mut self, now: SimTime) -> Option<ServerId> {
        let slot = if let Some(slot) = self.stock.with_room() {
            self.stock.share(now, slot, self.stock.server(slot).matches + 1);
            slot
        } else {
            let slot = self.stock.ready()?;
            self.stock.take(now, slot, Step::Allocate).ok()?;
            slot
        };
        Some(self.stock.id(slot))
    }

    /// Ends a match on an Allocated server; returns its remaining matches. The server stays Allocated until
    /// it calls for another state.
    ///
    /// # Errors
    /// [`Refusal`], if the server has no match.
    pub fn end_match(&mut self, now: SimTime, id: ServerId) -> Result<u32, Refusal> {
        let slot = self.stock.slot(id)?;
        let server = self.stock.server(slot);
        let not_allowed = Refusal::NotAllowed { state: server.state, step: Step::Ready };
        let left = server.matches.checked_sub(1).ok_or(not_allowed)?;
        self.stock.share(now, slot, left);
        Ok(left)
    }

    /// An Allocated server that has room takes another match by itself; returns its matches.
    ///
    /// # Errors
    /// [`Refusal`], if it is not Allocated or has no room.
    pub fn begin_match(&mut self, now: SimTime, id: ServerId) -> Result<u32, Refusal> {
        let slot = self.stock.slot(id)?;
        let &Server { state, matches, .. } = self.stock.server(slot);
        if state != State::Allocated || matches >= self.settings.matches_per_server.get() {
            return Err(Refusal::NotAllowed { state, step: Step::Allocate });
        }
        self.stock.share(now, slot, matches + 1);
        Ok(matches + 1)
    }

    /// Writes a server's call, based on `version`.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn write(&mut self, now: SimTime, id: ServerId, version: u32, call: SdkCall) -> Result<(), Refusal> {
        let slot = self.stock.slot(id)?;
        self.write_at(now, slot, version, call)
    }

    /// Reads and writes within this second: like [`write`](Self::write) without other writes in between.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn call(&mut self, now: SimTime, id: ServerId, call: SdkCall) -> Result<(), Refusal> {
        let slot = self.stock.slot(id)?;
        self.write_at(now, slot, self.stock.server(slot).version, call)
    }

    fn write_at(&mut self, now: SimTime, slot: u32, version: u32, call: SdkCall) -> Result<(), Refusal> {
        self.stock.change(now, slot, |server| server.write(now, version, call))?;
        let &Server { reserved_until, generation, .. } = self.stock.server(slot);
        if let (SdkCall::Reserve(_), Some(until)) = (call, reserved_until) {
            self.set_timer(now, until, Timer::End { slot, generation });
        }
        Ok(())
    }

    /// Answers [`Effect::Boot`]: the server's process runs, and will call when it is ready.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn started(&mut self, now: SimTime, id: ServerId) -> Result<(), Refusal> {
        let slot = self.stock.slot(id)?;
        self.stock.take(now, slot, Step::Start)
    }

    /// Answers [`Effect::Boot`]: the boot failed. The server is kept as an Error for a while, and counts as a
    /// replica.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn failed(&mut self, now: SimTime, id: ServerId) -> Result<(), Refusal> {
        let slot = self.stock.slot(id)?;
        self.stock.take(now, slot, Step::Fail)?;
        let generation = self.stock.server(slot).generation;
        self.set_timer(now, later(now, self.settings.error_s), Timer::End { slot, generation });
        Ok(())
    }

    /// The server is silent from this second on. Before, its health calls are assumed, not simulated one by
    /// one.
    ///
    /// # Errors
    /// [`Refusal`], if no calls are expected of it.
    pub fn falls_silent(&mut self, now: SimTime, id: ServerId) -> Result<(), Refusal> {
        let slot = self.stock.slot(id)?;
        let server = &mut self.stock.slots[slot as usize].server;
        let not_allowed = Refusal::NotAllowed { state: server.state, step: Step::Health };
        server.state.after(Step::Health).ok_or(not_allowed)?;
        if server.silent_since.is_none() {
            server.silent_since = Some(now);
            let at = self.given_up_at(slot).unwrap_or(now);
            self.set_timer(now, at, Timer::Silence { slot });
        }
        Ok(())
    }

    /// The server's process has crashed, and the fleet knows it at once.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn crashed(&mut self, now: SimTime, id: ServerId, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        let slot = self.stock.slot(id)?;
        self.give_up(now, slot, effects)
    }

    /// The datacenter fails: every server is lost, and none is created before the second `until`.
    pub fn outage(&mut self, now: SimTime, until: SimTime, effects: &mut Vec<Effect>) {
        self.dark_until = self.dark_until.max(Some(until));
        for slot in 0..self.stock.slots.len() as u32 {
            // Servers already lost or done are refused, as they should be.
            let _ = self.give_up(now, slot, effects);
        }
    }

    fn give_up(&mut self, now: SimTime, slot: u32, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        let was = self.stock.server(slot).state;
        self.stock.take(now, slot, Step::GiveUp)?;
        effects.push(Effect::Lost { server: self.stock.id(slot), was });
        Ok(())
    }

    /// When the server will have been silent for too long.
    pub(super) fn given_up_at(&self, slot: u32) -> Option<SimTime> {
        let &Server { silent_since, started, .. } = self.stock.server(slot);
        let health = self.settings.health;
        let heard = silent_since?.max(later(started, health.initial_delay_s));
        Some(later(heard, health.patience_s()))
    }

    /// Sets a timer; a distant one in steps of an hour, since timers use memory for every second ahead.
    fn set_timer(&mut self, now: SimTime, at: SimTime, timer: Timer) {
        self.timers.set(at.min(now + HOUR_S), timer);
    }

    pub(super) fn fire(&mut self, now: SimTime, timer: Timer, effects: &mut Vec<Effect>) {
        match timer {
            Timer::End { slot, generation } => {
                let server = self.stock.server(slot);
                if server.generation != generation {
                    return;
                }
                let is_error = server.state == State::Error;
                let until =
                    if is_error { Some(later(server.since, self.settings.error_s)) } else { server.reserved_until };
                if let Some(until) = until.filter(|&until| until > now) {
                    self.set_timer(now, until, timer);
                } else if is_error {
                    let _ = self.stock.take(now, slot, Step::Shutdown);
                } else if self.stock.take(now, slot, Step::Expire).is_ok() {
                    effects.push(Effect::Expired(self.stock.id(slot)));
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
}

/// `seconds` after `now`, at most the end of time: settings may hold any number of seconds.
pub(super) fn later(now: SimTime, seconds: u32) -> SimTime {
    SimTime(now.0.saturating_add(seconds))
}
