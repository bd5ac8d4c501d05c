//! `matchday run` as scripts use it: the real binary on real files.

use super::{folder, json, matchday, refusal, said, text, written};
use matchday_atlas::LatencyMap;
use matchday_tests::golden::Golden;
use matchday_tests::own;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn day(args: &[&str]) -> Value {
    json(&[&["run", "--json"], args].concat())
}

#[test]
fn prints_what_servers_did_where_there_are_any() {
    let scenario = ["--set", "ccu=300", "--set", "buffer=2", "--set", "fault.hang=0.01", "--set"];
    let of = |flow: &str| day(&[&scenario[..], &[&format!("fleet={flow}")]].concat());
    let (off, broker, register) = (of("off"), of("broker"), of("register"));
    let documented = [
        "servers_peak",
        "server_hours",
        "utilisation",
        "pickup_wait_mean_s",
        "pickup_wait_p95_s",
        "ready_wait_mean_s",
        "misses",
        "cold_starts",
        "matches_completed",
        "matches_lost",
        "matches_refused",
        "matches_open_at_start",
        "matches_open",
        "cost_per_hour_played",
    ];
    for key in documented {
        assert!(off[key].is_null(), "{key}");
        assert!(broker[key].as_f64().unwrap() >= 0.0 && register[key].as_f64().unwrap() >= 0.0, "{key}");
    }
    assert!(off["expiries"].is_null());
    assert_eq!(broker["joined"], off["joined"]);
    // Servers that hang are silent for longer than the broker's timeout.
    assert!(broker["expiries"]["ServerMaxLifetimeMinutes"].as_u64().unwrap() > 0);
    assert!(broker["matches_lost"].as_u64().unwrap() > 0);
    for flag in ["--aggregate", "--counted"] {
        for setting in ["fleet=broker", "ranked=1v1", "shadow=elo", "incidents=outage@18:30"] {
            let message = refusal(&["run", flag, "10", "--set", setting]);
            let (key, _) = setting.split_once('=').unwrap();
            assert!(message.contains(&format!("{key}: an aggregate day does not simulate it")), "{message}");
        }
    }
}

#[test]
fn wrong_arguments_exit_with_2_and_what_files_contain_with_1() {
    let code = |args: &str| said(&args.split_whitespace().collect::<Vec<_>>()).0;
    for args in [
        "run --set foo=1",
        "run --set ccu",
        "run --set ccu=many",
        "run --set dcs=atlantis",
        "run --set joins=exact",
        "run --link http://127.0.0.1/#v=1&foo=1 --colour",
        "run --aggregate 10 --set ranked=1v1",
        "run --set fleet=broker --set incidents=outage:atlantis@18:30",
        "run --events day.txt",
        "run --write-tickets day.txt",
        "rules run rules.json --colour",
        "season --db new.sqlite",
        "sweep #v=1&ccu=500",
        "rate --system elo --tau 0.5 missing.csv",
        "maps build missing.csv --out maps --until yesterday",
        "lint",
        "play",
    ] {
        assert_eq!(code(args), 2, "{args}");
    }
    for args in [
        "run --scenario missing.json",
        "run --set fleet=broker --set fleet_config=missing.json",
        "season --db new.sqlite --set ranked=1v1 --set fleet_config=missing.json",
        "run --set ranked=1v1 --set widening=missing.csv",
        "run --joins missing.csv",
        "run --set tickets=missing.csv",
        "sweep missing.json",
        "rate --system elo missing.csv",
    ] {
        assert_eq!(code(args), 1, "{args}");
    }
}

#[test]
fn a_file_sets_the_brokers_timers() {
    let file = written("run", "timers", r#"{"MatchBroker": {"MatchMaxRunTimeMinutes": 6, "Colour": "red"}}"#);
    let scenario = ["--set", "ccu=300", "--set", "fleet=broker", "--set", "buffer=5", "--set", "fault.hang=0.02"];
    let of_file = format!("fleet_config={file}");
    let told = [&scenario[..], &["--set", &of_file]].concat();
    // A hanging server is dropped after 10 minutes, unless its match is dropped after 6.
    let expiries = |args: &[&str]| day(args)["expiries"].as_object().unwrap().clone();
    assert!(expiries(&scenario).keys().eq(["ServerMaxLifetimeMinutes"]));
    assert!(expiries(&told).keys().eq(["MatchMaxRunTimeMinutes"]));
    let said = String::from_utf8(matchday(&[&["run"], &told[..]].concat()).stderr).unwrap();
    assert!(said.starts_with(&format!("{file}:1:47: warning: ")) && said.contains("Colour"), "{said}");
}

#[test]
fn a_link_contains_the_files_of_its_servers() {
    let broker = written("run", "linked", r#"{"MatchBroker": {"MatchPickupTimeSeconds": 7}}"#);
    let scenario = ["--set", "ccu=100", "--set", "fleet=broker", "--set", "buffer=1"];
    let by_file = day(&[&scenario[..], &["--set", &format!("fleet_config={broker}")]].concat());
    let link = "#v=1&fleet_config=---%20%23%20broker%0A%7BMatchBroker:%20%7BMatchPickupTimeSeconds:%207%7D%7D";
    let by_link = day(&[&["--link", link][..], &scenario].concat());
    assert_eq!(by_link["digest"], by_file["digest"]);
    assert_ne!(by_link["digest"], day(&scenario)["digest"]);
    // Servers may be off: the link of a page keeps the files.
    assert!(day(&["--link", link, "--set", "ccu=20"])["digest"].is_string());
}

#[test]
fn a_file_sets_the_fleet_of_every_datacenter() {
    let fleet = "apiVersion: agones.dev/v1\nkind: Fleet\nmetadata: {name: few}\nspec: {replicas: 3}\n";
    let broker = written("run", "pickup", r#"{"MatchBroker": {"MatchPickupTimeSeconds": 7}}"#);
    let files = format!("fleet_config={},{broker}", written("run", "fleet", fleet));
    let two = written("run", "two", "1,lima,-12,-77\n2,paris,49,2\n");
    let few = day(&["--set", "ccu=300", "--set", "fleet=broker", "--set", &files, "--datacenters", &two]);
    assert_eq!(few["servers_peak"], 2 * 3);
    assert_eq!(few["server_hours"], 2.0 * 3.0 * 24.0);
    assert!(few["expiries"]["MatchPickupTimeSeconds"].as_u64().unwrap() > 0);
    assert!(few["pickup_wait_p95_s"].as_u64().unwrap() < 7);
}

/// The first shown day is 20 May 2026, when New York is on summer time.
#[test]
fn schedules_of_the_shown_day_apply() {
    let scheduled = |name: &str, schedule: &str| {
        let yaml = format!(
            "apiVersion: agones.dev/v1\nkind: Fleet\nmetadata: {{name: few}}\nspec: {{replicas: 3}}\n---\n\
             apiVersion: autoscaling.agones.dev/v1\nkind: FleetAutoscaler\nmetadata: {{name: scaler}}\nspec:\n  \
             fleetName: few\n  policy:\n    type: Schedule\n    schedule: {{{schedule}, policy: {{type: Buffer, \
             buffer: {{bufferSize: 40, minReplicas: 40, maxReplicas: 99}}}}}}\n"
        );
        let (file, one) = (written("run", name, &yaml), written("run", "one", "1,lima,-12,-77\n"));
        let files = format!("fleet_config={file}");
        let day = day(&["--set", "ccu=20", "--set", "fleet=broker", "--set", &files, "--datacenters", &one]);
        (day["servers_peak"].as_u64().unwrap(), day["server_hours"].as_f64().unwrap())
    };
    let date = "between: {start: \"2026-05-20T09:00:00Z\", end: \"2026-05-20T11:00:00Z\"}";
    let (servers, server_hours) = scheduled("dated", date);
    assert!(servers >= 40, "{servers} servers: the schedule of the first shown day has not applied");
    assert!(server_hours > 24.0 * 3.0 + 2.0 * 30.0, "{server_hours} server hours");
    // 08:00 in New York in summer is 12:00 UTC: the window closes before the schedule ends, and reopens the
    // next day.
    let local = "activePeriod: {timezone: America/New_York, startCron: \"0 8 * * *\", duration: 1h}";
    let between = |start, end| format!("between: {{start: \"2026-05-20T{start}:00Z\", end: \"2026-05-20T{end}:00Z\"}}");
    let at_noon = scheduled("summer", &format!("{}, {local}", between("12:10", "12:50"))).0;
    let at_one = scheduled("winter", &format!("{}, {local}", between("13:10", "13:50"))).0;
    assert!(at_noon >= 40 && at_one < 40, "{at_noon} servers from 12:00 UTC, {at_one} from 13:00 UTC");
}

#[test]
fn matches_have_the_maps_that_a_file_asks_for() {
    let file = written(
        "run",
        "maps",
        r#"{"MatchBroker": {"MatchPickupTimeSeconds": 20, "Allocators": [
            {"Allocator": "A", "Requirements": "MatchProperties.map == 'wood'",
             "ServerRequirements": "MatchProperties.map == 'wood'"},
            {"Allocator": "B", "Requirements": "MatchProperties.map == 'town'",
             "ServerRequirements": "MatchProperties.map == 'wood'"}]}}"#,
    );
    let file = format!("fleet_config={file}");
    // Nobody gives up, so that every match that no server takes expires.
    let sets = |mix| ["ccu=300", "fleet=broker", "patience_s=600", &file, mix].map(|set| ["--set", set]);
    let day = |mix| day(sets(mix).as_flattened());
    let (none, mixed) = (day("map_mix="), day("map_mix=wood:1,town:1"));
    let count = |day: &Value, key: &str| day[key].as_f64().unwrap();
    // The only map is called `default`, which both allocators refuse.
    assert_eq!(count(&none, "matches_refused"), count(&none, "matches"));
    // Both allocators start servers, and no server asks for a match of the town.
    let (formed, lost) = (count(&mixed, "matches"), count(&mixed, "matches_lost"));
    assert!((lost / formed - 0.5).abs() < 4.0 * 0.5 / formed.sqrt(), "{lost} of {formed}");
    assert_eq!(count(&mixed, "matches_refused"), 0.0);
    assert_eq!(mixed["expiries"]["MatchPickupTimeSeconds"].as_f64(), Some(lost));
}

#[test]
fn a_fleet_without_servers_loses_its_players() {
    let day = day(&["--set", "ccu=2000", "--set", "fleet=broker", "--set", "buffer=0"]);
    let count = |key: &str| day[key].as_u64().unwrap();
    assert!(count("matches") < count("joined") && count("ccu_peak") < 500, "{day}");
    assert!(count("abandoned") > count("joined") * 9 / 10);
    assert_eq!(
        count("matches") + count("matches_open_at_start"),
        count("matches_completed") + count("matches_lost") + count("matches_refused") + count("matches_open")
    );
    assert!(day["cost_per_hour_played"].is_null() && day["pickup_wait_mean_s"].is_null());
}

#[test]
fn findings_about_servers_are_printed() {
    let output = matchday(&["run", "--set", "ccu=300", "--set", "fleet=broker", "--set", "buffer=0"]);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.starts_with("warning: 0 Ready at "), "{notes}");
}

#[test]
fn files_that_servers_cannot_be_told_are_named() {
    let broker = written("run", "broker", r#"{"MatchBroker": {"MatchReadyTimeSeconds": 30}}"#);
    let with = |files: &str, flow| {
        refusal(&["run", "--set", "ccu=10", "--set", &format!("fleet_config={files}"), "--set", flow])
    };
    let off = with(&broker, "fleet=off");
    let says = "fleet_config: the scenario has no servers to configure; set fleet=broker or fleet=register";
    assert!(off.contains(says), "{off}");
    assert!(with(&format!("{broker},{broker}"), "fleet=broker").contains("is here a second time"));
    assert!(with("nowhere.json", "fleet=broker").contains("nowhere.json: No such file"));
    let wrong = written("run", "wrong", r#"{"MatchBroker": {"MatchReadyTimeSeconds": 0}}"#);
    // Matches that share a server are not simulated, and the run says what that costs.
    let shared = "{apiVersion: agones.dev/v1, kind: Fleet, metadata: {name: few}, spec: {template: {spec: {counters: {rooms: {capacity: 8}}}}}}";
    let said = with(&format!("{},{wrong}", written("run", "shared", shared)), "fleet=broker");
    assert!(said.contains("note: `spec.template.spec.counters.rooms` is simulated as one match per server"), "{said}");
    let refused = with(&wrong, "fleet=register");
    assert!(refused.starts_with(&format!("{wrong}:1:43: error: ")), "{refused}");
    assert!(refused.ends_with("fleet_config: 1 error; correct the files, or leave them out\n"), "{refused}");
}

#[test]
fn prints_the_documented_keys() {
    let output = matchday(&["run", "--json", "--set", "ccu=300"]);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut keys: Vec<&str> = summary.as_object().unwrap().keys().map(String::as_str).collect();
    let mut documented = [
        "digest",
        "joined",
        "inside_at_start",
        "inside",
        "left",
        "failed",
        "abandoned",
        "abandoned_searching",
        "abandoned_placing",
        "abandoned_tickets",
        "quit",
        "matches",
        "bots_matches",
        "replay_loss_mean",
        "ccu_peak",
        "ccu_peak_at_s",
        "ccu_mean",
        "wait_mean_s",
        "wait_p50_s",
        "wait_p95_s",
        "wait_p99_s",
        "rtt_mean_ms",
        "rtt_p95_ms",
        "rtt_estimated_mean_ms",
        "share_le_50",
        "share_le_100",
        "warm_share",
        "wrongly_excluded",
        "wrongly_included",
        "worst_wait_mean_s",
        "worst_wait_p95_s",
        "worst_rtt_mean_ms",
        "rematch_share",
        "rematch_sample",
        "largest_group_share",
        "largest_group_sample",
        "wall_s",
    ];
    keys.sort_unstable();
    documented.sort_unstable();
    assert_eq!(keys, documented);
}

#[test]
fn a_day_without_matches_says_so_and_notes_what_is_odd() {
    // So few join that no sixteen of them ever search at once.
    let sets = ["ccu=10", "players=16", "ideal_s=5", "expand_s=5", "expand_ms=40"].map(|set| ["--set", set]);
    let output = matchday(&[&["run"], sets.as_flattened()].concat());
    let [table, notes] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    for name in ["wait_mean_s", "wait_p95_s", "rtt_mean_ms", "worst_rtt_mean_ms", "rematch_share"] {
        assert!(line(name).ends_with("no matches"), "{table}");
    }
    assert!(line("wrongly_excluded").ends_with("no estimates") && line("matches ").ends_with(" 0"), "{table}");
    assert!(notes.contains("matchday: The expanded limit of 40 ms is below"), "{notes}");
    assert!(day(sets.as_flattened())["wait_mean_s"].is_null());
}

#[test]
fn link_scenario_and_set_mean_the_same() {
    let folder = folder("scenario");
    let file = folder.join("scenario.json");
    fs::write(&file, r#"{"ccu": 300, "replay": 0.6, "bots": true}"#).unwrap();
    let by_set = day(&["--set", "ccu=300", "--set", "replay=0.6", "--set", "bots=1"]);
    for other in [&["--scenario", text(&file)][..], &["--link", "http://localhost/#v=1&bots=1&ccu=300&replay=0.6"]] {
        assert_eq!(day(other)["digest"], by_set["digest"], "{other:?}");
    }
    assert_ne!(day(&["--set", "ccu=300", "--set", "replay=0.6"])["digest"], by_set["digest"]);
}

#[test]
fn earlier_keys_mean_the_same() {
    let file = folder("earlier-keys").join("scenario.json");
    fs::write(&file, r#"{"ccu": 300, "fleet": "broker", "strikes": "outage@18:30"}"#).unwrap();
    let servers = ["--set", "ccu=300", "--set", "fleet=broker"];
    let with_outage = day(&[&servers[..], &["--set", "incidents=outage@18:30"]].concat());
    assert_eq!(day(&["--scenario", text(&file)])["digest"], with_outage["digest"]);
    assert_ne!(day(&servers)["digest"], with_outage["digest"]);

    let ranked = ["--set", "ccu=100", "--set", "accounts=150", "--set", "ranked=1v1"];
    let with = |key: &str| day(&[&ranked[..], &["--set", &format!("{key}=64800:join:50.11:8.68:1500:0")]].concat());
    assert_eq!(with("inside")["digest"], with("player_actions")["digest"]);
    assert_ne!(day(&ranked)["digest"], with("player_actions")["digest"]);
}

#[test]
fn minutes_add_up_to_the_summary() {
    let file = folder("minutes").join("minutes.csv");
    let sets = ["ccu=300", "days=2", "patience_s=25", "quit_rate=0.1"].map(|set| ["--set", set]);
    let summary = day(&[sets.as_flattened(), &["--minutes", text(&file)]].concat());
    let mut table = csv::Reader::from_path(&file).unwrap();
    let header = table.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let column = |name: &str| header.iter().position(|h| h == name).unwrap();
    let sum = |name: &str| rows.iter().map(|row| row[column(name)].parse::<f64>().unwrap()).sum::<f64>();
    assert_eq!(rows.len(), 2 * 1_440);
    for name in ["joined", "left", "failed", "abandoned_searching", "quit", "matches", "bots_matches"] {
        assert_eq!(sum(name), summary[name].as_f64().unwrap(), "{name}");
    }
    assert!(sum("abandoned_searching") > 0.0 && sum("quit") > 0.0);
    assert!((sum("ccu") / 2_880.0 - summary["ccu_mean"].as_f64().unwrap()).abs() < 1e-6);
    let everywhere: f64 = header.iter().filter(|h| h.ends_with("_players")).map(sum).sum();
    assert!((everywhere - sum("playing")).abs() < 1e-6, "datacenters hold everybody who plays");
}

#[test]
fn ladder_minutes_add_up_to_the_summary_and_odd_windows_are_told() {
    let file = folder("ladder").join("minutes.csv");
    let ranked = ["--set", "ccu=300", "--set", "accounts=500", "--set", "ranked=2v2", "--minutes", text(&file)];
    let output = matchday(&[&["run", "--json"], &ranked[..]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("widening=a: at 75 s the window opens to 125 ms, beyond its cap: held to 120"), "{told}");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut table = csv::Reader::from_path(&file).unwrap();
    let header = table.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let column = |name: &str| header.iter().position(|h| h == name).unwrap();
    let cell = |row: &csv::StringRecord, name: &str| row[column(name)].parse::<f64>().unwrap_or(0.0);
    let sum = |of: &dyn Fn(&csv::StringRecord) -> f64| rows.iter().map(of).sum::<f64>();
    let near =
        |found: f64, key: &str| assert!((found / summary[key].as_f64().unwrap() - 1.0).abs() < 1e-5, "{key}: {found}");
    ["dodges", "leavers"].iter().for_each(|name| near(sum(&|row| cell(row, name)), name));
    let formed = sum(&|row| cell(row, "formed"));
    // Checks that end on the day, instead of those that begin on it.
    let ended = formed / summary["accept_share"].as_f64().unwrap();
    assert!(ended >= formed && (ended - sum(&|row| cell(row, "offered"))).abs() < 20.0, "{ended}");
    near(sum(&|row| cell(row, "gap_mean") * cell(row, "formed")) / formed, "fairness_mean");
    let last = &rows[rows.len() - 1];
    ["rating_rmse", "rating_bias", "inflation"].iter().for_each(|name| near(cell(last, name), name));
}

#[test]
fn findings_about_a_ladder_are_printed() {
    let told = |team_update: &str| {
        let ranked = ["ccu=200", "accounts=400", "ranked=2v2", team_update].map(|set| ["--set", set]).concat();
        String::from_utf8(matchday(&[&["run"], &ranked[..]].concat()).stderr).unwrap()
    };
    let warning = "warning: Each player's own rating is compared with the opposing team (team_update=own).";
    let [own, team] = ["team_update=own", "team_update=team"].map(told);
    assert!(own.contains(warning) && !team.contains("team_update") && team.contains("note: "), "{own}\n{team}");
}

#[test]
fn plays_on_files_of_ones_own() {
    let folder = folder("own");
    fs::write(folder.join("datacenters.csv"), "id,name,lat,long\n1,here,50.11,8.68\n2,there,40.71,-74.0\n").unwrap();
    // 20 ms to `here` and 120 ms to `there`, everywhere: only warm bodies play at `there`.
    for (name, ms) in [("here", 20.0_f32), ("there", 120.0)] {
        let map: Vec<u8> = std::iter::repeat_n(ms.to_le_bytes(), 360 * 180).flatten().collect();
        fs::write(folder.join(format!("latency_{name}.bin")), map).unwrap();
    }
    let joins: String = (0..86_400)
        .step_by(7)
        .map(|s| format!("{:02}:{:02}:{:02},50.1,8.7\n", s / 3600, s / 60 % 60, s % 60))
        .collect();
    fs::write(folder.join("joins.csv"), joins).unwrap();
    let files = [folder.join("datacenters.csv"), folder.join("joins.csv")];
    let summary = day(&[
        "--set",
        "ccu=500",
        "--datacenters",
        text(&files[0]),
        "--maps",
        text(&folder),
        "--joins",
        text(&files[1]),
    ]);
    assert_eq!((summary["rtt_mean_ms"].as_f64(), summary["rtt_p95_ms"].as_u64()), (Some(20.0), Some(20)));
    // About 1 of 100,000 searches fails: the leftover players are drawn again each second.
    assert!(summary["failed"].as_u64().unwrap() < 10);
    // Such even joins keep CCU at the peak all day.
    assert!(summary["ccu_mean"].as_f64().unwrap() > 480.0);
}

#[test]
fn players_farther_than_a_picture_says_are_in_reach() {
    let folder = folder("far");
    let list = folder.join("datacenters.csv");
    fs::write(&list, "1,far,50.11,8.68\n").unwrap();
    let map = LatencyMap::from_fn(|_, _| Some(290.0));
    let floats: Vec<u8> = map.cells().iter().flat_map(|&ms| f32::from(ms).to_le_bytes()).collect();
    let own = ["--datacenters", text(&list), "--maps", text(&folder)];
    let limits = ["--set", "ccu=200", "--set", "ideal_ms=289", "--set", "expand_ms=300"];
    let arguments = [&["run", "--json"][..], &limits, &own].concat();
    fs::write(folder.join("latency_far.bin"), floats).unwrap();
    let summary = json(&arguments);
    assert_eq!((summary["rtt_mean_ms"].as_f64(), summary["rtt_p95_ms"].as_u64()), (Some(290.0), Some(290)));
    assert!(summary["warm_share"].as_f64().unwrap() < 0.2, "only those who found no others");

    fs::remove_file(folder.join("latency_far.bin")).unwrap();
    fs::write(folder.join("latency_far.png"), map.to_png()).unwrap();
    assert_eq!(json(&arguments)["rtt_mean_ms"].as_f64(), Some(255.0), "a picture knows no more");
    let says = said(&arguments).2;
    assert!(says.contains("latency_far.png: 64800 cells at 255, which means 255 ms or more in a picture"), "{says}");
}

#[test]
fn what_the_page_imports_plays_the_same_day() {
    let folder = folder("imported");
    own::files().iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    let golden = Golden::read().own;
    let (datacenters, joins) = (folder.join("datacenters.csv"), folder.join("joins.csv"));
    let own = ["--datacenters", text(&datacenters), "--maps", text(&folder), "--joins", text(&joins)];
    assert_eq!(day(&[&["--link", &golden.link][..], &own].concat())["digest"], golden.digest);
}

#[test]
fn every_recorded_row_joins_once_a_day() {
    let folder = folder("exact");
    // Rows in no order, some of them in the same second.
    let row = |k: u32| {
        let second = k * 7_919 % 43_200 * 2;
        format!("{:02}:{:02}:{:02},50.1,{}\n", second / 3600, second / 60 % 60, second % 60, k % 90)
    };
    fs::write(folder.join("joins.csv"), (0..20_000).map(row).collect::<String>()).unwrap();
    let joins = folder.join("joins.csv");
    let joined = |set: &[&str]| {
        let set = [&["joins=exact"], set].concat().into_iter().flat_map(|set| ["--set", set]);
        day(&set.chain(["--joins", text(&joins)]).collect::<Vec<_>>())["joined"].as_u64()
    };
    for set in [&[][..], &["ccu=500"], &["seed=9"], &["fleet=broker"], &["ranked=1v1", "accounts=50000"]] {
        assert_eq!(joined(set), Some(20_000), "{set:?}");
    }
    assert_eq!(joined(&["days=2"]), Some(40_000));
    let refused = refusal(&["run", "--set", "joins=exact"]);
    assert!(refused.contains("joins=exact: these joins are not recorded; load a file"), "{refused}");
}

#[test]
fn joins_of_which_more_than_a_tenth_cannot_be_read_are_not_simulated() {
    let joined = |good: usize, bad: usize| {
        let rows = "time,lat,long\n".to_owned() + &"0:05:02,50.1,8.7\n".repeat(good) + &"24:05:02,1,2\n".repeat(bad);
        let joins = written("run", &format!("joins-{good}-{bad}.csv"), rows);
        let (code, out, err) = said(&["run", "--json", "--set", "joins=exact", "--joins", &joins]);
        (code, serde_json::from_str::<Value>(&out).ok().map(|day| day["joined"].as_u64().unwrap()), err)
    };
    let (code, day, told) = joined(90, 10);
    assert!((code, day) == (0, Some(90)) && told.contains("10 of 100 rows refused"), "{told}");
    let (code, day, told) = joined(89, 11);
    assert_eq!((code, day), (1, None));
    let says = "11 of 100 rows cannot be read; the first are ";
    assert!(
        told.contains(says) && told.contains("line 91, column 1: time \"24:05:02\" is not a time of day"),
        "{told}"
    );
    assert!(told.ends_with("correct them: at most a tenth of the rows may be left out\n"), "{told}");
}

#[test]
fn an_aggregate_day_is_like_a_day_of_single_players() {
    let (single, aggregate) = (day(&["--set", "ccu=1000"]), day(&["--set", "ccu=500", "--aggregate", "2"]));
    assert_eq!(aggregate["joined"], single["joined"], "the same joins");
    let of = |name: &str| [&single, &aggregate].map(|summary| summary[name].as_f64().unwrap());
    for (name, apart) in [("ccu_mean", 0.05), ("wait_mean_s", 0.05), ("rtt_mean_ms", 0.02)] {
        let [single, aggregate] = of(name);
        assert!((aggregate / single - 1.0).abs() < apart, "{name}: {single} single, {aggregate} aggregate");
    }
    let minutes = folder("aggregate").join("minutes.csv");
    day(&["--set", "ccu=500", "--aggregate", "--minutes", text(&minutes)]);
    assert_eq!(fs::read_to_string(&minutes).unwrap().lines().count(), 1 + 1_440);
}

#[test]
fn says_what_is_wrong_and_where() {
    let folder = folder("wrong");
    let write = |name: &str, content: &str| {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let datacenters = write("datacenters.csv", "id,name,lat,long\n1,here,fifty,8.68\n");
    let good = write("good.csv", "1,here,50.11,8.68\n");
    let widening = format!("widening={}", text(&write("steps.csv", "seconds,points,ms\n0,100,50\n0,200,60\n")));
    fs::write(folder.join("latency_here.bin"), [0; 259_199]).unwrap();
    for (args, says) in [
        (&["run", "--set", "replay=2"][..], "replay=2: must be from 0 to 0.95"),
        (&["run", "--set", "speed=2"], "there is no parameter `speed`"),
        (&["run", "--set", "dcs=-atlantis"], "there is no datacenter `atlantis`"),
        (&["run", "--aggregate", "--set", "together=1"], "together: an aggregate day does not simulate it"),
        (&["run", "--aggregate", "99", "--set", "ccu=1000000"], "players at once; at most 19840160 are counted"),
        (&["run", "--scenario", "/nowhere.json"], "matchday: /nowhere.json: No such file"),
        (&["run", "--set", &widening], "steps.csv: line 3: "),
        (&["run", "--datacenters", text(&datacenters)], "line 2"),
        (&["run", "--datacenters", text(&good), "--maps", text(&folder)], "259199"),
        (&["run", "--datacenters", text(&good), "--maps", "/no-maps"], "/no-maps: "),
    ] {
        let message = refusal(args);
        assert!(message.contains(says), "{args:?} says: {message}");
    }
}

#[test]
#[cfg(not(feature = "plugins"))]
fn a_program_without_plug_ins_says_how_to_build_one_with_them() {
    let module = format!("plugin={}", written("run", "module.wasm", b"\0asm"));
    let refused = refusal(&["run", "--set", "policy=plugin", "--set", &module]);
    let says = "plugin: this program was built without plug-ins; build it with --features plugins";
    assert!(refused.contains(says), "{refused}");
}

#[test]
#[ignore = "needs measured maps: cargo xtask test native"]
fn runs_on_the_measured_maps() {
    let folder = PathBuf::from(std::env::var_os("MATCHDAY_REFERENCE_MAPS").unwrap());
    let datacenters = folder.join("datacenters.csv");
    let summary = day(&["--set", "ccu=2000", "--datacenters", text(&datacenters), "--maps", text(&folder)]);
    assert!(summary["rtt_mean_ms"].as_f64().unwrap() > 20.0);
}

/// A device in the place of a file once took all memory.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_never_ends_is_refused() {
    for args in [
        &["run", "--scenario", "/dev/zero"][..],
        &["run", "--set", "policy=rules", "--set", "rules=/dev/zero"],
        &["run", "--set", "policy=plugin", "--set", "plugin=/dev/zero"],
        &["run", "--set", "ranked=1v1", "--set", "widening=/dev/zero"],
        &["sweep", "/dev/zero"],
        &["plugin", "check", "/dev/zero"],
    ] {
        let (code, _, message) = said(args);
        assert!(code != 0);
        assert!(message.contains("/dev/zero: longer than 256 MB, far more than a file of this kind has"), "{message}");
    }
}
