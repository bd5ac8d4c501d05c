//! The world of a scenario: cells where players join, and datacenters with their RTTs.

mod data;

pub use data::{ActiveDatacenter, MAX_ACTIVE, SimulationData, Site, WorldError};

use crate::joins::JoinModel;
use crate::policy::{Plugin, place_of};
use data::Table;
use matchday_atlas::GridCell;
use matchday_atlas::latency::not_below_fibre;
use matchday_base::{Calendar, CellId};
use matchday_matchmaker::policy::Place;
use matchday_matchmaker::{LatencyTable, RowId};
use matchday_scenario::Params;
use matchday_scenario::params::{Estimate, Key};
use std::sync::Arc;

/// The parts of a scenario that do not change during a run.
#[derive(Clone, Debug)]
pub struct World {
    /// Cells where players join; [`matchday_base::CellId`] is the position in this list.
    pub cells: Vec<GridCell>,
    /// The active datacenters; [`matchday_base::DatacenterIndex`] is the position in this list.
    pub datacenters: Vec<ActiveDatacenter>,
    /// RTT from every cell to every active datacenter, by the maps; one row per cell.
    pub latencies: LatencyTable,
    /// The same by datacenter and then by cell, for code that reads one datacenter at a time.
    pub columns: Vec<Arc<[u16]>>,
    /// The same by distance alone, if the matchmaker estimates by distance.
    pub by_distance: Option<LatencyTable>,
    /// The lowest RTT that a ping can show, if the matchmaker estimates by pings.
    pub least_ping: Option<LatencyTable>,
    /// The joins by time and place.
    pub joins: JoinModel,
    /// The dates of the shown days.
    pub calendar: Calendar,
    /// The plug-in of the data set.
    pub plugin: Option<Arc<dyn Plugin>>,
}

impl World {
    /// The parameters that a world depends on: runs that differ only in others can share one.
    pub const KEYS: [Key; 8] =
        [Key::Ccu, Key::Joins, Key::Dcs, Key::Estimate, Key::IdealMs, Key::ExpandMs, Key::JitterMs, Key::Incidents];

    /// Builds the world of `params` from a data set.
    ///
    /// # Errors
    /// [`WorldError`] if the `dcs` parameter is invalid, or if `joins` asks for recorded ones that are not there.
    pub fn new(dataset: &SimulationData, params: &Params) -> Result<Self, WorldError> {
        let datacenters = dataset.active(params.dcs())?;
        let table = |rtt_ms| LatencyTable::new(datacenters.len(), rtt_ms, params.ideal_ms(), params.expand_ms());
        let columns = dataset.columns(&datacenters, Table::Map);
        let mapped = table(dataset.rows(&columns));
        let (by_distance, least_ping) = match params.estimate() {
            Estimate::Map => (None, None),
            Estimate::Distance => (Some(table(dataset.rows(&dataset.columns(&datacenters, Table::Distance)))), None),
            Estimate::Ping => (None, Some(table(least_pings(dataset, &datacenters, &mapped, params)))),
        };
        Ok(Self {
            latencies: mapped,
            columns,
            by_distance,
            least_ping,
            joins: dataset.joins_of(params)?,
            cells: dataset.cells.clone(),
            datacenters,
            calendar: dataset.calendar,
            plugin: dataset.plugin.clone(),
        })
    }

    /// The centre of a cell, as policies are told of it.
    pub fn place(&self, cell: CellId) -> Place {
        place_of(self.cells[cell.index()].centre())
    }
}

/// The map less the jitter, but not below light in fibre.
fn least_pings(
    dataset: &SimulationData,
    active: &[ActiveDatacenter],
    latencies: &LatencyTable,
    params: &Params,
) -> Vec<u16> {
    let of_cell = |(cell, row): (&GridCell, u32)| {
        let least = |(&map_ms, to): (&u16, &ActiveDatacenter)| {
            let least_ms = map_ms.saturating_sub(params.jitter_ms()).max(1);
            not_below_fibre(least_ms, cell.centre(), to.datacenter.location)
        };
        latencies.rtts_ms(RowId(row)).iter().zip(active).map(least).collect::<Vec<u16>>()
    };
    dataset.cells.iter().zip(0..).flat_map(of_cell).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tiny::tiny_dataset;
    use matchday_atlas::{Datacenter, JoinData, LatencyMap, RecordedJoins};
    use matchday_scenario::params::Kind;

    /// The tiny dataset with a recorded day.
    pub(crate) fn recorded_dataset() -> SimulationData {
        let mut reader = RecordedJoins::reader("joins.csv");
        reader.push(b"06:00:00,50.1,8.7\n12:00:30,40.7,-74.0\n18:00:59,35.7,139.7\n");
        let mut dataset = tiny_dataset();
        dataset.set_joins(JoinData::Recorded(reader.finish().unwrap().0));
        dataset
    }

    /// The same parameters with one value changed.
    pub(crate) fn changed(base: &Params, key: Key) -> Params {
        let mut changed = base.clone();
        let value = match (key, key.spec().kind) {
            (Key::Incidents, _) => "herd@12:00",
            (Key::Estimate, _) if base.text(key) != "map" => "map",
            (Key::Dcs, _) => "-iad",
            (Key::Days | Key::Playlists, _) => "2",
            (_, Kind::Choice(words) | Kind::Open(words)) => words.last().unwrap_or(&""),
            (_, Kind::Number { decimals: 1.., .. }) => "0.3",
            (_, Kind::Flag) => "1",
            (_, Kind::Mix | Kind::Properties) => "name:1",
            // Limits that exclude some cells of the tiny world, not all.
            (Key::IdealMs, _) => "20",
            (Key::ExpandMs, _) => "250",
            (Key::Accounts, _) => "4500",
            // Shorter than a search lasts, and a run of the matchmaker that most players wait for.
            (Key::PatienceS | Key::IntervalS, _) => "10",
            _ => "45",
        };
        changed.set(key.spec().key, value).unwrap();
        assert_ne!(changed, *base, "{key:?}");
        changed
    }

    fn names(dcs: &str) -> Result<Vec<String>, WorldError> {
        tiny_dataset().active(dcs).map(|active| active.into_iter().map(|d| d.datacenter.name).collect())
    }

    #[test]
    fn dcs_changes_the_default_set() {
        assert_eq!(names("").unwrap(), ["fra", "iad", "nrt"]);
        assert_eq!(names("-iad, +lima@-12.05,-77.03,fra").unwrap(), ["fra", "nrt", "lima"]);
        assert_eq!(names("-fra,fra").unwrap(), ["fra", "iad", "nrt"]);
    }

    #[test]
    fn what_dcs_cannot_mean_is_said() {
        let added = |count: u32| (0..count).map(|at| format!("+own{at}@1,{at}")).collect::<Vec<_>>().join(",");
        let most = MAX_ACTIVE as u32 - 3;
        assert_eq!(names(&added(most)).unwrap().len(), MAX_ACTIVE);
        for (dcs, says) in [
            ("lima", "no datacenter `lima`"),
            ("+lima@-12", "`+lima@-12` has no place"),
            ("+lima@-120,7", "`+lima@-120,7` has no place"),
            (
                "+lima@-12,999",
                "`+lima@-12,999` has no place; write +name@lat,lon with degrees from -90 to 90 and -180 to 180",
            ),
            ("+@1,2", "has no place"),
            ("+lima", "has no place"),
            ("+a@1,2,+a@3,4", "called `a` is there already"),
            ("+fra@1,2", "called `fra` is there already"),
            ("-fra,-iad,-nrt", "dcs: every datacenter is switched off; leave at least one on"),
            (&added(most + 1), "dcs: more than 128 datacenters are on; leave at most so many on"),
        ] {
            let error = names(dcs).unwrap_err().to_string();
            assert!(error.contains(says), "{dcs}: {error}");
        }
    }

    #[test]
    fn a_world_depends_on_its_keys_alone() {
        // Joins can be exact only if they are recorded.
        let dataset = recorded_dataset();
        let mut base = Params::default();
        base.set("estimate", "ping").unwrap();
        let world = |params: &Params| format!("{:?}", World::new(&dataset, params).unwrap());
        for key in Key::ALL {
            assert_eq!(world(&changed(&base, key)) != world(&base), World::KEYS.contains(&key), "{key:?}");
        }
    }

    #[test]
    fn no_sampled_rtt_beats_light_in_fibre() {
        let mut dataset = tiny_dataset();
        // A site whose own map claims to be faster.
        let site = Datacenter::read_csv(b"4,lima,-12.05,-77.03\n", "datacenters.csv").unwrap().remove(0);
        dataset.add_site(site, Some(LatencyMap::from_fn(|_, _| Some(1.0))));
        let world = World::new(&dataset, &Params::default()).unwrap();
        for (cell, id) in world.cells.iter().zip(0..) {
            for (d, index) in world.datacenters.iter().zip(0..) {
                let km = matchday_atlas::geo::great_circle_km(cell.centre(), d.datacenter.location);
                let rtt = world.latencies.rtt_ms(RowId(id), matchday_base::DatacenterIndex(index));
                assert!(f64::from(rtt) >= (km - 79.0) / 100.0, "{rtt} ms over {km} km");
            }
        }
    }
}
