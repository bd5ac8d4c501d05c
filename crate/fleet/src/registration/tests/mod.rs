//! Tests of one registrar: by hand, by a model checker, and against a naive registrar of lists.

mod calls;
mod model;
mod reference;

use super::{Effect, Registrar};
use crate::tests::Front;
use matchday_base::SimTime;

impl Front for Registrar {
    type Effect = Effect;

    fn fire(&mut self, now: SimTime, effects: &mut Vec<Effect>) {
        Registrar::fire(self, now, effects);
    }

    fn broken(&self, now: SimTime) -> Option<String> {
        self.check(now).err().map(|violation| violation.to_string())
    }
}
