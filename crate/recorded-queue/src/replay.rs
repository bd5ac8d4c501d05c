//! The second reading of a file: every ticket is queued in its own second.

use crate::QueueError;
use crate::matcher::Matcher;
use crate::outcome::Outcome;
use crate::reach::Reach;
use crate::recorded::RecordedMatches;
use crate::row::{Row, Rows};
use crate::survey::{DISORDER_MS, Queue, number};
use matchday_atlas::{GridCell, Location};
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::{DatacenterIndex, SimTime, TicketId};
use matchday_matchmaker::policy::{Answer, Attribute, Ended, Kind, Place, Record, Symbol};
use matchday_scenario::Params;
use matchday_sim::policy::{place_of, report};
use matchday_sim::{SimulationData, World};
use matchday_wire::report::{QueuePairs, QueueReport, QueueSpan};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Lengths of the spans of a report, s: of these, the shortest that makes no more than [`MOST_SPANS`].
const SPANS_S: [u32; 8] = [60, 300, 900, 1_800, 3_600, 3 * 3_600, 6 * 3_600, 24 * 3_600];
const MOST_SPANS: u32 = 400;
/// Shorter changes of a wait are none: the matchmaker runs once a second.
const CHANGE_MS: i64 = 1_000;

/// A ticket that waits.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub id: TicketId,
    pub enqueued: SimTime,
    pub players: u16,
    pub place: Place,
    pub rtts_ms: Arc<[u16]>,
    pub attributes: Vec<Attribute>,
    pub skill: Option<f64>,
    timeout_s: u32,
    cancelled: Option<SimTime>,
    /// When it was queued, and the recorded wait of a ticket that was matched, ms.
    time_ms: i64,
    recorded_ms: Option<u32>,
}

impl Waiting {
    /// The datacenter with the lowest round trip.
    pub fn nearest(&self) -> DatacenterIndex {
        DatacenterIndex(lowest(&self.rtts_ms))
    }
}

fn lowest(rtts_ms: &[u16]) -> u16 {
    (0..rtts_ms.len()).min_by_key(|&at| rtts_ms[at]).unwrap_or(0) as u16
}

/// Replays a file of tickets.
#[derive(Clone, Debug)]
pub struct Replay {
    queue: Arc<Queue>,
    world: Arc<World>,
    reach: Reach,
    matcher: Matcher,
    interval_s: u32,
    /// The texts of attributes.
    symbols: BTreeMap<String, Symbol>,
    has_header: bool,
    reader: Rows,
    next: TicketId,
    now: SimTime,
    /// No ticket that is still to be read is queued before it.
    settled: SimTime,
    newest_ms: i64,
    /// Tickets that have been read, but not queued yet, by time.
    ahead: VecDeque<Waiting>,
    /// Those that have waited longest first; equal ones by number.
    waiting: Vec<Waiting>,
    tickets: u64,
    players: u64,
    refused: u64,
    record: Record,
    recorded_matches: RecordedMatches,
    recorded: Outcome,
    simulated: Outcome,
    pairs: Pairs,
    span_s: u32,
    spans: Vec<Span>,
}

/// Sums of [`QueuePairs`].
#[derive(Clone, Debug, Default)]
struct Pairs {
    both: u64,
    recorded_only: u64,
    simulated_only: u64,
    neither: u64,
    change_ms: i64,
    shorter: u64,
    longer: u64,
}

/// Players, and for the recorded and the simulated outcome: those matched, and the sum of their waits, ms.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    players: u64,
    recorded: (u64, u64),
    simulated: (u64, u64),
}

impl Replay {
    /// Nothing queued yet.
    ///
    /// # Errors
    /// Parameters without a policy, or one that cannot be asked about these tickets.
    pub fn new(
        queue: Arc<Queue>,
        data: &SimulationData,
        world: Arc<World>,
        params: &Params,
    ) -> Result<Self, QueueError> {
        let length_s = queue.length_s();
        let is_short = |span_s: &u32| length_s / span_s < MOST_SPANS;
        let span_s = SPANS_S.into_iter().find(is_short).unwrap_or(SPANS_S[SPANS_S.len() - 1]);
        let texts = (0..).map(Symbol).zip(queue.schema.texts());
        Ok(Self {
            reach: Reach::new(data, &world),
            matcher: Matcher::new(&queue, &world, params)?,
            interval_s: params.interval_s(),
            symbols: texts.map(|(symbol, text)| (text.clone(), symbol)).collect(),
            has_header: false,
            reader: Rows::default(),
            next: TicketId(0),
            now: SimTime::DAY_START,
            settled: SimTime::DAY_START,
            newest_ms: i64::MIN,
            ahead: VecDeque::new(),
            waiting: Vec::new(),
            tickets: 0,
            players: 0,
            refused: 0,
            record: Record::new(queue.bands),
            recorded_matches: RecordedMatches::default(),
            recorded: Outcome::default(),
            simulated: Outcome::default(),
            pairs: Pairs::default(),
            span_s,
            spans: vec![Span::default(); (length_s / span_s) as usize + 1],
            world,
            queue,
        })
    }

    /// Reads the next row, in the order of the first reading, and simulates the seconds before it.
    ///
    /// # Errors
    /// A policy that fails.
    pub fn row(&mut self, line: u64, fields: &[Cow<'_, str>]) -> Result<(), QueueError> {
        self.read(line, fields);
        self.advance(u32::MAX).map(drop)
    }

    /// Reads the next row, and leaves the seconds before it to [`advance`](Self::advance).
    pub fn read(&mut self, line: u64, fields: &[Cow<'_, str>]) {
        if !std::mem::replace(&mut self.has_header, true) {
            return;
        }
        let queue = Arc::clone(&self.queue);
        let read = self.reader.read(&queue.columns, &queue.datacenters, line, fields).ok();
        let Some((row, attributes)) = read.and_then(|row| Some((row, self.attributes(&queue, fields)?))) else {
            self.refused += 1;
            return;
        };
        self.newest_ms = self.newest_ms.max(row.time_ms);
        self.add(&row, attributes);
        // Later rows may be a little earlier than this one.
        let settled_ms = self.newest_ms - DISORDER_MS;
        self.recorded_matches.end_before(settled_ms, &mut self.recorded);
        self.settled = self.time(settled_ms);
    }

    /// No row follows: the seconds until no ticket waits any more can be simulated.
    pub fn close(&mut self) {
        self.recorded_matches.end_before(i64::MAX, &mut self.recorded);
        self.settled = SimTime(u32::MAX);
    }

    /// Simulates at most so many seconds of those that no row can change any more; returns whether these are over.
    ///
    /// # Errors
    /// A policy that fails.
    pub fn advance(&mut self, seconds: u32) -> Result<bool, QueueError> {
        for _ in 0..seconds {
            self.skip();
            if self.now >= self.settled || (self.ahead.is_empty() && self.waiting.is_empty()) {
                return Ok(true);
            }
            self.second()?;
        }
        Ok(false)
    }

    /// Simulates until no ticket waits any more; returns what became of them.
    ///
    /// # Errors
    /// A policy that fails.
    pub fn finish(mut self) -> Result<QueueReport, QueueError> {
        self.close();
        while !self.advance(u32::MAX)? {}
        Ok(self.report())
    }

    /// Simulated seconds since the first midnight.
    fn now_s(&self) -> u32 {
        self.now.since(SimTime::DAY_START)
    }

    /// A time of the file as one of the simulation, in whole seconds.
    fn time(&self, ms: i64) -> SimTime {
        let seconds = (ms - self.queue.midnight_ms()).div_euclid(1_000).clamp(0, i64::from(u32::MAX / 2));
        SimTime::DAY_START + seconds as u32
    }

    /// `None` if a number is missing.
    fn attributes(&self, queue: &Queue, fields: &[Cow<'_, str>]) -> Option<Vec<Attribute>> {
        let skill = queue.columns.skill.map(|at| number(&fields[at]).map(Attribute::Number));
        let others = queue.attributes.iter().map(|&(at, kind)| self.attribute(kind, &fields[at]));
        skill.into_iter().chain(others).collect()
    }

    fn attribute(&self, kind: Kind, text: &str) -> Option<Attribute> {
        let symbol = |text: &str| self.symbols.get(text).copied();
        match kind {
            Kind::Number => number(text).map(Attribute::Number),
            Kind::Text => symbol(text).map(Attribute::Text),
            Kind::List | Kind::Map => {
                let parts = text.split('|').map(str::trim).filter(|part| !part.is_empty());
                parts.map(symbol).collect::<Option<_>>().map(Attribute::List)
            }
        }
    }

    /// Notes what the file says of a ticket, and keeps it until its second comes.
    fn add(&mut self, row: &Row<'_>, attributes: Vec<Attribute>) {
        let (rtts_ms, place) = self.reach(row);
        let enqueued = self.time(row.time_ms);
        let ticket = Waiting {
            id: TicketId(0),
            enqueued,
            players: row.players,
            place,
            timeout_s: self.matcher.timeout_s(&rtts_ms),
            attributes,
            skill: row.skill,
            cancelled: row.cancelled_ms.filter(|_| row.matched_ms.is_none()).map(|ms| self.time(ms)),
            time_ms: row.time_ms,
            recorded_ms: row.matched_ms.map(|ms| wait_ms(row.time_ms, ms)),
            rtts_ms,
        };
        self.note_recorded(row, &ticket);
        let at = self.ahead.partition_point(|other| other.enqueued <= enqueued);
        self.ahead.insert(at, ticket);
    }

    fn reach(&mut self, row: &Row<'_>) -> (Arc<[u16]>, Place) {
        let known = row.place.map(|place| (place, self.reach.rtts_ms(place)));
        if row.rtts_ms.is_empty()
            && let Some((place, rtts_ms)) = known
        {
            return (rtts_ms, centre(place));
        }
        let nothing = || vec![OUT_OF_REACH_MS; self.queue.datacenters.len()];
        let mut rtts_ms = known.as_ref().map_or_else(nothing, |(_, rtts_ms)| rtts_ms.to_vec());
        row.rtts_ms.iter().for_each(|&(to, ms)| rtts_ms[to.index()] = ms);
        // Without a place, a player is where its nearest datacenter is.
        let place = known.map_or_else(|| self.reach.datacenter(usize::from(lowest(&rtts_ms))), |(place, _)| place);
        (rtts_ms.into(), centre(place))
    }

    fn note_recorded(&mut self, row: &Row<'_>, ticket: &Waiting) {
        let players = u64::from(ticket.players);
        self.tickets += 1;
        self.players += players;
        let span = self.span(ticket.enqueued);
        span.players += players;
        match ticket.recorded_ms {
            Some(wait_ms) => {
                span.recorded.0 += players;
                span.recorded.1 += players * u64::from(wait_ms);
                let rtt_ms = row.datacenter.map(|at| ticket.rtts_ms[at.index()]);
                // Without a place, what no column says is not known.
                let rtt_ms = rtt_ms.filter(|&ms| row.place.is_some() || ms < OUT_OF_REACH_MS);
                self.recorded.matched(ticket.players, wait_ms, rtt_ms);
                if let Some((id, formed_ms)) = row.match_id.zip(row.matched_ms) {
                    self.recorded_matches.add(id, formed_ms, ticket.players, ticket.skill);
                }
            }
            None if row.cancelled_ms.is_some() => self.recorded.cancelled += players,
            None => self.recorded.unmatched += players,
        }
    }

    fn span(&mut self, enqueued: SimTime) -> &mut Span {
        let at = (enqueued.since(SimTime::DAY_START) / self.span_s) as usize;
        let last = self.spans.len() - 1;
        &mut self.spans[at.min(last)]
    }

    /// Goes to the next ticket, if none waits, but not beyond a second that may still get one.
    fn skip(&mut self) {
        if self.waiting.is_empty()
            && let Some(first) = self.ahead.front()
        {
            self.now = self.now.max(first.enqueued.min(self.settled));
        }
    }

    fn second(&mut self) -> Result<(), QueueError> {
        self.queue_tickets();
        self.end_searches();
        if self.now.0.is_multiple_of(self.interval_s) && !self.waiting.is_empty() {
            let answer = self.matcher.form(self.now, &self.waiting)?;
            self.record.called(self.now, &answer);
            self.start(&answer);
        }
        self.now = self.now + 1;
        Ok(())
    }

    fn queue_tickets(&mut self) {
        while let Some(mut ticket) = self.ahead.pop_front_if(|first| first.enqueued <= self.now) {
            ticket.id = self.next;
            self.next.0 += 1;
            self.matcher.enqueue(&ticket);
            self.waiting.push(ticket);
        }
    }

    /// Ends the searches that were cancelled by now, or have lasted as long as they may.
    fn end_searches(&mut self) {
        let now = self.now;
        let ended =
            |of: &mut Waiting| of.cancelled.is_some_and(|at| at <= now) || now.since(of.enqueued) >= of.timeout_s;
        let over: Vec<Waiting> = self.waiting.extract_if(.., ended).collect();
        for ticket in over {
            self.matcher.leave(ticket.id);
            let players = u64::from(ticket.players);
            let is_cancelled = ticket.cancelled.is_some_and(|at| at <= now);
            *(if is_cancelled { &mut self.simulated.cancelled } else { &mut self.simulated.unmatched }) += players;
            self.end(&ticket, false);
        }
    }

    fn start(&mut self, answer: &Answer) {
        let mut by_id: BTreeMap<TicketId, DatacenterIndex> = BTreeMap::new();
        for formed in &answer.matches {
            let mut seated = 0;
            let mut skills: Option<(f64, f64)> = None;
            for &id in formed.teams.iter().flatten() {
                by_id.insert(id, formed.datacenter);
                // Numbers and times of waiting tickets have the same order.
                let Ok(at) = self.waiting.binary_search_by_key(&id, |of| of.id) else { continue };
                let ticket = &self.waiting[at];
                seated += u64::from(ticket.players);
                if let Some(skill) = ticket.skill {
                    let (low, high) = skills.unwrap_or((skill, skill));
                    skills = Some((low.min(skill), high.max(skill)));
                }
            }
            self.simulated.formed(seated, skills);
            self.record.formed(self.now, skills.into_iter().flat_map(|(low, high)| [low, high]));
        }
        let matched: Vec<Waiting> = self.waiting.extract_if(.., |of| by_id.contains_key(&of.id)).collect();
        for ticket in matched {
            let wait_ms = self.wait_ms(&ticket);
            let rtt_ms = ticket.rtts_ms[by_id[&ticket.id].index()];
            self.simulated.matched(ticket.players, wait_ms, Some(rtt_ms));
            let players = u64::from(ticket.players);
            let span = self.span(ticket.enqueued);
            span.simulated.0 += players;
            span.simulated.1 += players * u64::from(wait_ms);
            self.end(&ticket, true);
        }
    }

    /// Counts the end of a search by region, party and skill, and beside what the file says of it.
    fn end(&mut self, ticket: &Waiting, matched: bool) {
        let (waited_s, simulated_ms) = (self.now.since(ticket.enqueued), self.wait_ms(ticket));
        let players = u64::from(ticket.players);
        self.record.ended(
            self.now,
            &Ended {
                nearest: ticket.nearest(),
                players: usize::from(ticket.players),
                skill: ticket.skill,
                waited_s,
                matched,
            },
        );
        let pairs = &mut self.pairs;
        match (ticket.recorded_ms, matched) {
            (None, false) => pairs.neither += players,
            (None, true) => pairs.simulated_only += players,
            (Some(_), false) => pairs.recorded_only += players,
            (Some(recorded_ms), true) => {
                let change_ms = i64::from(simulated_ms) - i64::from(recorded_ms);
                pairs.both += players;
                pairs.change_ms += change_ms * i64::from(ticket.players);
                pairs.shorter += if change_ms <= -CHANGE_MS { players } else { 0 };
                pairs.longer += if change_ms >= CHANGE_MS { players } else { 0 };
            }
        }
    }

    /// The wait of a ticket that is matched now. A match has all tickets of its second, so it forms when the second is over.
    fn wait_ms(&self, ticket: &Waiting) -> u32 {
        let over_ms = self.queue.midnight_ms() + (i64::from(self.now_s()) + 1) * 1_000;
        wait_ms(ticket.time_ms, over_ms)
    }

    fn report(&self) -> QueueReport {
        let has_outcomes = self.queue.has_outcomes();
        let problems = self.queue.problems.iter().map(ToString::to_string);
        QueueReport {
            tickets: self.tickets,
            players: self.players,
            refused: self.refused,
            notices: self.queue.notices.iter().cloned().chain(problems).collect(),
            recorded: has_outcomes.then(|| self.recorded.figures()),
            simulated: self.simulated.figures(),
            pairs: has_outcomes.then(|| self.pairs.figures()),
            policy: report(&self.record, self.matcher.rules(), &self.world),
            span_s: self.span_s,
            spans: self.spans.iter().map(|span| span.figures(has_outcomes)).collect(),
        }
    }
}

/// The time between two moments, ms.
fn wait_ms(from_ms: i64, to_ms: i64) -> u32 {
    u32::try_from(to_ms - from_ms).unwrap_or(0)
}

/// The centre of the cell of a place.
fn centre(place: Location) -> Place {
    place_of(GridCell::of(place).centre())
}

impl Pairs {
    fn figures(&self) -> QueuePairs {
        let of_both = |sum: f64| (self.both > 0).then(|| sum / self.both as f64);
        QueuePairs {
            both: self.both,
            recorded_only: self.recorded_only,
            simulated_only: self.simulated_only,
            neither: self.neither,
            wait_change_mean_s: of_both(self.change_ms as f64 / 1e3),
            shorter: of_both(self.shorter as f64),
            longer: of_both(self.longer as f64),
        }
    }
}

impl Span {
    fn figures(&self, has_outcomes: bool) -> QueueSpan {
        let mean = |(count, sum): (u64, u64)| (count > 0).then(|| sum as f64 / 1e3 / count as f64);
        let share = |(count, _): (u64, u64)| (self.players > 0).then(|| count as f64 / self.players as f64);
        QueueSpan {
            players: self.players,
            recorded_wait_s: mean(self.recorded).filter(|_| has_outcomes),
            simulated_wait_s: mean(self.simulated),
            recorded_success: share(self.recorded).filter(|_| has_outcomes),
            simulated_success: share(self.simulated),
        }
    }
}
