//! Tests of the day, second by second.

use super::*;
use crate::cohort::Run;
use crate::columns::{Count, RTT_BINS};
use crate::mixing::Mixing;
use crate::placement::Request;
use crate::summary::searching;
use crate::theory::{self, Stay};
use crate::world::SimulationData;
use crate::world::tests::{CALENDAR, params, tiny_dataset};
use matchday_atlas::JoinData;
use matchday_atlas::{Datacenter, Fallback, LatencyMap, Location, RecordedJoins};
use matchday_base::Rng;
use matchday_base::time::DAY_S;
use matchday_fleet::broker::Outcome;
use matchday_matchmaker::MatchBatch;
use rand::RngExt;

fn day(dataset: &SimulationData, params: &Params) -> ArticleDay {
    ArticleDay::new(Arc::new(World::new(dataset, params).unwrap()), params, true)
}

fn finished(dataset: &SimulationData, params: &Params) -> ArticleDay {
    let mut day = day(dataset, params);
    day.advance(u32::MAX);
    day
}

/// Equal joins in every minute, all at one place with one datacenter.
fn one_place() -> SimulationData {
    let mut reader = RecordedJoins::reader("joins.csv");
    (0..1_440).for_each(|m| reader.push(format!("{:02}:{:02}:00,50.1,8.7\n", m / 60, m % 60).as_bytes()));
    let joins = JoinData::Recorded(reader.finish().unwrap().0);
    let mut dataset =
        SimulationData::new("one".into(), CALENDAR, joins, None, Fallback { inflation: 1.587, offset_ms: 17.8 });
    dataset.add_site(Datacenter::read_csv(b"1,fra,50.11,8.68\n", "d.csv").unwrap().remove(0), None);
    dataset
}

#[test]
fn a_run_does_not_depend_on_how_it_is_cut() {
    let (dataset, params) = (tiny_dataset(), params(&[("ccu", "300")]));
    let whole = finished(&dataset, &params);
    for slice in [1, 7, 60, 3_601] {
        let mut cut = day(&dataset, &params);
        while cut.now() < cut.end() {
            cut.advance(slice);
        }
        assert_eq!(cut.summary(), whole.summary(), "slices of {slice} s");
        assert_eq!(cut.columns().rows_from(0), whole.columns().rows_from(0));
        assert_eq!(cut.frames().unwrap().packed_from(0), whole.frames().unwrap().packed_from(0));
    }
}

#[test]
fn a_clone_goes_on_as_the_original() {
    let (dataset, params) = (tiny_dataset(), params(&[("ccu", "300")]));
    let mut original = day(&dataset, &params);
    original.advance(30_000);
    let mut checkpoint = original.clone();
    original.advance(u32::MAX);
    checkpoint.advance(u32::MAX);
    assert_eq!(checkpoint.summary(), original.summary());
}

#[test]
fn invariants_hold_after_every_second_of_tiny_worlds() {
    let dataset = tiny_dataset();
    for scenario in [
        params(&[("ccu", "60")]),
        params(&[("ccu", "60"), ("bots", "1"), ("players", "3")]),
        params(&[("ccu", "200"), ("pause_s", "0"), ("match_s", "10"), ("players", "2"), ("replay", "0.95")]),
        params(&[("ccu", "200"), ("ideal_ms", "1"), ("expand_ms", "30"), ("ideal_s", "1"), ("warm_s", "1")]),
        params(&[("ccu", "60"), ("estimate", "ping"), ("bad_routes", "0.3"), ("jitter_ms", "30")]),
        params(&[("ccu", "60"), ("estimate", "distance"), ("bad_routes", "0.3")]),
        params(&[("ccu", "200"), ("playlists", "3"), ("shares", "3,1")]),
        params(&[("ccu", "200"), ("together", "1"), ("replay", "0.9")]),
        params(&[
            ("ccu", "60"),
            ("together", "1"),
            ("playlists", "2"),
            ("bots", "1"),
            ("replay", "0.9"),
            ("pause_s", "0"),
        ]),
        params(&[("ccu", "60"), ("playlists", "3"), ("bots", "1"), ("estimate", "ping"), ("jitter_ms", "9")]),
        params(&[("ccu", "200"), ("match_sd_s", "60"), ("quit_rate", "0.1"), ("bots", "1"), ("interval_s", "7")]),
        params(&[
            ("ccu", "200"),
            ("match_sd_s", "40"),
            ("quit_rate", "0.3"),
            ("together", "1"),
            ("avoid_rematch", "1"),
            ("playlists", "2"),
            ("patience_s", "15"),
        ]),
        params(&[("ccu", "100"), ("replay_wait", "9"), ("replay_rtt", "3"), ("replay_bots", "5"), ("bots", "1")]),
    ] {
        let mut day = day(&dataset, &scenario);
        for _ in 0..12_000 {
            day.advance(1);
            check::sweep(&day).unwrap();
        }
    }
}

/// Servers that start late; some never come, some fail during the match.
#[derive(Clone, Debug)]
struct Slow {
    delay_s: u32,
    match_s: u32,
    /// Percent.
    failing: u32,
    rng: Rng,
    timers: Timers<PlacementEvent>,
}

impl Slow {
    fn new(params: &Params, delay_s: u32, failing: u32) -> Self {
        let timers = Timers::new(SimTime::DAY_START - warm_up_s(params));
        Self { delay_s, match_s: params.match_s(), failing, rng: Streams::new(9).stream("slow"), timers }
    }

    fn day(self, params: &Params) -> ArticleDay<Cascade, Self> {
        let mut params = params.clone();
        params.set("fleet", "broker").unwrap();
        ArticleDay::with_placement(Arc::new(World::new(&tiny_dataset(), &params).unwrap()), &params, true, self)
    }
}

impl Placement for Slow {
    const AT_ONCE: bool = false;

    fn cancel(&mut self, _now: SimTime, _id: MatchId) {}

    fn request(&mut self, now: SimTime, Request { id, .. }: Request) {
        let start = now + self.delay_s;
        let (fails, lasts_s) =
            (self.rng.random_ratio(self.failing, 100), self.rng.random_range(..self.match_s + self.delay_s));
        if fails {
            self.timers.set(start, PlacementEvent::Started(id));
            self.timers.set(now + lasts_s + 1, PlacementEvent::Ended(id, Outcome::ServerLost));
        } else {
            self.timers.set(start, PlacementEvent::Started(id));
            self.timers.set(start + self.match_s, PlacementEvent::Ended(id, Outcome::Completed));
        }
    }

    fn advance(&mut self, now: SimTime, news: &mut Vec<PlacementEvent>) {
        news.extend(std::iter::from_fn(|| self.timers.fire(now)));
    }
}

#[test]
fn invariants_hold_while_matches_wait_for_servers_and_lose_them() {
    for scenario in [
        params(&[("ccu", "60"), ("bots", "1")]),
        params(&[("ccu", "200"), ("pause_s", "0"), ("match_s", "10"), ("players", "2"), ("replay", "0.95")]),
        params(&[("ccu", "60"), ("estimate", "ping"), ("bad_routes", "0.3"), ("jitter_ms", "30")]),
        params(&[("ccu", "200"), ("playlists", "3"), ("together", "1"), ("replay", "0.9")]),
        params(&[("ccu", "200"), ("quit_rate", "0.2"), ("match_sd_s", "90"), ("replay_lost", "20"), ("bots", "1")]),
        params(&[("ccu", "200"), ("patience_s", "10"), ("replay_wait", "9"), ("avoid_rematch", "1")]),
    ] {
        let mut day = Slow::new(&scenario, 7, 20).day(&scenario);
        for _ in 0..8_000 {
            day.advance(1);
            check::sweep(&day).unwrap();
        }
        assert!(day.log.times.integral_s[State::Placing as usize] > 0);
    }
}

#[test]
fn a_match_without_a_server_costs_its_players_the_wait_alone() {
    let params = params(&[("ccu", "300")]);
    let mut day = Slow::new(&params, 20, 0).day(&params);
    day.advance(u32::MAX);
    let columns = day.columns();
    let spent = |state| (0..columns.minutes()).map(|minute| u64::from(columns.player_s(state, minute))).sum::<u64>();
    let matched = columns.total(Count::Matches) * 4;
    // All but the players still online: at most 1 % at either end of the day.
    let near = |spent_s: u64, each_s: u64| spent_s.abs_diff(matched * each_s) * 100 < matched * each_s;
    assert!(near(spent(State::Placing), 20), "{} of {matched}", spent(State::Placing));
    assert!(near(spent(State::Playing), u64::from(params.match_s())));
    assert!(near(spent(State::Between), u64::from(params.pause_s())));
}

#[test]
fn without_servers_everybody_gives_up_when_patience_ends() {
    let params = params(&[("ccu", "300"), ("patience_s", "50")]);
    // Every match waits for its server for longer than anybody's patience.
    let mut day = Slow::new(&params, 60, 0).day(&params);
    day.advance(u32::MAX);
    let summary = day.summary();
    assert_eq!((summary.left, day.log.times.integral_s[State::Playing as usize]), (0, 0));
    assert!(
        summary.abandoned_placing > 0 && summary.abandoned == summary.abandoned_placing + summary.abandoned_searching
    );
    assert_eq!(summary.joined + summary.inside_at_start, summary.inside + summary.failed + summary.abandoned);
    // Nobody stays longer than its patience: CCU is at most joins a second times that.
    assert!(summary.ccu_mean <= summary.joined as f64 / 86_400.0 * 50.0 * 1.01, "{}", summary.ccu_mean);
}

#[test]
fn time_in_a_match_that_is_lost_is_no_wait() {
    let params = params(&[("ccu", "300"), ("replay", "0.5")]);
    let mut day = Slow::new(&params, 5, 100).day(&params);
    day.advance(u32::MAX);
    let summary = day.summary();
    // Nobody completes a match. Players wait 5 s for every server, and leave when their waits add up to their patience.
    assert_eq!(summary.left, 0);
    assert!(summary.abandoned > summary.failed && summary.matches > 5 * summary.joined / 4, "{summary:?}");
    assert!(summary.wait_p99_s.unwrap() < 120.0);
}

#[test]
fn the_sweep_sees_what_is_broken() {
    let broken = |damage: fn(&mut ArticleDay)| {
        let mut day = day(&tiny_dataset(), &params(&[("ccu", "400")]));
        day.advance(8_000);
        assert_eq!(check::sweep(&day), Ok(()));
        damage(&mut day);
        check::sweep(&day).unwrap_err()
    };
    use crate::check::Violation;
    /// The cohort matched `age_s` seconds ago.
    fn cohort(day: &mut ArticleDay, age_s: u32) -> &mut crate::cohort::Cohort {
        let end = day.log.now - age_s + 300;
        day.playlists[0].cohorts.ending(end)
    }
    assert!(matches!(
        broken(|day| {
            day.log.end_second(day.log.times.counts);
        }),
        Violation::Little { .. }
    ));
    assert!(matches!(broken(|day| day.log.times.counts[4] += 1), Violation::Counts { state: State::Bots, .. }));
    let lost = broken(|day| {
        let age_s = (1..331).find(|&age_s| !cohort(day, age_s).seats.is_empty()).unwrap();
        let seats = &mut cohort(day, age_s).seats;
        seats.push(seats[0]);
    });
    assert!(matches!(lost, Violation::Matches { .. }));
    let twice = broken(|day| {
        let seat = (1..331).find_map(|age_s| cohort(day, age_s).seats.first().copied()).unwrap();
        let run = Run { datacenter: None, since: day.log.now, players: 1 };
        cohort(day, 330).push(run, &[seat]);
    });
    assert!(matches!(twice, Violation::Twice(_)));
    assert!(matches!(broken(|day| assert!(day.census.enter().0 > 0)), Violation::Online { .. }));
    let stray = {
        let mut day = day(&tiny_dataset(), &params(&[("ccu", "400"), ("estimate", "ping"), ("jitter_ms", "9")]));
        day.advance(8_000);
        // A player that joins under an id in use replaces its player, with other pings.
        let seat = (1..331).find_map(|age_s| cohort(&mut day, age_s).seats.first().copied()).unwrap();
        let (player, now, world) = (seat.player, day.log.now, Arc::clone(&day.world));
        let other = CellId((day.census.noted(player).0 + 3) % 6);
        day.estimates.as_mut().unwrap().join(&world, player, other, now, 0);
        check::sweep(&day).unwrap_err()
    };
    assert!(matches!(stray, Violation::Route(_)));
}

#[test]
fn matches_are_played_at_the_route_of_their_second() {
    let pairs = [("ccu", "40"), ("replay", "0.95"), ("players", "2"), ("match_s", "20"), ("bad_routes", "0.5")];
    let mut day = day(&tiny_dataset(), &params(&[&pairs[..], &[("estimate", "ping"), ("jitter_ms", "20")]].concat()));
    let rtts = |day: &ArticleDay| -> Vec<u32> {
        let (values, start) = (day.log.row.values(), day.columns().layout().width() - 3 * 5 - RTT_BINS);
        values[start..start + RTT_BINS].to_vec()
    };
    // The estimated RTT of each stay at each datacenter, by stay: pings hold for the whole stay.
    let mut told = std::collections::BTreeMap::new();
    let mut again = 0;
    day.advance(day.now().0.abs_diff(SimTime::DAY_START.0));
    for second in 0..20_000 {
        let before = if second % 60 == 0 { vec![0; RTT_BINS] } else { rtts(&day) };
        let now = day.now();
        day.advance(1);
        if second % 60 == 59 {
            continue;
        }
        let mut expected = before;
        let estimates = day.estimates.as_ref().unwrap();
        for MatchBatch { datacenter: at, seats } in day.formed.batches() {
            for &QueuedPlayer { player, row } in seats {
                let (key, cell) = ((estimates.named(player), at), day.census.noted(player));
                let told_ms = day.believed().rtt_ms(row, at);
                again += u32::from(told.contains_key(&key));
                assert_eq!(*told.entry(key).or_insert(told_ms), told_ms);
                expected[usize::from(estimates.played_ms(&day.world, (player, cell), at, now))] += 1;
            }
        }
        assert_eq!(rtts(&day), expected, "second {second}");
    }
    assert!(again > 1_000, "{again} matches where the stay had played before");
}

#[test]
fn whoever_picks_a_playlist_stays_in_it() {
    let pairs = [("ccu", "60"), ("replay", "0.95"), ("players", "2"), ("match_s", "20"), ("bad_routes", "0.1")];
    let mut day = day(&tiny_dataset(), &params(&[&pairs[..], &[("playlists", "3")]].concat()));
    let mut playlists = std::collections::BTreeMap::new();
    let mut again = 0;
    for _ in 0..10_000 {
        day.advance(1);
        let matched = SimTime(day.log.now.0 - 1);
        for (at, playlist) in day.playlists.iter_mut().enumerate() {
            for seat in &playlist.cohorts.ending(matched + 20).seats {
                let stay = day.estimates.as_ref().unwrap().named(seat.player);
                again += u32::from(playlists.insert(stay, at).is_some_and(|before| {
                    assert_eq!(before, at);
                    true
                }));
            }
        }
    }
    assert!(again > 1_000, "{again} matches of those who had played before");
    for at in 0..3 {
        assert!(playlists.values().filter(|&&playlist| playlist == at).count() > 20);
    }
}

#[test]
fn the_same_players_join_however_many_playlists_there_are() {
    let joins = |playlists| {
        let day = finished(&tiny_dataset(), &params(&[("ccu", "300"), ("playlists", playlists)]));
        (0..1_440).map(|minute| day.columns().count(Count::Joined, minute)).collect::<Vec<_>>()
    };
    assert_eq!(joins("1"), joins("5"));
}

#[test]
fn one_playlist_is_the_worst_of_all() {
    let summary = finished(&tiny_dataset(), &params(&[("ccu", "2000"), ("warm_s", "120")])).summary();
    assert_eq!(summary.failed, 0, "nobody's search counts as longer than it was");
    assert_eq!(summary.worst_wait_mean_s, summary.wait_mean_s);
    assert_eq!(summary.worst_wait_p95_s, summary.wait_p95_s);
    assert_eq!(summary.worst_rtt_mean_ms, summary.rtt_mean_ms);
}

#[test]
fn whoever_goes_by_distance_goes_to_the_nearer_datacenter() {
    // Lima: 3,460 km to Sao Paulo, 4,210 km to Miami, but by the map 99 ms and 74 ms.
    let lima = Location::new(-12.5, -77.5).unwrap();
    let map = |ms: f64| Some(LatencyMap::from_fn(|_, centre| (centre == lima).then_some(ms)));
    let mut reader = RecordedJoins::reader("joins.csv");
    (0..1_440).for_each(|m| reader.push(format!("{:02}:{:02}:00,-12.5,-77.5\n", m / 60, m % 60).as_bytes()));
    let joins = JoinData::Recorded(reader.finish().unwrap().0);
    let mut dataset =
        SimulationData::new("lima".into(), CALENDAR, joins, None, Fallback { inflation: 1.5, offset_ms: 5.0 });
    let sites = Datacenter::read_csv(b"1,miami,25.77,-80.19\n2,saopaulo,-23.55,-46.64\n", "d.csv").unwrap();
    for (site, ms) in sites.into_iter().zip([74.0, 99.0]) {
        dataset.add_site(site, map(ms));
    }
    // Nearly all players match within 1 s, at the only datacenter within the ideal cap by either method.
    for (estimate, ideal_ms, at, believed_ms) in [("map", "80", 0, 74.0), ("distance", "65", 1, 57.0)] {
        let pairs = [("ccu", "2000"), ("estimate", estimate), ("ideal_ms", ideal_ms), ("ideal_s", "60")];
        let day = finished(&dataset, &params(&pairs));
        let there: u32 = (0..1_440).map(|m| day.columns().at(at, PerDatacenter::Matches, m)).sum();
        assert_eq!(u64::from(there), day.summary().matches, "{estimate}");
        let s = day.summary();
        assert_eq!(s.rtt_mean_ms, Some([74.0, 99.0][at]));
        let estimated_ms = s.rtt_estimated_mean_ms.unwrap();
        assert!((estimated_ms - believed_ms).abs() < 1.01, "{estimated_ms}");
    }
}

#[test]
fn without_bad_routes_pings_show_what_maps_say() {
    let run = |pairs: &[(&str, &str)]| {
        finished(&tiny_dataset(), &params(&[&[("ccu", "300"), ("bad_route_ms", "90")], pairs].concat())).summary()
    };
    let base = run(&[]);
    assert_eq!(base.rtt_mean_ms, base.rtt_estimated_mean_ms);
    assert_eq!(run(&[("jitter_ms", "30")]), base, "nobody pings");
    assert_eq!(run(&[("bad_routes", "0.5"), ("accelerator", "1")]), base, "all are repaired");
    let pinged = run(&[("estimate", "ping")]);
    // Only the first second of each stay differs: it takes the pings.
    assert_eq!((pinged.rtt_mean_ms, pinged.wrongly_excluded), (pinged.rtt_estimated_mean_ms, Some(0.0)));
    assert_eq!((pinged.joined, pinged.wrongly_included), (base.joined, Some(0.0)));
    let longer_s = (pinged.ccu_mean - base.ccu_mean) * f64::from(DAY_S) / base.joined as f64;
    assert!((longer_s - 1.0).abs() < 15.0, "{longer_s} s a stay");
    assert_eq!((base.wrongly_excluded, base.wrongly_included), (None, None), "nothing is estimated");
    let bad = run(&[("bad_routes", "0.5")]);
    assert_ne!(bad.digest, base.digest, "what is played is in the digest");
    assert!(bad.rtt_mean_ms > bad.rtt_estimated_mean_ms.map(|ms| ms + 20.0) && bad.wrongly_included > Some(0.0));
    assert_eq!((bad.rtt_estimated_mean_ms, bad.matches), (base.rtt_estimated_mean_ms, base.matches));
}

#[test]
fn players_are_conserved() {
    for scenario in [params(&[("ccu", "200")]), params(&[("ccu", "80"), ("bots", "on"), ("days", "2")])] {
        let s = finished(&tiny_dataset(), &scenario).summary();
        assert_eq!(s.joined + s.inside_at_start, s.inside + s.left + s.failed);
        assert!(s.inside_at_start > 0 && s.left > 0);
        assert_eq!(s.failed > 0, !scenario.bots());
    }
}

#[test]
fn only_ccu_and_seed_move_the_joins() {
    let dataset = tiny_dataset();
    let joined = |pairs: &[(&str, &str)]| -> Vec<u32> {
        let day = finished(&dataset, &params(pairs));
        (0..1_440).map(|minute| day.columns().count(Count::Joined, minute)).collect()
    };
    let base = joined(&[("ccu", "300")]);
    // Warm-ups of other lengths are included.
    assert_eq!(base, joined(&[("ccu", "300"), ("replay", "0.95"), ("players", "2"), ("dcs", "-iad")]));
    assert_eq!(base, joined(&[("ccu", "300"), ("match_s", "60"), ("bots", "1"), ("ideal_ms", "20")]));
    assert_ne!(base, joined(&[("ccu", "310")]));
    assert_ne!(base, joined(&[("ccu", "300"), ("seed", "8")]));
}

#[test]
fn leftovers_of_one_datacenter_are_uniform() {
    // Groups of N from one queue leave 0..N-1 behind, equally often: (N - 1) / 2 wait, and by Little's law
    // the mean wait is (N - 1) / (2 lambda).
    for (players, text) in [(2.0, "2"), (4.0, "4"), (7.0, "7")] {
        let day = finished(&one_place(), &params(&[("ccu", "6000"), ("players", text), ("ideal_s", "120")]));
        let columns = day.columns();
        let minutes = columns.minutes();
        let waiting_s: u64 = (0..minutes).map(|m| u64::from(columns.player_s(State::Ideal, m))).sum();
        let mean = waiting_s as f64 / 86_400.0;
        assert!((mean / ((players - 1.0) / 2.0) - 1.0).abs() < 0.02, "groups of {players}: {mean} wait");
        let waits = columns.waits(0..minutes);
        let lambda = waits.count() as f64 / 86_400.0;
        let formula = (players - 1.0) / (2.0 * lambda);
        assert!((waits.mean().unwrap() / formula - 1.0).abs() < 0.02, "groups of {players}");
    }
}

#[test]
fn waits_at_one_datacenter_are_erlang() {
    // Rare joins: a new player needs k = 0..N-1 more, equally likely, so the wait is a mean of Erlang(k,
    // lambda).
    let scenario = params(&[
        ("ccu", "66"),
        ("replay", "0"),
        ("days", "7"),
        ("ideal_s", "120"),
        ("expand_s", "120"),
        ("patience_s", "600"),
    ]);
    let day = finished(&one_place(), &scenario);
    let waits = day.columns().waits(0..day.columns().minutes());
    let lambda = day.summary().joined as f64 / (7.0 * 86_400.0);
    // Erlang(k) <= t exactly when a Poisson of mean lambda t reaches k.
    let poisson_below = |k: u32, mean: f64| {
        let (mut term, mut sum) = (libm::exp(-mean), 0.0);
        for i in 0..k {
            sum += term;
            term *= mean / f64::from(i + 1);
        }
        sum
    };
    for t in [5, 10, 20, 40, 80, 120] {
        let mean = lambda * (f64::from(t) + 0.5);
        let formula = (0..4).map(|k| 1.0 - poisson_below(k, mean)).sum::<f64>() / 4.0;
        let measured = waits.share_up_to(t as usize).unwrap();
        assert!((measured - formula).abs() < 0.015, "up to {t} s: {measured}, formula {formula}");
    }
}

#[test]
fn ccu_through_the_day_is_the_fluid_model() {
    for pairs in [&[("ccu", "40000")][..], &[("ccu", "9000"), ("replay", "0.9"), ("match_s", "600")]] {
        let params = params(pairs);
        let day = finished(&tiny_dataset(), &params);
        let mut rates = day.world.joins.rates(2 * 1_440);
        let started = (SimTime::DAY_START - warm_up_s(&params)).minute() as usize;
        rates[..started].fill(0.0);
        let fluid = theory::fluid(&rates, Stay::of(&params, searching(day.columns())));
        let minutes = 0..day.columns().minutes();
        let measured: f64 = minutes.clone().map(|m| day.columns().ccu(m)).sum();
        let formula: f64 = fluid[1_440..].iter().sum();
        assert!((measured / formula - 1.0).abs() < 0.01, "{measured} and {formula}");
        for minute in minutes.step_by(60) {
            let ratio = day.columns().ccu(minute) / fluid[1_440 + minute];
            assert!((ratio - 1.0).abs() < 0.05, "minute {minute}: {ratio}");
        }
    }
}

#[test]
fn frames_show_the_players_that_are_counted() {
    for scenario in [
        params(&[("ccu", "500")]),
        params(&[("ccu", "30"), ("match_s", "45"), ("pause_s", "0"), ("bots", "1"), ("ideal_s", "5")]),
        params(&[("ccu", "300"), ("together", "1"), ("playlists", "2"), ("replay", "0.9")]),
        params(&[("ccu", "300"), ("estimate", "ping"), ("jitter_ms", "9"), ("bad_routes", "0.1")]),
    ] {
        let mut day = ArticleDay::new(Arc::new(World::new(&tiny_dataset(), &scenario).unwrap()), &scenario, true);
        day.advance(SimTime::DAY_START.since(day.now()));
        let mut cursor = crate::FrameCursor::new(day.world.cells.len());
        for minute in 0..600 {
            day.advance(60);
            let frames = day.frames().unwrap();
            assert_eq!((frames.len(), frames.interval_s()), (minute + 1, 60));
            cursor.seek(frames, minute);
            let mut inside = vec![[0; 3]; day.world.cells.len()];
            day.each_inside(day.log.now, |seat, state, _| inside[day.cell(seat).index()][state.on_map()] += 1);
            assert_eq!(cursor.counts(), inside, "minute {minute}");
        }
    }
}

/// joined + online at the start = online + left + failed + abandoned.
fn assert_balanced(summary: &Summary) {
    let before = summary.joined + summary.inside_at_start;
    assert_eq!(before, summary.inside + summary.left + summary.failed + summary.abandoned, "{summary:?}");
    let parts = summary.abandoned_searching + summary.abandoned_placing + summary.abandoned_tickets;
    assert_eq!(summary.abandoned, parts);
}

#[test]
fn players_balance_with_every_new_way_to_leave() {
    for pairs in [
        &[("ccu", "300"), ("quit_rate", "0.2"), ("match_sd_s", "60")][..],
        &[("ccu", "40"), ("patience_s", "12"), ("interval_s", "5")],
        &[("ccu", "40"), ("bots", "1"), ("quit_rate", "0.5"), ("patience_s", "25"), ("replay_bots", "30")],
    ] {
        let params = params(pairs);
        let summary = finished(&tiny_dataset(), &params).summary();
        assert_balanced(&summary);
        assert_eq!(summary.abandoned > 0, params.patience_s() < 30, "{pairs:?}");
        assert_eq!(summary.quit > 0, params.quit_rate() > 0);
        let mut on_servers = Slow::new(&params, 9, 10).day(&params);
        on_servers.advance(u32::MAX);
        assert_balanced(&on_servers.summary());
    }
}

#[test]
fn as_many_players_quit_as_asked_for_and_in_the_middle_of_their_match() {
    let params = params(&[("ccu", "3000"), ("quit_rate", "0.1")]);
    let day = finished(&tiny_dataset(), &params);
    let (summary, columns) = (day.summary(), day.columns());
    let matched = summary.matches as f64 * 4.0;
    let share = summary.quit as f64 / matched;
    assert!((share - 0.1).abs() < 4.5 * libm::sqrt(0.09 / matched) + 0.002, "{share}");
    // A match of 300 s takes a quitter 150 s on average.
    let played_s: f64 = (0..1_440).map(|minute| f64::from(columns.player_s(State::Playing, minute))).sum();
    let expected_s = matched * (0.9 * 300.0 + 0.1 * 150.0);
    assert!((played_s / expected_s - 1.0).abs() < 0.01, "{played_s} of {expected_s}");
}

#[test]
fn players_of_matches_of_random_length_play_their_mean() {
    let params = params(&[("ccu", "3000"), ("match_sd_s", "90")]);
    let day = finished(&tiny_dataset(), &params);
    let matched = day.summary().matches as f64 * 4.0;
    let played_s: f64 = (0..1_440).map(|minute| f64::from(day.columns().player_s(State::Playing, minute))).sum();
    assert!((played_s / (matched * 300.0) - 1.0).abs() < 0.01, "{} s a match", played_s / matched);
}

#[test]
fn matches_form_only_when_the_matchmaker_runs() {
    // Matches of random length, so that players do not come back just when the matchmaker runs.
    let params = params(&[("ccu", "3000"), ("interval_s", "10"), ("match_sd_s", "60")]);
    let mut day = day(&tiny_dataset(), &params);
    day.advance(DAY_S / 2);
    for _ in 0..200 {
        let before = day.log.row.values()[Count::Matches as usize];
        let now = day.now();
        day.advance(1);
        let formed = day.log.row.values()[Count::Matches as usize] > before;
        assert!(!formed || now.0.is_multiple_of(10), "{now}");
    }
    // Almost everybody matches at the next run: 4.5 whole seconds and half a second later on average.
    let wait_s = finished(&tiny_dataset(), &params).summary().wait_mean_s.unwrap();
    assert!((5.0..5.8).contains(&wait_s), "{wait_s}");
}

#[test]
fn the_sample_of_rematches_agrees_with_the_whole_count() {
    let mut shares = Vec::new();
    for pairs in [
        &[("ccu", "3000")][..],
        &[("ccu", "3000"), ("avoid_rematch", "1")],
        &[("ccu", "60"), ("match_sd_s", "60"), ("quit_rate", "0.1")],
        &[("ccu", "1500"), ("together", "1"), ("replay", "0.9")],
    ] {
        let params = params(pairs);
        let mut exact = Mixing::new(&params);
        let mut day = day(&tiny_dataset(), &params);
        day.advance_watched(u32::MAX, &mut exact);
        let (summary, whole) = (day.summary(), exact.repeat_rate().unwrap());
        let share = summary.rematch_share.unwrap();
        // The players of a match meet again together, so that a match counts as about one draw.
        let error = libm::sqrt(whole * (1.0 - whole) / summary.rematch_sample as f64);
        assert!((share - whole).abs() < 4.5 * error, "{pairs:?}: {share} of {}, {whole}", summary.rematch_sample);
        assert!(summary.rematch_sample >= 250, "{pairs:?}: {}", summary.rematch_sample);
        if let (Some(largest), Some(in_hour)) = (summary.largest_group_share, exact.hours()[18].largest_share()) {
            // Twenty minutes link hardly more players than the hour that begins with them.
            assert!(largest > 0.0 && largest <= in_hour + 0.1, "{pairs:?}: {largest}, {in_hour}");
        }
        shares.push(whole);
    }
    let whole_window = finished(&tiny_dataset(), &params(&[("ccu", "3000")])).summary();
    assert!(whole_window.largest_group_share.unwrap() > 0.05 && whole_window.largest_group_sample > 500);
    assert!(shares[1] < shares[0], "players who met are kept apart: {shares:?}");
}

#[test]
fn who_meets_whom_does_not_depend_on_what_is_looked_at() {
    /// The companies of one player, by join number.
    #[derive(Default)]
    struct Follow {
        number: crate::census::JoinNumber,
        player: Option<matchday_base::PlayerId>,
        numbers: std::collections::BTreeMap<matchday_base::PlayerId, crate::census::JoinNumber>,
        companies: Vec<Vec<crate::census::JoinNumber>>,
    }
    impl Watch for Follow {
        fn joined(&mut self, player: matchday_base::PlayerId, number: crate::census::JoinNumber) {
            self.numbers.insert(player, number);
            if number == self.number {
                self.player = Some(player);
            } else if self.player == Some(player) {
                self.player = None;
            }
        }

        fn formed(&mut self, now: SimTime, groups: Groups, formed: &Formed) {
            for batch in formed.batches() {
                if !batch.seats.iter().any(|seat| Some(seat.player) == self.player) {
                    continue;
                }
                let mut seats = batch.seats.to_vec();
                if !formed.is_grouped() {
                    groups.draw(now, batch.datacenter, &mut seats);
                }
                let of_player = |seats: &&[QueuedPlayer]| seats.iter().any(|seat| Some(seat.player) == self.player);
                let company = seats.chunks_exact(4).find(of_player).unwrap();
                self.companies.push(company.iter().map(|seat| self.numbers[&seat.player]).collect());
            }
        }
    }
    let params = params(&[("ccu", "900"), ("replay", "0.95")]);
    let companies = |number| {
        let mut follow = Follow { number: crate::census::JoinNumber(number), ..Follow::default() };
        day(&tiny_dataset(), &params).advance_watched(u32::MAX, &mut follow);
        follow.companies
    };
    // Two players who met: each says the same of their match.
    let mine = companies(4_000);
    assert!(!mine.is_empty());
    let other = mine[0].iter().find(|number| number.0 != 4_000).unwrap();
    assert!(companies(other.0).contains(&mine[0]));
}

#[test]
fn a_dislike_of_waiting_lowers_the_peak_as_the_closed_form_says() {
    let dataset = tiny_dataset();
    let base = [("ccu", "60"), ("bots", "1")];
    let with = |pairs: &[(&str, &str)]| {
        let params = params(&[&base[..], pairs].concat());
        let day = finished(&dataset, &params);
        (searching(day.columns()), day.summary(), params)
    };
    let (_, before, _) = with(&[]);
    let (search, after, params) = with(&[("replay_wait", "9")]);
    assert!(after.ccu_mean < 0.95 * before.ccu_mean, "{} to {}", before.ccu_mean, after.ccu_mean);
    // CCU = lambda (W + L + B) / (1 - p'), where p' has lost 9 points per 10 s of the mean wait.
    let stay = Stay::of(&params, search);
    let arrivals = after.joined as f64 / f64::from(DAY_S);
    let off = arrivals * stay.mean_s() / after.ccu_mean - 1.0;
    assert!(off.abs() < 0.03, "{off}");
}
