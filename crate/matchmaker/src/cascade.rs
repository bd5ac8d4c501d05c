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

use crate::search::{Change, Matchmaker, Rules, Searching, Seat};
use crate::tickets::{TicketIndex, Tickets};
use crate::walk::Walk;
use crate::{Formed, Lobbies, Reach};
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams};

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
    tickets: Tickets,
    lobbies: Lobbies,
    walk: Walk,
    /// Who waits at each place of the walk, the NEW players and the tickets. The last list is for those whom the walk
    /// has left without a match.
    new_at: Lists<Seat>,
    tickets_at: Lists<TicketIndex>,
    walk_rng: Rng,
    choose_rng: Rng,
}

impl Matchmaker for Cascade {
    fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self {
        Self {
            rules,
            new: Vec::new(),
            tickets: Tickets::new(rules, datacenters),
            lobbies: Lobbies::default(),
            walk: Walk::new(datacenters),
            new_at: Lists::new(datacenters + 1),
            tickets_at: Lists::new(datacenters + 1),
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
        self.tickets.expire(now, reach, changes);
        self.lobbies.expire(now, self.rules.search_s(), changes);
    }

    fn form(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        formed.clear();
        self.walk_datacenters(now, reach, formed);
        // Those who matched no longer wait, and those of the NEW who did not wait from now on.
        self.tickets.forget_matched();
        self.new_at.get(reach.datacenters()).iter().for_each(|&seat| self.tickets.add(now, reach, seat));
        self.tickets.place_warm_bodies(now, reach, &mut self.lobbies, &mut self.choose_rng, formed);
    }

    fn searching(&self) -> impl Iterator<Item = Searching> {
        self.tickets.searching()
    }

    fn queue(&self, reach: &Reach, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId> {
        self.tickets.queued(reach, datacenter).map(|at| self.tickets.get(at).seat.player)
    }

    fn searched_s(&self) -> [u64; 3] {
        let [ideal, expand, warm] = self.tickets.searched_s();
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
                    self.tickets.take(self.tickets_at.take(place, ticket), now, formed)
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
        self.tickets_at.clear(self.tickets.waiting().len());
        for (ticket, at) in self.tickets.waiting().iter().zip(0..) {
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
            self.tickets_at.push(self.walk.next(self.tickets.get(ticket).within), ticket);
        } else {
            let seat = self.new_at.take(place, who);
            self.new_at.push(self.walk.next(reach.at_first(seat.row)), seat);
        }
    }

    /// Starts matches of everybody at a place.
    fn start_list(&mut self, now: SimTime, datacenter: DatacenterIndex, place: usize, formed: &mut Formed) {
        let tickets = self.tickets_at.get(place).iter();
        tickets.clone().for_each(|&at| _ = self.tickets.take(at, now, formed));
        let seats = tickets.map(|&at| self.tickets.get(at).seat);
        formed.push(datacenter, seats.chain(self.new_at.get(place).iter().copied()));
    }
}
