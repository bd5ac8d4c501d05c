//! The queries of `data/maps-with-sql.md` and of the guide, unchanged in a real DuckDB, give the command's own sums.
//!
//! `MATCHDAY_DUCKDB` names the folder with DuckDB's Python package (`crate/xtask/setup/duckdb.sh` prints it).

use super::{PROGRAM, folder};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the statements on standard input, and prints the rows of the last one, values separated by blanks.
const DRIVER: &str = "import duckdb, sys\n\
    for row in duckdb.connect().execute(sys.stdin.read()).fetchall(): print(*row)\n";

struct DuckDb {
    package: OsString,
    folder: PathBuf,
}

impl DuckDb {
    fn run(&self, sql: &str) -> String {
        let mut python = Command::new("python3");
        python.args(["-c", DRIVER]).env("PYTHONPATH", &self.package).current_dir(&self.folder);
        let mut python = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        python.stdin.take().unwrap().write_all(sql.as_bytes()).unwrap();
        let output = python.wait_with_output().unwrap();
        assert!(output.status.success(), "{sql}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

/// DuckDB in a fresh folder of this name.
fn duckdb(name: &str) -> DuckDb {
    let package = std::env::var_os("MATCHDAY_DUCKDB");
    let package = package.expect("MATCHDAY_DUCKDB does not name the folder that crate/xtask/setup/duckdb.sh prints");
    let folder = folder(name);
    fs::create_dir_all(folder.join("pings")).unwrap();
    DuckDb { package, folder }
}

/// The two queries of a page.
fn queries(page: &str) -> [String; 2] {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page)).unwrap();
    let queries = page.split("```sql\n").skip(1).filter_map(|rest| rest.split("```").next());
    queries.map(str::to_owned).collect::<Vec<_>>().try_into().unwrap()
}

/// The queries of the sums, one after the other.
fn documented() -> String {
    queries("data/maps-with-sql.md").concat()
}

/// 300,000 pings of forty days in three kinds of files: microseconds and doubles; times with a zone, floats
/// and empty rows; milliseconds, zstd and small row groups. With every kind of refused row, and every edge
/// case.
const PINGS: &str = r#"
    CREATE TABLE pings AS
    SELECT
        TIMESTAMP '2026-04-28 23:59:59' + to_seconds((i * 7919) % (40 * 86400)) AS "timestamp",
        CAST((i * 104729) % 1850001 - 925000 AS DOUBLE) / 10000 AS lat,
        CAST((i * 15485863) % 7400001 - 3700000 AS DOUBLE) / 10000 AS long,
        ['frankfurt', 'lima', 'tokyo', 'atlantis'][1 + i % 4] AS datacenter,
        CAST((i * 32452843) % 40000000 - 100 AS DOUBLE) / 3500 AS rtt_ms
    FROM range(300000) t(i);
    INSERT INTO pings
    SELECT TIMESTAMP '2026-05-01 00:00:00', lat, long, 'lima', rtt FROM
        (SELECT unnest([90, 89.99999, 0, -0.000001, -89, -90, 90.1, -90.1]) lat),
        (SELECT unnest([-180, 180, 179.99999, 0, -0.000001, 359.5, -360, 360.1]) long),
        (SELECT unnest([0, 0.0004, 0.0005, 0.0015, 12.3455, 10000, 10000.0004, 10000.0006, -1]) rtt);
    COPY (FROM pings WHERE rowid % 3 = 0) TO 'pings/a.parquet';
    COPY (SELECT CAST("timestamp" AS TIMESTAMPTZ) "timestamp", CAST(lat AS FLOAT) lat, CAST(long AS FLOAT) long,
            datacenter, CASE WHEN rowid % 7 > 0 THEN CAST(rtt_ms AS FLOAT) END rtt_ms
        FROM pings WHERE rowid % 3 = 1) TO 'pings/b.parquet';
    COPY (SELECT CAST("timestamp" AS TIMESTAMP_MS) "timestamp", lat, long, datacenter, rtt_ms
        FROM pings WHERE rowid % 3 = 2) TO 'pings/c.parquet' (COMPRESSION zstd, ROW_GROUP_SIZE 10000);
    SELECT count(*) FROM pings;
"#;

#[test]
#[ignore = "needs DuckDB: cargo xtask test outside"]
fn documented_queries_give_our_sums() {
    let duckdb = duckdb("sql");
    let list = "id,name,lat,long\n1,frankfurt,50.1,8.7\n2,lima,-12,-77\n3,tokyo,35.7,139.7\n";
    fs::write(duckdb.folder.join("datacenters.csv"), list).unwrap();
    assert_eq!(duckdb.run(&format!("SET TimeZone = 'UTC'; {PINGS}")), "300576");
    let mut matchday = Command::new(PROGRAM);
    matchday.args("maps build pings --out latency --datacenters datacenters.csv".split(' '));
    let built = matchday.current_dir(&duckdb.folder).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let query = documented()
        + r"
        CREATE VIEW ours AS FROM read_parquet('latency/days/*.parquet');
        SELECT
            (SELECT count(*) FROM (FROM sums EXCEPT ALL FROM ours)) AS only_sql,
            (SELECT count(*) FROM (FROM ours EXCEPT ALL FROM sums)) AS only_ours,
            (SELECT count(DISTINCT day) FROM ours) AS days,
            (SELECT CAST(sum(count) AS BIGINT) FROM ours) > 150000 AS enough,
            (SELECT count(*) FROM (FROM latest EXCEPT ALL (
                SELECT datacenter, cell, sum(sum_us), sum(count) FROM sums
                WHERE day >= DATE '2026-05-09' AND day <= DATE '2026-06-07' GROUP BY ALL))) AS other_window,
            (SELECT CAST(sum(count) AS BIGINT) FROM latest) > 100000 AS window_enough";
    assert_eq!(duckdb.run(&query), "0 0 40 True 0 True");

    // The window of the report counts the same pings.
    let report = fs::read(duckdb.folder.join("latency/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let pings = |entry: &serde_json::Value| entry["pings"].as_u64().unwrap();
    let counted: u64 = report["datacenters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|site| pings(&site["measured"]) + site["dropped"].as_object().unwrap().values().map(pings).sum::<u64>())
        .sum();
    assert_eq!(duckdb.run(&(documented() + "SELECT CAST(sum(count) AS BIGINT) FROM latest")), counted.to_string());
}

#[test]
#[ignore = "needs DuckDB: cargo xtask test outside"]
fn documented_queries_read_the_events_of_a_day() {
    let duckdb = duckdb("events-sql");
    let mut matchday = Command::new(PROGRAM);
    matchday.args("run --json --set ccu=500 --events day.parquet".split(' '));
    let ran = matchday.current_dir(&duckdb.folder).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    let [by_datacenter, by_state] = queries("www/guide/events.md");
    let rows = duckdb.run(&by_datacenter);
    let players: u64 = rows.lines().map(|row| row.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(players, 4 * summary["matches"].as_u64().unwrap());
    // The mean of all is that of the summary, with the half second within the second.
    let [mut waited_s, mut of] = [0.0; 2];
    for row in rows.lines() {
        let columns: Vec<f64> = row.split(' ').skip(1).map(|number| number.parse().unwrap()).collect();
        (waited_s, of) = (waited_s + columns[0] * columns[1], of + columns[0]);
    }
    assert!((waited_s / of - summary["wait_mean_s"].as_f64().unwrap()).abs() < 0.005, "{rows}");
    // A match lasts 300 s, a pause 30 s.
    let states = duckdb.run(&by_state);
    let mean_s =
        |event| states.lines().find(|row| row.starts_with(event)).unwrap().rsplit(' ').next().unwrap().to_owned();
    assert_eq!((mean_s("match "), mean_s("end ")), ("300.0".to_owned(), "30.0".to_owned()), "{states}");
}
