//! What a person cannot do, and why.

use matchday_matchmaker::ranked::Mode;
use matchday_scenario::PlayerActions;
use matchday_wire::messages::{MatchRef, TicketRef};
use thiserror::Error;

/// Something that a person cannot do now. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClientError {
    /// Days that are simulated, but not shown.
    #[error("the first day has not begun")]
    Early,
    /// No second comes next.
    #[error("the days are over")]
    Over,
    /// Nobody is there.
    #[error("nobody is connected: a place, a skill and friends come first")]
    Nobody,
    /// Somebody else is.
    #[error("another person is inside, {0}")]
    Other(String),
    /// More friends than a team has room for.
    #[error("{friends} friends: in {mode} at most {most} queue along")]
    Friends {
        /// How many there are.
        friends: u8,
        /// What is played.
        mode: Mode,
        /// How many there can be.
        most: usize,
    },
    /// Another mode than is played.
    #[error("modeId: '{asked}' is not played here, {played} is")]
    Mode {
        /// What was asked for.
        asked: String,
        /// What is played.
        played: Mode,
    },
    /// No region of the data set.
    #[error("region: '{asked}' is none of {there}")]
    Region {
        /// What was asked for.
        asked: String,
        /// Those that there are.
        there: String,
    },
    /// Not the person's party.
    #[error("partyId: '{0}' is not a party of this person")]
    Party(String),
    /// No map, or one that is not there.
    #[error("constraints.mapPool: expected one or more of the maps 0 to 3")]
    Maps,
    /// A round trip that nothing has.
    #[error("constraints.maxPingMs: the nearest datacenter is {nearest_ms} ms away")]
    Ping {
        /// The shortest round trip.
        nearest_ms: u8,
    },
    /// It has a ticket.
    #[error("in the queue or in a match already, with ticket {0}")]
    Queued(TicketRef),
    /// It has dodged a match.
    #[error("locked out for {0} s more")]
    LockedOut(u32),
    /// Friends play on in a match that the person has left.
    #[error("friends are still in the match before")]
    FriendsPlay,
    /// It has no ticket, or another.
    #[error("{0} is not this person's ticket now")]
    Ticket(TicketRef),
    /// Nothing is offered, or something else is.
    #[error("{0} is not offered to this person now")]
    Match(MatchRef),
    /// Nothing is offered.
    #[error("no match is offered")]
    NoOffer,
    /// Not what was told with the match.
    #[error("acceptToken: not the one that the match was found with")]
    Token,
    /// The time for answers is over.
    #[error("too late: the time to answer is over")]
    Late,
    /// It has answered.
    #[error("answered already: the first answer counts")]
    Answered,
    /// It is not there.
    #[error("there is no ticket to leave with")]
    NoTicket,
    /// A match is offered.
    #[error("a match is offered: accept or decline it first")]
    Offered,
    /// The match is about to start.
    #[error("the match is about to start")]
    Starting,
    /// More than a link can carry.
    #[error("a link has room for {most} characters of actions", most = PlayerActions::MOST)]
    Full,
}
