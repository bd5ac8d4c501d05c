//! Hubs and the lines between them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Coefficients, Routes};
use crate::geo::{Location, fibre_rtt_ms, great_circle_km};

/// A place where lines meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Hub {
    /// Its name for people.
    pub name: String,
    /// Number of its country, from 1; 0 for a way point of sea cables.
    pub country: u8,
    /// Its place.
    pub location: Location,
}

/// A line between two hubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Number of one hub.
    pub a: u16,
    /// Number of the other.
    pub b: u16,
    /// Whether it runs through the sea, not over land.
    pub sea: bool,
    /// Number of borders with a cost; a border that traffic avoids counts several times.
    pub borders: u8,
}

/// Hubs with the cost of each outgoing link, microseconds.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    ways: Vec<Vec<(u16, u32)>>,
}

impl Graph {
    pub fn new(routes: &Routes) -> Self {
        let mut ways = vec![Vec::new(); routes.hubs.len()];
        for link in &routes.links {
            let cost = cost_us(link, routes);
            ways[usize::from(link.a)].push((link.b, cost));
            ways[usize::from(link.b)].push((link.a, cost));
        }
        Self { ways }
    }

    /// The cost of every hub, microseconds, from the hubs and costs in `from`; `u32::MAX` for unreachable
    /// hubs. Dijkstra's algorithm.
    pub fn shortest_us(&self, from: &[(u16, u32)]) -> Vec<u32> {
        let mut best = vec![u32::MAX; self.ways.len()];
        let mut open = BinaryHeap::new();
        for &(hub, us) in from {
            open.push(Reverse((us, hub)));
        }
        while let Some(Reverse((us, hub))) = open.pop() {
            let known = &mut best[usize::from(hub)];
            if us >= *known {
                continue;
            }
            *known = us;
            for &(next, more) in &self.ways[usize::from(hub)] {
                let there = us.saturating_add(more);
                if there < best[usize::from(next)] {
                    open.push(Reverse((there, next)));
                }
            }
        }
        best
    }
}

/// RTT of light in fibre over `km`, times `stretch` hundredths, microseconds.
pub(super) fn light_us(km: f64, stretch: u16) -> u32 {
    libm::rint(fibre_rtt_ms(km) * f64::from(stretch) * 10.0) as u32
}

fn cost_us(link: &Link, routes: &Routes) -> u32 {
    let Coefficients { land, sea, border, hop, .. } = routes.coefficients;
    let ends = [link.a, link.b].map(|hub| &routes.hubs[usize::from(hub)]);
    let km = great_circle_km(ends[0].location, ends[1].location);
    let hop = if ends.iter().all(|hub| hub.country > 0) { u32::from(hop) * 10 } else { u32::from(hop) * 5 };
    light_us(km, if link.sea { sea } else { land }) + hop + u32::from(link.borders) * u32::from(border) * 10
}

#[cfg(test)]
mod tests {
    use super::super::tests::model;
    use super::*;

    /// The algorithm of Floyd and Warshall, over every pair of hubs.
    fn all_pairs(routes: &Routes) -> Vec<Vec<u32>> {
        let count = routes.hubs.len();
        let mut best = vec![vec![u32::MAX; count]; count];
        (0..count).for_each(|hub| best[hub][hub] = 0);
        for link in &routes.links {
            let (a, b) = (usize::from(link.a), usize::from(link.b));
            let cost = cost_us(link, routes).min(best[a][b]);
            (best[a][b], best[b][a]) = (cost, cost);
        }
        for via in 0..count {
            for from in 0..count {
                for to in 0..count {
                    best[from][to] = best[from][to].min(best[from][via].saturating_add(best[via][to]));
                }
            }
        }
        best
    }

    #[test]
    fn shortest_ways_are_those_of_all_pairs() {
        let routes = model();
        let (graph, expected) = (Graph::new(&routes), all_pairs(&routes));
        for (hub, expected) in (0..).zip(&expected) {
            assert_eq!(&graph.shortest_us(&[(hub, 0)]), expected, "from hub {hub}");
        }
        let both: Vec<u32> = expected[2].iter().zip(&expected[5]).map(|(&a, &b)| a.saturating_add(7).min(b)).collect();
        assert_eq!(graph.shortest_us(&[(2, 7), (5, 0)]), both);
        assert!(expected[0][7] == u32::MAX, "the island has no line");
    }

    /// By hand: ten degrees of the equator are 1,111.95 km, light in fibre needs 11.127 ms there and back.
    #[test]
    fn a_line_costs_its_light_its_borders_and_its_hop() {
        let routes = model();
        let cost = |sea, borders| cost_us(&Link { a: 0, b: 1, sea, borders }, &routes);
        for (us, expected_ms) in [
            (cost(false, 0), 1.42 * 11.127 + 0.54),
            (cost(true, 0), 1.31 * 11.127 + 0.54),
            (cost(false, 3), 1.42 * 11.127 + 0.54 + 3.0 * 6.7),
        ] {
            assert!((f64::from(us) / 1000.0 - expected_ms).abs() < 0.002, "{us} us, {expected_ms} ms");
        }
        let to_way_point = cost_us(&Link { a: 0, b: 8, sea: true, borders: 0 }, &routes);
        let from_the_other_side = cost_us(&Link { a: 8, b: 0, sea: true, borders: 0 }, &routes);
        assert_eq!(to_way_point, from_the_other_side);
        let km = great_circle_km(routes.hubs[0].location, routes.hubs[8].location);
        let expected_ms = 1.31 * fibre_rtt_ms(km) + 0.27;
        assert!((f64::from(to_way_point) / 1000.0 - expected_ms).abs() < 0.002);
    }
}
