//! Distance misrouting: joins whose nearest datacenter by the great circle is not the nearest by latency.

use crate::coverage::Audience;
use crate::geo::{Location, great_circle_km};
use crate::routes::{Hub, RouteModel};
use std::collections::BTreeMap;

/// Joins near a city that are sent to the nearest datacenter by distance, though another has a lower latency.
#[derive(Clone, Copy, Debug)]
pub struct DistanceMisrouting<'a> {
    /// The city.
    pub city: &'a Hub,
    /// Position of the datacenter that is nearest by distance.
    pub by_distance: usize,
    /// Position of the datacenter that is nearest by latency.
    pub by_latency: usize,
    /// Number of joins, in the unit of the weights.
    pub joins: u64,
    /// Sum of their RTTs to `by_distance`, ms.
    pub by_distance_ms: u64,
    /// Sum of their RTTs to `by_latency`, ms.
    pub by_latency_ms: u64,
}

impl DistanceMisrouting<'_> {
    /// Sum of the RTT that these joins lose by choosing by distance, ms.
    pub fn lost_ms(&self) -> u64 {
        self.by_distance_ms - self.by_latency_ms
    }
}

impl Audience {
    /// Misrouted joins by their nearest city, the largest loss first. Datacenters are at `sites`, with these
    /// RTTs from every cell, ms. A datacenter without data from a cell is not a choice there.
    pub fn distance_misrouting<'a, T: AsRef<[u8]>>(
        &self,
        sites: &[Location],
        rtts_ms: &[T],
        routes: &'a RouteModel,
    ) -> Vec<DistanceMisrouting<'a>> {
        let mut found = BTreeMap::new();
        for (at, (centre, weight)) in self.places().enumerate() {
            let rtt_ms = |site: usize| rtts_ms[site].as_ref()[at];
            let known = || (0..sites.len()).filter(|&site| rtt_ms(site) > 0);
            let km = |site: &usize| great_circle_km(centre, sites[*site]);
            let (Some(by_distance), Some(by_latency)) =
                (known().min_by(|a, b| km(a).total_cmp(&km(b))), known().min_by_key(|&site| rtt_ms(site)))
            else {
                continue;
            };
            if rtt_ms(by_distance) == rtt_ms(by_latency) {
                continue;
            }
            let city = routes.nearest_city(centre).0;
            let key = (city.location.lat().to_bits(), city.location.lon().to_bits(), by_distance, by_latency);
            let new =
                DistanceMisrouting { city, by_distance, by_latency, joins: 0, by_distance_ms: 0, by_latency_ms: 0 };
            let misrouting = found.entry(key).or_insert(new);
            misrouting.joins += weight;
            misrouting.by_distance_ms += weight * u64::from(rtt_ms(by_distance));
            misrouting.by_latency_ms += weight * u64::from(rtt_ms(by_latency));
        }
        let mut found: Vec<_> = found.into_values().collect();
        found.sort_by_key(|misrouting| std::cmp::Reverse(misrouting.lost_ms()));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridCell;
    use crate::routes::tests::model;

    fn at(lat: f64, lon: f64) -> Location {
        Location::new(lat, lon).unwrap()
    }

    #[test]
    fn joins_are_misrouted_where_the_nearer_datacenter_is_the_slower_one() {
        let routes = RouteModel::new(model());
        // Two places at city 0, one each at cities 2 and 6; datacenters at cities 1 and 5, and on the way to
        // 5.
        let places = [(0.1, 0.1, 5), (0.6, 0.1, 17), (0.1, 20.1, 11), (0.1, 60.1, 13)];
        let weights = places.map(|(lat, lon, weight)| (GridCell::of(at(lat, lon)), weight));
        let audience = Audience::new(&weights, &routes);
        let sites = [at(0.0, 10.0), at(0.0, 50.0), at(0.0, 40.0)];
        // City 0: by latency the second datacenter, once the third. City 2: the first, correctly. City 6: the
        // second, correctly, because the third has no data there.
        let rtts_ms = [[90, 40, 20, 200], [60, 41, 70, 80], [61, 30, 70, 0]];
        let found = audience.distance_misrouting(&sites, &rtts_ms, &routes);
        let shown: Vec<_> = found
            .iter()
            .map(|a| (a.city.name.as_str(), a.by_distance, a.by_latency, a.joins, a.by_distance_ms, a.by_latency_ms))
            .collect();
        assert_eq!(shown, [("city 0", 0, 2, 17, 680, 510), ("city 0", 0, 1, 5, 450, 300)]);
        assert_eq!(found[0].lost_ms(), 170);
        // Equal RTTs: no join is misrouted.
        assert!(audience.distance_misrouting(&sites[..2], &[[60; 4], [60; 4]], &routes).is_empty());
        assert!(audience.distance_misrouting::<[u8; 4]>(&[], &[], &routes).is_empty());
    }
}
