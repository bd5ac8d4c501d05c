//! The event log: what happens to every player, in order.
//!
//! [`EventLog`] observes a day and changes nothing. It remembers the match of every player; if it does not start with the
//! day but [later](crate::Day::introduce), it does not know the matches that run already. What it keeps is up to an
//! [`EventFilter`]. Players are named by their number, which is never reused: the number of their join, or on ranked days
//! of their account.

use crate::census::{JoinNumber, State};
use crate::watch::{NewMatches, Watch};
use crate::world::World;
use matchday_base::{CellId, DatacenterIndex, MatchId, PlayerId, SimTime};
use matchday_fleet::broker::Outcome;
use matchday_matchmaker::Formed;
use std::ops::Range;

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
    pub(crate) fn end_of(outcome: Outcome) -> Self {
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
    pub(crate) fn ends_match(self) -> bool {
        self.leaves() || self.fails() || matches!(self, Self::Join | Self::Search | Self::End | Self::Bots)
    }

    /// Whether a search ends with it, but not in a match.
    pub(crate) fn ends_search(self) -> bool {
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

/// The events that a log keeps; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// In these seconds.
    pub between: Range<SimTime>,
    /// Of this player.
    pub player: Option<u32>,
    /// In matches at this datacenter.
    pub datacenter: Option<DatacenterIndex>,
    /// Of these kinds; empty: of all.
    pub kinds: Vec<EventKind>,
    /// Also who else is in a match of this player's, as the match forms.
    pub company: bool,
}

impl EventFilter {
    fn keeps(&self, event: &Event) -> bool {
        self.between.contains(&event.time)
            && self.player.is_none_or(|player| player == event.player)
            && self.datacenter.is_none_or(|at| event.game.is_some_and(|(_, datacenter)| datacenter == at))
            && (self.kinds.is_empty() || self.kinds.contains(&event.kind))
    }

    /// Whether a match that forms of these players is kept because of one of them.
    pub(crate) fn keeps_company(&self, mut players: impl Iterator<Item = u32>) -> bool {
        self.company && self.player.is_some_and(|of| players.any(|player| player == of))
    }
}

/// Observes the events of a day from its first second on.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    filter: EventFilter,
    /// The players online, by id.
    known: Vec<Known>,
    events: Vec<Event>,
    /// Matches that formed, by datacenter.
    formed: Vec<u32>,
    // Kept between ticks to avoid allocations.
    waits_s: Vec<(PlayerId, u32)>,
    drawn: Formed,
}

/// A player online.
#[derive(Clone, Copy, Debug)]
struct Known {
    number: u32,
    cell: CellId,
    game: Option<(MatchId, DatacenterIndex)>,
}

impl EventLog {
    /// An empty log.
    pub fn new(filter: EventFilter) -> Self {
        Self { filter, ..Self::default() }
    }

    /// What it keeps.
    pub(crate) fn filter(&self) -> &EventFilter {
        &self.filter
    }

    /// Matches that formed at a datacenter since the log began. Ranked days do not count here.
    pub(crate) fn formed_at(&self, datacenter: DatacenterIndex) -> u32 {
        self.formed.get(datacenter.index()).copied().unwrap_or(0)
    }

    /// The events since the last call, in order.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Makes a player known who is online already.
    pub(crate) fn know(&mut self, player: PlayerId, number: JoinNumber, cell: CellId) {
        let known = Known { number: number.0, cell, game: None };
        if self.known.len() <= player.index() {
            self.known.resize(player.index() + 1, known);
        }
        self.known[player.index()] = known;
    }

    /// Adds an event, if the filter keeps it.
    pub(crate) fn push(&mut self, event: Event) {
        if self.filter.keeps(&event) {
            self.events.push(event);
        }
    }

    /// Adds an event, whatever the filter says.
    pub(crate) fn push_always(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The event of a player in a match that forms.
    fn enter(&mut self, time: SimTime, player: PlayerId, game: (MatchId, DatacenterIndex), rtt_ms: u16) -> Event {
        let waited = self.waits_s.binary_search_by_key(&player, |&(player, _)| player);
        let wait_s = Some(waited.map_or(0, |at| self.waits_s[at].1));
        let known = &mut self.known[player.index()];
        known.game = Some(game);
        let Known { number: player, cell, game } = *known;
        Event { time, kind: EventKind::Match, player, cell, game, wait_s, rtt_ms: Some(rtt_ms) }
    }

    /// Counts matches that formed at a datacenter.
    fn count(&mut self, datacenter: DatacenterIndex, matches: usize) {
        if self.formed.len() <= datacenter.index() {
            self.formed.resize(datacenter.index() + 1, 0);
        }
        self.formed[datacenter.index()] += matches as u32;
    }
}

impl Watch for EventLog {
    fn joined(&mut self, time: SimTime, player: PlayerId, number: JoinNumber, cell: CellId) {
        self.know(player, number, cell);
        self.happened(time, player, EventKind::Join, None);
    }

    fn formed(&mut self, now: SimTime, matches: &NewMatches<'_>) {
        let &NewMatches { formed, first, rtt_ms, .. } = matches;
        // Players without an entry in the waits matched at once.
        self.waits_s.clear();
        self.waits_s.extend(formed.waits().iter().map(|wait| (wait.player, wait.wait_s)));
        self.waits_s.sort_unstable();
        let mut drawn = std::mem::take(&mut self.drawn);
        matches.draw_into(now, &mut drawn);
        let mut id = first;
        for batch in drawn.batches() {
            self.count(batch.datacenter, batch.count());
            for queued_players in batch.matches() {
                let numbers = queued_players.iter().map(|queued| self.known[queued.player.index()].number);
                let is_company = self.filter.keeps_company(numbers);
                for &queued in queued_players {
                    let event =
                        self.enter(now, queued.player, (id, batch.datacenter), rtt_ms(queued, batch.datacenter));
                    if is_company { self.push_always(event) } else { self.push(event) }
                }
                id.0 += 1;
            }
        }
        self.drawn = drawn;
    }

    fn happened(&mut self, time: SimTime, player: PlayerId, kind: EventKind, wait_s: Option<u32>) {
        let known = &mut self.known[player.index()];
        let Known { number: player, cell, game } = *known;
        if kind.ends_match() {
            known.game = None;
        }
        self.push(Event { time, kind, player, cell, game, wait_s, rtt_ms: None });
    }
}

#[cfg(test)]
mod tests;
