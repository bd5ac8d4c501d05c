//! Builds latency maps from sums.

use matchday_base::rtt::MOST_RTT_MS;
use std::ops::RangeInclusive;

use super::accepted::AcceptedPings;
use super::clean::{Cleaning, means_ms};
use super::day::Day;
use super::fill::fill;
use super::sums::CellSums;
use super::window::Window;
use crate::datacenter::Datacenter;
use crate::error::AtlasError;
use crate::geo::{Location, fibre_floor_ms, great_circle_km};
use crate::latency::LatencyMap;

/// The map of a datacenter, and its statistics.
#[derive(Clone, Debug)]
pub struct BuiltMap {
    /// The map.
    pub map: LatencyMap,
    /// Whether each cell's RTT was measured; 64,800 flags.
    pub measured: Vec<bool>,
    /// Counts of measured and dropped cells.
    pub cleaning: Cleaning,
    /// Cells filled from the model and measured cells nearby.
    pub filled: u32,
    /// Cells limited to 1 ms, or out of reach.
    pub clamped: u32,
}

/// A map of cleaned means. `model_ms` fills holes: 64,800 cells row by row from the north-west, 0 is no data.
pub fn map(sums: &CellSums, datacenter: Location, model_ms: &[f32]) -> BuiltMap {
    let (measured, cleaning) = means_ms(sums, datacenter);
    let (mut filled, mut clamped) = (0, 0);
    let rtts = fill(&measured, model_ms);
    let map = LatencyMap::from_fn(|cell, centre| {
        if measured[cell] <= 0.0 && model_ms[cell] <= 0.0 {
            return None;
        }
        filled += u32::from(measured[cell] <= 0.0);
        let ms = rtts[cell].max(fibre_floor_ms(great_circle_km(centre, datacenter)));
        clamped += u32::from(!(0.5..f64::from(MOST_RTT_MS) + 0.5).contains(&ms));
        Some(ms)
    });
    BuiltMap { map, measured: measured.iter().map(|&ms| ms > 0.0).collect(), cleaning, filled, clamped }
}

/// RTT to the nearest datacenter; no data if no map has data.
pub fn combined(maps: &[BuiltMap]) -> LatencyMap {
    let nearest = |cell: usize| maps.iter().map(|built| built.map.cells()[cell]).filter(|&ms| ms > 0).min();
    LatencyMap::from_fn(|cell, _| nearest(cell).map(f64::from))
}

/// Maps of all datacenters.
#[derive(Clone, Debug)]
pub struct BuiltMaps {
    /// One per datacenter, in the order of their list.
    pub maps: Vec<BuiltMap>,
    /// RTT to the nearest datacenter.
    pub combined: LatencyMap,
    /// The days of pings used.
    pub days: RangeInclusive<Day>,
    /// Pings of other days, as of wrong clocks, which are not used.
    pub outside: u64,
}

/// Adds up the [latest](Window::latest) window of so many days, and builds the maps. `model_ms` returns the model for [`map`].
///
/// # Errors
/// No pings, or more than a tenth of them outside the window.
pub fn build_maps(
    accepted: &AcceptedPings,
    datacenters: &[Datacenter],
    days: u32,
    model_ms: impl Fn(&Datacenter) -> Vec<f32>,
) -> Result<BuiltMaps, AtlasError> {
    let window = Window::latest(&accepted.sums.pings(), days);
    let window = window.ok_or_else(|| AtlasError::NoRows { file: "no file".into() })?;
    window.check()?;
    let build = |(datacenter, number): (&Datacenter, u16)| {
        map(&accepted.sums.window(window.days.clone(), number), datacenter.location, &model_ms(datacenter))
    };
    let maps: Vec<_> = datacenters.iter().zip(0..=u16::MAX).map(build).collect();
    let outside = window.outside.values().sum();
    Ok(BuiltMaps { combined: combined(&maps), maps, days: window.days, outside })
}
