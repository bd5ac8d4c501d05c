//! The joins' RTTs to the active datacenters.

use matchday_base::rtt::OUT_OF_REACH_MS;
use std::collections::BTreeMap;
use std::fmt;

use super::places::Places;
use crate::datacenter::Datacenter;
use crate::latency::{LatencyMap, rtt_ms};
use crate::manifest::Manifest;

/// Shares of the joins by the RTT to their nearest datacenter, by continent and for the world.
#[derive(Clone, Debug)]
pub struct Report {
    rows: BTreeMap<String, Row>,
    world: Row,
}

/// Sums of weights.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    weight: u64,
    within_50: u64,
    within_100: u64,
    weighted_ms: u64,
}

impl Row {
    fn add(&mut self, weight: u64, ms: u16) {
        self.weight += weight;
        self.within_50 += if ms <= 50 { weight } else { 0 };
        self.within_100 += if ms <= 100 { weight } else { 0 };
        self.weighted_ms += weight * u64::from(ms);
    }
}

impl Report {
    /// Measures the manifest's active datacenters, each with its map.
    pub fn new(places: &Places, maps: &[(Datacenter, LatencyMap)], manifest: &Manifest) -> Self {
        let active = maps.iter().zip(&manifest.datacenters).filter(|(_, entry)| entry.default);
        let active: Vec<_> = active.map(|(map, _)| map).collect();
        let mut report = Self { rows: BTreeMap::new(), world: Row::default() };
        for (joins, continent) in places.joins.cells().iter().zip(&places.continents) {
            let player = joins.cell.centre();
            let nearest = active.iter().map(|(site, map)| rtt_ms(Some(map), site, player, manifest.fallback())).min();
            for row in [report.rows.entry(continent.clone()).or_default(), &mut report.world] {
                row.add(joins.weight().into(), nearest.unwrap_or(OUT_OF_REACH_MS));
            }
        }
        report
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "continent  share of joins  within 50 ms  within 100 ms  mean nearest RTT")?;
        for (name, row) in self.rows.iter().map(|(name, row)| (name.as_str(), row)).chain([("world", &self.world)]) {
            let of = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
            let (share, fifty) = (of(row.weight, self.world.weight), of(row.within_50, row.weight));
            let (hundred, mean) = (of(row.within_100, row.weight), of(row.weighted_ms, row.weight));
            writeln!(f, "{name:9}  {share:14.3}  {fifty:12.3}  {hundred:13.3}  {mean:13.1} ms")?;
        }
        Ok(())
    }
}
