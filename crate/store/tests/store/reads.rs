//! What is asked of players and seasons, held against lists.

use crate::naive::Naive;
use crate::synthetic::Synthetic;
use crate::{shown_s, unix_s};
use matchday_base::SimTime;
use matchday_ladder::Tier;
use matchday_store::Store;
use matchday_store::examples::{EXAMPLES, Example};
use matchday_store::profile::MatchEnd;
use matchday_store::query::Value;
use matchday_wire::season::Batch;
use matchday_wire::season::rows::{Match, Outcome, Participant, TicketState};
use std::collections::BTreeMap;

const SYNTHETIC: Synthetic = Synthetic { players: 40, days: 6, matches: 1_500, season_days: 4 };

fn stored(synthetic: &Synthetic) -> (Store, Batch, Naive) {
    let (mut store, batch, mut naive) = (Store::in_memory().unwrap(), synthetic.all(), Naive::default());
    store.write(&batch).unwrap();
    naive.tell(&batch);
    (store, batch, naive)
}

/// A player's matches in the order of their ends, with its own row and the other's.
fn played(batch: &Batch, player: u32) -> Vec<(&Match, &Participant, &Participant)> {
    let mut own = Vec::new();
    for told in &batch.matches {
        match &told.participants[..] {
            [one, other] if one.player == player => own.push((told, one, other)),
            [other, one] if one.player == player => own.push((told, one, other)),
            _ => {}
        }
    }
    own.sort_by_key(|(told, ..)| (told.finished, told.id));
    own
}

#[test]
fn boards_are_sorted_lists_of_players_past_provisional() {
    // So few matches that some are provisional still.
    let (store, _, naive) = stored(&Synthetic { players: 60, days: 2, matches: 450, season_days: 4 });
    let mut list: Vec<(u32, f64)> = Vec::new();
    for ((player, _), standing) in naive.standings() {
        if standing.matches >= 10 {
            list.push((player, standing.estimated.rating));
        }
    }
    assert!(list.len() > 20 && list.len() < 60, "{}", list.len());
    list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let board = store.board(1, None, 0, 1_000).unwrap();
    let rows: Vec<(u32, f64)> = board.rows.iter().map(|row| (row.player, row.rated.rating)).collect();
    assert_eq!((board.total as usize, rows), (list.len(), list.clone()));
    let page = store.board(1, None, 7, 5).unwrap();
    assert_eq!(page.rows[..], board.rows[7..12]);
    for (place, (player, _)) in (1..).zip(&list) {
        assert_eq!(store.place(1, *player).unwrap(), Some(place));
        assert_eq!(board.rows[place as usize - 1].place, place);
    }
    for tier in Tier::ALL {
        let of_tier: Vec<_> = board.rows.iter().filter(|row| Tier::of(row.rated.rating) == tier).cloned().collect();
        let tier = store.board(1, Some(tier), 0, 1_000).unwrap();
        assert_eq!((tier.total as usize, tier.rows), (of_tier.len(), of_tier));
    }
    assert_eq!(store.place(1, 999).unwrap(), None);
    assert_eq!(store.board(9, None, 0, 10).unwrap().total, 0);
}

#[test]
fn equal_points_are_ordered_by_player() {
    let mut batch = Synthetic { players: 12, days: 1, matches: 400, season_days: 4 }.all();
    for participant in batch.matches.iter_mut().flat_map(|told| &mut told.participants) {
        participant.after.rating = 1555.5;
    }
    let mut store = Store::in_memory().unwrap();
    store.write(&batch).unwrap();
    let board = store.board(1, None, 0, 100).unwrap();
    assert!(board.rows.iter().map(|row| (row.place, row.player)).eq((1..).zip(0..12)));
    assert!((0..12).all(|player| store.place(1, player).unwrap() == Some(player + 1)));
    assert!(board.rows.iter().all(|row| row.division == "Gold-1"));
}

#[test]
fn a_profile_equals_a_list_of_matches() {
    let (store, batch, naive) = stored(&SYNTHETIC);
    let seasons = store.seasons().unwrap();
    assert_eq!(seasons.iter().map(|season| season.season).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(seasons[1].start_s, seasons[0].end_s);
    let counted = batch.matches.iter().filter(|told| told.participants[0].outcome != Outcome::Void).count();
    assert_eq!(seasons.iter().map(|season| season.matches).sum::<u64>(), counted as u64);
    let standings = naive.standings();
    for player in 0..40 {
        let profile = store.profile(player).unwrap();
        for in_season in &profile.seasons {
            let standing = &standings[&(player, in_season.season)];
            assert_eq!(in_season.rated.rating, standing.estimated.rating);
            assert_eq!(in_season.rated.streak, standing.streak);
            assert_eq!(in_season.rated.last_active_s, standing.last.map(|(at, _)| at - unix_s(SimTime::DAY_START)));
            assert_eq!(in_season.place.is_some(), standing.matches >= 10);
        }
        let own = played(&batch, player);
        let count = |of| own.iter().filter(|(_, one, _)| one.outcome == of).count() as u32;
        assert_eq!((profile.wins, profile.losses), (count(Outcome::Won), count(Outcome::Lost)));
        assert_eq!(profile.matches, own.len() as u32 - count(Outcome::Void));
    }
    assert_eq!(store.profile(99).unwrap().seasons, []);
}

#[test]
fn matches_come_latest_first_page_by_page() {
    let (store, batch, _) = stored(&SYNTHETIC);
    let own = played(&batch, 5);
    let (mut before, mut pages) = (None, Vec::new());
    loop {
        let page = store.matches(5, before, 7).unwrap();
        let Some(last) = page.last() else { break };
        before = Some(MatchEnd { finished_s: last.finished_s, id: last.id });
        pages.extend(page);
    }
    assert_eq!(pages.len(), own.len());
    for (read, (told, one, other)) in pages.iter().zip(own.iter().rev()) {
        assert_eq!((read.id, read.season, read.finished_s), (told.id, told.season, shown_s(SimTime(told.finished))));
        assert_eq!(
            (read.mode.as_str(), read.region.as_str()),
            ("1v1", batch.regions[usize::from(told.region)].as_str())
        );
        assert_eq!((read.rating_before, read.rating_after), (one.before.rating, one.after.rating));
        assert_eq!((read.dodged, read.left_early, read.team), (one.dodged, one.left_early, one.team));
        let others: Vec<_> = read.others.iter().map(|who| (who.player, who.team, who.rating_before)).collect();
        assert_eq!(others, [(other.player, other.team, other.before.rating)]);
    }
}

#[test]
fn opponents_are_counted_one_by_one() {
    let (store, batch, _) = stored(&SYNTHETIC);
    let mut met: BTreeMap<u32, (u32, u32, u32)> = BTreeMap::new();
    for (_, one, other) in played(&batch, 3) {
        if one.outcome != Outcome::Void {
            let row = met.entry(other.player).or_default();
            row.0 += 1;
            row.1 += u32::from(one.outcome == Outcome::Won);
            row.2 += u32::from(one.outcome == Outcome::Lost);
        }
    }
    let mut expected: Vec<_> = met.into_iter().collect();
    expected.sort_by_key(|&(player, (times, ..))| (u32::MAX - times, player));
    let read = store.opponents(3, 10).unwrap();
    let read: Vec<_> = read.iter().map(|met| (met.player, (met.times, met.won, met.lost))).collect();
    assert_eq!(read, expected[..10]);
}

#[test]
fn a_series_has_every_match_or_every_day_and_never_too_many_points() {
    let (mut store, batch, _) = stored(&SYNTHETIC);
    for player in 0..40 {
        let own = played(&batch, player);
        let of_season = |number: u16| {
            let counted = own.iter().filter(|(told, one, _)| told.season == number && one.outcome != Outcome::Void);
            counted.map(|(told, one, _)| (shown_s(SimTime(told.finished)), one.after.rating)).collect::<Vec<_>>()
        };
        let series = |store: &Store, season| -> Vec<_> {
            store.series(player, season).unwrap().iter().map(|point| (point.at_s, point.rating)).collect()
        };
        assert_eq!(series(&store, 1), of_season(1));
        // The second season begins with the reset ratings of the first.
        assert_eq!(series(&store, 2)[1..], of_season(2));
        assert_eq!(series(&store, 2)[0].0, store.seasons().unwrap()[1].start_s);
    }
    store.keep_days(Some(0)).unwrap();
    let series = store.series(4, 1).unwrap();
    assert!((2..=4).contains(&series.len()), "a point a day: {series:?}");
    assert!(series.iter().all(|point| point.at_s.rem_euclid(86_400) == 86_399));

    let (store, ..) = stored(&Synthetic { players: 2, days: 1, matches: 3_000, season_days: 4 });
    let series = store.series(0, 1).unwrap();
    assert_eq!(series.len(), 2_000);
    assert!(series.is_sorted_by_key(|point| point.at_s));
    assert_eq!(series[1_999].rating, store.profile(0).unwrap().seasons[0].rated.rating);
}

#[test]
fn streaks_are_the_longest_runs_within_seasons() {
    let (mut store, batch, naive) = stored(&SYNTHETIC);
    for player in 0..40 {
        let (mut runs, mut longest) = ((0, 0, 0), (0, 0));
        for (told, one, _) in played(&batch, player) {
            runs = match (one.outcome, told.season == runs.2) {
                (Outcome::Void, _) => continue,
                (Outcome::Won, same) => (if same { runs.0 } else { 0 } + 1, 0, told.season),
                (Outcome::Lost, same) => (0, if same { runs.1 } else { 0 } + 1, told.season),
                (Outcome::Drawn, _) => (0, 0, told.season),
            };
            longest = (longest.0.max(runs.0), longest.1.max(runs.1));
        }
        let streaks = store.profile(player).unwrap().streaks;
        assert_eq!((streaks.longest_wins, streaks.longest_losses), longest);
        assert_eq!(streaks.current, naive.standings()[&(player, 2)].streak);
    }
    let before = store.profile(1).unwrap().streaks;
    store.keep_days(Some(0)).unwrap();
    let after = store.profile(1).unwrap().streaks;
    assert_eq!(after.current, before.current);
    assert!(after.longest_wins <= before.longest_wins && after.longest_wins > 0);
}

#[test]
fn every_example_gives_rows() {
    let (mut store, ..) = stored(&SYNTHETIC);
    assert!(EXAMPLES.len() >= 8);
    for Example { title, sql } in EXAMPLES {
        let answer = store.query(sql, 1_000, || false).unwrap_or_else(|error| panic!("{title}: {error}"));
        assert!(!answer.rows.is_empty(), "{title}");
    }
}

#[test]
fn waits_are_from_queueing_to_the_match_that_was_played() {
    let (mut store, batch, _) = stored(&SYNTHETIC);
    let mut waits = Vec::new();
    for (n, ticket) in batch.tickets.iter().enumerate() {
        let told = &batch.matches[n / 2];
        if told.participants[0].outcome != Outcome::Void {
            waits.push(i64::from(told.created) - i64::from(ticket.created));
        }
    }
    let sum = |sql: &str, store: &mut Store| match store.query(sql, 1, || false).unwrap().rows[0][0] {
        Value::Integer(sum) => sum,
        ref other => panic!("{other:?}"),
    };
    let expected: i64 = waits.iter().sum();
    assert_eq!(sum("SELECT sum(matched_at - created_at) FROM ranked_queue_tickets", &mut store), expected);
    assert_eq!(sum("SELECT sum(wait_sum_s) FROM matchday_days", &mut store), expected);
    assert_eq!(sum("SELECT sum(matched) FROM matchday_days", &mut store), waits.len() as i64);
    let expired = batch.tickets.iter().filter(|ticket| ticket.state == TicketState::Expired).count();
    assert!(expired > 0 && expired < batch.tickets.len() - waits.len(), "{expired}");
    assert_eq!(sum("SELECT sum(expired) FROM matchday_days", &mut store), expired as i64);
    assert_eq!(sum("SELECT sum(tickets) FROM matchday_days", &mut store), batch.tickets.len() as i64);
}

#[test]
fn history_is_read_by_player_and_counted_without_reading_it() {
    let (mut store, ..) = stored(&SYNTHETIC);
    let history = "FROM ranked_rating_history WHERE player_id = 5 AND season_id = 2";
    let mut rows = |sql: &str| store.query(sql, usize::MAX, || false).unwrap().rows;
    let plan = rows(&format!("EXPLAIN QUERY PLAN SELECT * {history} ORDER BY created_at DESC"));
    let plan: Vec<String> = plan.iter().map(|row| format!("{:?}", row[3])).collect();
    assert!(plan.iter().any(|step| step.contains("ranked_match_participants_player (player_id=?)")), "{plan:?}");
    // Only the rows that were found are read through for sorting.
    assert!(
        plan.iter().filter(|step| step.contains("SCAN")).all(|step| step.contains("SCAN ranked_rating_history")),
        "{plan:?}"
    );
    assert_eq!(rows(&format!("SELECT min(reason) {history} AND id < 0")), [[Value::Text("season_start".into())]]);
    assert_eq!(rows("SELECT * FROM pragma_table_info('ranked_rating_history')").len(), 10);
    for days in [None, Some(2), Some(0)] {
        store.keep_days(days).unwrap();
        let rows = store.query("SELECT count(*) FROM ranked_rating_history", 1, || false).unwrap().rows;
        let status = store.status().unwrap();
        let (_, counted) = status.rows.iter().find(|(name, _)| *name == "ranked_rating_history").unwrap();
        assert_eq!(rows, [[Value::Integer(*counted as i64)]], "{days:?}");
    }
}
