//! What the journal holds.

use super::*;

/// The rows of a whole day, warm-up included, of 300 players.
fn journal(pairs: &[(&str, &str)]) -> Batch {
    let few = [("ccu", "300"), ("accounts", "600"), ("widening", "0:4000:254"), ("season_days", "28")];
    let mut day = day(&[&few[..], pairs].concat());
    day.keep_journal();
    day.advance(u32::MAX);
    day.take_batch()
}

/// What Elo's rule says of one team: the score less the expected score, which every member's change is a multiple of.
struct Surprise {
    stayed: Vec<f64>,
    left: Vec<f64>,
}

#[test]
fn leavers_lose_and_whoever_stays_wins() {
    for mode in ["1v1", "2v2", "5v5", "ffa4"] {
        let batch = journal(&[("ranked", mode), ("rating", "elo"), ("leave_rate", "0.2")]);
        let (mut played, mut forfeits, mut protected) = (BTreeMap::<u32, u32>::new(), 0, 0);
        for row in batch.matches.iter().filter(|row| row.state == MatchState::Finished) {
            let mut teams: BTreeMap<u8, Surprise> = BTreeMap::new();
            for of in &row.participants {
                let matches = played.entry(of.player).or_default();
                // FIDE's K, of ratings below 2400.
                let k = if *matches < 30 { 40.0 } else { 20.0 };
                *matches += 1;
                let team = teams.entry(of.team).or_insert(Surprise { stayed: Vec::new(), left: Vec::new() });
                let surprises = if of.left_early { &mut team.left } else { &mut team.stayed };
                surprises.push((of.after.rating - of.before.rating) / k);
                assert!(!of.left_early || of.outcome == Outcome::Lost, "{mode}: {of:?}");
            }
            let staying: Vec<u8> =
                (0..).zip(teams.values()).filter(|(_, of)| !of.stayed.is_empty()).map(|t| t.0).collect();
            assert!(!staying.is_empty(), "{mode}: whoever is left cannot leave a match that is over: {row:?}");
            if let [winner] = staying[..] {
                let last = row.participants.iter().filter(|of| of.left_early).map(|of| of.duration_s).max();
                assert_eq!(
                    Some(row.finished - row.started.unwrap()),
                    last,
                    "{mode}: it ends when the last side is empty"
                );
                let won = |of: &&Participant| of.outcome == Outcome::Won;
                assert!(row.participants.iter().filter(won).all(|of| of.team == winner), "{mode}: {row:?}");
                assert!(row.participants.iter().any(|of| of.outcome == Outcome::Won));
                forfeits += 1;
            }
            let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
            let whole = |of: &Surprise| of.left.is_empty() || of.stayed.is_empty();
            if teams.values().all(whole) {
                // What some win, others lose.
                let of_team = |of: &Surprise| {
                    of.stayed.iter().chain(&of.left).sum::<f64>() / (of.stayed.len() + of.left.len()) as f64
                };
                assert!(near(teams.values().map(of_team).sum(), 0.0), "{mode}: {row:?}");
                continue;
            }
            // Two teams; a leaver is rated as if its team had lost, its mates lose half.
            let result = |of: &Surprise| match of.stayed.first() {
                Some(&stayed) if stayed < 0.0 && !whole(of) => 2.0 * stayed,
                Some(&stayed) => stayed,
                None => of.left[0],
            };
            assert!(near(result(&teams[&0]), -result(&teams[&1])), "{mode}: {row:?}");
            for own in teams.values().filter(|own| !whole(own)) {
                let as_lost = if result(own) > 0.0 { result(own) - 1.0 } else { result(own) };
                assert!(own.left.iter().all(|&left| near(left, as_lost)), "{mode}: {row:?}");
                protected += 1;
            }
        }
        assert!(forfeits > if mode == "5v5" { 0 } else { 50 }, "{mode}: {forfeits} forfeits");
        assert_eq!(protected > 50, mode.ends_with("v2") || mode == "5v5", "{mode}: {protected}");
    }
}

#[test]
fn accepters_of_a_failed_ready_check_keep_their_enqueue_time() {
    let batch = journal(&[("ranked", "2v2"), ("accept_rate", "0.8"), ("parties", "0")]);
    let (mut last, mut again) = (BTreeMap::new(), 0);
    for ticket in &batch.tickets {
        // A ticket that was created before the one before it was closed goes on with the same search.
        if let Some((created, _)) =
            last.insert(ticket.leader, (ticket.created, ticket.closed)).filter(|&(_, closed)| ticket.created < closed)
        {
            assert_eq!(ticket.created, created, "{ticket:?}");
            again += 1;
        }
    }
    assert!(again > 100, "{again}");
}
