//! The broker checked in every order of events.

use super::super::expiry::Timer;
use super::super::matches::queued;
use super::super::servers::{Known, Server, ServerState};
use super::super::*;
use crate::tests::HERE;
use crate::tests::model::{self, Budget, Bug, Flow, SERVERS};
use crate::tests::witness::{Call, Witness};
use std::hash::{Hash, Hasher};

struct Everything;

impl Accepts for Everything {
    fn accepts(&self, _: FilterId, _: &Properties) -> bool {
        true
    }
}

fn settings() -> BrokerSettings {
    let reaper =
        AllocatorSettings { ready_deadline_s: 1, reaper_period_s: 2, reaper_max_run_s: 3, ..Default::default() };
    BrokerSettings {
        match_pickup_s: 2,
        match_ready_s: 1,
        match_max_run_s: 3,
        server_max_lifetime_s: 2,
        allocators: vec![reaper],
        ..Default::default()
    }
}

fn with_causes(effects: Vec<Effect>) -> (Vec<Effect>, u32) {
    let bit = |effect: &Effect| if let Effect::Expired(cause) = effect { 1 << *cause as u32 } else { 0 };
    let causes = effects.iter().fold(0, |bits, effect| bits | bit(effect));
    (effects, causes)
}

impl Flow for Broker {
    const RESERVE_S: Option<u32> = None;
    const FORGOTTEN_S: u32 = 2;
    const HINTS: &'static [Hint] = &[Hint::Next, Hint::Shutdown];

    fn start() -> Self {
        Broker::new(settings(), SimTime(0)).unwrap()
    }

    fn witness() -> Witness {
        Witness::new(settings())
    }

    fn call(&mut self, now: SimTime, call: Call) -> (Vec<Effect>, u32) {
        let (mut effects, by) = (Vec::new(), AllocatorIndex(0));
        match call {
            Call::NewMatch(id) => self.new_match(now, id, Properties::default(), &Everything, &mut effects),
            Call::Request(id) => self.request_match(now, id, HERE, None, &Everything, &mut effects),
            Call::Ready(id, of) => self.match_ready(now, id, of, &mut effects),
            Call::End(id, of, hint) => self.end_match(now, id, of, hint, &mut effects),
            Call::Gone(id) => self.server_gone(id, &mut effects),
            Call::Cancel(id) => self.cancel(id, &mut effects),
            Call::Allocated(of, id) => self.allocated(now, of, by, id, &mut effects),
            Call::Refused(of) => self.refused(now, of, by, &mut effects),
            Call::Fire => self.fire(now, &mut effects),
            Call::Restart => self.restart(now, &mut effects),
        }
        with_causes(effects)
    }

    fn restart(&mut self, now: SimTime, up: &[ServerId]) -> (Vec<Effect>, u32) {
        let effects = self.call(now, Call::Restart);
        up.iter().for_each(|&id| self.listed(now, AllocatorIndex(0), id));
        effects
    }

    fn joined(&mut self, id: MatchId) {
        self.running(id);
    }

    fn open(&self) -> Vec<MatchId> {
        self.matches().map(|(id, _)| id).collect()
    }

    fn holds(&self, id: ServerId) -> bool {
        self.server(id).is_some_and(|server| matches!(server.state, ServerState::Holding(_)))
    }

    fn expects(&self, id: ServerId) -> bool {
        self.server(id).is_some_and(|server| server.state == ServerState::Starting)
    }

    fn offers(&self, _: ServerId) -> bool {
        false
    }

    fn hash_future<H: Hasher>(&self, now: SimTime, state: &mut H) {
        for (id, found) in self.matches.iter() {
            let (age, due) = (now.since(found.since), found.due(&self.settings).since(now));
            (id, found.stage, found.server, age, due, found.had_turn, found.stands_in_line()).hash(state);
        }
        for id in (0..2 * SERVERS).map(ServerId) {
            (self.servers.known(id) == Known::Over).hash(state);
            let ages = |server: &Server| (now.since(server.last_call), now.since(server.run_since));
            self.server(id).map(|server| (server.state, ages(server), server.meant_for, server.allocator)).hash(state);
        }
        for lane in self.sites.iter().flat_map(|site| &site.lanes) {
            lane.matches.iter().filter(|&&id| queued(&self.matches, id)).for_each(|id| id.hash(state));
            lane.servers.iter().for_each(|(_, id)| id.hash(state));
        }
        for (at, &timer) in self.timers.iter().filter(|&(at, &timer)| matters(self, at, timer)) {
            (at.since(now), timer).hash(state);
        }
        (now.since(self.started) % self.settings.allocators[0].reaper_period_s).hash(state);
    }
}

/// Whether a timer will have an effect.
fn matters(broker: &Broker, at: SimTime, timer: Timer) -> bool {
    match timer {
        Timer::Match(id) => broker.find(id).is_some_and(|found| found.watched == at),
        Timer::Server(id) => broker.server(id).is_some_and(|server| server.watched == at),
    }
}

/// Nothing goes wrong, every timer expires somewhere, and every outcome occurs.
fn nothing_goes_wrong(budget: Budget) {
    let (expired, outcomes) = model::nothing_goes_wrong::<Broker>(budget, 80_000);
    assert_eq!(expired, (1 << Cause::ALL.len()) - 1);
    let cancelled = u32::from(budget.cancels > 0) << Outcome::Cancelled as u32;
    assert_eq!(outcomes, ((1 << Outcome::Refused as u32) - 1) | cancelled);
}

#[test]
fn nothing_goes_wrong_with_two_bad_messages() {
    nothing_goes_wrong(Budget { messages: 2, ..Budget::default() });
}

#[test]
fn nothing_goes_wrong_with_a_crash_and_a_bad_message() {
    nothing_goes_wrong(Budget { messages: 1, crashes: 1, ..Budget::default() });
}

#[test]
fn nothing_goes_wrong_with_a_restart_and_a_bad_message() {
    nothing_goes_wrong(Budget { messages: 1, restarts: 1, ..Budget::default() });
}

#[test]
fn nothing_goes_wrong_with_a_refusal_a_cancel_and_a_bad_message() {
    nothing_goes_wrong(Budget { messages: 1, refusals: 1, cancels: 1, ..Budget::default() });
}

#[test]
fn a_broker_that_redelivers_blindly_is_found_out() {
    let budget = Budget { messages: 1, ..Budget::default() };
    model::assert_found_out::<Broker>(Bug::BlindRedelivery, budget, "no server has two matches");
}

#[test]
fn a_timer_of_an_older_generation_is_found_out() {
    model::assert_found_out::<Broker>(Bug::OldTimer, Budget::default(), "nothing ends without reason");
}
