//! Checks against theory pass for correct days of any seed and scenario, and fail for wrong days.

use matchday_atlas::{
    Datacenter, Fallback, GridCell, JoinData, JoinsCell, JoinsGrid, LatencyMap, Location, RecordedJoins, WeekCurve,
};
use matchday_base::calendar::Date;
use matchday_base::{Calendar, DatacenterIndex, Rng, SimTime};
use matchday_matchmaker::article::{AtRandom, Order};
use matchday_matchmaker::{Article, ByRules, Cascade, LatencyTable};
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::columns::{Count, Layout};
use matchday_sim::{ArticleDay, Columns, SimulationData, Summary, World};
use matchday_study::Sensitivity;
use matchday_study::proof::{Check, Comparison, Evidence, Outcome, SIGMAS, Verdict, prove};
use matchday_study::sensitivity::neighbours;
use matchday_tests::{built_in, params};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const PATIENT: [(&str, &str); 4] =
    [("ideal_s", "120"), ("expand_s", "120"), ("ideal_ms", "200"), ("patience_s", "600")];

/// A finished day with its parameters and results.
struct Day {
    params: Params,
    world: World,
    columns: Columns,
    summary: Summary,
}

impl Day {
    fn of(dataset: &SimulationData, params: &Params) -> Self {
        Self::with::<Cascade>(dataset, params)
    }

    fn with<M: ByRules>(dataset: &SimulationData, params: &Params) -> Self {
        let world = World::new(dataset, params).unwrap();
        let mut day = ArticleDay::<M>::with_matchmaker(Arc::new(world.clone()), params);
        day.advance(u32::MAX);
        Self { params: params.clone(), world, columns: day.columns().clone(), summary: day.summary() }
    }

    fn prove(&self, dataset: &SimulationData) -> Vec<Check> {
        let Self { params, world, columns, summary } = self;
        prove(&Evidence { params, dataset, world, columns, summary })
    }
}

fn ids(checks: &[Check], verdict: Verdict) -> BTreeSet<&'static str> {
    checks.iter().filter(|check| check.verdict() == verdict).map(|check| check.id).collect()
}

/// The first shown day is a Wednesday.
const CALENDAR: Calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });

/// Datacenters and their maps.
fn with_sites(joins: JoinData, sites: &[u8], map: impl Fn(Location, Location) -> f64) -> SimulationData {
    let mut dataset =
        SimulationData::new("test".into(), CALENDAR, joins, None, Fallback { inflation: 1.587, offset_ms: 17.8 });
    for site in Datacenter::read_csv(sites, "datacenters.csv").unwrap() {
        let at = site.location;
        dataset.add_site(site, Some(LatencyMap::from_fn(|_, centre| Some(map(centre, at)))));
    }
    dataset
}

/// Places from north to south in three time zones. The farther south, the longer the round trip to the one
/// datacenter.
fn meridians() -> SimulationData {
    one_site(|centre| 150.0 - 1.3 * centre.lat())
}

fn one_site(rtt_ms: impl Fn(Location) -> f64) -> SimulationData {
    let place = |lat: i32, zone: i32| JoinsCell {
        cell: GridCell::of(Location::new(f64::from(lat) + 0.5, f64::from(zone * 15) + 0.5).unwrap()),
        weight_code: 200 + (lat + 20) as u8 / 2,
        zone_quarters: (zone * 4) as i8,
    };
    let mut cells: Vec<JoinsCell> =
        (-20..60).step_by(5).flat_map(|lat| [0, 1, 2].map(|zone| place(lat, zone))).collect();
    cells.sort_by_key(|joins| joins.cell);
    let hour = |h: usize| if h % 24 < 6 { 30 } else { 40 + (h % 24) as u8 * 2 };
    let grid = JoinsGrid::new(WeekCurve::new(std::array::from_fn(hour)).unwrap(), cells).unwrap();
    with_sites(JoinData::Grid(grid), b"1,fra,50.11,8.68\n", |centre, _| rtt_ms(centre))
}

/// The same joins in every minute at three places: one reaches the first datacenter, one the second, and one
/// both.
fn three_kinds() -> SimulationData {
    let mut reader = RecordedJoins::reader("joins.csv");
    for minute in 0..1_440 {
        let row = |place: &str| format!("{:02}:{:02}:00,{place}\n", minute / 60, minute % 60);
        ["0.5,0.5", "0.5,10.5", "0.5,20.5"].iter().for_each(|place| reader.push(row(place).as_bytes()));
    }
    let joins = JoinData::Recorded(reader.finish().unwrap().0);
    with_sites(joins, b"1,west,0.5,5\n2,east,0.5,15\n", |centre, site| {
        if (centre.lon() - site.lon()).abs() < 7.0 { 30.0 } else { 150.0 }
    })
}

#[test]
fn right_days_are_green_in_every_scenario() {
    let built_in = built_in();
    let mut made = BTreeSet::new();
    let mut expect = |dataset: &SimulationData, pairs: &[&[(&str, &str)]], green: &[&str]| {
        let seeds = if std::env::var_os("MATCHDAY_FULL").is_some() { 2 } else { 1 };
        for seed in ["7", "8"].into_iter().take(seeds) {
            let day = Day::of(dataset, &params(&[&pairs.concat()[..], &[("seed", seed)]].concat()));
            let checks = day.prove(dataset);
            let red: Vec<&Check> = checks.iter().filter(|check| check.verdict() == Verdict::Red).collect();
            assert!(red.is_empty(), "{pairs:?}, seed {seed}: {red:#?}");
            let is_green = ids(&checks, Verdict::Green);
            assert!(green.iter().all(|id| is_green.contains(id)), "{pairs:?}: {checks:#?}");
            made.extend(is_green);
        }
    };
    let always = ["conserved", "ccu", "joins", "poisson", "match_time", "replay", "little", "light", "datacenters"];
    let flow = ["fluid", "peak", "lag"];
    expect(&built_in, &[&[("ccu", "2000")]], &[&always[..], &flow, &["map"]].concat());
    expect(&built_in, &[&[("ccu", "60"), ("days", "2")]], &always);
    expect(&built_in, &[&[("ccu", "400"), ("bots", "1"), ("replay", "0.9")]], &always);
    expect(&built_in, &[&[("ccu", "400"), ("estimate", "ping"), ("jitter_ms", "30"), ("bad_routes", "0.3")]], &always);
    expect(&built_in, &[&[("ccu", "1000"), ("match_s", "3600"), ("pause_s", "0"), ("players", "10")]], &always);
    expect(&built_in, &[&[("ccu", "2000"), ("together", "1")]], &[&always[..], &["map"]].concat());
    expect(&meridians(), &[&[("ccu", "900"), ("together", "1")], &PATIENT], &always);
    // What ends matches, searches and stays otherwise.
    let unequal = ["conserved", "ccu", "replay", "little", "datacenters"];
    expect(&built_in, &[&[("ccu", "3000"), ("match_sd_s", "80")]], &unequal);
    expect(&built_in, &[&[("ccu", "2000"), ("quit_rate", "0.2"), ("match_sd_s", "40"), ("bots", "1")]], &unequal);
    expect(&built_in, &[&[("ccu", "400"), ("replay_wait", "5"), ("replay_rtt", "4")]], &always);
    expect(&built_in, &[&[("ccu", "200"), ("replay_bots", "20"), ("bots", "1"), ("patience_s", "25")]], &always);
    expect(&built_in, &[&[("ccu", "600"), ("patience_s", "12"), ("interval_s", "5"), ("avoid_rematch", "1")]], &always);
    expect(&meridians(), &[&[("ccu", "4000"), ("avoid_rematch", "1")], &PATIENT], &["wait", "leftovers", "rtt"]);
    expect(&meridians(), &[&[("ccu", "4000"), ("quit_rate", "0.2"), ("replay_wait", "9")], &PATIENT], &["wait"]);
    let queue = ["wait", "leftovers", "long_waits", "rtt"];
    expect(&meridians(), &[&[("ccu", "4000")], &PATIENT], &[&always[..], &flow, &queue].concat());
    expect(&meridians(), &[&[("ccu", "900"), ("replay", "0"), ("players", "3")], &PATIENT], &["wait", "long_waits"]);
    expect(&meridians(), &[&[("ccu", "9000"), ("players", "10")], &PATIENT], &queue);
    let alone = [("replay", "0"), ("ideal_s", "60")];
    expect(&three_kinds(), &[&[("ccu", "9000")], &alone], &["pair", "pair_nobody"]);
    // Checks of one queue do not apply to several queues; checks of players do.
    expect(&meridians(), &[&[("ccu", "4000"), ("playlists", "2")], &PATIENT], &[&always[..], &flow].concat());
    expect(&three_kinds(), &[&[("ccu", "9000"), ("playlists", "2")], &alone], &always[..3]);
    assert_eq!(made.len(), 19, "each closed form somewhere: {made:?}");
}

/// The tolerances are [`SIGMAS`] standard deviations of the difference between seeds: over many seeds, the
/// deviations in standard deviations have a root mean square of about 1. (With 200 seeds at 500 players of
/// the built-in world, and 30 each in ten other scenarios from 50 to 200,000 players, it was 0.5 to 1.2, and
/// no deviation was above 3.4.)
#[test]
fn on_servers_the_forms_hold_that_know_nothing_of_matches() {
    for flow in ["broker", "register"] {
        let params = params(&[("ccu", "2000"), ("fleet", flow), ("buffer", "3"), ("fault.crash_in_match", "0.05")]);
        let dataset = built_in();
        let world = Arc::new(World::new(&dataset, &params).unwrap());
        let day = matchday_observe::Day::finished(&world, &params).unwrap();
        let (columns, summary) = (day.columns().clone(), day.summary());
        let lost = day.report().servers.unwrap().matches_lost;
        assert!(lost > 1_000, "{lost} matches lost");
        let checks = Day { params, world: World::clone(&world), columns, summary }.prove(&dataset);
        assert_eq!(ids(&checks, Verdict::Red), BTreeSet::new());
        let green = ["conserved", "joins", "light", "map", "poisson"];
        assert_eq!(ids(&checks, Verdict::Green), BTreeSet::from(green));
    }
}

#[test]
fn on_a_ladder_the_forms_hold_that_know_nothing_of_matches() {
    for mode in ["1v1", "5v5"] {
        let params = params(&[("ccu", "2000"), ("accounts", "4000"), ("ranked", mode)]);
        let dataset = built_in();
        let world = Arc::new(World::new(&dataset, &params).unwrap());
        let day = matchday_observe::Day::finished(&world, &params).unwrap();
        let (columns, summary) = (day.columns().clone(), day.summary());
        let checks = Day { params, world: World::clone(&world), columns, summary }.prove(&dataset);
        assert_eq!(ids(&checks, Verdict::Red), BTreeSet::new());
        let green = ["conserved", "joins", "light", "map", "poisson"];
        assert_eq!(ids(&checks, Verdict::Green), BTreeSet::from(green));
    }
}

#[test]
fn tolerances_are_what_seeds_differ_by() {
    let dataset = meridians();
    let mut deviations: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for seed in 1..=100 {
        let seed = seed.to_string();
        let pairs = [&[("ccu", "400"), ("warm_s", "120"), ("seed", &seed)], &PATIENT[..]].concat();
        for check in Day::of(&dataset, &params(&pairs)).prove(&dataset) {
            if let Outcome::Compared(c) = check.outcome {
                deviations.entry(check.id).or_default().push(SIGMAS * (c.measured - c.theory) / c.tolerance);
            }
        }
    }
    // The other checks also allow for approximations of the form, or are exact.
    for id in ["ccu", "joins", "poisson", "fluid", "peak", "lag", "replay", "wait", "rtt"] {
        let all = &deviations[id];
        let rms = libm::sqrt(all.iter().map(|z| z * z).sum::<f64>() / all.len() as f64);
        let most = all.iter().fold(0.0, |most: f64, z| most.max(z.abs()));
        assert!(all.len() == 100 && (0.6..1.3).contains(&rms) && most < SIGMAS, "{id}: rms {rms}, most {most}");
    }
}

#[test]
fn a_map_read_one_row_off_is_seen_in_the_round_trips() {
    let dataset = meridians();
    // This day uses a world whose reader is off by one row to the south.
    let shifted = one_site(|centre| 150.0 - 1.3 * (centre.lat() - 1.0));
    let pairs = [&[("ccu", "4000")], &PATIENT[..]].concat();
    let red = ids(&Day::of(&shifted, &params(&pairs)).prove(&dataset), Verdict::Red);
    assert_eq!(red, BTreeSet::from(["map", "rtt"]));
}

/// Matches players in their order of arrival, without a shuffle.
#[derive(Clone, Copy, Debug)]
struct FirstCome;

impl Order for FirstCome {
    fn walk(rng: &mut Rng, datacenters: &mut [DatacenterIndex]) {
        AtRandom::walk(rng, datacenters);
    }

    fn queue<T>(_: &mut Rng, _: &mut [T]) {}
}

#[test]
fn a_queue_that_nobody_shuffles_is_seen_in_the_long_waits() {
    let dataset = meridians();
    for ccu in ["4000", "20000"] {
        let params = params(&[&[("ccu", ccu)], &PATIENT[..]].concat());
        let red = |day: Day| ids(&day.prove(&dataset), Verdict::Red);
        assert_eq!(red(Day::with::<Article>(&dataset, &params)), BTreeSet::new(), "the article's own, {ccu}");
        assert_eq!(red(Day::with::<Article<FirstCome>>(&dataset, &params)), BTreeSet::from(["long_waits"]), "{ccu}");
    }
}

#[test]
fn replay_of_76_in_101_is_seen_in_the_share_of_replays() {
    // Players who queue again when a whole number from 0 to 100 is at most 75.
    let built_in = built_in();
    let mut day = Day::of(&built_in, &params(&[("ccu", "25000"), ("replay", "0.7525")]));
    day.params = params(&[("ccu", "25000")]);
    let red = ids(&day.prove(&built_in), Verdict::Red);
    assert!(red.contains("replay") && red.contains("ccu"), "{red:?}");
    assert!(red.is_subset(&BTreeSet::from(["replay", "ccu", "fluid", "peak"])), "{red:?}");
}

/// Index of the wait histogram in a row: before it are the RTT histogram and five columns per datacenter.
fn waits_at(layout: Layout) -> usize {
    layout.width() - layout.wait_bins - layout.rtt_bins - 5 * layout.datacenters
}

/// Manipulated counts.
#[test]
fn every_check_of_the_books_can_fail() {
    let dataset = meridians();
    let pairs = [&[("ccu", "2000")], &PATIENT[..]].concat();
    let tampered = |tamper: &dyn Fn(&mut Day)| {
        let mut day = Day::of(&dataset, &params(&pairs));
        assert_eq!(ids(&day.prove(&dataset), Verdict::Red), BTreeSet::new());
        tamper(&mut day);
        ids(&day.prove(&dataset), Verdict::Red)
    };
    // A player vanished.
    assert_eq!(tampered(&|day| day.summary.left -= 1), BTreeSet::from(["conserved"]));
    // Joins at equal intervals.
    let even = tampered(&|day| {
        let rate = |minute: usize| day.world.joins.rate_per_s(SimTime::DAY_START.minute() + minute as u32) * 60.0;
        let rates: Vec<u32> = (0..1_440).map(|minute| libm::floor(rate(minute) + 0.5) as u32).collect();
        day.columns = rewritten(&day.columns, |minute, row, _| row[Count::Joined as usize] = rates[minute]);
    });
    assert!(even.contains("poisson") && !even.contains("joins"), "{even:?}");
    // A tenth of the waits recorded one second too long.
    let waits = tampered(&|day| {
        day.columns = rewritten(&day.columns, |_, row, layout| {
            let bins = &mut row[waits_at(layout)..][..layout.wait_bins];
            let moved = bins[0] / 10;
            (bins[0], bins[1]) = (bins[0] - moved, bins[1] + moved);
        });
    });
    assert!(waits.contains("little"), "{waits:?}");
    // A match that only the datacenter counted.
    let books = tampered(&|day| {
        day.columns = rewritten(&day.columns, |minute, row, layout| {
            row[waits_at(layout) + layout.wait_bins + layout.rtt_bins] += u32::from(minute == 700);
        });
    });
    assert_eq!(books, BTreeSet::from(["datacenters"]));
    // Matches that end early.
    let short = tampered(&|day| day.params = params(&[&pairs[..], &[("match_s", "310")]].concat()));
    assert!(short.contains("match_time") && !short.contains("little"), "{short:?}");
    // All players beside the datacenter.
    let next_door = tampered(&|day| {
        let cells = day.world.cells.len();
        day.world.latencies = LatencyTable::new(1, vec![3; cells], 200, 200);
    });
    assert!(next_door.contains("light") && next_door.contains("map"), "{next_door:?}");
}

#[test]
fn one_more_point_of_replay_is_worth_what_the_formula_says() {
    let dataset = built_in();
    for (replay, slope) in [("0.75", 4.0), ("0.5", 2.0), ("0", 1.0)] {
        let params = params(&[("ccu", "8000"), ("replay", replay)]);
        let day = Day::of(&dataset, &params);
        let [less, more] = neighbours(&params).map(|params| Some(Day::of(&dataset, &params?)));
        assert_eq!(less.is_none(), replay == "0");
        let joined = |day: &Day| -> Vec<u32> { (0..1_440).map(|at| day.columns.count(Count::Joined, at)).collect() };
        assert_eq!(joined(&day), joined(more.as_ref().unwrap()), "the same joins");
        let summaries = [&less, &more].map(|day| day.as_ref().map(|day| &day.summary));
        let worth = Sensitivity::of(&params, &day.summary, summaries);
        for step in [worth.less, worth.more].into_iter().flatten() {
            // The interval contains 95 % of days, so twice the interval contains nearly all.
            assert!((step.ccu - step.ccu_formula).abs() < 2.0 * step.ccu_half_width, "{replay}: {step:?}");
            assert!(step.ccu_half_width < 0.2 * step.ccu.abs(), "{step:?}");
            assert_eq!(step.ccu > 0.0, step.wait.unwrap() < 0.0, "more players wait less: {step:?}");
        }
        assert!((worth.slope.unwrap() / slope - 1.0).abs() < 0.1, "{replay}: {worth:?}");
        assert!((worth.slope_formula / slope - 1.0).abs() < 0.01, "{replay}: {worth:?}");
    }
    assert!(neighbours(&params(&[("replay", "0.95")]))[1].is_none(), "above the parameter's bound");
}

/// What divides by the players of a day has nothing to say of a day without any.
#[test]
fn an_empty_day_is_compared_with_nothing() {
    for dataset in [built_in(), one_site(|_| 40.0)] {
        let mut day = Day::of(&dataset, &params(&[("ccu", "10")]));
        day.columns = rewritten(&day.columns, |_, row, _| row.fill(0));
        day.summary = Summary::default();
        for check in day.prove(&dataset) {
            let Outcome::Compared(Comparison { theory, measured, tolerance, .. }) = check.outcome else { continue };
            assert!([theory, measured, tolerance].iter().all(|number| number.is_finite()), "{check:?}");
        }
        let worth = Sensitivity::of(&day.params, &day.summary, [None, Some(&day.summary)]);
        assert_eq!((worth.less, worth.more, worth.slope), (None, None, None));
        assert!(worth.slope_formula.is_finite());
    }
}

/// The same minutes, each row changed.
fn rewritten(columns: &Columns, change: impl Fn(usize, &mut [u32], Layout)) -> Columns {
    let (layout, mut rows) = (columns.layout(), columns.rows_from(0).to_vec());
    for (minute, row) in rows.chunks_mut(layout.width()).enumerate() {
        change(minute, row, layout);
    }
    let mut changed = Columns::new(layout);
    changed.push_rows(&rows);
    changed
}
