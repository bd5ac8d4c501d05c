//! Why an action of a person is impossible.

use matchday_matchmaker::ranked::Mode;
use matchday_scenario::PlayerActions;
use matchday_wire::messages::{MatchRef, TicketRef};
use thiserror::Error;

/// An action that is impossible now. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClientError {
    /// The shown days have not begun.
    #[error("the first day has not begun")]
    Early,
    /// The days are over.
    #[error("the days are over")]
    Over,
    /// Nobody is connected.
    #[error("nobody is connected: a place, a skill and friends come first")]
    Nobody,
    /// Another person is connected.
    #[error("another person is inside, {0}")]
    Other(String),
    /// More friends than a team has room for.
    #[error("{friends} friends: in {mode} at most {most} queue along")]
    Friends {
        /// Number of friends.
        friends: u8,
        /// The mode.
        mode: Mode,
        /// Most friends allowed.
        most: usize,
    },
    /// Not the mode of this day.
    #[error("modeId: '{asked}' is not played here, {played} is")]
    Mode {
        /// The requested mode.
        asked: String,
        /// The mode of this day.
        played: Mode,
    },
    /// A region that is not in the data set.
    #[error("region: '{asked}' is none of {there}")]
    Region {
        /// The requested region.
        asked: String,
        /// The regions of the data set.
        there: String,
    },
    /// Not the person's party.
    #[error("partyId: '{0}' is not a party of this person")]
    Party(String),
    /// No map, or an unknown map.
    #[error("constraints.mapPool: expected one or more of the maps 0 to 3")]
    Maps,
    /// A limit on the round trip that no datacenter meets.
    #[error("constraints.maxPingMs: the nearest datacenter is {nearest_ms} ms away")]
    Ping {
        /// The shortest round trip, ms.
        nearest_ms: u8,
    },
    /// The person has a ticket already.
    #[error("in the queue or in a match already, with ticket {0}")]
    Queued(TicketRef),
    /// The person is locked out after a dodge.
    #[error("locked out for {0} s more")]
    LockedOut(u32),
    /// The person has left a match that is still played.
    #[error("the match that this person left has not ended")]
    LeftMatch,
    /// Not the person's present ticket.
    #[error("{0} is not this person's ticket now")]
    Ticket(TicketRef),
    /// Not the match offered to the person.
    #[error("{0} is not offered to this person now")]
    Match(MatchRef),
    /// No match is offered.
    #[error("no match is offered")]
    NoOffer,
    /// Not the token sent with the match.
    #[error("acceptToken: not the one that the match was found with")]
    Token,
    /// The deadline for answers has passed.
    #[error("too late: the time to answer is over")]
    Late,
    /// The person has answered already.
    #[error("answered already: the first answer counts")]
    Answered,
    /// The person has no ticket.
    #[error("there is no ticket to leave with")]
    NoTicket,
    /// A match is offered.
    #[error("a match is offered: accept or decline it first")]
    Offered,
    /// The match is about to start.
    #[error("the match is about to start")]
    Starting,
    /// More actions than a link can hold.
    #[error("a link has room for {most} characters of actions", most = PlayerActions::MOST)]
    Full,
}
