//! The flow in which the broker allocates: for a match without a server, an allocator takes one from the
//! datacenter's fleet, and that server asks the broker for a match.

use super::faults::Fault;
use super::post::Message;
use super::process::Doing;
use super::{FleetSimulation, Flow, Front, PlacementEvent, What};
use crate::ServerId;
use crate::broker::{Accepts, AllocatorIndex, Broker, Effect, FilterId};
use matchday_base::{DatacenterIndex, MatchId, SimTime};

impl<A: Accepts> FleetSimulation<A> {
    /// Passes an event to the broker, and executes its effects.
    pub(super) fn send_to_broker(
        &mut self,
        now: SimTime,
        events: &mut Vec<PlacementEvent>,
        call: impl FnOnce(&mut Broker, &A, &mut Vec<Effect>),
    ) {
        let Front::Broker(broker) = &mut self.front else { return };
        // Effects of effects are executed by the outermost call, in order.
        let outermost = self.of_broker.is_empty();
        call(broker, &self.accepts, &mut self.of_broker);
        if outermost {
            let mut at = 0;
            while let Some(&effect) = self.of_broker.get(at) {
                self.follow_broker(now, effect, events);
                at += 1;
            }
            self.of_broker.clear();
        }
    }

    fn follow_broker(&mut self, now: SimTime, effect: Effect, events: &mut Vec<PlacementEvent>) {
        match effect {
            Effect::Tell { id, notice } => self.tell_players(now, id, notice, events),
            Effect::Assign { server, id, again } => {
                if !again {
                    self.record.picked_up(now, id);
                }
                self.send(now, Message::Assign { server, id }, events);
            }
            Effect::AskAllocator { allocator, datacenter, id } => self.allocate(now, allocator, datacenter, id, events),
            Effect::CleanUp { server } => {
                if let Some(server) = self.processes.named(server) {
                    self.shut_down(now, server);
                }
            }
            Effect::Expired(cause) => self.record.expired(cause),
        }
    }

    /// An allocator takes a server from the fleet, and answers.
    fn allocate(
        &mut self,
        now: SimTime,
        allocator: AllocatorIndex,
        datacenter: DatacenterIndex,
        id: MatchId,
        events: &mut Vec<PlacementEvent>,
    ) {
        let refuses = self.faults.incidents(Fault::Refused);
        let server = if refuses { None } else { self.fleets[datacenter.index()].allocate(now) };
        let Some(server) = server else {
            return self.send_to_broker(now, events, |broker, _, effects| broker.refused(now, id, allocator, effects));
        };
        let name = self.processes.rename(server);
        self.processes.go_on(server, Doing::Asking { until: now + self.settings.ask_for_s, ended: None });
        self.processes.allocated_by(server, allocator);
        if !self.faults.incidents(Fault::AnswerLost) {
            self.send_to_broker(now, events, |broker, _, effects| broker.allocated(now, id, allocator, name, effects));
        }
        if self.faults.incidents(Fault::CrashBeforePickup) {
            return self.crash(now, server);
        }
        self.ask_for_match(now, server, events);
    }

    /// A server asks for a match, and asks again without an answer.
    pub(super) fn ask_for_match(&mut self, now: SimTime, server: ServerId, events: &mut Vec<PlacementEvent>) {
        let (Some(name), Doing::Asking { until, .. }) = (self.processes.name(server), self.processes.doing(server))
        else {
            return;
        };
        if now >= until {
            self.send(now, Message::Gone { server: name }, events);
            return self.free(now, server, events);
        }
        self.set(now + self.settings.ask_every_s, server, What::Ask);
        self.send(now, Message::RequestMatch { server: name }, events);
    }

    /// The filter of a server's request: that of the allocator that started it.
    fn filter_of(&self, server: ServerId) -> Option<FilterId> {
        let Flow::Broker(settings) = &self.settings.flow else { return None };
        settings.allocators.get(usize::from(self.processes.allocator(server).0))?.server_filter
    }

    /// RequestMatch, MatchReady and EndMatch arrive at the broker.
    pub(super) fn broker_receives(&mut self, now: SimTime, message: Message, events: &mut Vec<PlacementEvent>) {
        match message {
            Message::RequestMatch { server } => {
                let Some(process) = self.processes.named(server) else { return };
                let (at, filter) = (self.datacenter(process), self.filter_of(process));
                self.send_to_broker(now, events, |broker, accepts, effects| {
                    broker.request_match(now, server, at, filter, accepts, effects);
                });
            }
            Message::MatchReady { server, id } => {
                self.send_to_broker(now, events, |broker, _, effects| broker.match_ready(now, server, id, effects));
            }
            Message::EndMatch { server, id, hint } => self.send_to_broker(now, events, |broker, _, effects| {
                broker.end_match(now, server, id, hint, effects);
            }),
            Message::Gone { server } => {
                self.send_to_broker(now, events, |broker, _, effects| broker.server_gone(server, effects));
            }
            Message::Assign { .. } | Message::Register { .. } => {}
        }
    }
}
