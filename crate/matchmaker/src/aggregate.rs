//! The article's matchmaker for populations too large to follow: equivalent NEW players are only counted.
//!
//! Players of one [class](ClassId) join the same queues when they are NEW. Groups are left open, as in
//! [`Cascade`](crate::Cascade); here the players themselves are, too. The few players who do not match at
//! once get a row of their own, drawn by the caller from the cells of the class. From then on they search
//! like any player.

use crate::search::{Change, QueuedPlayer, Rules};
use crate::tickets::{TicketIndex, Tickets};
use crate::{Formed, LatencyTable, Lobbies, RowId, SetId, Wait};
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams};
use rand::RngExt;
use rand::seq::SliceRandom;

/// A class of players who join the same queues when they are NEW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassId(pub u32);

impl ClassId {
    /// The id as a table index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All matches of one tick.
#[derive(Clone, Debug, Default)]
pub struct AggregateMatches {
    /// Number of NEW players of a class matched by each datacenter; entries of one datacenter are
    /// consecutive.
    pub new_players: Vec<(DatacenterIndex, ClassId, u32)>,
    /// Players with an earlier search matched by each datacenter.
    pub waited: Vec<(DatacenterIndex, RowId)>,
    /// Their waits.
    pub waits: Vec<Wait>,
}

/// The matchmaker of an aggregate day.
#[derive(Clone, Debug)]
pub struct AggregateMatchmaker {
    rules: Rules,
    tickets: Tickets,
    /// The classes of each set, and the sets of each datacenter.
    classes_of: Vec<Vec<ClassId>>,
    sets_at: Vec<Vec<SetId>>,
    at_first: Vec<SetId>,
    /// NEW players of each class, and during [`form`](Self::form) of all classes of a set.
    new: Vec<u32>,
    new_of_set: Vec<u32>,
    order: Vec<DatacenterIndex>,
    walk_rng: Rng,
    choose_rng: Rng,
    // Kept between ticks.
    queued_tickets: Vec<TicketIndex>,
    staying: Vec<ClassId>,
    formed: Formed,
}

impl AggregateMatchmaker {
    /// An empty matchmaker. `at_first`: the datacenters whose queues NEW players of each class join.
    pub fn new(rules: Rules, latencies: &LatencyTable, at_first: Vec<SetId>, streams: Streams) -> Self {
        let mut classes_of = vec![Vec::new(); latencies.sets().len()];
        let mut sets_at = vec![Vec::new(); latencies.datacenters()];
        for (&set, class) in at_first.iter().zip(0..) {
            if classes_of[set.index()].is_empty() {
                latencies.datacenters_of(set).for_each(|datacenter| sets_at[datacenter.index()].push(set));
            }
            classes_of[set.index()].push(ClassId(class));
        }
        Self {
            rules,
            tickets: Tickets::new(rules, latencies.datacenters()),
            sets_at,
            new: vec![0; at_first.len()],
            new_of_set: vec![0; classes_of.len()],
            classes_of,
            at_first,
            order: (0..latencies.datacenters() as u16).map(DatacenterIndex).collect(),
            walk_rng: streams.stream("walk order"),
            choose_rng: streams.stream("who stays"),
            queued_tickets: Vec::new(),
            staying: Vec::new(),
            formed: Formed::default(),
        }
    }

    /// `players` players of a class start to search.
    #[inline]
    pub fn arrive(&mut self, class: ClassId, players: u32) {
        self.new[class.index()] += players;
    }

    /// Moves players on after the full time of their state: IDEAL -> EXPAND -> WARMBODY -> failed.
    pub fn expire(&mut self, now: SimTime, latencies: &LatencyTable, changes: &mut Vec<Change>) {
        self.tickets.expire(now, latencies, changes);
    }

    /// Forms matches: the walk over the datacenters, then the warm bodies. `row_of` draws the row of a player
    /// of a class who did not match at once.
    pub fn form(
        &mut self,
        now: SimTime,
        latencies: &LatencyTable,
        formed: &mut AggregateMatches,
        mut row_of: impl FnMut(ClassId) -> RowId,
    ) {
        formed.new_players.clear();
        formed.waited.clear();
        self.formed.clear();
        self.new_of_set.fill(0);
        for (players, set) in self.new.iter().zip(&self.at_first) {
            self.new_of_set[set.index()] += players;
        }
        self.order.shuffle(&mut self.walk_rng);
        for at in 0..self.order.len() {
            self.match_queue(now, self.order[at], latencies, formed);
        }
        self.tickets.forget_matched();
        for (players, class) in self.new.iter_mut().zip(0..).filter(|(players, _)| **players > 0) {
            for _ in 0..std::mem::take(players) {
                self.tickets.add(
                    now,
                    latencies,
                    QueuedPlayer { player: PlayerId::default(), row: row_of(ClassId(class)) },
                );
            }
        }
        self.tickets.place_warm_bodies(now, latencies, &mut Lobbies::default(), &mut self.choose_rng, &mut self.formed);
        for batch in self.formed.batches() {
            formed.waited.extend(batch.queued_players.iter().map(|queued| (batch.datacenter, queued.row)));
        }
        formed.waits.clear();
        formed.waits.extend_from_slice(self.formed.waits());
    }

    /// Matches a datacenter's whole queue except the remainder after the last group of N.
    fn match_queue(
        &mut self,
        now: SimTime,
        datacenter: DatacenterIndex,
        latencies: &LatencyTable,
        formed: &mut AggregateMatches,
    ) {
        let sets = &self.sets_at[datacenter.index()];
        let mut new: u32 = sets.iter().map(|set| self.new_of_set[set.index()]).sum();
        self.queued_tickets.clear();
        self.queued_tickets.extend(self.tickets.queued(latencies, datacenter));
        let queued = new + self.queued_tickets.len() as u32;
        let players = self.rules.players as u32;
        if queued < players {
            return;
        }
        for stays in 0..queued % players {
            let who = self.choose_rng.random_range(..queued - stays);
            if let Some(ticket) = who.checked_sub(new) {
                self.queued_tickets.swap_remove(ticket as usize);
            } else {
                let class = self.nth(datacenter, who);
                self.new[class.index()] -= 1;
                self.new_of_set[self.at_first[class.index()].index()] -= 1;
                self.staying.push(class);
                new -= 1;
            }
        }
        for set in &self.sets_at[datacenter.index()] {
            if std::mem::take(&mut self.new_of_set[set.index()]) == 0 {
                continue;
            }
            for class in &self.classes_of[set.index()] {
                let matched = std::mem::take(&mut self.new[class.index()]);
                if matched > 0 {
                    formed.new_players.push((datacenter, *class, matched));
                }
            }
        }
        for &ticket in &self.queued_tickets {
            formed.waited.push((datacenter, self.tickets.get(ticket).queued.row));
            self.tickets.take(ticket, now, &mut self.formed);
        }
        for class in self.staying.drain(..) {
            self.new[class.index()] += 1;
            self.new_of_set[self.at_first[class.index()].index()] += 1;
        }
    }

    /// The class of the `number`th NEW player in a datacenter's queue.
    fn nth(&self, datacenter: DatacenterIndex, mut number: u32) -> ClassId {
        let mut skip = |players: u32| {
            let before = number >= players;
            number -= if before { players } else { 0 };
            before
        };
        let sets = self.sets_at[datacenter.index()].iter();
        let set = sets.copied().find(|set| !skip(self.new_of_set[set.index()])).unwrap_or_default();
        let classes = self.classes_of[set.index()].iter();
        classes.copied().find(|class| !skip(self.new[class.index()])).unwrap_or_default()
    }

    /// Players who did not match at once, by state, in the order of
    /// [`SearchState::ALL`](crate::SearchState::ALL).
    pub fn counts(&self) -> [u32; 3] {
        let mut counts = [0; 3];
        self.tickets.searching().for_each(|searching| counts[searching.state as usize] += 1);
        counts
    }

    /// Players in a datacenter's queue.
    pub fn queue(&self, latencies: &LatencyTable, datacenter: DatacenterIndex) -> u32 {
        self.tickets.queued(latencies, datacenter).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Next;

    const RULES: Rules =
        Rules { players: 4, ideal_s: 2, expand_s: 2, warm_s: 2, patience_s: 120, avoid_rematch: false };

    /// Two datacenters and three rows: one has the first within the ideal cap, one the second, one both. Each
    /// row is its own class.
    fn latencies() -> LatencyTable {
        LatencyTable::new(2, vec![20, 200, 200, 20, 30, 30], 50, 100)
    }

    fn matchmaker(latencies: &LatencyTable) -> AggregateMatchmaker {
        let at_first = (0..3).map(|row| latencies.at_first(RowId(row))).collect();
        AggregateMatchmaker::new(RULES, latencies, at_first, Streams::new(3))
    }

    fn formed(matchmaker: &mut AggregateMatchmaker, second: u32, latencies: &LatencyTable) -> AggregateMatches {
        let mut formed = AggregateMatches::default();
        matchmaker.form(SimTime(second), latencies, &mut formed, |class| RowId(class.0));
        formed
    }

    #[test]
    fn whole_matches_are_formed_where_their_players_queue() {
        let latencies = latencies();
        let mut matchmaker = matchmaker(&latencies);
        // No search times out while `expire` is not called.
        let mut waiting = 0;
        for second in 0..200 {
            [(0, 9), (1, 6), (2, 11)].iter().for_each(|&(class, players)| matchmaker.arrive(ClassId(class), players));
            let formed = formed(&mut matchmaker, second, &latencies);
            let new =
                formed.new_players.iter().map(|&(datacenter, class, players)| (datacenter, RowId(class.0), players));
            let waited = formed.waited.iter().map(|&(datacenter, row)| (datacenter, row, 1));
            let mut at = [0; 2];
            for (datacenter, row, players) in new.chain(waited) {
                at[datacenter.index()] += players;
                assert!(latencies.has(latencies.ideal_set(row), datacenter));
            }
            assert!(at.iter().all(|players| players % 4 == 0), "{at:?}");
            assert_eq!(formed.waits.len(), formed.waited.len());
            waiting = waiting + 26 - at.iter().sum::<u32>();
            assert_eq!(matchmaker.counts(), [waiting, 0, 0]);
            assert!((0..2).all(|at| matchmaker.queue(&latencies, DatacenterIndex(at)) < 4), "queues hold no match");
        }
    }

    #[test]
    fn whoever_stays_is_as_likely_of_every_class() {
        let latencies = LatencyTable::new(1, vec![20, 30, 40], 50, 100);
        let mut stayed = [0_u32; 3];
        for seed in 0..6_000 {
            let at_first = (0..3).map(|row| latencies.at_first(RowId(row))).collect();
            let mut matchmaker = AggregateMatchmaker::new(RULES, &latencies, at_first, Streams::new(seed));
            [1, 2, 3].into_iter().zip(0..).for_each(|(players, class)| matchmaker.arrive(ClassId(class), players));
            let formed = formed(&mut matchmaker, 0, &latencies);
            let mut left = [1, 2, 3];
            formed.new_players.iter().for_each(|(_, class, players)| left[class.index()] -= players);
            assert_eq!(left.iter().sum::<u32>(), 2);
            stayed.iter_mut().zip(left).for_each(|(sum, left)| *sum += left);
        }
        // Two of six stay: each player with probability 1/3 and variance 2/9; players of a class a little
        // less.
        for (stayed, players) in stayed.into_iter().zip([1.0, 2.0, 3.0]) {
            let off = f64::from(stayed) - 2_000.0 * players;
            assert!(off * off < 16.0 * 6_000.0 * players * 2.0 / 9.0, "{stayed} of {players} a time");
        }
    }

    #[test]
    fn those_who_wait_become_warm_bodies_and_fail() {
        let latencies = latencies();
        let mut matchmaker = matchmaker(&latencies);
        matchmaker.arrive(ClassId(1), 3);
        let (mut changes, mut states) = (Vec::new(), Vec::new());
        for second in 0..=6 {
            matchmaker.expire(SimTime(second), &latencies, &mut changes);
            assert!(formed(&mut matchmaker, second, &latencies).waited.is_empty());
            states.push(matchmaker.counts());
        }
        assert_eq!(states, [[3, 0, 0], [3, 0, 0], [0, 3, 0], [0, 3, 0], [0, 0, 3], [0, 0, 3], [0, 0, 0]]);
        assert_eq!(changes.iter().filter(|change| change.to == Next::Fail).count(), 3);
    }
}
