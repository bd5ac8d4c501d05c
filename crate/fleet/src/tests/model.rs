//! A front checked in every order of events: two servers, two matches of two players each, timers a few seconds long, and
//! messages that are lost, late (any other may overtake them) or doubled.
//!
//! States are distinguished by their future: times count from now, and timers without effect are ignored.

use super::Front;
use super::witness::{Call, Complaint, Witness};
use crate::ServerId;
use crate::broker::{Effect, Hint};
use matchday_base::{MatchId, SimTime};
use stateright::{Checker, Model, Property};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub const SERVERS: u32 = 2;
const MATCHES: u32 = 2;

/// A front, the settings of its timers, and how its servers behave.
pub trait Flow: Front + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Servers boot when an allocator is asked for them; else they are there, and are reserved for so many seconds when they
    /// register.
    const RESERVE_S: Option<u32>;
    /// After so many seconds without a call a server is forgotten.
    const FORGOTTEN_S: u32;
    /// Servers may shut down after a match.
    const HINTS: &'static [Hint];

    fn start() -> Self;
    fn witness() -> Witness;
    /// The effects of a call in the terms of the broker, and the causes that have expired, a bit each.
    fn call(&mut self, now: SimTime, call: Call) -> (Vec<Effect>, u32);
    /// Brings the front up again, in the next second or at once; `up` are the servers that run.
    fn restart(&mut self, now: SimTime, up: &[ServerId]) -> (Vec<Effect>, u32);
    /// Its players have joined a match.
    fn joined(&mut self, id: MatchId);
    fn open(&self) -> Vec<MatchId>;
    /// Whether a server has a match.
    fn holds(&self, id: ServerId) -> bool;
    /// Whether a call of a server is its first.
    fn expects(&self, id: ServerId) -> bool;
    /// Whether a server that is scaled down may be chosen for a match.
    fn offers(&self, id: ServerId) -> bool;
    /// The parts of its state that the future depends on.
    fn hash_future<H: Hasher>(&self, now: SimTime, state: &mut H);
}

/// The actual state of a game server, whatever the front knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    /// Not started.
    Off,
    /// Without a match: the last one that it played, and when its reservation ends.
    Free(Option<MatchId>, Option<SimTime>),
    /// Loads this match.
    Loading(MatchId),
    /// Has said that it is ready.
    Playing(MatchId),
    /// Shut down, crashed or cleaned up.
    Over,
}

/// Calls of servers, and requests of a broker to its allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Message {
    Request(ServerId),
    Ready(ServerId, MatchId),
    End(ServerId, MatchId, Hint),
    Ask(MatchId),
}

/// Fate of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives at once, and so does the answer.
    Arrives,
    Lost,
    /// It arrives after others.
    Late,
    /// It arrives at once, and again later.
    Doubled,
    /// It arrives, and the answer is lost.
    Unanswered,
}

/// Remaining faults of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Budget {
    /// Messages that are lost, late or doubled, or whose answer is lost.
    pub messages: u8,
    /// Servers that crash, or whose clean-up is lost.
    pub crashes: u8,
    pub refusals: u8,
    pub scale_downs: u8,
    pub cancels: u8,
    pub restarts: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub struct World<F> {
    now: SimTime,
    front: F,
    witness: Witness,
    complaint: Option<Complaint>,
    /// A server that can be chosen was scaled down.
    scaled_down: bool,
    sides: [Side; SERVERS as usize],
    network: Vec<Message>,
    budget: Budget,
    /// When a planted bug gives servers up, ignoring later calls.
    old_timers: Vec<(SimTime, ServerId)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Form(Fate),
    Tick,
    /// A second in which no clean-up reaches its server.
    TickWithZombies,
    Restart,
    Deliver(usize),
    Lose(usize),
    /// The allocator refuses.
    Refuse(usize),
    Say(ServerId, Hint, Fate),
    ScaleDown(ServerId),
    Crash(ServerId),
    /// A crash reported to the front.
    CrashSeen(ServerId),
    Cancel(MatchId),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bug {
    None,
    /// Every server that asks gets a match, even with one already.
    BlindRedelivery,
    /// A server is forgotten at its first deadline, ignoring later calls.
    OldTimer,
    /// Servers reserve themselves for less time than they are registered.
    ShortReserve,
}

pub struct Town<F> {
    budget: Budget,
    bug: Bug,
    /// Causes that have expired, and outcomes, a bit each.
    expired: Arc<AtomicU32>,
    outcomes: Arc<AtomicU32>,
    front: PhantomData<fn() -> F>,
}

impl<F: Flow> World<F> {
    fn call(&mut self, town: &Town<F>, call: Call, answered: bool) {
        let effects = self.front.call(self.now, call);
        self.follow(town, call, answered, effects);
    }

    /// Passes effects to the witness and the servers; answers arrive, or are lost.
    fn follow(&mut self, town: &Town<F>, call: Call, answered: bool, (effects, expired): (Vec<Effect>, u32)) {
        town.expired.fetch_or(expired, Ordering::Relaxed);
        self.complaint = self.complaint.or(self.witness.sees(self.now, call, &effects).err());
        for effect in effects {
            match effect {
                Effect::Assign { server, id, .. } if answered => self.assigned(server, id),
                Effect::CleanUp { server } if answered => self.cleaned_up(server),
                Effect::AskAllocator { id, .. } => self.send(Message::Ask(id)),
                Effect::Tell { id, .. } => {
                    let outcome = self.witness.matches[id.index()].outcome();
                    town.outcomes.fetch_or(outcome.map_or(0, |outcome| 1 << outcome as u32), Ordering::Relaxed);
                    self.front.joined(id);
                }
                Effect::Assign { .. } | Effect::CleanUp { .. } | Effect::Expired(_) => {}
            }
        }
    }

    /// A server gets a match. If its first end of that match was lost, it repeats it at once.
    fn assigned(&mut self, id: ServerId, of: MatchId) {
        match *self.side(id) {
            Side::Free(Some(played), _) if played == of => self.send(Message::End(id, of, Hint::Next)),
            Side::Free(..) => *self.side(id) = Side::Loading(of),
            Side::Off | Side::Loading(_) | Side::Playing(_) | Side::Over => {}
        }
    }

    /// A server is shut down, or, where servers are reserved, goes back to its fleet.
    fn cleaned_up(&mut self, id: ServerId) {
        let side = self.side(id);
        *side = match *side {
            _ if F::RESERVE_S.is_none() => Side::Over,
            Side::Loading(_) | Side::Playing(_) => Side::Free(None, None),
            same => same,
        };
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

    fn deliver(&mut self, town: &Town<F>, message: Message, answered: bool) {
        match message {
            Message::Request(id) => self.deliver_request(town, id, answered),
            Message::Ready(id, of) => self.call(town, Call::Ready(id, of), answered),
            Message::End(id, of, hint) => self.call(town, Call::End(id, of, hint), answered),
            Message::Ask(of) => match self.sides.iter().position(|&side| side == Side::Off) {
                Some(off) => {
                    self.sides[off] = Side::Free(None, None);
                    self.call(town, Call::Allocated(of, ServerId(off as u32)), true);
                }
                None => self.call(town, Call::Refused(of), true),
            },
        }
    }

    fn deliver_request(&mut self, town: &Town<F>, id: ServerId, answered: bool) {
        if town.bug == Bug::OldTimer && self.front.expects(id) {
            self.old_timers.push((self.now + F::FORGOTTEN_S, id));
        }
        let blind = town.bug == Bug::BlindRedelivery && self.front.holds(id);
        // Under another name the front does not know what the server has.
        let name = if blind { ServerId(id.0 + SERVERS) } else { id };
        let (mut effects, expired) = self.front.call(self.now, Call::Request(name));
        for effect in &mut effects {
            if let Effect::Assign { server, .. } = effect {
                *server = id;
            }
        }
        self.follow(town, Call::Request(id), answered, (effects, expired));
    }

    /// The next call of a server.
    fn say(&mut self, town: &Town<F>, id: ServerId, hint: Hint, fate: Fate) {
        let reserve_s = if town.bug == Bug::ShortReserve { Some(F::FORGOTTEN_S - 1) } else { F::RESERVE_S };
        let until = reserve_s.map(|reserve_s| self.now + reserve_s);
        let (side, message) = match *self.side(id) {
            Side::Loading(of) => (Side::Playing(of), Message::Ready(id, of)),
            Side::Playing(of) if hint == Hint::Next => (Side::Free(Some(of), None), Message::End(id, of, hint)),
            Side::Playing(of) => (Side::Over, Message::End(id, of, hint)),
            Side::Free(played, _) => (Side::Free(played, until), Message::Request(id)),
            side => (side, Message::Request(id)),
        };
        *self.side(id) = side;
        if matches!(fate, Fate::Late | Fate::Doubled) {
            self.send(message);
        }
        if matches!(fate, Fate::Arrives | Fate::Doubled | Fate::Unanswered) {
            self.deliver(town, message, fate != Fate::Unanswered);
        }
    }

    fn tick(&mut self, town: &Town<F>, answered: bool) {
        for side in &mut self.sides {
            if let Side::Free(_, reserved) = side
                && *reserved == Some(self.now)
            {
                *reserved = None;
            }
        }
        let old: Vec<_> = self.old_timers.extract_if(.., |(due, _)| *due == self.now).collect();
        for (_, id) in old {
            let (effects, expired) = self.front.call(self.now, Call::Gone(id));
            self.follow(town, Call::Fire, true, (effects, expired));
        }
        self.call(town, Call::Fire, answered);
    }

    fn restart(&mut self, town: &Town<F>) {
        let sides = (0..).map(ServerId).zip(self.sides);
        let up: Vec<_> = sides.filter(|(_, side)| !matches!(side, Side::Off | Side::Over)).map(|(id, _)| id).collect();
        // A broker is down for a second.
        let down = F::RESERVE_S.is_none();
        self.now = self.now + u32::from(down);
        let effects = self.front.restart(self.now, &up);
        if down {
            self.follow(town, Call::Restart, true, effects);
            self.tick(town, true);
        }
    }
}

impl<F: Flow> Model for Town<F> {
    type State = World<F>;
    type Action = Action;

    fn init_states(&self) -> Vec<World<F>> {
        let first = if F::RESERVE_S.is_some() { Side::Free(None, None) } else { Side::Off };
        let mut world = World {
            now: SimTime(0),
            front: F::start(),
            witness: F::witness(),
            complaint: None,
            scaled_down: false,
            sides: [first; SERVERS as usize],
            network: Vec::new(),
            budget: self.budget,
            old_timers: Vec::new(),
        };
        world.tick(self, true);
        vec![world]
    }

    fn actions(&self, world: &World<F>, actions: &mut Vec<Action>) {
        if world.complaint.is_some() {
            return;
        }
        let budget = &world.budget;
        let when = |left: u8, action: Action| (left > 0).then_some(action);
        let fates = [Fate::Arrives, Fate::Lost, Fate::Late, Fate::Doubled, Fate::Unanswered];
        let fates = if budget.messages > 0 { &fates[..] } else { &fates[..1] };
        actions.push(Action::Tick);
        actions.extend(when(budget.crashes, Action::TickWithZombies));
        actions.extend(when(budget.restarts, Action::Restart));
        if world.witness.matches.len() < MATCHES as usize {
            let sent = fates.iter().filter(|fate| matches!(fate, Fate::Arrives | Fate::Unanswered));
            actions.extend(sent.map(|&fate| Action::Form(fate)));
        }
        for (place, message) in world.network.iter().enumerate() {
            actions.push(Action::Deliver(place));
            if let Message::Ask(_) = message {
                actions.extend(when(budget.messages, Action::Lose(place)));
                actions.extend(when(budget.refusals, Action::Refuse(place)));
            }
        }
        for (id, side) in (0..).map(ServerId).zip(world.sides) {
            let hints = match side {
                Side::Off | Side::Over => continue,
                Side::Playing(_) => F::HINTS,
                Side::Free(..) | Side::Loading(_) => &[Hint::Next],
            };
            let says = hints.iter().flat_map(|&hint| fates.iter().map(move |&fate| Action::Say(id, hint, fate)));
            actions.extend(says);
            actions.extend(when(budget.crashes, Action::Crash(id)));
            actions.extend(when(budget.crashes, Action::CrashSeen(id)));
            if matches!(side, Side::Free(_, None)) {
                actions.extend(when(budget.scale_downs, Action::ScaleDown(id)));
            }
        }
        if budget.cancels > 0 {
            actions.extend(world.front.open().into_iter().map(Action::Cancel));
        }
    }

    fn next_state(&self, world: &World<F>, action: Action) -> Option<World<F>> {
        let mut next = world.clone();
        match action {
            Action::Form(fate) => {
                let answered = fate == Fate::Arrives;
                next.budget.messages -= u8::from(!answered);
                let id = MatchId(next.witness.matches.len() as u32);
                next.call(self, Call::NewMatch(id), answered);
            }
            Action::Tick => {
                next.now = next.now + 1;
                next.tick(self, true);
            }
            Action::TickWithZombies => {
                next.budget.crashes -= 1;
                next.now = next.now + 1;
                next.tick(self, false);
            }
            Action::Restart => {
                next.budget.restarts -= 1;
                next.restart(self);
            }
            Action::Deliver(place) => {
                let message = next.network.remove(place);
                next.deliver(self, message, true);
            }
            Action::Lose(place) => {
                next.budget.messages -= 1;
                next.network.remove(place);
            }
            Action::Refuse(place) => {
                next.budget.refusals -= 1;
                if let Message::Ask(of) = next.network.remove(place) {
                    next.call(self, Call::Refused(of), true);
                }
            }
            Action::Say(id, hint, fate) => {
                next.budget.messages -= u8::from(fate != Fate::Arrives);
                next.say(self, id, hint, fate);
            }
            Action::ScaleDown(id) => {
                next.budget.scale_downs -= 1;
                *next.side(id) = Side::Over;
                next.scaled_down |= next.front.offers(id);
            }
            Action::Crash(id) => {
                next.budget.crashes -= 1;
                *next.side(id) = Side::Over;
            }
            Action::CrashSeen(id) => {
                next.budget.crashes -= 1;
                *next.side(id) = Side::Over;
                next.call(self, Call::Gone(id), true);
            }
            Action::Cancel(id) => {
                next.budget.cancels -= 1;
                next.call(self, Call::Cancel(id), true);
            }
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        fn not<F>(world: &World<F>, complaint: Complaint) -> bool {
            world.complaint != Some(complaint)
        }
        vec![
            Property::<Self>::always("no match has two servers", |_, world| not(world, Complaint::TwoServers)),
            Property::<Self>::always("no server has two matches", |_, world| not(world, Complaint::TwoMatches)),
            Property::<Self>::always("everyone is told once", |_, world| not(world, Complaint::ToldTwice)),
            Property::<Self>::always("players join a ready server", |_, world| not(world, Complaint::EarlyConnect)),
            Property::<Self>::always("nothing ends without reason", |_, world| not(world, Complaint::Hasty)),
            Property::<Self>::always("nothing outlives its timer", |_, world| not(world, Complaint::Outlived)),
            // A late registration may be valid for longer than the server is reserved.
            Property::<Self>::always("no registered server is scaled down", |town, world| {
                !world.scaled_down || town.budget.messages > 0
            }),
            Property::<Self>::always("the front holds together", |town, world| {
                town.bug != Bug::None || world.front.broken(world.now).is_none()
            }),
        ]
    }
}

impl<F: Flow> Hash for World<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let now = self.now;
        self.front.hash_future(now, state);
        self.witness.ages(now).hash(state);
        for side in self.sides {
            match side {
                Side::Free(played, reserved) => (played, reserved.map(|until| until.since(now))).hash(state),
                side => (SERVERS, side).hash(state),
            }
        }
        (self.complaint, self.scaled_down, &self.network, self.budget).hash(state);
        self.old_timers.iter().for_each(|&(at, id)| (at.0.saturating_sub(now.0), id).hash(state));
    }
}

/// Explores all events; returns the expired causes and the outcomes seen, a bit each.
fn check<F: Flow>(bug: Bug, budget: Budget) -> (impl Checker<Town<F>>, u32, u32) {
    let (expired, outcomes) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let town = Town { budget, bug, expired: expired.clone(), outcomes: outcomes.clone(), front: PhantomData };
    let checker = town.checker().threads(2).spawn_bfs().join();
    (checker, expired.load(Ordering::Relaxed), outcomes.load(Ordering::Relaxed))
}

/// Within the budget no invariant breaks, and more than `states` states are reached; returns the expired causes and the
/// outcomes seen, a bit each.
pub fn nothing_goes_wrong<F: Flow>(budget: Budget, states: usize) -> (u32, u32) {
    let (checker, expired, outcomes) = check::<F>(Bug::None, budget);
    checker.assert_properties();
    assert!(checker.unique_state_count() > states, "{} states", checker.unique_state_count());
    (expired, outcomes)
}

/// A planted bug breaks a property.
pub fn assert_found_out<F: Flow>(bug: Bug, budget: Budget, property: &'static str) {
    let (checker, ..) = check::<F>(bug, budget);
    assert!(checker.discovery(property).is_some());
}
