//! What a person cannot do, in words.

use super::*;

#[test]
fn what_cannot_be_is_refused_says_why_and_changes_nothing() {
    let (world, params, settings) = of(&[("ranked", "1v1")]);
    let mut day = RankedDay::new(world, &params, settings, None);
    let leave = |id| ClientMessage::RankedQueueLeave { ticket_id: TicketRef(id) };
    let refused = |day: &mut RankedDay, message: &ClientMessage| {
        let before = format!("{day:?}");
        let error = day.tell(message).unwrap_err().to_string();
        assert_eq!(format!("{day:?}"), before, "{message:?}");
        error
    };
    let here = region(&day);
    let ask = |mode: &str, region: &str, party: Option<u32>, constraints: Option<Asked>| {
        let party_id = party.map(PartyRef);
        ClientMessage::RankedQueueJoin { mode_id: mode.into(), region: region.into(), party_id, constraints }
    };
    let plain = ask("1v1", &here, None, None);
    let nobody = "no person is connected: connect with a place, a skill and a number of friends first";
    assert_eq!(refused(&mut day, &plain), nobody);
    day.connect(PERSON, 0, &Asked::default()).unwrap();
    assert!(refused(&mut day, &plain).starts_with("the first shown day has not begun"));
    day.advance(SimTime::DAY_START.since(day.now()));
    assert_eq!(refused(&mut day, &leave(0)), "ticketId: t_0 is not this person's present ticket");
    assert!(
        refused(&mut day, &ask("2v2", &here, None, None)).ends_with("'2v2' is not the mode of this day; use '1v1'")
    );
    assert!(refused(&mut day, &ask("1v1", "eu-west", None, None)).starts_with("region: there is no region 'eu-west'"));
    assert!(
        refused(&mut day, &ask("1v1", &here, Some(1), None)).starts_with("partyId: 'p_1' is not this person's party")
    );
    let maps = |pool: &[u8]| Some(Asked { map_pool: Some(pool.to_vec()), ..Asked::default() });
    assert!(refused(&mut day, &ask("1v1", &here, None, maps(&[]))).starts_with("constraints.mapPool"));
    assert!(refused(&mut day, &ask("1v1", &here, None, maps(&[4]))).starts_with("constraints.mapPool"));
    let ping = Some(Asked { max_ping_ms: Some(1), ..Asked::default() });
    assert!(refused(&mut day, &ask("1v1", &here, None, ping)).starts_with("constraints.maxPingMs: no datacenter"));
    assert_eq!(
        day.connect(PERSON, 1, &Asked::default()).unwrap_err().to_string(),
        "1 friends are too many: a party in 1v1 has room for at most 0"
    );
    assert_eq!(day.take_messages(), []);

    day.tell(&plain).unwrap();
    let mut knows = Knows::default();
    let id = knows_ticket(&mut day, &mut knows);
    assert_eq!(
        refused(&mut day, &plain),
        format!("the person is already in the queue or in a match with ticket {id}: leave first")
    );
    assert!(refused(&mut day, &leave(id.0 + 1)).ends_with("is not this person's present ticket"));
    let other = Person { skill: 1_701, ..PERSON };
    let error = day.connect(other, 0, &Asked::default()).unwrap_err();
    assert_eq!(error.to_string(), "another person is connected (50.11:8.68:1700): start a new session for this person");
    found(&mut day, &mut knows);
    assert_eq!(refused(&mut day, &leave(id.0)), "a match is offered: accept or decline it before leaving");
    let Some(ClientMessage::RankedAcceptMatch { ticket_id, match_id, accept_token }) = knows.answer(true) else {
        panic!()
    };
    let accept = |ticket_id, match_id, token: &str| {
        let accept_token = token.to_owned();
        ClientMessage::RankedAcceptMatch { ticket_id, match_id, accept_token }
    };
    let wrong = accept(ticket_id, match_id, "0123456789abcdef");
    assert_eq!(refused(&mut day, &wrong), "acceptToken: send the token of the RankedMatchFound message");
    let wrong = accept(ticket_id, MatchRef(match_id.0 + 1), &accept_token);
    assert!(refused(&mut day, &wrong).ends_with("is not offered to this person now"));
    let wrong = accept(TicketRef(ticket_id.0 + 1), match_id, &accept_token);
    assert!(refused(&mut day, &wrong).ends_with("is not this person's present ticket"));
    let deadline = knows.log.iter().rev().find_map(|told| match told.message {
        Message::Server(ServerMessage::RankedMatchFound { accept_deadline, .. }) => {
            Some(CALENDAR.sim_time(accept_deadline))
        }
        _ => None,
    });
    day.advance(deadline.unwrap().since(day.now()));
    let right = accept(ticket_id, match_id, &accept_token);
    assert_eq!(refused(&mut day, &right), "the time to answer this match has passed");
    day.advance(u32::MAX);
    assert_eq!(refused(&mut day, &leave(id.0)), format!("ticketId: {id} is not this person's present ticket"));
    assert_eq!(refused(&mut day, &plain), "the last day has ended: start a new session");
}

#[test]
fn nobody_leaves_a_match_between_its_acceptance_and_its_start() {
    let mut day = begun(on_servers(&[("ranked", "1v1"), ("accept_rate", "1")]), 0);
    let mut knows = Knows::default();
    queue(&mut day, "1v1", false);
    found(&mut day, &mut knows);
    day.tell(&knows.answer(true).unwrap()).unwrap();
    let doing = |day: &RankedDay| day.client().unwrap().doing.0;
    while doing(&day) == Doing::Ticket(State::MatchFound) {
        day.advance(1);
    }
    let leave = ClientMessage::RankedQueueLeave { ticket_id: knows_ticket(&mut day, &mut knows) };
    assert_eq!(day.tell(&leave).unwrap_err().to_string(), "the match is about to start: leave after its start");
    while doing(&day) == Doing::Ticket(State::Accepted) {
        day.advance(1);
    }
    day.tell(&leave).unwrap();
    assert_eq!(doing(&day), Doing::Offline, "its opponent has won");
}

#[test]
fn a_session_is_over_when_its_actions_fill_a_link() {
    let mut day = begun(day(&[("ranked", "1v1"), ("ccu", "10"), ("accounts", "100")]), 0);
    let joins_and_leaves = std::iter::from_fn(|| {
        let message = match day.client.ticket {
            Some(id) => ClientMessage::RankedQueueLeave { ticket_id: TicketRef(id.0) },
            None => join(&day, "1v1", false),
        };
        Some(day.tell(&message))
    });
    let full = joins_and_leaves.take(4_096).find_map(Result::err).unwrap().to_string();
    assert_eq!(full, "a link has room for 4096 characters of player actions, and they are used: start a new session");
    assert!((4_060..=4_096).contains(&day.player_actions().len()));
}

#[test]
fn the_sweep_sees_what_is_broken() {
    // Ten players are never online: the person waits.
    let mut sound = begun(day(&[("ranked", "5v5"), ("ccu", "10"), ("accounts", "100")]), 0);
    queue(&mut sound, "5v5", false);
    sound.advance(2);
    assert_eq!(check::sweep(&sound), Ok(()));
    let broken = |damage: fn(&mut RankedDay)| {
        let mut day = sound.clone();
        damage(&mut day);
        check::sweep(&day).unwrap_err().to_string()
    };
    const BOTS: usize = matchday_sim::census::State::Bots as usize;
    let unlived = broken(|day| day.log.times.integral_s[BOTS] += 1);
    assert_eq!(unlived, "Bots: accounts spent 0 s in it, its count adds up to 1 s");
    assert_eq!(broken(|day| day.log.times.counts[BOTS] += 1), "Bots: 1 counted, 0 found");
    let guest = broken(|day| day.client.ticket = None);
    assert!(guest.ends_with("is Ticket(Ticket); the person's ticket is None"), "{guest}");
    let placeless = broken(|day| {
        let account = day.client.account().unwrap();
        day.people.turn(&mut day.log, account, Doing::Pausing);
    });
    assert!(placeless.ends_with("is Pausing, and is in [Ticket(Ticket)]"), "{placeless}");
    let old = broken(|day| day.settings.rules.ttl_s = 0);
    assert!(old.starts_with("a ticket has waited since "), "{old}");
}
