//! The article's matchmaker, with one list per player instead of one queue per datacenter.
//!
//! It forms the same matches with the same probabilities as [`Article`](crate::Article), at lower cost:
//!
//! * A searching player is in one list only: that of the *first* datacenter of its set that the tick's walk
//!   has not passed. When the walk reaches a datacenter, its list holds every unmatched player with that
//!   datacenter in the set: the article's queue. Players left over move on to the next one of their set.
//! * The end of a list in random order is a uniform random subset, so only the players who stay are drawn.
//!   [`Formed`] draws the groups.
//! * After a tick fewer than a group wait for any datacenter, so all waiting players can be visited each
//!   second.
//!
//! Nearly all players match in the tick in which they queue; they never get a ticket.

use crate::search::{ByRules, Change, Matchmaker, QueuedPlayer, Rules, Searching};
use crate::tickets::{TicketIndex, Tickets};
use crate::walk::{Places, STRETCH, Walk};
use crate::{Formed, LastMatches, LatencyTable, Lobbies};
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::array;

/// An unmatched player, at a place of the walk.
#[derive(Clone, Copy, Debug, Default)]
struct UnmatchedPlayer {
    queued: QueuedPlayer,
    /// Places where the walk meets its set from here on, this place first.
    ahead: Places,
    ticket: TicketIndex,
}

/// A list for each place of a stretch, and one for players whom the walk does not reach on it.
#[derive(Clone, Debug)]
struct Lists {
    /// All lists, one after the other.
    items: Vec<UnmatchedPlayer>,
    /// Where each list begins.
    starts: [usize; STRETCH + 1],
    /// Where the next item of each list goes.
    ends: [usize; STRETCH + 1],
}

/// The list of players whom the walk does not reach.
const UNMET: usize = STRETCH;

impl Lists {
    fn new() -> Self {
        Self { items: Vec::new(), starts: [0; STRETCH + 1], ends: [0; STRETCH + 1] }
    }

    /// Empties every list. Together they will get `items` items, each at most once in every list.
    #[inline]
    fn clear(&mut self, items: usize) {
        if self.starts[1] < items {
            // With power-of-two spacing the first items of all lists would share the same few cache lines.
            let room = items.next_power_of_two() + 12;
            self.starts = array::from_fn(|list| list * room);
            self.items.resize(room * self.starts.len(), UnmatchedPlayer::default());
        }
        self.ends = self.starts;
    }

    /// Adds an item to the list of its first place ahead.
    #[inline]
    fn push(&mut self, item: UnmatchedPlayer) {
        let end = &mut self.ends[item.ahead.first()];
        self.items[*end] = item;
        *end += 1;
    }

    fn len(&self, list: usize) -> usize {
        self.ends[list] - self.starts[list]
    }

    fn get(&self, list: usize) -> &[UnmatchedPlayer] {
        &self.items[self.starts[list]..self.ends[list]]
    }

    fn get_mut(&mut self, list: usize) -> &mut [UnmatchedPlayer] {
        &mut self.items[self.starts[list]..self.ends[list]]
    }

    /// Takes an item out of a list.
    #[inline]
    fn take(&mut self, list: usize, at: usize) -> UnmatchedPlayer {
        self.ends[list] -= 1;
        let (at, last) = (self.starts[list] + at, self.ends[list]);
        let item = self.items[at];
        self.items[at] = self.items[last];
        item
    }

    /// Moves players from a place to the next ones ahead. `choose` picks each by position among those who are
    /// left, whose number it gets.
    #[inline]
    fn move_on(&mut self, place: usize, moving: usize, mut choose: impl FnMut(usize) -> usize) {
        let (first, end) = (self.starts[place], self.ends[place]);
        for last in (end - moving..end).rev() {
            let who = first + choose(last + 1 - first);
            let unmatched = self.items[who];
            self.items[who] = self.items[last];
            self.push(UnmatchedPlayer { ahead: unmatched.ahead.after_first(), ..unmatched });
        }
        self.ends[place] = end - moving;
    }
}

/// The matchmaker: the waiting players and the random streams.
#[derive(Clone, Debug)]
pub struct Cascade {
    rules: Rules,
    /// NEW players of this tick.
    new: Vec<QueuedPlayer>,
    tickets: Tickets,
    lobbies: Lobbies,
    /// Where rematches are avoided.
    last_matches: Option<LastMatches>,
    walk: Walk,
    /// Unmatched players at each place of the walk.
    unmatched: Lists,
    /// Unmatched players after a stretch of the walk.
    unmet: Vec<UnmatchedPlayer>,
    walk_rng: Rng,
    choose_rng: Rng,
}

impl ByRules for Cascade {
    fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self {
        Self {
            rules,
            new: Vec::new(),
            tickets: Tickets::new(rules, datacenters),
            lobbies: Lobbies::default(),
            last_matches: rules.avoid_rematch.then(LastMatches::default),
            walk: Walk::new(datacenters),
            unmatched: Lists::new(),
            unmet: Vec::new(),
            walk_rng: streams.stream("walk order"),
            choose_rng: streams.stream("who stays"),
        }
    }
}

impl Matchmaker for Cascade {
    fn arrivals(&mut self) -> &mut Vec<QueuedPlayer> {
        &mut self.new
    }

    fn requeue(&mut self, now: SimTime, latencies: &LatencyTable, queued: QueuedPlayer, enqueued: SimTime) {
        self.tickets.requeue(now, latencies, queued, enqueued);
    }

    fn lobbies_mut(&mut self) -> &mut Lobbies {
        &mut self.lobbies
    }

    fn lobbies(&self) -> &Lobbies {
        &self.lobbies
    }

    fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.tickets.close(datacenter, closed);
    }

    fn expire(&mut self, now: SimTime, latencies: &LatencyTable, changes: &mut Vec<Change>) {
        self.tickets.expire(now, latencies, changes);
        self.lobbies.expire(now, self.rules, changes);
    }

    fn last_matches_mut(&mut self) -> Option<&mut LastMatches> {
        self.last_matches.as_mut()
    }

    fn classify(&mut self, now: SimTime, latencies: &LatencyTable) {
        self.new.drain(..).for_each(|queued| self.tickets.add(now, latencies, queued));
    }

    fn form(&mut self, now: SimTime, latencies: &LatencyTable, formed: &mut Formed) {
        formed.clear();
        self.walk_datacenters(now, latencies, formed);
        let left = self.unmatched.get(UNMET).iter().map(|unmatched| (unmatched.ticket, unmatched.queued));
        self.tickets.settle(now, latencies, left, formed);
        self.tickets.place_warm_bodies(now, latencies, &mut self.lobbies, &mut self.choose_rng, formed);
        if let Some(last_matches) = &mut self.last_matches {
            last_matches.record(self.rules.players, formed);
            formed.set_grouped();
        }
    }

    fn searching(&self) -> impl Iterator<Item = Searching> {
        self.tickets.searching()
    }

    fn counts(&self) -> [u32; 3] {
        self.tickets.counts()
    }

    fn queue(&self, latencies: &LatencyTable, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId> {
        self.tickets.queued(latencies, datacenter).map(|at| self.tickets.get(at).queued.player)
    }

    fn searched_s(&self) -> [u64; 3] {
        let [ideal, expand, warm] = self.tickets.searched_s();
        [ideal + self.lobbies.searched_s(), expand, warm]
    }
}

impl Cascade {
    /// Walks the datacenters in a new random order; each matches its list except the remainder after the last
    /// group of N.
    fn walk_datacenters(&mut self, now: SimTime, latencies: &LatencyTable, formed: &mut Formed) {
        self.walk.shuffle(&mut self.walk_rng);
        self.line_up(latencies);
        let (in_order, any_closed) = (self.last_matches.is_some(), self.tickets.is_any_closed());
        for stretch in (0..latencies.datacenters()).step_by(STRETCH) {
            if stretch > 0 {
                self.line_up_unmet(stretch / STRETCH, latencies);
            }
            for place in 0..STRETCH.min(latencies.datacenters() - stretch) {
                let datacenter = self.walk.datacenter(stretch + place);
                if any_closed && self.tickets.is_closed(datacenter) {
                    self.unmatched.move_on(place, self.unmatched.len(place), |left| left - 1);
                    continue;
                }
                self.complete_lobbies(now, datacenter, place, formed);
                self.start_list(datacenter, place, in_order, formed);
            }
        }
    }

    /// Puts all players at the first datacenter of their set.
    fn line_up(&mut self, latencies: &LatencyTable) {
        let unmatched = self.new.len() + self.tickets.waiting().len();
        self.walk.look_ahead(0, latencies, unmatched);
        self.unmatched.clear(unmatched);
        for (ticket, at) in self.tickets.waiting().iter().zip(0..) {
            let (queued, ahead) = (ticket.queued, self.walk.places(latencies, ticket.within));
            self.unmatched.push(UnmatchedPlayer { queued, ahead, ticket: TicketIndex(at) });
        }
        for &queued in &self.new {
            let ahead = self.walk.places(latencies, latencies.at_first(queued.row));
            self.unmatched.push(UnmatchedPlayer { queued, ahead, ticket: TicketIndex::NEW });
        }
        self.new.clear();
    }

    /// The same along another stretch, for players not reached or left unmatched.
    fn line_up_unmet(&mut self, stretch: usize, latencies: &LatencyTable) {
        self.unmet.clear();
        self.unmet.extend_from_slice(self.unmatched.get(UNMET));
        self.walk.look_ahead(stretch, latencies, self.unmet.len());
        self.unmatched.clear(self.unmet.len());
        for &UnmatchedPlayer { queued, ticket, .. } in &self.unmet {
            let is_new = ticket == TicketIndex::NEW;
            let set = if is_new { latencies.at_first(queued.row) } else { self.tickets.get(ticket).within };
            self.unmatched.push(UnmatchedPlayer { queued, ahead: self.walk.places(latencies, set), ticket });
        }
    }

    /// Completes the lobbies of a datacenter with random players at its place.
    fn complete_lobbies(&mut self, now: SimTime, datacenter: DatacenterIndex, place: usize, formed: &mut Formed) {
        while let Some(lacking) = self.lobbies.lacking(datacenter, self.rules.players)
            && lacking <= self.unmatched.len(place)
        {
            let mut queued_players = self.lobbies.take(now, datacenter, formed);
            for _ in 0..lacking {
                let who = self.choose_rng.random_range(..self.unmatched.len(place));
                queued_players.push(self.unmatched.take(place, who).queued);
            }
            formed.push(datacenter, self.rules.players, queued_players.into_iter());
        }
    }

    /// Puts the players at a place into the order of their groups, where rematches are avoided.
    #[cold]
    fn keep_apart(&mut self, place: usize) {
        if let Some(last_matches) = &self.last_matches
            && self.unmatched.len(place) >= self.rules.players
        {
            let here = self.unmatched.get_mut(place);
            here.shuffle(&mut self.choose_rng);
            last_matches.keep_apart(self.rules.players, here, |unmatched| unmatched.queued.player);
        }
    }

    /// Starts matches of the players at a place. The remainder moves on: the last ones, if the players are
    /// `in_order`, else random ones.
    fn start_list(&mut self, datacenter: DatacenterIndex, place: usize, in_order: bool, formed: &mut Formed) {
        let (unmatched, players) = (self.unmatched.len(place), self.rules.players);
        // 32 bits: the same results as of `usize`, in half as many instructions.
        let moving = (unmatched as u32 % players as u32) as usize;
        if in_order {
            self.keep_apart(place);
            self.unmatched.move_on(place, moving, |left| left - 1);
        } else {
            let rng = &mut self.choose_rng;
            self.unmatched.move_on(place, moving, |left| rng.random_range(..left as u32) as usize);
        }
        if unmatched >= players {
            formed.push(datacenter, players, self.unmatched.get(place).iter().map(|unmatched| unmatched.queued));
        }
    }
}
