//! The kit of the tests of broker and registrar, which have the same task: a bench for calls by hand, a witness of calls and
//! effects, and a model of the servers and messages around them.

pub mod model;
pub mod witness;

use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use proptest::prelude::*;
use std::fmt::Debug;

pub const HERE: DatacenterIndex = DatacenterIndex(0);
pub const M0: MatchId = MatchId(0);
pub const M1: MatchId = MatchId(1);
pub const S0: ServerId = ServerId(0);
pub const S1: ServerId = ServerId(1);

/// A broker or a registrar.
pub trait Front {
    type Effect: Copy + Debug + PartialEq;

    fn fire(&mut self, now: SimTime, effects: &mut Vec<Self::Effect>);

    /// The broken invariant, if there is one.
    fn broken(&self, now: SimTime) -> Option<String>;
}

/// A front with its clock, checked after each call; calls return the effects.
pub struct Bench<F> {
    pub front: F,
    pub now: SimTime,
}

impl<F: Front> Bench<F> {
    pub fn new(front: F) -> Self {
        let mut bench = Self { front, now: SimTime(0) };
        assert_eq!(bench.does(F::fire), []);
        bench
    }

    pub fn does(&mut self, call: impl FnOnce(&mut F, SimTime, &mut Vec<F::Effect>)) -> Vec<F::Effect> {
        let mut effects = Vec::new();
        call(&mut self.front, self.now, &mut effects);
        assert_eq!(self.front.broken(self.now), None, "at {:?}", self.now);
        effects
    }

    /// Advances time to the second `until`; returns the effects, with their seconds.
    pub fn waits(&mut self, until: u32) -> Vec<(u32, F::Effect)> {
        let mut all = Vec::new();
        while self.now.0 < until {
            self.now = self.now + 1;
            let effects = self.does(F::fire);
            all.extend(effects.into_iter().map(|effect| (self.now.0, effect)));
        }
        all
    }
}

/// Number of matches formed since a match.
pub fn back() -> impl Strategy<Value = u32> {
    0..6_u32
}

/// The match that a server names: mostly its own, else one formed some matches ago.
pub fn of() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![5 => Just(None), 1 => back().prop_map(Some)]
}

/// The match formed `back` matches ago, when there have been `formed`.
pub fn recent(formed: u32, back: u32) -> MatchId {
    MatchId(formed.saturating_sub(back + 1))
}

/// The match that a server with `held` names; without one it is the newest.
pub fn spoken_of(formed: u32, held: Option<MatchId>, back: Option<u32>) -> MatchId {
    back.map_or(held.unwrap_or(recent(formed, 0)), |back| recent(formed, back))
}
