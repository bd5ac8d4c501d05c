//! The days of the cascade, and aggregate days, have the same distributions as days of the article's
//! matchmaker.
//!
//! About a hundred figures of days with different seeds are compared. For each figure, Welch's z is the
//! difference of the two means in standard errors. If the distributions are equal, the root mean square of
//! all z is about 1. Matchmakers with likely mistakes must fail the test.

use matchday_base::{DatacenterIndex, Rng};
use matchday_matchmaker::article::Order;
use matchday_matchmaker::policy::Schema;
use matchday_matchmaker::{Article, ByRules, Cascade};
use matchday_plugin::{Module, WasmPlugin};
use matchday_scenario::Params;
use matchday_sim::Simulate;
use matchday_sim::census::State;
use matchday_sim::columns::{Count, PerDatacenter};
use matchday_sim::placement::AtOnce;
use matchday_sim::policy::{Acceptance, Plugin, PolicySetup, policy_of};
use matchday_sim::{AggregateDay, ArticleDay, Columns, SimulationData, Summary, World};
use matchday_tests::modules::{example_module, template_module};
use matchday_tests::{built_in, params};
use rand::seq::SliceRandom;
use std::sync::{Arc, LazyLock};

/// The datacenters in the order of their list, in every tick.
#[derive(Clone)]
struct FixedWalk;

impl Order for FixedWalk {
    fn walk(_rng: &mut Rng, datacenters: &mut [DatacenterIndex]) {
        datacenters.sort_unstable();
    }

    fn queue<T>(rng: &mut Rng, tickets: &mut [T]) {
        tickets.shuffle(rng);
    }
}

/// Each tick starts one datacenter later.
#[derive(Clone)]
struct CyclicWalk;

impl Order for CyclicWalk {
    fn walk(_rng: &mut Rng, datacenters: &mut [DatacenterIndex]) {
        datacenters.rotate_left(1);
    }

    fn queue<T>(rng: &mut Rng, tickets: &mut [T]) {
        tickets.shuffle(rng);
    }
}

/// Matches players in their order of arrival, so that the latest are left over.
#[derive(Clone)]
struct FirstCome;

impl Order for FirstCome {
    fn walk(rng: &mut Rng, datacenters: &mut [DatacenterIndex]) {
        datacenters.shuffle(rng);
    }

    fn queue<T>(_rng: &mut Rng, _tickets: &mut [T]) {}
}

/// A day of single players.
fn followed<M: ByRules>(dataset: &SimulationData, params: &Params) -> Vec<f64> {
    let world = Arc::new(World::new(dataset, params).unwrap());
    let mut day = ArticleDay::<M>::with_matchmaker(world, params);
    day.advance(u32::MAX);
    let (columns, summary) = (day.columns(), day.summary());
    let mut figures = figures(columns, &summary);
    figures.extend([summary.replay_loss_mean, summary.rematch_share].map(Option::unwrap_or_default));
    figures.push(columns.total(Count::Quit) as f64);
    figures
}

/// An aggregate day.
fn aggregate(dataset: &SimulationData, params: &Params) -> Vec<f64> {
    let world = Arc::new(World::new(dataset, params).unwrap());
    let mut day = AggregateDay::new(world, &dataset.joins, params, 1).unwrap();
    day.advance(u32::MAX);
    figures(day.columns(), &day.summary())
}

/// A day whose matches the article's rules form as a policy, without the figures by state of searches: a policy has one.
fn by_policy(dataset: &SimulationData, params: &Params) -> Vec<f64> {
    let world = Arc::new(World::new(dataset, params).unwrap());
    // The day itself is told that rules form its matches.
    let mut article = params.clone();
    article.set("policy", "article").unwrap();
    let policy = policy_of(&article, &world, &Schema::default()).unwrap();
    let setup = PolicySetup { policy, population: Arc::default(), acceptance: Acceptance::AsSet };
    let mut day = ArticleDay::with_policy(world, params, AtOnce, &setup);
    day.advance(u32::MAX);
    assert_eq!(day.fault(), None);
    whatever_the_states(day.columns(), &day.summary())
}

/// The same of a day with the template of plug-ins, which has the article's rules.
fn by_template(dataset: &SimulationData, params: &Params) -> Vec<f64> {
    static TEMPLATE: LazyLock<Arc<dyn Plugin>> = LazyLock::new(|| plugin(&template_module()));
    by_plugin(&TEMPLATE, dataset, params)
}

/// The same of a day with the article's rules as code in AssemblyScript, whose constants the scenario sets as in the page.
fn by_example(dataset: &SimulationData, params: &Params) -> Vec<f64> {
    static EXAMPLE: LazyLock<Arc<dyn Plugin>> = LazyLock::new(|| {
        let constants = [
            ("import {", "import { constant,"),
            ("i32 = 50", "i32 = <i32>constant('IDEAL', 50)"),
            ("i32 = 100", "i32 = <i32>constant('EXPAND', 100)"),
            ("IDEAL_TIME: f64 = 10", "IDEAL_TIME: f64 = constant('IDEAL_TIME', 10)"),
            ("EXPAND_TIME: f64 = 10", "EXPAND_TIME: f64 = constant('EXPAND_TIME', 10)"),
        ];
        plugin(&example_module("article", &constants))
    });
    by_plugin(&EXAMPLE, dataset, params)
}

fn plugin(module: &[u8]) -> Arc<dyn Plugin> {
    Arc::new(WasmPlugin::new(Module::read(module).unwrap()))
}

fn by_plugin(plugin: &Arc<dyn Plugin>, dataset: &SimulationData, params: &Params) -> Vec<f64> {
    let mut dataset = dataset.clone();
    dataset.set_plugin(Arc::clone(plugin));
    let day = matchday_observe::Day::finished(&Arc::new(World::new(&dataset, params).unwrap()), params).unwrap();
    assert_eq!(day.fault(), None);
    whatever_the_states(day.columns(), &day.summary())
}

/// The same figures of a day of the article's matchmaker.
fn without_states(dataset: &SimulationData, params: &Params) -> Vec<f64> {
    let world = Arc::new(World::new(dataset, params).unwrap());
    let mut day = ArticleDay::<Cascade>::with_matchmaker(world, params);
    day.advance(u32::MAX);
    whatever_the_states(day.columns(), &day.summary())
}

/// Figures of one day.
fn figures(columns: &Columns, summary: &Summary) -> Vec<f64> {
    let minutes = 0..columns.minutes();
    let mut figures = whatever_the_states(columns, summary);
    figures.push(summary.warm_share.unwrap_or_default());
    for state in State::ALL {
        figures.push(minutes.clone().map(|minute| columns.players(state, minute)).sum());
    }
    for datacenter in 0..columns.layout().datacenters {
        let queue = |minute| f64::from(columns.at(datacenter, PerDatacenter::Queue, minute));
        figures.push(minutes.clone().map(queue).sum());
    }
    figures
}

/// Figures of one day that do not tell the states of searches apart.
fn whatever_the_states(columns: &Columns, summary: &Summary) -> Vec<f64> {
    let minutes = 0..columns.minutes();
    let (waits, rtts) = (columns.waits(minutes.clone()), columns.rtts(minutes.clone()));
    let matched = waits.count() as f64;
    let mut figures = vec![summary.ccu_mean];
    figures.extend([summary.wait_mean_s, summary.rtt_mean_ms].map(Option::unwrap_or_default));
    figures.extend([summary.failed, summary.abandoned].map(|left| left as f64 / summary.joined as f64));
    let searching = State::ALL.into_iter().filter(|state| state.is_searching());
    figures.push(searching.flat_map(|state| minutes.clone().map(move |minute| columns.players(state, minute))).sum());
    figures.push(minutes.clone().map(|minute| columns.players(State::Playing, minute)).sum());
    figures.extend([0, 1, 2, 4, 8, 9, 10, 14, 19, 20, 25].map(|s| waits.share_up_to(s).unwrap_or(0.0)));
    figures.extend(rtts.0.chunks(10).map(|bins| bins.iter().sum::<u64>() as f64 / matched));
    for datacenter in 0..columns.layout().datacenters {
        let total = |column| -> f64 { minutes.clone().map(|m| f64::from(columns.at(datacenter, column, m))).sum() };
        let [here, rtt_sum_ms] = [PerDatacenter::Matched, PerDatacenter::RttSumMs].map(total);
        figures.extend([here / matched, rtt_sum_ms / here.max(1.0)]);
    }
    figures.push(columns.total(Count::Left) as f64);
    figures
}

type Day = fn(&SimulationData, &Params) -> Vec<f64>;

fn days(day: Day, dataset: &SimulationData, pairs: &[(&str, &str)], seeds: std::ops::Range<u32>) -> Vec<Vec<f64>> {
    let of_seed = |seed: u32| day(dataset, &params(&[pairs, &[("seed", &seed.to_string())]].concat()));
    seeds.map(of_seed).collect()
}

/// Welch's z of each figure, without figures that are equal in all days.
fn apart(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<f64> {
    let mean_and_error = |days: &[Vec<f64>], at: usize| {
        let n = days.len() as f64;
        let mean = days.iter().map(|day| day[at]).sum::<f64>() / n;
        let squares: f64 = days.iter().map(|day| (day[at] - mean) * (day[at] - mean)).sum();
        (mean, squares / (n - 1.0) / n)
    };
    // The last figures are of single players; aggregate days do not have them.
    (0..a[0].len().min(b[0].len()))
        .filter_map(|at| {
            let ((mean_a, error_a), (mean_b, error_b)) = (mean_and_error(a, at), mean_and_error(b, at));
            (error_a + error_b > 0.0).then(|| (mean_a - mean_b) / libm::sqrt(error_a + error_b))
        })
        .collect()
}

fn rms(z: &[f64]) -> f64 {
    libm::sqrt(z.iter().map(|z| z * z).sum::<f64>() / z.len() as f64)
}

/// Compares days with those of the article's matchmaker.
fn compare(day: Day, pairs: &[(&str, &str)], seeds: u32) {
    compare_with(followed::<Article>, day, pairs, seeds);
}

fn compare_with(reference: Day, day: Day, pairs: &[(&str, &str)], seeds: u32) {
    let dataset = built_in();
    let article = days(reference, &dataset, pairs, 0..seeds);
    let z = apart(&article, &days(day, &dataset, pairs, seeds..2 * seeds));
    let most = z.iter().fold(0.0, |most, z| f64::max(most, z.abs()));
    println!("{pairs:?}: {} figures, rms z {:.2}, most {most:.2}", z.len(), rms(&z));
    // Figures of one day are correlated, so the root mean square varies more than for independent figures.
    assert!(z.len() > 40 && rms(&z) < 1.5 && most < 5.0, "{pairs:?}: rms z {}, most {most}: {z:.1?}", rms(&z));
}

fn catches<O: Order + Clone>(pairs: &[(&str, &str)], seeds: u32) {
    let dataset = built_in();
    let right = days(followed::<Cascade>, &dataset, pairs, 0..seeds);
    let z = apart(&right, &days(followed::<Article<O>>, &dataset, pairs, seeds..2 * seeds));
    println!("{}: rms z {:.1}", std::any::type_name::<O>(), rms(&z));
    assert!(rms(&z) > 5.0, "{}: rms z {}", std::any::type_name::<O>(), rms(&z));
}

/// Switches every datacenter on: more than the cascade can look up in one step.
fn everywhere() -> String {
    let dataset = built_in();
    let off = dataset.sites.iter().filter(|site| !site.default).map(|site| site.datacenter.name.as_str());
    off.collect::<Vec<_>>().join(",")
}

#[test]
fn the_cascade_is_the_articles_matchmaker() {
    compare(followed::<Cascade>, &[("ccu", "500")], 12);
    compare(followed::<Cascade>, &[("ccu", "50"), ("dcs", "-london,-paris")], 24);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_cascade_is_the_articles_matchmaker_on_large_days_with_many_datacenters_and_groups() {
    compare(followed::<Cascade>, &[("ccu", "5000")], 16);
    compare(followed::<Cascade>, &[("ccu", "1000"), ("dcs", &everywhere())], 12);
    compare(followed::<Cascade>, &[("ccu", "3000"), ("together", "1")], 12);
    compare(followed::<Cascade>, &[("ccu", "300"), ("together", "1"), ("replay", "0.9"), ("bots", "1")], 20);
}

/// What changes the ends of searches, matches and stays, each alone and all at once.
const ENDS: [&[(&str, &str)]; 8] = [
    &[("interval_s", "7")],
    &[("patience_s", "12")],
    &[("match_sd_s", "90")],
    &[("quit_rate", "0.2")],
    &[("replay_wait", "10"), ("replay_rtt", "20")],
    &[("bots", "1"), ("replay_bots", "30")],
    &[("avoid_rematch", "1")],
    &[
        ("interval_s", "3"),
        ("patience_s", "25"),
        ("match_sd_s", "60"),
        ("quit_rate", "0.1"),
        ("replay_wait", "5"),
        ("replay_rtt", "5"),
        ("avoid_rematch", "1"),
    ],
];

#[test]
fn the_cascade_is_the_articles_matchmaker_when_searches_and_matches_end_in_all_ways() {
    compare(followed::<Cascade>, &[&[("ccu", "500")], ENDS[7]].concat(), 8);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_cascade_is_the_articles_matchmaker_however_searches_and_matches_end() {
    for ends in ENDS {
        compare(followed::<Cascade>, &[&[("ccu", "500")], ends].concat(), 16);
    }
    compare(aggregate, &[("ccu", "500"), ("patience_s", "12")], 16);
    compare(aggregate, &[("ccu", "50"), ("bots", "1")], 24);
}

/// Limits within which everybody has a datacenter from the first second on, so that all searches have one length.
const POLICY_DAYS: [&[(&str, &str)]; 2] = [
    &[("ccu", "5000"), ("policy", "rules"), ("ideal_ms", "120"), ("expand_ms", "200")],
    &[("ccu", "500"), ("policy", "rules"), ("ideal_ms", "120"), ("expand_ms", "200"), ("match_sd_s", "60")],
];

#[test]
fn the_articles_rules_as_a_policy_are_the_articles_matchmaker() {
    compare_with(without_states, by_policy, POLICY_DAYS[1], 8);
}

/// The same limits, as constants of the template.
const PLUGIN_DAYS: [&[(&str, &str)]; 2] = [
    &[("ccu", "500"), ("policy", "plugin"), LIMITS[0], LIMITS[1], LIMITS[2], LIMITS[3], ("match_sd_s", "60")],
    &[("ccu", "5000"), ("policy", "plugin"), LIMITS[0], LIMITS[1], LIMITS[2], LIMITS[3]],
];
const LIMITS: [(&str, &str); 4] = [
    ("ideal_ms", "120"),
    ("expand_ms", "200"),
    ("constants", "IDEAL_MS:120;EXPAND_MS:200"),
    ("request_timeout_s", "30"),
];

#[test]
fn the_template_of_plug_ins_is_the_articles_matchmaker() {
    compare_with(without_states, by_template, PLUGIN_DAYS[0], 8);
}

/// First days whose matchmaker runs so rarely that most players are warm bodies, who play among themselves; then usual ones.
const EXAMPLE_DAYS: [&[(&str, &str)]; 2] = [
    &[
        ("ccu", "500"),
        ("policy", "plugin"),
        LIMITS[0],
        LIMITS[1],
        LIMITS[3],
        ("interval_s", "15"),
        ("ideal_s", "1"),
        ("expand_s", "1"),
        ("warm_s", "28"),
        ("constants", "IDEAL:120;EXPAND:200;IDEAL_TIME:1;EXPAND_TIME:1"),
    ],
    &[
        ("ccu", "500"),
        ("policy", "plugin"),
        LIMITS[0],
        LIMITS[1],
        LIMITS[3],
        ("match_sd_s", "60"),
        ("constants", "IDEAL:120;EXPAND:200"),
    ],
];

#[test]
fn the_example_in_assemblyscript_is_the_articles_matchmaker() {
    compare_with(without_states, by_example, EXAMPLE_DAYS[0], 8);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_template_of_plug_ins_is_the_articles_matchmaker_in_hundreds_of_days() {
    PLUGIN_DAYS.into_iter().for_each(|pairs| compare_with(without_states, by_template, pairs, 150));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_example_in_assemblyscript_is_the_articles_matchmaker_in_hundreds_of_days() {
    EXAMPLE_DAYS.into_iter().for_each(|pairs| compare_with(without_states, by_example, pairs, 150));
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --full` runs it"]
fn the_articles_rules_as_a_policy_are_the_articles_matchmaker_in_hundreds_of_days() {
    POLICY_DAYS.into_iter().for_each(|pairs| compare_with(without_states, by_policy, pairs, 150));
}

#[test]
#[ignore = "takes a quarter of an hour; `cargo xtask test --full` runs it"]
fn the_cascade_is_the_articles_matchmaker_in_hundreds_of_days_however_searches_and_matches_end() {
    for (ends, ccu) in ENDS.into_iter().flat_map(|ends| ["500", "25000"].map(|ccu| (ends, ccu))) {
        compare(followed::<Cascade>, &[&[("ccu", ccu)], ends].concat(), 150);
    }
}

#[test]
fn aggregate_days_are_like_days_of_single_players() {
    compare(aggregate, &[("ccu", "500")], 8);
}

#[test]
#[ignore = "takes a minute; `cargo xtask test --full` runs it"]
fn wrong_matchmakers_are_told_apart() {
    catches::<FixedWalk>(&[("ccu", "5000")], 6);
    catches::<CyclicWalk>(&[("ccu", "5000")], 6);
    catches::<FirstCome>(&[("ccu", "5000")], 6);
}

#[test]
#[ignore = "takes a quarter of an hour; `cargo xtask test --full` runs it"]
fn the_cascade_is_the_articles_matchmaker_in_hundreds_of_days() {
    compare(followed::<Cascade>, &[("ccu", "25000")], 150);
    compare(followed::<Cascade>, &[("ccu", "500")], 120);
    compare(followed::<Cascade>, &[("ccu", "50")], 120);
    compare(aggregate, &[("ccu", "25000")], 150);
    compare(aggregate, &[("ccu", "500")], 120);
}
