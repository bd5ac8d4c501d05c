//! What happens to players: the vocabulary of [observers](crate::watch). Players are named by their number, which is never
//! reused: the number of their join, or on ranked days of their account.

use crate::census::State;
use crate::world::World;
use matchday_base::{CellId, DatacenterIndex, MatchId, SimTime};
use matchday_fleet::broker::Outcome;

/// What happens to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// Comes online.
    Join,
    /// Starts to search, or searches again.
    Search,
    /// Searches within the expanded limit from now on.
    Expand,
    /// Searches for any match that lacks players from now on.
    Warm,
    /// Is offered a match by a ready check.
    Offer,
    /// Is in a match that forms.
    Match,
    /// Its match starts on its server. Without servers a match starts when it forms.
    Start,
    /// Its match ends; it pauses.
    End,
    /// Its match fails, because no server picked it up in time. After this and the next five, the player searches again
    /// after a while.
    NoServer,
    /// Its match fails, because its server was not ready in time.
    NotReady,
    /// Its match fails, because it ran longer than a match may.
    Overran,
    /// Its match fails, because its server was lost.
    ServerLost,
    /// Its match fails, because the broker refused it.
    Refused,
    /// Its match fails, because it was cancelled.
    Cancelled,
    /// Leaves the game in the middle of its match.
    Quit,
    /// Finds no match in time, and plays against bots.
    Bots,
    /// Finds no match in time, and leaves.
    Fail,
    /// Leaves, because the search has taken too long.
    GiveUp,
    /// Leaves, because its match has no server for too long.
    GiveUpOnServer,
    /// Does not accept an offered match.
    Dodge,
    /// Leaves after a match or a dodge.
    Leave,
}

impl EventKind {
    /// All kinds, with their words in tables.
    pub const ALL: [(EventKind, &str); 21] = [
        (EventKind::Join, "join"),
        (EventKind::Search, "search"),
        (EventKind::Expand, "expand"),
        (EventKind::Warm, "warm"),
        (EventKind::Offer, "offer"),
        (EventKind::Match, "match"),
        (EventKind::Start, "start"),
        (EventKind::End, "end"),
        (EventKind::NoServer, "no_server"),
        (EventKind::NotReady, "not_ready"),
        (EventKind::Overran, "overran"),
        (EventKind::ServerLost, "server_lost"),
        (EventKind::Refused, "refused"),
        (EventKind::Cancelled, "cancelled"),
        (EventKind::Quit, "quit"),
        (EventKind::Bots, "bots"),
        (EventKind::Fail, "fail"),
        (EventKind::GiveUp, "give_up"),
        (EventKind::GiveUpOnServer, "give_up_on_server"),
        (EventKind::Dodge, "dodge"),
        (EventKind::Leave, "leave"),
    ];

    /// Its word in tables.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The kind with this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|&(kind, _)| kind)
    }

    /// The event of the players of a match with this outcome.
    pub fn end_of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::End,
            Outcome::NoServer => Self::NoServer,
            Outcome::NotReady => Self::NotReady,
            Outcome::Overran => Self::Overran,
            Outcome::ServerLost => Self::ServerLost,
            Outcome::Refused => Self::Refused,
            Outcome::Cancelled => Self::Cancelled,
        }
    }

    /// Whether the player's match fails with it.
    fn fails(self) -> bool {
        (Self::NoServer..=Self::Cancelled).contains(&self)
    }

    /// Whether the player leaves the game with it.
    pub fn leaves(self) -> bool {
        matches!(self, Self::Quit | Self::Fail | Self::GiveUp | Self::GiveUpOnServer | Self::Leave)
    }

    /// The state of the player after it on a day with servers or ranked matches, or without; `None`: offline.
    pub fn state_after(self, on_servers: bool, ranked: bool) -> Option<State> {
        Some(match self {
            // On ranked days a player may wait for friends before it searches.
            Self::Join if ranked => State::Between,
            Self::Join | Self::Search => State::Ideal,
            Self::Expand => State::Expand,
            Self::Warm => State::Warm,
            Self::Match if !on_servers => State::Playing,
            Self::Offer | Self::Match => State::Placing,
            failed if failed.fails() => State::Placing,
            Self::Start => State::Playing,
            Self::Bots => State::Bots,
            Self::End | Self::Dodge => State::Between,
            _ => return None,
        })
    }

    /// Whether the player is in no match any more after it.
    pub fn ends_match(self) -> bool {
        self.leaves() || self.fails() || matches!(self, Self::Join | Self::Search | Self::End | Self::Bots)
    }

    /// Whether a search ends with it, but not in a match.
    pub fn ends_search(self) -> bool {
        matches!(self, Self::Bots | Self::Fail | Self::GiveUp)
    }
}

/// An event of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub time: SimTime,
    /// What.
    pub kind: EventKind,
    /// Number of the player's join, or of its account.
    pub player: u32,
    /// The cell from which the player joined.
    pub cell: CellId,
    /// The match, if the player is in one, and its datacenter.
    pub game: Option<(MatchId, DatacenterIndex)>,
    /// Length of the search that ends with the event, s.
    pub wait_s: Option<u32>,
    /// Actual RTT in the match that forms, ms.
    pub rtt_ms: Option<u16>,
}

impl Event {
    /// The columns of a table of events.
    pub const COLUMNS: [&'static str; 9] =
        ["time_s", "event", "player", "lat", "lon", "datacenter", "match", "wait_s", "rtt_ms"];

    /// Seconds since the first shown midnight, which the event must not be before.
    pub fn shown_s(&self) -> u32 {
        self.time.shown_s().unwrap_or(0)
    }

    /// Middle of the cell from which the player joined, degrees north and east.
    pub fn place(&self, world: &World) -> (f64, f64) {
        let centre = world.cells[self.cell.index()].centre();
        (centre.lat(), centre.lon())
    }

    /// Name of the match's datacenter, if the player is in one.
    pub fn datacenter<'a>(&self, world: &'a World) -> Option<&'a str> {
        self.game.map(|(_, at)| world.datacenters[at.index()].datacenter.name.as_str())
    }

    /// The values of the columns as text; missing ones are empty.
    pub fn row(&self, world: &World) -> [String; Self::COLUMNS.len()] {
        fn optional(value: Option<impl ToString>) -> String {
            value.map_or_else(String::new, |value| value.to_string())
        }
        let (lat, lon) = self.place(world);
        [
            self.shown_s().to_string(),
            self.kind.word().to_owned(),
            self.player.to_string(),
            lat.to_string(),
            lon.to_string(),
            optional(self.datacenter(world)),
            optional(self.game.map(|(id, _)| id.0)),
            optional(self.wait_s),
            optional(self.rtt_ms),
        ]
    }
}
