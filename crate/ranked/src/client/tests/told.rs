//! What a person is told, message by message.

use super::*;

#[test]
fn a_match_is_told_from_the_queue_to_its_rating_and_leaving_it_is_a_loss() {
    for (mode, leaves) in [("1v1", false), ("1v1", true), ("2v2", true)] {
        let mut day = begun(day(&[("ranked", mode), ("accept_rate", "1"), ("leave_rate", "0")]), 0);
        let mut knows = Knows::default();
        queue(&mut day, mode, false);
        found(&mut day, &mut knows);
        day.tell(&knows.answer(true).unwrap()).unwrap();
        while day.client().unwrap().doing.0 != Doing::Ticket(State::Started) {
            day.advance(1);
        }
        let started = day.now();
        if leaves {
            day.advance(10);
            let id = knows_ticket(&mut day, &mut knows);
            day.tell(&ClientMessage::RankedQueueLeave { ticket_id: id }).unwrap();
            let doing = day.client().unwrap().doing.0;
            if mode == "1v1" {
                assert_eq!(doing, Doing::Offline, "its opponent has won");
            } else {
                assert_eq!(doing, Doing::LeftMatch);
                let refused = day.tell(&join(&day, mode, false)).unwrap_err().to_string();
                assert_eq!(refused, "the match that the person left is still played: wait for its end");
            }
        }
        day.advance(90);
        knows.receive(&mut day);
        let types: Vec<&str> = knows.log.iter().map(|told| name(&told.message)).collect();
        let left: &[&str] = if leaves { &["leave"] } else { &[] };
        let mut expected = [&["join", "queued", "found", "accept", "lobby"][..], left, &["rating"]].concat();
        expected.splice(2..2, std::iter::repeat_n("update", types.iter().filter(|&&name| name == "update").count()));
        assert_eq!(types, expected);
        let Some(LogEntry {
            at,
            message: Message::Server(ServerMessage::RankedRatingUpdate { delta, new_rating, new_tier, .. }),
        }) = knows.log.last()
        else {
            panic!("{:?}", knows.log.last())
        };
        assert_eq!((*new_rating, at.since(started) <= 90), (1_500 + delta, true));
        assert!(!leaves || *delta < -100, "{delta}");
        let last = day.client().unwrap().last.unwrap();
        assert_eq!((last.teams, last.shared, last.place == 1), (2, false, *delta > 0));
        assert_eq!(*new_tier, matchday_ladder::Division::of(f64::from(*new_rating)).to_string());
        assert_eq!(f64::from(*new_rating), libm::round(day.client().unwrap().rating.points()));
        assert_eq!(day.client().unwrap().doing.0, Doing::Offline);
    }
}

fn name(message: &Message) -> &'static str {
    match message {
        Message::Client(ClientMessage::RankedQueueJoin { .. }) => "join",
        Message::Client(ClientMessage::RankedQueueLeave { .. }) => "leave",
        Message::Client(ClientMessage::RankedAcceptMatch { .. }) => "accept",
        Message::Client(ClientMessage::RankedDeclineMatch { .. }) => "decline",
        Message::Server(ServerMessage::RankedQueued { .. }) => "queued",
        Message::Server(ServerMessage::RankedSearchUpdate { .. }) => "update",
        Message::Server(ServerMessage::RankedMatchFound { .. }) => "found",
        Message::Server(ServerMessage::RankedMatchCancelled { .. }) => "cancelled",
        Message::Server(ServerMessage::RankedLobbyReady { .. }) => "lobby",
        Message::Server(ServerMessage::RankedRatingUpdate { .. }) => "rating",
    }
}

#[test]
fn a_ticket_that_nobody_is_found_for_is_told_each_window_and_its_end() {
    // Ten players are never online.
    let mut day = begun(day(&[("ranked", "5v5"), ("ccu", "10"), ("accounts", "100"), ("widening", "b")]), 0);
    queue(&mut day, "5v5", false);
    let from = day.now();
    day.advance(400);
    let log = day.take_messages();
    let mut last = None;
    let windows = log.iter().filter_map(|told| match &told.message {
        Message::Server(ServerMessage::RankedQueued { search_window, .. }) => {
            Some((told.at.since(from), search_window))
        }
        Message::Server(ServerMessage::RankedSearchUpdate { search_window, position, .. }) => {
            // Its position never gets worse.
            let before = last.replace(position.unwrap());
            assert!(*position >= Some(1) && before.is_none_or(|before| *position <= Some(before)));
            Some((told.at.since(from), search_window))
        }
        _ => None,
    });
    let windows: Vec<_> =
        windows.map(|(age_s, window)| (age_s, window.mmr_min, window.mmr_max, window.ping_max_ms)).collect();
    let steps =
        [(0, 100, 50), (30, 150, 62), (60, 200, 73), (90, 250, 85), (120, 300, 97), (150, 350, 108), (180, 400, 120)];
    assert_eq!(windows, steps.map(|(age_s, points, ms)| (age_s, Some(1_500 - points), Some(1_500 + points), ms)));
    let expired =
        Message::Server(ServerMessage::RankedMatchCancelled { reason: Reason::TicketExpired, locked_until: None });
    assert_eq!(log.last(), Some(&LogEntry { at: from + 300, message: expired }));
}

#[test]
fn friends_come_along_and_go_when_the_ticket_is_closed() {
    let mut day = begun(day(&[("ranked", "3v3"), ("accept_rate", "1"), ("widening", "0:4000:254")]), 2);
    let mut knows = Knows::default();
    queue(&mut day, "3v3", true);
    assert_eq!(day.client.guests.len(), 3);
    let doing =
        |day: &RankedDay| day.client.guests.iter().map(|&guest| day.people().doing(guest).0).collect::<Vec<_>>();
    assert_eq!(doing(&day), [Doing::Ticket(State::Ticket); 3]);
    let of = |day: &RankedDay, at: usize| *day.people().of(day.client.guests[at]);
    assert_eq!(of(&day, 0).skill, 1_700.0);
    for friend in 1..3 {
        assert!((of(&day, friend).skill - 1_700.0).abs() <= 100.0 && of(&day, friend).home == of(&day, 0).home);
    }
    found(&mut day, &mut knows);
    day.tell(&knows.answer(true).unwrap()).unwrap();
    while doing(&day) != [Doing::Ticket(State::Started); 3] {
        day.advance(1);
    }
    // The person leaves, its friends play on, and it cannot queue meanwhile, neither with them nor alone.
    let id = knows_ticket(&mut day, &mut knows);
    day.tell(&ClientMessage::RankedQueueLeave { ticket_id: id }).unwrap();
    assert_eq!(doing(&day)[0], Doing::LeftMatch);
    for party in [true, false] {
        assert_eq!(day.tell(&join(&day, "3v3", party)), Err(ClientError::LeftMatch));
    }
    day.advance(91);
    assert_eq!(doing(&day), [Doing::Offline; 3]);
    day.tell(&join(&day, "3v3", true)).unwrap();
    assert_eq!(day.client.guests.len(), 3, "the same account, the same friends");
}

#[test]
fn a_ticket_expires_after_300_s_of_search_or_600_s_with_its_ready_checks() {
    // Nobody else accepts.
    for (ccu, is_busy) in [("60", false), ("600", true)] {
        let mut day = begun(day(&[("ranked", "1v1"), ("accept_rate", "0"), ("ccu", ccu), ("accounts", "3000")]), 0);
        let mut knows = Knows::default();
        queue(&mut day, "1v1", false);
        let (mut searched, mut checked) = (0, 0);
        loop {
            if let Some(accept) = knows.answer(true) {
                let _ = day.tell(&accept);
            }
            day.advance(1);
            knows.receive(&mut day);
            match day.client().unwrap().doing.0 {
                Doing::Ticket(State::Ticket) => searched += 1,
                Doing::Ticket(State::MatchFound) => checked += 1,
                _ => break,
            }
        }
        let expired =
            Message::Server(ServerMessage::RankedMatchCancelled { reason: Reason::TicketExpired, locked_until: None });
        assert_eq!(knows.log.last().unwrap().message, expired);
        let says = format!("{searched} s of search, {checked} s in ready checks");
        assert!(checked > 5 && (searched == 300) != is_busy && (checked > 300) == is_busy, "{says}");
        assert!(!is_busy || (600..=612).contains(&(searched + checked)), "{says}");
    }
}
