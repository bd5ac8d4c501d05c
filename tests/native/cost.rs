//! What runs are expected to take, against the instructions that they took when they were last counted
//! (`cargo xtask test instructions` counts them again).

use matchday_scenario::link::Link;
use matchday_sim::World;
use matchday_sim::cost::Cost;
use matchday_sim::forecast::Forecast;
use matchday_tests::built_in;

const COUNTED: &str = include_str!("../bench/costs.txt");
/// Instructions in a second of the machine on which runs were measured.
const A_SECOND: f64 = 6e9;

#[test]
fn costs_are_those_that_were_counted_within_a_factor_of_2() {
    let dataset = built_in();
    let forecast = Forecast::new(&dataset);
    for line in COUNTED.lines() {
        let (link, instructions) = line.rsplit_once(' ').unwrap();
        let (Link { params, .. }, notices) = Link::parse(link);
        assert!(notices.is_empty(), "{notices:?}");
        let datacenters = World::new(&dataset, &params).unwrap().datacenters.len();
        let expected = Cost::of(&params, &forecast, datacenters).seconds * A_SECOND;
        let ratio = expected / instructions.parse::<f64>().unwrap();
        println!("{ratio:.2} {link}");
        assert!((0.5..2.0).contains(&ratio), "{link}: {expected:.2e} instructions instead of {instructions}");
    }
}

#[test]
fn runs_that_took_long_were_expected_to() {
    let dataset = built_in();
    let forecast = Forecast::new(&dataset);
    // Links that once began by themselves, and what they took, natively or in the page: at least half of it is expected.
    for (link, took_s, megabytes) in [
        ("v=1&ccu=10&fleet=register&buffer=10000", 21.7, 50.0),
        ("v=1&ccu=10&fleet=register&buffer=10000&days=5", 102.0, 64.0),
        ("v=1&ccu=10&ranked=1v1&accounts=1000000&days=30", 20.0, 300.0),
        ("v=1&ccu=10&ranked=1v1&accounts=1000000&ladder_days=60", 40.0, 200.0),
        ("v=1&ccu=20000&ranked=1v1&ladder_days=30", 300.0, 15.0),
    ] {
        let (Link { params, .. }, _) = Link::parse(link);
        let datacenters = World::new(&dataset, &params).unwrap().datacenters.len();
        let cost = Cost::of(&params, &forecast, datacenters);
        assert!(cost.seconds > took_s / 2.0 && cost.bytes > megabytes * 0.5e6, "{link}: {cost:?}");
    }
}
