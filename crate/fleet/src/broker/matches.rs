//! The life of a match: Queued -> PickedUp -> Ready -> Running, and then one [`Outcome`].
//!
//! A match that has ended is removed together with its outcome, so that nothing can end it twice; later calls
//! do not find it.

use super::allocation::Ask;
use super::expiry::{Timer, UNWATCHED, next_look};
use super::{BrokerSettings, Properties};
use crate::ServerId;
use matchday_base::{MatchId, SimTime, Timers, Window};

/// Stage of a match. It never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Waits for a server.
    Queued,
    /// A server has it and has not sent MatchReady yet.
    PickedUp,
    /// The server has sent MatchReady; the players have its address.
    Ready,
    /// The players have joined.
    Running,
}

/// Final outcome of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Its server sent EndMatch after MatchReady.
    Completed,
    /// No server picked it up in time.
    NoServer,
    /// Its server did not send MatchReady in time, or ended the match before.
    NotReady,
    /// It ran longer than a match may.
    Overran,
    /// Its server was lost.
    ServerLost,
    /// A filter of the broker's front end, or the requirements of every allocator, do not accept it.
    Refused,
    /// It was cancelled.
    Cancelled,
}

impl Outcome {
    /// The ways in which a match fails.
    pub const FAILURES: [Outcome; 6] = [
        Outcome::NoServer,
        Outcome::NotReady,
        Outcome::Overran,
        Outcome::ServerLost,
        Outcome::Refused,
        Outcome::Cancelled,
    ];
}

/// A match that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BrokerMatch {
    /// Its properties for filters.
    pub properties: Properties,
    /// Its stage.
    pub stage: Stage,
    /// The server that has it; `None` while it is queued, and after a restart until that server calls.
    pub server: Option<ServerId>,
    /// When it reached the broker.
    pub queued_at: SimTime,
    /// Start of its stage; Running counts from Ready.
    pub since: SimTime,
    /// The allocators whose requirements accept it, a bit each.
    pub(super) willing: u32,
    /// Willing allocators already asked in this round.
    pub(super) had_turn: u32,
    /// State of the requests to allocators.
    pub(super) ask: Ask,
    /// When its timer fires.
    pub(super) watched: SimTime,
}

impl BrokerMatch {
    /// A match that has just reached the broker: no allocator asked, no timer set.
    pub(super) fn new(now: SimTime, properties: Properties, willing: u32) -> Self {
        Self {
            properties,
            stage: Stage::Queued,
            server: None,
            queued_at: now,
            since: now,
            willing,
            had_turn: 0,
            ask: Ask::Nobody,
            watched: UNWATCHED,
        }
    }

    /// Deadline of its stage.
    pub(super) fn over(&self, settings: &BrokerSettings) -> SimTime {
        self.since
            + match self.stage {
                Stage::Queued => settings.match_pickup_s,
                Stage::PickedUp => settings.match_ready_s,
                Stage::Ready | Stage::Running => settings.match_max_run_s,
            }
    }

    /// Whether every allocator that accepts it has refused, so that it waits for its turn to ask again.
    pub(super) fn stands_in_line(&self) -> bool {
        self.stage == Stage::Queued && matches!(self.ask, Ask::Refused { .. })
    }

    /// Its next deadline.
    pub(super) fn due(&self, settings: &BrokerSettings) -> SimTime {
        let over = self.over(settings);
        let ask = self.ask.due().filter(|_| self.stage == Stage::Queued);
        ask.map_or(over, |ask| ask.min(over))
    }

    /// Sets its timer earlier if its next deadline requires it.
    pub(super) fn watch(&mut self, now: SimTime, id: MatchId, settings: &BrokerSettings, timers: &mut Timers<Timer>) {
        let at = next_look(now, self.due(settings));
        if at < self.watched {
            self.watched = at;
            timers.set(at, Timer::Match(id));
        }
    }
}

/// Matches that have not ended.
pub(super) type Matches = Window<MatchId, BrokerMatch>;

/// Whether the match waits for a server.
pub(super) fn queued(matches: &Matches, id: MatchId) -> bool {
    matches.get(id).is_some_and(|found| found.stage == Stage::Queued)
}
