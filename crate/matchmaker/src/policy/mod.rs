//! The seam of matchmaking policies: what a policy is told, what it answers, and whether the answer is valid.
//!
//! A [`Policy`] replaces the matchmaker of the article or of the ranked queue. It is a pure function of a
//! [`Call`]: the same call has the same answer, whatever was asked before. So checkpoints of a day need not
//! contain it, and a moment that is simulated again is the same moment.
//!
//! There is one state, searching: a ticket waits until it is matched, or until the request time-out.

mod answer;
mod article;
mod attributes;
mod matchmaker;
mod population;
mod record;

pub use answer::{Answer, Effort, Fault, Flaw, PolicyMatch, Refused, Team};
pub use article::ArticlePolicy;
pub use attributes::{Attribute, Kind, Schema, Symbol};
pub use matchmaker::PolicyMatchmaker;
pub use population::{Population, PopulationError, SKILL};
pub use record::{Ended, Record, Searches, SkillBands};

use matchday_base::{SimTime, TicketId};
use std::fmt;

/// A policy that puts waiting tickets into matches.
pub trait Policy: fmt::Debug + Send + Sync {
    /// Names of its rules, for which an [`Effort`] counts refusals; empty for a policy without rules.
    fn rules(&self) -> &[String];

    /// Fewest and most players of a match.
    fn match_size(&self) -> (usize, usize);

    /// Seconds after which a ticket without a match fails.
    fn request_timeout_s(&self) -> u32;

    /// The same for a ticket whose players have these round trips, ms, where they matter.
    fn timeout_s(&self, _rtts_ms: &[u16]) -> u32 {
        self.request_timeout_s()
    }

    /// The matches to form now. `answer` is empty.
    ///
    /// # Errors
    /// Why the policy has no answer, in words: code that trapped, or took too long.
    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String>;

    /// Why a ticket still waits: every other ticket is a candidate, and refused by the rules that keep it out of a match with
    /// this one, the `ticket`th of the call. `None` for a policy that does not say.
    fn beside(&self, _call: &Call<'_>, _ticket: usize) -> Option<Effort> {
        None
    }
}

/// What a policy is told.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The second.
    pub now: SimTime,
    /// Key of the call's random draws.
    pub key: u64,
    /// Whether matches may form at each datacenter, by index.
    pub open: &'a [bool],
    /// The waiting tickets, those that have waited longest first; equal ones by id.
    pub tickets: &'a [Ticket<'a>],
}

/// A waiting ticket: a player, or a party whose members play in one team.
#[derive(Clone, Copy, Debug)]
pub struct Ticket<'a> {
    /// Its number, which no other waiting ticket has.
    pub id: TicketId,
    /// Seconds since it was queued; a ticket that comes back from a match that never started keeps its age.
    pub waited_s: u32,
    /// Its players, at least one.
    pub players: &'a [Player<'a>],
}

/// A place on the earth, degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Latitude, from -90 to 90.
    pub latitude: f32,
    /// Longitude, from -180 to 180.
    pub longitude: f32,
}

/// A player of a waiting ticket.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// Where it is: the centre of its cell.
    pub place: Place,
    /// RTT to each datacenter, by index, ms; [`OUT_OF_REACH_MS`](matchday_base::rtt::OUT_OF_REACH_MS) where there is no data.
    pub rtts_ms: &'a [u16],
    /// Its attributes, in the order of the [`Schema`].
    pub attributes: &'a [Attribute],
}
