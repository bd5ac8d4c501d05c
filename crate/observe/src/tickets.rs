//! The tickets of a day, one row for each search, as a game's own records would have them.
//!
//! [`TicketLog`] observes a day and changes nothing. A row is complete once its search has ended; rows come out in the order
//! in which tickets were queued.

use crate::observer::Observer;
use matchday_base::{CellId, DatacenterIndex, MatchId, PlayerId, SimTime, Streams};
use matchday_matchmaker::Formed;
use matchday_matchmaker::policy::{Attribute, Population, Schema};
use matchday_ranked::RankedEvent;
use matchday_scenario::Params;
use matchday_sim::census::JoinNumber;
use matchday_sim::events::{Event, EventKind};
use matchday_sim::policy::{PolicyError, population};
use matchday_sim::watch::{NewMatches, Watch};
use matchday_wire::season::rows::TicketState;
use std::collections::{BTreeMap, VecDeque};

/// A ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct TicketRow {
    /// Its number, from 0.
    pub number: u64,
    /// When it was queued.
    pub queued: SimTime,
    /// Its players.
    pub players: u16,
    /// Where its first player is.
    pub cell: CellId,
    /// The attributes of its first player, in the order of [`TicketLog::schema`].
    pub attributes: Vec<Attribute>,
    /// How its search ended.
    pub end: TicketEnd,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketEnd {
    /// It has not.
    Open,
    /// In a match.
    Matched(SimTime, MatchId, DatacenterIndex),
    /// A player left the queue.
    Cancelled(SimTime),
    /// It lasted as long as it may.
    TimedOut,
}

/// Observes the tickets of a day from its first second on.
#[derive(Clone, Debug, Default)]
pub struct TicketLog {
    population: Population,
    /// Key of the draws of attributes.
    attributes: u64,
    /// Number and place of each player online, by id.
    known: Vec<(u32, CellId)>,
    /// Tickets whose search goes on, and those after the first of them.
    rows: VecDeque<TicketRow>,
    next: u64,
    /// Numbers of open rows, by player, or by ticket of a ranked queue.
    open: BTreeMap<u32, u64>,
    // Kept between ticks to avoid allocations.
    drawn: Formed,
}

impl TicketLog {
    /// An empty log.
    ///
    /// # Errors
    /// What is wrong with the attributes of players.
    pub fn new(params: &Params) -> Result<Self, PolicyError> {
        Ok(Self {
            population: population(params)?,
            attributes: Streams::new(u64::from(params.seed())).key("attributes"),
            known: Vec::new(),
            rows: VecDeque::new(),
            next: 0,
            open: BTreeMap::new(),
            drawn: Formed::default(),
        })
    }

    /// Names, kinds and texts of the attributes.
    pub fn schema(&self) -> &Schema {
        self.population.schema()
    }

    /// The complete rows since the last call, in the order of queueing, without those of the warm-up.
    pub fn take(&mut self) -> Vec<TicketRow> {
        let mut complete = Vec::new();
        while let Some(row) = self.rows.pop_front_if(|row| row.end != TicketEnd::Open) {
            complete.push(row);
        }
        complete.retain(|row| row.queued >= SimTime::DAY_START);
        complete
    }

    /// All other rows, once the day is over.
    pub fn finish(mut self) -> Vec<TicketRow> {
        let mut rest = self.take();
        rest.extend(self.rows.into_iter().filter(|row| row.queued >= SimTime::DAY_START));
        rest
    }

    /// Queues a ticket; `number` and `rating` are those of its first player.
    fn queued(&mut self, key: u32, queued: SimTime, players: u16, (number, cell): (u32, CellId), rating: f64) {
        let attributes = self.population.draw(self.attributes, number, rating);
        let row = TicketRow { number: self.next, queued, players, cell, attributes, end: TicketEnd::Open };
        self.open.insert(key, self.next);
        self.next += 1;
        self.rows.push_back(row);
    }

    /// Ends the search of a ticket, if it is open.
    fn ended(&mut self, key: u32, end: TicketEnd) {
        if let Some(number) = self.open.remove(&key)
            && let Some(row) = self.row(number)
        {
            row.end = end;
        }
    }

    /// The search of a ticket goes on as that of another one, which was just queued, perhaps with fewer players.
    fn goes_on(&mut self, key: u32, next: u32) {
        let Some(number) = self.open.remove(&key) else { return };
        let newest = self.rows.pop_back_if(|row| self.open.get(&next) == Some(&row.number));
        let Some(newest) = newest else { return };
        self.next = newest.number;
        self.open.insert(next, number);
        if let Some(row) = self.row(number) {
            row.players = newest.players;
        }
    }

    /// Rows are numbered one after the other.
    fn row(&mut self, number: u64) -> Option<&mut TicketRow> {
        let first = self.rows.front()?.number;
        self.rows.get_mut((number - first) as usize)
    }

    /// A player searches, unless it does already.
    fn begin(&mut self, now: SimTime, player: PlayerId) {
        if !self.open.contains_key(&player.0) {
            let known = self.known[player.index()];
            self.queued(player.0, now, 1, known, 0.0);
        }
    }
}

impl Watch for TicketLog {
    fn joined(&mut self, _: SimTime, player: PlayerId, number: JoinNumber, cell: CellId) {
        if self.known.len() <= player.index() {
            self.known.resize(player.index() + 1, (0, cell));
        }
        self.known[player.index()] = (number.0, cell);
    }

    fn formed(&mut self, now: SimTime, matches: &NewMatches<'_>) {
        let mut drawn = std::mem::take(&mut self.drawn);
        matches.draw_into(now, &mut drawn);
        let mut id = matches.first;
        for batch in drawn.batches() {
            for queued_players in batch.matches() {
                for queued in queued_players {
                    // Players who stay together play again without a search of their own.
                    self.begin(now, queued.player);
                    self.ended(queued.player.0, TicketEnd::Matched(now, id, batch.datacenter));
                }
                id.0 += 1;
            }
        }
        self.drawn = drawn;
    }

    fn happened(&mut self, now: SimTime, player: PlayerId, what: EventKind, _: Option<u32>) {
        match what {
            EventKind::Search => self.begin(now, player),
            EventKind::Fail | EventKind::Bots => self.ended(player.0, TicketEnd::TimedOut),
            EventKind::GiveUp => self.ended(player.0, TicketEnd::Cancelled(now)),
            _ => {}
        }
    }
}

impl Observer for TicketLog {
    fn told(&mut self, event: RankedEvent) {
        match event {
            RankedEvent::Account(_) => {}
            RankedEvent::Formed(players, tickets) => {
                let Some(&Event { time, game: Some((id, datacenter)), .. }) = players.first() else { return };
                tickets.iter().for_each(|ticket| self.ended(ticket.0, TicketEnd::Matched(time, id, datacenter)));
            }
            RankedEvent::Queued { id, at, players, first: (account, home), points } => {
                self.queued(id.0, at, players, (account.0, home), points.into());
            }
            RankedEvent::Closed { id, next: Some(next), .. } => self.goes_on(id.0, next.0),
            RankedEvent::Closed { id, state: TicketState::Expired, .. } => self.ended(id.0, TicketEnd::TimedOut),
            RankedEvent::Closed { id, at, .. } => self.ended(id.0, TicketEnd::Cancelled(at)),
        }
    }
}
