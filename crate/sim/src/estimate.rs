//! Estimated RTT, on which the matchmaker decides, and actual RTT, at which the match is played.
//!
//! Both are whole ms, out of reach beyond 1,000:
//!
//! | | RTT between a player and a datacenter |
//! |---|---|
//! | actual | map + bad route to the game servers |
//! | estimate `map` | map |
//! | estimate `distance` | fibre along the great circle, stretched as where the map has no data |
//! | estimate `ping` | map + bad route to the ping server + jitter, never below light in fibre |
//!
//! **Routes.** The path of packets depends on a hash of the addresses at both ends, and every game server has
//! an address of its own. So a player has another route in every match, and one more to the ping server of each
//! datacenter; all are bad independently. A route is drawn by a hash of seed, player, datacenter and the second
//! in which the match forms, not from a stream: the same route has the same delay whenever it is asked, and no
//! table of routes is stored. A player is identified by the second in which it joins and its number among the
//! joins of that second. Joins depend only on `ccu` and `seed`, so scenarios that share both have the same
//! players with the same pings.
//!
//! **Bad routes.** A route is bad with probability `bad_routes`, and then adds a whole number of ms with mean
//! `bad_route_ms`, see `Tail`. The accelerator repairs the share `accelerator` of the bad routes to game
//! servers; a larger share repairs the same routes and more. The map stays the RTT over good routes.
//!
//! **Jitter.** Pings are sent once, as the player joins, and take the first second of its stay, before it
//! searches. Their results hold for the whole stay: a player
//! with a bad estimate has it in every match. A ping differs from the mean of its route by a uniform
//! -`jitter_ms`..=`jitter_ms`, drawn separately for each ping because each route has its own queues. The
//! actual RTT has no jitter: the map is a mean over many days, and a match is long.
//!
//! A datacenter within the ideal cap, or the first window of a ranked queue, by actual RTT but beyond it by estimate is wrongly excluded; one beyond
//! the cap but within it by estimate is wrongly included. Counted once a stay, as the player joins, by the
//! route that a match formed in that second would have.

use crate::world::World;
use matchday_base::digest::fnv1a;
use matchday_base::rng::split_mix;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::{CellId, DatacenterIndex, PlayerId, SimTime, Streams};
use matchday_matchmaker::{LatencyTable, RowId};
use matchday_scenario::Params;
use matchday_scenario::params::Estimate;
use std::borrow::Cow;

/// Estimated and actual RTTs of a run in which they may differ.
#[derive(Clone, Debug)]
pub struct Estimates {
    method: Estimate,
    /// The cap by which datacenters are wrongly excluded or included; `None` where a policy has none.
    cap_ms: Option<u16>,
    routes: Routes,
    seed_key: u64,
    /// Hash that identifies the stay of each player online, by id.
    players: Vec<u64>,
    /// Ping results of each player, by id; no rows unless the article's matchmaker uses pings. Datacenters whose
    /// pings cannot be within the caps are added only when [needed](Estimates::look_far).
    pinged: LatencyTable,
}

/// Numbers of datacenters within the cap of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Within the cap by actual RTT.
    pub truly_within: u32,
    /// Within by actual RTT, beyond by estimate.
    pub excluded: u32,
    /// Beyond by actual RTT, within by estimate.
    pub included: u32,
}

impl Estimates {
    /// Judged by this cap. `None` where estimated and actual RTT are the same: estimate `map`, and no unrepaired bad
    /// route.
    pub fn new(world: &World, params: &Params, streams: Streams, cap_ms: Option<u16>) -> Option<Self> {
        let routes = Routes::new(world, params);
        if params.estimate() == Estimate::Map && routes.bad_to_game == 0 {
            return None;
        }
        Some(Self {
            method: params.estimate(),
            cap_ms,
            routes,
            seed_key: streams.key("routes"),
            players: Vec::new(),
            pinged: LatencyTable::new(world.datacenters.len(), Vec::new(), params.ideal_ms(), params.expand_ms()),
        })
    }

    /// Whether players measure RTTs as they join: they search from the next second on.
    pub fn are_measured(&self) -> bool {
        self.method == Estimate::Ping
    }

    /// A player joins as the `number`th of its second, and sends its pings.
    pub fn join(&mut self, world: &World, player: PlayerId, cell: CellId, now: SimTime, number: u32) -> Verdict {
        self.name(player, now, number);
        if let Some(least) = &world.least_ping {
            self.ping(world, player, cell, &mut least.expand(RowId(cell.0)));
        }
        self.judge(world, (player, cell), now, self.latencies(world).rtts_ms(self.row(player, cell)))
    }

    /// An account comes online, and sends pings to all datacenters. No table keeps them.
    pub fn come(&mut self, world: &World, account: PlayerId, home: CellId, now: SimTime) -> Verdict {
        self.name(account, now, account.0);
        self.judge(world, (account, home), now, &self.all_ms(world, account, home))
    }

    fn name(&mut self, player: PlayerId, now: SimTime, number: u32) {
        if self.players.len() <= player.index() {
            self.players.resize(player.index() + 1, 0);
        }
        self.players[player.index()] =
            split_mix(self.seed_key ^ (u64::from(now.stream_second()) << 32 | u64::from(number)));
    }

    /// The RTTs of a player to all datacenters that the matchmaker sees, within caps or not.
    pub fn all_ms<'a>(&'a self, world: &'a World, player: PlayerId, cell: CellId) -> Cow<'a, [u16]> {
        if self.method != Estimate::Ping {
            return Cow::Borrowed(self.latencies(world).rtts_ms(RowId(cell.0)));
        }
        let all = (0..world.datacenters.len() as u16).map(DatacenterIndex);
        Cow::Owned(self.routes.pings(world, self.players[player.index()], cell, all).map(|(_, ms)| ms).collect())
    }

    /// Adds the ping results of the far datacenters for a player who accepts any datacenter. Doing it only
    /// for these players saves most of the work.
    pub fn look_far(&mut self, world: &World, player: PlayerId, cell: CellId) {
        if self.method == Estimate::Ping {
            self.ping(world, player, cell, &mut (0..world.datacenters.len() as u16).map(DatacenterIndex));
        }
    }

    // Not split into near and far versions: the wasm module of the page must be small.
    fn ping(&mut self, world: &World, player: PlayerId, cell: CellId, to: &mut dyn Iterator<Item = DatacenterIndex>) {
        let pings = self.routes.pings(world, self.players[player.index()], cell, to);
        self.pinged.set(RowId(player.0), pings);
    }

    /// The RTTs that the matchmaker sees.
    pub fn latencies<'a>(&'a self, world: &'a World) -> &'a LatencyTable {
        match self.method {
            Estimate::Map => &world.latencies,
            Estimate::Distance => world.by_distance.as_ref().unwrap_or(&world.latencies),
            Estimate::Ping => &self.pinged,
        }
    }

    /// A player's row of [`latencies`](Self::latencies).
    pub fn row(&self, player: PlayerId, cell: CellId) -> RowId {
        RowId(if self.method == Estimate::Ping { player.0 } else { cell.0 })
    }

    /// The actual RTT of a player in a match that forms in the second `formed`, ms.
    pub fn played_ms(
        &self,
        world: &World,
        (player, cell): (PlayerId, CellId),
        datacenter: DatacenterIndex,
        formed: SimTime,
    ) -> u16 {
        let map_ms = world.latencies.rtt_ms(RowId(cell.0), datacenter);
        (map_ms + self.routes.to_game_ms(self.players[player.index()], datacenter.index(), formed)).min(OUT_OF_REACH_MS)
    }

    /// The hash that identifies a player's stay.
    #[cfg(test)]
    pub fn named(&self, player: PlayerId) -> u64 {
        self.players[player.index()]
    }

    /// Whether repeating a player's pings gives the same results.
    pub fn is_fixed(&self, world: &World, player: PlayerId, cell: CellId) -> bool {
        let Some(least) = &world.least_ping else { return true };
        let near = least.expand(RowId(cell.0));
        let mut pings = self.routes.pings(world, self.players[player.index()], cell, near);
        pings.all(|(datacenter, ms)| self.pinged.rtt_ms(RowId(player.0), datacenter) == ms)
    }

    fn judge(&self, world: &World, (player, cell): (PlayerId, CellId), now: SimTime, believed: &[u16]) -> Verdict {
        let mut verdict = Verdict::default();
        let Some(cap_ms) = self.cap_ms else { return verdict };
        let maps = world.latencies.rtts_ms(RowId(cell.0));
        for ((&believed_ms, &map_ms), datacenter) in believed.iter().zip(maps).zip((0..).map(DatacenterIndex)) {
            let within = believed_ms <= cap_ms;
            // No route is faster than the map, so most routes are not computed.
            let played_ms = || self.played_ms(world, (player, cell), datacenter, now);
            let truly = map_ms <= cap_ms && played_ms() <= cap_ms;
            verdict.truly_within += u32::from(truly);
            verdict.excluded += u32::from(truly && !within);
            verdict.included += u32::from(within && !truly);
        }
        verdict
    }
}

/// The routes between players and datacenters.
#[derive(Clone, Debug)]
struct Routes {
    /// Hashes of each datacenter's game servers and of its ping server. They are made from names, so that
    /// they do not change when another datacenter is switched off.
    servers: Vec<[u64; 2]>,
    /// Probability of an unrepaired bad route to game servers, and of a bad route to ping servers, of 2^32.
    bad_to_game: u64,
    bad_to_ping: u64,
    tail: Tail,
    jitter_ms: u16,
}

impl Routes {
    fn new(world: &World, params: &Params) -> Self {
        let servers = world.datacenters.iter().map(|active| {
            let name = fnv1a(active.datacenter.name.as_bytes());
            [split_mix(name), split_mix(!name)]
        });
        let one = u64::from(Params::SHARE_ONE);
        let bad = u64::from(params.bad_routes()) << 32;
        Self {
            servers: servers.collect(),
            bad_to_game: bad * (one - u64::from(params.accelerator())) / (one * one),
            bad_to_ping: bad / one,
            tail: Tail::new(params.bad_route_ms()),
            jitter_ms: params.jitter_ms(),
        }
    }

    fn to_game_ms(&self, player: u64, datacenter: usize, formed: SimTime) -> u16 {
        let server = split_mix(self.servers[datacenter][0] ^ u64::from(formed.0));
        self.extra_ms(split_mix(player ^ server), self.bad_to_game)
    }

    /// The result of one ping to each of these datacenters, ms.
    fn pings(
        &self,
        world: &World,
        player: u64,
        cell: CellId,
        to: impl Iterator<Item = DatacenterIndex>,
    ) -> impl Iterator<Item = (DatacenterIndex, u16)> {
        let maps = world.latencies.rtts_ms(RowId(cell.0));
        let least = world.least_ping.as_ref().map_or(maps, |least| least.rtts_ms(RowId(cell.0)));
        to.map(move |datacenter| {
            let at = datacenter.index();
            let hash = split_mix(player ^ self.servers[at][1]);
            let shown_ms = i32::from(maps[at]) + i32::from(self.extra_ms(hash, self.bad_to_ping)) + self.off_ms(hash);
            (datacenter, shown_ms.clamp(i32::from(least[at]), i32::from(OUT_OF_REACH_MS)) as u16)
        })
    }

    /// The error of a ping over a route, ms.
    fn off_ms(&self, hash: u64) -> i32 {
        let values = 2 * u64::from(self.jitter_ms) + 1;
        (((split_mix(hash) >> 32) * values) >> 32) as i32 - i32::from(self.jitter_ms)
    }

    /// The upper half of a hash decides whether the route is bad, the lower half how bad.
    fn extra_ms(&self, hash: u64, bad: u64) -> u16 {
        if hash >> 32 < bad { self.tail.draw(hash as u32) } else { 0 }
    }
}

/// Extra RTT of a bad route, ms: heavy-tailed, whole, at most 254, with exactly the mean asked for.
///
/// A Lomax (shifted Pareto) variable X with P(X > x) = (1 + x / s)^-2.5 is rounded randomly so that its mean
/// is kept: floor(X + U) with U uniform on 0..1, cut at 254. With the tail's integral G(x) = s / 1.5 (1 + x /
/// s)^-1.5 this gives P(k or more) = G(k - 1) - G(k) for k = 1..=254. The scale s is chosen so that the mean,
/// G(0) - G(254), is the mean asked for.
#[derive(Clone, Debug)]
struct Tail {
    /// P(k or more) of 2^32, for k = 1..=254.
    at_least: Vec<u32>,
}

impl Tail {
    const MOST: u16 = 254;

    fn new(mean_ms: u16) -> Self {
        let integral = |scale: f64, x: f64| {
            let y = 1.0 + x / scale;
            scale / 1.5 / (y * libm::sqrt(y))
        };
        let mean = |scale| integral(scale, 0.0) - integral(scale, f64::from(Self::MOST));
        // The mean grows with the scale, from 0 to 254.
        let (mut low, mut high) = (1e-3, 1e6);
        for _ in 0..64 {
            let middle = (low + high) / 2.0;
            *(if mean(middle) < f64::from(mean_ms) { &mut low } else { &mut high }) = middle;
        }
        let at_least =
            |k: u16| (integral(low, f64::from(k) - 1.0) - integral(low, f64::from(k))) * (1_u64 << 32) as f64;
        Self { at_least: (1..=Self::MOST).map(|k| at_least(k) as u32).collect() }
    }

    /// Draws with 32 uniform bits.
    fn draw(&self, uniform: u32) -> u16 {
        self.at_least.partition_point(|&share| uniform < share) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::SimulationData;
    use crate::world::tests::{params, tiny_dataset};
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
        let with =
            |accelerator| extras(&joined(&[("bad_routes", "0.3"), ("accelerator", accelerator)], players), players);
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
            (0..600)
                .map(|p| estimates.played_ms(&world, (PlayerId(p), CellId(p % 6)), here, FORMED))
                .collect::<Vec<u16>>()
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
}
