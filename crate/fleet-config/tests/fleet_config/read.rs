//! Files as users have them, and files as nobody should.

use matchday_fleet::broker::{AllocatorSettings, BrokerSettings, FilterId};
use matchday_fleet::servers::autoscaler::{
    AutoscalerSettings, Buffer, Chain, Counter, Link, Policy, Reserve, Schedule, Windows,
};
use matchday_fleet::servers::{FleetSettings, HealthSettings};
use matchday_fleet_config::requirement::Requirement;
use matchday_fleet_config::{Configuration, Finding, Place, ReadError, Severity, read};
use proptest::prelude::*;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

const ALLOCATORS: &str = include_str!("fixtures/allocators.json");
const TIMERS: &str = include_str!("fixtures/timers.json");
const FLEET: &str = include_str!("fixtures/fleet.yaml");
const BUFFER: &str = include_str!("fixtures/buffer.yaml");

fn berlin(zone: &str) -> Option<i32> {
    (zone == "Europe/Berlin").then_some(7200)
}

fn read_text(text: &str) -> Result<(Configuration, Vec<Finding>), ReadError> {
    read(text.as_bytes(), &berlin)
}

fn good(text: &str) -> (Configuration, Vec<Finding>) {
    read_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn the_documentations_broker_is_read_as_it_stands() {
    let (configuration, findings) = good(ALLOCATORS);
    assert_eq!(findings.iter().map(|finding| finding.check).collect::<Vec<_>>(), ["server-map", "server-map"]);
    let (settings, requirements) = configuration.broker.unwrap().settings();
    let allocator = |description: &str, ready_deadline_s, filter| AllocatorSettings {
        description: description.to_string(),
        ready_deadline_s,
        requirement: Some(FilterId(filter)),
        server_filter: Some(FilterId(filter)),
        ..AllocatorSettings::default()
    };
    let allocators = vec![allocator("Lostwoods allocator", 30, 0), allocator("Forbidden forest allocator", 45, 1)];
    assert_eq!(settings, BrokerSettings { allocators, ..BrokerSettings::default() });
    let texts: Vec<_> = requirements.iter().map(Requirement::text).collect();
    assert_eq!(texts, ["MatchProperties.map == 'lostwoods'", "MatchProperties.map == 'forbidden_forest'"]);
}

#[test]
fn the_documentations_timers_are_the_defaults() {
    let (configuration, findings) = good(TIMERS);
    assert_eq!((configuration.broker.unwrap().settings().0, findings), (BrokerSettings::default(), vec![]));
    let other = TIMERS.replace("10,", "11,").replace("90,", "91,").replace("30,", "31,").replace("120", "121");
    let settings = good(&other).0.broker.unwrap().settings().0;
    let expected = BrokerSettings {
        match_pickup_s: 91,
        match_ready_s: 31,
        match_max_run_s: 121 * 60,
        server_max_lifetime_s: 11 * 60,
        ..BrokerSettings::default()
    };
    assert_eq!(settings, expected);
}

#[test]
fn braces_marks_and_line_ends_make_no_difference() {
    let expected = good(ALLOCATORS).0.broker.unwrap().settings();
    let layouts = [
        format!("{{{ALLOCATORS}}}"),
        format!("\u{feff}{ALLOCATORS}"),
        ALLOCATORS.replace('\n', "\r\n"),
        ALLOCATORS.replace("  ", "\t"),
        format!("{{\n{}\n}}", ALLOCATORS.replace("  ", "\t").replace('\n', "\r\n")),
        ALLOCATORS.replace(['\n', ' '], "").replace("==", " == "),
    ];
    for text in layouts {
        let settings = good(&text).0.broker.unwrap().settings();
        assert_eq!(settings.0.allocators.len(), expected.0.allocators.len(), "{text}");
        assert_eq!(settings.1, expected.1, "{text}");
    }
}

#[test]
fn a_fleet_and_its_autoscaler_are_read_as_agones_users_write_them() {
    let (configuration, findings) = good(FLEET);
    let named: Vec<_> =
        findings.iter().map(|finding| (finding.check, finding.severity, &finding.words[..15])).collect();
    let note = |words| ("not-simulated", Severity::Note, words);
    assert_eq!(named, [note("`spec.schedulin"), note("`spec.strategy`"), note("`spec.template.")]);
    let evening = Schedule {
        start_s: Some(1_777_593_600),
        end_s: Some(1_780_264_800),
        windows: Some(Windows {
            cron: "0 18 * * fri,sat".parse().unwrap(),
            utc_offset_s: 7200,
            duration_s: Some(19_800),
        }),
        policy: Box::new(Policy::Buffer(Buffer { size: Reserve::Percent(20), min_replicas: 20, max_replicas: 2000 })),
    };
    let rooms = Counter { size: Reserve::Absolute(50), min_capacity: 100, max_capacity: 5000 };
    let chain = Chain(vec![
        Link { id: "evening".to_string(), policy: Policy::Schedule(evening) },
        Link { id: "rooms".to_string(), policy: Policy::Counter(rooms) },
    ]);
    let expected = FleetSettings {
        name: "lostwoods".to_string(),
        replicas: 20,
        matches_per_server: NonZeroU32::new(10).unwrap(),
        health: HealthSettings { initial_delay_s: 30, period_s: 10, failures: 2 },
        autoscaler: Some(AutoscalerSettings { policy: Policy::Chain(chain), every_s: 15 }),
        ..FleetSettings::default()
    };
    assert_eq!(configuration.fleet_settings(), [expected]);
}

#[test]
fn an_autoscaler_may_stand_alone() {
    let (configuration, findings) = good(BUFFER);
    assert_eq!(findings, []);
    let buffer = Buffer { size: Reserve::Absolute(5), min_replicas: 10, max_replicas: 200 };
    assert_eq!(configuration.autoscalers[0].settings, AutoscalerSettings::new(Policy::Buffer(buffer)));
}

#[test]
fn unknown_keys_are_reported_and_read_over() {
    let text = ALLOCATORS.replace("\"ReadyDeadlineSeconds\": 45", "\"ReadyDeadlineSecond\": 45");
    let (configuration, findings) = good(&text);
    assert_eq!(configuration.broker.unwrap().allocators[1].ready_deadline_s.value, 30);
    let slip = findings.iter().find(|finding| finding.severity > Severity::Note).unwrap();
    assert_eq!((findings.len(), slip.place), (3, Place::at(23, 9)));
    assert_eq!(
        slip.words,
        "unknown key `MatchBroker.Allocators[1].Configuration.ReadyDeadlineSecond` is not read: did you mean \
         `ReadyDeadlineSeconds`?"
    );
    let (_, findings) =
        good(&FLEET.replace("    replicas: 20", "    replica: 20").replace("periodSeconds", "PeriodSeconds"));
    assert!(findings[2].words.ends_with("did you mean `periodSeconds`?"), "{findings:?}");
    // Other objects of a cluster pass.
    let (_, findings) = good(&format!("apiVersion: v1\nkind: Service\nspec: {{x: 1}}\n---\n{BUFFER}"));
    assert_eq!((findings.len(), findings[0].severity), (1, Severity::Note));
}

#[test]
fn what_is_valid_and_not_simulated_is_named() {
    let webhook =
        "type: Webhook\n    webhook: {service: {name: scaler, namespace: default, path: scale}}\n    ignored:";
    let (configuration, findings) = good(&BUFFER.replace("type: Buffer\n    buffer:", webhook));
    assert_eq!(configuration.autoscalers[0].settings.policy, Policy::NotSimulated);
    let said: Vec<_> = findings.iter().map(|finding| (finding.severity, finding.words.as_str())).collect();
    assert!(
        said[0].0 == Severity::Note && said[0].1.starts_with("a Webhook policy is valid, but not simulated"),
        "{said:?}"
    );
    for kind in ["List", "Wasm"] {
        let text = BUFFER.replace("type: Buffer\n    buffer:", &format!("type: {kind}\n    {}:", kind.to_lowercase()));
        let (_, findings) = good(&text);
        assert_eq!((findings.len(), findings[0].severity), (1, Severity::Note), "{findings:?}");
    }
    let (_, findings) =
        good("{apiVersion: allocation.agones.dev/v1, kind: GameServerAllocation, spec: {selectors: []}}");
    assert_eq!((findings.len(), findings[0].severity), (1, Severity::Note));
}

#[test]
fn lists_of_objects_and_generated_names_are_read() {
    let list = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: agones.dev/v1\n  kind: Fleet\n  metadata: {generateName: lost-}\n  \
                spec: {replicas: 3}\n- apiVersion: autoscaling.agones.dev/v1\n  kind: FleetAutoscaler\n  \
                metadata: {generateName: scaler-}\n  spec: {fleetName: lost-x7k2, policy: {type: Buffer, buffer: {bufferSize: 2, \
                maxReplicas: 9}}}\n";
    let (configuration, findings) = good(list);
    assert_eq!(findings, []);
    let settings = configuration.fleet_settings();
    assert_eq!((settings.len(), settings[0].replicas, settings[0].autoscaler.is_some()), (1, 3, true));
    assert_eq!(matchday_fleet_config::lint::lint(&configuration, &Default::default()), []);
    let error = read_text(&list.replace("replicas: 3", "replicas: x")).unwrap_err().to_string();
    assert!(error.starts_with("line 7, column 20: `spec.replicas` has to be"), "{error}");
}

#[test]
fn places_name_their_file() {
    let mut configuration = Configuration::default();
    configuration.read(TIMERS.as_bytes(), &berlin).unwrap();
    let error = configuration.read(TIMERS.as_bytes(), &berlin).unwrap_err();
    assert_eq!((error.place.file, error.place.line), (1, 2));
    assert!(error.to_string().contains("first at line 2, column 31: keep one"), "{error}");
    let error = configuration.read(b"{", &berlin).unwrap_err();
    assert_eq!(error.place.file, 2);
}

/// Each slip, what is replaced by it, and the message with its place.
#[test]
fn slips_are_refused_with_line_and_column() {
    let slips = [
        (
            TIMERS,
            "90",
            "0",
            "line 3, column 29: `MatchBroker.MatchPickupTimeSeconds` has to be a whole number from 1 to 604800, but here is the number 0",
        ),
        (
            TIMERS,
            "90",
            "\"90\"",
            "line 3, column 29: `MatchBroker.MatchPickupTimeSeconds` has to be a whole number from 1 to 604800, but here is the text \"90\"",
        ),
        (
            TIMERS,
            "90",
            "1.5",
            "line 3, column 29: `MatchBroker.MatchPickupTimeSeconds` has to be a whole number from 1 to 604800, but here is the number 1.5",
        ),
        (TIMERS, "90", "1e99", "line 3, column 29: `MatchBroker.MatchPickupTimeSeconds` has to be a whole number"),
        (
            TIMERS,
            "90",
            "[90]",
            "line 3, column 29: `MatchBroker.MatchPickupTimeSeconds` has to be a whole number from 1 to 604800, but here is a list",
        ),
        (
            TIMERS,
            "MatchReadyTimeSeconds",
            "MatchPickupTimeSeconds",
            "line 4, column 3: key `MatchPickupTimeSeconds` is here a second time, first at line 3, column 3: keep one",
        ),
        (TIMERS, "90,", "90, }", "line 4, column "),
        (
            ALLOCATORS,
            "\"Configuration\": {",
            "\"Configuration\": 5, \"x\": {",
            "line 6, column 24: `MatchBroker.Allocators[0].Configuration` has to be an object, but here is the number 5",
        ),
        (
            ALLOCATORS,
            "== 'lostwoods'",
            "== ",
            "line 15, column 23: `MatchBroker.Allocators[0].Requirements`: no JMESPath at character 24",
        ),
        (
            ALLOCATORS,
            "MatchProperties.map == 'lostwoods'",
            "sort(MatchProperties.map)",
            "line 15, column 23: `MatchBroker.Allocators[0].Requirements`: function `sort` cannot be used",
        ),
        (
            FLEET,
            "replicas: 20",
            "replicas: -1",
            "line 10, column 13: `spec.replicas` has to be a whole number from 0 to 1000000, but here is the number -1",
        ),
        (
            FLEET,
            "bufferSize: 20%",
            "bufferSize: 100%",
            "line 61, column 27: `spec.policy.chain[0].schedule.policy.buffer.bufferSize` has to be a whole number or a percentage from 1% to 99%",
        ),
        (
            FLEET,
            "minReplicas: 20",
            "minReplicas: 2001",
            "line 62, column 28: `minReplicas` (2001) is above `maxReplicas` (2000)",
        ),
        (
            FLEET,
            "type: Counter",
            "type: Budget",
            "line 65, column 15: `spec.policy.chain[1].type` has to be one of Buffer, Counter, Schedule, Chain, Webhook",
        ),
        (
            FLEET,
            "type: Counter",
            "type: ''",
            "line 65, column 15: `spec.policy.chain[1].type` has to be one of Buffer, Counter, Schedule, Chain, Webhook",
        ),
        (
            FLEET,
            "Europe/Berlin",
            "Europe/Bonn",
            "line 55, column 23: `spec.policy.chain[0].schedule.activePeriod.timezone` has to be a time zone",
        ),
        (
            FLEET,
            "0 18 * * fri,sat",
            "0 25 * * *",
            "line 56, column 24: `spec.policy.chain[0].schedule.activePeriod.startCron`: field 2",
        ),
        (
            FLEET,
            "5h30m",
            "5 hours",
            "line 57, column 23: `spec.policy.chain[0].schedule.activePeriod.duration` has to be a duration",
        ),
        (
            FLEET,
            "2026-06-01",
            "2026-02-30",
            "line 53, column 18: `spec.policy.chain[0].schedule.between.end` has to be a date",
        ),
        (FLEET, "2026-06-01", "2026-04-01", "line 52, column 13: `end` is not after `start`"),
        (
            FLEET,
            "agones.dev/v1\nkind: Fleet\n",
            "stable.agones.dev/v1alpha1\nkind: Fleet\n",
            "line 3, column 1: `apiVersion: stable.agones.dev/v1alpha1` of a Fleet is not read: write `apiVersion: agones.dev/v1`",
        ),
        (FLEET, "    periodSeconds", "   periodSeconds", "line 2"),
        (BUFFER, "bufferSize: 5", "x: 5", "line 10, column 7: `spec.policy.buffer.bufferSize` is missing"),
        (
            BUFFER,
            "maxReplicas: 200",
            "maxReplicas: 4\n      #",
            "line 11, column 20: `minReplicas` (10) is above `maxReplicas` (4)",
        ),
    ];
    for (text, from, to, message) in slips {
        assert!(text.contains(from), "{from}");
        let error = read_text(&text.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.starts_with(message), "{to}\nis      {error}\nnot     {message}");
    }
}

#[test]
fn files_of_something_else_are_refused() {
    let unknown = "neither a match broker (`MatchBroker`, or under `Catena`) nor a Fleet or FleetAutoscaler of Agones (`apiVersion`, `kind`)";
    let large = " ".repeat((1 << 20) + 1);
    for (text, words) in [
        ("", unknown),
        ("# nothing", unknown),
        ("---\n---", unknown),
        ("[]", unknown),
        ("{}", unknown),
        ("{\"Matchmaker\": {}}", unknown),
        ("5", "neither JSON nor YAML: here is the number 5"),
        ("hello", "neither JSON nor YAML: here is the text \"hello\""),
        (&large, "more than 1048576 bytes: leave out what does not concern servers"),
    ] {
        let error = read_text(text).expect_err(words).to_string();
        assert_eq!(error, format!("line 1, column 1: {words}"));
    }
}

/// Whatever it is, it is read or refused within a moment, and every place lies in the file.
fn survives(bytes: &[u8]) {
    let start = Instant::now();
    let places: Vec<Place> = match read(bytes, &berlin) {
        Ok((configuration, mut findings)) => {
            findings.extend(matchday_fleet_config::lint::lint(&configuration, &Default::default()));
            findings.into_iter().map(|finding| finding.place).collect()
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            vec![error.place]
        }
    };
    let lines: Vec<usize> =
        String::from_utf8_lossy(bytes).split(['\n', '\r']).map(|line| line.chars().count() + 1).collect();
    for Place { line, column, .. } in places {
        let within = line >= 1 && line as usize <= lines.len() + 1 && column >= 1;
        let longest = lines.iter().copied().max().unwrap_or(1);
        assert!(within && column as usize <= longest + 1, "line {line}, column {column} of\n{lines:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&bytes);
    }

    /// Signs that mean something to YAML, JSON and JMESPath.
    #[test]
    fn any_signs_are_survived(text in "([\\[\\]{}:,\"'`&*!|>#%@?~ \\n\\t-]|\\.\\.\\.|---|MatchBroker|Allocators|a|0|\\\\u|<<: ){0,120}") {
        survives(text.as_bytes());
    }

    #[test]
    fn damaged_files_are_survived(
        which in 0..4usize,
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0..12usize, proptest::collection::vec(any::<u8>(), 0..6)), 1..6),
        pieces in any::<bool>(),
    ) {
        let mut bytes = [ALLOCATORS, TIMERS, FLEET, BUFFER][which].as_bytes().to_vec();
        for (at, length, new) in cuts {
            let at = at.index(bytes.len().max(1)).min(bytes.len());
            let end = (at + length).min(bytes.len());
            // Either anything, or something of the file itself.
            let new = if pieces { new.iter().map(|&from| bytes[usize::from(from) * 3 % bytes.len().max(1)]).collect() } else { new };
            bytes.splice(at..end, new);
        }
        survives(&bytes);
    }
}
