//! The broker checked in every order of events: two servers, two matches of two players each, timers a few seconds
//! long, and messages that are lost, late (any other may overtake them) or doubled.
//!
//! States are distinguished by their future: times count from now, and timers without effect are ignored.

use super::super::expiry::Timer;
use super::super::matches::queued;
use super::super::servers::{Known, Server, Standing};
use super::super::{
    Accepts, AllocatorIndex, AllocatorSettings, Broker, Effect, FilterId, Hint, Outcome, Properties, Settings,
};
use super::witness::{ALL_CAUSES, Call, Complaint, Witness, expired};
use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use stateright::{Checker, Model, Property};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const SERVERS: u32 = 2;
const MATCHES: u32 = 2;
const HERE: DatacenterIndex = DatacenterIndex(0);

struct Everything;

impl Accepts for Everything {
    fn accepts(&self, _: FilterId, _: &Properties) -> bool {
        true
    }
}

fn settings() -> Settings {
    let reaper =
        AllocatorSettings { ready_deadline_s: 1, reaper_period_s: 2, reaper_max_run_s: 3, ..Default::default() };
    Settings {
        match_pickup_s: 2,
        match_ready_s: 1,
        match_max_run_s: 3,
        server_max_lifetime_s: 2,
        allocators: vec![reaper],
        ..Default::default()
    }
}

/// The actual state of a game server, whatever the broker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    /// Not started.
    Off,
    /// Without a match; the last one that it played.
    Free(Option<MatchId>),
    /// Loads this match.
    Loading(MatchId),
    /// Has sent MatchReady.
    Playing(MatchId),
    /// Shut down, crashed or cleaned up.
    Over,
}

/// Calls of servers to the broker, and requests of the broker to the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Message {
    Request(ServerId),
    Ready(ServerId, MatchId),
    End(ServerId, MatchId, Hint),
    Ask(MatchId),
}

/// Fate of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It arrives at once, and so does the answer.
    Arrives,
    Lost,
    /// It arrives after others.
    Late,
    /// It arrives at once, and again later.
    Doubled,
    /// It arrives, and the broker's answer is lost.
    Unanswered,
}

/// Remaining faults of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Budget {
    /// Messages that are lost, late or doubled, or whose answer is lost.
    messages: u8,
    /// Servers that crash, or whose clean-up is lost.
    crashes: u8,
    refusals: u8,
    cancels: u8,
    restarts: u8,
}

#[derive(Clone, Debug, PartialEq)]
struct World {
    now: SimTime,
    broker: Broker,
    witness: Witness,
    complaint: Option<Complaint>,
    sides: [Side; SERVERS as usize],
    network: Vec<Message>,
    budget: Budget,
    /// When a planted bug gives servers up, ignoring later calls.
    old_timers: Vec<(SimTime, ServerId)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Form,
    Tick,
    /// A second in which no clean-up reaches its server.
    TickWithZombies,
    RestartAndTick,
    Deliver(usize),
    Lose(usize),
    /// The allocator refuses.
    Refuse(usize),
    Say(ServerId, Hint, Fate),
    Crash(ServerId),
    /// A crash reported to the broker.
    CrashSeen(ServerId),
    Cancel(MatchId),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    /// Every server that asks gets a match, even with one already.
    BlindRedelivery,
    /// A server's lifetime ends at its first deadline, ignoring later calls.
    OldTimer,
}

struct Town {
    budget: Budget,
    bug: Bug,
    expired: Arc<AtomicU32>,
    outcomes: Arc<AtomicU32>,
}

impl World {
    /// Calls the broker, and passes the effects to the witness.
    fn call(&mut self, town: &Town, call: Call, run: impl FnOnce(&mut Broker, SimTime, &mut Vec<Effect>)) {
        let mut effects = Vec::new();
        run(&mut self.broker, self.now, &mut effects);
        self.follow(town, call, &effects);
    }

    fn follow(&mut self, town: &Town, call: Call, effects: &[Effect]) {
        town.expired.fetch_or(expired(effects), Ordering::Relaxed);
        self.complaint = self.complaint.or(self.witness.sees(self.now, call, effects).err());
        for &effect in effects {
            match effect {
                Effect::Assign { server, id, .. } => self.assigned(server, id),
                Effect::CleanUp { server } => *self.side(server) = Side::Over,
                Effect::AskAllocator { id, .. } => self.send(Message::Ask(id)),
                Effect::Tell { id, .. } => {
                    let outcome = self.witness.matches[id.index()].outcome();
                    town.outcomes.fetch_or(outcome.map_or(0, |outcome| 1 << outcome as u32), Ordering::Relaxed);
                    self.broker.running(id);
                }
                Effect::Expired(_) => {}
            }
        }
    }

    /// A server gets an answer. If its first EndMatch was lost, it repeats it at once.
    fn assigned(&mut self, id: ServerId, of: MatchId) {
        match *self.side(id) {
            Side::Free(Some(played)) if played == of => self.send(Message::End(id, of, Hint::Next)),
            Side::Free(_) => *self.side(id) = Side::Loading(of),
            Side::Off | Side::Loading(_) | Side::Playing(_) | Side::Over => {}
        }
    }

    fn send(&mut self, message: Message) {
        if let Err(place) = self.network.binary_search(&message) {
            self.network.insert(place, message);
        }
    }

    fn side(&mut self, id: ServerId) -> &mut Side {
        // A planted bug has other names for servers.
        &mut self.sides[(id.0 % SERVERS) as usize]
    }

    fn deliver(&mut self, town: &Town, message: Message) {
        match message {
            Message::Request(id) => self.deliver_request(town, id),
            Message::Ready(id, of) => {
                self.call(town, Call::Ready(id, of), |broker, now, effects| broker.match_ready(now, id, of, effects));
            }
            Message::End(id, of, hint) => self.call(town, Call::End(id, of, hint), |broker, now, effects| {
                broker.end_match(now, id, of, hint, effects);
            }),
            Message::Ask(of) => match self.sides.iter().position(|&side| side == Side::Off) {
                Some(off) => {
                    self.sides[off] = Side::Free(None);
                    let id = ServerId(off as u32);
                    self.call(town, Call::Answer, |broker, now, effects| {
                        broker.allocated(now, of, AllocatorIndex(0), id, effects);
                    });
                }
                None => self.refuse(town, of),
            },
        }
    }

    fn deliver_request(&mut self, town: &Town, id: ServerId) {
        let standing = self.broker.server(id).map(|server| server.standing);
        if town.bug == Bug::OldTimer && standing == Some(Standing::Starting) {
            self.old_timers.push((self.now + settings().server_max_lifetime_s, id));
        }
        let blind = town.bug == Bug::BlindRedelivery && matches!(standing, Some(Standing::Holding(_)));
        // Under another name the broker does not know what the server has.
        let name = if blind { ServerId(id.0 + SERVERS) } else { id };
        let mut effects = Vec::new();
        self.broker.request_match(self.now, name, HERE, None, &Everything, &mut effects);
        for effect in &mut effects {
            if let Effect::Assign { server, .. } = effect {
                *server = id;
            }
        }
        self.follow(town, Call::Request(id), &effects);
    }

    fn refuse(&mut self, town: &Town, of: MatchId) {
        self.call(town, Call::Answer, |broker, now, effects| broker.refused(now, of, AllocatorIndex(0), effects));
    }

    fn say(&mut self, town: &Town, id: ServerId, hint: Hint, fate: Fate) {
        let (side, message) = match *self.side(id) {
            Side::Loading(of) => (Side::Playing(of), Message::Ready(id, of)),
            Side::Playing(of) if hint == Hint::Next => (Side::Free(Some(of)), Message::End(id, of, hint)),
            Side::Playing(of) => (Side::Over, Message::End(id, of, hint)),
            side => (side, Message::Request(id)),
        };
        *self.side(id) = side;
        match fate {
            Fate::Arrives => self.deliver(town, message),
            Fate::Lost => {}
            Fate::Late => self.send(message),
            Fate::Doubled => {
                self.send(message);
                self.deliver(town, message);
            }
            Fate::Unanswered => {
                self.deliver(town, message);
                *self.side(id) = side;
            }
        }
    }

    fn tick(&mut self, town: &Town) {
        let old: Vec<_> = self.old_timers.extract_if(.., |(due, _)| *due == self.now).collect();
        for (_, id) in old {
            self.call(town, Call::Fire, |broker, _, effects| broker.server_gone(id, effects));
        }
        self.call(town, Call::Fire, Broker::fire);
    }
}

impl Model for Town {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let start = SimTime(0);
        let mut world = World {
            now: start,
            broker: Broker::new(settings(), start).unwrap(),
            witness: Witness::new(settings()),
            complaint: None,
            sides: [Side::Off; SERVERS as usize],
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
        actions.push(Action::Tick);
        if budget.crashes > 0 {
            actions.push(Action::TickWithZombies);
        }
        if budget.restarts > 0 {
            actions.push(Action::RestartAndTick);
        }
        if world.witness.matches.len() < MATCHES as usize {
            actions.push(Action::Form);
        }
        for (place, message) in world.network.iter().enumerate() {
            actions.push(Action::Deliver(place));
            if let Message::Ask(_) = message {
                actions.extend((budget.messages > 0).then_some(Action::Lose(place)));
                actions.extend((budget.refusals > 0).then_some(Action::Refuse(place)));
            }
        }
        for (id, side) in (0..).map(ServerId).zip(world.sides) {
            let hints: &[Hint] = match side {
                Side::Off | Side::Over => continue,
                Side::Playing(_) => &[Hint::Next, Hint::Shutdown],
                Side::Free(_) | Side::Loading(_) => &[Hint::Next],
            };
            let fates = [Fate::Arrives, Fate::Lost, Fate::Late, Fate::Doubled, Fate::Unanswered];
            let fates = if budget.messages > 0 { &fates[..] } else { &fates[..1] };
            let says = hints.iter().flat_map(|&hint| fates.iter().map(move |&fate| Action::Say(id, hint, fate)));
            actions.extend(says);
            if budget.crashes > 0 {
                actions.extend([Action::Crash(id), Action::CrashSeen(id)]);
            }
        }
        if budget.cancels > 0 {
            actions.extend(world.broker.matches().map(|(id, _)| Action::Cancel(id)));
        }
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let mut next = world.clone();
        match action {
            Action::Form => {
                let id = MatchId(next.witness.matches.len() as u32);
                next.call(self, Call::NewMatch(id), |broker, now, effects| {
                    broker.new_match(now, id, Properties::default(), &Everything, effects);
                });
            }
            Action::Tick => {
                next.now = next.now + 1;
                next.tick(self);
            }
            Action::TickWithZombies => {
                next.budget.crashes -= 1;
                let sides = next.sides;
                next.now = next.now + 1;
                next.tick(self);
                next.sides = sides;
            }
            Action::RestartAndTick => {
                next.budget.restarts -= 1;
                next.now = next.now + 1;
                next.call(self, Call::Restart, Broker::restart);
                for id in (0..SERVERS)
                    .map(ServerId)
                    .filter(|&id| !matches!(next.sides[id.0 as usize], Side::Off | Side::Over))
                {
                    next.broker.listed(next.now, AllocatorIndex(0), id);
                }
                next.tick(self);
            }
            Action::Deliver(place) => {
                let message = next.network.remove(place);
                next.deliver(self, message);
            }
            Action::Lose(place) => {
                next.budget.messages -= 1;
                next.network.remove(place);
            }
            Action::Refuse(place) => {
                next.budget.refusals -= 1;
                if let Message::Ask(of) = next.network.remove(place) {
                    next.refuse(self, of);
                }
            }
            Action::Say(id, hint, fate) => {
                next.budget.messages -= u8::from(fate != Fate::Arrives);
                next.say(self, id, hint, fate);
            }
            Action::Crash(id) => {
                next.budget.crashes -= 1;
                *next.side(id) = Side::Over;
            }
            Action::CrashSeen(id) => {
                next.budget.crashes -= 1;
                *next.side(id) = Side::Over;
                next.call(self, Call::Gone(id), |broker, _, effects| broker.server_gone(id, effects));
            }
            Action::Cancel(id) => {
                next.budget.cancels -= 1;
                next.call(self, Call::Cancel(id), |broker, _, effects| broker.cancel(id, effects));
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
            Property::<Self>::always("players join after MatchReady", |_, world| not(world, Complaint::EarlyConnect)),
            Property::<Self>::always("nothing ends without reason", |_, world| not(world, Complaint::Hasty)),
            Property::<Self>::always("nothing outlives its timer", |_, world| not(world, Complaint::Outlived)),
            Property::<Self>::always("the broker holds together", |town, world| {
                town.bug != Bug::None || world.broker.check(world.now).is_ok()
            }),
        ]
    }
}

impl Hash for World {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (now, broker) = (self.now, &self.broker);
        for (id, found) in broker.matches.iter() {
            let (age, due) = (now.since(found.since), found.due(&settings()).since(now));
            (id, found.stage, found.server, age, due, found.had_turn, found.stands_in_line()).hash(state);
        }
        for id in (0..2 * SERVERS).map(ServerId) {
            (broker.servers.known(id) == Known::Over).hash(state);
            let ages = |server: &Server| (now.since(server.heard), now.since(server.run_since));
            broker
                .server(id)
                .map(|server| (server.standing, ages(server), server.meant_for, server.allocator))
                .hash(state);
        }
        for lane in broker.sites.iter().flat_map(|site| &site.lanes) {
            lane.matches.iter().filter(|&&id| queued(&broker.matches, id)).for_each(|id| id.hash(state));
            lane.servers.iter().for_each(|(_, id)| id.hash(state));
        }
        for (at, &timer) in broker.timers.iter().filter(|&(at, &timer)| matters(broker, at, timer)) {
            (at.since(now), timer).hash(state);
        }
        (now.since(broker.started) % settings().allocators[0].reaper_period_s).hash(state);
        self.witness.ages(now).hash(state);
        (self.complaint, self.sides, &self.network, self.budget).hash(state);
        self.old_timers.iter().for_each(|&(at, id)| (at.0.saturating_sub(now.0), id).hash(state));
    }
}

/// Whether a timer will have an effect.
fn matters(broker: &Broker, at: SimTime, timer: Timer) -> bool {
    match timer {
        Timer::Match(id) => broker.find(id).is_some_and(|found| found.watched == at),
        Timer::Server(id) => broker.server(id).is_some_and(|server| server.watched == at),
    }
}

/// Explores all events; returns the expired causes and the outcomes seen, a bit each.
fn check(bug: Bug, budget: Budget) -> (impl Checker<Town>, u32, u32) {
    let (expired, outcomes) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let town = Town { budget, bug, expired: expired.clone(), outcomes: outcomes.clone() };
    let checker = town.checker().threads(2).spawn_bfs().join();
    (checker, expired.load(Ordering::Relaxed), outcomes.load(Ordering::Relaxed))
}

/// Within the budget no invariant breaks, every timer expires somewhere, and every outcome occurs.
fn nothing_goes_wrong(budget: Budget) {
    let (checker, expired, outcomes) = check(Bug::None, budget);
    checker.assert_properties();
    assert!(checker.unique_state_count() > 80_000, "{} states", checker.unique_state_count());
    assert_eq!(expired, ALL_CAUSES);
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
    let (checker, ..) = check(Bug::BlindRedelivery, Budget { messages: 1, ..Budget::default() });
    assert!(checker.discovery("no server has two matches").is_some());
}

#[test]
fn a_timer_of_an_older_generation_is_found_out() {
    let (checker, ..) = check(Bug::OldTimer, Budget::default());
    assert!(checker.discovery("nothing ends without reason").is_some());
}
