//! Files as users share them, with what Agones, its cron and .NET's settings say to each, and near ones.

use jiff::tz::TimeZoneDatabase;
use matchday_fleet::broker::BrokerSettings;
use matchday_fleet::servers::autoscaler::{Buffer, Policy, Reserve, Schedule};
use matchday_fleet_config::lint::lint;
use matchday_fleet_config::requirement::Requirement;
use matchday_fleet_config::{Configuration, Finding, Severity, read};
use std::collections::BTreeSet;

/// The zones of the tests as browsers know them: in any upper and lower case, and some that are no files.
fn offset_s(zone: &str) -> Option<i32> {
    [("Europe/Berlin", 7_200), ("America/New_York", -14_400), ("PST", -25_200)]
        .into_iter()
        .find_map(|(name, s)| name.eq_ignore_ascii_case(zone).then_some(s))
}

/// The configuration of files that are read together, and all findings; a refused file is a finding.
fn read_all(files: &[&str]) -> (Configuration, Vec<Finding>) {
    let (mut configuration, mut findings) = (Configuration::default(), Vec::new());
    for file in files {
        match configuration.read(file.as_bytes(), &offset_s) {
            Ok(found) => findings.extend(found),
            Err(error) => findings.push(error.into()),
        }
    }
    findings.extend(lint(&configuration, &Default::default()));
    (configuration, findings)
}

fn of_severity(files: &[&str], severity: Severity) -> Vec<String> {
    let found = read_all(files).1.into_iter().filter(|finding| finding.severity == severity);
    found.map(|Finding { place, words, .. }| format!("{place}: {words}")).collect()
}

fn errors(files: &[&str]) -> Vec<String> {
    of_severity(files, Severity::Error)
}

#[track_caller]
fn is_right(files: &[&str]) {
    let (_, findings) = read_all(files);
    assert!(findings.iter().all(|finding| finding.severity == Severity::Note), "{files:#?}\n{findings:#?}");
}

#[track_caller]
fn is_wrong(files: &[&str], words: &str) {
    let found = errors(files);
    assert!(found.len() == 1 && found[0].contains(words), "{files:#?}\n{found:#?}\nnot {words}");
}

fn fleet(metadata: &str) -> String {
    format!("{{apiVersion: agones.dev/v1, kind: Fleet, metadata: {{{metadata}}}, spec: {{replicas: 3}}}}\n")
}

fn autoscaler_of(metadata: &str, policy: &str) -> String {
    format!(
        "{{apiVersion: autoscaling.agones.dev/v1, kind: FleetAutoscaler, metadata: {{{metadata}}}, \
         spec: {{fleetName: game, policy: {{{policy}}}}}}}\n"
    )
}

const BUFFER: &str = "type: Buffer, buffer: {bufferSize: 2, maxReplicas: 5}";

fn autoscaler(metadata: &str) -> String {
    autoscaler_of(metadata, BUFFER)
}

/// The policy of an autoscaler of the fleet `game`, or what is refused.
fn policy(policy: &str) -> Result<Policy, String> {
    let text = autoscaler_of("name: by", policy);
    let read = read(text.as_bytes(), &offset_s);
    read.map(|(configuration, _)| configuration.autoscalers[0].settings.policy.clone())
        .map_err(|error| error.to_string())
}

#[test]
fn names_are_unique_in_their_namespace() {
    let two = [fleet("name: game, namespace: dev"), fleet("name: game, namespace: prod")];
    let by_two = [autoscaler("name: e, namespace: dev"), autoscaler("name: e, namespace: prod")];
    is_right(&[&two[0], &two[1], &by_two[0], &by_two[1]]);
    is_right(&[&two.concat().replace("}\n{", "}\n---\n{"), &by_two.concat().replace("}\n{", "}\n---\n{")]);
    let items = format!("apiVersion: v1\nkind: List\nitems:\n- {}- {}- {}- {}", two[0], two[1], by_two[0], by_two[1]);
    is_right(&[&items]);
    // Without a namespace it is `default`.
    is_right(&[&fleet("name: game"), &fleet("name: game, namespace: dev")]);
    is_wrong(
        &[&fleet("name: game"), &fleet("name: game, namespace: default")],
        "a second Fleet `game` in namespace `default`",
    );
    is_wrong(
        &[&two[0], &two[0]],
        "line 1, column 59 of file 2: a second Fleet `game` in namespace `dev`, the first is at line 1, column 59",
    );
    is_wrong(&[&items.replace("name: game, namespace: prod", "name: game, namespace: dev")], "a second Fleet");
    is_wrong(&[&fleet("name: game"), &fleet("name: game, namespace: ''")], "namespace `default`");
    // Each autoscaler of its own fleet, but with one name.
    let other = autoscaler("name: e, namespace: dev").replace("fleetName: game", "fleetName: town");
    is_wrong(
        &[&two[0], &fleet("name: town, namespace: dev"), &by_two[0], &other],
        "a second FleetAutoscaler `e` in namespace `dev`",
    );
    is_right(&[&two[0], &fleet("name: town, namespace: dev"), &by_two[0], &other.replace("name: e", "name: f")]);
    is_wrong(&[&fleet("name: game, namespace: 5")], "`metadata.namespace` has to be a text");
}

#[test]
fn an_autoscaler_scales_a_fleet_of_its_namespace() {
    let (prod, dev) = (fleet("name: game, namespace: prod"), autoscaler("name: e, namespace: dev"));
    let words = "there is no Fleet `game` in namespace `dev`, where the autoscaler is, but one in namespace `prod` (line 1, column 59)";
    is_wrong(&[&prod, &dev], words);
    is_wrong(&[&dev, &prod], "in namespace `prod` (line 1, column 59 of file 2)");
    is_wrong(&[&prod, &autoscaler("name: e")], "no Fleet `game` in namespace `default`");
    is_wrong(&[&fleet("name: game"), &dev], "but one in namespace `default`");
    is_right(&[&fleet("name: game"), &autoscaler("name: e, namespace: default")]);
    is_right(&[&dev]);
    is_wrong(&[&prod, &fleet("name: town, namespace: dev"), &dev], "but one in namespace `prod`");
    // Two of one fleet, and two of fleets of one name.
    is_wrong(
        &[&prod, &autoscaler("name: a, namespace: prod"), &autoscaler("name: b, namespace: prod")],
        "`a` scales fleet `game`, too",
    );
    // The simulated fleet has the autoscaler of its namespace.
    let generous = autoscaler("name: e, namespace: prod").replace("maxReplicas: 5", "maxReplicas: 50");
    let (configuration, _) = read_all(&[&prod, &fleet("name: game, namespace: dev"), &dev, &generous]);
    let most: Vec<_> = configuration.fleet_settings().into_iter().map(|one| one.autoscaler.unwrap().policy).collect();
    let buffer = |max_replicas| Policy::Buffer(Buffer { size: Reserve::Absolute(2), min_replicas: 0, max_replicas });
    assert_eq!(most, [buffer(50), buffer(5)]);
}

#[test]
fn the_autoscalers_of_agones_are_not_nested_further() {
    let schedule = |inner: &str| {
        format!(
            "type: Schedule, schedule: {{activePeriod: {{startCron: '0 18 * * *', duration: 4h}}, policy: {{{inner}}}}}"
        )
    };
    let chain = |inner: &str| format!("type: Chain, chain: [{{id: a, {inner}}}, {{id: b, {BUFFER}}}]");
    for right in [BUFFER, &schedule(BUFFER), &chain(BUFFER), &chain(&schedule(BUFFER))] {
        assert!(policy(right).is_ok(), "{right}: {:?}", policy(right));
    }
    for (wrong, words) in [
        (chain(&chain(BUFFER)), "a Chain policy cannot be an entry of a Chain"),
        (schedule(&schedule(BUFFER)), "a Schedule policy cannot be the policy of a Schedule"),
        (schedule(&chain(BUFFER)), "a Chain policy cannot be the policy of a Schedule"),
        (chain(&schedule(&chain(BUFFER))), "a Chain policy cannot be the policy of a Schedule"),
        (chain(&schedule(&schedule(BUFFER))), "a Schedule policy cannot be the policy of a Schedule"),
    ] {
        let error = policy(&wrong).expect_err(&wrong);
        assert!(error.contains(words) && error.contains("Agones refuses it"), "{wrong}: {error}");
    }
}

#[test]
fn the_entries_of_a_chain_have_different_ids() {
    let chain = |ids: &[&str]| {
        let entry = |id: &&str| format!("{{{id}{BUFFER}}}");
        policy(&format!("type: Chain, chain: [{}]", ids.iter().map(entry).collect::<Vec<_>>().join(", ")))
    };
    for right in [&["id: a, ", "id: b, "][..], &["", "id: b, "], &["id: '', ", "id: '0', "], &["id: '1', ", ""], &[""]]
    {
        assert!(chain(right).is_ok(), "{right:?}: {:?}", chain(right));
    }
    for wrong in
        [&["id: a, ", "id: a, "][..], &["", ""], &["id: '', ", ""], &["", "id: b, ", ""], &["id: a, ", "", "id: a, "]]
    {
        let error = chain(wrong).unwrap_err();
        assert!(error.contains("the same id") && error.contains("give each its own"), "{wrong:?}: {error}");
    }
}

fn with_period(period: &str) -> Result<Schedule, String> {
    match policy(&format!("type: Schedule, schedule: {{activePeriod: {{{period}}}, policy: {{{BUFFER}}}}}"))? {
        Policy::Schedule(schedule) => Ok(schedule),
        other => panic!("{other:?}"),
    }
}

#[test]
fn cron_expressions_are_those_of_agones() {
    for right in
        ["'0 18 * * 0'", "'0 18 */1 * 1'", "'@every 1h'", "'@daily'", "'0 18 ? JAN-DEC Sun,sAt'", "'1,,2 * * * *'"]
    {
        assert!(with_period(&format!("startCron: {right}, duration: 4h")).is_ok(), "{right}");
    }
    for (wrong, words) in [
        ("'0 18 * * 7'", "from 0 to 6"),
        ("'0 18 * * 1-7'", "from 0 to 6"),
        ("'TZ=Europe/Berlin 0 18 * * *'", "write it as `timezone`"),
        ("'CRON_TZ=UTC 0 18 * * *'", "write it as `timezone`"),
        ("'@reboot'", "@every 1h30m"),
        ("'@every 1 h'", "@every 1h30m"),
    ] {
        let error = with_period(&format!("startCron: {wrong}, duration: 4h")).expect_err(wrong);
        assert!(error.contains(words), "{wrong}: {error}");
    }
    // Mondays only: 25 May 2026 is one.
    let mondays = with_period("startCron: '0 18 */1 * 1', duration: 4h").unwrap();
    let evening = 1_779_235_200 + 19 * 3_600;
    assert_eq!([0, 4, 5, 6].map(|days| mondays.is_active(evening + days * 86_400)), [false, false, true, false]);
    // Nothing is as good as no expression.
    assert_eq!(with_period("startCron: '', timezone: '', duration: ''").unwrap().windows, None);
}

#[test]
fn time_zones_are_those_of_the_database() {
    let names: BTreeSet<_> = include_str!("../../src/fleet/time-zones.txt").split_whitespace().collect();
    let available: Vec<_> = TimeZoneDatabase::bundled().available().map(|name| name.to_string()).collect();
    assert_eq!(names, available.iter().map(String::as_str).collect());
}

#[test]
fn time_zones_are_the_names_that_go_loads() {
    let offset = |zone: &str| {
        let period = format!("startCron: '0 18 * * *', duration: 4h, timezone: '{zone}'");
        with_period(&period).map(|schedule| schedule.windows.unwrap().utc_offset_s)
    };
    for (zone, offset_s) in [
        ("", 0),
        ("UTC", 0),
        ("Local", 0),
        ("Etc/UTC", 0),
        ("Etc/GMT+5", -18_000),
        ("Etc/GMT-14", 50_400),
        ("Etc/GMT+0", 0),
        ("Europe/Berlin", 7_200),
        ("America/New_York", -14_400),
    ] {
        assert_eq!(offset(zone), Ok(offset_s), "{zone}");
    }
    for zone in [
        "utc",
        "Utc",
        "local",
        "LOCAL",
        "Z",
        "etc/gmt+5",
        "ETC/GMT+5",
        "Etc/GMT+13",
        "Etc/GMT-15",
        "Etc/GMT+05",
        "Etc/GMT++5",
        "Etc/GMT",
        "europe/berlin",
        "EUROPE/BERLIN",
        "PST",
        " UTC",
        "+02:00",
    ] {
        let expected = zone == "Etc/GMT";
        assert_eq!(offset(zone).is_ok(), expected, "{zone}");
    }
    let local = autoscaler_of(
        "name: e",
        &format!(
            "type: Schedule, schedule: {{activePeriod: {{startCron: '@daily', duration: 4h, timezone: Local}}, policy: {{{BUFFER}}}}}"
        ),
    );
    let notes = of_severity(&[&local], Severity::Note);
    assert!(notes.len() == 1 && notes[0].contains("`Local` is the clock of Agones' controller"), "{notes:?}");
}

/// Durations are as Go reads them, up to its 290 years.
#[test]
fn durations_reach_as_far_as_gos() {
    let duration = |text: &str| {
        with_period(&format!("startCron: '0 18 * * *', duration: '{text}'")).map(|one| one.windows.unwrap().duration_s)
    };
    assert_eq!(duration("876000h"), Ok(Some(3_153_600_000)));
    assert_eq!(duration("2540400h"), Ok(Some(u32::MAX)));
    assert_eq!(duration("1h.5m"), Ok(Some(3_630)));
    assert!(
        duration("3000000h").is_err() && duration("0").is_err() && duration("-1h").is_err() && duration("1d").is_err()
    );
}

#[test]
fn merged_buffers_have_their_own_size() {
    let text = "{apiVersion: autoscaling.agones.dev/v1, kind: FleetAutoscaler, metadata: {name: m}, spec: {fleetName: game, policy: \
        {type: Chain, chain: [{id: evening, type: Schedule, schedule: {activePeriod: {startCron: '0 18 * * *', duration: 4h}, policy: \
        {type: Buffer, buffer: &size {bufferSize: 20, minReplicas: 20, maxReplicas: 100}}}}, \
        {id: else, type: Buffer, buffer: {<<: *size, bufferSize: 5}}]}}}";
    let (configuration, findings) = read_all(&[text]);
    assert_eq!(findings, []);
    let sizes: Vec<Buffer> = configuration.autoscalers[0].buffers.iter().map(|at| at.value).collect();
    let buffer = |size| Buffer { size: Reserve::Absolute(size), min_replicas: 20, max_replicas: 100 };
    assert_eq!(sizes, [buffer(20), buffer(5)]);
}

#[test]
fn counters_and_lists_are_one_match_a_server_and_say_so() {
    let with = |server: &str| {
        fleet("name: game").replace("replicas: 3", &format!("replicas: 3, template: {{spec: {{{server}}}}}"))
    };
    for (server, key, capacity) in [
        ("counters: {rooms: {count: 0, capacity: 10}}", "counters.rooms", 10),
        ("counters: {rooms: {}}", "counters.rooms", 1_000),
        ("lists: {players: {capacity: 16, values: []}}", "lists.players", 16),
    ] {
        let file = with(server);
        is_right(&[&file]);
        let notes = of_severity(&[&file], Severity::Note);
        let says = format!("`spec.template.spec.{key}` is simulated as one match per server");
        let cost = format!("up to {capacity} times the servers, and the cost");
        assert!(notes.len() == 1 && notes[0].contains(&says) && notes[0].contains(&cost), "{server}: {notes:?}");
    }
    for quiet in ["ports: []", "counters: {}", "counters: {rooms: {capacity: 1}}"] {
        assert_eq!(of_severity(&[&with(quiet)], Severity::Note), Vec::<String>::new(), "{quiet}");
    }
    let list = autoscaler_of("name: e", "type: List, list: {key: players, bufferSize: 2, maxCapacity: 9}");
    assert!(of_severity(&[&list], Severity::Note)[0].contains("a List policy is valid, but not simulated"));
}

const TIMERS: &str = include_str!("fixtures/timers.json");
const ALLOCATORS: &str = include_str!("fixtures/allocators.json");

fn settings(files: &[&str]) -> BrokerSettings {
    let (configuration, findings) = read_all(files);
    assert!(findings.iter().all(|finding| finding.severity < Severity::Error), "{findings:?}");
    configuration.broker.unwrap().settings().0
}

#[test]
fn the_two_excerpts_of_the_documentation_are_one_broker() {
    let timers = TIMERS.replace("90", "91").replace("30", "31");
    let both = settings(&[&timers, ALLOCATORS]);
    assert_eq!((both.match_pickup_s, both.match_ready_s, both.allocators.len()), (91, 31, 2));
    assert_eq!(both, settings(&[ALLOCATORS, &timers]));
    assert_eq!(both, settings(&[&format!("{{{timers}}}\n---\n{{\"Catena\": {{{ALLOCATORS}}}}}")]));
    // As they are printed, one after the other, with or without what is between them in the settings.
    for between in ["---\n", "\n---\n\n", "--- # allocators\n"] {
        assert_eq!(both, settings(&[&format!("{timers}{between}{ALLOCATORS}")]), "{between}");
    }
    assert_eq!(both, settings(&[&format!("{timers},\n"), &format!("{ALLOCATORS},")]));
    let empty = settings(&["{\"MatchBroker\": {}}", &timers, "{\"MatchBroker\": {\"Allocators\": []}}"]);
    assert_eq!(empty, BrokerSettings { match_pickup_s: 91, match_ready_s: 31, ..BrokerSettings::default() });
    // What both set contradicts, even if it is the same.
    is_wrong(
        &[&timers, TIMERS],
        "line 2, column 31 of file 2: key `MatchBroker.ServerMaxLifetimeMinutes` is here a second time, first at line 2, column 31",
    );
    is_wrong(
        &[ALLOCATORS, ALLOCATORS],
        "key `MatchBroker.Allocators` is here a second time, first at line 3, column 5",
    );
    let front = "{\"MatchBroker\": {\"Requirements\": \"MatchProperties.map == 'a'\"}}";
    is_wrong(&[front, front], "key `MatchBroker.Requirements` is here a second time");
    let reserve = "{\"MatchBroker\": {\"ServerReserveSeconds\": 5}}";
    is_wrong(&[reserve, front, reserve], "key `MatchBroker.ServerReserveSeconds` is here a second time");
    is_wrong(
        &[
            "{\"MatchBroker\": {\"ServerReserveSeconds\": 5}, \"Catena\": {\"MatchBroker\": {\"ServerReserveSeconds\": 5}}}",
        ],
        "a second time",
    );
}

#[test]
fn catenas_own_settings_are_read() {
    let file = r#"{
      "Logging": {"LogLevel": {"Default": "Information"}},
      "AllowedHosts": "*",
      "Catena": {
        "Matchmaker": {"MatchmakingQueues": {}},
        "MatchBroker": {
          "FastSchedule": 1, "ScheduleFrequencySeconds": 30, "DelayAllocationSeconds": 20,
          "MatchPickupTimeSeconds": 80, "MatchMaxRunTimeMinutes": 9,
          "Allocators": [
            {"Allocator": "CatenaLocalBareMetalAllocator", "Requirements": "",
             "Configuration": {"GameServerPath": "bin/game", "GameServerArguments": "-log", "GameServerEnvironment": {"A": "b"},
                               "ReadyDeadlineSeconds": 40}},
            {"Allocator": "CatenaGameLiftAllocator",
             "Configuration": {"Profile": "p", "Region": "us-east-1", "FleetArn": "a", "AllowFleetGrowth": true, "MaxFleetSize": 9,
                               "ProxyMatchesToGameLift": true, "ReadyDeadlineSeconds": 50}},
            {"Allocator": "CatenaEc2DirectAllocator",
             "Configuration": {"Profile": "p", "Region": "r", "MaxInstanceCount": 1, "LaunchTemplateId": "t"}},
            {"Allocator": "CatenaManagedHostAllocator", "Configuration": {"HostCount": 3, "ReadyDeadlineSeconds": 60}}
          ]
        }
      },
      "PreferredImplementations": {"ICatenaMatchmaker": "!CatenaMatchmaker"}
    }"#;
    is_right(&[file]);
    let all = settings(&[file]);
    assert_eq!((all.match_pickup_s, all.match_max_run_s), (80, 540));
    assert_eq!(all.allocators.iter().map(|one| one.ready_deadline_s).collect::<Vec<_>>(), [40, 50, 30, 60]);
    let notes = of_severity(&[file], Severity::Note);
    for key in [
        "FastSchedule",
        "ScheduleFrequencySeconds",
        "DelayAllocationSeconds",
        "Allocators[0].Configuration.GameServerEnvironment",
        "Allocators[1].Configuration.ProxyMatchesToGameLift",
        "Allocators[2].Configuration.LaunchTemplateId",
        "Allocators[3].Configuration.HostCount",
    ] {
        let says = format!("`Catena.MatchBroker.{key}` is valid, but not simulated");
        assert_eq!(notes.iter().filter(|note| note.contains(&says)).count(), 1, "{key}: {notes:#?}");
    }
    for section in ["`Logging`", "`AllowedHosts`", "`Catena.Matchmaker`", "`PreferredImplementations`"] {
        assert_eq!(notes.iter().filter(|note| note.contains(section)).count(), 1, "{section}: {notes:#?}");
    }
    // At top level as before, and without outer braces.
    assert_eq!(
        settings(&["{\"MatchBroker\": {\"FastSchedule\": 0, \"MatchPickupTimeSeconds\": 80}}"]).match_pickup_s,
        80
    );
    assert_eq!(settings(&["\"Catena\": {\"MatchBroker\": {\"MatchPickupTimeSeconds\": 80}}"]).match_pickup_s, 80);
    assert_eq!(settings(&["{\"MatchBroker\": null}"]), BrokerSettings::default());
    for without in ["{\"Catena\": null}", "{\"Catena\": {\"Matchmaker\": {}}}", "{\"Catena\": {\"MatchBrokr\": {}}}"] {
        is_wrong(&[without], "`Catena.MatchBroker` is missing");
    }
    // Slips are still slips, for every type of allocator.
    for (from, to, meant) in [
        ("\"MatchPickupTimeSeconds\"", "\"MatchPickupTimeSecond\"", "MatchPickupTimeSeconds"),
        ("\"ReadyDeadlineSeconds\": 60", "\"ReadyDeadlineSecond\": 60", "ReadyDeadlineSeconds"),
        ("\"ReadyDeadlineSeconds\": 50", "\"readyDeadlineSeconds\": 50", "ReadyDeadlineSeconds"),
        ("\"GameServerEnvironment\"", "\"GameServerEnvironmnt\"", "GameServerEnvironment"),
        ("\"FastSchedule\"", "\"FastSchedul\"", "FastSchedule"),
    ] {
        assert!(file.contains(from));
        let found: Vec<_> =
            read_all(&[&file.replace(from, to)]).1.into_iter().filter(|one| one.severity > Severity::Note).collect();
        assert!(found.len() == 1 && found[0].words.contains(&format!("did you mean `{meant}`")), "{to}: {found:#?}");
    }
    let printed = "{\"MatchBroker\": {\"Allocators\": [{\"Allocator\": \"CatenaLocalBareMetalAllocator\", \"Configuration\": \
                   {\"Profile\": \"p\", \"FleetArn\": \"a\", \"MaxFleetSize\": 1, \"ReadyDeadlineSeconds\": 30}}]}}";
    assert_eq!(of_severity(&[printed], Severity::Note).len(), 3);
    is_right(&[printed]);
    let foreign = file.replace("\"GameServerPath\"", "\"HostCount\": 3, \"GameServerPath\"");
    assert!(
        of_severity(&[&foreign], Severity::Warning)[0]
            .contains("unknown key `Catena.MatchBroker.Allocators[0].Configuration.HostCount`")
    );
}

#[test]
fn a_comment_swallows_no_key() {
    let file = "{\n  \"MatchBroker\": {\n    // players give up after 20 s\n    \"MatchReadyTimeSeconds\": 20,\n    \
                \"MatchPickupTimeSeconds\": 90, // queue\n    \"ServerMaxLifetimeMinutes\": 130, /* long */\n  }\n}\n";
    let expected = BrokerSettings { match_ready_s: 20, server_max_lifetime_s: 130 * 60, ..BrokerSettings::default() };
    assert_eq!(settings(&[file]), expected);
    assert_eq!(settings(&[&format!("// of the docs\n{}", &file[1..file.len() - 3].trim())]), expected);
    assert_eq!(settings(&[&file.replace('\n', "\r\n")]), expected);
    // Where YAML would read the comment as a part of something, the file is refused.
    assert_eq!(errors(&[&file.replace("\"MatchReadyTimeSeconds\"", "MatchReadyTimeSeconds")]).len(), 1);
}

#[test]
fn a_servers_map_is_the_one_it_is_started_with() {
    let with = |arguments: &str, more: &str| {
        format!(
            "{{\"MatchBroker\": {{\"Allocators\": [{{\"Configuration\": {{\"GameServerArguments\": {arguments}}}{more}}}]}}}}"
        )
    };
    let asked = |file: &str| {
        let (settings, requirements) = read_all(&[file]).0.broker.unwrap().settings();
        settings.allocators[0].server_filter.map(|filter| requirements[usize::from(filter.0)].clone())
    };
    let lostwoods = Some(Requirement::parse("MatchProperties.map == 'lostwoods'").unwrap());
    for arguments in [
        "\"-map lostwoods\"",
        "\"-map=lostwoods\"",
        "\"-log --map lostwoods -port 7777\"",
        "\"-log  -map\\tlostwoods\"",
        "[\"-log\", \"-map\", \"lostwoods\"]",
        "[\"--map=lostwoods\"]",
        "[\"-log -map lostwoods\"]",
        "\"+map 'lostwoods'\"",
        "\"-Map=\\\"lostwoods\\\" -log\"",
    ] {
        let file = with(arguments, "");
        assert_eq!(asked(&file), lostwoods, "{arguments}");
        let notes = of_severity(&[&file], Severity::Note);
        assert!(notes.len() == 1 && notes[0].contains("its servers ask for the map `lostwoods` alone"), "{notes:?}");
    }
    for arguments in ["\"\"", "\"-log\"", "\"-mapname lostwoods\"", "\"lostwoods\"", "[]", "null"] {
        let file = with(arguments, "");
        assert_eq!((asked(&file), of_severity(&[&file], Severity::Note)), (None, vec![]), "{arguments}");
    }
    for arguments in ["\"-map\"", "\"-map=\"", "\"-map 'lost woods'\"", "\"-map -log\"", "\"-map a -map b\""] {
        let file = with(arguments, "");
        let notes = of_severity(&[&file], Severity::Note);
        assert!(
            asked(&file).is_none() && notes.len() == 1 && notes[0].contains("its servers ask for every map"),
            "{arguments}: {notes:?}"
        );
    }
    // What is written about the servers wins.
    let file = with("\"-map lostwoods\"", ", \"ServerRequirements\": \"MatchProperties.map == 'town'\"");
    assert_eq!(asked(&file), Some(Requirement::parse("MatchProperties.map == 'town'").unwrap()));
    // The documentation's warning: a server with another map than the matches that it is started for.
    let own =
        |map: &str| with("\"-map town_square\"", &format!(", \"Requirements\": \"MatchProperties.map == '{map}'\""));
    assert!(
        of_severity(&[&own("forbidden_forest")], Severity::Warning)[0]
            .contains("refuse every match that they are started for")
    );
    is_right(&[&own("town_square")]);
}
