//! The flow checked in every order of events: two servers that reserve and register themselves with timers of a few
//! seconds, two matches of two players each, a fleet that is scaled down, and messages that are lost, late or doubled.
//!
//! The witness is that of the broker: the flow has other names for the same calls.

use super::super::pool::Standing;
use super::super::{Effect, Registrar, Settings, Timer};
use crate::ServerId;
use crate::broker::tests::witness::{Call, Complaint, Witness};
use crate::broker::{self, Hint, Notice, Stage};
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use stateright::{Checker, Model, Property};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const SERVERS: u32 = 2;
const MATCHES: u32 = 2;
const HERE: DatacenterIndex = DatacenterIndex(0);
const SETTINGS: Settings = Settings { registration_s: 2, match_pickup_s: 2, confirm_s: 1, match_max_run_s: 3 };
/// The n of Reserve(n).
const RESERVE_S: u32 = 3;

/// State of the server in its fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fleet {
    Ready,
    Reserved { until: SimTime },
    Allocated,
    Gone,
}

/// Actual state of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Game {
    /// Without a match; the last one that it played.
    Free(Option<MatchId>),
    Loading(MatchId),
    /// Has sent Confirm.
    Playing(MatchId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Message {
    Register(ServerId),
    Confirm(ServerId, MatchId),
    End(ServerId, MatchId),
}

/// Fate of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Arrives,
    Lost,
    Late,
    Doubled,
    /// It arrives, and the matchmaker's answer is lost.
    Unanswered,
}

/// Remaining faults of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Budget {
    messages: u8,
    crashes: u8,
    scale_downs: u8,
    cancels: u8,
    restarts: u8,
}

#[derive(Clone, Debug, PartialEq)]
struct World {
    now: SimTime,
    registrar: Registrar,
    witness: Witness,
    complaint: Option<Complaint>,
    /// A server that can be chosen was scaled down.
    scaled_down: bool,
    servers: [(Fleet, Game); SERVERS as usize],
    network: Vec<Message>,
    budget: Budget,
    /// When a planted bug forgets servers, ignoring later calls.
    old_timers: Vec<(SimTime, ServerId)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Tick,
    Form(Fate),
    Deliver(usize),
    Say(ServerId, Fate),
    ScaleDown(ServerId),
    Crash(ServerId),
    /// A crash reported to the matchmaker.
    CrashSeen(ServerId),
    Cancel(MatchId),
    Restart,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    /// Every server that registers is chosen, even with a match.
    BlindRedelivery,
    /// A registration ends at its first deadline.
    OldTimer,
    /// Servers reserve themselves for less time than they are registered.
    ShortReserve,
}

struct Town {
    budget: Budget,
    bug: Bug,
    /// Causes that have expired, a bit each.
    expired: Arc<AtomicU32>,
}

/// The effect as that of a broker, for the witness.
fn as_broker(effect: Effect) -> Option<broker::Effect> {
    match effect {
        Effect::Tell { id, notice } => Some(broker::Effect::Tell { id, notice }),
        Effect::GameStarting { server, id, again } => Some(broker::Effect::Assign { server, id, again }),
        Effect::Release { .. } | Effect::Expired(_) => None,
    }
}

fn broker_settings() -> broker::Settings {
    broker::Settings {
        match_pickup_s: SETTINGS.match_pickup_s,
        match_ready_s: SETTINGS.confirm_s,
        match_max_run_s: SETTINGS.match_max_run_s,
        // No timer of the flow; it only limits the memory of the witness.
        server_max_lifetime_s: 3,
        ..Default::default()
    }
}

impl World {
    /// Calls the matchmaker, and passes the effects to the witness; its answers arrive, or are lost.
    fn call(
        &mut self,
        town: &Town,
        call: Call,
        answered: bool,
        run: impl FnOnce(&mut Registrar, SimTime, &mut Vec<Effect>),
    ) {
        let mut effects = Vec::new();
        run(&mut self.registrar, self.now, &mut effects);
        self.follow(town, call, answered, &effects);
    }

    fn follow(&mut self, town: &Town, call: Call, answered: bool, effects: &[Effect]) {
        let seen: Vec<_> = effects.iter().copied().filter_map(as_broker).collect();
        self.complaint = self.complaint.or(self.witness.sees(self.now, call, &seen).err());
        for &effect in effects {
            match effect {
                Effect::GameStarting { server, id, .. } if answered => self.starts(server, id),
                Effect::Release { server } if answered => self.released(server),
                Effect::Tell { id, notice: Notice::Connect(_) } => self.registrar.running(id),
                Effect::Expired(cause) => {
                    town.expired.fetch_or(1 << cause as u32, Ordering::Relaxed);
                }
                Effect::Tell { .. } | Effect::GameStarting { .. } | Effect::Release { .. } => {}
            }
        }
    }

    /// A server is told that it was chosen, and allocates itself.
    fn starts(&mut self, id: ServerId, of: MatchId) {
        let (fleet, game) = self.server(id);
        match game {
            _ if *fleet == Fleet::Gone => {}
            Game::Free(Some(played)) if *played == of => self.send(Message::End(id, of)),
            Game::Free(_) => (*fleet, *game) = (Fleet::Allocated, Game::Loading(of)),
            Game::Loading(_) | Game::Playing(_) => {}
        }
    }

    fn released(&mut self, id: ServerId) {
        let (fleet, game) = self.server(id);
        if *fleet == Fleet::Allocated {
            (*fleet, *game) = (Fleet::Ready, Game::Free(None));
        }
    }

    fn server(&mut self, id: ServerId) -> (&mut Fleet, &mut Game) {
        let (fleet, game) = &mut self.servers[(id.0 % SERVERS) as usize];
        (fleet, game)
    }

    fn send(&mut self, message: Message) {
        if let Err(place) = self.network.binary_search(&message) {
            self.network.insert(place, message);
        }
    }

    fn deliver(&mut self, town: &Town, message: Message, answered: bool) {
        match message {
            Message::Register(id) => self.deliver_register(town, id, answered),
            Message::Confirm(id, of) => {
                let call = Call::Ready(id, of);
                self.call(town, call, answered, |registrar, now, effects| registrar.confirm(now, id, of, effects));
            }
            Message::End(id, of) => {
                let call = Call::End(id, of, Hint::Next);
                self.call(town, call, answered, |registrar, _, effects| registrar.end_match(id, of, effects));
            }
        }
    }

    fn deliver_register(&mut self, town: &Town, id: ServerId, answered: bool) {
        let standing = self.registrar.pool.standing(id);
        if town.bug == Bug::OldTimer && standing.is_none() {
            self.old_timers.push((self.now + SETTINGS.registration_s, id));
        }
        let blind = town.bug == Bug::BlindRedelivery && matches!(standing, Some(Standing::Holding(_)));
        // Under another name the matchmaker does not know what the server has.
        let name = if blind { ServerId(id.0 + SERVERS) } else { id };
        let mut effects = Vec::new();
        self.registrar.register(self.now, name, HERE, &mut effects);
        for effect in &mut effects {
            if let Effect::GameStarting { server, .. } = effect {
                *server = id;
            }
        }
        self.follow(town, Call::Request(id), answered, &effects);
    }

    /// The next call of a server.
    fn say(&mut self, town: &Town, id: ServerId, fate: Fate) {
        let reserve_s = if town.bug == Bug::ShortReserve { SETTINGS.registration_s - 1 } else { RESERVE_S };
        let until = self.now + reserve_s;
        let (fleet, game) = self.server(id);
        let message = match *game {
            Game::Free(_) => {
                *fleet = Fleet::Reserved { until };
                Message::Register(id)
            }
            Game::Loading(of) => {
                *game = Game::Playing(of);
                Message::Confirm(id, of)
            }
            Game::Playing(of) => {
                (*fleet, *game) = (Fleet::Ready, Game::Free(Some(of)));
                Message::End(id, of)
            }
        };
        match fate {
            Fate::Arrives => self.deliver(town, message, true),
            Fate::Lost => {}
            Fate::Late => self.send(message),
            Fate::Doubled => {
                self.send(message);
                self.deliver(town, message, true);
            }
            Fate::Unanswered => self.deliver(town, message, false),
        }
    }

    fn tick(&mut self, town: &Town) {
        let now = self.now;
        for (fleet, _) in &mut self.servers {
            if *fleet == (Fleet::Reserved { until: now }) {
                *fleet = Fleet::Ready;
            }
        }
        let old: Vec<_> = self.old_timers.extract_if(.., |(due, _)| *due == now).collect();
        for (_, id) in old {
            self.call(town, Call::Fire, true, |registrar, _, effects| registrar.server_gone(id, effects));
        }
        self.call(town, Call::Fire, true, Registrar::fire);
    }
}

impl Model for Town {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let now = SimTime(0);
        let mut world = World {
            now,
            registrar: Registrar::new(SETTINGS, now),
            witness: Witness::new(broker_settings()),
            complaint: None,
            scaled_down: false,
            servers: [(Fleet::Ready, Game::Free(None)); SERVERS as usize],
            network: Vec::new(),
            budget: self.budget,
            old_timers: Vec::new(),
        };
        world.tick(self);
        vec![world]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        if world.complaint.is_some() {
            return;
        }
        let budget = &world.budget;
        let fates = [Fate::Arrives, Fate::Lost, Fate::Late, Fate::Doubled, Fate::Unanswered];
        let fates = if budget.messages > 0 { &fates[..] } else { &fates[..1] };
        actions.push(Action::Tick);
        if world.witness.matches.len() < MATCHES as usize {
            let asked = fates.iter().filter(|fate| matches!(fate, Fate::Arrives | Fate::Unanswered));
            actions.extend(asked.map(|&fate| Action::Form(fate)));
        }
        actions.extend((0..world.network.len()).map(Action::Deliver));
        for (id, (fleet, _)) in (0..).map(ServerId).zip(world.servers) {
            if fleet == Fleet::Gone {
                continue;
            }
            actions.extend(fates.iter().map(|&fate| Action::Say(id, fate)));
            if budget.crashes > 0 {
                actions.extend([Action::Crash(id), Action::CrashSeen(id)]);
            }
            if budget.scale_downs > 0 && fleet == Fleet::Ready {
                actions.push(Action::ScaleDown(id));
            }
        }
        if budget.restarts > 0 {
            actions.push(Action::Restart);
        }
        if budget.cancels > 0 {
            actions.extend(world.registrar.matches().map(|(id, _)| Action::Cancel(id)));
        }
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let mut next = world.clone();
        match action {
            Action::Tick => {
                next.now = next.now + 1;
                next.tick(self);
            }
            Action::Form(fate) => {
                let answered = fate == Fate::Arrives;
                next.budget.messages -= u8::from(!answered);
                let id = MatchId(next.witness.matches.len() as u32);
                next.call(self, Call::NewMatch(id), answered, |registrar, now, effects| {
                    registrar.new_match(now, id, HERE, effects);
                });
            }
            Action::Deliver(place) => {
                let message = next.network.remove(place);
                next.deliver(self, message, true);
            }
            Action::Say(id, fate) => {
                next.budget.messages -= u8::from(fate != Fate::Arrives);
                next.say(self, id, fate);
            }
            Action::ScaleDown(id) => {
                next.budget.scale_downs -= 1;
                *next.server(id).0 = Fleet::Gone;
                next.scaled_down |= next.registrar.pool.registered_at(id).is_some();
            }
            Action::Crash(id) => {
                next.budget.crashes -= 1;
                *next.server(id).0 = Fleet::Gone;
            }
            Action::CrashSeen(id) => {
                next.budget.crashes -= 1;
                *next.server(id).0 = Fleet::Gone;
                next.call(self, Call::Gone(id), true, |registrar, _, effects| registrar.server_gone(id, effects));
            }
            Action::Cancel(id) => {
                next.budget.cancels -= 1;
                next.call(self, Call::Cancel(id), true, |registrar, _, effects| registrar.cancel(id, effects));
            }
            Action::Restart => {
                next.budget.restarts -= 1;
                next.registrar.restart();
            }
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        fn not(world: &World, complaint: Complaint) -> bool {
            world.complaint != Some(complaint)
        }
        vec![
            Property::<Self>::always("no match has two servers", |_, world| not(world, Complaint::TwoServers)),
            Property::<Self>::always("no server has two matches", |_, world| not(world, Complaint::TwoMatches)),
            Property::<Self>::always("everyone is told once", |_, world| not(world, Complaint::ToldTwice)),
            Property::<Self>::always("players join after Confirm", |_, world| not(world, Complaint::EarlyConnect)),
            Property::<Self>::always("nothing ends without reason", |_, world| not(world, Complaint::Hasty)),
            Property::<Self>::always("nothing outlives its timer", |_, world| not(world, Complaint::Outlived)),
            // A late registration may be valid for longer than the server is reserved.
            Property::<Self>::always("no registered server is scaled down", |town, world| {
                !world.scaled_down || town.budget.messages > 0
            }),
            Property::<Self>::always("the registrar holds together", |town, world| {
                town.bug != Bug::None || world.registrar.check(world.now).is_ok()
            }),
        ]
    }
}

impl Hash for World {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (now, registrar) = (self.now, &self.registrar);
        for (id, found) in registrar.matches() {
            (id, found.stage, found.server, now.since(found.since)).hash(state);
        }
        for (id, standing) in registrar.pool.iter() {
            let at = registrar.pool.registered_at(id).map(|at| now.since(at));
            let held = matches!(standing, Standing::Holding(_)).then_some(standing);
            (id, at, held).hash(state);
        }
        for site in &registrar.pool.sites {
            site.servers.hash(state);
            let waiting = |&&id: &&MatchId| registrar.find(id).is_some_and(|found| found.stage == Stage::Queued);
            site.matches.iter().filter(waiting).for_each(|id| id.hash(state));
        }
        for (at, &timer) in registrar.timers.iter().filter(|&(at, &timer)| matters(registrar, at, timer)) {
            (at.since(now), timer).hash(state);
        }
        self.witness.ages(now).hash(state);
        for (fleet, game) in self.servers {
            let left_s = if let Fleet::Reserved { until } = fleet { Some(until.since(now)) } else { None };
            (std::mem::discriminant(&fleet), left_s, game).hash(state);
        }
        (self.complaint, self.scaled_down, &self.network, self.budget).hash(state);
        self.old_timers.iter().for_each(|&(at, id)| (at.since(now), id).hash(state));
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

/// Explores all events; returns the expired causes, a bit each.
fn check(bug: Bug, budget: Budget) -> (impl Checker<Town>, u32) {
    let expired = Arc::new(AtomicU32::new(0));
    let town = Town { budget, bug, expired: expired.clone() };
    let checker = town.checker().threads(2).spawn_bfs().join();
    (checker, expired.load(Ordering::Relaxed))
}

/// Within the budget no invariant breaks, and every timer expires somewhere.
fn nothing_goes_wrong(budget: Budget) {
    let (checker, expired) = check(Bug::None, budget);
    checker.assert_properties();
    assert!(checker.unique_state_count() > 10_000, "{} states", checker.unique_state_count());
    assert_eq!(expired, (1 << super::super::Cause::ALL.len()) - 1);
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
    let (checker, _) = check(Bug::BlindRedelivery, Budget { messages: 1, ..Budget::default() });
    assert!(checker.discovery("no server has two matches").is_some());
}

#[test]
fn a_timer_of_an_older_generation_is_found_out() {
    let (checker, _) = check(Bug::OldTimer, Budget::default());
    assert!(checker.discovery("nothing ends without reason").is_some());
}

#[test]
fn a_reserve_shorter_than_the_registration_is_found_out() {
    let (checker, _) = check(Bug::ShortReserve, Budget { scale_downs: 1, ..Budget::default() });
    assert!(checker.discovery("no registered server is scaled down").is_some());
}
