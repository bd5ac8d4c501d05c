//! Invariants of a fleet simulation after every event.

use super::process::Doing;
use super::{FleetSimulation, Front};
use crate::broker::Accepts;
use crate::servers::{self, State};
use crate::{ServerId, broker, registration};
use matchday_base::SimTime;
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// In a fleet.
    #[error(transparent)]
    Fleet(#[from] servers::Violation),
    /// In the broker.
    #[error(transparent)]
    Broker(#[from] broker::Violation),
    /// In the registration.
    #[error(transparent)]
    Registration(#[from] registration::Violation),
    /// A process and the state of its server in the fleet do not fit.
    #[error("the process of {0:?} goes on while its server is something else")]
    Process(ServerId),
}

impl<A: Accepts> FleetSimulation<A> {
    /// Checks all invariants in the second `now`, after its [`advance`](Self::advance). A full sweep, for
    /// tests and debug builds.
    ///
    /// # Errors
    /// The first broken invariant.
    pub fn check(&self, now: SimTime) -> Result<(), Violation> {
        for fleet in &self.fleets {
            servers::sweep(fleet, now)?;
        }
        match &self.front {
            Front::Broker(broker) => broker.check(now)?,
            Front::Registrar(registrar) => registrar.check(now)?,
        }
        self.processes.iter().try_for_each(|(server, doing)| self.check_process(server, doing))
    }

    fn check_process(&self, server: ServerId, doing: Doing) -> Result<(), Violation> {
        let state = self.fleets[self.datacenter(server).index()].server(server).map(servers::Server::state);
        let fits = match doing {
            Doing::Nothing => !matches!(state, Some(State::Creating | State::Starting | State::Ready)),
            Doing::Booting => matches!(state, Some(State::Creating)),
            Doing::Idle => matches!(state, Some(State::Starting | State::Ready | State::Reserved)),
            Doing::Asking { .. } | Doing::Loading(_) | Doing::Playing(_) | Doing::Hanging(_) | Doing::Mute => {
                state == Some(State::Allocated)
            }
        };
        fits.then_some(()).ok_or(Violation::Process(server))
    }
}
