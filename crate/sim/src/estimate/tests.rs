use super::*;
use crate::tiny::{params, tiny_dataset};
use crate::world::SimulationData;
use rand::RngExt;

const TWO_32: f64 = (1_u64 << 32) as f64;
/// When the matches form whose routes are asked for.
const FORMED: SimTime = SimTime(7_777);

/// Joins `players` players in turn at the six places of the tiny world; returns their verdicts too.
fn joined(pairs: &[(&str, &str)], players: u32) -> (World, Estimates, Vec<Verdict>) {
    let params = params(pairs);
    let world = World::new(&tiny_dataset(), &params).unwrap();
    let mut estimates = Estimates::new(&world, &params, Streams::new(9), Some(params.ideal_ms())).unwrap();
    let join = |p| {
        let verdict = estimates.join(&world, PlayerId(p), CellId(p % 6), SimTime(p / 10), p % 10);
        estimates.look_far(&world, PlayerId(p), CellId(p % 6));
        verdict
    };
    let verdicts = (0..players).map(join).collect();
    (world, estimates, verdicts)
}

fn pairs(world: &World, players: u32) -> impl Iterator<Item = (PlayerId, CellId, DatacenterIndex)> {
    let datacenters = world.datacenters.len() as u16;
    (0..players).flat_map(move |p| (0..datacenters).map(move |d| (PlayerId(p), CellId(p % 6), DatacenterIndex(d))))
}

/// The extra RTT of each route to the game servers.
fn extras((world, estimates, _): &(World, Estimates, Vec<Verdict>), players: u32) -> Vec<u16> {
    let extra = |(player, cell, datacenter): (PlayerId, CellId, DatacenterIndex)| {
        let extra_ms = estimates.routes.to_game_ms(estimates.named(player), datacenter.index(), FORMED);
        let sum_ms = u32::from(world.latencies.rtt_ms(RowId(cell.0), datacenter)) + u32::from(extra_ms);
        assert_eq!(
            u32::from(estimates.played_ms(world, (player, cell), datacenter, FORMED)),
            sum_ms.min(OUT_OF_REACH_MS.into())
        );
        extra_ms
    };
    pairs(world, players).map(extra).collect()
}

#[test]
fn the_tail_has_the_mean_asked_for_and_the_shape_of_its_closed_form() {
    for mean_ms in [1, 5, 40, 100, 150] {
        let tail = Tail::new(mean_ms);
        let mean: f64 = tail.at_least.iter().map(|&share| f64::from(share)).sum::<f64>() / TWO_32;
        assert!((mean - f64::from(mean_ms)).abs() < 1e-4, "{mean} for {mean_ms}");
        assert!(tail.at_least.is_sorted_by(|a, b| a >= b));
        assert_eq!((tail.draw(u32::MAX), tail.draw(0)), (0, 254));
    }
    // The variable itself, drawn by its definition. Its scale solves 40 = s / 1.5 (1 - (1 + 254 / s)^-1.5), by hand.
    let tail = Tail::new(40);
    let scale = 66.2292;
    assert!((scale / 1.5 * (1.0 - libm::pow(1.0 + 254.0 / scale, -1.5)) - 40.0).abs() < 0.01);
    let mut rng = Streams::new(2).stream("test");
    let mut uniform = || rng.random::<f64>();
    let n = 400_000;
    let mut drawn = [0_u32; 255];
    for _ in 0..n {
        let lomax = scale * (libm::pow(1.0 - uniform(), -1.0 / 2.5) - 1.0);
        drawn[libm::floor(lomax + uniform()).min(254.0) as usize] += 1;
    }
    for k in [1, 2, 10, 40, 100, 200, 254] {
        let share = f64::from(drawn[k..].iter().sum::<u32>()) / f64::from(n);
        let expected = f64::from(tail.at_least[k - 1]) / TWO_32;
        let error = libm::sqrt(expected * (1.0 - expected) / f64::from(n));
        assert!((share - expected).abs() < 4.5 * error + 2e-4, "{k} ms or more: {share}, closed form {expected}");
    }
}

#[test]
fn as_many_routes_are_bad_as_asked_for_and_add_their_mean() {
    let players = 60_000;
    let n = f64::from(players) * 3.0;
    let run = joined(&[("bad_routes", "0.1"), ("bad_route_ms", "20")], players);
    let extras = extras(&run, players);
    let bad = extras.iter().filter(|&&ms| ms > 0).count() as f64;
    // Probability that a bad route adds 1 ms or more.
    let visible = 0.1 * f64::from(Tail::new(20).at_least[0]) / TWO_32;
    let error = libm::sqrt(visible * (1.0 - visible) / n);
    assert!((bad / n - visible).abs() < 4.0 * error, "{} for {visible}", bad / n);
    let sum: f64 = extras.iter().map(|&ms| f64::from(ms)).sum();
    assert!((sum / n / 2.0 - 1.0).abs() < 0.05, "{} ms a route", sum / n);
}

#[test]
fn the_accelerator_repairs_its_share_and_leaves_the_others_as_they_are() {
    let players = 20_000;
    let with = |accelerator| extras(&joined(&[("bad_routes", "0.3"), ("accelerator", accelerator)], players), players);
    let (none, some, most) = (with("0"), with("0.4"), with("0.9"));
    let bad = |extras: &[u16]| extras.iter().filter(|&&ms| ms > 0).count() as f64;
    assert!((bad(&some) / bad(&none) - 0.6).abs() < 0.02 && (bad(&most) / bad(&none) - 0.1).abs() < 0.02);
    assert!(none.iter().zip(&some).zip(&most).all(|((a, b), c)| (b == a || *b == 0) && (c == b || *c == 0)));
    let all = params(&[("bad_routes", "0.3"), ("accelerator", "1")]);
    let world = World::new(&tiny_dataset(), &all).unwrap();
    assert!(
        Estimates::new(&world, &all, Streams::new(9), Some(all.ideal_ms())).is_none(),
        "nothing is left to tell apart"
    );
}

#[test]
fn every_match_has_a_route_of_its_own() {
    let (world, estimates, _) = joined(&[("bad_routes", "0.3")], 1);
    let (player, here) = ((PlayerId(0), CellId(0)), DatacenterIndex(0));
    let map_ms = world.latencies.rtt_ms(RowId(0), here);
    let bad = |second| estimates.played_ms(&world, player, here, SimTime(second)) > map_ms;
    let matches = 20_000;
    let visible = 0.3 * f64::from(Tail::new(40).at_least[0]) / TWO_32;
    let error = libm::sqrt(visible * (1.0 - visible) / f64::from(matches));
    let share = f64::from((0..matches).map(|second| u32::from(bad(second))).sum::<u32>()) / f64::from(matches);
    assert!((share - visible).abs() < 4.5 * error, "{share} of one player's matches, {visible} expected");
    // One after the other they are independent.
    let pairs = (0..matches).filter(|&second| bad(second) && bad(second + 330)).count() as f64;
    let expected = visible * visible * f64::from(matches);
    assert!((pairs - expected).abs() < 4.5 * libm::sqrt(expected), "{pairs} pairs, {expected} expected");
}

#[test]
fn the_route_to_the_ping_server_is_another_one() {
    let players = 30_000;
    let run = joined(&[("estimate", "ping"), ("bad_routes", "0.2")], players);
    let (world, estimates, _) = &run;
    let (mut played, mut pinged, mut both) = (0.0, 0.0, 0.0);
    for ((player, cell, datacenter), extra) in pairs(world, players).zip(extras(&run, players)) {
        let map_ms = world.latencies.rtt_ms(RowId(cell.0), datacenter);
        let ping_ms = estimates.latencies(world).rtt_ms(estimates.row(player, cell), datacenter);
        played += f64::from(u8::from(extra > 0));
        pinged += f64::from(u8::from(ping_ms > map_ms));
        both += f64::from(u8::from(extra > 0 && ping_ms > map_ms));
    }
    let n = f64::from(players) * 3.0;
    assert!((pinged / played - 1.0).abs() < 0.03, "{played} bad to play, {pinged} bad to ping");
    let independent = played * pinged / n;
    assert!((both - independent).abs() < 4.5 * libm::sqrt(independent), "both bad {both}, apart {independent}");
}

#[test]
fn jitter_is_even_both_ways_and_never_beats_light() {
    let players = 30_000;
    let (world, estimates, _) = joined(&[("estimate", "ping"), ("jitter_ms", "4")], players);
    let mut seen = [0_u32; 9];
    for (player, cell, datacenter) in pairs(&world, players) {
        let map_ms = i32::from(world.latencies.rtt_ms(RowId(cell.0), datacenter));
        let ping_ms = i32::from(estimates.latencies(&world).rtt_ms(RowId(player.0), datacenter));
        seen[(ping_ms - map_ms + 4) as usize] += 1;
    }
    let expected = f64::from(players) * 3.0 / 9.0;
    let chi2: f64 = seen.iter().map(|&n| (f64::from(n) - expected) * (f64::from(n) - expected) / expected).sum();
    assert!(chi2 < 26.1, "chi-square with 8 degrees of freedom, 0.1 % point 26.1: {seen:?}");
    let (world, estimates, _) = joined(&[("estimate", "ping"), ("jitter_ms", "50")], players);
    for (player, cell, datacenter) in pairs(&world, players) {
        let (from, to) =
            (world.cells[cell.index()].centre(), world.datacenters[datacenter.index()].datacenter.location);
        let floor_ms = (matchday_atlas::geo::great_circle_km(from, to) - 79.0) / 100.0;
        let ping_ms = estimates.latencies(&world).rtt_ms(RowId(player.0), datacenter);
        assert!(ping_ms > 0 && f64::from(ping_ms) >= floor_ms, "{ping_ms} ms, light {floor_ms}");
    }
}

#[test]
fn verdicts_are_those_of_a_naive_recount() {
    let players = 3_000;
    for method in ["map", "distance", "ping"] {
        let pairs = [("estimate", method), ("bad_routes", "0.4"), ("jitter_ms", "20"), ("ideal_ms", "90")];
        let (world, estimates, verdicts) = joined(&pairs, players);
        let mut naive = Verdict::default();
        for (player, cell, datacenter) in self::pairs(&world, players) {
            let joined = SimTime(player.0 / 10);
            let played_ms = estimates.played_ms(&world, (player, cell), datacenter, joined);
            let believed_ms = estimates.latencies(&world).rtt_ms(estimates.row(player, cell), datacenter);
            match (played_ms <= 90, believed_ms <= 90) {
                (true, true) => naive.truly_within += 1,
                (true, false) => {
                    naive.truly_within += 1;
                    naive.excluded += 1;
                }
                (false, true) => naive.included += 1,
                (false, false) => {}
            }
        }
        let sum = |of: fn(&Verdict) -> u32| verdicts.iter().map(of).sum::<u32>();
        assert_eq!(sum(|v| v.truly_within), naive.truly_within, "{method}");
        assert_eq!((sum(|v| v.excluded), sum(|v| v.included)), (naive.excluded, naive.included), "{method}");
        assert!(naive.included > 0 && (method != "ping" || naive.excluded > 0), "{method}: {naive:?}");
    }
}

#[test]
fn routes_depend_on_nothing_but_seed_player_and_datacenter() {
    let at = |pairs: &[(&str, &str)], datacenter: &str| {
        let (world, estimates, _) = joined(&[&[("bad_routes", "0.5")], pairs].concat(), 600);
        let here = world.datacenters.iter().position(|d| d.datacenter.name == datacenter).unwrap();
        let here = DatacenterIndex(here as u16);
        (0..600).map(|p| estimates.played_ms(&world, (PlayerId(p), CellId(p % 6)), here, FORMED)).collect::<Vec<u16>>()
    };
    let base = at(&[], "nrt");
    assert_eq!(base, at(&[("dcs", "-fra")], "nrt"));
    assert_eq!(base, at(&[("estimate", "ping"), ("jitter_ms", "9"), ("dcs", "+lima@-12,-77")], "nrt"));
    assert_ne!(base, at(&[], "iad"));
    let dataset: SimulationData = tiny_dataset();
    let params = params(&[("bad_routes", "0.5")]);
    let world = World::new(&dataset, &params).unwrap();
    let mut other = Estimates::new(&world, &params, Streams::new(10), Some(params.ideal_ms())).unwrap();
    let join = |p| {
        other.join(&world, PlayerId(p), CellId(p % 6), SimTime(p / 10), p % 10);
        other.played_ms(&world, (PlayerId(p), CellId(p % 6)), DatacenterIndex(2), FORMED)
    };
    assert_ne!(base, (0..600).map(join).collect::<Vec<u16>>(), "another seed");
}
