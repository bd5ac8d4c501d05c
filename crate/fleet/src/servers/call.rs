//! SDK calls with an answer.
//!
//! A call reads its server, and some time later its write arrives. If another write came in between, it reads
//! and writes again, for up to 30 s, but only while the server is in the state that the call was meant for. A
//! blind retry would call `Ready()` during a match that has begun meanwhile.

use super::fleet::Fleet;
use super::server::{Refusal, SdkCall, Sight};
use super::state::{State, Step};
use crate::ServerId;
use matchday_base::SimTime;
use thiserror::Error;

/// How long a call is retried, s.
pub const CALL_TIMEOUT_S: u32 = 30;

/// A call on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    pub(super) server: ServerId,
    pub(super) call: SdkCall,
    pub(super) sight: Sight,
    pub(super) deadline: SimTime,
}

/// Answer of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It is written.
    Done,
    /// Another write was faster: it has read again and must write again.
    Again,
}

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum CallError {
    /// The state does not allow it, or there is no such server.
    #[error(transparent)]
    Refused(Refusal),
    /// The server's state has changed since the call was made.
    #[error("the server has become {state:?} since the call {step:?} was made: look again before calling again")]
    Overtaken {
        /// Its new state.
        state: State,
        /// The step of the call.
        step: Step,
    },
    /// Not written in time.
    #[error("the call {step:?} was not written within {CALL_TIMEOUT_S} s")]
    TimedOut {
        /// The step of the call.
        step: Step,
    },
}

impl Call {
    /// Makes a call: reads the server.
    ///
    /// # Errors
    /// [`CallError::Refused`], if the fleet has no such server.
    pub fn new(now: SimTime, fleet: &Fleet, server: ServerId, call: SdkCall) -> Result<Self, CallError> {
        let sight = fleet.server(server).ok_or(CallError::Refused(Refusal::Unknown))?.sight();
        Ok(Self { server, call, sight, deadline: now + CALL_TIMEOUT_S })
    }

    /// The write arrives. After [`Answer::Again`], or when a write is lost, call again a moment later.
    ///
    /// # Errors
    /// Why the call has failed.
    pub fn write(&mut self, now: SimTime, fleet: &mut Fleet) -> Result<Answer, CallError> {
        let step = self.call.step();
        if now >= self.deadline {
            return Err(CallError::TimedOut { step });
        }
        match fleet.write(now, self.server, self.sight.version, self.call) {
            Ok(()) => return Ok(Answer::Done),
            Err(Refusal::Stale) => {}
            Err(refusal) => return Err(CallError::Refused(refusal)),
        }
        let sight = fleet.server(self.server).ok_or(CallError::Refused(Refusal::Unknown))?.sight();
        if sight.generation != self.sight.generation {
            return Err(CallError::Overtaken { state: sight.state, step });
        }
        self.sight = sight;
        Ok(Answer::Again)
    }
}
