//! Some players at a moment, chosen by their place or their datacenter: what they do, how long they waited, and from where
//! to which datacenter they play.

use crate::Day;
use crate::company::{Company, OpenMatch};
use matchday_base::{DatacenterIndex, MatchId};
use matchday_sim::Simulate;
use matchday_sim::census::State;
use matchday_sim::snapshot::{Online, Snapshot};
use std::collections::{BTreeMap, BTreeSet};

/// Side of the squares whose players share a flow, degrees.
const SQUARE_DEGREES: f64 = 3.0;

/// Some players at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CloseUp {
    /// Players by state, in the order of [`State::ALL`].
    pub states: [u32; State::ALL.len()],
    /// How long those have waited who search now, s.
    pub waiting_s: Option<Spread>,
    /// How long those searched who are in a match, s.
    pub waited_s: Option<Spread>,
    /// Actual RTT of those who are in a match, ms.
    pub rtt_ms: Option<Spread>,
    /// Matches with at least one of them.
    pub matches: u32,
    /// Those of the matches that have not started.
    pub placing: u32,
    /// From where to which datacenter they play, the greatest first.
    pub flows: Vec<Flow>,
}

/// The distribution of a value over players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Its mean.
    pub mean: f64,
    /// The value that half of the players do not exceed.
    pub median: u32,
    /// The value that 95 % of the players do not exceed.
    pub p95: u32,
}

/// Players of a square of the world who are in matches at the same datacenter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    /// Mean latitude of the players, degrees.
    pub lat: f64,
    /// Mean longitude of the players, degrees.
    pub lon: f64,
    /// The datacenter.
    pub datacenter: DatacenterIndex,
    /// Number of players.
    pub players: u32,
    /// Their mean RTT, ms.
    pub rtt_ms: f64,
}

/// What is gathered of players one by one.
#[derive(Default)]
struct Gathered {
    states: [u32; State::ALL.len()],
    waiting_s: Vec<u32>,
    waited_s: Vec<u32>,
    rtts_ms: Vec<u32>,
    matches: BTreeMap<MatchId, bool>,
    /// By square and datacenter.
    flows: BTreeMap<(i32, i32, DatacenterIndex), Sums>,
}

/// Sums over the players of a flow.
#[derive(Default)]
struct Sums {
    lat: f64,
    lon: f64,
    rtt_ms: u32,
    players: u32,
}

impl CloseUp {
    /// The players that `is_meant` chooses, by their state, and by their match if they are in one; and everybody.
    pub fn of(company: &Company, is_meant: impl Fn(&Online, Option<&OpenMatch>) -> bool) -> (Self, Self) {
        let (mut meant, mut everybody) = (Gathered::default(), Gathered::default());
        company.day().each_online(&mut |online| {
            let found = company.match_of(online.player);
            everybody.add(company.day(), online, found);
            if is_meant(&online, found.map(|(_, found)| found)) {
                meant.add(company.day(), online, found);
            }
        });
        (meant.summed_up(), everybody.summed_up())
    }

    /// The players in matches at a datacenter, and those in its queue; and everybody.
    pub fn of_datacenter(company: &Company, datacenter: DatacenterIndex) -> (Self, Self) {
        let mut queued = BTreeSet::new();
        company.day().each_queued(&mut |player, at| {
            if at == datacenter {
                queued.insert(player);
            }
        });
        Self::of(company, |online, found| match found {
            Some(found) => found.datacenter == datacenter,
            None => queued.contains(&online.player),
        })
    }
}

impl Gathered {
    fn add(&mut self, day: &Day, online: Online, found: Option<(MatchId, &OpenMatch)>) {
        self.states[online.state as usize] += 1;
        if online.state.is_searching() {
            self.waiting_s.push(day.now().since(online.since));
        }
        let Some((id, found)) = found else { return };
        let Some(player) = found.players.iter().find(|player| player.number == online.player) else { return };
        self.matches.insert(id, found.started.is_some());
        self.waited_s.push(player.wait_s);
        self.rtts_ms.push(player.rtt_ms.into());
        let centre = day.world().cells[online.cell.index()].centre();
        let square = |degrees: f64| (degrees / SQUARE_DEGREES).floor() as i32;
        let flow = self.flows.entry((square(centre.lat()), square(centre.lon()), found.datacenter)).or_default();
        flow.lat += centre.lat();
        flow.lon += centre.lon();
        flow.rtt_ms += u32::from(player.rtt_ms);
        flow.players += 1;
    }

    fn summed_up(self) -> CloseUp {
        let flow = |((_, _, datacenter), Sums { lat, lon, rtt_ms, players })| {
            let of = f64::from(players);
            Flow { lat: lat / of, lon: lon / of, datacenter, players, rtt_ms: f64::from(rtt_ms) / of }
        };
        let mut flows: Vec<Flow> = self.flows.into_iter().map(flow).collect();
        flows.sort_by_key(|flow| std::cmp::Reverse(flow.players));
        CloseUp {
            states: self.states,
            waiting_s: Spread::of(self.waiting_s),
            waited_s: Spread::of(self.waited_s),
            rtt_ms: Spread::of(self.rtts_ms),
            matches: self.matches.len() as u32,
            placing: self.matches.into_values().filter(|started| !started).count() as u32,
            flows,
        }
    }
}

impl Spread {
    /// `None` without values.
    fn of(mut values: Vec<u32>) -> Option<Self> {
        values.sort_unstable();
        let up_to = |share: f64| values.get((share * values.len() as f64).ceil() as usize - 1).copied();
        let last = values.len().checked_sub(1)?;
        let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / (last + 1) as f64;
        Some(Self { mean, median: up_to(0.5)?, p95: up_to(0.95)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::tests::KINDS_OF_DAYS;
    use matchday_sim::World;
    use matchday_sim::tiny::{params, tiny_dataset};
    use std::sync::Arc;

    /// A day at eight in the evening with everything that happened before.
    fn evening(pairs: &[(&str, &str)]) -> Company {
        let params = params(&[&[("ccu", "150")], pairs].concat());
        let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
        let day = Day::new(&world, &params, Options::default()).unwrap();
        let mut company = Company::new(day);
        company.advance(30 * 3_600);
        company
    }

    #[test]
    fn every_player_in_a_match_is_in_one_flow() {
        for pairs in KINDS_OF_DAYS {
            let company = evening(pairs);
            let (all, everybody) = CloseUp::of(&company, |_, _| true);
            assert_eq!(all, everybody, "{pairs:?}");
            let in_matches: usize = company.matches().map(|(_, found)| found.players.len()).sum();
            assert_eq!(everybody.matches as usize, company.matches().count(), "{pairs:?}");
            let mut online = [0; State::ALL.len()];
            company.day().each_online(&mut |one| online[one.state as usize] += 1);
            assert_eq!(everybody.states, online, "{pairs:?}");
            for at in (0..3).map(DatacenterIndex) {
                let (here, _) = CloseUp::of_datacenter(&company, at);
                let flows: Vec<Flow> = everybody.flows.iter().filter(|flow| flow.datacenter == at).copied().collect();
                assert_eq!(here.flows, flows, "{pairs:?}: {at:?}");
                let there = company.matches().filter(|(_, found)| found.datacenter == at);
                let players: usize = there.map(|(_, found)| found.players.len()).sum();
                assert_eq!(flows.iter().map(|flow| flow.players as usize).sum::<usize>(), players, "{pairs:?}");
                let queue = company.day().queues()[at.index()];
                let searching: u32 = here.states[..=State::Warm as usize].iter().sum();
                assert_eq!(searching, queue, "{pairs:?}: {at:?}");
            }
            assert_eq!(everybody.flows.iter().map(|flow| flow.players as usize).sum::<usize>(), in_matches);
        }
    }

    #[test]
    fn a_part_and_the_rest_are_the_whole() {
        let company = evening(&[("ccu", "3000"), ("ideal_ms", "20"), ("expand_ms", "200")]);
        let is_east = |online: &Online| company.day().world().cells[online.cell.index()].centre().lon() > 0.0;
        let [east, west] = [true, false].map(|east| CloseUp::of(&company, |online, _| is_east(online) == east).0);
        let whole = CloseUp::of(&company, |_, _| false).1;
        let sums: Vec<u32> = east.states.iter().zip(west.states).map(|(a, b)| a + b).collect();
        assert_eq!(sums, whole.states);
        assert!(east.flows.iter().all(|flow| flow.lon > 0.0) && west.flows.iter().all(|flow| flow.lon < 0.0));
        let rtt_ms = whole.rtt_ms.unwrap();
        let sum = |flows: &[Flow]| flows.iter().map(|flow| flow.rtt_ms * f64::from(flow.players)).sum::<f64>();
        let players: u32 = whole.flows.iter().map(|flow| flow.players).sum();
        assert!((sum(&whole.flows) / f64::from(players) - rtt_ms.mean).abs() < 1e-9);
        assert!(rtt_ms.median <= rtt_ms.p95);
    }

    #[test]
    fn spreads_are_those_of_sorted_values() {
        assert_eq!(Spread::of(vec![]), None);
        assert_eq!(Spread::of(vec![7]), Some(Spread { mean: 7.0, median: 7, p95: 7 }));
        let hundred = (1..=100).rev().collect();
        assert_eq!(Spread::of(hundred), Some(Spread { mean: 50.5, median: 50, p95: 95 }));
    }
}
