//! The schema of the messages between ladder and client, compared with the messages of real sessions.

use jsonschema::Validator;
use matchday_base::{Rng, SimTime, Streams};
use matchday_ranked::RankedDay;
use matchday_ranked::settings::RankedSettings;
use matchday_scenario::Params;
use matchday_scenario::player_actions::Person;
use matchday_sim::Simulate;
use matchday_sim::servers::region_names;
use matchday_sim::{SimulationData, World};
use matchday_tests::{built_in, json, params};
use matchday_wire::messages::{ClientMessage, Constraints, Message, PartyRef, ServerMessage};
use rand::RngExt;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const SCHEMA: &str = "www/views/ranked/contract.schema.json";

fn schema() -> Validator {
    jsonschema::draft202012::new(&json(SCHEMA)).unwrap()
}

/// The schema of one kind of message.
fn schema_of(kind: &str) -> Validator {
    let mut schema = json(SCHEMA);
    schema.as_object_mut().unwrap().remove("oneOf");
    schema["$ref"] = format!("#/$defs/{kind}").into();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// All messages in three hours of a player who queues, answers and leaves at random.
fn session(dataset: &SimulationData, pairs: &[(&str, &str)], friends: u8, seed: u64) -> Vec<Value> {
    let small = [("ccu", "600"), ("accounts", "1500"), ("match_s", "120"), ("accept_rate", "0.95")];
    let params: Params = params(&[&small, pairs].concat());
    let world = Arc::new(World::new(dataset, &params).unwrap());
    let here = region_names(&world).into_iter().find(|name| *name == "Europe").unwrap().to_owned();
    let mut day = RankedDay::new(world, &params, RankedSettings::of(&params).unwrap().unwrap(), None);
    day.advance(SimTime::DAY_START.since(day.now()));
    let person = Person { lat_hundredths: 5_011, lon_hundredths: 868, skill: 1_500 };
    day.connect(person, friends, &Constraints::default()).unwrap();
    let (mut rng, mut said, mut last) = (Streams::new(seed).stream("session"), Vec::new(), Vec::new());
    for _ in 0..3 * 3_600 {
        if let Some(message) = something(&mut rng, params.ranked(), &here, friends, &last) {
            // Impossible actions are refused and send no message.
            let _ = day.tell(&message);
        }
        day.advance(1);
        last.extend(day.take_messages().into_iter().map(|told| told.message));
        said.extend(
            last.iter().skip(said.len()).map(|message| serde_json::to_value(message).unwrap()).collect::<Vec<_>>(),
        );
    }
    said
}

fn something(rng: &mut Rng, mode: &str, region: &str, friends: u8, told: &[Message]) -> Option<ClientMessage> {
    let ticket = told.iter().rev().find_map(|message| match message {
        Message::Server(ServerMessage::RankedQueued { ticket_id, .. }) => Some(*ticket_id),
        _ => None,
    });
    let found = told.iter().rev().find_map(|message| match message {
        Message::Server(ServerMessage::RankedMatchFound { match_id, accept_token, .. }) => {
            Some((*match_id, accept_token.clone()))
        }
        _ => None,
    });
    match rng.random_range(..100_u32) {
        0..3 => Some(ClientMessage::RankedQueueJoin {
            mode_id: mode.to_owned(),
            region: region.to_owned(),
            party_id: (friends > 0 && rng.random_ratio(1, 2)).then_some(PartyRef(1)),
            constraints: rng.random_ratio(1, 2).then(|| Constraints {
                max_ping_ms: rng.random_ratio(1, 2).then(|| 50 + rng.random_range(..200_u16)),
                crossplay: rng.random_ratio(1, 2).then(|| rng.random_ratio(1, 2)),
                map_pool: rng.random_ratio(1, 2).then(|| vec![rng.random_range(..4)]),
                region_lock: rng.random_ratio(1, 2).then(|| rng.random_ratio(1, 2)),
            }),
        }),
        3 if rng.random_ratio(1, 8) => Some(ClientMessage::RankedQueueLeave { ticket_id: ticket? }),
        4..40 => {
            let (ticket_id, (match_id, accept_token)) = (ticket?, found?);
            Some(match rng.random_ratio(9, 10) {
                true => ClientMessage::RankedAcceptMatch { ticket_id, match_id, accept_token },
                false => ClientMessage::RankedDeclineMatch { ticket_id, match_id, accept_token },
            })
        }
        _ => None,
    }
}

#[test]
fn all_messages_of_sessions_match_the_schema() {
    let (schema, dataset) = (schema(), built_in());
    let mut kinds = BTreeMap::<String, u32>::new();
    let sessions: [(&[(&str, &str)], u8); 3] = [
        (&[("ranked", "1v1"), ("newcomers", "0")], 0),
        (&[("ranked", "2v2"), ("ready", "double"), ("widening", "0:4000:254")], 1),
        (&[("ranked", "ffa4"), ("queue", "bands"), ("rating", "elo")], 0),
    ];
    for (seed, (pairs, friends)) in (0..).zip(sessions) {
        for message in session(&dataset, pairs, friends, seed) {
            let errors: Vec<String> = schema.iter_errors(&message).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{message}: {errors:?}");
            let kind = message["type"].as_str().unwrap();
            assert!(schema_of(kind).is_valid(&message));
            *kinds.entry(kind.to_owned()).or_default() += 1;
        }
    }
    assert_eq!(kinds.len(), 10, "every kind of message was sent: {kinds:?}");
    assert!(kinds.values().sum::<u32>() > 300, "{kinds:?}");
}

/// Each message of the document, with tokens added, and with ids in their present form.
#[test]
fn the_examples_of_the_contract_are_messages() {
    let schema = schema();
    for (kind, message) in [
        (
            "RankedQueueJoin",
            json!({"type": "RankedQueueJoin", "modeId": "1v1", "region": "eu-west", "partyId": null, "constraints": {"maxPingMs": 80}}),
        ),
        (
            "RankedMatchFound",
            json!({"type": "RankedMatchFound", "matchId": "m_34", "acceptDeadline": 1712345678,
                   "opponentsSummary": {"avgMmr": 1520, "teamSizes": [1, 1]}, "acceptToken": "5f0c8a91d2e4b637"}),
        ),
        (
            "RankedRatingUpdate",
            json!({"type": "RankedRatingUpdate", "matchId": "m_34", "delta": 18, "newRating": 1538, "newTier": "Gold-1"}),
        ),
    ] {
        assert!(schema.is_valid(&message) && schema_of(kind).is_valid(&message), "{message}");
        let read: Message = serde_json::from_value(message.clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), message);
    }
}

/// The examples of every kind of message, with its name.
fn examples() -> Vec<(String, Value)> {
    let all = json(SCHEMA)["$defs"].as_object().unwrap().clone();
    let kinds = all.into_iter().filter(|(name, _)| name.starts_with("Ranked"));
    kinds
        .flat_map(|(name, kind)| {
            let examples = kind["examples"].as_array().cloned().unwrap_or_default();
            assert!(!examples.is_empty(), "{name} has an example");
            examples.into_iter().map(move |example| (name.clone(), example))
        })
        .collect()
}

#[test]
fn every_example_is_a_message_of_its_kind_alone_and_is_read() {
    let (schema, examples) = (schema(), examples());
    for (kind, example) in &examples {
        assert!(schema.is_valid(example), "{example}");
        for (other, _) in &examples {
            assert_eq!(schema_of(other).is_valid(example), other == kind, "{example} as {other}");
        }
        let client = schema_of("ClientMessage").is_valid(example);
        assert_ne!(client, schema_of("ServerMessage").is_valid(example));
        assert_eq!(serde_json::from_value::<ClientMessage>(example.clone()).is_ok(), client, "{example}");
        assert_eq!(serde_json::from_value::<ServerMessage>(example.clone()).is_ok(), !client, "{example}");
    }
}

/// The places of all objects in a value, as pointers.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    if let Value::Object(fields) = value {
        found.push(at.to_owned());
        for (name, field) in fields {
            objects(field, &format!("{at}/{name}"), found);
        }
    }
}

#[test]
fn what_is_missing_too_much_or_of_another_type_is_refused_by_the_schema_and_by_the_reader() {
    let schema = schema();
    let mut refused = 0;
    for (_, example) in examples() {
        let mut places = Vec::new();
        objects(&example, "", &mut places);
        for place in &places {
            let names: Vec<String> = example.pointer(place).unwrap().as_object().unwrap().keys().cloned().collect();
            let mut mutants = Vec::new();
            let mut mutant = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
                let mut changed = example.clone();
                change(changed.pointer_mut(place).unwrap().as_object_mut().unwrap());
                mutants.push(changed);
            };
            mutant(&|fields| drop(fields.insert("more".into(), 1.into())));
            for name in &names {
                mutant(&|fields| drop(fields.remove(name)));
                let other =
                    |value: &Value| if value.is_object() { json!("text") } else { json!({"of": "another type"}) };
                mutant(&|fields| drop(fields.insert(name.clone(), other(&fields[name]))));
            }
            for mutant in mutants {
                let read = serde_json::from_value::<Message>(mutant.clone()).is_ok();
                assert_eq!(schema.is_valid(&mutant), read, "{mutant}");
                refused += u32::from(!read);
            }
        }
    }
    assert!(refused > 100, "{refused}");
    for wrong in [
        json!({"type": "RankedQueueLeave", "ticketId": "m_12"}),
        json!({"type": "RankedQueueLeave", "ticketId": "t_012"}),
        json!({"type": "RankedQueueJoin", "modeId": "7v7", "region": "Europe"}),
        json!({"type": "RankedRatingUpdate", "matchId": "m_34", "delta": 1.5, "newRating": 1538, "newTier": "Gold-1"}),
        json!({"type": "RankedRatingUpdate", "matchId": "m_34", "delta": 1, "newRating": 1538, "newTier": "Gold-3"}),
        json!({"type": "RankedMatchCancelled", "reason": "bored"}),
        json!([]),
    ] {
        assert!(!schema.is_valid(&wrong), "{wrong}");
    }
}
