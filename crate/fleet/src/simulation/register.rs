//! The flow in which servers reserve and register themselves: Reserve(n) -> Register -> GameStarting -> Allocate -> Confirm.

use super::post::Message;
use super::process::Doing;
use super::{FleetSimulation, Flow, Front, PlacementEvent, What};
use crate::ServerId;
use crate::broker::Accepts;
use crate::registration::{Effect, Registrar};
use crate::servers::SdkCall;
use matchday_base::SimTime;

impl<A: Accepts> FleetSimulation<A> {
    /// Passes an event to the registrar, and executes its effects.
    pub(super) fn send_to_registrar(
        &mut self,
        now: SimTime,
        events: &mut Vec<PlacementEvent>,
        call: impl FnOnce(&mut Registrar, &mut Vec<Effect>),
    ) {
        let Front::Registrar(registrar) = &mut self.front else { return };
        let outermost = self.of_registrar.is_empty();
        call(registrar, &mut self.of_registrar);
        if outermost {
            let mut at = 0;
            while let Some(&effect) = self.of_registrar.get(at) {
                self.follow_registrar(now, effect, events);
                at += 1;
            }
            self.of_registrar.clear();
        }
    }

    fn follow_registrar(&mut self, now: SimTime, effect: Effect, events: &mut Vec<PlacementEvent>) {
        match effect {
            Effect::Tell { id, notice } => self.tell_players(now, id, notice, events),
            Effect::GameStarting { server, id, again } => {
                if !again {
                    self.record.picked_up(now, id);
                }
                self.send(now, Message::Assign { server, id }, events);
            }
            Effect::Release { server } => {
                let Some(server) = self.processes.named(server) else { return };
                match self.processes.doing(server) {
                    // It does not hear that it is free.
                    Doing::Mute => self.shut_down(now, server),
                    _ => self.free(now, server, events),
                }
            }
            Effect::Expired(cause) => self.record.registration_expired(cause),
        }
    }

    /// A server reserves and registers itself. If its reservation never ends, it does so again when its
    /// registration has run out.
    pub(super) fn register(&mut self, now: SimTime, server: ServerId, events: &mut Vec<PlacementEvent>) {
        let reserve = SdkCall::Reserve(i64::from(self.settings.reserve_s));
        if self.processes.doing(server) != Doing::Idle || self.fleet(server).call(now, server, reserve).is_err() {
            return;
        }
        let name = self.processes.name(server).unwrap_or_else(|| self.processes.rename(server));
        if let (0, Flow::Register(settings)) = (self.settings.reserve_s, &self.settings.flow) {
            self.set(now + settings.registration_s, server, What::Register);
        }
        self.send(now, Message::Register { server: name }, events);
    }

    /// Register, Confirm and the end of a match arrive at the matchmaker.
    pub(super) fn registrar_receives(&mut self, now: SimTime, message: Message, events: &mut Vec<PlacementEvent>) {
        match message {
            Message::Register { server } => {
                let Some(at) = self.processes.named(server).map(|server| self.datacenter(server)) else { return };
                self.send_to_registrar(now, events, |registrar, effects| registrar.register(now, server, at, effects));
            }
            Message::MatchReady { server, id } => {
                self.send_to_registrar(now, events, |registrar, effects| registrar.confirm(now, server, id, effects));
            }
            Message::EndMatch { server, id, .. } => {
                self.send_to_registrar(now, events, |registrar, effects| registrar.end_match(server, id, effects));
            }
            Message::Gone { .. } | Message::Assign { .. } | Message::RequestMatch { .. } => {}
        }
    }
}
