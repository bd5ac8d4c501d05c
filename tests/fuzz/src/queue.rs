//! Recorded queues.

use crate::atlas::pieces;
use matchday_atlas::{Datacenter, Fallback, GridCell, JoinData, JoinsCell, JoinsGrid, Location, WeekCurve};
use matchday_base::Calendar;
use matchday_base::calendar::Date;
use matchday_recorded_queue::{CsvRows, Datacenters, QueueError, Replay, Survey};
use matchday_rule_set::Regions;
use matchday_scenario::Params;
use matchday_sim::{SimulationData, World};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// Takes a row: line and fields.
pub type Each<'a> = dyn FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError> + 'a;
/// Reads the rows of a file.
pub type Rows<'a> = dyn Fn(&mut Each<'_>) -> Result<(), String> + 'a;

pub fn csv(bytes: &[u8]) {
    read(&|mut each| {
        let mut rows = CsvRows::default();
        let read = pieces(bytes).try_for_each(|piece| rows.push(piece, &mut each));
        read.and_then(|()| rows.finish(&mut each)).map_err(|error| error.to_string())
    });
}

/// Reads a queue twice, as the command does.
pub fn read(rows: &Rows<'_>) {
    drop(replay(rows));
}

/// Made once: it takes longer than most queues.
static WORLD: LazyLock<Option<(SimulationData, Arc<World>)>> = LazyLock::new(|| {
    let data = data()?;
    let world = World::new(&data, &Params::default()).ok()?;
    Some((data, Arc::new(world)))
});

fn replay(rows: &Rows<'_>) -> Result<(), String> {
    let told = |error: QueueError| error.to_string();
    let (data, world) = WORLD.as_ref().ok_or("no data")?;
    let mut survey = Survey::new(Datacenters::new(world, Regions::none()));
    rows(&mut |line, fields| survey.row(line, fields))?;
    let queue = Arc::new(survey.finish().map_err(told)?);
    let mut replay = Replay::new(Arc::clone(&queue), data, Arc::clone(world), &Params::default()).map_err(told)?;
    rows(&mut |line, fields| replay.row(line, fields))?;
    let report = replay.finish().map_err(told)?;
    assert!(report.tickets <= queue.rows, "{} tickets of {} rows", report.tickets, queue.rows);
    Ok(())
}

/// Frankfurt and Ashburn.
fn data() -> Option<SimulationData> {
    let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
    let cell = GridCell::of(Location::new(50.1, 8.7).ok()?);
    let cells = vec![JoinsCell { cell, weight_code: 255, zone_quarters: 8 }];
    let joins = JoinsGrid::new(WeekCurve::new([50; 168])?, cells).ok()?;
    let calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });
    let mut data = SimulationData::new("tiny".into(), calendar, JoinData::Grid(joins), None, fallback);
    let sites = Datacenter::read_csv(b"1,fra,50.11,8.68\n2,iad,39.04,-77.49\n", "datacenters.csv").ok()?;
    sites.into_iter().for_each(|site| data.add_site(site, None));
    Some(data)
}
