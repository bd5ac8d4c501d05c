//! A person inside a ranked day.
//!
//! The person queues as a client: by messages, or by what the parameter `inside` says that it did. Either way what it does
//! happens before the second that comes next, and the same actions make the same days. Nothing that the person does is drawn:
//! who does not answer is silent, who does not queue again is gone.
//!
//! It is inside only while it has a ticket. Its account registers when it first queues: a guest of the ladder, with its own
//! skill, at the place nearest to its own that anybody joins from. Its friends are guests of the same home, up to 100 points
//! better or worse, each as likely. They come when it queues with them, accept whatever is offered within eight seconds, do
//! not leave, and go when its ticket is closed for good. All of them play on the first platform. What is drawn for them has a
//! stream of its own, and whoever else joins is who would have joined without them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`actions`] | what a person may do when, and what it does |
//! | [`joining`] | who comes into the queue, and what for |
//! | `tickets` | what becomes of its tickets |
//! | [`log`] | what it is told |
//! | [`waits`] | how long it may take |
//! | [`view`] | where it stands |

pub mod actions;
pub mod error;
pub mod joining;
pub mod log;
mod tickets;
pub mod view;
pub mod waits;

pub use error::ClientError;
pub use view::{Finish, View};

use super::offers::{AnswerPolicy, PlannedAnswer};
use super::settings::ANSWER_S;
use matchday_base::rng::split_mix;
use matchday_base::{AccountId, Rng, SimTime, Streams, TicketId};
use matchday_matchmaker::ranked::{Constraints, RegionId, Ticket};
use matchday_scenario::PlayerActions;
use matchday_scenario::player_actions::{Input, Person, PlayerAction, Wishes};
use matchday_wire::messages::{ClientMessage, Message, ServerMessage};
use rand::RngExt;

/// A message, and when it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The second that it was said in, or before.
    pub at: SimTime,
    /// What was said, by which side.
    pub message: Message,
}

/// The person inside, and its friends.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// Who it is, how many friends it has and what it asks for.
    profile: Option<(Person, u8, Wishes)>,
    /// What it is going to do, and how much of that is done.
    script: (PlayerActions, usize),
    /// What it has done.
    done: PlayerActions,
    /// Its account and those of its friends, as soon as they have registered.
    guests: Vec<AccountId>,
    /// What it waits with, or plays.
    ticket: Option<TicketId>,
    /// What that ticket asks for.
    wishes: Wishes,
    /// How its last match that counted has ended.
    last: Option<Finish>,
    log: Vec<LogEntry>,
    friends: Rng,
    tokens: u64,
}

impl Client {
    pub fn new(script: PlayerActions, streams: Streams) -> Self {
        Self {
            profile: None,
            script: (script, 0),
            done: PlayerActions::default(),
            guests: Vec::new(),
            ticket: None,
            wishes: Wishes::default(),
            last: None,
            log: Vec::new(),
            friends: streams.stream("friends"),
            tokens: streams.key("accept tokens"),
        }
    }

    /// The person's account.
    pub fn account(&self) -> Option<AccountId> {
        self.guests.first().copied()
    }

    /// The person's account and those of its friends, as soon as they have registered.
    pub fn guests(&self) -> &[AccountId] {
        &self.guests
    }

    /// Whether this is the person, or one of its friends.
    pub fn has(&self, account: AccountId) -> bool {
        self.guests.contains(&account)
    }

    /// Whether a ticket is the person's, or one that its friends are left with.
    pub fn owns(&self, ticket: &Ticket) -> bool {
        ticket.members.first().is_some_and(|first| self.has(first.account))
    }

    /// What it waits with, or plays.
    pub fn ticket(&self) -> Option<TicketId> {
        self.ticket
    }

    /// What the ticket of these asks for, if it is the person's.
    pub fn wishes(&self, party: &[AccountId]) -> Option<Wishes> {
        (self.account().is_some() && self.account() == party.first().copied()).then_some(self.wishes)
    }

    /// The next thing that it is going to do in this second.
    fn due(&mut self, now: SimTime) -> Option<PlayerAction> {
        let (script, done) = &mut self.script;
        let next = script.all().get(*done).filter(|input| input.at <= now)?;
        *done += 1;
        Some(next.deed)
    }

    /// What has to come back with the answer to a match, in the window that ends then.
    fn token(&self, number: u32, deadline: SimTime) -> String {
        format!("{:016x}", split_mix(self.tokens ^ u64::from(number) << 32 ^ u64::from(deadline.0)))
    }

    fn say(&mut self, at: SimTime, message: ClientMessage) {
        self.log.push(LogEntry { at, message: Message::Client(message) });
    }

    fn tell(&mut self, at: SimTime, message: ServerMessage) {
        self.log.push(LogEntry { at, message: Message::Server(message) });
    }

    /// Notes what it does; whether there was room for it.
    fn note(&mut self, at: SimTime, deed: PlayerAction) -> bool {
        self.done.push(Input { at, deed })
    }
}

/// Friends accept whatever is offered and do not leave; the person answers, and leaves, by what it does.
impl AnswerPolicy for Client {
    fn answer(&mut self, account: AccountId) -> Option<PlannedAnswer> {
        let friend = self.account() != Some(account);
        friend.then(|| PlannedAnswer { after_s: self.friends.random_range(1..=ANSWER_S), accepts: true })
    }

    fn leave_after_s(&mut self, _: u32) -> Option<u32> {
        None
    }
}

/// Puts what a person asks for on its ticket.
pub(super) fn wish(ticket: &mut Ticket, wishes: Wishes) {
    let all = ticket.constraints;
    ticket.constraints = Constraints {
        crossplay: !wishes.same_platform,
        maps: wishes.maps.map_or(all.maps, u32::from),
        region_lock: wishes.region_lock,
        ..all
    };
    ticket.region = wishes.region.map_or(ticket.region, RegionId);
    let most_ms = wishes.ping_ms.unwrap_or(u8::MAX);
    ticket.rtts_ms.iter_mut().filter(|ms| **ms > most_ms).for_each(|ms| *ms = u8::MAX);
}

#[cfg(test)]
mod tests;
