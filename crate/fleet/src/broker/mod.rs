//! The match broker: matches wait here until a server takes them.
//!
//! The matchmaker and the servers do not know each other. A match comes in as an event
//! ([`Broker::new_match`]), servers make three calls ([`Broker::request_match`], [`Broker::match_ready`],
//! [`Broker::end_match`]), and allocators answer requests ([`Broker::allocated`], [`Broker::refused`]). The
//! broker's reactions are pushed as [`Effect`]s.
//!
//! | module | what it holds |
//! |---|---|
//! | [`settings`] | the document's timers and allocators |
//! | [`filter`] | properties of a match that filters can use |
//! | [`mod@matches`] | the life of a match |
//! | [`servers`] | the broker's data of servers |
//! | `sites` | waiting lines of matches and servers |
//! | `calls` | the new match, the servers' three calls |
//! | `allocation` | asking allocators for servers |
//! | `expiry` | the fail-safe timers, the restart |
//! | `check` | invariants after every event |
//!
//! # Seconds
//! [`Broker::fire`] is called once a second, before all other events in it. So a call in the second of its
//! deadline is too late.
//!
//! # Messages that are lost, late or doubled
//! Calls name their match; a call by a server that does not hold the match is refused. A server that has a
//! match and asks again gets the same match. A match never goes back to the queue: if the answer to
//! RequestMatch is lost and the server does not ask again, MatchReadyTimeSeconds ends the match. New matches
//! come from a durable queue, once and in the order of their ids; a repeated match is ignored.
//!
//! # Servers that come back
//! A server that was given up (timer, EndMatch with [`Hint::Shutdown`], reported gone) gets no more matches.
//! If it calls again, it is cleaned up again.
//!
//! # Restart
//! The matches and their timers are durable, the data of servers is not ([`Broker::restart`]). A server
//! becomes known again by its next call, and takes over the match that it names, if that has no server; other
//! matches reach their timers. Requests to allocators are sent again, and allocators list the servers that
//! they have started ([`Broker::listed`]), so that servers that never call again are cleaned up.

pub mod filter;
pub mod matches;
pub mod servers;
pub mod settings;

mod allocation;
mod calls;
mod check;
mod expiry;
mod sites;

#[cfg(test)]
mod tests;

pub use check::Violation;
pub use filter::{Accepts, FilterId, Properties};
pub use matches::{BrokerMatch, Outcome, Stage};
pub use settings::{AllocatorSettings, BrokerSettings, SettingsError};

use crate::ServerId;
use expiry::Timer;
use matchday_base::{DatacenterIndex, MatchId, SimTime, Timers};
use matches::Matches;
use servers::{Server, Servers};
use sites::Site;

/// An allocator: its position in [`BrokerSettings::allocators`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllocatorIndex(pub u8);

/// A server's hint in EndMatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hint {
    /// It will ask for another match.
    Next,
    /// It will not ask for another match.
    Shutdown,
}

/// A notice to the players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Notice {
    /// Connection details: join this server. At most once a match.
    Connect(ServerId),
    /// Its outcome. Exactly once a match; unless it was completed, they search again with their enqueue time.
    Ended(Outcome),
}

/// The timers, each counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// `MatchPickupTimeSeconds`.
    MatchPickup,
    /// `MatchReadyTimeSeconds`.
    MatchReady,
    /// `MatchMaxRunTimeMinutes`.
    MatchMaxRun,
    /// `ServerMaxLifetimeMinutes`.
    ServerMaxLifetime,
    /// `ReadyDeadlineSeconds`: no answer from the allocator, or no call from the server that it named.
    ReadyDeadline,
    /// `MaxRunTimeMinutes`, found by a pass of the reaper.
    Reaper,
}

impl Cause {
    /// Every timer.
    pub const ALL: [Cause; 6] = [
        Cause::MatchPickup,
        Cause::MatchReady,
        Cause::MatchMaxRun,
        Cause::ServerMaxLifetime,
        Cause::ReadyDeadline,
        Cause::Reaper,
    ];

    /// The timer's name in the document.
    pub fn name(self) -> &'static str {
        match self {
            Cause::MatchPickup => "MatchPickupTimeSeconds",
            Cause::MatchReady => "MatchReadyTimeSeconds",
            Cause::MatchMaxRun => "MatchMaxRunTimeMinutes",
            Cause::ServerMaxLifetime => "ServerMaxLifetimeMinutes",
            Cause::ReadyDeadline => "ReadyDeadlineSeconds",
            Cause::Reaper => "MaxRunTimeMinutes",
        }
    }
}

/// Effects of an event, for the caller to execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Tell the players of a match.
    Tell {
        /// Which match.
        id: MatchId,
        /// The notice.
        notice: Notice,
    },
    /// Answer a server's RequestMatch.
    Assign {
        /// Which server.
        server: ServerId,
        /// Its match.
        id: MatchId,
        /// Whether the server had the match already.
        again: bool,
    },
    /// Ask an allocator for a server; it may answer [`Broker::allocated`], [`Broker::refused`] or nothing.
    AskAllocator {
        /// Which allocator.
        allocator: AllocatorIndex,
        /// Where the server is needed.
        datacenter: DatacenterIndex,
        /// The match that needs it.
        id: MatchId,
    },
    /// Deallocate a server considered failed.
    CleanUp {
        /// Which server.
        server: ServerId,
    },
    /// A timer has expired.
    Expired(Cause),
}

/// A match broker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Broker {
    settings: BrokerSettings,
    /// Start of the reapers' passes.
    started: SimTime,
    matches: Matches,
    servers: Servers,
    sites: Vec<Site>,
    timers: Timers<Timer>,
}

impl Broker {
    /// A broker without matches; its first second is `from`.
    ///
    /// # Errors
    /// If the settings are out of bounds.
    pub fn new(settings: BrokerSettings, from: SimTime) -> Result<Self, SettingsError> {
        settings.check()?;
        Ok(Self {
            settings,
            started: from,
            matches: Matches::default(),
            servers: Servers::default(),
            sites: Vec::new(),
            timers: Timers::new(from),
        })
    }

    /// A match that has not ended.
    pub fn find(&self, id: MatchId) -> Option<&BrokerMatch> {
        self.matches.get(id)
    }

    /// All matches that have not ended, oldest first.
    pub fn matches(&self) -> impl Iterator<Item = (MatchId, &BrokerMatch)> {
        self.matches.iter()
    }

    /// A server that the broker knows and has not given up.
    pub fn server(&self, id: ServerId) -> Option<&Server> {
        self.servers.get(id)
    }

    /// Ends a match and tells its players.
    fn end(&mut self, id: MatchId, outcome: Outcome, effects: &mut Vec<Effect>) {
        if self.matches.remove(id).is_some() {
            effects.push(Effect::Tell { id, notice: Notice::Ended(outcome) });
        }
    }

    /// Gives a server up, and with it the match that it has.
    fn lose(&mut self, id: ServerId, effects: &mut Vec<Effect>) {
        let Some(server) = self.servers.end(id) else { return };
        sites::leave(&mut self.sites, id, &server);
        if let servers::ServerState::Holding(held) = server.state {
            self.end(held, Outcome::ServerLost, effects);
        }
    }

    /// Gives a server up, and has it deallocated.
    fn clean_up(&mut self, server: ServerId, effects: &mut Vec<Effect>) {
        self.lose(server, effects);
        effects.push(Effect::CleanUp { server });
    }
}
