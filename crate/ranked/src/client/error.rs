//! Why an action of a person is impossible.

use matchday_matchmaker::ranked::Mode;
use matchday_scenario::PlayerActions;
use matchday_wire::messages::{MatchRef, TicketRef};
use thiserror::Error;

/// An action that is impossible now. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClientError {
    /// The shown days have not begun.
    #[error("the first shown day has not begun: send the message after its midnight")]
    Early,
    /// The days are over.
    #[error("the last day has ended: start a new session")]
    Over,
    /// Nobody is connected.
    #[error("no person is connected: connect with a place, a skill and a number of friends first")]
    Nobody,
    /// Another person is connected.
    #[error("another person is connected ({0}): start a new session for this person")]
    Other(String),
    /// More friends than a team has room for.
    #[error("{friends} friends are too many: a party in {mode} has room for at most {most}")]
    Friends {
        /// Number of friends.
        friends: u8,
        /// The mode.
        mode: Mode,
        /// Most friends allowed.
        most: usize,
    },
    /// Not the mode of this day.
    #[error("modeId: '{asked}' is not the mode of this day; use '{played}'")]
    Mode {
        /// The requested mode.
        asked: String,
        /// The mode of this day.
        played: Mode,
    },
    /// A region that is not in the data set.
    #[error("region: there is no region '{asked}'; use one of {there}")]
    Region {
        /// The requested region.
        asked: String,
        /// The regions of the data set.
        there: String,
    },
    /// Not the person's party.
    #[error("partyId: '{0}' is not this person's party; leave the field out")]
    Party(String),
    /// No map, or an unknown map.
    #[error("constraints.mapPool: expected one or more of the maps 0 to 3")]
    Maps,
    /// A limit on the round trip that no datacenter meets.
    #[error("constraints.maxPingMs: no datacenter is within the limit; use {nearest_ms} ms or more")]
    Ping {
        /// The shortest round trip, ms.
        nearest_ms: u16,
    },
    /// The person has a ticket already.
    #[error("the person is already in the queue or in a match with ticket {0}: leave first")]
    Queued(TicketRef),
    /// The person is locked out after a dodge.
    #[error("the person is locked out after a declined or ignored match: wait {0} s")]
    LockedOut(u32),
    /// The person has left a match that is still played.
    #[error("the match that the person left is still played: wait for its end")]
    LeftMatch,
    /// Not the person's present ticket.
    #[error("ticketId: {0} is not this person's present ticket")]
    Ticket(TicketRef),
    /// Not the match offered to the person.
    #[error("matchId: {0} is not offered to this person now")]
    Match(MatchRef),
    /// No match is offered.
    #[error("no match is offered to this person now")]
    NoOffer,
    /// Not the token sent with the match.
    #[error("acceptToken: send the token of the RankedMatchFound message")]
    Token,
    /// The deadline for answers has passed.
    #[error("the time to answer this match has passed")]
    Late,
    /// The person has answered already.
    #[error("this match is already answered: the first answer counts")]
    Answered,
    /// The person has no ticket.
    #[error("the person has no ticket: join the queue first")]
    NoTicket,
    /// A match is offered.
    #[error("a match is offered: accept or decline it before leaving")]
    Offered,
    /// The match is about to start.
    #[error("the match is about to start: leave after its start")]
    Starting,
    /// More actions than a link can hold.
    #[error("a link has room for {most} characters of player actions, and they are used: start a new session", most = PlayerActions::MOST)]
    Full,
}
