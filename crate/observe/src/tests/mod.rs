//! Tests on days of all kinds.

mod events;
mod life;
mod policy;

use crate::{Day, Options};
use matchday_sim::World;
use matchday_sim::tiny::{RULES, params, tiny_dataset};
use std::sync::Arc;

/// Days of all kinds, with everything that can happen in them.
pub const KINDS_OF_DAYS: [&[(&str, &str)]; 12] = [
    &[],
    &[("bots", "1"), ("quit_rate", "0.1"), ("expand_ms", "40"), ("ideal_ms", "20"), ("warm_s", "5")],
    &[("estimate", "ping"), ("bad_routes", "0.2"), ("playlists", "3"), ("patience_s", "20")],
    &[("together", "1"), ("players", "2"), ("match_sd_s", "40"), ("interval_s", "7")],
    &[("fleet", "broker"), ("buffer", "0"), ("boot_s", "90"), ("patience_s", "60"), ("fault.crash_in_match", "0.1")],
    &[("fleet", "register"), ("buffer", "1"), ("quit_rate", "0.1"), ("incidents", "outage@09:00")],
    &[("ranked", "1v1"), ("accounts", "600"), ("accept_rate", "0.8"), ("leave_rate", "0.2")],
    &[
        ("ranked", "2v2"),
        ("accounts", "600"),
        ("parties", "0.5"),
        ("fleet", "broker"),
        ("buffer", "1"),
        ("estimate", "ping"),
        ("bad_routes", "0.2"),
    ],
    &[("ranked", "ffa4"), ("accounts", "600"), ("ready", "instant"), ("picky", "0.5"), ("pause_s", "0")],
    &[("ranked", "1v1"), ("accounts", "600"), ("player_actions", "36000:join:50.11:8.68:1500:0/43000:leave")],
    &[("policy", "rules"), ("rules", RULES), ("attributes", "skill:normal(1500,300)"), ("fleet", "broker")],
    &[("policy", "rules"), ("rules", RULES), ("ranked", "2v2"), ("accounts", "600"), ("fleet", "register")],
];

/// A day of some 150 players in the tiny world, unless these parameters say otherwise.
pub fn day(pairs: &[(&str, &str)]) -> Day {
    let params = params(&[&[("ccu", "150")], pairs].concat());
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    Day::new(&world, &params, Options::default()).unwrap()
}
