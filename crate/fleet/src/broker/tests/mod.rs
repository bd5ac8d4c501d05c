//! Tests of one broker: by hand, by a model checker, and against a naive broker of lists. The tests of fleet simulations
//! have its random faults.

mod calls;
mod model;
mod reference;

use super::{Broker, Effect};
use crate::tests::Front;
use matchday_base::SimTime;

impl Front for Broker {
    type Effect = Effect;

    fn fire(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        Broker::fire(self, now, effects);
    }

    fn broken(&self, now: SimTime) -> Option<String> {
        self.check(now).err().map(|violation| violation.to_string())
    }
}
