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
mod tests;
