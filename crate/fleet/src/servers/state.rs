//! The states of a game server, and the steps between them.

/// State of a game server, in Agones' terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Ordered, but not running yet.
    Creating,
    /// Its process runs and prepares itself.
    Starting,
    /// Free: an allocation may take it.
    Ready,
    /// Reserved by itself: only its own call allocates it, and no scale-down deletes it.
    Reserved,
    /// In use.
    Allocated,
    /// Crashed, or silent for too long; deleted at the next pass.
    Unhealthy,
    /// Failed to boot; kept for a while, so that a fleet that cannot boot does not create servers all the
    /// time.
    Error,
    /// Done; deleted at the next pass.
    Shutdown,
}

/// A step of a game server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Its process has started.
    Start,
    /// It calls `Ready()`.
    Ready,
    /// It calls `Reserve(n)`.
    Reserve,
    /// It calls `Allocate()`, or an allocation takes it.
    Allocate,
    /// It calls `Health()`.
    Health,
    /// Its reservation runs out.
    Expire,
    /// It does not boot.
    Fail,
    /// It crashes, or is given up because it is silent.
    GiveUp,
    /// It calls `Shutdown()`, or its fleet no longer needs it.
    Shutdown,
}

impl State {
    /// Every state, in the order of [`State::index`].
    pub const ALL: [State; 8] = [
        State::Creating,
        State::Starting,
        State::Ready,
        State::Reserved,
        State::Allocated,
        State::Unhealthy,
        State::Error,
        State::Shutdown,
    ];

    /// Its index in tables by state.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The state that `step` leads to; `None`: not allowed here.
    ///
    /// A server that registers itself with a matchmaker calls `Reserve` straight from Starting or Allocated.
    /// So it never passes through Ready, where an allocation could take it.
    pub fn after(self, step: Step) -> Option<State> {
        use State::{Allocated, Creating, Error, Ready, Reserved, Shutdown, Starting, Unhealthy};
        match (self, step) {
            (Creating, Step::Start) => Some(Starting),
            (Starting | Reserved | Allocated, Step::Ready) => Some(Ready),
            (Starting | Ready | Reserved | Allocated, Step::Reserve) => Some(Reserved),
            (Ready | Reserved, Step::Allocate) => Some(Allocated),
            (Starting | Ready | Reserved | Allocated, Step::Health) => Some(self),
            (Reserved, Step::Expire) => Some(Ready),
            (Creating | Starting, Step::Fail) => Some(Error),
            (Creating | Starting | Ready | Reserved | Allocated, Step::GiveUp) => Some(Unhealthy),
            (Creating | Starting | Ready | Reserved | Allocated | Unhealthy | Error, Step::Shutdown) => Some(Shutdown),
            _ => None,
        }
    }

    /// Whether it counts as a replica of its fleet. Error servers do until they are deleted, as in Agones.
    pub fn is_replica(self) -> bool {
        !matches!(self, State::Unhealthy | State::Shutdown)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub const STEPS: [Step; 9] = [
        Step::Start,
        Step::Ready,
        Step::Reserve,
        Step::Allocate,
        Step::Health,
        Step::Expire,
        Step::Fail,
        Step::GiveUp,
        Step::Shutdown,
    ];

    #[test]
    fn every_step_from_every_state() {
        // Rows: states; columns: Start, Ready, Reserve, Allocate, Health, Expire, Fail, GiveUp, Shutdown. A letter is the
        // state it leads to (Creating, Starting, Ready, Vip = Reserved, Allocated, Unhealthy, Error, X = Shutdown).
        let table = [
            "S.....EUX", // Creating
            ".RV.S.EUX", // Starting
            "..VAR..UX", // Ready
            ".RVAVR.UX", // Reserved
            ".RV.A..UX", // Allocated
            "........X", // Unhealthy
            "........X", // Error
            ".........", // Shutdown
        ];
        for (state, row) in State::ALL.into_iter().zip(table) {
            for (step, letter) in STEPS.into_iter().zip(row.chars()) {
                let expected = "CSRVAUEX".find(letter).map(|at| State::ALL[at]);
                assert_eq!(state.after(step), expected, "{state:?} after {step:?}");
            }
        }
    }

    #[test]
    fn states_stand_in_the_order_of_their_index() {
        assert!(State::ALL.iter().enumerate().all(|(at, state)| state.index() == at));
    }
}
