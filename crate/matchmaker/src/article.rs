//! The article's matchmaker.
//!
//! A searching player is IDEAL, then EXPAND, then a WARMBODY, and stands in the queue of every datacenter
//! within its state's cap at once. Once a second the datacenters are walked in random order; each shuffles its
//! queue and takes groups of N. Warm bodies stand in no queue: after the walk they complete groups that are
//! still short, whatever the round trip.
//!
//! Life of a ticket: [`Matchmaker::enqueue`] (NEW) -> [`classify`](Matchmaker::classify) -> any number of
//! [`expire`](Matchmaker::expire) steps -> matched by [`form`](Matchmaker::form), or given up by `expire`.
//! Each tick calls `expire`, `classify` and `form` once, in this order, with the same `now`.

use crate::{Formed, Member, Reach, RowId};
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams};

/// The numbers of the matchmaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Players per match; at least 2.
    pub players: usize,
    /// Whole ticks in IDEAL.
    pub ideal_s: u32,
    /// Whole ticks in EXPAND.
    pub expand_s: u32,
    /// Whole ticks as WARMBODY.
    pub warm_s: u32,
}

impl Rules {
    fn patience_s(&self, state: SearchState) -> u32 {
        match state {
            SearchState::Ideal => self.ideal_s,
            SearchState::Expand => self.expand_s,
            SearchState::Warm => self.warm_s,
        }
    }
}

/// What a searching player accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchState {
    /// Datacenters within the ideal cap.
    Ideal,
    /// Datacenters within the expanded cap.
    Expand,
    /// Any match that lacks players.
    Warm,
}

/// A player whose search changed; `None` when it has failed and is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Who.
    pub player: PlayerId,
    /// The new state.
    pub to: Option<SearchState>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TicketId(u32);

/// One search of one player.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    player: PlayerId,
    row: RowId,
    enqueued: SimTime,
    state: SearchState,
    since: SimTime,
    /// False from the moment it is matched or has failed, until its slot is used again.
    waiting: bool,
}

/// The matchmaker: tickets, a queue per datacenter, and the chance that orders them.
#[derive(Clone, Debug)]
pub struct Matchmaker {
    rules: Rules,
    /// NEW players of this tick.
    new: Vec<(PlayerId, RowId)>,
    tickets: Vec<Ticket>,
    free: Vec<TicketId>,
    /// Every waiting ticket, longest wait first.
    waiting: Vec<TicketId>,
    queues: Vec<Vec<TicketId>>,
    walk: Vec<DatacenterIndex>,
    walk_rng: Rng,
    shuffle_rng: Rng,
}

impl Matchmaker {
    /// An empty matchmaker for so many datacenters.
    pub fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self {
        Self {
            rules,
            new: Vec::new(),
            tickets: Vec::new(),
            free: Vec::new(),
            waiting: Vec::new(),
            queues: vec![Vec::new(); datacenters],
            walk: (0..datacenters as u16).map(DatacenterIndex).collect(),
            walk_rng: streams.stream("walk order"),
            shuffle_rng: streams.stream("queue shuffles"),
        }
    }

    /// A player starts to search, with the RTTs of a row of [`Reach`]. It is NEW until [`classify`](Self::classify).
    pub fn enqueue(&mut self, player: PlayerId, row: RowId) {
        self.new.push((player, row));
    }

    /// Players waiting in a datacenter's queue.
    pub fn queue_len(&self, datacenter: DatacenterIndex) -> usize {
        self.queues[datacenter.index()].len()
    }

    /// Every searching player with its state, longest wait first.
    pub fn searching(&self) -> impl Iterator<Item = (PlayerId, SearchState)> {
        self.waiting.iter().map(|id| &self.tickets[id.0 as usize]).map(|ticket| (ticket.player, ticket.state))
    }

    /// Players in a datacenter's queue, in no particular order.
    pub fn queue(&self, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId> {
        self.queues[datacenter.index()].iter().map(|id| self.tickets[id.0 as usize].player)
    }

    /// Moves on whoever has spent its whole time in a state: IDEAL -> EXPAND -> WARMBODY -> failed.
    pub fn expire(&mut self, now: SimTime, reach: &Reach, changes: &mut Vec<Change>) {
        for at in 0..self.waiting.len() {
            let id = self.waiting[at];
            let Ticket { player, row, state, since, .. } = *self.ticket(id);
            if now.since(since) < self.rules.patience_s(state) {
                continue;
            }
            let to = match state {
                SearchState::Ideal => {
                    let (ideal, expand) = (reach.ideal(row), reach.expand(row));
                    self.join_queues(id, &expand[ideal.len()..]);
                    Some(SearchState::Expand)
                }
                SearchState::Expand => {
                    self.leave_queues(id, reach.expand(row));
                    Some(SearchState::Warm)
                }
                SearchState::Warm => None,
            };
            let ticket = self.ticket_mut(id);
            match to {
                Some(state) => (ticket.state, ticket.since) = (state, now),
                None => ticket.waiting = false,
            }
            changes.push(Change { player, to });
        }
        self.release();
    }

    /// NEW players become IDEAL if any datacenter is within the ideal cap, else EXPAND, else WARMBODY.
    pub fn classify(&mut self, now: SimTime, reach: &Reach, changes: &mut Vec<Change>) {
        for at in 0..self.new.len() {
            let (player, row) = self.new[at];
            let (state, queues) = match (reach.ideal(row), reach.expand(row)) {
                ([], []) => (SearchState::Warm, &[][..]),
                ([], expand) => (SearchState::Expand, expand),
                (ideal, _) => (SearchState::Ideal, ideal),
            };
            let id = self.issue(Ticket { player, row, enqueued: now, state, since: now, waiting: true });
            self.waiting.push(id);
            self.join_queues(id, queues);
            changes.push(Change { player, to: Some(state) });
        }
        self.new.clear();
    }

    /// Forms matches: the walk over the datacenters, then the warm bodies.
    pub fn form(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        formed.clear();
        self.walk_datacenters(now, reach, formed);
        self.place_warm_bodies(now, reach, formed);
        let tickets = &self.tickets;
        for queue in &mut self.queues {
            queue.retain(|id| tickets[id.0 as usize].waiting);
        }
        self.release();
    }

    /// Datacenters in fresh random order; each shuffles its queue and takes groups of N.
    fn walk_datacenters(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        let mut walk = std::mem::take(&mut self.walk);
        self.walk_rng.shuffle(&mut walk);
        for &datacenter in &walk {
            let mut queue = std::mem::take(&mut self.queues[datacenter.index()]);
            queue.retain(|&id| self.ticket(id).waiting);
            // Fewer than a group: nobody matches here, in whatever order they stand.
            if queue.len() >= self.rules.players {
                self.shuffle_rng.shuffle(&mut queue);
                for group in queue.chunks_exact(self.rules.players) {
                    self.start(now, datacenter, group, reach, formed);
                }
                let matched = queue.len() - queue.len() % self.rules.players;
                queue.drain(..matched);
            }
            self.queues[datacenter.index()] = queue;
        }
        self.walk = walk;
    }

    /// Warm bodies, oldest first, each take the datacenter with their own lowest RTT among those whose leftovers
    /// and the remaining warm bodies make a match; the match is completed with the next oldest. Those for whom
    /// there is none form matches among themselves.
    fn place_warm_bodies(&mut self, now: SimTime, reach: &Reach, formed: &mut Formed) {
        let is_warm =
            |id: &&TicketId| matches!(self.ticket(**id), Ticket { waiting: true, state: SearchState::Warm, .. });
        let mut warm: Vec<TicketId> = self.waiting.iter().filter(is_warm).copied().collect();
        while let Some(&oldest) = warm.first() {
            let row = self.ticket(oldest).row;
            let short = |d: &DatacenterIndex| {
                let leftovers = self.leftovers(*d).count();
                leftovers > 0 && leftovers + warm.len() >= self.rules.players
            };
            let own_rtt = |d: &DatacenterIndex| reach.rtt_ms(row, *d);
            let Some(datacenter) = self.datacenters().filter(short).min_by_key(own_rtt) else { break };
            let mut group: Vec<TicketId> = self.leftovers(datacenter).collect();
            let lacking = self.rules.players - group.len();
            group.extend(warm.drain(..lacking));
            self.start(now, datacenter, &group, reach, formed);
        }
        for group in warm.chunks_exact(self.rules.players) {
            let summed_rtt = |d: &DatacenterIndex| -> u32 {
                group.iter().map(|&id| u32::from(reach.rtt_ms(self.ticket(id).row, *d))).sum()
            };
            if let Some(datacenter) = self.datacenters().min_by_key(summed_rtt) {
                self.start(now, datacenter, group, reach, formed);
            }
        }
    }

    /// Who is still waiting in a datacenter's queue; after the walk fewer than N.
    fn leftovers(&self, datacenter: DatacenterIndex) -> impl Iterator<Item = TicketId> {
        self.queues[datacenter.index()].iter().copied().filter(|&id| self.ticket(id).waiting)
    }

    fn datacenters(&self) -> impl Iterator<Item = DatacenterIndex> + use<> {
        (0..self.queues.len() as u16).map(DatacenterIndex)
    }

    /// Starts a match: its players are out of all queues in the same step.
    fn start(
        &mut self,
        now: SimTime,
        datacenter: DatacenterIndex,
        group: &[TicketId],
        reach: &Reach,
        formed: &mut Formed,
    ) {
        let member = |&id: &TicketId| {
            let ticket = self.ticket(id);
            Member {
                player: ticket.player,
                wait_s: now.since(ticket.enqueued),
                rtt_ms: reach.rtt_ms(ticket.row, datacenter),
                warm: ticket.state == SearchState::Warm,
            }
        };
        formed.push(datacenter, group.iter().map(member));
        for &id in group {
            self.ticket_mut(id).waiting = false;
        }
    }

    /// Frees the slots of tickets that no longer wait. No queue may hold them any more, or a slot that is
    /// used again would still stand where its predecessor stood.
    fn release(&mut self) {
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

    fn join_queues(&mut self, id: TicketId, datacenters: &[DatacenterIndex]) {
        for datacenter in datacenters {
            self.queues[datacenter.index()].push(id);
        }
    }

    fn leave_queues(&mut self, id: TicketId, datacenters: &[DatacenterIndex]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A matchmaker with its clock, driven a tick at a time.
    struct Bench {
        matchmaker: Matchmaker,
        reach: Reach,
        now: SimTime,
        changes: Vec<Change>,
        formed: Formed,
    }

    impl Bench {
        /// One place a row of RTTs.
        fn new(players: usize, rows: &[&[u8]]) -> Self {
            let datacenters = rows[0].len();
            let rules = Rules { players, ideal_s: 10, expand_s: 10, warm_s: 10 };
            Self {
                matchmaker: Matchmaker::new(rules, datacenters, Streams::new(7)),
                reach: Reach::new(datacenters, rows.concat(), 50, 100),
                now: SimTime::DAY_START,
                changes: Vec::new(),
                formed: Formed::default(),
            }
        }

        /// One tick in which these players join, each from the place of its row.
        fn tick(&mut self, joins: &[(u32, u32)]) -> Vec<(u16, Vec<u32>)> {
            self.changes.clear();
            self.matchmaker.expire(self.now, &self.reach, &mut self.changes);
            for &(player, row) in joins {
                self.matchmaker.enqueue(PlayerId(player), RowId(row));
            }
            self.matchmaker.classify(self.now, &self.reach, &mut self.changes);
            self.matchmaker.form(self.now, &self.reach, &mut self.formed);
            self.now = self.now + 1;
            let sorted = |members: &[Member]| {
                let mut ids: Vec<u32> = members.iter().map(|m| m.player.0).collect();
                ids.sort_unstable();
                ids
            };
            self.formed.matches().map(|m| (m.datacenter.0, sorted(m.members))).collect()
        }

        fn idle(&mut self, ticks: u32) {
            for _ in 0..ticks {
                assert_eq!(self.tick(&[]), []);
            }
        }
    }

    #[test]
    fn four_who_share_a_datacenter_match_in_the_tick_they_enter() {
        let mut bench = Bench::new(4, &[&[30, 200]]);
        assert_eq!(bench.tick(&[(0, 0), (1, 0), (2, 0)]), []);
        assert_eq!(bench.tick(&[(3, 0)]), [(0, vec![0, 1, 2, 3])]);
        let waits: Vec<u32> = bench.formed.matches().next().unwrap().members.iter().map(|m| m.wait_s).collect();
        assert_eq!((waits.iter().sum::<u32>(), waits.iter().max()), (3, Some(&1)));
        assert_eq!(bench.matchmaker.queue_len(DatacenterIndex(0)), 0);
    }

    #[test]
    fn a_time_out_fires_after_so_many_whole_ticks_in_the_state() {
        // Ideal at datacenter 0, expanded at 1, and nobody else about.
        let mut bench = Bench::new(2, &[&[50, 100, 101]]);
        bench.tick(&[(0, 0)]);
        let mut states = vec![];
        for tick in 1..=31 {
            bench.tick(&[]);
            states.extend(bench.changes.iter().map(|change| (tick, change.to)));
        }
        assert_eq!(states, [(10, Some(SearchState::Expand)), (20, Some(SearchState::Warm)), (30, None)]);
        assert_eq!(bench.matchmaker.searching().count(), 0);
    }

    #[test]
    fn whoever_starts_in_a_later_state_gets_its_full_time() {
        let mut bench = Bench::new(2, &[&[51], &[101]]);
        bench.tick(&[(0, 0)]);
        assert_eq!(bench.changes, [Change { player: PlayerId(0), to: Some(SearchState::Expand) }]);
        bench.idle(19);
        assert_eq!(bench.matchmaker.searching().next(), Some((PlayerId(0), SearchState::Warm)));
        bench.tick(&[]);
        assert_eq!(bench.changes, [Change { player: PlayerId(0), to: None }]);
        bench.tick(&[(1, 1)]);
        assert_eq!(bench.changes, [Change { player: PlayerId(1), to: Some(SearchState::Warm) }]);
    }

    #[test]
    fn expanding_opens_the_farther_queue() {
        // 0 is ideal for A and expanded for B, 1 the other way round.
        let mut bench = Bench::new(2, &[&[30, 80], &[80, 30]]);
        bench.tick(&[(0, 0)]);
        bench.idle(4);
        bench.tick(&[(1, 1)]);
        bench.idle(4);
        // At tick 10 player 0 expands into B's queue, where player 1 stands.
        assert_eq!(bench.tick(&[]), [(1, vec![0, 1])]);
    }

    #[test]
    fn a_warm_body_only_completes_a_match_that_lacks_players() {
        // Place 0: ideal at datacenter 0. Place 1: nothing in reach, nearer to datacenter 1, where nobody waits.
        let mut bench = Bench::new(4, &[&[30, 200], &[180, 150]]);
        assert_eq!(bench.tick(&[(0, 0), (1, 0), (9, 1)]), [], "three are not four");
        assert_eq!(bench.tick(&[(2, 0)]), [(0, vec![0, 1, 2, 9])]);
        let warm: Vec<bool> = bench.formed.matches().next().unwrap().members.iter().map(|m| m.warm).collect();
        assert_eq!(warm.iter().filter(|&&w| w).count(), 1);
    }

    #[test]
    fn the_oldest_warm_body_chooses_its_nearest_short_match() {
        // Leftovers: one at datacenter 0, one at 1. Warm places 2 (nearer to 1) and 3 (nearer to 0).
        let mut bench = Bench::new(2, &[&[30, 200], &[200, 30], &[180, 150], &[150, 180]]);
        bench.tick(&[(0, 0), (1, 1)]);
        assert_eq!(bench.tick(&[(2, 2), (3, 3)]), [(1, vec![1, 2]), (0, vec![0, 3])]);
    }

    #[test]
    fn warm_bodies_alone_meet_at_the_least_summed_rtt() {
        let mut bench = Bench::new(2, &[&[250, 120, 110], &[150, 120, 140]]);
        assert_eq!(bench.tick(&[(0, 0), (1, 1)]), [(1, vec![0, 1])]);
    }

    #[test]
    fn leftovers_in_two_queues_are_used_once() {
        // Player 0 stands in both queues; two warm bodies could each complete one with it.
        let mut bench = Bench::new(2, &[&[30, 30], &[200, 201], &[201, 200]]);
        bench.tick(&[(0, 0)]);
        let formed = bench.tick(&[(1, 1), (2, 2)]);
        assert_eq!(formed, [(0, vec![0, 1])]);
        assert_eq!(bench.matchmaker.searching().collect::<Vec<_>>(), [(PlayerId(2), SearchState::Warm)]);
    }

    #[test]
    fn a_failed_player_can_never_be_matched() {
        let mut bench = Bench::new(2, &[&[101], &[20]]);
        bench.tick(&[(0, 0)]);
        bench.idle(10);
        assert_eq!(bench.tick(&[(1, 1)]), []);
    }

    #[test]
    fn whoever_stays_behind_is_drawn_from_the_whole_queue() {
        // One waits already when four more come: each of the five is left behind equally often. Shuffling before
        // the newcomers are appended, or not at all, would favour some.
        let mut left_behind = [0_u32; 5];
        for seed in 0..5_000 {
            let mut bench = Bench::new(4, &[&[30]]);
            bench.matchmaker = Matchmaker::new(bench.matchmaker.rules, 1, Streams::new(seed));
            bench.tick(&[(0, 0)]);
            bench.tick(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
            let (player, _) = bench.matchmaker.searching().next().unwrap();
            left_behind[player.index()] += 1;
        }
        let chi2: f64 = left_behind.iter().map(|&n| (f64::from(n) - 1e3) * (f64::from(n) - 1e3) / 1e3).sum();
        assert!(chi2 < 18.5, "chi-square with 4 degrees of freedom, 0.1 % point 18.5: {left_behind:?}");
    }

    #[test]
    fn every_order_of_the_walk_is_equally_likely() {
        // All stand in all three queues: the match goes to whichever datacenter is walked first.
        let mut first = [0_u32; 3];
        let mut bench = Bench::new(4, &[&[30, 40, 20]]);
        for _ in 0..6_000 {
            let formed = bench.tick(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
            first[usize::from(formed[0].0)] += 1;
        }
        let chi2: f64 = first.iter().map(|&n| (f64::from(n) - 2e3) * (f64::from(n) - 2e3) / 2e3).sum();
        assert!(chi2 < 13.8, "chi-square with 2 degrees of freedom, 0.1 % point 13.8: {first:?}");
    }

    #[test]
    fn queues_hold_exactly_the_waiting_within_their_cap() {
        let rows: Vec<Vec<u8>> = {
            let mut rng = Streams::new(11).stream("places");
            (0..12).map(|_| (0..5).map(|_| 20 + rng.below(140) as u8).collect()).collect()
        };
        let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
        let mut bench = Bench::new(4, &rows);
        let mut rng = Streams::new(12).stream("joins");
        let (mut next, mut inside) = (0, std::collections::BTreeMap::new());
        for _ in 0..3_000 {
            let joins: Vec<(u32, u32)> = (0..rng.below(3)).map(|i| (next + i, rng.below(12))).collect();
            next += joins.len() as u32;
            inside.extend(joins.iter().copied());
            for (_, players) in bench.tick(&joins) {
                for player in players {
                    assert!(inside.remove(&player).is_some(), "player {player} was matched twice or never joined");
                }
            }
            for change in bench.changes.iter().filter(|change| change.to.is_none()) {
                inside.remove(&change.player.0);
            }
            let searching: Vec<(PlayerId, SearchState)> = bench.matchmaker.searching().collect();
            assert_eq!(searching.len(), inside.len());
            for d in (0..5).map(DatacenterIndex) {
                let mut queued: Vec<u32> = bench.matchmaker.queue(d).map(|p| p.0).collect();
                let stands = |&(player, state): &(PlayerId, SearchState)| {
                    let rtt = bench.reach.rtt_ms(RowId(inside[&player.0]), d);
                    rtt <= match state {
                        SearchState::Ideal => 50,
                        SearchState::Expand => 100,
                        SearchState::Warm => 0,
                    }
                };
                let mut expected: Vec<u32> = searching.iter().filter(|s| stands(s)).map(|(p, _)| p.0).collect();
                queued.sort_unstable();
                expected.sort_unstable();
                assert_eq!(queued, expected);
            }
        }
        assert!(next > 2_000);
    }
}
