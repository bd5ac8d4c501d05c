//! Recorded queues from text to report.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod files;
mod matches;
mod mistakes;

use matchday_atlas::{Datacenter, Fallback, GridCell, JoinData, JoinsCell, JoinsGrid, Location, WeekCurve};
use matchday_base::Calendar;
use matchday_base::calendar::Date;
use matchday_recorded_queue::{CsvRows, Datacenters, Queue, QueueError, Replay, Survey};
use matchday_scenario::Params;
use matchday_sim::policy::RuleTerms;
use matchday_sim::{SimulationData, World};
use matchday_wire::report::QueueReport;
use std::borrow::Cow;
use std::sync::Arc;

/// Frankfurt, Ashburn and Tokyo, with round trips by distance: 22 ms at least.
fn data() -> SimulationData {
    let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
    let cell = GridCell::of(Location::new(50.1, 8.7).unwrap());
    let joins = JoinsGrid::new(
        WeekCurve::new([50; 168]).unwrap(),
        vec![JoinsCell { cell, weight_code: 255, zone_quarters: 8 }],
    )
    .unwrap();
    let calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });
    let mut data = SimulationData::new("tiny".into(), calendar, JoinData::Grid(joins), None, fallback);
    let csv = b"1,fra,50.11,8.68\n2,iad,39.04,-77.49\n3,nrt,35.69,139.69\n";
    Datacenter::read_csv(csv, "datacenters.csv").unwrap().into_iter().for_each(|of| data.add_site(of, None));
    data
}

fn params(pairs: &[(&str, &str)]) -> Params {
    let mut params = Params::default();
    pairs.iter().for_each(|(key, text)| params.set(key, text).unwrap());
    params
}

fn survey(text: &[u8], piece: usize, world: &World, params: &Params) -> Result<Queue, QueueError> {
    let mut survey = Survey::new(Datacenters::new(world, RuleTerms::of(params).unwrap().regions));
    let mut rows = CsvRows::default();
    let mut each = |line: u64, fields: &[Cow<'_, str>]| survey.row(line, fields);
    text.chunks(piece).try_for_each(|piece| rows.push(piece, &mut each))?;
    rows.finish(&mut each)?;
    survey.finish()
}

/// Replays a text that arrives in pieces of this size.
fn replay_in(piece: usize, text: &[u8], pairs: &[(&str, &str)]) -> Result<QueueReport, QueueError> {
    let (data, params) = (data(), params(pairs));
    let world = Arc::new(World::new(&data, &params).unwrap());
    let queue = Arc::new(survey(text, piece, &world, &params)?);
    let mut replay = Replay::new(queue, &data, world, &params)?;
    let mut rows = CsvRows::default();
    let mut each = |line: u64, fields: &[Cow<'_, str>]| replay.row(line, fields);
    text.chunks(piece).try_for_each(|piece| rows.push(piece, &mut each))?;
    rows.finish(&mut each)?;
    replay.finish()
}

fn replay(text: &str, pairs: &[(&str, &str)]) -> Result<QueueReport, QueueError> {
    replay_in(1 << 20, text.as_bytes(), pairs)
}
