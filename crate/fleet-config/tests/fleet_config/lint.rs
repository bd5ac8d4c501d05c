//! Each check on a file that it is about, and on one that is right.

use matchday_fleet_config::filters::Names;
use matchday_fleet_config::lint::{Circumstances, lint};
use matchday_fleet_config::{Finding, Severity, read};

const ALLOCATORS: &str = include_str!("fixtures/allocators.json");
const FLEET: &str = include_str!("fixtures/fleet.yaml");
const BUFFER: &str = include_str!("fixtures/buffer.yaml");

fn findings(text: &str, circumstances: &Circumstances) -> Vec<Finding> {
    let (configuration, unknown) =
        read(text.as_bytes(), &|_| Some(0)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(unknown.iter().all(|finding| finding.severity == Severity::Note), "{unknown:?}");
    lint(&configuration, circumstances)
}

/// What a check says of a broker with these fields: place, severity, words.
fn of_broker(check: &str, fields: &str, circumstances: &Circumstances) -> Vec<(String, Severity, String)> {
    let all = findings(&format!("{{\"MatchBroker\": {{{fields}}}}}"), circumstances);
    let found = all.into_iter().filter(|finding| finding.check == check);
    found.map(|Finding { place, severity, words, .. }| (place.to_string(), severity, words)).collect()
}

#[track_caller]
fn says(check: &str, fields: &str, place: &str, severity: Severity, words: &str) {
    let found = of_broker(check, fields, &Circumstances::default());
    let hit = |(at, how, said): &(String, Severity, String)| at == place && *how == severity && said.contains(words);
    assert!(found.iter().any(hit), "{fields}\n{found:#?}");
}

#[track_caller]
fn is_silent(check: &str, fields: &str) {
    let found = of_broker(check, fields, &Circumstances::default());
    assert!(found.is_empty(), "{fields}\n{found:#?}");
}

/// Allocators of (requirement, what its servers ask for).
fn allocators(of: &[(&str, &str)]) -> String {
    let one = |(own, servers): &(&str, &str)| {
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        let (name, own, servers) = (quoted(own), quoted(own), quoted(servers));
        format!("\n{{\"AllocatorDescription\": {name}, \"Requirements\": {own},\n\"ServerRequirements\": {servers}}}")
    };
    format!("\"Allocators\": [{}]", of.iter().map(one).collect::<Vec<_>>().join(","))
}

#[test]
fn lifetime_is_held_against_the_longest_match() {
    let fields = "\"MatchMaxRunTimeMinutes\": 30, \"ServerMaxLifetimeMinutes\": ";
    let check = "lifetime";
    says(check, &format!("{fields}20"), "line 1, column 76", Severity::Warning, "from minute 20 on a match is lost");
    says(check, "\"MatchMaxRunTimeMinutes\": 30", "line 1, column 44", Severity::Warning, "(10, the default)");
    // Right: the note on how it is read stays.
    let right = |minutes: u32, longest_match_s| {
        let circumstances = Circumstances { longest_match_s, ..Circumstances::default() };
        let found = of_broker(check, &format!("{fields}{minutes}"), &circumstances);
        found.into_iter().map(|(_, severity, _)| severity).collect::<Vec<_>>()
    };
    assert_eq!(right(30, None), [Severity::Note]);
    assert_eq!(right(30, Some(1799)), [Severity::Note]);
    // Both timers end a match of their own length: at the deadline, the deadline wins.
    assert_eq!(right(30, Some(1800)), [Severity::Warning, Severity::Warning, Severity::Note]);
    assert_eq!(right(31, Some(1800)), [Severity::Warning, Severity::Note]);
    // Who says nothing is told nothing of defaults that do not fit, unless the match is known.
    is_silent(check, "");
    let known = |longest_match_s| Circumstances { longest_match_s: Some(longest_match_s), ..Circumstances::default() };
    assert_eq!([599, 600, 7_200].map(|longest_s| of_broker(check, "", &known(longest_s)).len()), [0, 1, 2]);
}

#[test]
fn a_reaper_lives_longer_than_matches() {
    let reaper = |minutes: u32| {
        format!(
            "\"Allocators\": [{{\"Configuration\": {{\"ReaperConfiguration\": {{\"MaxRunTimeMinutes\": {minutes}}}}}}}]"
        )
    };
    says("reaper", &reaper(120), "line 1, column 97", Severity::Warning, "set it above 120");
    is_silent("reaper", &reaper(121));
    says(
        "reaper",
        "\"MatchMaxRunTimeMinutes\": 125, \"Allocators\": [{}]",
        "line 1, column 44",
        Severity::Warning,
        "125, the default",
    );
    is_silent("reaper", "\"MatchMaxRunTimeMinutes\": 124, \"Allocators\": [{}]");
    let long = |longest_s| Circumstances { longest_match_s: Some(longest_s), ..Circumstances::default() };
    assert_eq!(
        [7_499, 7_500].map(|longest_s| of_broker("reaper", "\"Allocators\": [{}]", &long(longest_s)).len()),
        [0, 1]
    );
}

#[test]
fn matches_wait_longer_than_servers_may_take() {
    let (pickup, deadline) = (
        |seconds: u32| format!("\"MatchPickupTimeSeconds\": {seconds}"),
        |seconds: u32| format!("\"Allocators\": [{{\"Configuration\": {{\"ReadyDeadlineSeconds\": {seconds}}}}}]"),
    );
    let both = |pickup_s, deadline_s| format!("{}, {}", pickup(pickup_s), deadline(deadline_s));
    let words = "set MatchPickupTimeSeconds above 45";
    says("pickup", &both(45, 45), "line 1, column 106", Severity::Warning, words);
    is_silent("pickup", &both(46, 45));
    // Defaults are values: 90 s and 30 s.
    says("pickup", &deadline(90), "line 1, column 76", Severity::Warning, "(90, the default)");
    is_silent("pickup", &deadline(89));
    let with_default = |seconds| format!("{}, \"Allocators\": [{{}}]", pickup(seconds));
    says("pickup", &with_default(30), "line 1, column 44", Severity::Warning, "(30, the default)");
    is_silent("pickup", &with_default(31));
    // Without an allocator nobody starts a server.
    is_silent("pickup", &pickup(5));
    is_silent("pickup", &format!("{}, \"Allocators\": []", pickup(5)));
    // The ready time begins when the server is there.
    is_silent("pickup", &format!("\"MatchReadyTimeSeconds\": 5, {}", deadline(45)));
}

#[test]
fn reservations_outlast_registrations() {
    let fields = |n: u32| format!("\"ServerRegistrationSeconds\": 60, \"ServerReserveSeconds\": {n}");
    says("reserve", &fields(60), "line 1, column 75", Severity::Warning, "set it above 60");
    is_silent("reserve", &fields(61));
    is_silent("reserve", &fields(0));
    is_silent("reserve", "\"ServerReserveSeconds\": 5");
}

#[test]
fn properties_are_those_that_matches_carry() {
    let fields = "\"Requirements\": \"MatchProperties.mapp == 'x' && MatchProperties.mode == 'y'\"";
    says("properties", fields, "line 1, column 34", Severity::Warning, "no match has the property `mapp`");
    is_silent("properties", "\"Requirements\": \"MatchProperties.map == 'x' && MatchProperties.players > `3`\"");
    says(
        "properties",
        &allocators(&[("map == 'x'", "")]),
        "line 2, column 56",
        Severity::Warning,
        "write `MatchProperties.map`",
    );
    let hasty = "\"Requirements\": \"!MatchProperties.map && MatchProperties.players > `3`\"";
    says("properties", hasty, "line 1, column 34", Severity::Warning, "write `!(MatchProperties.name)`");
    is_silent("properties", "\"Requirements\": \"!(MatchProperties.map == 'x') && !(MatchProperties.mode)\"");
    let constant = Circumstances { constants: vec!["mapp".to_string()], ..Circumstances::default() };
    assert_eq!(of_broker("properties", fields, &constant), []);
}

#[test]
fn dead_letters_are_found() {
    let dead = |of: &[(&str, &str)]| of_broker("dead-letters", &allocators(of), &Circumstances::default());
    let map = |name: &str| format!("MatchProperties.map == '{name}'");
    let (woods, forest, town) = (map("lostwoods"), map("forbidden_forest"), map("town_square"));
    // The documentation's own example.
    let found = dead(&[(&woods, &woods), (&forest, &town)]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].0.as_str(), found[0].1), ("line 5, column 23", Severity::Warning));
    assert!(found[0].2.contains("after 90 s their players are told"), "{}", found[0].2);
    assert_eq!(dead(&[(&woods, &woods), (&forest, "")]), []);
    // Another allocator's servers take them.
    let found = dead(&[(&woods, ""), (&forest, &town)]);
    assert_eq!((found.len(), found[0].1), (1, Severity::Warning));
    assert!(found[0].2.contains("only servers of `MatchProperties.map == 'lostwoods'` can"), "{}", found[0].2);
    // (requirement, what its servers ask for, whether no match can be both)
    let table = [
        ("MatchProperties.players > `4`", "MatchProperties.players < `4`", true),
        ("MatchProperties.players >= `4`", "MatchProperties.players <= `4`", false),
        ("MatchProperties.players > `4`", "MatchProperties.players < `4.5`", false),
        ("MatchProperties.players > `4`", "MatchProperties.players == '5'", true),
        ("MatchProperties.map != 'a'", "MatchProperties.map != 'b'", false),
        ("MatchProperties.map != 'a'", "MatchProperties.map == 'a'", true),
        (
            "!(MatchProperties.map == 'a' || MatchProperties.map == 'b')",
            "contains(`[\"a\", \"b\"]`, MatchProperties.map)",
            true,
        ),
        (
            "!(MatchProperties.map == 'a' || MatchProperties.map == 'b')",
            "contains(`[\"a\", \"c\"]`, MatchProperties.map)",
            false,
        ),
        (
            "MatchProperties.mode == 'x' && MatchProperties.map == 'a'",
            "MatchProperties.mode == 'y' || MatchProperties.map == 'b'",
            true,
        ),
        ("MatchProperties.mode == 'x'", "MatchProperties.map == 'b'", false),
        ("MatchProperties.map == 'other'", "MatchProperties.map != 'other'", true),
        ("MatchProperties.map == 'other'", "!(MatchProperties.map == 'a')", false),
        ("MatchProperties.mean_rtt_ms < `0`", "MatchProperties.map", false),
        // No match has it, so that it is null.
        ("MatchProperties.nothing == 'a'", "", true),
        ("MatchProperties.nothing != 'a'", "", false),
        // A contradiction by itself.
        ("MatchProperties.map == 'a' && MatchProperties.map == 'b'", "", true),
        // Not decided, so nothing is said.
        ("starts_with(MatchProperties.map, 'a')", "starts_with(MatchProperties.map, 'b')", false),
        ("MatchProperties.map == MatchProperties.mode", "MatchProperties.map == 'a'", false),
    ];
    for (own, servers, expected) in table {
        let found = dead(&[(own, servers)]);
        assert_eq!(!found.is_empty(), expected, "{own} and {servers}: {found:#?}");
    }
    let closed = format!("\"Requirements\": \"{town}\", {}", allocators(&[(&woods, "")]));
    says("dead-letters", &closed, "line 2, column 80", Severity::Warning, "never starts one");
    is_silent("dead-letters", &closed.replace("town_square", "lostwoods"));
}

#[test]
fn buffers_are_held_against_the_rate() {
    let served = |per_s, replaced, text: &str| {
        let circumstances =
            Circumstances { matches_per_s: per_s, replaced, longest_match_s: Some(300), ..Circumstances::default() };
        let found = findings(text, &circumstances).into_iter().filter(|one| one.check == "buffer");
        found.map(|one| (one.place.to_string(), one.words)).collect::<Vec<_>>()
    };
    let at = |per_s, text: &str| served(per_s, 0.0, text);
    let found = at(Some(0.1), BUFFER);
    assert_eq!((found.len(), found[0].0.as_str()), (1, "line 10, column 19"));
    // Simulated days miss 7.3 % with 5 servers and 0.7 % with 8: the table of the guide.
    assert!(found[0].1.starts_with("a buffer of 5 misses 6.8 % at 0.1 matches a second and 45 s"), "{}", found[0].1);
    assert!(found[0].1.ends_with("8 would miss 0.7 %"), "{}", found[0].1);
    assert_eq!(at(Some(0.1), &BUFFER.replace("bufferSize: 5", "bufferSize: 8")), []);
    assert_eq!(at(None, BUFFER), []);
    assert_eq!(at(Some(0.02), BUFFER), []);
    // With servers of one match 42.7 % with 5, 0.7 % with 10.
    let found = served(Some(0.1), 1.0, BUFFER);
    assert!(found[0].1.starts_with("a buffer of 5 misses at least 25.4 % at 0.1 matches"), "{}", found[0].1);
    assert!(found[0].1.ends_with("10 would miss 0.8 %"), "{}", found[0].1);
    assert_eq!(served(Some(0.1), 1.0, &BUFFER.replace("bufferSize: 5", "bufferSize: 10")), []);
    // 2 % of (1 a second for 300 s) is 7: not enough for 2.33 sqrt(2 x 37.5) = 20.2.
    assert_eq!(at(Some(1.0), FLEET), []);
    assert_eq!(at(Some(1.0), &FLEET.replace("bufferSize: 20%", "bufferSize: 2%")).len(), 1);
    // A number that no fleet has, and that would take long to compute.
    assert_eq!(at(Some(1e300), BUFFER), []);
}

#[test]
fn the_most_replicas_are_held_against_the_peak() {
    let at = |per_s, text: &str| {
        let circumstances =
            Circumstances { matches_per_s: Some(per_s), longest_match_s: Some(300), ..Circumstances::default() };
        let found = findings(text, &circumstances).into_iter().filter(|one| one.check == "replicas");
        found.map(|one| one.words).collect::<Vec<_>>()
    };
    // 165 in use on average, and 165 + 2.33 sqrt(165) = 195 at times.
    assert_eq!(at(0.55, BUFFER), Vec::<String>::new());
    let found = at(0.7, BUFFER);
    assert!(found.len() == 1 && found[0].starts_with("maxReplicas (200) is below the peak's need"), "{found:?}");
    assert!(found[0].contains("210 servers in use on average, and 244 at times"), "{found:?}");
    // The chain's evening has 2,000.
    assert_eq!(at(6.0, FLEET), Vec::<String>::new());
    assert_eq!(at(7.0, FLEET).len(), 1);
}

#[test]
fn schedules_are_held_against_the_simulated_days() {
    let days = |from: i64, count: i64| {
        let days_s = Some(from..from + count * 86_400);
        let circumstances = Circumstances { days_s, ..Circumstances::default() };
        findings(FLEET, &circumstances).into_iter().filter(|one| one.check == "schedule").collect::<Vec<_>>()
    };
    // 2026-05-20, a Wednesday; the windows are on Fridays and Saturdays until the end of the month.
    let wednesday = 1_779_235_200;
    let found = days(wednesday, 2);
    assert_eq!(
        (found.len(), found[0].severity, found[0].place.to_string()),
        (1, Severity::Warning, "line 51, column 11".into())
    );
    assert!(found[0].words.contains("(2026-05-20 to 2026-05-21 in UTC)"), "{}", found[0].words);
    assert_eq!((days(wednesday, 3), days(wednesday + 20 * 86_400, 7).len()), (vec![], 1));
}

#[test]
fn names_are_those_of_the_scenario() {
    let names = Names { maps: vec!["lostwoods".into()], modes: vec!["duel".into()], ..Names::default() };
    let circumstances = Circumstances { names: Some(names), ..Circumstances::default() };
    let found = of_broker(
        "names",
        &allocators(&[("MatchProperties.map == 'lostwood'", "MatchProperties.mode != 'x'")]),
        &circumstances,
    );
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].2.starts_with("no match of this scenario has the map `lostwood`")
            && found[0].2.contains("there are lostwoods")
    );
    assert!(found[1].2.contains("the mode `x`") && found[1].2.ends_with("set `mode_mix`"), "{found:?}");
    let right = allocators(&[("MatchProperties.map == 'lostwoods'", "MatchProperties.season == 'x'")]);
    assert_eq!(of_broker("names", &right, &circumstances), []);
}

#[test]
fn other_fleets_are_named() {
    let two =
        format!("{FLEET}---\n{}", FLEET.split("---").nth(1).unwrap().replace("name: lostwoods\n", "name: town\n"));
    let found = findings(&two, &Circumstances::default());
    assert_eq!((found.len(), found[0].severity), (1, Severity::Note), "{found:?}");
    assert!(found[0].words.starts_with("Fleet `town` is valid, but not simulated"), "{found:?}");
}

#[test]
fn autoscalers_find_their_fleet() {
    let said =
        |text: &str| findings(text, &Circumstances::default()).into_iter().map(|one| one.words).collect::<Vec<_>>();
    assert_eq!(said(FLEET), Vec::<String>::new());
    let other = said(&FLEET.replace("fleetName: lostwoods", "fleetName: lostwood"));
    assert!(other.len() == 1 && other[0].starts_with("there is no Fleet `lostwood` in these files"), "{other:?}");
    let counter = said(&FLEET.replace("key: rooms", "key: players"));
    assert!(counter.len() == 1 && counter[0].contains("have no counter `players`"), "{counter:?}");
    let twice = said(&format!("{FLEET}---\n{}", BUFFER.replace("anywhere", "lostwoods")));
    assert!(
        twice.len() == 1 && twice[0].starts_with("`lostwoods-autoscaler` scales fleet `lostwoods`, too"),
        "{twice:?}"
    );
}

#[test]
fn the_documentations_example_is_right() {
    assert_eq!(findings(ALLOCATORS, &Circumstances::default()), []);
}
