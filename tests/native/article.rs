//! The article's claims and the closed forms, on the built-in world.

use matchday_atlas::{GridCell, Location};
use matchday_base::SimTime;
use matchday_matchmaker::{LatencyTable, RowId};
use matchday_observe::Mixing;
use matchday_observe::frames::{BUDGET_BYTES, Recorder};
use matchday_scenario::Params;
use matchday_scenario::preset::PRESETS;
use matchday_sim::Simulate;
use matchday_sim::census::State;
use matchday_sim::columns::Count;
use matchday_sim::forecast::Forecast;
use matchday_sim::summary::searching;
use matchday_sim::theory::{Stay, fluid};
use matchday_sim::{ArticleDay, Snapshot, World};
use matchday_study::prices::{Quality, prices};
use matchday_study::social_mixing;
use matchday_study::sweep::{Figures, Results, Spec};
use matchday_tests::{built_in, finished, params};
use std::sync::Arc;

#[test]
fn the_article_preset_lands_where_the_article_says() {
    let day = finished(&built_in(), &Params::default());
    let s = day.summary();
    let (wait_mean_s, rtt_mean_ms) = (s.wait_mean_s.unwrap(), s.rtt_mean_ms.unwrap());
    assert!(wait_mean_s <= 2.0, "mean wait {wait_mean_s}");
    assert!((30.0..=45.0).contains(&rtt_mean_ms), "mean RTT {rtt_mean_ms}");
    assert!((f64::from(s.ccu_peak) / 25_000.0 - 1.0).abs() < 0.03, "peak {}", s.ccu_peak);
    assert_eq!(s.joined + s.inside_at_start, s.inside + s.left + s.failed);
    // CCU in match or between = lambda 330 (1 - f) / (1 - p (1 - f)), integrated over the day.
    let (columns, minutes) = (day.columns(), 0..day.columns().minutes());
    let busy: f64 = minutes.map(|m| columns.players(State::Playing, m) + columns.players(State::Between, m)).sum();
    let starts = columns.total(Count::Matches) as f64 * 4.0;
    assert!((busy * 60.0 / (starts * 330.0) - 1.0).abs() < 0.005, "every match is 330 s of four players");
}

/// Players who play again meet players of their last match in the queue, because all of a match queue in one
/// second.
#[test]
fn players_of_matches_that_break_up_meet_again_and_nearly_all_hang_together() {
    let params = Params::default();
    let mut day = ArticleDay::new(Arc::new(World::new(&built_in(), &params).unwrap()), &params);
    let mut mixing = Mixing::new(&params);
    day.advance_watched(u32::MAX, &mut mixing);
    let repeat = mixing.repeat_rate().unwrap();
    assert!((repeat - 0.47).abs() < 0.01, "{repeat} meet a player of their last match again");
    assert!(mixing.hours().iter().all(|hour| hour.largest_share().unwrap() > 0.99));
}

#[test]
fn a_day_without_matches_has_no_figures_of_them() {
    // So few join that no sixteen of them ever search at once.
    let params = params(&[("ccu", "10"), ("players", "16"), ("ideal_s", "5"), ("expand_s", "5")]);
    let mut day = ArticleDay::new(Arc::new(World::new(&built_in(), &params).unwrap()), &params);
    let mut mixing = Mixing::new(&params);
    day.advance_watched(u32::MAX, &mut mixing);
    assert_eq!(day.summary().matches, 0);
    let figures = social_mixing::Day::of(&day, &mixing);
    assert_eq!([figures.repeat_rate, figures.wait_mean_s, figures.wait_p95_s], [None; 3]);
    assert!(figures.hours.iter().all(|hour| hour.largest_share.is_none()), "{:?}", figures.hours);
}

#[test]
fn replay_moves_ccu_by_the_closed_form_and_joins_not_at_all() {
    let dataset = built_in();
    let run = |replay| finished(&dataset, &params(&[("replay", replay)]));
    let (low, high) = (run("0.75"), run("0.8"));
    let joined = |day: &ArticleDay| -> Vec<u32> {
        (0..day.columns().minutes()).map(|m| day.columns().count(Count::Joined, m)).collect()
    };
    assert_eq!(joined(&low), joined(&high));
    let stay_s = |day: &ArticleDay, replay| Stay::of(&params(&[("replay", replay)]), searching(day.columns())).mean_s();
    let expected = stay_s(&high, "0.8") / stay_s(&low, "0.75");
    let measured = high.summary().ccu_mean / low.summary().ccu_mean;
    assert!((measured / expected - 1.0).abs() < 0.005, "{measured}, closed form {expected}");
}

#[test]
fn waits_lower_the_peak_as_the_closed_form_of_the_loop_says() {
    let dataset = built_in();
    let day = |replay_wait| {
        let params = params(&[("ccu", "3000"), ("replay_wait", replay_wait)]);
        let day = finished(&dataset, &params);
        (Stay::of(&params, searching(day.columns())).mean_s(), day.summary())
    };
    let ((stay_s, unmoved), (shorter_s, minding)) = (day("0"), day("5"));
    assert_eq!(unmoved.joined, minding.joined);
    assert!(minding.ccu_peak < unmoved.ccu_peak && minding.replay_loss_mean.unwrap() > 0.005, "{minding:?}");
    let measured = f64::from(minding.ccu_peak) / f64::from(unmoved.ccu_peak);
    let expected = shorter_s / stay_s;
    assert!((measured / expected - 1.0).abs() < 0.02, "peak x {measured}, closed form {expected}");
}

/// The slope over days with a slower and slower matchmaker, seed by seed, against that of the closed form.
#[test]
fn a_second_of_waiting_costs_the_peak_players_that_the_closed_form_says() {
    let (dataset, base) = (built_in(), params(&[("ccu", "2000"), ("replay_wait", "5")]));
    // Matches differ in length, so that nobody comes back in step with the matchmaker.
    let spec = Spec::parse(base, "interval_s:1,8,19~match_sd_s:60~seeds:3").unwrap();
    let mut results = Results::new(spec.clone(), "built-in");
    for number in 0..spec.runs() {
        let params = spec.run(number).params;
        let world = Arc::new(World::new(&dataset, &params).unwrap());
        assert!(results.insert(number, Figures::simulate(&world, &params, None, spec.parts()).unwrap()));
    }
    let forecast = Forecast::new(&dataset);
    let prices = prices(&results, Quality::Wait, |params, searching| forecast.peak(params, searching));
    let (slope, by_formula) = (prices.slope.unwrap(), prices.slope_formula.unwrap());
    assert!(slope.high() < 0.0, "waiting costs players: {slope:?}");
    assert!((slope.mean / by_formula - 1.0).abs() < 0.1, "{slope:?} players a second, by formula {by_formula}");
}

#[test]
fn keeping_players_apart_lowers_the_rematch_share_by_a_third_and_more() {
    let dataset = built_in();
    let [met, apart] = ["0", "1"].map(|avoid| finished(&dataset, &params(&[("avoid_rematch", avoid)])).summary());
    let [shares, waits_s] = [[met.rematch_share, apart.rematch_share], [met.wait_mean_s, apart.wait_mean_s]];
    let change = |[from, to]: [Option<f64>; 2]| to.unwrap() / from.unwrap() - 1.0;
    assert!(change(shares) <= -0.35, "{shares:?}");
    assert!(change(waits_s).abs() < 0.02, "nobody more stays unmatched: {waits_s:?}");
}

#[test]
fn ccu_through_the_day_is_the_fluid_model() {
    let dataset = built_in();
    for pairs in [&[][..], &[("ccu", "2000"), ("replay", "0.5")], &[("ccu", "50000"), ("replay", "0.3")]] {
        let params = params(pairs);
        let day = finished(&dataset, &params);
        let world = World::new(&dataset, &params).unwrap();
        let first = SimTime::DAY_BEFORE.minute();
        let fluid = fluid(&world.joins.rates(first..first + 2_880), Stay::of(&params, searching(day.columns())));
        let minutes = 0..day.columns().minutes();
        let measured: f64 = minutes.clone().map(|m| day.columns().ccu(m)).sum();
        let ratio = measured / fluid[1_440..].iter().sum::<f64>();
        assert!((ratio - 1.0).abs() < 0.015, "{pairs:?}: {ratio}");
    }
}

#[test]
fn the_thin_record_of_a_large_day_stays_within_its_budget() {
    let params =
        params(&[("ccu", "200000"), ("replay", "0.95"), ("match_s", "30"), ("pause_s", "0"), ("players", "2")]);
    let world = World::new(&built_in(), &params).unwrap();
    let mut recorder = Recorder::new(world.cells.len());
    let mut day = ArticleDay::new(Arc::new(world), &params);
    day.advance(SimTime::DAY_START.since(day.now()));
    while day.now() < day.end() {
        let shown_s = day.now().since(SimTime::DAY_START);
        recorder.record(shown_s, |tally| day.tally(tally));
        day.advance(600);
    }
    let frames = recorder.log();
    assert!(frames.bytes() <= BUDGET_BYTES, "{} bytes", frames.bytes());
    assert!(frames.len() as u32 * frames.interval_s() >= 86_400);
}

/// Nearest by distance against nearest by latency.
#[test]
fn the_lima_preset_sends_lima_to_sao_paulo_and_the_map_to_miami() {
    let (dataset, preset) = (built_in(), PRESETS.iter().find(|preset| preset.label.starts_with("Lima")).unwrap());
    let run = |estimate| {
        let params = params(&[preset.params, &[("estimate", estimate), ("ccu", "2000")]].concat());
        (World::new(&dataset, &params).unwrap(), finished(&dataset, &params).summary())
    };
    let ((world, by_distance), (_, by_map)) = (run("distance"), run("map"));
    let lima = GridCell::of(Location::new(-12.0432, -77.0282).unwrap());
    let row = RowId(world.cells.iter().position(|&cell| cell == lima).unwrap() as u32);
    let within_ideal = |latencies: &LatencyTable| -> Vec<&str> {
        latencies.ideal(row).map(|at| world.datacenters[at.index()].datacenter.name.as_str()).collect()
    };
    assert_eq!(within_ideal(world.by_distance.as_ref().unwrap()), ["saopaulo"]);
    assert_eq!(within_ideal(&world.latencies), ["miami"]);
    assert!(by_distance.rtt_mean_ms > by_map.rtt_mean_ms.map(|ms| ms + 3.0));
    assert!(by_distance.rtt_p95_ms > by_map.rtt_p95_ms.map(|ms| ms + 15));
    assert!(by_distance.wrongly_included > Some(0.05) && by_distance.wrongly_excluded > Some(0.005), "{by_distance:?}");
    assert_eq!((by_map.wrongly_included, by_map.wrongly_excluded), (None, None));
}
