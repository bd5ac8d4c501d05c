//! The ranked queue: tickets are queued and leave, and once a second matches form.

use super::group::Card;
use super::pass::{Pass, Queued, Room, Set};
use super::pool::Pool;
use super::windows::Windows;
use super::{Mode, RegionId, Rules, Step, Tally, Team, Ticket, balance};
use crate::latency_table::within;
use crate::policy;
use matchday_base::{AccountId, DatacenterIndex, SimTime, TicketId, Window};
use smallvec::{SmallVec, smallvec};

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its tickets; the ticket that searched for the match, the oldest, is first.
    pub tickets: SmallVec<[(TicketId, Ticket); 2]>,
    /// Two teams, as [`balance()`] splits them; in a free-for-all one team per player, by account.
    pub teams: SmallVec<[Team; 2]>,
    /// Among the datacenters within every cap, the one with the least summed RTT of tickets; ties by index.
    pub datacenter: DatacenterIndex,
    /// Among the common maps, chosen in turn by the first ticket's number.
    pub map: u8,
    /// The window in which it formed, under the policy.
    pub step: Step,
}

/// A waiting ticket.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub ticket: Ticket,
    pub card: Card,
    pool: PoolId,
}

/// A pool: a region, or none if all regions wait together, and a band of points.
type PoolId = (Option<RegionId>, u16);

/// Tickets that wait for ranked matches.
///
/// In each second, call [`expire`](Self::expire) before [`form`](Self::form); `form` never matches a ticket
/// beyond its time limit. Tickets keep their number while they wait, and get a new one when they come back.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(super) rules: Rules,
    pub(super) windows: Windows,
    /// The datacenters of each region, a bit each.
    local: Vec<u128>,
    /// The datacenters that are not closed, a bit each.
    pub(super) open: u128,
    pub(super) slots: Vec<Option<Waiting>>,
    free: Vec<u32>,
    /// The datacenters within each RTT cap, a bit each: all caps of a slot, then those of the next.
    reach: Vec<u128>,
    /// By slot.
    pub(super) tallies: Vec<Tally>,
    pub(super) by_id: Window<TicketId, u32>,
    /// Pools that have had a ticket, in order.
    pools: Vec<(PoolId, Pool)>,
    room: Room,
    next: TicketId,
    /// No waiting ticket expires before.
    expires: SimTime,
}

impl Queue {
    /// Most datacenters.
    pub const MOST_DATACENTERS: usize = u128::BITS as usize;

    /// An empty queue; `regions` has the region of each datacenter, by index.
    ///
    /// # Panics
    /// If there are more than [`Queue::MOST_DATACENTERS`].
    pub fn new(rules: Rules, regions: &[RegionId]) -> Self {
        assert!(regions.len() <= Self::MOST_DATACENTERS, "{} datacenters", regions.len());
        let windows = Windows::new(&rules);
        let mut local = vec![0; regions.iter().map(|region| usize::from(region.0) + 1).max().unwrap_or(0)];
        regions.iter().zip(0..).for_each(|(region, at)| local[usize::from(region.0)] |= 1 << at);
        Self {
            rules,
            reach: Vec::new(),
            windows,
            local,
            open: u128::MAX,
            slots: Vec::new(),
            free: Vec::new(),
            tallies: Vec::new(),
            by_id: Window::default(),
            pools: Vec::new(),
            room: Room::default(),
            next: TicketId(0),
            expires: Card::NEVER,
        }
    }

    /// The rules of the queue.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Closes a datacenter, or opens it again: no match forms at a closed one.
    pub fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        let here = 1 << datacenter.index();
        self.open = if closed { self.open & !here } else { self.open | here };
    }

    /// Adds a ticket; its age counts from its first enqueueing.
    pub fn enqueue(&mut self, ticket: Ticket) -> TicketId {
        let id = self.next;
        self.next.0 += 1;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.tallies.push(Tally::default());
            self.reach.resize(self.slots.len() * self.windows.caps_ms.len(), 0);
            self.slots.len() as u32 - 1
        });
        let card = card(&ticket, id, slot, self.rules.expires(&ticket));
        self.expires = self.expires.min(card.expires);
        let stays = self.rules.keeps_regions_apart() || card.region_lock;
        let open = if stays { self.local(card.region) } else { u128::MAX };
        let caps_ms = &self.windows.caps_ms;
        let reach = &mut self.reach[slot as usize * caps_ms.len()..][..caps_ms.len()];
        reach.iter_mut().zip(caps_ms).for_each(|(set, &cap_ms)| *set = within(&ticket.rtts_ms, cap_ms) & open);
        self.tallies[slot as usize] = Tally::default();
        let pool = (self.rules.keeps_regions_apart().then_some(card.region), self.rules.band(card.points));
        self.pool(pool).insert(card);
        self.by_id.insert(id, slot);
        self.slots[slot as usize] = Some(Waiting { ticket, card, pool });
        id
    }

    /// Removes a ticket; `None` if it does not wait.
    pub fn leave(&mut self, id: TicketId) -> Option<Ticket> {
        let waiting = self.forget(id)?;
        self.pool(waiting.pool).remove(&waiting.card);
        Some(waiting.ticket)
    }

    /// The datacenters of a region, a bit each.
    pub(super) fn local(&self, region: RegionId) -> u128 {
        self.local.get(usize::from(region.0)).copied().unwrap_or(0)
    }

    fn pool(&mut self, id: PoolId) -> &mut Pool {
        let at = self.pools.binary_search_by_key(&id, |&(id, _)| id).unwrap_or_else(|at| {
            self.pools.insert(at, (id, Pool::default()));
            at
        });
        &mut self.pools[at].1
    }

    /// Removes all tickets whose time limit has ended, in the order of queueing.
    pub fn expire(&mut self, now: SimTime, expired: &mut Vec<(TicketId, Ticket)>) {
        if now < self.expires {
            return;
        }
        let old = |waiting: &Waiting| waiting.card.expires <= now;
        let mut due: Vec<TicketId> =
            self.slots.iter().flatten().filter(|&waiting| old(waiting)).map(|waiting| waiting.card.id).collect();
        due.sort_unstable();
        expired.extend(due.into_iter().filter_map(|id| Some((id, self.leave(id)?))));
        let left = self.slots.iter().flatten().map(|waiting| waiting.card.expires);
        self.expires = left.min().unwrap_or(Card::NEVER);
    }

    /// Forms the possible matches, pool by pool, and removes their tickets.
    pub fn form(&mut self, now: SimTime, found: &mut Vec<Found>) {
        let all = self.by_id.len();
        let mut pools = std::mem::take(&mut self.pools);
        let mut room = std::mem::take(&mut self.room);
        for region in pools.chunk_by_mut(|one, other| one.0.0 == other.0.0) {
            let in_region: usize = region.iter().map(|(_, pool)| pool.cards().len()).sum();
            for (_, pool) in region {
                let elsewhere = (in_region - pool.cards().len(), all - in_region);
                self.pass(pool, elsewhere, now, &mut room, found);
            }
        }
        (self.pools, self.room) = (pools, room);
    }

    /// Forms the matches of a pool. `elsewhere`: tickets of other bands, and of other regions.
    fn pass(
        &mut self,
        pool: &mut Pool,
        elsewhere: (usize, usize),
        now: SimTime,
        room: &mut Room,
        found: &mut Vec<Found>,
    ) {
        pool.take_changes(now, &self.windows, &mut room.changes);
        if room.changes.is_empty() {
            return;
        }
        let queued = Queued {
            now,
            mode: self.rules.mode,
            region_points: self.rules.region_points(),
            windows: &self.windows,
            reach: &self.reach,
            open: self.open,
            elsewhere,
        };
        let sets = Pass::new(queued, pool.cards(), room).run(&mut self.tallies);
        found.extend(sets.iter().map(|set| self.start(set, pool.cards())));
        let mut matched: Vec<u32> = sets.into_iter().flat_map(|set| set.at).collect();
        matched.sort_unstable();
        pool.settle(&matched);
    }

    fn start(&mut self, set: &Set, cards: &[Card]) -> Found {
        let cards = set.at.iter().map(|&at| &cards[at as usize]);
        let turn = cards.clone().next().map_or(0, |first| first.id.index()) % set.group.maps.count_ones() as usize;
        let tickets: SmallVec<[(TicketId, Ticket); 2]> =
            cards.filter_map(|card| Some((card.id, self.forget(card.id)?.ticket))).collect();
        let summed = |at: &usize| -> u32 { tickets.iter().map(|(_, ticket)| u32::from(ticket.rtts_ms[*at])).sum() };
        let datacenter = bits(set.group.datacenters).min_by_key(summed).unwrap_or(0);
        let maps = bits(u128::from(set.group.maps));
        Found {
            teams: self.teams(&tickets),
            tickets,
            datacenter: DatacenterIndex(datacenter as u16),
            map: maps.skip(turn).map(|map| map as u8).next().unwrap_or(0),
            step: self.windows.steps[set.step],
        }
    }

    /// Takes a match that a policy has formed out of the queue; `None` if one of its tickets does not wait.
    pub fn start_found(&mut self, now: SimTime, formed: &policy::PolicyMatch) -> Option<Found> {
        let team = |ids: &policy::Team| -> Option<Team> {
            let members = ids.iter().map(|&id| Some(self.get(id)?.members.iter().map(|member| member.account)));
            Some(members.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        };
        let teams = formed.teams.iter().map(team).collect::<Option<_>>()?;
        let ids = formed.teams.iter().flatten();
        let mut tickets: SmallVec<[(TicketId, Ticket); 2]> =
            ids.filter_map(|&id| Some((id, self.leave(id)?))).collect();
        tickets.sort_by_key(|(id, ticket)| (ticket.enqueued, *id));
        let (first, oldest) = tickets.first()?;
        let common = tickets.iter().fold(u32::MAX, |maps, (_, ticket)| maps & ticket.constraints.maps);
        // A policy need not know of maps.
        let maps = if common == 0 { oldest.constraints.maps } else { common };
        let turn = first.index() % maps.count_ones().max(1) as usize;
        let map = bits(u128::from(maps)).skip(turn).map(|map| map as u8).next().unwrap_or(0);
        let step = self.rules.widening.at(now.since(oldest.enqueued));
        Some(Found { teams, datacenter: formed.datacenter, map, step, tickets })
    }

    /// Whether matches may form at a datacenter.
    pub fn is_open(&self, datacenter: DatacenterIndex) -> bool {
        self.open >> datacenter.index() & 1 == 1
    }

    fn teams(&self, tickets: &[(TicketId, Ticket)]) -> SmallVec<[Team; 2]> {
        let parties: SmallVec<[_; 10]> = tickets.iter().map(|(_, ticket)| ticket.members.as_slice()).collect();
        match self.rules.mode {
            Mode::Teams(_) => balance(&parties, self.rules.mode.team_size()).into_iter().flatten().collect(),
            Mode::FreeForAll(_) => {
                let mut accounts: Vec<AccountId> = parties.concat().iter().map(|member| member.account).collect();
                accounts.sort_unstable();
                accounts.into_iter().map(|account| smallvec![account]).collect()
            }
        }
    }

    /// Removes a ticket from the queue, but not from its pool.
    fn forget(&mut self, id: TicketId) -> Option<Waiting> {
        let slot = self.by_id.remove(id)?;
        self.free.push(slot);
        self.slots[slot as usize].take()
    }

    /// A waiting ticket.
    pub fn get(&self, id: TicketId) -> Option<&Ticket> {
        let &slot = self.by_id.get(id)?;
        Some(&self.slots[slot as usize].as_ref()?.ticket)
    }

    /// All waiting tickets, in the order of their numbers.
    pub fn waiting(&self) -> impl Iterator<Item = (TicketId, &Ticket)> {
        self.by_id.iter().filter_map(|(id, &slot)| Some((id, &self.slots[slot as usize].as_ref()?.ticket)))
    }

    /// Number of waiting tickets.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether no ticket waits.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}

fn card(ticket: &Ticket, id: TicketId, slot: u32, expires: SimTime) -> Card {
    let constraints = ticket.constraints;
    Card {
        points: ticket.points(),
        enqueued: ticket.enqueued,
        expires,
        id,
        slot,
        maps: constraints.maps,
        region: ticket.region,
        region_lock: constraints.region_lock,
        platform: constraints.platform,
        crossplay: constraints.crossplay,
        players: u8::try_from(ticket.members.len()).unwrap_or(u8::MAX),
        step: 0,
        steps_at: SimTime(0),
        fresh: true,
    }
}

/// The positions of set bits, ascending.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}
