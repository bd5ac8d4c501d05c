//! The article's matchmaker.
//!
//! A searching player is IDEAL, then EXPAND, then a WARMBODY, and is in the queues of all datacenters within
//! its state's cap at once. Once a second the datacenters are walked in random order; each shuffles its queue
//! and takes groups of N. Warm bodies are in no queue: after the walk they complete groups that are still
//! short, at any RTT. Groups that stay together, if enabled, are [`Lobbies`].
//!
//! It is written to be read beside its specification, and tests use it as the reference:
//! [`Cascade`](crate::Cascade) forms the same matches with the same probabilities, but faster.

use crate::search::{ByRules, Change, Matchmaker, Next, QueuedPlayer, Rules, SearchState, Searching, TicketSearch};
use crate::{Formed, LastMatches, LatencyTable, Lobbies, RowId, Wait, warm};
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams};
use rand::seq::SliceRandom;
use std::marker::PhantomData;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TicketId(u32);

/// One search of one player.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    queued: QueuedPlayer,
    enqueued: SimTime,
    state: SearchState,
    since: SimTime,
    /// False once it is matched or has failed, until its slot is reused.
    waiting: bool,
}

/// The order in which datacenters are walked and players taken. The article's order is random; tests use
/// others to check that they detect them.
pub trait Order {
    /// Orders the datacenters of a tick.
    fn walk(rng: &mut Rng, datacenters: &mut [DatacenterIndex]);

    /// Orders the queue of a datacenter before it takes groups from the front.
    fn queue<T>(rng: &mut Rng, tickets: &mut [T]);
}

/// All orders are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct AtRandom;

impl Order for AtRandom {
    fn walk(rng: &mut Rng, datacenters: &mut [DatacenterIndex]) {
        datacenters.shuffle(rng);
    }

    fn queue<T>(rng: &mut Rng, tickets: &mut [T]) {
        tickets.shuffle(rng);
    }
}

/// The matchmaker: tickets, a queue per datacenter, and random streams.
#[derive(Clone, Debug)]
pub struct Article<O = AtRandom> {
    rules: Rules,
    /// NEW players of this tick.
    new: Vec<QueuedPlayer>,
    tickets: Vec<Ticket>,
    free: Vec<TicketId>,
    /// Every waiting ticket, longest wait first.
    waiting: Vec<TicketId>,
    queues: Vec<Vec<TicketId>>,
    /// Whether each datacenter is closed.
    closed: Vec<bool>,
    lobbies: Lobbies,
    /// Where rematches are avoided.
    last_matches: Option<LastMatches>,
    searched_s: [u64; 3],
    walk: Vec<DatacenterIndex>,
    walk_rng: Rng,
    shuffle_rng: Rng,
    order: PhantomData<O>,
}

impl<O: Order> ByRules for Article<O> {
    fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self {
        Self {
            rules,
            new: Vec::new(),
            tickets: Vec::new(),
            free: Vec::new(),
            waiting: Vec::new(),
            queues: vec![Vec::new(); datacenters],
            closed: vec![false; datacenters],
            lobbies: Lobbies::default(),
            last_matches: rules.avoid_rematch.then(LastMatches::default),
            searched_s: [0; 3],
            walk: (0..datacenters as u16).map(DatacenterIndex).collect(),
            walk_rng: streams.stream("walk order"),
            shuffle_rng: streams.stream("queue shuffles"),
            order: PhantomData,
        }
    }
}

impl<O: Order> Matchmaker for Article<O> {
    fn arrivals(&mut self) -> &mut Vec<QueuedPlayer> {
        &mut self.new
    }

    fn requeue(&mut self, now: SimTime, latencies: &LatencyTable, queued: QueuedPlayer, enqueued: SimTime) {
        let at = self.waiting.partition_point(|&id| self.ticket(id).enqueued <= enqueued);
        let id =
            self.wait(latencies, Ticket { queued, enqueued, state: SearchState::Ideal, since: now, waiting: true });
        self.waiting.insert(at, id);
    }

    fn lobbies_mut(&mut self) -> &mut Lobbies {
        &mut self.lobbies
    }

    fn lobbies(&self) -> &Lobbies {
        &self.lobbies
    }

    fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.closed[datacenter.index()] = closed;
    }

    fn last_matches_mut(&mut self) -> Option<&mut LastMatches> {
        self.last_matches.as_mut()
    }

    fn expire(&mut self, now: SimTime, latencies: &LatencyTable, changes: &mut Vec<Change>) {
        for at in 0..self.waiting.len() {
            let id = self.waiting[at];
            let Ticket { queued, enqueued, state, since, .. } = *self.ticket(id);
            if now < self.rules.due(state, since, enqueued) {
                continue;
            }
            self.searched_s[state as usize] += u64::from(now.since(since));
            let (to, within) =
                self.rules.next(now, latencies, TicketSearch { row: queued.row, state, since, enqueued });
            match to {
                Next::Search(SearchState::Warm) => self.leave_queues(id, latencies.expand(queued.row)),
                Next::Search(_) => {
                    let ideal = latencies.ideal_set(queued.row);
                    let farther =
                        latencies.datacenters_of(within).filter(|&datacenter| !latencies.has(ideal, datacenter));
                    farther.for_each(|datacenter| self.queues[datacenter.index()].push(id));
                }
                Next::Fail | Next::GiveUp => self.ticket_mut(id).waiting = false,
            }
            if let Next::Search(state) = to {
                let ticket = self.ticket_mut(id);
                (ticket.state, ticket.since) = (state, now);
            }
            changes.push(Change { queued, to, waited_s: now.since(enqueued) });
        }
        self.lobbies.expire(now, self.rules, changes);
        self.drop_ended();
    }

    fn form(&mut self, now: SimTime, latencies: &LatencyTable, formed: &mut Formed) {
        formed.clear();
        self.classify(now, latencies);
        self.walk_datacenters(now, formed);
        self.place_warm_bodies(now, latencies, formed);
        self.drop_ended();
        if let Some(last_matches) = &mut self.last_matches {
            last_matches.record(self.rules.players, formed);
            formed.set_grouped();
        }
    }

    /// NEW players become IDEAL if any datacenter is within the ideal cap, else EXPAND, else WARMBODY.
    fn classify(&mut self, now: SimTime, latencies: &LatencyTable) {
        for at in 0..self.new.len() {
            let queued = self.new[at];
            let id = self.wait(
                latencies,
                Ticket { queued, enqueued: now, state: SearchState::Ideal, since: now, waiting: true },
            );
            self.waiting.push(id);
        }
        self.new.clear();
    }

    fn searching(&self) -> impl Iterator<Item = Searching> {
        let tickets = self.waiting.iter().map(|id| &self.tickets[id.0 as usize]);
        tickets.map(|&Ticket { queued, state, since, .. }| Searching { queued, state, since })
    }

    fn queue(&self, _latencies: &LatencyTable, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId> {
        self.queues[datacenter.index()].iter().map(|id| self.tickets[id.0 as usize].queued.player)
    }

    fn searched_s(&self) -> [u64; 3] {
        let [ideal, expand, warm] = self.searched_s;
        [ideal + self.lobbies.searched_s(), expand, warm]
    }
}

impl<O: Order> Article<O> {
    /// Issues a ticket in the first state of its player, and puts it into the queues of that state.
    fn wait(&mut self, latencies: &LatencyTable, ticket: Ticket) -> TicketId {
        let (state, queues) = SearchState::at_first(latencies, ticket.queued.row);
        let id = self.issue(Ticket { state, ..ticket });
        latencies.datacenters_of(queues).for_each(|datacenter| self.queues[datacenter.index()].push(id));
        id
    }

    /// Walks the datacenters in a new random order; each shuffles its queue, completes its lobbies and takes
    /// groups of N.
    fn walk_datacenters(&mut self, now: SimTime, formed: &mut Formed) {
        let mut walk = std::mem::take(&mut self.walk);
        O::walk(&mut self.walk_rng, &mut walk);
        for &datacenter in &walk {
            if self.closed[datacenter.index()] {
                continue;
            }
            let mut queue = std::mem::take(&mut self.queues[datacenter.index()]);
            queue.retain(|&id| self.ticket(id).waiting);
            // Without a lobby and with fewer than N players, nobody matches here in any order.
            if self.lobbies.first(datacenter) + queue.len() >= self.rules.players {
                O::queue(&mut self.shuffle_rng, &mut queue);
                if let Some(last_matches) = &self.last_matches {
                    last_matches.keep_apart(self.rules.players, &mut queue, |&id| self.ticket(id).queued.player);
                }
                let mut rest = &queue[..];
                while let Some((chosen, others)) = self
                    .lobbies
                    .lacking(datacenter, self.rules.players)
                    .and_then(|lacking| rest.split_at_checked(lacking))
                {
                    self.start(now, datacenter, chosen, formed);
                    rest = others;
                }
                for group in rest.chunks_exact(self.rules.players) {
                    self.start(now, datacenter, group, formed);
                }
                queue.retain(|&id| self.ticket(id).waiting);
            }
            self.queues[datacenter.index()] = queue;
        }
        self.walk = walk;
    }

    /// Forms the matches of warm bodies, oldest first, in random order within a second. Each takes the
    /// datacenter with its own lowest RTT among those whose leftovers, first lobby included, fill a match
    /// with the remaining warm bodies. The next oldest complete the match. Warm bodies without such a
    /// datacenter form [matches among themselves](warm::matches).
    fn place_warm_bodies(&mut self, now: SimTime, latencies: &LatencyTable, formed: &mut Formed) {
        let is_warm =
            |id: &&TicketId| matches!(self.ticket(**id), Ticket { waiting: true, state: SearchState::Warm, .. });
        let mut warm: Vec<TicketId> = self.waiting.iter().filter(is_warm).copied().collect();
        let tickets = &self.tickets;
        let enqueued = |id: &TicketId| tickets[id.0 as usize].enqueued;
        warm.chunk_by_mut(|a, b| enqueued(a) == enqueued(b)).for_each(|alike| alike.shuffle(&mut self.shuffle_rng));
        while let Some(&oldest) = warm.first() {
            let row = self.ticket(oldest).queued.row;
            let short = |d: &DatacenterIndex| {
                let leftovers = self.lobbies.first(*d) + self.leftovers(*d).count();
                leftovers > 0 && leftovers + warm.len() >= self.rules.players
            };
            let own_rtt = |d: &DatacenterIndex| latencies.rtt_ms(row, *d);
            let Some(datacenter) = self.open().filter(short).min_by_key(own_rtt) else { break };
            let mut group: Vec<TicketId> = self.leftovers(datacenter).collect();
            let lacking = self.rules.players - self.lobbies.first(datacenter) - group.len();
            group.extend(warm.drain(..lacking));
            self.start(now, datacenter, &group, formed);
        }
        let rows: Vec<RowId> = warm.iter().map(|&id| self.ticket(id).queued.row).collect();
        for found in warm::matches(latencies, &self.open().collect::<Vec<_>>(), &rows, self.rules.players) {
            let group: Vec<TicketId> = found.players.iter().map(|&at| warm[at]).collect();
            self.start(now, found.datacenter, &group, formed);
        }
    }

    /// Tickets still waiting in a datacenter's queue; after the walk fewer than N.
    fn leftovers(&self, datacenter: DatacenterIndex) -> impl Iterator<Item = TicketId> {
        self.queues[datacenter.index()].iter().copied().filter(|&id| self.ticket(id).waiting)
    }

    /// The datacenters that are not closed.
    fn open(&self) -> impl Iterator<Item = DatacenterIndex> {
        (0..self.queues.len() as u16).map(DatacenterIndex).filter(|at| !self.closed[at.index()])
    }

    /// Starts a match: its players leave all queues at once. Fewer than N complete the first lobby.
    fn start(&mut self, now: SimTime, datacenter: DatacenterIndex, group: &[TicketId], formed: &mut Formed) {
        let mut queued_players: Vec<QueuedPlayer> = group.iter().map(|&id| self.ticket(id).queued).collect();
        if queued_players.len() < self.rules.players {
            queued_players.extend(self.lobbies.take(now, datacenter, formed));
        }
        formed.push(datacenter, self.rules.players, queued_players.into_iter());
        for &id in group {
            let Ticket { queued, enqueued, state, since, .. } = *self.ticket(id);
            self.ticket_mut(id).waiting = false;
            self.searched_s[state as usize] += u64::from(now.since(since));
            let (wait_s, warm) = (now.since(enqueued), state == SearchState::Warm);
            if wait_s > 0 || warm {
                formed.push_wait(Wait { player: queued.player, wait_s, warm });
            }
        }
    }

    /// Takes tickets that no longer wait out of all queues, and frees their slots.
    fn drop_ended(&mut self) {
        let tickets = &self.tickets;
        for queue in &mut self.queues {
            queue.retain(|id| tickets[id.0 as usize].waiting);
        }
        let (tickets, free) = (&self.tickets, &mut self.free);
        self.waiting.retain(|&id| {
            let waiting = tickets[id.0 as usize].waiting;
            if !waiting {
                free.push(id);
            }
            waiting
        });
    }

    fn issue(&mut self, ticket: Ticket) -> TicketId {
        if let Some(id) = self.free.pop() {
            *self.ticket_mut(id) = ticket;
            return id;
        }
        self.tickets.push(ticket);
        TicketId(self.tickets.len() as u32 - 1)
    }

    fn leave_queues(&mut self, id: TicketId, datacenters: impl Iterator<Item = DatacenterIndex>) {
        for datacenter in datacenters {
            self.queues[datacenter.index()].retain(|&other| other != id);
        }
    }

    fn ticket(&self, id: TicketId) -> &Ticket {
        &self.tickets[id.0 as usize]
    }

    fn ticket_mut(&mut self, id: TicketId) -> &mut Ticket {
        &mut self.tickets[id.0 as usize]
    }
}
