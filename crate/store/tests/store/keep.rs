//! Deleted full rows, and the sums that stay.

use crate::synthetic::Synthetic;
use crate::{shown_s, unix_s};
use matchday_base::SimTime;
use matchday_store::Store;
use matchday_store::profile::Profile;
use matchday_store::query::Value;
use matchday_wire::season::Batch;

const DAY_S: u32 = 86_400;

/// The end of the first `days` days.
fn end(days: u32) -> SimTime {
    SimTime::DAY_START + days * DAY_S
}

/// A day's batches of a week, cut at midnight.
fn days(synthetic: &Synthetic) -> Vec<Batch> {
    let all = synthetic.all();
    let day = |n: u32| {
        let within = |second: u32| (end(n).0..end(n + 1).0).contains(&second);
        Batch {
            through: end(n + 1).0,
            seasons: all.seasons.iter().filter(|season| within(season.start)).cloned().collect(),
            matches: all.matches.iter().filter(|played| within(played.finished)).cloned().collect(),
            tickets: all.tickets.iter().filter(|ticket| within(ticket.closed)).copied().collect(),
            parties: all.parties.iter().filter(|party| within(party.disbanded)).cloned().collect(),
            ..all.clone()
        }
    };
    (0..synthetic.days).map(day).collect()
}

fn table(store: &mut Store, sql: &str) -> Vec<Vec<Value>> {
    store.query(sql, usize::MAX, || false).unwrap().rows
}

#[test]
fn a_season_is_in_another_that_has_all_its_rows() {
    let batches = days(&Synthetic { players: 40, days: 3, matches: 300, season_days: 9 });
    let store = |days: usize, keep: Option<u32>, actions: &str| {
        let mut store = Store::in_memory().unwrap();
        for batch in &batches[..days] {
            store.write(&Batch { player_actions: actions.into(), ..batch.clone() }).unwrap();
        }
        store.keep_days(keep).unwrap();
        store.status().unwrap()
    };
    let (three, joined) = (store(3, None, ""), "9:join:1:1:5:0");
    for more in [&three, &store(3, None, joined)] {
        for fewer in [&store(0, None, ""), &store(2, None, ""), &store(3, Some(1), ""), &three] {
            assert!(fewer.is_in(more));
            assert!(fewer == more || !more.is_in(fewer), "{more:?} is not in {fewer:?}");
        }
    }
    // A store with earlier full rows, or with other player actions, is not in the other one.
    assert!(!store(2, None, "").is_in(&store(3, Some(1), "")));
    assert!(!store(2, None, "8:join:1:1:5:0").is_in(&store(3, None, joined)));
}

const KEPT: [&str; 4] = [
    "SELECT * FROM player_ranked_ratings",
    "SELECT * FROM matchday_days",
    "SELECT * FROM matchday_player_days",
    "SELECT * FROM ranked_rating_history WHERE match_id IS NULL",
];

#[test]
fn full_rows_are_deleted_after_their_days_and_sums_stay() {
    let days = days(&Synthetic { players: 60, days: 8, matches: 1_600, season_days: 3 });
    let (mut whole, mut short) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    short.keep_days(Some(2)).unwrap();
    for batch in &days {
        whole.write(batch).unwrap();
        assert_eq!(short.write(batch).unwrap().refused, 0);
    }
    for sql in KEPT {
        assert_eq!(table(&mut whole, sql), table(&mut short, sql), "{sql}");
    }
    // The store has come to the midnight after day 8, so days 7 and 8 are before "today" and the six before are gone.
    let full_from = unix_s(end(6));
    let status = short.status().unwrap();
    assert_eq!((status.keep_days, status.full_from_s), (Some(2), Some(shown_s(end(6)))));
    for (name, ended) in [
        ("ranked_matches", "finished_at"),
        ("ranked_queue_tickets", "closed_at"),
        ("ranked_parties", "disbanded_at"),
        ("ranked_rating_history WHERE match_id IS NOT NULL", "created_at"),
    ] {
        let oldest = |store: &mut Store| table(store, &format!("SELECT min({ended}) >= {full_from} FROM {name}"));
        assert_eq!(oldest(&mut short), [[Value::Integer(1)]], "{name}");
        assert_eq!(oldest(&mut whole), [[Value::Integer(0)]], "{name}");
    }
    let orphans = "SELECT (SELECT count(*) FROM ranked_match_participants WHERE match_id NOT IN (SELECT id FROM
        ranked_matches)) + (SELECT count(*) FROM ranked_party_members WHERE party_id NOT IN (SELECT id FROM ranked_parties))";
    assert_eq!(table(&mut short, orphans), [[Value::Integer(0)]]);
    // Rows of deleted days are refused by their age, whether they were stored before or not.
    let before: Vec<_> = KEPT.iter().map(|sql| table(&mut short, sql)).collect();
    let again = short.write(&days[2]).unwrap();
    let rows = days[2].matches.len() + days[2].tickets.len() + days[2].parties.len();
    assert_eq!((again.stored, again.refused), (0, rows as u32));
    assert_eq!(again.through_s, shown_s(end(8)));
    let after: Vec<_> = KEPT.iter().map(|sql| table(&mut short, sql)).collect();
    assert_eq!(before, after);
}

#[test]
fn late_batches_continue_from_days_without_full_rows() {
    let days = days(&Synthetic { players: 12, days: 6, matches: 900, season_days: 9 });
    let (mut whole, mut short) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    short.keep_days(Some(2)).unwrap();
    let (late, last) = (&days[4], &days[5]);
    let of_last = Batch { through: late.through, ..last.clone() };
    for batch in [&days[0], &days[1], &days[2], &days[3], &of_last, late, last] {
        whole.write(batch).unwrap();
        assert_eq!(short.write(batch).unwrap().refused, 0);
    }
    for sql in KEPT {
        assert_eq!(table(&mut whole, sql), table(&mut short, sql), "{sql}");
    }
    for player in 0..12 {
        let (whole, short) = (whole.profile(player).unwrap(), short.profile(player).unwrap());
        // Within days without full rows, longer streaks are not known.
        assert_eq!(whole.streaks.current, short.streaks.current);
        assert_eq!(Profile { streaks: short.streaks, ..whole }, short);
    }
}

#[test]
fn free_pages_are_used_again() {
    let days = days(&Synthetic { players: 300, days: 20, matches: 20_000, season_days: 30 });
    let mut store = Store::in_memory().unwrap();
    store.keep_days(Some(1)).unwrap();
    let mut bytes = Vec::new();
    for batch in &days {
        store.write(batch).unwrap();
        bytes.push(store.status().unwrap().bytes);
    }
    // Three days are there at most, before the oldest goes; players' days go on growing, by little.
    assert!(bytes[19] < bytes[5] * 115 / 100, "{bytes:?}");
    assert!(bytes[19] < bytes[0] * 4, "{bytes:?}");
}

#[test]
fn keeping_fewer_days_deletes_at_once() {
    let days = days(&Synthetic { players: 60, days: 5, matches: 1_000, season_days: 3 });
    let mut store = Store::in_memory().unwrap();
    days.iter().for_each(|batch| assert!(store.write(batch).unwrap().stored > 0));
    assert_eq!(store.status().unwrap().full_from_s, None);
    let count = |store: &mut Store| table(store, "SELECT count(*) FROM ranked_matches");
    assert_eq!(count(&mut store), [[Value::Integer(1_000)]]);
    store.keep_days(Some(1)).unwrap();
    assert_eq!(count(&mut store), [[Value::Integer(days[4].matches.len() as i64)]]);
    store.keep_days(None).unwrap();
    assert_eq!(store.status().unwrap().keep_days, None);
    assert_eq!(store.status().unwrap().full_from_s, Some(shown_s(end(4))), "what is gone stays gone");
}
