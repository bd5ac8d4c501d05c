use super::*;
use crate::ArticleDay;
use crate::SimulationData;
use crate::columns::Columns;
use crate::tiny::{params, tiny_dataset};
use crate::world::tests::{changed, recorded_dataset};
use matchday_scenario::params::Key;

fn day(params: &Params, times: u32) -> Result<AggregateDay, AggregateError> {
    day_of(&tiny_dataset(), params, times)
}

fn day_of(dataset: &SimulationData, params: &Params, times: u32) -> Result<AggregateDay, AggregateError> {
    let world = Arc::new(World::new(dataset, params).unwrap());
    AggregateDay::new(world, &dataset.joins, params, times)
}

fn finished(params: &Params, times: u32) -> AggregateDay {
    let mut day = day(params, times).unwrap();
    day.advance(u32::MAX);
    day
}

#[test]
fn as_many_join_as_are_followed() {
    let params = params(&[("ccu", "2000")]);
    let mut followed = ArticleDay::new(Arc::new(World::new(&tiny_dataset(), &params).unwrap()), &params);
    followed.advance(u32::MAX);
    let counted = finished(&params, 1);
    let joined = |columns: &Columns| (0..columns.minutes()).map(|m| columns.count(Count::Joined, m)).collect();
    let [followed, counted]: [Vec<u32>; 2] = [followed.columns(), counted.columns()].map(joined);
    assert_eq!(followed, counted);
    let twice: u32 = finished(&params, 2).columns().total(Count::Joined) as u32;
    assert!((f64::from(twice) / f64::from(counted.iter().sum::<u32>()) - 2.0).abs() < 0.02);
}

#[test]
fn nobody_is_lost_and_every_run_is_the_same() {
    for bots in ["0", "1"] {
        let params = params(&[("ccu", "300"), ("bots", bots), ("warm_s", "1"), ("expand_s", "1")]);
        let day = finished(&params, 1);
        let summary = day.summary();
        assert!(bots == "1" || summary.failed > 0, "somebody fails");
        assert_eq!(summary.inside_at_start + summary.joined, summary.inside + summary.left + summary.failed);
        assert_eq!(u64::from(day.log.times.counts.iter().sum::<u32>()), summary.inside);
        // By Little's law time spent equals time counted, except for players still in the state.
        for state in [State::Playing, State::Bots, State::Between] {
            let [counted, spent] = [day.log.times.integral_s, day.log.times.spent_s].map(|times| times[state as usize]);
            let most = u64::from(day.log.times.counts[state as usize]) * 300;
            assert!(spent <= counted && counted - spent <= most, "{state:?}: {spent} of {counted}");
        }
        let matched = day.columns().waits(0..1_440).count();
        assert_eq!(matched, summary.matches * 4);
        assert_eq!(day.columns().rtts(0..1_440).count(), matched);
        assert_eq!(finished(&params, 1).summary(), summary);
    }
}

#[test]
fn rtts_are_those_of_the_cells_by_weight() {
    let day = day(&params(&[]), 1).unwrap();
    let JoinData::Grid(grid) = tiny_dataset().joins else { panic!("the built-in joins are a grid") };
    let mut rng = Streams::new(1).stream("test");
    for (class, &at_first) in day.classes.at_first().iter().enumerate() {
        for datacenter in day.world.latencies.datacenters_of(at_first) {
            let cells = (0..).map(CellId).zip(grid.cells()).filter(|(id, _)| day.classes.of(*id).index() == class);
            let weighted = cells.map(|(id, cell)| {
                (f64::from(day.world.columns[datacenter.index()][id.index()]), f64::from(cell.weight()))
            });
            let (sum, weight) = weighted.fold((0.0, 0.0), |(sum, all), (ms, w)| (sum + ms * w, all + w));
            let found: Vec<_> = day.classes.rtts(ClassId(class as u32), datacenter, 100_000, &mut rng).collect();
            assert_eq!(found.iter().map(|(_, players)| players).sum::<u32>(), 100_000);
            let mean = found.iter().map(|&(ms, n)| f64::from(ms) * f64::from(n)).sum::<f64>() / 1e5;
            assert!((mean - sum / weight).abs() < 0.02, "{mean} ms for {}", sum / weight);
        }
    }
}

#[test]
fn every_parameter_acts_or_is_refused_by_name() {
    // Some searches fail, so that bots have an effect.
    let base = params(&[("ccu", "300"), ("expand_s", "1"), ("warm_s", "1")]);
    let usual = finished(&base, 1).summary();
    for key in Key::ALL {
        let dataset = if key == Key::Joins { recorded_dataset() } else { tiny_dataset() };
        match day_of(&dataset, &changed(&base, key), 1) {
            Ok(mut day) => {
                day.advance(u32::MAX);
                assert!(AggregateDay::KEYS.contains(&key) && day.summary() != usual, "{key:?} does nothing");
            }
            Err(error) => {
                assert!(!AggregateDay::KEYS.contains(&key), "{error}");
                assert!(error.to_string().starts_with(&format!("{}: ", key.spec().key)), "{error}");
            }
        }
    }
}

#[test]
fn what_an_aggregate_day_does_not_simulate_is_refused() {
    let refused = |pairs: &[(&str, &str)]| day(&params(pairs), 1).unwrap_err().to_string();
    assert!(refused(&[("incidents", "herd@12:00,outage@18:30")]).starts_with("incidents: "));
    let recorded = day_of(&recorded_dataset(), &Params::default(), 1).unwrap_err().to_string();
    assert!(recorded.starts_with("recorded joins: players are counted by the time zones"), "{recorded}");
    let error = day(&params(&[("ccu", "1000000")]), 100).unwrap_err();
    assert!(matches!(error, AggregateError::TooMany { ccu, .. } if (ccu / 1e8 - 1.0).abs() < 0.01), "{error}");
}

#[test]
fn a_minute_fits_its_columns_however_short_matches_are() {
    let most = |match_s| {
        let pairs = [("ccu", "1000000"), ("replay", "0.95"), ("match_s", match_s), ("pause_s", "0")];
        match day(&params(&pairs), 100).unwrap_err() {
            AggregateError::TooMany { ccu, most } => (ccu, most),
            other => panic!("{other}"),
        }
    };
    // All searches of a minute, each out of reach.
    let (ccu, few) = most("10");
    assert!(few / 11.0 * 60.0 * 1_001.0 < f64::from(u32::MAX), "{few}");
    assert!(ccu / 11.0 * 60.0 * 1_001.0 > f64::from(u32::MAX), "{ccu} would not fit");
    assert!(most("7200").1 * 60.0 < f64::from(u32::MAX));
}
