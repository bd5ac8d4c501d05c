//! The rules of the article, of both matchmakers.

use matchday_base::{DatacenterIndex, PlayerId, SimTime, Streams};
use matchday_matchmaker::{
    Article, ByRules, Cascade, Change, Formed, LatencyTable, Next, QueuedPlayer, RowId, Rules, SearchState,
};
use rand::RngExt;

macro_rules! both {
    ($($test:ident)*) => {
        mod article {
            $(#[test]
            fn $test() {
                super::$test::<super::Article>();
            })*
        }
        mod cascade {
            $(#[test]
            fn $test() {
                super::$test::<super::Cascade>();
            })*
        }
    };
}

both! {
    four_players_near_one_datacenter_match_in_the_tick_they_enter
    a_time_out_fires_after_the_full_time_in_a_state
    players_who_start_in_a_later_state_get_its_full_time
    expanding_opens_the_farther_queue
    a_warm_body_only_completes_a_match_that_lacks_players
    the_oldest_warm_body_chooses_its_nearest_short_match
    warm_bodies_alone_meet_at_the_least_summed_rtt
    leftover_players_in_two_queues_match_once
    a_failed_player_can_never_be_matched
    leftover_players_are_drawn_from_the_whole_queue
    every_order_of_the_walk_is_equally_likely
    queues_hold_exactly_the_waiting_players_within_their_cap
    a_whole_lobby_starts_at_once_in_its_datacenter
    the_fullest_lobby_is_completed_first_and_the_oldest_among_equals
    players_who_complete_a_lobby_are_drawn_from_the_whole_queue
    a_lobby_is_completed_before_the_queue_of_its_datacenter_matches
    a_lobby_gives_up_after_the_same_time_as_a_search
    warm_bodies_and_leftover_players_complete_the_first_lobby
    patience_ends_a_search_in_any_state_and_counts_from_the_first_second
    between_runs_players_are_classified_and_time_out
    players_who_met_in_their_last_match_are_kept_apart
    no_match_forms_at_a_closed_datacenter
}

fn rules(players: usize) -> Rules {
    Rules { players, ideal_s: 10, expand_s: 10, warm_s: 10, patience_s: 120, avoid_rematch: false }
}

/// A matchmaker with its clock, driven a tick at a time.
struct Bench<M> {
    matchmaker: M,
    latencies: LatencyTable,
    now: SimTime,
    changes: Vec<Change>,
    formed: Formed,
}

impl<M: ByRules> Bench<M> {
    /// One place a row of RTTs.
    fn new(players: usize, rows: &[&[u16]]) -> Self {
        Self::with_rules(rules(players), rows)
    }

    fn with_rules(rules: Rules, rows: &[&[u16]]) -> Self {
        let datacenters = rows[0].len();
        Self {
            matchmaker: M::new(rules, datacenters, Streams::new(7)),
            latencies: LatencyTable::new(datacenters, rows.concat(), 50, 100),
            now: SimTime::DAY_START,
            changes: Vec::new(),
            formed: Formed::default(),
        }
    }

    /// One tick in which these players join, each from the place of its row.
    fn tick(&mut self, joins: &[(u32, u32)]) -> Vec<(u16, Vec<u32>)> {
        self.changes.clear();
        self.matchmaker.expire(self.now, &self.latencies, &mut self.changes);
        for &(player, row) in joins {
            self.matchmaker.arrivals().push(QueuedPlayer { player: PlayerId(player), row: RowId(row) });
        }
        self.matchmaker.form(self.now, &self.latencies, &mut self.formed);
        self.now = self.now + 1;
        let sorted = |queued_players: &[QueuedPlayer]| {
            let mut ids: Vec<u32> = queued_players.iter().map(|queued| queued.player.0).collect();
            ids.sort_unstable();
            ids
        };
        self.formed.batches().map(|batch| (batch.datacenter.0, sorted(batch.queued_players))).collect()
    }

    /// One tick in which the matchmaker does not run.
    fn rest(&mut self, joins: &[(u32, u32)]) {
        self.changes.clear();
        self.matchmaker.expire(self.now, &self.latencies, &mut self.changes);
        for &(player, row) in joins {
            self.matchmaker.arrivals().push(QueuedPlayer { player: PlayerId(player), row: RowId(row) });
        }
        self.matchmaker.classify(self.now, &self.latencies);
        self.now = self.now + 1;
    }

    /// These play on at a datacenter; all from the first place.
    fn lobby(&mut self, datacenter: u16, players: &[u32]) {
        let queued_players: Vec<QueuedPlayer> =
            players.iter().map(|&player| QueuedPlayer { player: PlayerId(player), row: RowId(0) }).collect();
        self.matchmaker.lobbies_mut().arrive(self.now, DatacenterIndex(datacenter), &queued_players);
    }

    /// Who waits in a lobby, for how long.
    fn waiting(&self) -> Vec<(u32, u32)> {
        let mut waiting = Vec::new();
        self.matchmaker.lobbies().each(|queued, since| waiting.push((queued.player.0, self.now.since(since))));
        waiting.sort_unstable();
        assert_eq!(waiting.len() as u32, self.matchmaker.lobbies().players());
        waiting
    }

    /// Who searches, in which state.
    fn searching(&self) -> Vec<(u32, SearchState)> {
        self.matchmaker.searching().map(|searching| (searching.queued.player.0, searching.state)).collect()
    }

    fn queue(&self, datacenter: DatacenterIndex) -> Vec<u32> {
        self.matchmaker.queue(&self.latencies, datacenter).map(|player| player.0).collect()
    }

    fn idle(&mut self, ticks: u32) {
        for _ in 0..ticks {
            assert_eq!(self.tick(&[]), []);
        }
    }
}

fn four_players_near_one_datacenter_match_in_the_tick_they_enter<M: ByRules>() {
    let mut bench = Bench::<M>::new(4, &[&[30, 200]]);
    assert_eq!(bench.tick(&[(0, 0), (1, 0), (2, 0)]), []);
    assert_eq!(bench.tick(&[(3, 0)]), [(0, vec![0, 1, 2, 3])]);
    let mut waits: Vec<(u32, u32)> = bench.formed.waits().iter().map(|wait| (wait.player.0, wait.wait_s)).collect();
    waits.sort_unstable();
    assert_eq!(waits, [(0, 1), (1, 1), (2, 1)]);
    assert_eq!(bench.queue(DatacenterIndex(0)), []);
}

fn no_match_forms_at_a_closed_datacenter<M: ByRules>() {
    let mut bench = Bench::<M>::new(4, &[&[30, 200], &[30, 40]]);
    bench.matchmaker.close(DatacenterIndex(0), true);
    assert_eq!(bench.tick(&[(0, 0), (1, 0), (2, 0), (3, 0)]), []);
    assert_eq!(bench.tick(&[(4, 1), (5, 1), (6, 1), (7, 1)]), [(1, vec![4, 5, 6, 7])]);
    bench.idle(1);
    bench.matchmaker.close(DatacenterIndex(0), false);
    assert_eq!(bench.tick(&[]), [(0, vec![0, 1, 2, 3])]);
}

fn a_time_out_fires_after_the_full_time_in_a_state<M: ByRules>() {
    // Ideal at datacenter 0, expanded at 1, and nobody else about.
    let mut bench = Bench::<M>::new(2, &[&[50, 100, 101]]);
    bench.tick(&[(0, 0)]);
    let mut states = vec![];
    for tick in 1..=31 {
        bench.tick(&[]);
        states.extend(bench.changes.iter().map(|change| (tick, change.to)));
    }
    let to = Next::Search;
    assert_eq!(states, [(10, to(SearchState::Expand)), (20, to(SearchState::Warm)), (30, Next::Fail)]);
    assert_eq!(bench.searching(), []);
}

fn players_who_start_in_a_later_state_get_its_full_time<M: ByRules>() {
    let mut bench = Bench::<M>::new(2, &[&[51], &[101]]);
    bench.tick(&[(0, 0)]);
    assert_eq!(bench.searching(), [(0, SearchState::Expand)]);
    bench.idle(19);
    assert_eq!(bench.searching(), [(0, SearchState::Warm)]);
    bench.tick(&[]);
    let queued = QueuedPlayer { player: PlayerId(0), row: RowId(0) };
    assert_eq!(bench.changes, [Change { queued, to: Next::Fail, waited_s: 20 }]);
    bench.tick(&[(1, 1)]);
    assert_eq!(bench.searching(), [(1, SearchState::Warm)]);
}

fn expanding_opens_the_farther_queue<M: ByRules>() {
    // 0 is ideal for A and expanded for B, 1 the other way round.
    let mut bench = Bench::<M>::new(2, &[&[30, 80], &[80, 30]]);
    bench.tick(&[(0, 0)]);
    bench.idle(4);
    bench.tick(&[(1, 1)]);
    bench.idle(4);
    // At tick 10 player 0 expands into B's queue, where player 1 stands.
    assert_eq!(bench.tick(&[]), [(1, vec![0, 1])]);
}

fn a_warm_body_only_completes_a_match_that_lacks_players<M: ByRules>() {
    // Place 0: ideal at datacenter 0. Place 1: nothing in reach, nearer to datacenter 1, where nobody waits.
    let mut bench = Bench::<M>::new(4, &[&[30, 200], &[180, 150]]);
    assert_eq!(bench.tick(&[(0, 0), (1, 0), (9, 1)]), [], "three are not four");
    assert_eq!(bench.tick(&[(2, 0)]), [(0, vec![0, 1, 2, 9])]);
    let warm: Vec<u32> = bench.formed.waits().iter().filter(|wait| wait.warm).map(|wait| wait.player.0).collect();
    assert_eq!(warm, [9]);
}

fn the_oldest_warm_body_chooses_its_nearest_short_match<M: ByRules>() {
    // Warm places 2 (nearer to 1) and 3 (nearer to 0), a second apart; then leftovers at either datacenter.
    let mut bench = Bench::<M>::new(3, &[&[30, 200], &[200, 30], &[180, 150], &[150, 180]]);
    bench.tick(&[(4, 2)]);
    bench.tick(&[(5, 3)]);
    assert_eq!(bench.tick(&[(0, 0), (1, 1), (2, 0), (3, 1)]), [(1, vec![1, 3, 4]), (0, vec![0, 2, 5])]);
}

fn warm_bodies_alone_meet_at_the_least_summed_rtt<M: ByRules>() {
    let mut bench = Bench::<M>::new(2, &[&[250, 120, 110], &[150, 120, 140]]);
    assert_eq!(bench.tick(&[(0, 0), (1, 1)]), [(1, vec![0, 1])]);
}

fn leftover_players_in_two_queues_match_once<M: ByRules>() {
    // Players 0 and 3 stand in both queues; two warm bodies could each complete one with them.
    let mut bench = Bench::<M>::new(3, &[&[30, 30], &[200, 201], &[201, 200]]);
    bench.tick(&[(1, 1)]);
    bench.tick(&[(2, 2)]);
    let formed = bench.tick(&[(0, 0), (3, 0)]);
    assert_eq!(formed, [(0, vec![0, 1, 3])]);
    assert_eq!(bench.searching(), [(2, SearchState::Warm)]);
}

fn a_failed_player_can_never_be_matched<M: ByRules>() {
    let mut bench = Bench::<M>::new(2, &[&[101], &[20]]);
    bench.tick(&[(0, 0)]);
    bench.idle(10);
    assert_eq!(bench.tick(&[(1, 1)]), []);
}

fn leftover_players_are_drawn_from_the_whole_queue<M: ByRules>() {
    // One waits already when four more come: each of the five is left behind equally often. Shuffling before
    // the newcomers are appended, or not at all, would favour some.
    let mut left_behind = [0_u32; 5];
    for seed in 0..5_000 {
        let mut bench = Bench::<M>::new(4, &[&[30]]);
        bench.matchmaker = M::new(rules(4), 1, Streams::new(seed));
        bench.tick(&[(0, 0)]);
        bench.tick(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
        left_behind[bench.searching()[0].0 as usize] += 1;
    }
    let chi2: f64 = left_behind.iter().map(|&n| (f64::from(n) - 1e3) * (f64::from(n) - 1e3) / 1e3).sum();
    assert!(chi2 < 18.5, "chi-square with 4 degrees of freedom, 0.1 % point 18.5: {left_behind:?}");
}

fn every_order_of_the_walk_is_equally_likely<M: ByRules>() {
    // All stand in the same three queues, of three or of 70: the match goes to whichever of them is walked first.
    for (datacenters, within) in [(3, [0_u16, 1, 2]), (70, [3, 38, 66])] {
        let mut rtts_ms = vec![u16::MAX; datacenters];
        within.iter().for_each(|&at| rtts_ms[usize::from(at)] = 40);
        let mut first = [0_u32; 3];
        let mut bench = Bench::<M>::new(4, &[&rtts_ms]);
        for _ in 0..6_000 {
            let formed = bench.tick(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
            first[within.iter().position(|&at| at == formed[0].0).expect("one of the three")] += 1;
        }
        let chi2: f64 = first.iter().map(|&n| (f64::from(n) - 2e3) * (f64::from(n) - 2e3) / 2e3).sum();
        assert!(chi2 < 13.8, "chi-square with 2 degrees of freedom, 0.1 % point 13.8: {first:?}");
    }
}

fn queues_hold_exactly_the_waiting_players_within_their_cap<M: ByRules>() {
    for (datacenters, nearest_ms) in [(5, 20), (70, 48)] {
        queues_hold_exactly_the_waiting::<M>(datacenters, nearest_ms);
    }
}

fn queues_hold_exactly_the_waiting<M: ByRules>(datacenters: u16, nearest_ms: u16) {
    let rows: Vec<Vec<u16>> = {
        let mut rng = Streams::new(11).stream("places");
        (0..12).map(|_| (0..datacenters).map(|_| nearest_ms + rng.random_range(..140_u16)).collect()).collect()
    };
    let rows: Vec<&[u16]> = rows.iter().map(Vec::as_slice).collect();
    let mut bench = Bench::<M>::new(4, &rows);
    let mut rng = Streams::new(12).stream("joins");
    let (mut next, mut inside) = (0, std::collections::BTreeMap::new());
    for _ in 0..3_000 {
        let joins: Vec<(u32, u32)> = (0..rng.random_range(..3)).map(|i| (next + i, rng.random_range(..12))).collect();
        next += joins.len() as u32;
        inside.extend(joins.iter().copied());
        let before: std::collections::BTreeMap<u32, SearchState> = bench.searching().into_iter().collect();
        for (datacenter, players) in bench.tick(&joins) {
            let changed = |player| {
                let change = bench.changes.iter().find(|change| change.queued.player.0 == player)?;
                if let Next::Search(state) = change.to { Some(state) } else { None }
            };
            for player in players {
                let row = inside.remove(&player).expect("nobody is matched twice or without having joined");
                let rtt_ms = bench.latencies.rtt_ms(RowId(row), DatacenterIndex(datacenter));
                let ideal = bench.latencies.ideal(RowId(row)).next().is_some();
                let most_ms = match changed(player).or_else(|| before.get(&player).copied()) {
                    Some(SearchState::Ideal) => 50,
                    None if ideal => 50,
                    Some(SearchState::Expand) => 100,
                    None if bench.latencies.expand(RowId(row)).next().is_some() => 100,
                    _ => u16::MAX,
                };
                assert!(rtt_ms <= most_ms, "player {player} plays at {rtt_ms} ms");
            }
        }
        for change in bench.changes.iter().filter(|change| change.to == Next::Fail) {
            inside.remove(&change.queued.player.0);
        }
        let searching = bench.searching();
        assert_eq!(searching.len(), inside.len());
        for d in (0..datacenters).map(DatacenterIndex) {
            let mut queued = bench.queue(d);
            let stands = |&(player, state): &(u32, SearchState)| {
                let rtt = bench.latencies.rtt_ms(RowId(inside[&player]), d);
                rtt <= match state {
                    SearchState::Ideal => 50,
                    SearchState::Expand => 100,
                    SearchState::Warm => 0,
                }
            };
            let mut expected: Vec<u32> = searching.iter().filter(|s| stands(s)).map(|&(player, _)| player).collect();
            queued.sort_unstable();
            expected.sort_unstable();
            assert_eq!(queued, expected);
            assert!(queued.len() < 4, "a match is left in a queue");
        }
    }
    assert!(next > 2_000);
}

fn a_whole_lobby_starts_at_once_in_its_datacenter<M: ByRules>() {
    let mut bench = Bench::<M>::new(3, &[&[30, 250]]);
    bench.lobby(1, &[0, 1, 2]);
    assert_eq!(bench.tick(&[]), [(1, vec![0, 1, 2])], "nobody else is about");
    assert_eq!((bench.formed.waits(), bench.searching()), (&[][..], vec![]));
    assert_eq!(bench.waiting(), []);
}

fn the_fullest_lobby_is_completed_first_and_the_oldest_among_equals<M: ByRules>() {
    let mut bench = Bench::<M>::new(4, &[&[30]]);
    bench.lobby(0, &[0, 1]);
    bench.idle(1);
    bench.lobby(0, &[10, 11, 12]);
    bench.idle(1);
    bench.lobby(0, &[20, 21, 22]);
    bench.lobby(0, &[30, 31]);
    bench.idle(1);
    assert_eq!(bench.queue(DatacenterIndex(0)), [], "a lobby stands in no queue");
    assert_eq!(
        bench.waiting(),
        [(0, 3), (1, 3), (10, 2), (11, 2), (12, 2), (20, 1), (21, 1), (22, 1), (30, 1), (31, 1)]
    );
    assert_eq!(bench.tick(&[(40, 0)]), [(0, vec![10, 11, 12, 40])]);
    let mut waits: Vec<_> = bench.formed.waits().iter().map(|wait| (wait.player.0, wait.wait_s)).collect();
    waits.sort_unstable();
    assert_eq!(waits, [(10, 2), (11, 2), (12, 2)]);
    assert_eq!(bench.tick(&[(41, 0)]), [(0, vec![20, 21, 22, 41])]);
    assert_eq!(bench.tick(&[(42, 0)]), [], "two lack two");
    assert_eq!(bench.tick(&[(43, 0)]), [(0, vec![0, 1, 42, 43])]);
    assert_eq!(bench.tick(&[(44, 0), (45, 0)]), [(0, vec![30, 31, 44, 45])]);
    assert_eq!(bench.searching(), []);
    assert_eq!(bench.waiting(), []);
    assert_eq!(bench.matchmaker.searched_s(), [3 * 2 + 3 * 2 + 2 * 6 + 2 * 5 + 1, 0, 0]);
}

fn players_who_complete_a_lobby_are_drawn_from_the_whole_queue<M: ByRules>() {
    // One waits already when four more come, and the lobby lacks two: each of the five is taken equally often.
    let mut taken = [0_u32; 5];
    for seed in 0..5_000 {
        let mut bench = Bench::<M>::new(6, &[&[30]]);
        bench.matchmaker = M::new(rules(6), 1, Streams::new(seed));
        bench.tick(&[(0, 0)]);
        bench.lobby(0, &[10, 11, 12, 13]);
        let formed = bench.tick(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
        formed[0].1.iter().filter(|&&player| player < 5).for_each(|&player| taken[player as usize] += 1);
    }
    // Of two in five, drawn without putting back, counts vary by less than of single draws.
    let chi2: f64 = taken.iter().map(|&n| (f64::from(n) - 2e3) * (f64::from(n) - 2e3) / 2e3).sum();
    assert!(taken.iter().sum::<u32>() == 10_000 && chi2 < 18.5, "0.1 % point 18.5: {taken:?}");
}

fn a_lobby_is_completed_before_the_queue_of_its_datacenter_matches<M: ByRules>() {
    // The second place reaches datacenter 1 only.
    let mut bench = Bench::<M>::new(4, &[&[30, 200], &[200, 30]]);
    bench.lobby(0, &[0, 1, 2]);
    assert_eq!(bench.tick(&[(3, 1), (4, 1), (5, 1)]), []);
    assert_eq!(bench.tick(&[(6, 1)]), [(1, vec![3, 4, 5, 6])]);
    let formed = bench.tick(&[(7, 0), (8, 0), (9, 0), (10, 0), (11, 0)]);
    assert_eq!(formed.len(), 2);
    assert_eq!(formed[0].1[..3], [0, 1, 2]);
    bench.lobby(0, &[20, 21, 22]);
    let formed = bench.tick(&[(23, 0), (24, 0), (25, 0), (26, 0)]);
    assert_eq!((formed.len(), &formed[0].1[..3]), (1, &[20, 21, 22][..]), "and not the four among themselves");
    assert_eq!(bench.searching().len(), 3);
}

fn a_lobby_gives_up_after_the_same_time_as_a_search<M: ByRules>() {
    let mut bench = Bench::<M>::new(4, &[&[30, 30]]);
    bench.lobby(0, &[0, 1, 2]);
    bench.idle(30);
    assert_eq!((bench.waiting(), bench.changes.len()), (vec![(0, 30), (1, 30), (2, 30)], 0));
    assert_eq!(bench.tick(&[(3, 0)]), [], "it has failed in this second");
    let failed: Vec<_> = bench.changes.iter().map(|change| (change.queued.player.0, change.to)).collect();
    assert_eq!(failed, [0, 1, 2].map(|player| (player, Next::Fail)));
    assert_eq!(bench.waiting(), []);
    assert_eq!((bench.searching(), bench.matchmaker.searched_s()), (vec![(3, SearchState::Ideal)], [90, 0, 0]));
}

fn warm_bodies_and_leftover_players_complete_the_first_lobby<M: ByRules>() {
    // Place 0: ideal at datacenter 0. Place 1: nothing in reach, nearest to datacenter 1.
    let mut bench = Bench::<M>::new(5, &[&[30, 200, 200], &[190, 150, 170]]);
    bench.lobby(0, &[0, 1]);
    bench.lobby(0, &[10, 11]);
    bench.lobby(2, &[20, 21, 22]);
    assert_eq!(bench.tick(&[(30, 0), (31, 0)]), [], "four are not five");
    assert_eq!(bench.tick(&[(40, 1)]), [(0, vec![0, 1, 30, 31, 40])], "the other lobbies lack more than one");
    assert_eq!(bench.tick(&[(41, 1)]), []);
    let formed = bench.tick(&[(42, 1), (43, 1)]);
    // Either may be the next, as they are of one second.
    let (next, other) = if formed[0].1.contains(&42) { (42, 43) } else { (43, 42) };
    assert_eq!(formed, [(2, vec![20, 21, 22, 41, next])], "nearer than datacenter 0");
    assert_eq!(bench.tick(&[(44, 1), (45, 1)]), [(0, vec![10, 11, other, 44, 45])]);
    assert_eq!(bench.searching(), []);
    assert_eq!(bench.waiting(), []);
}

fn patience_ends_a_search_in_any_state_and_counts_from_the_first_second<M: ByRules>() {
    for (patience_s, last) in [(5, SearchState::Ideal), (15, SearchState::Expand), (25, SearchState::Warm)] {
        let mut bench = Bench::<M>::with_rules(Rules { patience_s, ..rules(2) }, &[&[50, 100]]);
        bench.tick(&[(0, 0)]);
        bench.idle(patience_s - 1);
        assert_eq!(bench.searching(), [(0, last)]);
        bench.idle(1);
        assert_eq!(bench.changes.last().map(|change| change.to), Some(Next::GiveUp));
        assert_eq!(bench.searching(), []);
        assert_eq!(bench.matchmaker.searched_s().iter().sum::<u64>(), u64::from(patience_s));
    }
    // A player whose match was called off has waited since it was enqueued the first time.
    let mut bench = Bench::<M>::new(2, &[&[50, 100]]);
    let queued = QueuedPlayer { player: PlayerId(0), row: RowId(0) };
    bench.now = bench.now + 115;
    bench.matchmaker.requeue(bench.now, &bench.latencies, queued, bench.now - 115);
    bench.idle(5);
    assert_eq!(bench.searching(), [(0, SearchState::Ideal)]);
    bench.idle(1);
    assert_eq!(bench.changes, [Change { queued, to: Next::GiveUp, waited_s: 120 }]);
    // Patience that ends with the last state: the search has failed.
    let mut bench = Bench::<M>::with_rules(Rules { patience_s: 30, ..rules(2) }, &[&[50]]);
    bench.tick(&[(0, 0)]);
    bench.idle(30);
    assert_eq!(bench.changes.last().map(|change| change.to), Some(Next::Fail));
}

fn between_runs_players_are_classified_and_time_out<M: ByRules>() {
    let mut bench = Bench::<M>::new(2, &[&[50, 100], &[101, 60]]);
    bench.rest(&[(0, 0), (1, 0)]);
    assert_eq!(bench.searching(), [(0, SearchState::Ideal), (1, SearchState::Ideal)]);
    for _ in 0..9 {
        bench.rest(&[]);
    }
    bench.rest(&[(2, 1)]);
    assert_eq!(bench.changes.len(), 2, "both expand after ten seconds in which the matchmaker did not run");
    assert_eq!(bench.searching().len(), 3);
    // All three are in the queue of the second datacenter when it runs again.
    let formed = bench.tick(&[(3, 1)]);
    assert_eq!(formed.iter().map(|(_, players)| players.len()).sum::<usize>(), 4);
    let mut waits: Vec<(u32, u32)> = bench.formed.waits().iter().map(|wait| (wait.player.0, wait.wait_s)).collect();
    waits.sort_unstable();
    assert_eq!(waits, [(0, 11), (1, 11), (2, 1)]);
}

fn players_who_met_in_their_last_match_are_kept_apart<M: ByRules>() {
    let pairs = |avoid_rematch| {
        let mut bench = Bench::<M>::with_rules(Rules { avoid_rematch, ..rules(2) }, &[&[30]]);
        let mut again = 0;
        for _ in 0..50 {
            let before = bench.tick(&[(0, 0), (1, 0)]);
            assert_eq!(before, [(0, vec![0, 1])]);
            bench.tick(&[(2, 0), (3, 0)]);
            let all = [(0, 0), (1, 0), (2, 0), (3, 0)];
            bench.tick(&all);
            let queued_players: Vec<u32> = bench.formed.queued_players().iter().map(|queued| queued.player.0).collect();
            again += queued_players.chunks_exact(2).filter(|pair| pair[0] / 2 == pair[1] / 2).count();
        }
        again
    };
    assert_eq!(pairs(true), 0);
    let mut bench = Bench::<M>::with_rules(Rules { avoid_rematch: true, ..rules(2) }, &[&[30]]);
    for _ in 0..20 {
        // Of three in one queue the one whom nobody has met is matched; a stranger's id is forgotten.
        bench.tick(&[(0, 0), (1, 0)]);
        let formed = bench.tick(&[(0, 0), (1, 0), (2, 0)]);
        assert!(formed[0].1.contains(&2), "{formed:?}");
        let waits = bench.searching()[0].0;
        if let Some(last_matches) = bench.matchmaker.last_matches_mut() {
            last_matches.forget(PlayerId(2));
        }
        bench.tick(&[(3, 0)]);
        assert_eq!(bench.searching(), [], "{waits} has matched");
    }
}
