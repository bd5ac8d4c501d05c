//! What days are expected to hold in memory, against the bytes that they allocate. Alone in its program: other tests would
//! allocate at the same time.

#[path = "bench/counting.rs"]
mod counting;

use counting::most_bytes;
use matchday_observe::Day;
use matchday_scenario::link::Link;
use matchday_sim::World;
use matchday_sim::cost::Cost;
use matchday_sim::forecast::Forecast;
use matchday_tests::built_in;
use std::sync::Arc;

#[test]
fn days_hold_the_expected_memory_within_a_factor_of_1_5() {
    let dataset = built_in();
    let forecast = Forecast::new(&dataset);
    let teams = r#"[{"name":"a","minPlayers":8,"maxPlayers":8,"quantity":2}]"#;
    for scenario in [
        "ccu=500",
        "ccu=5000&interval_s=26",
        "ccu=20000&interval_s=10&estimate=ping",
        "ccu=500&playlists=20&interval_s=10",
        "ccu=2000&players=2&fleet=broker&buffer=50",
        "ccu=1000&players=2&fleet=register&buffer=50",
        "ccu=300&ranked=1v1&accounts=20000&fleet=register&buffer=50",
        "ccu=200&ranked=5v5&accounts=50000",
        &format!(
            r#"ccu=1000&policy=rules&rules={{"name":"d","ruleLanguageVersion":"1.0","teams":{teams}}}&fleet=register&buffer=50"#
        ),
    ] {
        let (Link { params, .. }, notices) = Link::parse(&format!("v=1&{scenario}"));
        assert!(notices.is_empty(), "{notices:?}");
        let world = Arc::new(World::new(&dataset, &params).unwrap());
        let expected = Cost::of(&params, &forecast, world.datacenters.len()).bytes;
        let (_, bytes) = most_bytes(|| Day::finished(&world, &params).unwrap());
        let ratio = expected / bytes as f64;
        println!("{ratio:.2} {scenario}");
        assert!((1.0 / 1.5..1.5).contains(&ratio), "{scenario}: {expected:.2e} bytes instead of {bytes}");
    }
}
