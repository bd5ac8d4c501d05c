//! The report on an imported file.

use crate::datacenter::Datacenter;
use crate::latency::{CELLS, LatencyMap, MapSummary};
use crate::pings::{AcceptedPings, BuiltMap, BuiltMaps};
use crate::recorded::RecordedSummary;

/// A count besides values read, refused and clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Cells of a map without data.
    NoData,
    /// Cells of a picture at 255, which means 255 ms or more.
    Beyond,
    /// Cells or pings with an RTT below the light limit in fibre, left out.
    BelowFloor,
    /// Measured cells of all maps.
    Measured,
    /// Cells of all maps filled from the model and measured cells nearby.
    Filled,
    /// Cells with too few pings for a mean, left out.
    Few,
    /// Cells around (0, 0), where software places players without a location, left out.
    NullIsland,
    /// Days of pings used.
    Days,
    /// Pings of other days than those used, as of wrong clocks, left out.
    Outside,
}

impl Fact {
    /// Its name in reports.
    pub fn key(self) -> &'static str {
        match self {
            Self::NoData => "no_data",
            Self::Beyond => "beyond",
            Self::BelowFloor => "below_floor",
            Self::Measured => "measured",
            Self::Filled => "filled",
            Self::Few => "few",
            Self::NullIsland => "null_island",
            Self::Days => "days",
            Self::Outside => "strays",
        }
    }
}

/// Counts of a list's rows or a map's cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Good rows; cells with data.
    pub read: u64,
    /// Invalid rows; dropped cells.
    pub refused: u64,
    /// The first refused rows, with line, column and reason.
    pub first_refused: Vec<String>,
    /// Values limited to their bounds: RTTs to 1 ms or out of reach, longitudes wrapped. Counted in `read` too.
    pub clamped: u64,
    /// Other counts above 0.
    pub facts: Vec<(Fact, u64)>,
}

impl Report {
    pub(super) fn of_datacenters(list: &[Datacenter]) -> Self {
        Self { read: list.len() as u64, ..Self::default() }
    }

    pub(super) fn of_image(map: &LatencyMap) -> Self {
        let data = map.cells().iter().filter(|&&ms| ms > 0).count();
        let report = Self { read: data as u64, ..Self::default() };
        report.with(Fact::NoData, (CELLS - data) as u64).with(Fact::Beyond, map.count(u8::MAX.into()) as u64)
    }

    pub(super) fn of_floats(summary: MapSummary) -> Self {
        let MapSummary { data, no_data, below_floor, clamped } = summary;
        let (refused, clamped) = (below_floor.into(), clamped.into());
        let report = Self { read: data.into(), refused, clamped, ..Self::default() };
        report.with(Fact::NoData, no_data.into()).with(Fact::BelowFloor, refused)
    }

    pub(super) fn of_joins(summary: &RecordedSummary) -> Self {
        let first_refused = summary.first_refused.iter().map(ToString::to_string).collect();
        let RecordedSummary { read, refused, wrapped, .. } = *summary;
        Self { read, refused, first_refused, clamped: wrapped, facts: Vec::new() }
    }

    pub(super) fn of_pings(accepted: &AcceptedPings) -> Self {
        let first_refused = accepted.refusals.first.iter().map(ToString::to_string).collect();
        Self { read: accepted.pings, refused: accepted.refusals.total(), first_refused, ..Self::default() }
    }

    /// The report on all pings together.
    pub(super) fn of_built(built: &BuiltMaps) -> Self {
        let sum = |part: fn(&BuiltMap) -> u32| built.maps.iter().map(|map| u64::from(part(map))).sum();
        let with_pings = built.maps.iter().filter(|map| map.cleaning.measured.cells > 0).count();
        let clamped = sum(|map| map.clamped);
        let days = built.days.end().days_since_1970() - built.days.start().days_since_1970() + 1;
        Self { read: with_pings as u64, clamped, ..Self::default() }
            .with(Fact::Days, u64::from(days.unsigned_abs()))
            .with(Fact::Outside, built.outside)
            .with(Fact::Measured, sum(|map| map.cleaning.measured.cells))
            .with(Fact::Filled, sum(|map| map.filled))
            .with(Fact::Few, sum(|map| map.cleaning.few.cells))
            .with(Fact::NullIsland, sum(|map| map.cleaning.null_island.cells))
            .with(Fact::BelowFloor, sum(|map| map.cleaning.below_floor.cells))
    }

    fn with(mut self, fact: Fact, count: u64) -> Self {
        if count > 0 {
            self.facts.push((fact, count));
        }
        self
    }
}
