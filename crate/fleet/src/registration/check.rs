//! Invariants after every event of the flow.

use super::pool::RegistrationState;
use super::{Registrar, RegistrarMatch};
use crate::ServerId;
use crate::broker::Stage;
use matchday_base::{MatchId, SimTime};
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// A match and its server do not name each other.
    #[error("{0:?} and its server do not agree")]
    Holder(MatchId),
    /// A match is still in a stage whose timer has expired.
    #[error("{0:?} has outlived its timer as {1:?}")]
    Match(MatchId, Stage),
    /// A match waits although a server can be chosen.
    #[error("{0:?} waits, and a server is registered")]
    Waiting(MatchId),
    /// A registration is valid beyond its time, or can be chosen more than once.
    #[error("{0:?} is registered and should not be, or twice")]
    Registration(ServerId),
}

impl Registrar {
    /// Checks all invariants in the second `now`, after its [`fire`](Self::fire). A full sweep, for tests and
    /// debug builds.
    ///
    /// # Errors
    /// The first broken invariant.
    pub fn check(&self, now: SimTime) -> Result<(), Violation> {
        self.matches.iter().try_for_each(|(id, found)| self.check_match(now, id, found))?;
        self.pool.iter().try_for_each(|(id, state)| match state {
            RegistrationState::Registered { at, .. } => {
                let counts = at + self.settings.registration_s > now && self.pool.places(id) == 1;
                ensure(counts, Violation::Registration(id))
            }
            RegistrationState::Holding(held) => {
                let agree = self.matches.get(held).is_some_and(|found| found.server == Some(id));
                ensure(agree && self.pool.places(id) == 0, Violation::Holder(held))
            }
        })
    }

    fn check_match(&self, now: SimTime, id: MatchId, found: &RegistrarMatch) -> Result<(), Violation> {
        let length_s = match found.stage {
            Stage::Queued => self.settings.match_pickup_s,
            Stage::PickedUp => self.settings.confirm_s,
            Stage::Ready | Stage::Running => self.settings.match_max_run_s,
        };
        let queued = found.stage == Stage::Queued;
        let agree = match found.server {
            Some(server) => self.pool.state(server) == Some(RegistrationState::Holding(id)),
            None => queued,
        };
        ensure(agree, Violation::Holder(id))?;
        ensure(found.since + length_s > now, Violation::Match(id, found.stage))?;
        ensure(!queued || !self.pool.offers(found.datacenter), Violation::Waiting(id))
    }
}

fn ensure(holds: bool, violation: Violation) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(violation) }
}
