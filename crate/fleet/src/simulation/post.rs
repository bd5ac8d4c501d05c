//! Messages between servers and the broker or registrar, which may be lost, late, or arrive twice.

use super::faults::Fault;
use super::{FleetSimulation, Front, PlacementEvent};
use crate::ServerId;
use crate::broker::{Accepts, Hint};
use matchday_base::{MatchId, SimTime};

/// A message. Servers are identified by their latest name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A server asks for a match.
    RequestMatch { server: ServerId },
    /// The match of a server: the answer to RequestMatch, or GameStarting.
    Assign { server: ServerId, id: MatchId },
    /// A server is ready for the players of its match: MatchReady, or Confirm.
    MatchReady { server: ServerId, id: MatchId },
    /// A server's match is over.
    EndMatch { server: ServerId, id: MatchId, hint: Hint },
    /// A server no longer asks for a match.
    Gone { server: ServerId },
    /// A server registers itself.
    Register { server: ServerId },
}

impl<A: Accepts> FleetSimulation<A> {
    pub(super) fn send(&mut self, now: SimTime, message: Message, events: &mut Vec<PlacementEvent>) {
        if self.faults.incidents(Fault::Lost) {
            return;
        }
        let doubled = self.faults.incidents(Fault::Doubled);
        if self.faults.incidents(Fault::Late) {
            self.late.set(now + self.settings.late_s, message);
        } else {
            self.deliver(now, message, events);
        }
        if doubled {
            self.deliver(now, message, events);
        }
    }

    pub(super) fn deliver(&mut self, now: SimTime, message: Message, events: &mut Vec<PlacementEvent>) {
        match (message, &self.front) {
            (Message::Assign { server, id }, _) => self.assigned(now, server, id, events),
            (_, Front::Broker(_)) => self.broker_receives(now, message, events),
            (_, Front::Registrar(_)) => self.registrar_receives(now, message, events),
        }
    }
}
