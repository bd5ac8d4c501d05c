//! The policies against Agones' own test cases: see the README beside this file.

use matchday_base::calendar::Date;
use matchday_fleet::servers::autoscaler::{
    Buffer, Chain, Counter, Link, Look, Policy, Reserve, Room, Rooms, Scale, Schedule, Windows,
};
use serde_json::Value;

const CASES: &str = include_str!("cases.jsonl");

fn whole(value: &Value) -> u32 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number")) as u32
}

/// A number, or a percentage as text.
fn reserve(size: &Value) -> Reserve {
    match size.as_str() {
        Some(percent) => Reserve::Percent(percent.trim_end_matches('%').parse().unwrap()),
        None => Reserve::Absolute(whole(size)),
    }
}

/// An instant such as `2021-01-01T00:30:00Z` or `2024-08-01T10:07:36-06:00` as Unix time.
fn unix_s(text: &Value) -> Option<i64> {
    let (date, time) = text.as_str()?.split_once('T').unwrap();
    let two = |at: usize| time[at..at + 2].parse::<i64>().unwrap();
    let behind_h = time[8..].strip_prefix('-').map_or(0, |zone| zone[..2].parse().unwrap());
    Some(Date::parse(date).unwrap().unix_day() * 86_400 + (two(0) + behind_h) * 3_600 + two(3) * 60 + two(6))
}

fn policy(kind: &str, rule: &Value) -> Policy {
    match kind {
        "buffer" => Policy::Buffer(Buffer {
            size: reserve(&rule["bufferSize"]),
            min_replicas: whole(&rule["minReplicas"]),
            max_replicas: whole(&rule["maxReplicas"]),
        }),
        "counter" | "list" => Policy::Counter(Counter {
            size: reserve(&rule["bufferSize"]),
            min_capacity: whole(&rule["minCapacity"]),
            max_capacity: whole(&rule["maxCapacity"]),
        }),
        "schedule" => Policy::Schedule(schedule(rule)),
        "chain" => Policy::Chain(Chain(rule["entries"].as_array().unwrap().iter().map(link).collect())),
        "webhook" => Policy::NotSimulated,
        other => panic!("{other} is no policy"),
    }
}

fn link(entry: &Value) -> Link {
    Link { id: entry["id"].to_string(), policy: policy(entry["type"].as_str().unwrap(), entry) }
}

fn schedule(rule: &Value) -> Schedule {
    let utc_offset_s = match rule["timezone"].as_str() {
        None | Some("UTC") => 0,
        Some("America/Chicago") => -6 * 3_600,
        Some(other) => panic!("{other} is no zone of the cases"),
    };
    let hours = |text: &str| text.strip_suffix('h').unwrap().parse::<u32>().unwrap();
    let windows = rule["cron"].as_str().map(|cron| Windows {
        cron: cron.parse().unwrap(),
        utc_offset_s,
        duration_s: rule["duration"].as_str().map(|text| hours(text) * 3_600),
    });
    let inner = &rule["policy"];
    Schedule {
        start_s: unix_s(&rule["start"]),
        end_s: unix_s(&rule["end"]),
        windows,
        policy: Box::new(policy(inner["type"].as_str().unwrap(), inner)),
    }
}

fn room(of: &Value) -> Room {
    Room { count: whole(&of["count"]), capacity: whole(&of["capacity"]) }
}

/// The room on the servers that may be removed, in Agones' order: by node, the one with the fewest servers first; then by
/// free room, as the priority says; then by name.
fn removable(inputs: &Value, kind: &str, key: &str) -> Vec<Room> {
    let servers = inputs["servers"].as_array().unwrap().iter();
    let listed = servers.filter(|server| server["listed"] != Value::Bool(false) && server["state"] != "allocated");
    let descending = inputs["priorities"][0]["order"] == "descending";
    let mut rooms: Vec<_> = listed
        .map(|server| {
            let node = &inputs["nodes"][server["node"].as_str().unwrap()];
            let here = whole(&node["ready"]) + whole(&node["allocated"]);
            let of = server[kind].get(key).map(room).unwrap_or_default();
            let free = i64::from(of.capacity) - i64::from(of.count);
            let place = (here, server["node"].to_string(), if descending { -free } else { free });
            (place, server["name"].to_string(), of)
        })
        .collect();
    rooms.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    rooms.into_iter().map(|(.., room)| room).collect()
}

fn scale(case: &Value) -> Option<Scale> {
    let (inputs, kind) = (&case["inputs"], case["policy"].as_str().unwrap());
    let (status, rule, kinds) = (&inputs["status"], &inputs["rule"], format!("{kind}s"));
    let key = rule["key"].as_str().unwrap_or_default();
    let removable = if key.is_empty() { Vec::new() } else { removable(inputs, &kinds, key) };
    let rooms = || {
        let (of, template) = (status[&kinds].get(key)?, inputs["template"][&kinds].get(key)?);
        let (allocated, template) = (whole(&of["allocatedCount"]), room(template));
        Some(Rooms { total: room(of), allocated, template, removable: &removable })
    };
    let (replicas, allocated) = (whole(&status["replicas"]), whole(&status["allocated"]));
    let look = Look { replicas, allocated, rooms: rooms(), unix_s: unix_s(&inputs["now"]).unwrap_or(0) };
    policy(kind, rule).scale(&look)
}

#[test]
fn the_policies_decide_as_agones_does() {
    let (mut held, mut different) = (0, Vec::new());
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let switched_off =
            case["inputs"]["features"].as_object().is_some_and(|gates| gates.values().any(|on| on == false));
        // There are no feature gates here, and a policy without a type is an error of its file.
        if switched_off || case["policy"] == "none" {
            continue;
        }
        let expected = &case["expected"];
        let wanted = expected["replicas"]
            .as_u64()
            .map(|replicas| Scale { replicas: replicas as u32, limited: expected["limited"] == true });
        let found = scale(&case);
        if found != wanted {
            different.push(format!("{} {}: {found:?}, not {wanted:?}", case["policy"], case["case"]));
        }
        held += 1;
    }
    assert!(different.is_empty(), "{different:#?}");
    assert_eq!(held, 45 - 4 - 1);
}
