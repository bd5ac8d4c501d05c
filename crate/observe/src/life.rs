//! The day of one player: its states, its searches and why they took as long as they did, its matches.
//!
//! [`Follower`] simulates the day again, second by second, and changes nothing.

use crate::Day;
use crate::events::{EventFilter, EventLog};
use matchday_base::{AccountId, CellId, DatacenterIndex, MatchId, SimTime};
use matchday_fleet::ServerId;
use matchday_ladder::history::{Ended, Entry};
use matchday_matchmaker::ranked::Tally;
use matchday_sim::Simulate;
use matchday_sim::census::State;
use matchday_sim::events::{Event, EventKind};
use matchday_sim::snapshot::Snapshot;

/// The day of a player.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// The cell from which it joined; `None` if it is never online.
    pub cell: Option<CellId>,
    /// Its states, in order.
    pub stretches: Vec<Stretch>,
    /// Its searches, in order.
    pub searches: Vec<SearchRecord>,
    /// Its matches, in the order of their forming.
    pub matches: Vec<Played>,
}

/// A state of a player from one second up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The state.
    pub state: State,
    /// Its first second.
    pub from: SimTime,
    /// The second after its last.
    pub until: SimTime,
}

/// A search for a match.
#[derive(Clone, Debug)]
pub struct SearchRecord {
    /// When it began.
    pub from: SimTime,
    /// What ended it, and when; `None`: it goes on.
    pub ended: Option<(EventKind, SimTime)>,
    /// When it went on within the expanded cap.
    pub expanded: Option<SimTime>,
    /// When it went on for any match that lacks players.
    pub warm: Option<SimTime>,
    /// The datacenters in whose queues it stood last. Who takes any match stands in none.
    pub datacenters: Vec<DatacenterIndex>,
    /// Most other players who stood in one of its queues at the end of a second.
    pub others: u32,
    /// Matches that formed at a datacenter in whose queue it stood, without it. Not counted on ranked days.
    pub without_it: u32,
    /// On a ranked day, the statistics of its ticket.
    pub tally: Option<Tally>,
}

/// A match of a player.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number.
    pub id: MatchId,
    /// Its datacenter.
    pub datacenter: DatacenterIndex,
    /// When it formed.
    pub formed: SimTime,
    /// When it started; `None`: not yet, or never.
    pub started: Option<SimTime>,
    /// The event with which the player was in it no more, and when; `None`: it is in it.
    pub ended: Option<(EventKind, SimTime)>,
    /// Everybody in it, the player too, team by team.
    pub players: Vec<Companion>,
    /// The server on which it started.
    pub server: Option<ServerId>,
    /// What it did to the player's rating.
    pub rated: Option<Rated>,
}

/// A player in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The number of its join, or of its account.
    pub number: u32,
    /// The cell from which it joined.
    pub cell: CellId,
    /// Its team, from 0; all 0 without teams.
    pub team: u8,
    /// How long it searched, s.
    pub wait_s: u32,
    /// Actual RTT, ms.
    pub rtt_ms: u16,
}

/// A change of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// Points before the match.
    pub before: f32,
    /// Points after it.
    pub after: f32,
    /// The result.
    pub how: Ended,
}

/// A day that is simulated again to follow a player.
#[derive(Clone, Debug)]
pub struct Follower {
    day: Day,
    log: EventLog,
    player: u32,
    life: Life,
    /// The present state and its beginning.
    now_in: Option<(State, SimTime)>,
    /// Matches that formed at each datacenter up to the second before.
    formed: Vec<u32>,
    /// Rated matches so far.
    rated: u32,
}

impl Follower {
    /// Follows a player from a moment on. A match that it is in already is not known.
    pub fn new(day: Day, player: u32) -> Self {
        let between = SimTime(0)..day.end();
        let filter = EventFilter { between, player: Some(player), company: true, ..EventFilter::default() };
        let mut log = EventLog::new(filter);
        day.introduce(&mut log);
        let (mut life, mut now_in) = (Life::default(), None);
        day.each_online(&mut |online| {
            if online.player == player {
                life.cell = Some(online.cell);
                now_in = Some((online.state, day.now()));
            }
        });
        if let Some((state, now)) = now_in.filter(|&(state, _)| state.is_searching()) {
            life.searches.push(SearchRecord::from(now, state));
        }
        let formed = vec![0; day.world().datacenters.len()];
        Self { day, log, player, life, now_in, formed, rated: 0 }
    }

    /// The day.
    pub fn day(&self) -> &Day {
        &self.day
    }

    /// The number of the player.
    pub fn player(&self) -> u32 {
        self.player
    }

    /// Simulates `seconds` seconds, or to the end.
    pub fn advance(&mut self, seconds: u32) {
        for _ in 0..seconds.min(self.day.end().since(self.day.now())) {
            self.day.advance_watched(1, &mut self.log);
            for event in self.log.take() {
                self.follow(&event);
            }
            self.look();
            self.take_rating();
        }
    }

    /// The player's life from a second on, as far as it is known.
    pub fn life(&self, from: SimTime) -> Life {
        let mut life = self.life.clone();
        let open = self.now_in.map(|(state, since)| Stretch { state, from: since, until: self.day.now() });
        life.stretches.extend(open);
        life.stretches.retain(|stretch| stretch.until > from.max(stretch.from));
        life.stretches.iter_mut().for_each(|stretch| stretch.from = stretch.from.max(from));
        life.searches.retain(|search| search.ended.is_none_or(|(_, at)| at >= from));
        life.matches.retain(|played| played.ended.is_none_or(|(_, at)| at >= from));
        life
    }

    fn follow(&mut self, event: &Event) {
        if let (EventKind::Match, Some((id, datacenter))) = (event.kind, event.game) {
            self.meet(id, datacenter, event);
        }
        if event.player != self.player {
            return;
        }
        let (on_servers, ranked) = (self.day.servers().is_some(), self.day.ranked().is_some());
        self.life.cell = Some(event.cell);
        self.turn(event, event.kind.state_after(on_servers, ranked));
        let Some(played) = self.life.matches.last_mut().filter(|played| played.ended.is_none()) else { return };
        if event.kind == EventKind::Start {
            played.started = Some(event.time);
            played.server = self.day.servers().and_then(|servers| servers.server_of(played.id));
        } else if event.kind.ends_match() {
            played.ended = Some((event.kind, event.time));
        }
    }

    /// Another state begins with an event.
    fn turn(&mut self, event: &Event, state: Option<State>) {
        let now = event.time;
        let before = std::mem::replace(&mut self.now_in, state.map(|state| (state, now)));
        self.life.stretches.extend(before.map(|(state, from)| Stretch { state, from, until: now }));
        let searched = before.is_some_and(|(state, _)| state.is_searching());
        let searches = &mut self.life.searches;
        match (searches.last_mut().filter(|_| searched), state.filter(|&state| state.is_searching())) {
            (None, Some(state)) => searches.push(SearchRecord::from(now, state)),
            (Some(last), Some(state)) => last.step(now, state),
            (Some(last), None) => last.ended = Some((event.kind, now)),
            (None, None) => {}
        }
    }

    /// A player of a match that forms: this one, or one of its company.
    fn meet(&mut self, id: MatchId, datacenter: DatacenterIndex, event: &Event) {
        if self.life.matches.last().is_none_or(|last| last.id != id) {
            let started = self.day.servers().is_none().then_some(event.time);
            let (players, formed) = (Vec::new(), event.time);
            let (ended, server, rated) = (None, None, None);
            self.life.matches.push(Played { id, datacenter, formed, started, ended, players, server, rated });
        }
        let (number, cell) = (event.player, event.cell);
        let (wait_s, rtt_ms) = (event.wait_s.unwrap_or(0), event.rtt_ms.unwrap_or(0));
        let team = self.day.ranked().map_or(0, |ranked| ranked.team_in(id, AccountId(number)));
        if let Some(last) = self.life.matches.last_mut() {
            last.players.push(Companion { number, cell, team, wait_s, rtt_ms });
            last.players.sort_by_key(|player| player.team);
        }
    }

    /// Looks at the queues in which the player stands, between two seconds.
    fn look(&mut self) {
        let searches = self.now_in.is_some_and(|(state, _)| state.is_searching());
        let Some(search) = self.life.searches.last_mut().filter(|_| searches) else {
            (0..).map(DatacenterIndex).zip(&mut self.formed).for_each(|(at, formed)| *formed = self.log.formed_at(at));
            return;
        };
        let mut queued = Vec::new();
        self.day.each_queued(&mut |player, at| queued.push((at, player)));
        let own = queued.iter().filter(|&&(_, player)| player == self.player).map(|&(at, _)| at);
        let own: Vec<DatacenterIndex> = own.collect();
        let mut others: Vec<u32> =
            queued.iter().filter(|(at, _)| own.contains(at)).map(|&(_, player)| player).collect();
        others.sort_unstable();
        others.dedup();
        search.others = search.others.max(others.len().saturating_sub(1) as u32);
        for (at, formed) in (0..).map(DatacenterIndex).zip(&mut self.formed) {
            let before = std::mem::replace(formed, self.log.formed_at(at));
            if own.contains(&at) {
                search.without_it += *formed - before;
            }
        }
        if !own.is_empty() {
            search.datacenters = own;
        }
        let tally = self.day.ranked().and_then(|ranked| ranked.tally_of(AccountId(self.player)));
        search.tally = tally.or(search.tally);
    }

    /// The ladder rates a match when it ends, also for those who left it before.
    fn take_rating(&mut self) {
        let Some(ranked) = self.day.ranked() else { return };
        let Some(record) = ranked.ladder().history().record(AccountId(self.player)) else { return };
        if self.rated == record.matches() {
            return;
        }
        self.rated = record.matches();
        let Some(&Entry { id, points, change, how, .. }) = record.last().next_back() else { return };
        if let Some(played) = self.life.matches.iter_mut().rev().find(|played| played.id == id) {
            played.rated = Some(Rated { before: points - change, after: points, how });
        }
    }
}

impl SearchRecord {
    fn from(now: SimTime, state: State) -> Self {
        let (ended, expanded, warm) = (None, None, None);
        let datacenters = Vec::new();
        let mut search = Self { from: now, ended, expanded, warm, datacenters, others: 0, without_it: 0, tally: None };
        search.step(now, state);
        search
    }

    fn step(&mut self, now: SimTime, state: State) {
        match state {
            State::Expand => self.expanded = Some(now),
            State::Warm => self.warm = Some(now),
            _ => {}
        }
    }
}
