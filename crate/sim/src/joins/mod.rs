//! The times and places of joins.
//!
//! Joins are a Poisson process: an intensity by place and minute, and one scale for all. The `ccu` parameter
//! alone fixes the scale: with it, the fluid model of [`crate::theory`] peaks at that CCU on the first day at
//! the *default* parameters. Nothing else changes the scale; herds multiply the joins of their minute.
//!
//! Recorded joins can be exact instead: every row joins at its own second of every day, and `ccu` does not act.

mod stream;

pub use stream::JoinStream;

use crate::alias::Alias;
use crate::theory::{self, Stay};
use matchday_atlas::{GridCell, JoinData, JoinsGrid, RecordedJoins, WeekCurve};
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{Calendar, CellId, Rng, SimTime};
use matchday_scenario::Incident;
use matchday_scenario::Params;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// Minutes in an hour and in a day.
const HOUR_MINUTES: u32 = 60;
const DAY_MINUTES: u32 = DAY_S / MINUTE_S;

/// Factor of a herd on the joins of its minute.
const HERD: u32 = 50;

/// Cells that are drawn together, in proportion to their weights.
#[derive(Clone, Debug, Default)]
struct Urn {
    cells: Alias<CellId>,
    /// Sum of all weights.
    total: u64,
}

impl Urn {
    fn new(weighted: impl IntoIterator<Item = (CellId, u64)>) -> Self {
        let weighted: Vec<_> = weighted.into_iter().collect();
        Self { cells: Alias::new(&weighted), total: weighted.iter().map(|(_, weight)| weight).sum() }
    }
}

/// The joins of a scenario: their places and their rates.
#[derive(Clone, Debug)]
pub struct JoinModel {
    shape: Shape,
    /// Time zero, in minutes since Monday 00:00.
    zero_in_week: u32,
    scale: Scale,
    /// The incidents of the day, herds included.
    incidents: Vec<Incident>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    /// Joins a second per unit of intensity.
    Poisson(f64),
    /// Every recorded join at its own second.
    Exact,
}

#[derive(Clone, Debug)]
enum Shape {
    /// Cells by time zone; the rates of a zone share one curve.
    Zones { zones: Vec<(i8, Urn)>, curve: WeekCurve },
    /// Few enough cells to build one urn a minute: time zone and weight of each, and the weight of each zone.
    Few { weighted: Vec<(i8, u64)>, zones: BTreeMap<i8, u64>, curve: WeekCurve },
    /// A recorded day, and the cells that [`CellId`] counts. Its urns are built minute by minute: storing all
    /// urns of a day of many millions would take several times the memory of the day.
    Recorded { day: RecordedJoins, cells: Vec<GridCell> },
}

impl JoinModel {
    /// The joins of `data` at the population given by `ccu`. `cells` are those of `data`.
    pub fn new(data: &JoinData, cells: &[GridCell], calendar: Calendar, ccu: u32) -> Self {
        let shape = match data {
            JoinData::Grid(grid) => Shape::zones(grid),
            JoinData::Recorded(day) => Shape::Recorded { day: day.clone(), cells: cells.to_vec() },
        };
        Self::scaled(shape, calendar, ccu)
    }

    /// Every join of a recorded day at its own second of every day. `cells` are those of the recorded day.
    pub fn exact(day: &RecordedJoins, cells: &[GridCell], calendar: Calendar) -> Self {
        Self::unscaled(Shape::Recorded { day: day.clone(), cells: cells.to_vec() }, calendar, Scale::Exact)
    }

    /// The joins of groups of grid cells, by group number: time zone and weight of each group.
    pub fn of_few(weighted: Vec<(i8, u64)>, curve: &WeekCurve, calendar: Calendar, ccu: u32) -> Self {
        let mut zones = BTreeMap::new();
        weighted.iter().for_each(|&(quarters, weight)| *zones.entry(quarters).or_default() += weight);
        Self::scaled(Shape::Few { weighted, zones, curve: curve.clone() }, calendar, ccu)
    }

    fn scaled(shape: Shape, calendar: Calendar, ccu: u32) -> Self {
        let mut model = Self::unscaled(shape, calendar, Scale::Poisson(1.0));
        let peak = model.ccu();
        model.scale = Scale::Poisson(if peak > 0.0 { f64::from(ccu) / peak } else { 0.0 });
        model
    }

    fn unscaled(shape: Shape, calendar: Calendar, scale: Scale) -> Self {
        let zero_in_week = calendar.date(SimTime(0)).weekday() * DAY_MINUTES;
        Self { shape, zero_in_week, scale, incidents: Vec::new() }
    }

    /// The value of `ccu` that these joins correspond to: the peak of the fluid model on the first day at the
    /// default parameters.
    pub fn ccu(&self) -> f64 {
        let first = SimTime::DAY_BEFORE.minute();
        let rates = self.rates(first..first + 2 * DAY_MINUTES);
        let inside = theory::fluid(&rates, Stay::of(&Params::default(), theory::REFERENCE));
        inside[DAY_MINUTES as usize..].iter().fold(0.0, |a, &b| f64::max(a, b))
    }

    /// The hour of the first shown day in which most join, UTC.
    pub fn busiest_hour(&self) -> u32 {
        let rate = |hour| {
            let first = SimTime::DAY_START.minute() + hour * HOUR_MINUTES;
            (first..first + HOUR_MINUTES).map(|minute| self.rate_per_s(minute)).sum::<f64>()
        };
        let rates = (0..DAY_MINUTES / HOUR_MINUTES).map(|hour| (hour, rate(hour)));
        rates.reduce(|most, next| if next.1 > most.1 { next } else { most }).map_or(0, |(hour, _)| hour)
    }

    /// Whether joins are those of a recorded day, second by second, and not drawn.
    pub fn is_exact(&self) -> bool {
        self.scale == Scale::Exact
    }

    /// The same joins with the herds among `incidents`.
    pub fn with_herds(self, incidents: Vec<Incident>) -> Self {
        Self { incidents, ..self }
    }

    /// Joins a second during a minute, counted from time zero.
    pub fn rate_per_s(&self, minute: u32) -> f64 {
        let scale = match self.scale {
            Scale::Poisson(scale) => scale,
            Scale::Exact => 1.0 / f64::from(MINUTE_S),
        };
        let rate = scale * self.weights(minute).iter().map(|&w| w as f64).sum::<f64>();
        rate * f64::from(times_at(&self.incidents, minute))
    }

    /// Joins a second in each of these minutes.
    pub fn rates(&self, minutes: Range<u32>) -> Vec<f64> {
        minutes.map(|minute| self.rate_per_s(minute)).collect()
    }

    /// The cells of all joins, as homes.
    pub fn homes(&self) -> Homes<'_> {
        let urns: Vec<Cow<Urn>> = match &self.shape {
            Shape::Zones { zones, .. } => zones.iter().map(|(_, urn)| Cow::Borrowed(urn)).collect(),
            Shape::Few { weighted, .. } => {
                vec![Cow::Owned(Urn::new((0..).map(CellId).zip(weighted.iter().map(|&(_, weight)| weight))))]
            }
            Shape::Recorded { day, cells } => {
                let joins = day.totals().into_iter();
                vec![Cow::Owned(Urn::new(joins.map(|(cell, joins)| (id_of(cells, cell), joins))))]
            }
        };
        let weighted: Vec<_> = (0..).zip(urns.iter().map(|urn| urn.total)).collect();
        Homes { which: Alias::new(&weighted), urns }
    }

    /// Intensity of each urn in a minute.
    fn weights(&self, minute: u32) -> Vec<u64> {
        let in_week = minute + self.zero_in_week;
        match &self.shape {
            Shape::Zones { zones, curve } => {
                zones.iter().map(|(quarters, urn)| urn.total * u64::from(curve.at_utc(in_week, *quarters))).collect()
            }
            Shape::Few { zones, curve, .. } => {
                zones.iter().map(|(quarters, weight)| weight * u64::from(curve.at_utc(in_week, *quarters))).collect()
            }
            Shape::Recorded { day, .. } => vec![day.in_minute(minute % DAY_MINUTES)],
        }
    }

    /// The urn that only this minute uses.
    fn own_urn(&self, minute: u32) -> Option<Urn> {
        match &self.shape {
            Shape::Zones { .. } => None,
            Shape::Few { weighted, curve, .. } => {
                Some(Urn::new((0..).map(CellId).zip(weighted).map(|(id, (quarters, weight))| {
                    (id, weight * u64::from(curve.at_utc(minute + self.zero_in_week, *quarters)))
                })))
            }
            Shape::Recorded { day, cells } => {
                let joins = day.minute(minute % DAY_MINUTES).into_iter();
                Some(Urn::new(joins.map(|(cell, joins)| (id_of(cells, cell), joins))))
            }
        }
    }
}

/// The position of `cell` in `cells`.
fn id_of(cells: &[GridCell], cell: GridCell) -> CellId {
    CellId(cells.partition_point(|&c| c < cell) as u32)
}

/// Cells with the probability that a join of any day comes from them.
#[derive(Clone, Debug)]
pub struct Homes<'a> {
    which: Alias<usize>,
    urns: Vec<Cow<'a, Urn>>,
}

impl Homes<'_> {
    /// Draws a home.
    pub fn draw(&self, rng: &mut Rng) -> CellId {
        self.urns[self.which.draw(rng)].cells.draw(rng)
    }
}

/// Factor on the joins of a minute: above 1 during a herd.
pub fn times_at(incidents: &[Incident], minute: u32) -> u32 {
    let herd = |incident: &Incident| incident.kind == Incident::HERD && incident.minute == minute;
    if incidents.iter().any(herd) { HERD } else { 1 }
}

impl Shape {
    fn zones(grid: &JoinsGrid) -> Self {
        let mut zones = BTreeMap::<i8, Vec<(CellId, u64)>>::new();
        for (joins, id) in grid.cells().iter().zip(0..) {
            zones.entry(joins.zone_quarters).or_default().push((CellId(id), u64::from(joins.weight())));
        }
        let zones = zones.into_iter().map(|(quarters, cells)| (quarters, Urn::new(cells))).collect();
        Shape::Zones { zones, curve: grid.curve.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::{CALENDAR, tiny_grid};
    use matchday_base::Streams;

    #[test]
    fn joins_follow_their_intensity_by_place_and_minute() {
        let data = JoinData::Grid(tiny_grid());
        let model = JoinModel::new(&data, &data.cells(), CALENDAR, 50_000);
        let mut stream = JoinStream::new(Streams::new(1));
        let mut joins = Vec::new();
        // One hour of the first shown evening.
        let start = SimTime::DAY_START + 18 * 3_600;
        let mut by_cell = vec![0_u64; data.cells().len()];
        let mut expected = 0.0;
        for second in 0..3_600 {
            stream.draw(&model, start + second, &mut joins);
            joins.iter().for_each(|cell| by_cell[cell.index()] += 1);
            expected += model.rate_per_s((start + second).minute());
        }
        let total: u64 = by_cell.iter().sum();
        assert!((total as f64 - expected).abs() < 4.0 * libm::sqrt(expected), "{total} joins for {expected}");
        // Two cells of one time zone: the ratio of their joins is that of their weights, 2^(10/10).
        let (heavy, light) = (by_cell[0] as f64, by_cell[1] as f64);
        assert!((heavy / light - 2.0).abs() < 0.1, "{heavy} and {light}");
    }

    #[test]
    fn homes_are_where_joins_come_from() {
        let data = JoinData::Grid(tiny_grid());
        let model = JoinModel::new(&data, &data.cells(), CALENDAR, 50_000);
        let (homes, mut rng, mut stream) =
            (model.homes(), Streams::new(1).stream("homes"), JoinStream::new(Streams::new(1)));
        let (mut joins, mut joined, mut at_home) = (Vec::new(), vec![0.0; 6], vec![0.0; 6]);
        for second in 0..86_400 {
            stream.draw(&model, SimTime::DAY_START + second, &mut joins);
            joins.iter().for_each(|cell| joined[cell.index()] += 1.0);
        }
        let total: f64 = joined.iter().sum();
        (0..total as usize).for_each(|_| at_home[homes.draw(&mut rng).index()] += 1.0);
        for (joined, at_home) in joined.iter().zip(&at_home) {
            assert!(f64::abs(joined - at_home) < 4.5 * libm::sqrt(joined + at_home), "{joined} joins, {at_home} homes");
        }
    }

    #[test]
    fn a_herd_is_fifty_times_the_joins_of_its_minute() {
        let data = JoinData::Grid(tiny_grid());
        let usual = JoinModel::new(&data, &data.cells(), CALENDAR, 2_000);
        let mut params = Params::default();
        params.set("incidents", "herd@18:30,lost@18:31,herd@18:30").unwrap();
        let herd = usual.clone().with_herds(params.incidents());
        let start = SimTime::DAY_START + 18 * 3_600 + 29 * 60;
        let joins = |model: &JoinModel, from: u32| {
            let (mut stream, mut joins) = (JoinStream::new(Streams::new(1)), Vec::new());
            let draw = |second| {
                stream.draw(model, start + second, &mut joins);
                joins.clone()
            };
            (from..from + 60).flat_map(draw).collect::<Vec<_>>()
        };
        assert_eq!(joins(&herd, 0), joins(&usual, 0));
        let expected = 50.0 * 60.0 * usual.rate_per_s(start.minute() + 1);
        let joined = joins(&herd, 60).len() as f64;
        assert!((joined - expected).abs() < 4.0 * libm::sqrt(expected), "{joined} joins for {expected}");
        assert!(expected > 1_000.0);
        assert_eq!(joins(&herd, 120), joins(&usual, 120));
    }

    #[test]
    fn a_recorded_day_is_drawn_as_it_was_recorded() {
        let mut reader = RecordedJoins::reader("joins.csv");
        for minute in 0..1_440 {
            let rows = if minute == 720 { 30 } else { 1 };
            reader.push(format!("{:02}:{:02}:00,10,20\n", minute / 60, minute % 60).repeat(rows).as_bytes());
        }
        reader.push(b"12:00:30,-33.5,151\n");
        let data = JoinData::Recorded(reader.finish().unwrap().0);
        assert_eq!(data.cells().len(), 2);
        let model = JoinModel::new(&data, &data.cells(), CALENDAR, 1_000);
        let noon = SimTime::DAY_START.minute() + 720;
        assert!((model.rate_per_s(noon) / model.rate_per_s(noon + 1) - 31.0).abs() < 1e-9);
        assert_eq!(model.rate_per_s(noon), model.rate_per_s(noon + 1_440), "every day is the same");
        assert_eq!(model.busiest_hour(), 12);
    }

    /// By hand: five joins a day, three of them in one second, on two days; then those three in a herd.
    #[test]
    fn exact_joins_come_at_their_own_second_of_every_day() {
        let mut reader = RecordedJoins::reader("joins.csv");
        reader.push(b"00:00:00,10,20\n12:00:30,-33.5,151\n12:00:30,10,20\n12:00:30,10,20\n23:59:59,10,20\n");
        let day = reader.finish().unwrap().0;
        let model = JoinModel::exact(&day, &day.cells(), CALENDAR);
        let (mut stream, mut joins) = (JoinStream::new(Streams::new(1)), Vec::new());
        let mut seen = Vec::new();
        for second in 0..2 * DAY_S {
            stream.draw(&model, SimTime::DAY_START + second, &mut joins);
            seen.extend(joins.iter().map(|cell| (second, cell.0)));
        }
        let noon = 12 * 3_600 + 30;
        let expected = [(0, 0), (noon, 0), (noon, 0), (noon, 1), (DAY_S - 1, 0)];
        let next = expected.map(|(second, cell)| (second + DAY_S, cell));
        assert_eq!(seen, [expected, next].concat());
        let noon = SimTime::DAY_START + noon;
        assert_eq!((model.rate_per_s(noon.minute()), model.rate_per_s(noon.minute() + 1)), (3.0 / 60.0, 0.0));

        let mut herd = Params::default();
        herd.set("incidents", "herd@12:00").unwrap();
        stream.draw(&model.with_herds(herd.incidents()), noon, &mut joins);
        assert_eq!(joins.len(), 3 * 50);
    }

    #[test]
    fn the_population_of_exact_joins_is_that_of_the_closed_form() {
        // 30 joins a minute, a stay of (match + pause + wait) / (1 - replay).
        let mut reader = RecordedJoins::reader("joins.csv");
        (0..1_440).for_each(|minute| {
            reader.push(format!("{:02}:{:02}:07,10,20\n", minute / 60, minute % 60).repeat(30).as_bytes());
        });
        let day = reader.finish().unwrap().0;
        let model = JoinModel::exact(&day, &day.cells(), CALENDAR);
        let stay = Stay::of(&Params::default(), theory::REFERENCE);
        let expected = 0.5 * stay.cycle_s / (1.0 - stay.again);
        assert!((model.ccu() / expected - 1.0).abs() < 0.02, "{} and {expected}", model.ccu());
        assert_eq!(model.busiest_hour(), 0, "the first of equal hours");
    }

    #[test]
    fn the_scale_is_that_of_the_closed_form() {
        let data = JoinData::Grid(tiny_grid());
        let cells = data.cells();
        let (one, ten) =
            (JoinModel::new(&data, &cells, CALENDAR, 1_000), JoinModel::new(&data, &cells, CALENDAR, 10_000));
        assert!((ten.rate_per_s(2_000) / one.rate_per_s(2_000) - 10.0).abs() < 1e-9);
        let first = SimTime::DAY_BEFORE.minute();
        let fluid = theory::fluid(&one.rates(first..first + 2_880), Stay::of(&Params::default(), theory::REFERENCE));
        let peak = fluid[1_440..].iter().fold(0.0, |a, &b| f64::max(a, b));
        assert!((peak - 1_000.0).abs() < 1e-6, "{peak}");
    }
}
