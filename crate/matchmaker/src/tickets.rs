//! The searches of players who did not match at once: states, time-outs, and the warm bodies' last chance.

use crate::search::{Change, Next, QueuedPlayer, Rules, SearchState, Searching, TicketSearch};
use crate::{Formed, LatencyTable, Lobbies, RowId, SetId, Wait, warm};
use matchday_base::{DatacenterIndex, Rng, SimTime};
use rand::seq::SliceRandom;

/// The search of a player who has not matched at once.
#[derive(Clone, Copy, Debug)]
pub struct Ticket {
    pub queued: QueuedPlayer,
    enqueued: SimTime,
    since: SimTime,
    /// When the search changes next.
    due: SimTime,
    state: SearchState,
    /// The datacenters where it may match; none for a warm body.
    pub within: SetId,
    waiting: bool,
}

/// Position of a ticket among the waiting tickets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicketIndex(pub u32);

impl TicketIndex {
    /// A player without a ticket.
    pub const NEW: Self = Self(u32::MAX);
}

/// The waiting tickets.
#[derive(Clone, Debug)]
pub struct Tickets {
    rules: Rules,
    /// Longest wait first.
    waiting: Vec<Ticket>,
    /// Waiting tickets in each state.
    counts: [u32; 3],
    searched_s: [u64; 3],
    /// Tickets left in each datacenter's queue, for the warm bodies.
    leftovers: Vec<u32>,
    /// The waiting warm bodies; kept to avoid allocations.
    warm: Vec<TicketIndex>,
    /// Whether each datacenter is closed.
    closed: Vec<bool>,
    any_closed: bool,
}

impl Tickets {
    pub fn new(rules: Rules, datacenters: usize) -> Self {
        Self {
            rules,
            waiting: Vec::new(),
            counts: [0; 3],
            searched_s: [0; 3],
            leftovers: vec![0; datacenters],
            warm: Vec::new(),
            closed: vec![false; datacenters],
            any_closed: false,
        }
    }

    /// Whether any datacenter is closed.
    pub fn is_any_closed(&self) -> bool {
        self.any_closed
    }

    /// Whether no match forms at a datacenter.
    pub fn is_closed(&self, datacenter: DatacenterIndex) -> bool {
        self.closed[datacenter.index()]
    }

    /// The datacenters that are not closed.
    fn open(&self) -> Vec<DatacenterIndex> {
        let all = (0..self.closed.len() as u16).map(DatacenterIndex);
        all.filter(|&datacenter| !self.is_closed(datacenter)).collect()
    }

    /// Closes a datacenter, or opens it again.
    pub fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.closed[datacenter.index()] = closed;
        self.any_closed = self.closed.contains(&true);
    }

    /// All waiting tickets, in the order of their [`TicketIndex`].
    pub fn waiting(&self) -> &[Ticket] {
        &self.waiting
    }

    pub fn get(&self, at: TicketIndex) -> &Ticket {
        &self.waiting[at.0 as usize]
    }

    /// Adds a NEW player who did not match.
    pub fn add(&mut self, now: SimTime, latencies: &LatencyTable, queued: QueuedPlayer) {
        let ticket = self.new_ticket(now, latencies, queued, now);
        self.waiting.push(ticket);
    }

    /// Adds a player whose match was called off, before all who were enqueued later.
    pub fn requeue(&mut self, now: SimTime, latencies: &LatencyTable, queued: QueuedPlayer, enqueued: SimTime) {
        let at = self.waiting.partition_point(|ticket| ticket.enqueued <= enqueued);
        let ticket = self.new_ticket(now, latencies, queued, enqueued);
        self.waiting.insert(at, ticket);
    }

    fn new_ticket(
        &mut self,
        now: SimTime,
        latencies: &LatencyTable,
        queued: QueuedPlayer,
        enqueued: SimTime,
    ) -> Ticket {
        let (state, within) = SearchState::at_first(latencies, queued.row);
        let due = self.rules.due(state, now, enqueued);
        self.counts[state as usize] += 1;
        Ticket { queued, enqueued, since: now, due, state, within, waiting: true }
    }

    /// Moves players on after the full time of their state, or ends their search.
    pub fn expire(&mut self, now: SimTime, latencies: &LatencyTable, changes: &mut Vec<Change>) {
        let mut ended = false;
        for ticket in self.waiting.iter_mut().filter(|ticket| ticket.due <= now) {
            let &mut Ticket { queued, enqueued, since, state, .. } = ticket;
            self.searched_s[state as usize] += u64::from(now.since(since));
            self.counts[state as usize] -= 1;
            let (to, within) =
                self.rules.next(now, latencies, TicketSearch { row: queued.row, state, since, enqueued });
            if let Next::Search(state) = to {
                let due = self.rules.due(state, now, enqueued);
                self.counts[state as usize] += 1;
                *ticket = Ticket { state, within, since: now, due, ..*ticket };
            } else {
                (ticket.waiting, ended) = (false, true);
            }
            changes.push(Change { queued, to, waited_s: now.since(enqueued) });
        }
        if ended {
            self.forget_matched();
        }
    }

    /// Ends a ticket whose player has matched. It keeps its place until matched tickets are
    /// [forgotten](Self::forget_matched).
    pub fn take(&mut self, at: TicketIndex, now: SimTime, formed: &mut Formed) {
        let ticket = &mut self.waiting[at.0 as usize];
        ticket.waiting = false;
        self.searched_s[ticket.state as usize] += u64::from(now.since(ticket.since));
        self.counts[ticket.state as usize] -= 1;
        let warm = ticket.state == SearchState::Warm;
        formed.push_wait(Wait { player: ticket.queued.player, wait_s: now.since(ticket.enqueued), warm });
    }

    /// Ends the tickets of all players but those who are `left` without a match. NEW players among these get one.
    pub fn settle(
        &mut self,
        now: SimTime,
        latencies: &LatencyTable,
        left: impl Iterator<Item = (TicketIndex, QueuedPlayer)>,
        formed: &mut Formed,
    ) {
        let before = self.waiting.len();
        self.waiting.iter_mut().for_each(|ticket| ticket.waiting = false);
        for (ticket, queued) in left {
            match self.waiting.get_mut(ticket.0 as usize) {
                Some(ticket) => ticket.waiting = true,
                None => self.add(now, latencies, queued),
            }
        }
        let mut waiting = 0;
        for at in 0..before {
            if self.waiting[at].waiting {
                self.waiting[waiting] = self.waiting[at];
                waiting += 1;
            } else {
                self.take(TicketIndex(at as u32), now, formed);
            }
        }
        self.waiting.drain(waiting..before);
    }

    /// Removes matched tickets.
    pub fn forget_matched(&mut self) {
        // Each overwrites the last one that still waits: a branch would be mispredicted every other time.
        let mut waiting = 0;
        for at in 0..self.waiting.len() {
            self.waiting[waiting] = self.waiting[at];
            waiting += usize::from(self.waiting[at].waiting);
        }
        self.waiting.truncate(waiting);
    }

    pub fn searching(&self) -> impl Iterator<Item = Searching> {
        self.waiting.iter().map(|&Ticket { queued, state, since, .. }| Searching { queued, state, since })
    }

    /// Waiting tickets in each state, in the order of [`SearchState::ALL`].
    pub fn counts(&self) -> [u32; 3] {
        self.counts
    }

    /// Tickets in a datacenter's queue.
    pub fn queued(&self, latencies: &LatencyTable, datacenter: DatacenterIndex) -> impl Iterator<Item = TicketIndex> {
        let stands = move |ticket: &Ticket| ticket.waiting && latencies.has(ticket.within, datacenter);
        (0..).map(TicketIndex).zip(&self.waiting).filter(move |(_, ticket)| stands(ticket)).map(|(at, _)| at)
    }

    /// Seconds spent in each state by all players who no longer wait, in the order of [`SearchState::ALL`].
    pub fn searched_s(&self) -> [u64; 3] {
        self.searched_s
    }

    /// Forms the matches of warm bodies, oldest first, in random order within a second. Each takes the
    /// datacenter with its own lowest RTT among those whose leftovers, first lobby included, fill a match
    /// with the remaining warm bodies. The next oldest complete the match. Warm bodies without such a
    /// datacenter form [matches among themselves](warm::matches).
    pub fn place_warm_bodies(
        &mut self,
        now: SimTime,
        latencies: &LatencyTable,
        lobbies: &mut Lobbies,
        rng: &mut Rng,
        formed: &mut Formed,
    ) {
        if self.counts[SearchState::Warm as usize] == 0 {
            return;
        }
        let all = (0..self.waiting.len() as u32).map(TicketIndex);
        let mut warm = std::mem::take(&mut self.warm);
        warm.clear();
        warm.extend(all.filter(|&at| self.get(at).state == SearchState::Warm));
        let enqueued = |at: &TicketIndex| self.get(*at).enqueued;
        warm.chunk_by_mut(|a, b| enqueued(a) == enqueued(b)).for_each(|alike| alike.shuffle(rng));
        self.count_leftovers(latencies, lobbies);
        while let Some(&oldest) = warm.first() {
            let rtts_ms = latencies.rtts_ms(self.get(oldest).queued.row);
            let short = |&(_, &leftovers): &(usize, &u32)| {
                leftovers > 0 && leftovers as usize + warm.len() >= self.rules.players
            };
            let nearest = self.leftovers.iter().enumerate().filter(short).min_by_key(|&(at, _)| rtts_ms[at]);
            let Some((at, &leftovers)) = nearest else { break };
            let datacenter = DatacenterIndex(at as u16);
            let mut group: Vec<TicketIndex> = self.queued(latencies, datacenter).collect();
            group.extend(warm.drain(..self.rules.players - leftovers as usize));
            self.start(now, datacenter, &group, lobbies, formed);
            for &matched in &group {
                for left in latencies.datacenters_of(self.get(matched).within) {
                    // A closed datacenter has none.
                    self.leftovers[left.index()] = self.leftovers[left.index()].saturating_sub(1);
                }
            }
            self.leftovers[at] = lobbies.first(datacenter) as u32;
        }
        if warm.len() >= self.rules.players {
            let rows: Vec<RowId> = warm.iter().map(|&at| self.get(at).queued.row).collect();
            for found in warm::matches(latencies, &self.open(), &rows, self.rules.players) {
                let group: Vec<TicketIndex> = found.players.iter().map(|&at| warm[at]).collect();
                self.start(now, found.datacenter, &group, lobbies, formed);
            }
        }
        self.warm = warm;
        self.forget_matched();
    }

    /// Counts the players left with each datacenter in their set, and in its first lobby; fewer than N. A closed
    /// datacenter has none.
    fn count_leftovers(&mut self, latencies: &LatencyTable, lobbies: &Lobbies) {
        self.leftovers.fill(0);
        if lobbies.players() > 0 {
            for (leftovers, at) in self.leftovers.iter_mut().zip(0..) {
                *leftovers = lobbies.first(DatacenterIndex(at)) as u32;
            }
        }
        for ticket in self.waiting.iter().filter(|ticket| ticket.waiting) {
            for datacenter in latencies.datacenters_of(ticket.within) {
                self.leftovers[datacenter.index()] += 1;
            }
        }
        if self.any_closed {
            let closed = self.leftovers.iter_mut().zip(&self.closed).filter(|(_, closed)| **closed);
            closed.for_each(|(leftovers, _)| *leftovers = 0);
        }
    }

    /// Starts a match of players with tickets. Fewer than N complete the first lobby.
    fn start(
        &mut self,
        now: SimTime,
        datacenter: DatacenterIndex,
        group: &[TicketIndex],
        lobbies: &mut Lobbies,
        formed: &mut Formed,
    ) {
        let lobby = if group.len() < self.rules.players { lobbies.take(now, datacenter, formed) } else { Vec::new() };
        formed.push(
            datacenter,
            self.rules.players,
            lobby.into_iter().chain(group.iter().map(|&at| self.get(at).queued)),
        );
        for &at in group {
            self.take(at, now, formed);
        }
    }
}
