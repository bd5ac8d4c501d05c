//! The flow checked in every order of events; its servers reserve and register themselves, and its fleet is scaled down.

use super::super::pool::RegistrationState;
use super::super::*;
use crate::broker::{self, Hint};
use crate::tests::HERE;
use crate::tests::model::{self, Budget, Bug, Flow};
use crate::tests::witness::{Call, Witness};
use std::hash::{Hash, Hasher};

const SETTINGS: RegistrationSettings =
    RegistrationSettings { registration_s: 2, match_pickup_s: 2, confirm_s: 1, match_max_run_s: 3 };

impl Flow for Registrar {
    const RESERVE_S: Option<u32> = Some(SETTINGS.registration_s + 1);
    const FORGOTTEN_S: u32 = SETTINGS.registration_s;
    const HINTS: &'static [Hint] = &[Hint::Next];

    fn start() -> Self {
        Registrar::new(SETTINGS, SimTime(0))
    }

    fn witness() -> Witness {
        Witness::new(broker::BrokerSettings {
            match_pickup_s: SETTINGS.match_pickup_s,
            match_ready_s: SETTINGS.confirm_s,
            match_max_run_s: SETTINGS.match_max_run_s,
            // No timer of the flow; it only limits the memory of the witness.
            server_max_lifetime_s: 3,
            ..Default::default()
        })
    }

    fn call(&mut self, now: SimTime, call: Call) -> (Vec<broker::Effect>, u32) {
        let mut effects = Vec::new();
        match call {
            Call::NewMatch(id) => self.new_match(now, id, HERE, &mut effects),
            Call::Request(id) => self.register(now, id, HERE, &mut effects),
            Call::Ready(id, of) => self.confirm(now, id, of, &mut effects),
            Call::End(id, of, _) => self.end_match(id, of, &mut effects),
            Call::Gone(id) => self.server_gone(id, &mut effects),
            Call::Cancel(id) => self.cancel(id, &mut effects),
            Call::Fire => self.fire(now, &mut effects),
            Call::Restart => self.restart(),
            Call::Allocated(..) | Call::Refused(_) => unreachable!("a registrar has no allocators"),
        }
        let mut causes = 0;
        let as_broker = effects.into_iter().filter_map(|effect| match effect {
            Effect::Tell { id, notice } => Some(broker::Effect::Tell { id, notice }),
            Effect::GameStarting { server, id, again } => Some(broker::Effect::Assign { server, id, again }),
            Effect::Release { server } => Some(broker::Effect::CleanUp { server }),
            Effect::Expired(cause) => {
                causes |= 1 << cause as u32;
                None
            }
        });
        (as_broker.collect(), causes)
    }

    fn restart(&mut self, now: SimTime, _: &[ServerId]) -> (Vec<broker::Effect>, u32) {
        self.call(now, Call::Restart)
    }

    fn joined(&mut self, id: MatchId) {
        self.running(id);
    }

    fn open(&self) -> Vec<MatchId> {
        self.matches().map(|(id, _)| id).collect()
    }

    fn holds(&self, id: ServerId) -> bool {
        matches!(self.pool.state(id), Some(RegistrationState::Holding(_)))
    }

    fn expects(&self, id: ServerId) -> bool {
        self.pool.state(id).is_none()
    }

    fn offers(&self, id: ServerId) -> bool {
        self.pool.registered_at(id).is_some()
    }

    fn hash_future<H: Hasher>(&self, now: SimTime, state: &mut H) {
        for (id, found) in self.matches() {
            (id, found.stage, found.server, now.since(found.since)).hash(state);
        }
        for (id, registration) in self.pool.iter() {
            let at = self.pool.registered_at(id).map(|at| now.since(at));
            let held = matches!(registration, RegistrationState::Holding(_)).then_some(registration);
            (id, at, held).hash(state);
        }
        for site in &self.pool.sites {
            site.servers.hash(state);
            let waiting = |&&id: &&MatchId| self.find(id).is_some_and(|found| found.stage == Stage::Queued);
            site.matches.iter().filter(waiting).for_each(|id| id.hash(state));
        }
        for (at, &timer) in self.timers.iter().filter(|&(at, &timer)| matters(self, at, timer)) {
            (at.since(now), timer).hash(state);
        }
    }
}

/// Whether a timer will have an effect.
fn matters(registrar: &Registrar, at: SimTime, timer: Timer) -> bool {
    let stage = |id| registrar.find(id).map(|found| found.stage);
    match timer {
        Timer::Registration(id) => {
            registrar.pool.registered_at(id).is_some_and(|from| from + SETTINGS.registration_s == at)
        }
        Timer::Pickup(id) => stage(id) == Some(Stage::Queued),
        Timer::Confirm(id) => stage(id) == Some(Stage::PickedUp),
        Timer::Run(id) => stage(id) > Some(Stage::PickedUp),
    }
}

/// Nothing goes wrong, and every timer expires somewhere.
fn nothing_goes_wrong(budget: Budget) {
    let (expired, _) = model::nothing_goes_wrong::<Registrar>(budget, 10_000);
    assert_eq!(expired, (1 << Cause::ALL.len()) - 1);
}

#[test]
fn nothing_goes_wrong_when_the_fleet_is_scaled_down() {
    nothing_goes_wrong(Budget { scale_downs: 2, crashes: 1, cancels: 1, ..Budget::default() });
}

#[test]
fn nothing_goes_wrong_with_two_bad_messages() {
    nothing_goes_wrong(Budget { messages: 2, ..Budget::default() });
}

#[test]
fn nothing_goes_wrong_with_a_crash_a_cancel_and_a_bad_message() {
    nothing_goes_wrong(Budget { messages: 1, crashes: 1, cancels: 1, ..Budget::default() });
}

#[test]
fn nothing_goes_wrong_with_a_restart_and_a_bad_message() {
    nothing_goes_wrong(Budget { messages: 1, restarts: 1, scale_downs: 1, ..Budget::default() });
}

#[test]
fn a_matchmaker_that_redelivers_blindly_is_found_out() {
    let budget = Budget { messages: 1, ..Budget::default() };
    model::assert_found_out::<Registrar>(Bug::BlindRedelivery, budget, "no server has two matches");
}

#[test]
fn a_timer_of_an_older_generation_is_found_out() {
    model::assert_found_out::<Registrar>(Bug::OldTimer, Budget::default(), "nothing ends without reason");
}

#[test]
fn a_reserve_shorter_than_the_registration_is_found_out() {
    let budget = Budget { scale_downs: 1, ..Budget::default() };
    model::assert_found_out::<Registrar>(Bug::ShortReserve, budget, "no registered server is scaled down");
}
