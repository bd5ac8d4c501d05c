//! The article's matchmaker without the queues that nobody needs to stand in.
//!
//! It forms the same matches with the same chances as [`Article`](crate::Article), for two reasons:
//!
//! * A searching player stands in one list only: that of the *first* datacenter of its set that the tick's walk has
//!   not passed. When the walk comes to a datacenter, its list is everybody unmatched who has it in the set: the
//!   article's queue. Whoever is left there moves on to the next datacenter of its set.
//! * After a tick fewer than a group wait for any datacenter, so everybody who waits can be gone through each second.
//!
//! Nearly everybody matches in the tick in which they queue, and those are never given a [`Ticket`].

use crate::search::{Change, Matchmaker, Rules, SearchState, Searching, Seat};
use crate::walk::Walk;
use crate::{Formed, Reach, RowId, SetId, Wait};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TicketIndex(u32);

/// A player on its way along the walk: a NEW one as it is, one who waits by its ticket.
///
/// As small as a seat, since a walk does little else than to move these about: a ticket's position stands where the
/// player would, and is told from a player by a row that there is not.
#[derive(Clone, Copy, Debug)]
struct Walker(Seat);

impl Walker {
    const HAS_TICKET: RowId = RowId(u32::MAX);

    fn waiting(at: TicketIndex) -> Self {
        Self(Seat { player: PlayerId(at.0), row: Self::HAS_TICKET })
    }

    fn ticket(self) -> Option<TicketIndex> {
        (self.0.row == Self::HAS_TICKET).then_some(TicketIndex(self.0.player.0))
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
    searched_s: [u64; 3],
    walk: Walk,
    /// Who waits at each place of the walk; empty between ticks.
    lists: Vec<Vec<Walker>>,
    /// NEW players whom the walk has left without a match; empty between ticks.
    left: Vec<Seat>,
    /// Who is left in each datacenter's queue, for the warm bodies.
    leftovers: Vec<u32>,
    walk_rng: Rng,
    shuffle_rng: Rng,
}

impl Matchmaker for Cascade {
    fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self {
        Self {
            rules,
            new: Vec::new(),
            waiting: Vec::new(),
            searched_s: [0; 3],
            walk: Walk::new(datacenters),
            lists: vec![Vec::new(); datacenters],
            left: Vec::new(),
            leftovers: vec![0; datacenters],
            walk_rng: streams.stream("walk order"),
            shuffle_rng: streams.stream("queue shuffles"),
        }
    }

    fn arrivals(&mut self) -> &mut Vec<Seat> {
        &mut self.new
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
        if failed {
            self.waiting.retain(|ticket| ticket.waiting);
        }
    }

    fn form(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        formed.clear();
        if self.waiting.len() + self.new.len() < self.rules.players {
            self.left.append(&mut self.new);
        } else {
            self.walk_datacenters(now, reach, formed);
        }
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
        self.searched_s
    }
}

impl Cascade {
    /// Datacenters in fresh random order; each shuffles its list and takes groups of N.
    fn walk_datacenters(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        self.walk.shuffle(&mut self.walk_rng, reach);
        self.line_up(reach);
        for place in 0..self.lists.len() {
            let mut list = std::mem::take(&mut self.lists[place]);
            let mut matched = 0;
            // Fewer than a group: nobody matches here, in whatever order they stand.
            if list.len() >= self.rules.players {
                self.shuffle_rng.shuffle(&mut list);
                matched = list.len() - list.len() % self.rules.players;
                self.start_walkers(now, self.walk.order()[place], &mut list[..matched], formed);
            }
            for &walker in &list[matched..] {
                let within = walker.ticket().map_or_else(|| reach.at_first(walker.0.row), |at| self.ticket(at).within);
                match self.walk.next(within, place) {
                    Some(next) => self.lists[next].push(walker),
                    None if walker.ticket().is_none() => self.left.push(walker.0),
                    None => {}
                }
            }
            list.clear();
            self.lists[place] = list;
        }
    }

    /// Starts matches of players on the walk.
    fn start_walkers(
        &mut self,
        now: SimTime,
        datacenter: DatacenterIndex,
        walkers: &mut [Walker],
        formed: &mut Formed,
    ) {
        for walker in walkers.iter_mut() {
            if let Some(at) = walker.ticket() {
                let ticket = &mut self.waiting[at.0 as usize];
                walker.0 = ticket.seat;
                formed.push_wait(take(ticket, now, &mut self.searched_s));
            }
        }
        formed.push(datacenter, walkers.iter().map(|walker| walker.0));
    }

    /// Everybody to the first datacenter of their set.
    fn line_up(&mut self, reach: &Reach) {
        for (ticket, at) in self.waiting.iter().zip(0..) {
            if ticket.within != SetId::NONE {
                let first = self.walk.first(reach, ticket.within);
                self.lists[first].push(Walker::waiting(TicketIndex(at)));
            }
        }
        for &seat in &self.new {
            match reach.at_first(seat.row) {
                SetId::NONE => self.left.push(seat),
                within => self.lists[self.walk.first(reach, within)].push(Walker(seat)),
            }
        }
        self.new.clear();
    }

    /// Those who matched no longer wait, and those of the NEW who did not wait from now on.
    fn settle(&mut self, now: SimTime, reach: &Reach) {
        self.waiting.retain(|ticket| ticket.waiting);
        self.waiting.extend(self.left.drain(..).map(|seat| {
            let (state, within) = SearchState::at_first(reach, seat.row);
            Ticket { seat, enqueued: now, since: now, state, within, waiting: true }
        }));
    }

    /// Warm bodies, oldest first, each take the datacenter with their own lowest RTT among those whose leftovers
    /// and the remaining warm bodies make a match; the match is completed with the next oldest. Those for whom
    /// there is none form matches among themselves.
    fn place_warm_bodies(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        let all = (0..self.waiting.len() as u32).map(TicketIndex);
        let mut warm: Vec<TicketIndex> = all.filter(|&at| self.ticket(at).state == SearchState::Warm).collect();
        self.count_leftovers(reach);
        while let Some(&oldest) = warm.first() {
            let rtts_ms = reach.rtts_ms(self.ticket(oldest).seat.row);
            let short = |&(_, &leftovers): &(usize, &u32)| {
                leftovers > 0 && leftovers as usize + warm.len() >= self.rules.players
            };
            let nearest = self.leftovers.iter().enumerate().filter(short).min_by_key(|&(at, _)| rtts_ms[at]);
            let Some((at, &lacking)) = nearest else { break };
            let datacenter = DatacenterIndex(at as u16);
            let mut group = self.leftovers_of(datacenter, reach);
            group.extend(warm.drain(..self.rules.players - lacking as usize));
            self.start(now, datacenter, &group, formed);
            self.count_leftovers(reach);
        }
        for group in warm.chunks_exact(self.rules.players) {
            let summed_rtt = |at: &u16| -> u32 {
                let rtt_ms = |ticket| reach.rtt_ms(self.ticket(ticket).seat.row, DatacenterIndex(*at));
                group.iter().map(|&ticket| u32::from(rtt_ms(ticket))).sum()
            };
            if let Some(at) = (0..self.lists.len() as u16).min_by_key(summed_rtt) {
                self.start(now, DatacenterIndex(at), group, formed);
            }
        }
    }

    /// How many the walk has left with each datacenter in the set; fewer than N.
    fn count_leftovers(&mut self, reach: &Reach) {
        self.leftovers.fill(0);
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

    /// Starts a match of players who all have a ticket.
    fn start(&mut self, now: SimTime, datacenter: DatacenterIndex, group: &[TicketIndex], formed: &mut Formed) {
        formed.push(datacenter, group.iter().map(|&at| self.ticket(at).seat));
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
