//! A tiny world, for the tests of this crate and of those above it: six cells, three datacenters, no maps.

use crate::world::SimulationData;
use matchday_atlas::{Datacenter, Fallback, GridCell, JoinData, JoinsCell, JoinsGrid, Location, WeekCurve};
use matchday_base::Calendar;
use matchday_base::calendar::Date;
use matchday_scenario::Params;

/// The default parameters, changed by these pairs.
pub fn params(pairs: &[(&str, &str)]) -> Params {
    let mut params = Params::default();
    pairs.iter().for_each(|(key, text)| params.set(key, text).expect("a valid value"));
    params
}

/// Two teams of two players whose skill and round trips are alike, later less so.
pub const RULES: &str = r#"{
    "name": "pairs", "ruleLanguageVersion": "1.0",
    "playerAttributes": [{ "name": "skill", "type": "number", "default": 1500 }],
    "teams": [{ "name": "team", "minPlayers": 2, "maxPlayers": 2, "quantity": 2 }],
    "rules": [
        { "name": "near", "type": "latency", "maxLatency": 60 },
        { "name": "alike", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 400 }
    ],
    "expansions": [
        { "target": "rules[near].maxLatency", "steps": [{ "waitTimeSeconds": 15, "value": 250 }] },
        { "target": "rules[alike].maxDistance", "steps": [{ "waitTimeSeconds": 10, "value": 2000 }] }
    ]
}"#;

/// The first shown day is a Wednesday.
pub const CALENDAR: Calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });

/// Six cells in three time zones: Frankfurt and Paris, Washington and New York, Tokyo and Osaka.
pub fn tiny_grid() -> JoinsGrid {
    let place = |lat, lon, weight_code, zone_quarters| JoinsCell {
        cell: GridCell::of(Location::new(lat, lon).expect("a place")),
        weight_code,
        zone_quarters,
    };
    let mut cells = vec![
        place(50.1, 8.7, 255, 8),
        place(48.9, 2.3, 245, 8),
        place(40.7, -74.0, 250, -16),
        place(39.0, -77.5, 230, -16),
        place(35.7, 139.7, 255, 36),
        place(34.7, 135.5, 235, 36),
    ];
    cells.sort_by_key(|joins| joins.cell);
    let hour = |h: usize| if h % 24 < 6 { 20 } else { 40 + (h % 24) as u8 * 2 };
    JoinsGrid::new(WeekCurve::new(std::array::from_fn(hour)).expect("a curve"), cells).expect("a grid")
}

/// The tiny grid with a datacenter in each time zone, `fra`, `iad` and `nrt`, without maps.
pub fn tiny_dataset() -> SimulationData {
    let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
    let mut dataset = SimulationData::new("tiny".into(), CALENDAR, JoinData::Grid(tiny_grid()), None, fallback);
    let csv = b"1,fra,50.11,8.68\n2,iad,39.04,-77.49\n3,nrt,35.69,139.69\n";
    for datacenter in Datacenter::read_csv(csv, "datacenters.csv").expect("datacenters") {
        dataset.add_site(datacenter, None);
    }
    dataset
}
