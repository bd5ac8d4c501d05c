//! Round trips: none is faster than light, all match the map, and their mean at one datacenter.

use super::{Chart, Check, Comparison, Day, Evidence, NOBODY, Outcome, SIGMAS, Unit, square};
use matchday_atlas::{GridCell, JoinData, LatencyMap, Location};
use matchday_base::DatacenterIndex;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_matchmaker::RowId;
use matchday_scenario::Params;
use matchday_sim::SimulationData;
use matchday_sim::theory::Stay;

/// Mean radius of the Earth (IUGG).
const EARTH_RADIUS_KM: f64 = 6371.0088;
/// Half the diagonal of a cell of one degree: a player may be anywhere in the cell.
const HALF_CELL_KM: f64 = 79.0;
/// Light in fibre, there and back: distance per ms of round trip.
const KM_PER_MS: f64 = 100.0;

/// Every pair of a cell and a datacenter, with its RTT on the day, ms.
fn pairs<'a>(Evidence { world, .. }: &Evidence<'a>) -> impl Iterator<Item = (GridCell, usize, u16)> + use<'a> {
    let world = *world;
    let of_cell = move |(cell, row): (&'a GridCell, u32)| {
        let rtt_ms = move |at: usize| world.latencies.rtt_ms(RowId(row), DatacenterIndex(at as u16));
        (0..world.datacenters.len()).map(move |at| (*cell, at, rtt_ms(at)))
    };
    world.cells.iter().zip(0..).flat_map(of_cell)
}

fn none_of(pairs: impl Iterator<Item = bool>) -> Outcome {
    let measured = pairs.filter(|&wrong| wrong).count() as f64;
    Outcome::Compared(Comparison { theory: 0.0, measured, tolerance: 0.0, unit: Unit::Plain })
}

/// The place as a point on the unit sphere.
fn point(place: Location) -> [f64; 3] {
    let (lat, lon) = (place.lat().to_radians(), place.lon().to_radians());
    [libm::cos(lat) * libm::cos(lon), libm::cos(lat) * libm::sin(lon), libm::sin(lat)]
}

/// No RTT below (km - 79) / 100 ms.
pub(super) fn light(evidence: &Evidence<'_>) -> Check {
    // Least cosine of the angle that each RTT allows; a table saves trigonometry for each pair.
    let least_cosine: Vec<f64> = (0..=OUT_OF_REACH_MS)
        .map(|ms| libm::cos(((KM_PER_MS * f64::from(ms) + HALF_CELL_KM) / EARTH_RADIUS_KM).min(std::f64::consts::PI)))
        .collect();
    let sites: Vec<[f64; 3]> = evidence.world.datacenters.iter().map(|at| point(at.datacenter.location)).collect();
    let places: Vec<[f64; 3]> = evidence.world.cells.iter().map(|cell| point(cell.centre())).collect();
    let width = sites.len();
    let beats = pairs(evidence).enumerate().map(|(number, (_, at, rtt_ms))| {
        let cosine: f64 = places[number / width].iter().zip(sites[at]).map(|(a, b)| a * b).sum();
        // A tolerance of less than a millimetre for rounding in both computations.
        cosine < least_cosine[usize::from(rtt_ms)] - 1e-12
    });
    Check {
        id: "light",
        chart: Chart::Rtt,
        title: "Nobody is faster than light in fibre",
        form: "round trip \u{2265} (km \u{2212} 79) / 100 ms for every place and datacenter; 79 km is half a cell: pairs below",
        outcome: none_of(beats),
    }
}

/// Every RTT equals the datacenter's map at the player's place, read by a different method than the day's.
pub(super) fn map(evidence: &Evidence<'_>) -> Check {
    let Evidence { dataset, world, .. } = evidence;
    let maps: Vec<_> = world.datacenters.iter().map(|at| dataset.map_of(at)).collect();
    let differs = pairs(evidence).filter_map(|(cell, at, rtt_ms)| {
        let map = maps[at].as_deref()?;
        Some(rtt_ms != read_ms(evidence, map, cell, at, rtt_ms))
    });
    let outcome = if maps.iter().all(Option::is_none) {
        Outcome::DoesNotApply("No datacenter has a latency map; round trips follow the great circle.")
    } else {
        none_of(differs)
    };
    Check {
        id: "map",
        chart: Chart::Rtt,
        title: "Every round trip is the map\u{2019}s",
        form: "row = \u{230a}90 \u{2212} latitude\u{230b}, column = \u{230a}longitude + 180\u{230b} of each datacenter\u{2019}s map: pairs that differ",
        outcome,
    }
}

/// The map's value at a place, read by the map's description. Returns `rtt_ms` where the map has no data or
/// is below the light limit: another check covers that.
fn read_ms(Evidence { world, .. }: &Evidence<'_>, map: &LatencyMap, cell: GridCell, at: usize, rtt_ms: u16) -> u16 {
    let place = cell.centre();
    let (row, column) = (libm::floor(90.0 - place.lat()), libm::floor(place.lon() + 180.0));
    let ms = map.cells()[(row * 360.0 + column) as usize];
    let at_light = || {
        let site = point(world.datacenters[at].datacenter.location);
        let cosine: f64 = point(place).iter().zip(site).map(|(a, b)| a * b).sum();
        let km = libm::acos(cosine.clamp(-1.0, 1.0)) * EARTH_RADIUS_KM;
        libm::ceil((km - HALF_CELL_KM) / KM_PER_MS - 1e-6) == f64::from(rtt_ms)
    };
    if ms == 0 || (ms < rtt_ms && at_light()) { rtt_ms } else { ms }
}

/// One datacenter: the mean over joins is the mean over players.
///
/// A player plays every match of a stay at the same RTT. With J joins and S / cycle matches each, the mean
/// over matches has the variance Var(RTT) / J times E\[S^2\] / E\[S\]^2 = 1 + the probability of another
/// cycle.
pub(super) fn mean(evidence: &Evidence<'_>, day: &Day) -> Check {
    let Evidence { params, dataset, world, columns, .. } = evidence;
    let outcome = if world.datacenters.len() > 1 {
        Outcome::DoesNotApply("Several datacenters: who plays where depends on who else is there.")
    } else if params.bad_routes() > 0 && params.accelerator() < Params::SHARE_ONE {
        Outcome::DoesNotApply("Bad routes add to what the map says.")
    } else if params.replay_rtt() > 0 {
        Outcome::DoesNotApply("Players with long round trips play fewer matches.")
    } else if day.failed > 0.0 {
        Outcome::DoesNotApply("Some searches fail, and more of them far away.")
    } else if let Some(measured) = columns.rtt_mean_ms(0..columns.minutes()) {
        let map = dataset.map_of(&world.datacenters[0]);
        let (mut sum, mut sum_ms, mut sum_squares) = (0.0, 0.0, 0.0);
        for (joins, (cell, at, rtt_ms)) in joins_by_place(dataset, params.days()).into_iter().zip(pairs(evidence)) {
            let ms = f64::from(map.as_deref().map_or(rtt_ms, |map| read_ms(evidence, map, cell, at, rtt_ms)));
            (sum, sum_ms, sum_squares) = (sum + joins, sum_ms + joins * ms, sum_squares + joins * square(ms));
        }
        let theory = sum_ms / sum;
        let again = Stay::of(params, matchday_sim::theory::REFERENCE).again;
        let variance = (sum_squares / sum - square(theory)) * (1.0 + again) / day.joined;
        Outcome::Compared(Comparison { theory, measured, tolerance: SIGMAS * libm::sqrt(variance), unit: Unit::Ms })
    } else {
        Outcome::DoesNotApply(NOBODY)
    };
    Check {
        id: "rtt",
        chart: Chart::Rtt,
        title: "One datacenter: the map\u{2019}s mean over all joins",
        form: "mean of the map weighted with where players join; its spread is that of the joins, each with all matches of a stay",
        outcome,
    }
}

/// Joins by place on the shown days, in any unit; in the order of the world's cells.
pub(super) fn joins_by_place(dataset: &SimulationData, days: u32) -> Vec<f64> {
    let minutes = DAY_S / MINUTE_S;
    let first = dataset.calendar.first_day().weekday();
    match &dataset.joins {
        JoinData::Grid(grid) => {
            let of_day = |quarters| -> f64 {
                (first * minutes..(first + days) * minutes)
                    .map(|minute| f64::from(grid.curve.at_utc(minute, quarters)))
                    .sum()
            };
            grid.cells().iter().map(|place| f64::from(place.weight()) * of_day(place.zone_quarters)).collect()
        }
        JoinData::Recorded(day) => day.totals().into_iter().map(|(_, joins)| joins as f64).collect(),
    }
}
