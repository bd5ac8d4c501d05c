//! Days that must not be taken for days that starve.

use matchday_base::time::MINUTE_S;
use matchday_observe::starvation::starvation;
use matchday_observe::{Day, Options};
use matchday_scenario::Params;
use matchday_scenario::link::Link;
use matchday_scenario::preset::PRESETS;
use matchday_sim::Simulate;
use matchday_sim::forecast::Forecast;
use matchday_sim::{SimulationData, World, theory};
use matchday_tests::golden::Golden;
use matchday_tests::{built_in, own, params};
use std::sync::Arc;

/// Simulates a day minute by minute, as the page does; returns its digest.
fn digest(dataset: &SimulationData, forecast: &Forecast, params: &Params) -> String {
    let world = Arc::new(World::new(dataset, params).unwrap_or_else(|error| panic!("{error}")));
    let mut day = Day::new(&world, params, Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let peak = forecast.peak(params, theory::REFERENCE);
    while day.now() < day.end() {
        day.advance(MINUTE_S);
        let found = starvation(&day, params, peak);
        assert_eq!(found, None, "{:?}", params.changed().collect::<Vec<_>>());
    }
    day.summary().digest
}

#[test]
fn presets_do_not_starve_alone_or_with_servers() {
    let world = built_in();
    let forecast = Forecast::new(&world);
    for preset in PRESETS {
        digest(&world, &forecast, &params(preset.params));
    }
    for (incidents, flow) in [("outage:frankfurt@18:30", "broker"), ("herd@11:30", "register")] {
        digest(&world, &forecast, &params(&[("ccu", "5000"), ("fleet", flow), ("incidents", incidents)]));
    }
}

#[test]
#[ignore = "takes a quarter of a minute; `cargo xtask test --full` runs it"]
fn golden_days_do_not_starve_and_keep_their_digests() {
    let (golden, world) = (Golden::read(), built_in());
    let forecast = Forecast::new(&world);
    for run in &golden.runs {
        assert_eq!(digest(&world, &forecast, &Link::parse(&run.link).0.params), run.digest, "{}", run.link);
    }
    let world = own::data_set(&own::files()).into();
    digest(&world, &Forecast::new(&world), &params(&[("joins", "exact")]));
}
