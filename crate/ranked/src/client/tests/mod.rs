mod refusals;
mod told;

use super::*;
use crate::people::Doing;
use crate::settings::{RankedSettings, SettingsError};
use crate::{RankedDay, check};
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::time::{DAY_S, HOUR_S};
use matchday_matchmaker::ranked::state::State;
use matchday_scenario::Params;
use matchday_sim::servers::{FleetRules, Servers, region_names};
use matchday_sim::tiny::{CALENDAR, params, tiny_dataset};
use matchday_sim::world::World;
use matchday_sim::{Simulate, Snapshot};
use matchday_wire::messages::{Constraints as Asked, MatchRef, PartyRef, Reason, TicketRef};
use matchday_wire::season::Batch;
use rand::RngExt;
use std::sync::Arc;

type Pairs<'a> = &'a [(&'a str, &'a str)];

const SMALL: Pairs = &[
    ("ccu", "200"),
    ("accounts", "400"),
    ("parties", "0.3"),
    ("picky", "0.2"),
    ("accept_rate", "0.9"),
    ("leave_rate", "0.1"),
    ("newcomers", "0.05"),
    ("match_s", "90"),
];
const PERSON: Person = Person { lat_hundredths: 5_011, lon_hundredths: 868, skill: 1_700 };

fn of(pairs: Pairs) -> (Arc<World>, Params, RankedSettings) {
    let params = params(&[SMALL, pairs].concat());
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    let settings = RankedSettings::of(&params).unwrap().unwrap();
    (world, params, settings)
}

fn day(pairs: Pairs) -> RankedDay {
    let (world, params, settings) = of(pairs);
    RankedDay::new(world, &params, settings, None)
}

fn on_servers(pairs: Pairs) -> RankedDay {
    let (world, params, settings) = of(&[pairs, &[("fleet", "broker"), ("buffer", "3")]].concat());
    let servers = Servers::new(&world, FleetRules::of(&params).unwrap(), &params).unwrap();
    RankedDay::new(world, &params, settings, Some(servers))
}

/// A connected person at the beginning of the first shown day.
fn begun(mut day: RankedDay, friends: u8) -> RankedDay {
    day.advance(SimTime::DAY_START.since(day.now()));
    day.connect(PERSON, friends, &Asked::default()).unwrap();
    day
}

/// The only region of the tiny world.
fn region(day: &RankedDay) -> String {
    region_names(day.world())[0].to_owned()
}

/// The message with which the person queues, with its friends or alone.
fn join(day: &RankedDay, mode: &str, party: bool) -> ClientMessage {
    let (region, party_id) = (region(day), party.then_some(PartyRef(1)));
    ClientMessage::RankedQueueJoin { mode_id: mode.into(), region, party_id, constraints: None }
}

fn queue(day: &mut RankedDay, mode: &str, party: bool) {
    day.tell(&join(day, mode, party)).unwrap();
}

/// The state that a client knows from its messages.
#[derive(Default)]
struct Knows {
    ticket: Option<TicketRef>,
    found: Option<(MatchRef, String)>,
    log: Vec<LogEntry>,
}

impl Knows {
    fn receive(&mut self, day: &mut RankedDay) -> usize {
        let messages = day.take_messages();
        for told in &messages {
            match &told.message {
                Message::Server(ServerMessage::RankedQueued { ticket_id, .. }) => {
                    (self.ticket, self.found) = (Some(*ticket_id), None);
                }
                Message::Server(ServerMessage::RankedMatchFound { match_id, accept_token, .. }) => {
                    self.found = Some((*match_id, accept_token.clone()));
                }
                Message::Server(
                    ServerMessage::RankedMatchCancelled { .. } | ServerMessage::RankedRatingUpdate { .. },
                )
                | Message::Client(ClientMessage::RankedQueueLeave { .. }) => (self.ticket, self.found) = (None, None),
                _ => {}
            }
        }
        let count = messages.len();
        self.log.extend(messages);
        count
    }

    fn answer(&self, accepts: bool) -> Option<ClientMessage> {
        let (ticket_id, (match_id, accept_token)) = (self.ticket?, self.found.clone()?);
        Some(match accepts {
            true => ClientMessage::RankedAcceptMatch { ticket_id, match_id, accept_token },
            false => ClientMessage::RankedDeclineMatch { ticket_id, match_id, accept_token },
        })
    }

    /// A random message of a client, often a valid one.
    fn something(&self, rng: &mut Rng, mode: &str, region: &str) -> Option<ClientMessage> {
        let ticket_id = self.ticket.filter(|_| rng.random_ratio(9, 10)).unwrap_or(TicketRef(rng.random_range(..50)));
        match rng.random_range(..100_u32) {
            0..20 => self.answer(true),
            20..23 => self.answer(false),
            23 => Some(ClientMessage::RankedAcceptMatch {
                ticket_id,
                match_id: MatchRef(rng.random_range(..100)),
                accept_token: "0".repeat(16),
            }),
            24 => Some(ClientMessage::RankedQueueLeave { ticket_id }),
            25..35 => Some(ClientMessage::RankedQueueJoin {
                mode_id: if rng.random_ratio(19, 20) { mode } else { "7v7" }.into(),
                region: if rng.random_ratio(19, 20) { region } else { "Atlantis" }.into(),
                party_id: rng.random_ratio(1, 3).then(|| PartyRef(1 + rng.random_range(..8_u32) / 7)),
                constraints: rng.random_ratio(1, 3).then(|| Asked {
                    max_ping_ms: rng.random_ratio(1, 3).then(|| 10 + rng.random_range(..240_u16)),
                    crossplay: rng.random_ratio(1, 3).then(|| rng.random_ratio(1, 2)),
                    map_pool: rng.random_ratio(1, 3).then(|| vec![rng.random_range(..5)]),
                    region_lock: rng.random_ratio(1, 3).then(|| rng.random_ratio(1, 2)),
                }),
            }),
            _ => None,
        }
    }
}

/// A random session to the end of the third hour. Invariants hold at every second, and every event of the
/// person is reported to it.
fn session(day: RankedDay, mode: &str, friends: u8, seed: u32) -> (RankedDay, Knows, u32) {
    let mut day = begun(day, friends);
    let (mut rng, mut knows, mut refused) = (Streams::new(seed.into()).stream("session"), Knows::default(), 0);
    let here = region(&day);
    while day.now() < SimTime::DAY_START + 3 * HOUR_S {
        let before = day.client().map(|view| view.doing.0);
        if let Some(message) = knows.something(&mut rng, mode, &here) {
            refused += u32::from(day.tell(&message).is_err());
        }
        day.advance(1);
        check::sweep(&day).unwrap_or_else(|violation| panic!("{}: {violation}", day.now()));
        let told = knows.receive(&mut day);
        let after = day.client().map(|view| view.doing.0);
        let silently = after == Some(Doing::Ticket(State::Accepted))
            || before.is_none_or(|doing| matches!(doing, Doing::Offline | Doing::LeftMatch));
        assert!(before == after || told > 0 || silently, "{}: {before:?}, then {after:?}, untold", day.now());
    }
    (day, knows, refused)
}

/// Replays the actions from the parameter, in slices: the days and messages are the same.
fn replayed(live: &mut RankedDay, knows: &Knows, again: impl Fn(&str) -> RankedDay) {
    let inside = live.player_actions();
    let mut again = again(&inside);
    again.keep_journal();
    let mut log = Vec::new();
    for step in (1..).map(|step| step * 97 % 400 + 1) {
        let left = live.now().since(again.now());
        if left == 0 {
            break;
        }
        again.advance(step.min(left));
        log.extend(again.take_messages());
    }
    assert_eq!(log, knows.log, "{inside}");
    assert_eq!((again.player_actions(), again.client()), (inside, live.client()));
    let batch = live.take_batch();
    assert_eq!(again.take_batch(), batch);
    assert_eq!(batch.player_actions, live.player_actions());
    for day in [&mut *live, &mut again] {
        day.advance(2 * HOUR_S);
    }
    assert_eq!(again.summary(), live.summary());
    assert_eq!(again.take_messages(), live.take_messages());
}

#[test]
fn what_a_person_did_makes_the_same_day_again() {
    let scenarios: [(&str, u8, Pairs); 6] = [
        ("1v1", 0, &[]),
        ("2v2", 1, &[("widening", "b"), ("cancel_all", "1")]),
        ("3v3", 2, &[("queue", "global"), ("ready", "double")]),
        ("5v5", 4, &[("widening", "0:4000:254"), ("accept_rate", "1")]),
        ("ffa4", 0, &[("queue", "bands"), ("rating", "elo")]),
        ("1v1", 0, &[("ready", "instant"), ("rating", "wenglin"), ("shadow", "elo")]),
    ];
    let (mut said, mut refusals) = (0, 0);
    for (at, (mode, friends, pairs)) in scenarios.into_iter().enumerate() {
        for seed in 0..2 {
            let plain = |inside: &str| day(&[pairs, &[("ranked", mode), ("player_actions", inside)]].concat());
            let mut first = plain("");
            first.keep_journal();
            let (mut live, knows, refused) = session(first, mode, friends, 10 * at as u32 + seed);
            (said, refusals) = (said + knows.log.len(), refusals + refused);
            replayed(&mut live, &knows, plain);
        }
        let faulty: Pairs = &[("ranked", mode), ("fault.crash_in_match", "0.2"), ("incidents", "outage@01:10")];
        let placed = |inside: &str| on_servers(&[pairs, faulty, &[("player_actions", inside)]].concat());
        let mut first = placed("");
        first.keep_journal();
        let (mut live, knows, refused) = session(first, mode, friends, at as u32);
        (said, refusals) = (said + knows.log.len(), refusals + refused);
        replayed(&mut live, &knows, placed);
    }
    assert!(said > 1_000 && refusals > 1_000, "{said} messages, {refusals} refused");
}

#[test]
fn who_only_looks_in_changes_nothing_for_others() {
    let inside = "3600:join:50.11:8.68:1500:1/3600:leave/7200:join:50.11:8.68:1500:0/7200:leave";
    let after = |inside: &str| {
        let mut day = day(&[("ranked", "2v2"), ("player_actions", inside), ("newcomers", "0.2")]);
        day.advance(u32::MAX);
        day
    };
    let (with, without) = (after(inside), after(""));
    let ratings = |day: &RankedDay| -> Vec<(u32, f64)> {
        let others = day.ladder().season().players().filter(|(account, _)| !day.client.has(*account));
        others.map(|(account, rating)| (day.people().accounts().number(account), rating.points())).collect()
    };
    assert_eq!(ratings(&with), ratings(&without));
    assert_eq!(with.people().accounts().all().len(), without.people().accounts().all().len() + 2);
    let (with, without) = (with.summary(), without.summary());
    assert_eq!((with.joined, with.left), (without.joined + 3, without.left + 3));
    assert_eq!(with.wait_mean_s, without.wait_mean_s);
}

/// Searches until a match is found.
fn found(day: &mut RankedDay, knows: &mut Knows) {
    for _ in 0..3_600 {
        day.advance(1);
        knows.receive(day);
        if knows.found.is_some() {
            return;
        }
    }
    panic!("nothing found: {:?}", knows.log.last());
}

#[test]
fn who_dodges_is_locked_out_longer_each_time_and_who_is_not_accepted_waits_on() {
    let mut day = begun(day(&[("ranked", "1v1"), ("accept_rate", "1"), ("widening", "0:4000:254")]), 0);
    let mut knows = Knows::default();
    for (dodge, locked_s) in [(true, 120), (false, 300), (true, 600)] {
        queue(&mut day, "1v1", false);
        found(&mut day, &mut knows);
        let asked = day.now();
        if dodge {
            day.tell(&knows.answer(false).unwrap()).unwrap();
            let again = day.tell(&knows.answer(true).unwrap()).unwrap_err().to_string();
            assert_eq!(again, "this match is already answered: the first answer counts");
        }
        let doing = |day: &RankedDay| day.client().unwrap().doing.0;
        while doing(&day) != Doing::Offline {
            day.advance(1);
        }
        assert!(day.now().since(asked) <= 12);
        knows.receive(&mut day);
        let off = day.now() - 1;
        let reason = if dodge { Reason::YouDeclined } else { Reason::YouDidNotAnswer };
        let locked_until = Some(CALENDAR.unix_s(off + locked_s));
        let told = Message::Server(ServerMessage::RankedMatchCancelled { reason, locked_until });
        assert_eq!(knows.log.last(), Some(&LogEntry { at: off, message: told }));
        let mut early = 0;
        while let Err(refused) = day.tell(&join(&day, "1v1", false)) {
            let left_s = (off + locked_s).since(day.now());
            let says = format!("the person is locked out after a declined or ignored match: wait {left_s} s");
            assert_eq!(refused.to_string(), says);
            day.advance(1);
            early += 1;
        }
        assert_eq!(early, locked_s - 1);
        let id = knows_ticket(&mut day, &mut knows);
        day.tell(&ClientMessage::RankedQueueLeave { ticket_id: id }).unwrap();
        knows.receive(&mut day);
    }
}

fn knows_ticket(day: &mut RankedDay, knows: &mut Knows) -> TicketRef {
    knows.receive(day);
    knows.ticket.unwrap()
}

#[test]
fn what_a_person_asks_for_is_on_its_ticket() {
    let inside = "60:join:50.11:8.68:1500:0:lock:same:maps6:ping90";
    let mut day = day(&[("ranked", "1v1"), ("player_actions", inside)]);
    day.advance((SimTime::DAY_START + 60).since(day.now()));
    day.receive_actions();
    let ticket = day.queue().get(day.client.ticket.unwrap()).unwrap().clone();
    let constraints = Constraints { platform: 0, crossplay: false, maps: 6, region_lock: true };
    assert_eq!(ticket.constraints, constraints);
    assert!(ticket.rtts_ms.iter().all(|&ms| ms <= 90 || ms == OUT_OF_REACH_MS));
    assert!(ticket.rtts_ms.contains(&OUT_OF_REACH_MS) && ticket.rtts_ms.iter().any(|&ms| ms <= 90));
    let Message::Client(ClientMessage::RankedQueueJoin { constraints, .. }) = &day.take_messages()[0].message else {
        panic!()
    };
    let asked =
        Asked { max_ping_ms: Some(90), crossplay: Some(false), map_pool: Some(vec![1, 2]), region_lock: Some(true) };
    assert_eq!(*constraints, Some(asked));
}

#[test]
fn estimates_are_near_what_is_waited() {
    let mut day = begun(day(&[("ranked", "1v1"), ("ccu", "600"), ("accounts", "3000"), ("accept_rate", "1")]), 0);
    day.keep_journal();
    day.advance(2 * HOUR_S);
    let (mut estimated, mut asked) = (0.0, 0.0);
    let mut region_and_tier = Vec::new();
    let from = day.now();
    // Every minute of an hour: the estimates sent, and the actual waits of the tickets of that hour.
    for _ in 0..60 {
        queue(&mut day, "1v1", false);
        let ticket_id = TicketRef(day.client.ticket.unwrap().0);
        let ticket = day.queue().get(day.client.ticket.unwrap()).unwrap();
        region_and_tier.push((ticket.region.0, ticket.points()));
        for told in day.take_messages() {
            if let Message::Server(ServerMessage::RankedQueued { est_wait, .. }) = told.message {
                (estimated, asked) = (estimated + f64::from(est_wait), asked + 1.0);
            }
        }
        day.tell(&ClientMessage::RankedQueueLeave { ticket_id }).unwrap();
        day.advance(60);
    }
    let Batch { matches, tickets, .. } = day.take_batch();
    let created = |row: &matchday_wire::season::rows::Ticket| {
        let of = matches
            .iter()
            .find(|of| of.participants.iter().any(|one| one.player == row.leader) && of.finished == row.closed);
        of.map(|of| of.created)
    };
    let (region, _) = region_and_tier[0];
    let own =
        tickets.iter().filter(|row| row.region == region && (1_400..1_600).contains(&row.mmr) && row.created >= from.0);
    let waits: Vec<f64> = own
        .filter(|row| row.state == matchday_wire::season::rows::TicketState::Finished)
        .filter_map(|row| Some(f64::from(created(row)? - row.created)))
        .collect();
    let (mean, estimate) = (waits.iter().sum::<f64>() / waits.len() as f64, estimated / asked);
    assert!(waits.len() > 50 && mean > 2.0, "{} waits of {mean} s", waits.len());
    assert!(estimate < 2.0 * mean && mean < 2.0 * estimate, "{estimate} s estimated, {mean} s waited");
}

#[test]
fn what_inside_cannot_mean_is_said() {
    for (mode, inside, says) in [
        (
            "1v1",
            "5:wave",
            "player_actions: action 1, '5:wave': expected join, accept, decline or leave after the second",
        ),
        ("2v2", "5:leave/9:join:1:1:1500:2", "player_actions: event 2: 2 friends, in 2v2 at most 1 queue along"),
        ("ffa4", "9:join:1:1:1500:1", "player_actions: event 1: 1 friends, in ffa4 at most 0 queue along"),
    ] {
        let error: SettingsError =
            RankedSettings::of(&params(&[("ranked", mode), ("player_actions", inside)])).unwrap_err();
        assert_eq!(error.to_string(), says);
    }
    // Impossible actions are skipped, also after the last day and before the shown days.
    let mut day = day(&[("ranked", "1v1"), ("player_actions", "5:accept/9:leave/99999:join:1:1:1500:0")]);
    day.advance(u32::MAX);
    assert_eq!((day.player_actions(), day.client(), DAY_S < 99_999), (String::new(), None, true));
}
