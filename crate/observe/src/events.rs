//! The event log: what happens to every player, in order.
//!
//! [`EventLog`] observes a day and changes nothing. It remembers the match of every player; if it does not start with the
//! day but [later](matchday_sim::watch::Watch::introduced), it does not know the matches that run already. What it keeps is
//! up to an [`EventFilter`].

use crate::observer::Observer;
use matchday_base::{CellId, DatacenterIndex, MatchId, PlayerId, SimTime};
use matchday_matchmaker::Formed;
use matchday_ranked::RankedEvent;
use matchday_sim::census::JoinNumber;
use matchday_sim::events::{Event, EventKind};
use matchday_sim::watch::{NewMatches, Watch};
use std::ops::Range;

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
    fn keeps_company(&self, mut players: impl Iterator<Item = u32>) -> bool {
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

    /// Matches that formed at a datacenter since the log began. Ranked days do not count here.
    pub(crate) fn formed_at(&self, datacenter: DatacenterIndex) -> u32 {
        self.formed.get(datacenter.index()).copied().unwrap_or(0)
    }

    /// The events since the last call, in order.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Adds an event, if the filter keeps it, or because of the company in which the player is.
    fn push(&mut self, event: Event, is_company: bool) {
        if is_company || self.filter.keeps(&event) {
            self.events.push(event);
        }
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
    fn introduced(&mut self, player: PlayerId, number: JoinNumber, cell: CellId) {
        let known = Known { number: number.0, cell, game: None };
        if self.known.len() <= player.index() {
            self.known.resize(player.index() + 1, known);
        }
        self.known[player.index()] = known;
    }

    fn joined(&mut self, time: SimTime, player: PlayerId, number: JoinNumber, cell: CellId) {
        self.introduced(player, number, cell);
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
                    self.push(event, is_company);
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
        self.push(Event { time, kind, player, cell, game, wait_s, rtt_ms: None }, false);
    }
}

impl Observer for EventLog {
    fn told(&mut self, event: RankedEvent) {
        match event {
            RankedEvent::Account(event) => self.push(event, false),
            RankedEvent::Formed(players, _) => {
                let is_company = self.filter.keeps_company(players.iter().map(|event| event.player));
                players.into_iter().for_each(|event| self.push(event, is_company));
            }
            RankedEvent::Queued { .. } | RankedEvent::Closed { .. } => {}
        }
    }
}
