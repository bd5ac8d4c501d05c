//! Round trips from places to datacenters.

use matchday_atlas::{Datacenter, Fallback, GridCell, LatencyMap, Location, rtt_ms};
use matchday_sim::{SimulationData, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Round trips from anywhere to each datacenter of a world, computed on first use.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    datacenters: Vec<(Datacenter, Option<Arc<LatencyMap>>)>,
    fallback: Fallback,
    known: BTreeMap<GridCell, Arc<[u16]>>,
}

impl Reach {
    pub fn new(data: &SimulationData, world: &World) -> Self {
        let datacenters = world.datacenters.iter().map(|active| (active.datacenter.clone(), data.map_of(active)));
        Self { datacenters: datacenters.collect(), fallback: data.fallback(), known: BTreeMap::new() }
    }

    /// Where the datacenters are.
    pub fn datacenter(&self, at: usize) -> Location {
        self.datacenters[at].0.location
    }

    /// The round trips from the centre of the cell of a place, ms, by datacenter.
    pub fn rtts_ms(&mut self, place: Location) -> Arc<[u16]> {
        let cell = GridCell::of(place);
        let Self { datacenters, fallback, known } = self;
        let compute = || {
            let centre = cell.centre();
            datacenters.iter().map(|(to, map)| rtt_ms(map.as_deref(), to, centre, *fallback)).collect()
        };
        Arc::clone(known.entry(cell).or_insert_with(compute))
    }
}
