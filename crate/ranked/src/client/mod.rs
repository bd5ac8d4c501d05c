//! A person who plays in a ranked day.
//!
//! The person queues as a client: by messages, or by the actions in the parameter `player_actions`. Either
//! way an action takes effect before the next second, and equal actions give equal days. No action is random:
//! a person who does not answer stays silent, and one who does not queue again leaves.
//!
//! A person is online only while it has a ticket. Its account registers when it first queues: a guest of the
//! ladder, with its own skill, in the cell with joins that is nearest to its place. Its friends are guests in
//! the same cell, with a skill uniform within 100 points of the person's. They join when it queues with them,
//! accept every offer within eight seconds, never leave a match, and go when its ticket is closed for good.
//! All play on the first platform. Their random stream is separate, so all other joins stay the same.
//!
//! | module | what it holds |
//! |---|---|
//! | [`actions`] | actions of a person: when they are allowed, and their effects |
//! | [`joining`] | joining the queue: checks, account, and constraints |
//! | [`log`] | messages to the person |
//! | [`waits`] | expected waits |
//! | [`view`] | the person's present state |

pub mod actions;
pub mod error;
pub mod joining;
pub mod log;
pub mod view;
pub mod waits;

pub use error::ClientError;
pub use view::{Finish, View};

use super::offers::{AnswerPolicy, PlannedAnswer};
use super::settings::ANSWER_S;
use matchday_base::rng::split_mix;
use matchday_base::rtt::{MOST_RTT_MS, OUT_OF_REACH_MS};
use matchday_base::{AccountId, Rng, SimTime, Streams, TicketId};
use matchday_matchmaker::ranked::{Constraints, Member, RegionId, Ticket};
use matchday_scenario::PlayerActions;
use matchday_scenario::player_actions::{Input, Person, PlayerAction, Wishes};
use matchday_wire::messages::{ClientMessage, Message, ServerMessage};
use rand::RngExt;

/// A message and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The second in which it was sent, or before which.
    pub at: SimTime,
    /// The message, with its sender.
    pub message: Message,
}

/// The person and its friends.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// The person, its number of friends, and its default constraints.
    profile: Option<(Person, u8, Wishes)>,
    /// Scheduled actions, and how many are done.
    script: (PlayerActions, usize),
    /// Actions done.
    done: PlayerActions,
    /// Its account and its friends' accounts, once registered.
    guests: Vec<AccountId>,
    /// Its ticket, searching or in a match.
    ticket: Option<TicketId>,
    /// The constraints of that ticket.
    wishes: Wishes,
    /// Result of its last rated match.
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

    /// The person's account and its friends' accounts, once registered.
    pub fn guests(&self) -> &[AccountId] {
        &self.guests
    }

    /// Whether the account is the person or a friend.
    pub fn has(&self, account: AccountId) -> bool {
        self.guests.contains(&account)
    }

    /// Whether a ticket with these members is the person's, or one left to its friends.
    pub fn owns(&self, members: &[Member]) -> bool {
        members.first().is_some_and(|first| self.has(first.account))
    }

    /// Its ticket, searching or in a match.
    pub fn ticket(&self) -> Option<TicketId> {
        self.ticket
    }

    /// The constraints of the ticket of these accounts, if it is the person's.
    pub fn wishes(&self, party: &[AccountId]) -> Option<Wishes> {
        (self.account().is_some() && self.account() == party.first().copied()).then_some(self.wishes)
    }

    /// An account is no longer online: the person's ticket is closed with its account's.
    pub fn went(&mut self, account: AccountId) {
        if self.account() == Some(account) {
            self.ticket = None;
        }
    }

    /// The next scheduled action in this second.
    fn due(&mut self, now: SimTime) -> Option<PlayerAction> {
        let (script, done) = &mut self.script;
        let next = script.all().get(*done).filter(|input| input.at <= now)?;
        *done += 1;
        Some(next.action)
    }

    /// The token that must be returned with the answer to a match, for the check with this deadline.
    fn token(&self, number: u32, deadline: SimTime) -> String {
        format!("{:016x}", split_mix(self.tokens ^ u64::from(number) << 32 ^ u64::from(deadline.0)))
    }

    fn say(&mut self, at: SimTime, message: ClientMessage) {
        self.log.push(LogEntry { at, message: Message::Client(message) });
    }

    fn tell(&mut self, at: SimTime, message: ServerMessage) {
        self.log.push(LogEntry { at, message: Message::Server(message) });
    }

    /// Stores an action; returns whether there was room for it.
    fn note(&mut self, at: SimTime, action: PlayerAction) -> bool {
        self.done.push(Input { at, action })
    }
}

/// Friends accept every offer, do not leave, and otherwise do as the person does; the person answers and leaves
/// by its actions. All go offline with their ticket.
impl AnswerPolicy for Client {
    fn answer(&mut self, account: AccountId) -> Option<PlannedAnswer> {
        let friend = self.account() != Some(account);
        friend.then(|| PlannedAnswer { after_s: self.friends.random_range(1..=ANSWER_S), accepts: true })
    }

    fn leave_after_s(&mut self, _: u32) -> Option<u32> {
        None
    }

    fn follows_leader(&self) -> bool {
        true
    }

    fn pauses(&self) -> bool {
        false
    }

    fn plays_again(&mut self) -> bool {
        false
    }
}

/// Sets a person's constraints on its ticket.
pub(super) fn wish(ticket: &mut Ticket, wishes: Wishes) {
    let all = ticket.constraints;
    ticket.constraints = Constraints {
        crossplay: !wishes.same_platform,
        maps: wishes.maps.map_or(all.maps, u32::from),
        region_lock: wishes.region_lock,
        ..all
    };
    ticket.region = wishes.region.map_or(ticket.region, RegionId);
    let most_ms = wishes.ping_ms.unwrap_or(MOST_RTT_MS);
    ticket.rtts_ms.iter_mut().filter(|ms| **ms > most_ms).for_each(|ms| *ms = OUT_OF_REACH_MS);
}

#[cfg(test)]
mod tests;
