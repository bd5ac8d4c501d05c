//! The article's matchmaker without the queues that nobody needs to stand in.
//!
//! It forms the same matches with the same chances as [`Article`](crate::Article), and needs less for it:
//!
//! * A searching player stands in one list only: that of the *first* datacenter of its set that the tick's walk has
//!   not passed. When the walk comes to a datacenter, its list is everybody unmatched who has it in the set: the
//!   article's queue. Whoever is left there moves on to the next datacenter of its set.
//! * The end of a list in random order is a random choice of as many: only those who stay are drawn, see
//!   [`Formed`] for who plays with whom.
//! * After a tick fewer than a group wait for any datacenter, so everybody who waits can be gone through each second.
//!
//! Nearly everybody matches in the tick in which they queue, and those are never given a [`Ticket`].

use crate::search::{Change, Matchmaker, Rules, SearchState, Searching, Seat};
use crate::walk::Walk;
use crate::{Formed, Lobbies, Reach, SetId, Wait};
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams};

/// The search of a player who has not matched at once.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    seat: Seat,
    enqueued: SimTime,
    since: SimTime,
    state: SearchState,
    /// The datacenters that a match may be at; none for a warm body.
    within: SetId,
    waiting: bool,
}

/// Position of a ticket among those that wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TicketIndex(u32);

/// Lists side by side in one block, each with room for as many as may come.
#[derive(Clone, Debug)]
struct Lists<T> {
    items: Vec<T>,
    lengths: Vec<usize>,
    /// Of each list.
    room: usize,
}

impl<T: Copy + Default> Lists<T> {
    fn new(lists: usize) -> Self {
        Self { items: Vec::new(), lengths: vec![0; lists], room: 0 }
    }

    /// Empties every list. Together they will get so many items, each at most once in every list.
    fn clear(&mut self, items: usize) {
        self.lengths.fill(0);
        if self.room < items {
            // Lists a power of two apart would have the same few lines of the cache for their first items.
            self.room = items.next_power_of_two() + 24;
            self.items.resize(self.room * self.lengths.len(), T::default());
        }
    }

    #[inline]
    fn push(&mut self, list: usize, item: T) {
        self.items[list * self.room + self.lengths[list]] = item;
        self.lengths[list] += 1;
    }

    fn len(&self, list: usize) -> usize {
        self.lengths[list]
    }

    fn get(&self, list: usize) -> &[T] {
        &self.items[list * self.room..][..self.lengths[list]]
    }

    /// Takes an item out of a list.
    fn take(&mut self, list: usize, at: usize) -> T {
        self.lengths[list] -= 1;
        let own = &mut self.items[list * self.room..][..=self.lengths[list]];
        let item = own[at];
        own[at] = own[own.len() - 1];
        item
    }
}

/// The matchmaker: those who wait, and the chance that orders them.
#[derive(Clone, Debug)]
pub struct Cascade {
    rules: Rules,
    /// NEW players of this tick.
    new: Vec<Seat>,
    /// Longest wait first.
    waiting: Vec<Ticket>,
    lobbies: Lobbies,
    searched_s: [u64; 3],
    walk: Walk,
    /// Who waits at each place of the walk, the NEW players and the tickets. The last list is for those whom the walk
    /// has left without a match.
    new_at: Lists<Seat>,
    tickets_at: Lists<TicketIndex>,
    /// Who is left in each datacenter's queue, for the warm bodies.
    leftovers: Vec<u32>,
    walk_rng: Rng,
    choose_rng: Rng,
}

impl Matchmaker for Cascade {
    fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self {
        Self {
            rules,
            new: Vec::new(),
            waiting: Vec::new(),
            lobbies: Lobbies::default(),
            searched_s: [0; 3],
            walk: Walk::new(datacenters),
            new_at: Lists::new(datacenters + 1),
            tickets_at: Lists::new(datacenters + 1),
            leftovers: vec![0; datacenters],
            walk_rng: streams.stream("walk order"),
            choose_rng: streams.stream("who stays"),
        }
    }

    fn arrivals(&mut self) -> &mut Vec<Seat> {
        &mut self.new
    }

    fn lobbies_mut(&mut self) -> &mut Lobbies {
        &mut self.lobbies
    }

    fn lobbies(&self) -> &Lobbies {
        &self.lobbies
    }

    fn expire(&mut self, now: SimTime, reach: &Reach, changes: &mut Vec<Change>) {
        let mut failed = false;
        for ticket in &mut self.waiting {
            let spent_s = now.since(ticket.since);
            if spent_s < self.rules.patience_s(ticket.state) {
                continue;
            }
            self.searched_s[ticket.state as usize] += u64::from(spent_s);
            let next = ticket.state.next(reach, ticket.seat.row);
            match next {
                Some((state, within)) => (ticket.state, ticket.within, ticket.since) = (state, within, now),
                None => (ticket.waiting, failed) = (false, true),
            }
            changes.push(Change { seat: ticket.seat, to: next.map(|(state, _)| state) });
        }
        self.lobbies.expire(now, self.rules.search_s(), changes);
        if failed {
            self.waiting.retain(|ticket| ticket.waiting);
        }
    }

    fn form(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        formed.clear();
        self.walk_datacenters(now, reach, formed);
        self.settle(now, reach);
        if self.waiting.iter().any(|ticket| ticket.state == SearchState::Warm) {
            self.place_warm_bodies(now, reach, formed);
            self.waiting.retain(|ticket| ticket.waiting);
        }
    }

    fn searching(&self) -> impl Iterator<Item = Searching> {
        self.waiting.iter().map(|&Ticket { seat, state, since, .. }| Searching { seat, state, since })
    }

    fn queue(&self, reach: &Reach, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId> {
        let stands = move |ticket: &&Ticket| reach.datacenters_of(ticket.within).contains(&datacenter);
        self.waiting.iter().filter(stands).map(|ticket| ticket.seat.player)
    }

    fn searched_s(&self) -> [u64; 3] {
        let [ideal, expand, warm] = self.searched_s;
        [ideal + self.lobbies.searched_s(), expand, warm]
    }
}

impl Cascade {
    /// Datacenters in fresh random order; each matches its whole list but for those beyond the last group of N.
    fn walk_datacenters(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        self.walk.shuffle(&mut self.walk_rng, reach);
        self.line_up(reach);
        for place in 0..reach.datacenters() {
            let datacenter = self.walk.pass(place);
            self.complete_lobbies(now, datacenter, place, formed);
            let standing = self.standing(place);
            if standing < self.rules.players {
                (0..standing).for_each(|_| self.move_on(place, 0, reach));
            } else {
                for stays in 0..standing % self.rules.players {
                    let who = self.choose_rng.below((standing - stays) as u32);
                    self.move_on(place, who as usize, reach);
                }
                self.start_list(now, datacenter, place, formed);
            }
        }
    }

    /// Completes the lobbies of a datacenter with players drawn from those at its place.
    fn complete_lobbies(&mut self, now: SimTime, datacenter: DatacenterIndex, place: usize, formed: &mut Formed) {
        while let Some(lacking) = self.lobbies.lacking(datacenter, self.rules.players)
            && lacking <= self.standing(place)
        {
            let mut seats = self.lobbies.take(now, datacenter, formed);
            for _ in 0..lacking {
                let who = self.choose_rng.below(self.standing(place) as u32) as usize;
                seats.push(if let Some(ticket) = who.checked_sub(self.new_at.len(place)) {
                    let ticket = &mut self.waiting[self.tickets_at.take(place, ticket).0 as usize];
                    formed.push_wait(take(ticket, now, &mut self.searched_s));
                    ticket.seat
                } else {
                    self.new_at.take(place, who)
                });
            }
            formed.push(datacenter, seats.into_iter());
        }
    }

    /// How many stand at a place.
    fn standing(&self, place: usize) -> usize {
        self.new_at.len(place) + self.tickets_at.len(place)
    }

    /// Everybody to the first datacenter of their set.
    fn line_up(&mut self, reach: &Reach) {
        self.new_at.clear(self.new.len());
        self.tickets_at.clear(self.waiting.len());
        for (ticket, at) in self.waiting.iter().zip(0..) {
            self.tickets_at.push(self.walk.first(reach, ticket.within), TicketIndex(at));
        }
        for &seat in &self.new {
            self.new_at.push(self.walk.first(reach, reach.at_first(seat.row)), seat);
        }
        self.new.clear();
    }

    /// One of those at a place, the NEW players first, goes on to the next datacenter of its set.
    fn move_on(&mut self, place: usize, who: usize, reach: &Reach) {
        if let Some(ticket) = who.checked_sub(self.new_at.len(place)) {
            let ticket = self.tickets_at.take(place, ticket);
            self.tickets_at.push(self.walk.next(self.ticket(ticket).within), ticket);
        } else {
            let seat = self.new_at.take(place, who);
            self.new_at.push(self.walk.next(reach.at_first(seat.row)), seat);
        }
    }

    /// Starts matches of everybody at a place.
    fn start_list(&mut self, now: SimTime, datacenter: DatacenterIndex, place: usize, formed: &mut Formed) {
        let tickets = self.tickets_at.get(place);
        for at in tickets {
            formed.push_wait(take(&mut self.waiting[at.0 as usize], now, &mut self.searched_s));
        }
        let seats = tickets.iter().map(|at| self.waiting[at.0 as usize].seat);
        formed.push(datacenter, seats.chain(self.new_at.get(place).iter().copied()));
    }

    /// Those who matched no longer wait, and those of the NEW who did not wait from now on.
    fn settle(&mut self, now: SimTime, reach: &Reach) {
        self.waiting.retain(|ticket| ticket.waiting);
        let left = self.new_at.get(reach.datacenters()).iter();
        self.waiting.extend(left.map(|&seat| {
            let (state, within) = SearchState::at_first(reach, seat.row);
            Ticket { seat, enqueued: now, since: now, state, within, waiting: true }
        }));
    }

    /// Warm bodies, oldest first and those of one second in random order, each take the datacenter with their own lowest
    /// RTT among those whose leftovers, its first lobby among them, and the remaining warm bodies make a match; the match
    /// is completed with the next oldest. Those for whom there is none form matches among themselves.
    fn place_warm_bodies(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        let all = (0..self.waiting.len() as u32).map(TicketIndex);
        let mut warm: Vec<TicketIndex> = all.filter(|&at| self.ticket(at).state == SearchState::Warm).collect();
        let waiting = &self.waiting;
        let enqueued = |at: &TicketIndex| waiting[at.0 as usize].enqueued;
        warm.chunk_by_mut(|a, b| enqueued(a) == enqueued(b)).for_each(|alike| self.choose_rng.shuffle(alike));
        self.count_leftovers(reach);
        while let Some(&oldest) = warm.first() {
            let rtts_ms = reach.rtts_ms(self.ticket(oldest).seat.row);
            let short = |&(_, &leftovers): &(usize, &u32)| {
                leftovers > 0 && leftovers as usize + warm.len() >= self.rules.players
            };
            let nearest = self.leftovers.iter().enumerate().filter(short).min_by_key(|&(at, _)| rtts_ms[at]);
            let Some((at, &leftovers)) = nearest else { break };
            let datacenter = DatacenterIndex(at as u16);
            let mut group = self.leftovers_of(datacenter, reach);
            group.extend(warm.drain(..self.rules.players - leftovers as usize));
            self.start(now, datacenter, &group, formed);
            self.count_leftovers(reach);
        }
        for group in warm.chunks_exact(self.rules.players) {
            let summed_rtt = |at: &u16| -> u32 {
                let rtt_ms = |ticket| reach.rtt_ms(self.ticket(ticket).seat.row, DatacenterIndex(*at));
                group.iter().map(|&ticket| u32::from(rtt_ms(ticket))).sum()
            };
            if let Some(at) = (0..reach.datacenters() as u16).min_by_key(summed_rtt) {
                self.start(now, DatacenterIndex(at), group, formed);
            }
        }
    }

    /// How many the walk has left with each datacenter in the set, and in its first lobby; fewer than N.
    fn count_leftovers(&mut self, reach: &Reach) {
        for (leftovers, at) in self.leftovers.iter_mut().zip(0..) {
            *leftovers = self.lobbies.first(DatacenterIndex(at)) as u32;
        }
        for ticket in self.waiting.iter().filter(|ticket| ticket.waiting) {
            for datacenter in reach.datacenters_of(ticket.within) {
                self.leftovers[datacenter.index()] += 1;
            }
        }
    }

    fn leftovers_of(&self, datacenter: DatacenterIndex, reach: &Reach) -> Vec<TicketIndex> {
        let stands = |ticket: &Ticket| ticket.waiting && reach.datacenters_of(ticket.within).contains(&datacenter);
        (0..).map(TicketIndex).zip(&self.waiting).filter(|(_, ticket)| stands(ticket)).map(|(at, _)| at).collect()
    }

    /// Starts a match of players who all have a ticket. Fewer than N complete the first lobby.
    fn start(&mut self, now: SimTime, datacenter: DatacenterIndex, group: &[TicketIndex], formed: &mut Formed) {
        let lobby =
            if group.len() < self.rules.players { self.lobbies.take(now, datacenter, formed) } else { Vec::new() };
        formed.push(datacenter, lobby.into_iter().chain(group.iter().map(|&at| self.ticket(at).seat)));
        for &at in group {
            formed.push_wait(take(&mut self.waiting[at.0 as usize], now, &mut self.searched_s));
        }
    }

    fn ticket(&self, at: TicketIndex) -> &Ticket {
        &self.waiting[at.0 as usize]
    }
}

/// The ticket is over: its player has matched.
fn take(ticket: &mut Ticket, now: SimTime, searched_s: &mut [u64; 3]) -> Wait {
    ticket.waiting = false;
    searched_s[ticket.state as usize] += u64::from(now.since(ticket.since));
    let warm = ticket.state == SearchState::Warm;
    Wait { player: ticket.seat.player, wait_s: now.since(ticket.enqueued), warm }
}
