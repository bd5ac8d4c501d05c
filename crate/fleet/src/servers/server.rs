//! One game server, and the writes that it may make.

use super::state::{State, Step};
use matchday_base::SimTime;
use thiserror::Error;

/// State of a game server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Server {
    pub(super) state: State,
    pub(super) version: u32,
    pub(super) generation: u32,
    pub(super) since: SimTime,
    pub(super) started: SimTime,
    pub(super) reserved_until: Option<SimTime>,
    pub(super) silent_since: Option<SimTime>,
    pub(super) matches: u32,
}

/// A server's call through the SDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SdkCall {
    /// It is free.
    Ready,
    /// It reserves itself for this many seconds; for ever if not positive.
    Reserve(i64),
    /// It is in use.
    Allocate,
    /// It is done.
    Shutdown,
    /// It is alive.
    Health,
}

impl SdkCall {
    /// The step of this call.
    pub fn step(self) -> Step {
        match self {
            SdkCall::Ready => Step::Ready,
            SdkCall::Reserve(_) => Step::Reserve,
            SdkCall::Allocate => Step::Allocate,
            SdkCall::Shutdown => Step::Shutdown,
            SdkCall::Health => Step::Health,
        }
    }
}

/// The state on which a later write is based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// State of the server.
    pub state: State,
    /// Increases with every write: a write that names an older version is stale.
    pub version: u32,
    /// Increases whenever the server enters a state or gets or loses a match, but not with a health call.
    /// While it is unchanged, a caller's intention is still valid, and so is a timer.
    pub generation: u32,
}

/// Why a write changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    /// Another write came after the read.
    #[error("the server was written since it was read: read it again")]
    Stale,
    /// The state does not allow it.
    #[error("a server that is {state:?} cannot take the step {step:?}")]
    NotAllowed {
        /// State of the server.
        state: State,
        /// The step of the call.
        step: Step,
    },
    /// No such server.
    #[error("the fleet has no such server")]
    Unknown,
}

impl Server {
    /// A server ordered in the second `now`, in the slot of one last seen as `before`: calls and timers of
    /// that one are stale.
    pub(super) fn ordered(now: SimTime, before: Sight) -> Self {
        Self {
            state: State::Creating,
            version: before.version.wrapping_add(1),
            generation: before.generation.wrapping_add(1),
            since: now,
            started: now,
            reserved_until: None,
            silent_since: None,
            matches: 0,
        }
    }

    /// Its state.
    pub fn state(&self) -> State {
        self.state
    }

    /// Start of that state.
    pub fn since(&self) -> SimTime {
        self.since
    }

    /// When its reservation runs out; `None`: never, or there is none.
    pub fn reserved_until(&self) -> Option<SimTime> {
        self.reserved_until
    }

    /// Matches on it.
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// What a write must name.
    pub fn sight(&self) -> Sight {
        Sight { state: self.state, version: self.version, generation: self.generation }
    }

    /// Writes the call's change, if `version` is still the current one and its state allows it.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub(super) fn write(&mut self, now: SimTime, version: u32, call: SdkCall) -> Result<(), Refusal> {
        if version != self.version {
            return Err(Refusal::Stale);
        }
        self.take(now, call.step())?;
        match call {
            SdkCall::Reserve(seconds) if seconds > 0 => {
                // A reservation beyond the end of time never ends.
                let seconds = u32::try_from(seconds).ok();
                self.reserved_until = seconds.and_then(|seconds| now.0.checked_add(seconds)).map(SimTime);
            }
            SdkCall::Health => self.silent_since = None,
            _ => {}
        }
        Ok(())
    }

    /// Takes a step.
    ///
    /// # Errors
    /// [`Refusal::NotAllowed`]; then nothing has changed.
    pub(super) fn take(&mut self, now: SimTime, step: Step) -> Result<(), Refusal> {
        let not_allowed = Refusal::NotAllowed { state: self.state, step };
        let state = self.state.after(step).ok_or(not_allowed)?;
        self.version = self.version.wrapping_add(1);
        if step == Step::Health {
            return Ok(());
        }
        self.generation = self.generation.wrapping_add(1);
        (self.state, self.since, self.reserved_until) = (state, now, None);
        self.matches = u32::from(state == State::Allocated);
        if step == Step::Start {
            self.started = now;
        }
        Ok(())
    }

    /// Sets the number of matches of a server that is and stays Allocated.
    pub(super) fn shared_by(&mut self, matches: u32) {
        (self.version, self.generation) = (self.version.wrapping_add(1), self.generation.wrapping_add(1));
        self.matches = matches;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: SimTime = SimTime(100);

    fn in_state(state: State) -> Server {
        let before = Sight { state: State::Shutdown, version: 6, generation: 2 };
        Server { state, ..Server::ordered(T, before) }
    }

    #[test]
    fn a_write_that_names_another_version_changes_nothing() {
        let mut server = in_state(State::Ready);
        let before = server.clone();
        for version in [6, 8, u32::MAX] {
            let stale = server.write(T, version, SdkCall::Allocate).unwrap_err().to_string();
            assert_eq!(stale, "the server was written since it was read: read it again");
        }
        assert_eq!(server, before);
        assert_eq!(server.write(T, 7, SdkCall::Allocate), Ok(()));
        assert_eq!(server.sight(), Sight { state: State::Allocated, version: 8, generation: 4 });
    }

    #[test]
    fn what_a_state_does_not_allow_changes_nothing() {
        let calls = [SdkCall::Ready, SdkCall::Reserve(5), SdkCall::Allocate, SdkCall::Shutdown, SdkCall::Health];
        for state in State::ALL {
            for call in calls {
                let mut server = in_state(state);
                let before = server.clone();
                match state.after(call.step()) {
                    None => {
                        let refusal = Refusal::NotAllowed { state, step: call.step() };
                        assert_eq!((server.write(T, 7, call), &server), (Err(refusal), &before));
                    }
                    Some(after) => {
                        assert_eq!(server.write(T, 7, call), Ok(()));
                        assert_eq!((server.state, server.version), (after, 8), "{state:?} {call:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_reservation_ends_after_n_seconds_or_never() {
        for (seconds, until) in
            [(1, Some(101)), (60, Some(160)), (0, None), (-5, None), (i64::MAX, None), (1 << 32, None)]
        {
            let mut server = in_state(State::Ready);
            server.write(T, 7, SdkCall::Reserve(seconds)).unwrap();
            assert_eq!((server.state, server.reserved_until), (State::Reserved, until.map(SimTime)), "{seconds}");
        }
    }

    #[test]
    fn ready_allocate_and_shutdown_cancel_the_reservation() {
        for call in [SdkCall::Ready, SdkCall::Allocate, SdkCall::Shutdown] {
            let mut server = in_state(State::Ready);
            server.write(T, 7, SdkCall::Reserve(10)).unwrap();
            let generation = server.generation;
            server.write(T, 8, call).unwrap();
            assert_eq!(server.reserved_until, None);
            assert_ne!(server.generation, generation, "{call:?}: the timer would still act");
        }
    }

    #[test]
    fn a_word_of_health_is_a_write_but_changes_nothing_that_is_meant() {
        let mut server = in_state(State::Reserved);
        server.reserved_until = Some(T + 9);
        server.silent_since = Some(T);
        server.write(T, 7, SdkCall::Health).unwrap();
        let expected =
            Server { version: 8, silent_since: None, reserved_until: Some(T + 9), ..in_state(State::Reserved) };
        assert_eq!(server, expected);
    }
}
