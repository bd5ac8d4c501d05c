//! What the registry says about the effect of parameters, compared with simulated days: a parameter that
//! [`Params::idle`] lists changes nothing, and every other parameter changes some day.

use matchday_observe::Day;
use matchday_ranked::minutes::LadderMinutes;
use matchday_scenario::Params;
use matchday_scenario::params::{Key, Kind, decimal};
use matchday_sim::Simulate;
use matchday_sim::servers::minutes::ServerMinutes;
use matchday_sim::{SimulationData, World};
use matchday_tests::article_policy::ArticlePlugin;
use matchday_tests::{built_in, own, params};
use matchday_wire::report::{Report, Summary};
use std::collections::BTreeSet;
use std::sync::Arc;

type Pairs = &'static [(&'static str, &'static str)];

/// Days of every mode, on which each condition of the registry holds or fails.
const DAYS: [Pairs; 16] = [
    &[],
    &[("replay", "0")],
    &[("estimate", "ping"), ("bad_routes", "0.1"), ("playlists", "3"), ("bots", "1"), ("ideal_ms", "20")],
    &[("fleet", "broker"), ("fault.crash_in_match", "0.1"), ("incidents", "outage@12:00"), ("replay_wait", "1")],
    &[("fleet", "broker"), ("session_limit", "1"), ("replay", "0")],
    &[("fleet", "register"), ("next_match", "0"), ("fault.outage", "0.05"), ("buffer", "5")],
    &[("ranked", "1v1"), ("days", "2"), ("season_days", "1"), ("estimate", "distance")],
    &[("ranked", "2v2"), ("rating", "elo"), ("accept_rate", "1"), ("together", "1")],
    &[("ranked", "2v2"), ("rating", "wenglin"), ("shadow", "elo"), ("fleet", "broker"), ("fault.lost", "0.02")],
    &[("ranked", "2v2"), ("rating", "wenglin"), ("queue", "bands"), ("fleet", "register")],
    &[("ranked", "ffa4"), ("playlists", "3"), ("bots", "1"), ("bad_routes", "0.2"), ("estimate", "ping")],
    &[("ranked", "1v1"), ("accept_rate", "1"), ("player_actions", "64800:join:50.11:8.68:1500:0/64809:decline")],
    &[("policy", "rules"), ("rules", RULES), ("attributes", "skill:normal(1500,300)"), ("estimate", "ping")],
    &[("policy", "rules"), ("rules", RULES), ("ranked", "1v1"), ("fleet", "register")],
    &[("policy", "plugin"), ("constants", "IDEAL_MS:40"), ("request_timeout_s", "20")],
    &[("policy", "plugin"), ("ranked", "1v1"), ("fleet", "register")],
];

/// Two players of like skill.
const RULES: &str = r#"{ "name": "duel", "ruleLanguageVersion": "1.0",
    "playerAttributes": [{ "name": "skill", "type": "number", "default": 1500 }],
    "teams": [{ "name": "team", "minPlayers": 1, "maxPlayers": 1, "quantity": 2 }],
    "rules": [{ "name": "alike", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 200 }] }"#;

/// Two players near a common datacenter.
const OTHER_RULES: &str = r#"{ "name": "duel", "ruleLanguageVersion": "1.0",
    "teams": [{ "name": "team", "minPlayers": 1, "maxPlayers": 1, "quantity": 2 }],
    "rules": [{ "name": "near", "type": "latency", "maxLatency": 80 }] }"#;

/// Days in a world with recorded joins.
const RECORDED: [Pairs; 2] = [&[], &[("joins", "exact")]];

/// Parameters that change none of these days, and the reason.
const ELSEWHERE: [(Key, &str); 6] = [
    (Key::MapMix, "the requirements of users' allocators read it"),
    (Key::ModeMix, "the requirements of users' allocators read it"),
    (Key::MatchProperties, "the requirements of users' allocators read it"),
    (Key::Plugin, "the page and the command line load the module of this name"),
    (Key::Code, "the page compiles it"),
    (Key::FleetConfig, "the page and the command line read the files"),
];

#[test]
fn idle_parameters_change_nothing_and_the_others_change_a_day() {
    let mut acts = BTreeSet::new();
    let (mut built_in, own) = (built_in(), own::data_set(&own::files()).into());
    built_in.set_plugin(Arc::new(ArticlePlugin));
    DAYS.iter().for_each(|pairs| check(&built_in, pairs, &mut acts));
    RECORDED.iter().for_each(|pairs| check(&own, pairs, &mut acts));
    for key in Key::ALL {
        let elsewhere = ELSEWHERE.iter().any(|&(known, _)| known == key);
        assert_ne!(acts.contains(&key), elsewhere, "{key:?}");
    }
}

/// Checks a day's idle parameters, and adds the others that change it to `acts`.
fn check(world: &SimulationData, pairs: &[(&str, &str)], acts: &mut BTreeSet<Key>) {
    let base = params(&[&[("ccu", "150"), ("accounts", "1500")], pairs].concat());
    let result = result(world, &base).unwrap();
    let idle: Vec<Key> = base.idle().map(|(key, _)| key).collect();
    for at in 0..2 {
        // All at once, because one by one they would take minutes; then one by one to find the culprit.
        let all = idle.iter().fold(base.clone(), |params, &key| changed(&params, key, at));
        if self::result(world, &all).as_ref() == Some(&result) {
            continue;
        }
        for &key in &idle {
            let one = changed(&base, key, at);
            assert_eq!(self::result(world, &one).as_ref(), Some(&result), "{key:?}={} on {pairs:?}", one.text(key));
        }
    }
    for key in Key::ALL.into_iter().filter(|key| !idle.contains(key) && !acts.contains(key)).collect::<Vec<_>>() {
        let differs = |at| self::result(world, &changed(&base, key, at)).is_some_and(|other| other != result);
        if (0..3).any(differs) {
            acts.insert(key);
        }
    }
}

/// All that is recorded of a day.
type Recorded = (Report, Vec<u32>, Option<ServerMinutes>, Option<LadderMinutes>);

/// `None` if there is no such day.
fn result(world: &SimulationData, params: &Params) -> Option<Recorded> {
    let world = Arc::new(World::new(world, params).ok()?);
    let day = Day::finished(&world, params).ok()?;
    let mut report = day.report();
    // How many matches are sampled goes by the population, even if joins do not.
    report.summary = Summary {
        rematch_share: None,
        rematch_sample: 0,
        largest_group_share: None,
        largest_group_sample: 0,
        ..report.summary
    };
    let servers = day.servers().map(|servers| servers.minutes().clone());
    let ladder = day.ranked().map(|ranked| ranked.record().minutes.clone());
    Some((report, day.columns().rows_from(0).to_vec(), servers, ladder))
}

/// The same parameters with one changed; there are three ways to do it.
fn changed(base: &Params, key: Key, way: usize) -> Params {
    let mut changed = base.clone();
    changed.set(key.spec().key, &other(base, key, way)).unwrap();
    changed
}

fn other(base: &Params, key: Key, way: usize) -> String {
    let now = base.text(key);
    match key.spec().kind {
        Kind::Number { decimals, min, max, step, .. } => {
            let near = number(&now, decimals) + step;
            decimal([min, near.min(max), if key == Key::Ccu { near } else { max }][way], decimals)
        }
        Kind::Flag => if now == "1" { "0" } else { "1" }.to_owned(),
        Kind::Choice(words) | Kind::Open(words) => {
            let others: Vec<_> = words.iter().filter(|word| **word != now).collect();
            (*others[way % others.len()]).to_owned()
        }
        Kind::Weights => "3,1".to_owned(),
        Kind::Incidents => "herd@12:00".to_owned(),
        Kind::Mix | Kind::Properties => "name:1,other:2".to_owned(),
        Kind::Text if key == Key::Dcs => "-frankfurt".to_owned(),
        Kind::Text if key == Key::Rules => OTHER_RULES.to_owned(),
        Kind::Text if key == Key::RulesConfig => r#"{"RequestTimeoutSeconds": 12}"#.to_owned(),
        Kind::Text if key == Key::Regions => "eu-central-1:frankfurt;us-east-1:ashburn".to_owned(),
        Kind::Text if key == Key::Attributes => "skill:normal(1500,900)".to_owned(),
        Kind::Text if key == Key::Constants => "IDEAL_MS:70".to_owned(),
        Kind::Text => "64800:join:50.11:8.68:1500:0/65700:leave".to_owned(),
    }
}

/// A number in units of its last decimal.
fn number(text: &str, decimals: u8) -> i64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{fraction:0<width$}", width = usize::from(decimals)).parse().unwrap()
}
