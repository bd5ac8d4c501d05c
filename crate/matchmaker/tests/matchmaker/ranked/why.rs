//! What is said of a ticket that waits.

use super::formed::{HERE, START, party, rules, solo};
use super::naive;
use matchday_base::{AccountId, TicketId};
use matchday_matchmaker::ranked::{
    Constraints, Member, Mode, Policy, Queue, RegionId, Relaxation, Rules, Step, Tally, Ticket, WidenBy, Widening,
};
use proptest::prelude::*;

const NOTHING: Relaxation = Relaxation { points: None, rtt_ms: None, region: None, players: 1 };

/// What would help the first of these, and what its search has seen, at a second in which nothing is formed.
fn relaxed(rules: Rules, regions: &[RegionId], tickets: Vec<Ticket>, at_s: u32) -> (Relaxation, Tally) {
    let mut queue = Queue::new(rules, regions);
    for ticket in tickets {
        queue.enqueue(ticket);
    }
    let mut found = Vec::new();
    queue.form(START + at_s, &mut found);
    assert!(found.is_empty());
    let why = queue.why(TicketId(0), START + at_s).unwrap();
    (why.relaxed, why.tally)
}

#[test]
fn a_ticket_is_told_its_windows() {
    let mut queue = Queue::new(rules("1v1"), &HERE);
    let id = queue.enqueue(solo(0, 0, 10));
    let why = queue.why(id, START + 39).unwrap();
    let steps = [Step { from_s: 0, points: 100, rtt_ms: 50 }, Step { from_s: 30, points: 400, rtt_ms: 120 }];
    assert_eq!((why.age_s, why.step, why.expires), (29, steps[0], START + 310));
    assert_eq!(why.windows, [(START + 10, steps[0]), (START + 40, steps[1])]);
    assert_eq!((why.tally, why.relaxed), (Tally::default(), NOTHING));
    assert_eq!(queue.why(id, START + 40).unwrap().step, steps[1]);
    queue.leave(id);
    assert_eq!(queue.why(id, START + 40), None);
}

#[test]
fn the_least_that_would_help_is_named() {
    let slow = |rtt_ms, ticket| Ticket { rtts_ms: vec![rtt_ms], ..ticket };
    let abroad = |ticket| Ticket { region: RegionId(1), ..ticket };
    let two = [RegionId(0), RegionId(1)];
    let table = [
        (vec![solo(0, 0, 0)], NOTHING),
        (vec![solo(0, 0, 0), solo(1, 160, 0), solo(2, -190, 0)], Relaxation { points: Some(60), ..NOTHING }),
        (
            vec![solo(0, 0, 0), slow(71, solo(1, 0, 0)), slow(90, solo(2, 0, 0))],
            Relaxation { rtt_ms: Some(21), ..NOTHING },
        ),
        (vec![solo(0, 0, 0), slow(71, solo(1, 101, 0))], NOTHING),
        (
            vec![solo(0, 0, 0), solo(1, 130, 0), slow(60, solo(2, 0, 0))],
            Relaxation { points: Some(30), rtt_ms: Some(10), ..NOTHING },
        ),
    ];
    for (tickets, expected) in table {
        assert_eq!(relaxed(rules("1v1"), &HERE, tickets.clone(), 5).0, expected, "{tickets:?}");
    }
    // Another region, at its datacenters, too.
    let mut far = abroad(solo(1, 50, 0));
    far.rtts_ms = vec![200, 10];
    let mut here = solo(0, 0, 0);
    here.rtts_ms = vec![20, 45];
    let expected = Relaxation { region: Some(RegionId(1)), ..NOTHING };
    assert_eq!(relaxed(rules("1v1"), &two, vec![here.clone(), far.clone()], 5).0, expected);
    // In one pool the lock of the ticket itself, or what another region counts for; nobody else's lock.
    let global = |region_points| Rules { policy: Policy::Global { region_points }, ..rules("1v1") };
    let lock = |ticket: &Ticket| {
        let constraints = Constraints { region_lock: true, ..ticket.constraints };
        Ticket { constraints, ..ticket.clone() }
    };
    assert_eq!(relaxed(global(0), &two, vec![lock(&here), far.clone()], 5).0, expected);
    assert_eq!(relaxed(global(0), &two, vec![here.clone(), lock(&far)], 5).0, NOTHING);
    let both = Relaxation { points: Some(11), region: Some(RegionId(1)), ..NOTHING };
    assert_eq!(relaxed(global(61), &two, vec![here, far], 5).0, both);
    // Bands have no points to widen.
    let bands = Rules { policy: Policy::Bands(vec![10]), ..rules("1v1") };
    assert_eq!(relaxed(bands, &HERE, vec![solo(0, 0, 0), solo(1, 10, 0)], 5).0, NOTHING);
}

#[test]
fn as_many_players_as_a_match_needs_are_not_too_few() {
    // Three pairs are six players, and fill no two teams of three.
    let pairs = |count: u32| (0..count).map(|at| party(2 * at, &[0; 2], 0)).collect();
    let counts = |count| relaxed(rules("3v3"), &HERE, pairs(count), 5).1;
    let (two, three) = (counts(2), counts(3));
    assert!(two.too_few > 0 && two.no_set == 0, "{two:?}");
    assert!(three.no_set > 0 && three.too_few == 0, "{three:?}");
}

#[test]
fn players_who_are_missing_are_counted() {
    let missing = |tickets| relaxed(rules("5v5"), &HERE, tickets, 5).0.players;
    assert_eq!(missing(vec![solo(0, 0, 0)]), 9);
    assert_eq!(missing(vec![party(0, &[0; 3], 0), party(3, &[0; 3], 0), solo(6, 0, 0)]), 3);
    // A third three fits nobody's team.
    assert_eq!(missing(vec![party(0, &[0; 3], 0), party(3, &[0; 3], 0), party(6, &[0; 3], 0)]), 4);
    // And one beyond the window, who would do.
    let mut eleven: Vec<Ticket> = (0..9).map(|account| solo(account, 0, 0)).collect();
    eleven.push(solo(9, 130, 0));
    let expected = Relaxation { points: Some(30), players: 1, ..NOTHING };
    assert_eq!(relaxed(rules("5v5"), &HERE, eleven, 5).0, expected);
}

#[test]
fn what_refused_candidates_is_counted() {
    let with = |rtt_ms, maps, ticket: Ticket| Ticket {
        rtts_ms: vec![rtt_ms],
        constraints: Constraints { maps, ..Constraints::NONE },
        ..ticket
    };
    let tickets = vec![
        with(20, 1, solo(0, 0, 0)),
        with(20, 1, solo(1, 101, 0)),
        with(20, 1, solo(2, -101, 0)),
        with(51, 1, solo(3, 0, 0)),
        with(20, 2, solo(4, 0, 0)),
        with(20, 1, party(5, &[0, 0], 0)),
        Ticket { region: RegionId(1), ..solo(7, 0, 0) },
    ];
    let expected =
        Tally { looks: 1, seen: 6, points: 2, rtt: 1, region: 1, constraints: 1, party: 1, too_few: 1, no_set: 0 };
    assert_eq!(relaxed(rules("1v1"), &HERE, tickets.clone(), 5).1, expected);
    // A second later there is nothing new, and it does not look; with somebody new it does, at that one alone.
    let mut queue = Queue::new(rules("1v1"), &HERE);
    for ticket in tickets {
        queue.enqueue(ticket);
    }
    let mut found = Vec::new();
    queue.form(START + 5, &mut found);
    queue.form(START + 6, &mut found);
    assert_eq!(queue.why(TicketId(0), START + 6).unwrap().tally, expected);
    queue.enqueue(with(51, 1, solo(8, 0, 0)));
    queue.form(START + 7, &mut found);
    let seen = queue.why(TicketId(0), START + 7).unwrap().tally;
    assert_eq!((seen.looks, seen.rtt, seen.constraints), (2, 2, 1));
    // Whoever comes next in its place begins anew.
    queue.leave(TicketId(0));
    let next = queue.enqueue(solo(9, 0, 0));
    assert_eq!(queue.why(next, START + 7).unwrap().tally, Tally::default());
    // Of more than two: players enough, and no teams of them.
    let threes = (0..4).map(|at| party(3 * at, &[0; 3], 0)).collect();
    let (_, tally) = relaxed(rules("5v5"), &HERE, threes, 5);
    assert_eq!((tally.looks, tally.seen, tally.too_few, tally.no_set), (1, 3, 0, 1));
}

/// Everything that a pair of these could be allowed more until the first one plays: the least points and ms.
fn least(rules: &Rules, now_s: u32, tickets: &[Ticket]) -> (Option<u32>, Option<u16>) {
    let now = START + now_s;
    let mut helps = (None, None);
    for other in &tickets[1..] {
        let pair = [&tickets[0], other];
        let window = naive::window(rules, now, &pair);
        let with = |points: u32, rtt_ms: u32| {
            let points = (u32::from(window.points) + points).min(65_534);
            let widening = format!("0:{points}:{}", (u32::from(window.rtt_ms) + rtt_ms).min(1_000));
            naive::is_match(&Rules { widening: widening.parse().unwrap(), ..rules.clone() }, &HERE, now, &pair)
        };
        helps.0 = [helps.0, (0..400).find(|&points| with(points, 0))].into_iter().flatten().min();
        helps.1 =
            [helps.1, (0..=1_000).find(|&rtt_ms| with(0, rtt_ms)).map(|ms| ms as u16)].into_iter().flatten().min();
    }
    helps
}

proptest! {
    #[test]
    fn of_two_players_it_is_the_least_that_helps(
        others in prop::collection::vec((-150..150_i32, 20..1_002_u16, 0..3_u32, 0..60_u32), 1..6),
        by in prop::sample::select(vec![WidenBy::Oldest, WidenBy::Newest, WidenBy::Average]),
    ) {
        let widening: Widening = "0:20:40/20:60:90/40:100:120".parse().unwrap();
        let rules = Rules { mode: Mode::Teams(1), widening, widen_by: by, ..rules("1v1") };
        let ticket = |(account, &(points, rtt_ms, maps, age_s)): (u32, &(i32, u16, u32, u32))| Ticket {
            members: [Member { account: AccountId(account), points }].into_iter().collect(),
            rtts_ms: vec![rtt_ms],
            constraints: Constraints { maps: maps + 1, ..Constraints::NONE },
            ..solo(0, 0, 60 - age_s)
        };
        let tickets: Vec<Ticket> = (0..).zip(&others).map(ticket).collect();
        let mut queue = Queue::new(rules.clone(), &HERE);
        for ticket in &tickets {
            queue.enqueue(ticket.clone());
        }
        let relaxed = queue.why(TicketId(0), START + 60).unwrap().relaxed;
        let helps = least(&rules, 60, &tickets);
        prop_assert_eq!((relaxed.points, relaxed.rtt_ms), helps);
        prop_assert_eq!(relaxed.players == 0, helps.0 == Some(0));
    }
}
