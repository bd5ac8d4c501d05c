//! Results that are delivered twice, late, shuffled and with restarts between count once, and give the same tables.

use crate::naive::{Naive, Standing};
use crate::synthetic::Synthetic;
use matchday_base::{Rng, Streams};
use matchday_store::rusqlite::{Connection, Row};
use matchday_store::status::TABLES;
use matchday_store::{Store, rusqlite};
use matchday_wire::season::Batch;
use matchday_wire::season::rows::EstimatedRating;
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("sqlite");
    let _ = fs::remove_file(&path);
    path
}

fn read<T>(file: &Path, sql: &str, row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>) -> Vec<T> {
    let connection = Connection::open(file).unwrap();
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Every table says the same in both files, to the last bit: the order of deliveries leaves no trace in any.
fn assert_same(one: &Path, other: &Path) {
    let tables =
        read(one, "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')", |row| row.get::<_, String>(0));
    assert!(tables.len() == TABLES.len() && tables.iter().all(|table| TABLES.contains(&&**table)), "{tables:?}");
    let connection = Connection::open(one).unwrap();
    connection.execute("ATTACH ? AS other", [other.to_str().unwrap()]).unwrap();
    for table in TABLES {
        let count = |sql: String| connection.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let rows = |schema: &str| count(format!("SELECT count(*) FROM {schema}.{table}"));
        assert_eq!(rows("main"), rows("other"), "{table}");
        let differ = format!("SELECT count(*) FROM (SELECT * FROM main.{table} EXCEPT SELECT * FROM other.{table})");
        assert_eq!(count(differ), 0, "{table}");
    }
}

/// Compares every table of ratings with the list of matches.
fn assert_naive(file: &Path, naive: &Naive) {
    let sql = "SELECT player_id, season_id, rating, rd, volatility, matches_played, wins, losses, streak,
        last_active_at, last_match_id FROM player_ranked_ratings ORDER BY 1, 2";
    let standings = read(file, sql, |row| {
        let estimated = EstimatedRating { rating: row.get(2)?, rd: row.get(3)?, volatility: row.get(4)? };
        let last = row.get::<_, Option<i64>>(9)?.zip(row.get(10)?);
        let (matches, wins, losses) = (row.get(5)?, row.get(6)?, row.get(7)?);
        let standing = Standing { estimated, matches, wins, losses, streak: row.get(8)?, last };
        Ok(((row.get(0)?, row.get(1)?), standing))
    });
    assert!(standings == naive.standings().into_iter().collect::<Vec<_>>(), "ratings");
    let sql = "SELECT player_id, season_id, day, matches, wins, losses, rating, rd, streak
        FROM matchday_player_days ORDER BY 1, 2, 3";
    let days = read(file, sql, |row| {
        let day = (row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?);
        Ok(((row.get(0)?, row.get(1)?, row.get(2)?), day))
    });
    assert!(days == naive.player_days().into_iter().collect::<Vec<_>>(), "players' days");
    let sql = "SELECT season_id, day, matches, called_off, players FROM matchday_days ORDER BY 1, 2";
    let days = read(file, sql, |row| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?, row.get(4)?))));
    assert_eq!(days, naive.days().into_iter().collect::<Vec<_>>());
    let sql = "SELECT player_id, season_id, match_id, delta, rating_after, created_at FROM ranked_rating_history
        ORDER BY player_id, created_at, match_id";
    let history =
        read(file, sql, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?)));
    assert!(history == naive.history(), "history");
    let sql = "SELECT m.id, count(p.player_id) FROM ranked_matches m
        LEFT JOIN ranked_match_participants p ON p.match_id = m.id GROUP BY m.id ORDER BY m.id";
    assert!(read(file, sql, |row| Ok((row.get(0)?, row.get(1)?))) == naive.matches(), "matches");
    let dangling = read(file, "PRAGMA foreign_key_check", |row| row.get::<_, String>(0));
    assert_eq!(dangling, Vec::<String>::new(), "references");
}

/// Batches of about so many matches, their tickets with them, in no order; many rows come twice.
fn deliveries(all: &Batch, size: usize, rng: &mut Rng) -> Vec<Batch> {
    let mut tickets = vec![Vec::new(); all.matches.len()];
    for (n, ticket) in all.tickets.iter().enumerate() {
        tickets[n / 2].push(*ticket);
    }
    let mut order: Vec<usize> = (0..all.matches.len()).collect();
    // Some are late by a little, some by days, and a third comes again.
    let again: Vec<usize> = order.iter().copied().filter(|_| rng.random_ratio(1, 3)).collect();
    order.extend(again);
    for block in order.chunks_mut(size * 2) {
        block.shuffle(rng);
    }
    let mut batches: Vec<Batch> = order
        .chunks(size)
        .map(|results| Batch {
            matches: results.iter().map(|&n| all.matches[n].clone()).collect(),
            tickets: results.iter().flat_map(|&n| tickets[n].clone()).collect(),
            through: all.matches[results[0]].finished,
            mode: all.mode.clone(),
            team_size: all.team_size,
            regions: all.regions.clone(),
            ..Batch::default()
        })
        .collect();
    for season in &all.seasons {
        let batch = rng.random_range(..batches.len());
        batches[batch].seasons.push(season.clone());
    }
    for party in &all.parties {
        let batch = rng.random_range(..batches.len());
        batches[batch].parties.push(party.clone());
    }
    let repeated: Vec<Batch> = batches.iter().filter(|_| rng.random_ratio(1, 8)).cloned().collect();
    batches.extend(repeated);
    batches.shuffle(rng);
    batches.push(Batch { through: all.through, ..Batch::default() });
    batches
}

/// Delivers everything in order and at once to one file, and in all disorder to another, which is closed and opened again.
fn hold(name: &str, synthetic: &Synthetic, size: usize, seed: u64) {
    let all = synthetic.all();
    let (in_order, disorder) = (path(&format!("{name}-in-order")), path(&format!("{name}-disorder")));
    let written = Store::open(&in_order).unwrap().write(&all).unwrap();
    let rows = all.matches.len() + all.tickets.len() + all.parties.len() + all.seasons.len();
    assert_eq!((written.stored as usize, written.duplicates, written.refused), (rows, 0, 0));
    let mut rng = Streams::new(seed).stream("deliveries");
    let mut store = Store::open(&disorder).unwrap();
    let mut stored = 0;
    let mut naive = Naive::default();
    for batch in deliveries(&all, size, &mut rng) {
        stored += store.write(&batch).unwrap().stored;
        naive.tell(&batch);
        if rng.random_ratio(1, 5) {
            drop(store);
            store = Store::open(&disorder).unwrap();
        }
    }
    store.check().unwrap();
    drop(store);
    assert_eq!(stored as usize, rows);
    assert_same(&in_order, &disorder);
    assert_naive(&disorder, &naive);
}

#[test]
fn many_results_count_once_in_any_order() {
    // Each match is two results.
    let matches = if std::env::var_os("MATCHDAY_FULL").is_some() { 50_000 } else { 10_000 };
    let synthetic = Synthetic { players: 4_000, days: 9, matches, season_days: 4 };
    hold("many", &synthetic, 1_000, 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_order_leaves_a_trace(
        players in 2..40_u32, days in 1..6_u32, matches in 1..300_u32, season_days in 1..4_u32,
        size in 1..40_usize, seed in 0..1_000_u64,
    ) {
        hold("some", &Synthetic { players, days, matches, season_days }, size, seed);
    }
}
