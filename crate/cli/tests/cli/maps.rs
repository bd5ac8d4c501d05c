//! `matchday maps build` on real files: all kinds, hostile files, repeated files, killed and repeated runs.

use super::{PROGRAM, folder};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

fn command(out: &Path, args: &[&Path]) -> Command {
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("three-datacenters.csv");
    if !list.exists() {
        fs::write(&list, "1,frankfurt,50.1155,8.6842\n2,mumbai,19.0728,72.8826\n3,lima,-12.0432,-77.0282\n").unwrap();
    }
    let mut command = Command::new(PROGRAM);
    command.args(["maps", "build", "--out"]).arg(out).arg("--datacenters").arg(list).args(args);
    command
}

fn build(out: &Path, args: &[&Path]) -> Output {
    command(out, args).output().unwrap()
}

fn built(out: &Path, args: &[&Path]) -> String {
    let output = build(out, args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

fn refusal(out: &Path, args: &[&Path]) -> String {
    let output = build(out, args);
    assert!(matches!(output.status.code(), Some(1 | 2)) && output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// The built files by path: days, maps and report.
fn contents(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [out.to_owned(), out.join("days"), out.join("maps")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.insert(path.strip_prefix(out).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn report(out: &Path) -> Value {
    serde_json::from_slice(&fs::read(out.join("report.json")).unwrap()).unwrap()
}

/// Pings of some days to two datacenters; not random, but well mixed.
fn pings(from: u64, count: u64, days: u64) -> String {
    let mut text = "timestamp,lat,long,datacenter,rtt_ms\n".to_owned();
    for i in from..from + count {
        let mixed = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let (lat, long) = (mixed % 40 + 20, mixed / 64 % 60);
        let site = ["frankfurt", "mumbai"][(i % 2) as usize];
        let (day, hour) = (mixed % days + 1, mixed / 7 % 24);
        text += &format!("2026-03-{day:02}T{hour:02}:00:00Z,{lat}.5,{long}.5,{site},{}.{:03}\n", 90 + i % 50, i % 1000);
    }
    text
}

fn write(path: PathBuf, content: &str) -> PathBuf {
    fs::write(&path, content).unwrap();
    path
}

fn gzip(path: PathBuf, content: &str) -> PathBuf {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content.as_bytes()).unwrap();
    fs::write(&path, encoder.finish().unwrap()).unwrap();
    path
}

#[test]
fn maps_and_report_come_from_the_window() {
    let folder = folder("maps/window");
    let (out, file) = (folder.join("out"), write(folder.join("p.csv"), &(pings(0, 40_000, 4) + "soon,1,2,lima,3\n")));
    let said = built(&out, &[&file]);
    assert!(
        said.contains("1 of 40001 rows refused") && said.contains("line 40002, column 1: timestamp \"soon\""),
        "{said}"
    );
    let whole = report(&out);
    assert_eq!(whole["window"]["from"], "2026-02-03");
    assert_eq!(whole["window"]["until"], "2026-03-04");
    assert_eq!((&whole["window"]["days_with_pings"], &whole["refused_rows"]["timestamp"]), (&4.into(), &1.into()));
    let of = |report: &Value, site: &str, key: &str| {
        let list = report["datacenters"].as_array().unwrap();
        let entry = &list.iter().find(|entry| entry["name"] == site).unwrap()[key];
        let tallies = entry.get("pings").map_or_else(|| entry.as_object().unwrap().values().collect(), |_| vec![entry]);
        tallies.iter().map(|tally| tally["pings"].as_u64().unwrap()).sum::<u64>()
    };
    let pings = |site| ["measured", "dropped"].map(|key| of(&whole, site, key));
    assert_eq!((pings("frankfurt").iter().sum::<u64>(), pings("lima")), (20_000, [0, 0]));
    assert!(of(&whole, "frankfurt", "measured") > 19_000);
    let map = fs::read(out.join("maps/latency_frankfurt.png")).unwrap();
    let map = matchday_atlas::LatencyMap::from_png(&map, "map").unwrap();
    assert!((105..125).contains(&map.cells()[49 * 360 + 190]), "measured: {}", map.cells()[49 * 360 + 190]);
    assert!(out.join("maps/combined.png").exists());
    // Without new inputs, the existing days are used.
    built(&out, &["--window=1", "--until=2026-03-02"].map(Path::new));
    let day = report(&out);
    assert!((8_000..12_000).contains(&(of(&day, "frankfurt", "measured") + of(&day, "mumbai", "measured"))));
    assert_ne!(fs::read(out.join("maps/latency_frankfurt.png")).unwrap(), map.to_png());
}

#[test]
fn a_ping_of_a_wrong_clock_is_set_aside() {
    let folder = folder("maps/clocks");
    let wrong = "2099-05-01T00:00:00Z,50.5,8.5,frankfurt,90\n2026-11-01T00:00:00Z,50.5,8.5,frankfurt,90\n";
    let right = pings(0, 20_000, 4);
    let (clean, dirty) = (write(folder.join("clean.csv"), &right), write(folder.join("dirty.csv"), &(right + wrong)));
    let [of_clean, of_dirty] = ["of-clean", "of-dirty"].map(|name| folder.join(name));
    built(&of_clean, &[&clean]);
    let said = built(&of_dirty, &[&dirty]);
    let says = "2 pings on 2 days set aside: apart from 2026-02-03 to 2026-03-04, where most pings are";
    assert!(said.contains(says), "{said}");
    assert!(said.contains("2099-05-01: 1 ping of dirty.csv; --until 2099-05-01 uses them"), "{said}");
    let map = |out: &Path| fs::read(out.join("maps/latency_frankfurt.png")).unwrap();
    assert!(map(&of_dirty) == map(&of_clean));
    let report = report(&of_dirty);
    assert_eq!(report["pings_set_aside"], serde_json::json!({ "2026-11-01": 1, "2099-05-01": 1 }));
    assert_eq!(report["window"]["until"], "2026-03-04");
    // The day is there for those who ask for it.
    built(&of_dirty, &[Path::new("--until=2099-05-01")]);
    assert!(map(&of_dirty) != map(&of_clean));
}

/// Too late and too early: 1.1 % of the pings do not move the window, and more than a tenth are an error.
#[test]
fn wrong_clocks_do_not_take_the_window_away() {
    let folder = folder("maps/many-clocks");
    let (of_clean, right) = (folder.join("of-clean"), pings(0, 9_900, 4));
    built(&of_clean, &[&write(folder.join("clean.csv"), &right)]);
    let map = |out: &Path| fs::read(out.join("maps/latency_frankfurt.png")).unwrap();
    for year in [2001, 2026, 2099] {
        let wrong = |count: usize| format!("{year}-12-01T00:00:00Z,50.5,8.5,frankfurt,90\n").repeat(count);
        let out = folder.join(year.to_string());
        let said = built(&out, &[&write(folder.join(format!("{year}.csv")), &(right.clone() + &wrong(110)))]);
        assert!(said.contains("110 pings on 1 day set aside") && map(&out) == map(&of_clean), "{said}");
        assert_eq!(report(&out)["window"]["until"], "2026-03-04");
        let out = folder.join(format!("{year}-many"));
        let said = refusal(&out, &[&write(folder.join(format!("{year}-many.csv")), &(right.clone() + &wrong(1_200)))]);
        assert!(said.contains("1200 of 11100 pings lie apart from 2026-02-03 to 2026-03-04"), "{said}");
        assert!(!out.join("maps").exists());
        // Those who ask for days get them.
        built(&out, &[Path::new("--until=2026-3-4")]);
        assert!(map(&out) == map(&of_clean));
    }
}

#[test]
fn files_add_up_whatever_their_kind_order_and_number_of_runs() {
    let folder = folder("maps/order");
    let one = write(folder.join("1.csv"), &pings(0, 9_000, 3));
    let two = gzip(folder.join("2.csv.gz"), &pings(9_000, 9_000, 5));
    let three = write(folder.join("3.csv"), &pings(18_000, 9_000, 2));
    let (at_once, by_steps) = (folder.join("at-once"), folder.join("by-steps"));
    built(&at_once, &[&one, &two, &three]);
    for file in [&three, &one, &two] {
        built(&by_steps, &[file]);
    }
    assert!(contents(&at_once) == contents(&by_steps));
    // All pings in one file give the same maps, although the days name other inputs.
    let all = write(
        folder.join("all.csv"),
        &(pings(0, 9_000, 3)
            + &pings(9_000, 9_000, 5).replace("timestamp,lat,long,datacenter,rtt_ms\n", "")
            + &pings(18_000, 9_000, 2).replace("timestamp,lat,long,datacenter,rtt_ms\n", "")),
    );
    let single = folder.join("single");
    built(&single, &[&all]);
    let maps = |out: &Path| contents(out).into_iter().filter(|(path, _)| path.starts_with("maps")).collect::<Vec<_>>();
    assert!(maps(&single).len() > 2 && maps(&single) == maps(&at_once));
}

#[test]
fn the_same_content_counts_once_under_any_name() {
    let folder = folder("maps/twice");
    let (one, copy) =
        (write(folder.join("1.csv"), &pings(0, 5_000, 2)), write(folder.join("2.csv"), &pings(0, 5_000, 2)));
    let out = folder.join("out");
    built(&out, &[&one]);
    let before = contents(&out);
    for again in [&[one.as_path(), &copy][..], &[&copy], &[&folder]] {
        let said = built(&out, again);
        assert!(said.contains(": already read"), "{said}");
        assert!(contents(&out) == before, "{again:?}");
    }
    let fresh = folder.join("fresh");
    assert!(built(&fresh, &[&one, &copy]).contains("2.csv: already read"));
    assert!(contents(&fresh) == before);
}

#[test]
fn rows_that_an_older_list_refused_are_not_lost_in_silence() {
    let folder = folder("maps/list");
    let file = write(
        folder.join("p.csv"),
        &("1772366400,50.1,8.7,frankfurt,9\n".repeat(9) + "1772366400,52.2,21.0,warsaw,9\n"),
    );
    let list = write(folder.join("four.txt"), "1,frankfurt,50.1155,8.6842\n4,warsaw,52.2,21.0\n");
    let out = folder.join("out");
    built(&out, &[&file]);
    let mut again = Command::new(PROGRAM);
    again.args(["maps", "build", "--out"]).arg(&out).arg("--datacenters").args([&list, &file]);
    let said = String::from_utf8(again.output().unwrap().stderr).unwrap();
    assert!(
        said.contains("p.csv: already read\n  1 of its rows name datacenters not in the list of that run"),
        "{said}"
    );
}

#[test]
fn pings_may_lie_in_the_folder_that_is_built_into() {
    let out = folder("maps/beside");
    write(out.join("1.csv"), &pings(0, 5_000, 2));
    built(&out, &[&out]);
    let before = contents(&out);
    assert_eq!(built(&out, &[&out]).matches("already read").count(), 1);
    assert!(contents(&out) == before);
}

/// A real kill at each step: the next run continues, with the same result.
#[test]
fn a_killed_run_is_taken_up_again() {
    let folder = folder("maps/killed");
    let files: Vec<_> =
        (0..4_u64).map(|i| write(folder.join(format!("{i}.csv")), &pings(i * 10_000, 10_000, 12))).collect();
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let whole = folder.join("whole");
    built(&whole, &files);
    let expected = contents(&whole);
    let entries = |out: &Path, of: &str| fs::read_dir(out.join(of)).map_or(0, Iterator::count);
    let mut half_done = 0;
    // Number of files at the kill, unfinished files included: the days, then the first map.
    for (of, least) in (0..=12).map(|days| ("days", days)).chain([("maps", 1)]) {
        let out = folder.join(format!("out-{of}-{least}"));
        let mut run = command(&out, &files).spawn().unwrap();
        while entries(&out, of) < least && run.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        let _ = run.kill();
        let killed = !run.wait().unwrap().success();
        half_done += u32::from(killed && (1..=12).contains(&entries(&out, "days")) && entries(&out, "maps") == 0);
        built(&out, &files);
        assert!(contents(&out) == expected, "killed at {least} in {of}");
    }
    assert!(half_done > 3, "{half_done} runs were killed while days were written");
}

/// The same by hand: days with some of the inputs, and unfinished files of a killed run.
#[test]
fn days_that_lack_an_input_get_it_and_the_others_are_left_alone() {
    let folder = folder("maps/half");
    let (one, two) =
        (write(folder.join("1.csv"), &pings(0, 9_000, 3)), write(folder.join("2.csv"), &pings(9_000, 9_000, 3)));
    let (first, both) = (folder.join("first"), folder.join("both"));
    built(&first, &[&one]);
    built(&both, &[&one, &two]);
    for mixed in 0..8_u32 {
        let out = folder.join(format!("mixed-{mixed}"));
        fs::create_dir_all(out.join("days")).unwrap();
        for day in 0..3 {
            let from = if mixed >> day & 1 == 1 { &both } else { &first };
            let name = format!("days/2026-03-{:02}.parquet", day + 1);
            fs::copy(from.join(&name), out.join(&name)).unwrap();
        }
        fs::write(out.join("days/2026-03-02.parquet.unfinished"), b"PAR1 and then the power went").unwrap();
        built(&out, &[&two, &one]);
        assert!(contents(&out) == contents(&both), "{mixed}");
    }
}

#[test]
fn hostile_files_are_named_and_leave_nothing_behind() {
    let folder = folder("maps/hostile");
    let good = write(folder.join("good.csv"), &pings(0, 5_000, 2));
    let out = folder.join("out");
    built(&out, &[&good]);
    let before = contents(&out);
    let whole_gzip = fs::read(gzip(folder.join("whole.csv.gz"), &pings(5_000, 20_000, 2))).unwrap();
    let day = fs::read(out.join("days/2026-03-01.parquet")).unwrap();
    let utf16: Vec<u8> = format!("\u{feff}{}", pings(0, 10, 2)).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&whole_gzip).unwrap();
    let twice = packer.finish().unwrap();
    let mut flipped = whole_gzip.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x55;
    let columns = "required int64 timestamp; required boolean lat; required double long;
        required binary datacenter; required double rtt_ms;";
    let schema = parse_message_type(&format!("message pings {{ {columns} }}")).unwrap();
    let mut untyped = Vec::new();
    SerializedFileWriter::new(&mut untyped, Arc::new(schema), Arc::default()).unwrap().close().unwrap();
    for (name, bytes, expected) in [
        (
            "lfs.parquet",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n".to_vec(),
            "is a Git LFS pointer",
        ),
        ("page.csv", b"<!DOCTYPE html>\n<html>".to_vec(), "is a web page"),
        ("utf16.csv", utf16, "is UTF-16 text; save it as UTF-8"),
        (
            "swapped.csv",
            b"1772366400,-77.1,12.0,mumbai,90\n1772366400,100.5,13.7,mumbai,90\n".to_vec(),
            "lat and long seem to be swapped: in 1 of 2 rows",
        ),
        ("header.csv", b"timestamp,long,lat,datacenter,rtt_ms\n".to_vec(), "begins with the columns"),
        (
            "nowhere.csv",
            b"1772366400,1,2,nowhere,90\n".to_vec(),
            "1 of 1 rows cannot be read; the first is line 1, column 16: datacenter \"nowhere\"",
        ),
        ("empty.csv", Vec::new(), "holds no rows"),
        ("cut.csv.gz", whole_gzip[..whole_gzip.len() / 2].to_vec(), ": incomplete or damaged gzip file ("),
        ("flipped.csv.gz", flipped, ": "),
        ("twice.csv.gz", twice, ": gzipped twice; decompress it once"),
        ("cut.parquet", day[..day.len() / 2].to_vec(), "not a readable Parquet file ("),
        ("head.parquet", b"PAR1".to_vec(), "not a readable Parquet file ("),
        ("untyped.parquet", untyped, "column \"lat\" is BOOLEAN; it must be a double, float or whole number"),
        (
            "sums.parquet",
            day.clone(),
            "column \"timestamp\" is missing; its columns are day, datacenter, cell, sum_us, count",
        ),
    ] {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        let said = refusal(&out, &[&path]);
        assert!(said.starts_with("matchday: ") && said.contains(name) && said.contains(expected), "{name}: {said}");
        assert!(contents(&out) == before, "{name}");
    }
    // Also beside a good file: earlier files may be in the sums, each completely, but never the bad file.
    assert!(refusal(&folder.join("other"), &[&good, &folder.join("cut.csv.gz")]).contains("cut.csv.gz"));
}

#[test]
fn damaged_days_are_named() {
    let folder = folder("maps/damaged");
    let good = write(folder.join("good.csv"), &pings(0, 5_000, 2));
    let out = folder.join("out");
    built(&out, &[&good]);
    let path = out.join("days/2026-03-02.parquet");
    fs::copy(out.join("days/2026-03-01.parquet"), &path).unwrap();
    let said = refusal(&out, &[]);
    assert!(said.contains("2026-03-02.parquet: invalid file of sums (row 1: impossible numbers)"), "{said}");
    fs::write(&path, b"PAR1").unwrap();
    assert!(refusal(&out, &[]).contains("2026-03-02.parquet: invalid file of sums ("));
}

#[test]
fn two_runs_do_not_build_into_one_folder() {
    let out = folder("maps/busy");
    let lock = File::create(out.join(".lock")).unwrap();
    lock.lock().unwrap();
    let said = refusal(&out, &[]);
    assert!(said.contains("busy: another run is using this folder; wait for it, or choose another folder"), "{said}");
}

/// The file is touched without a pause. A run that happens to see no touch is repeated.
#[test]
fn a_file_that_changes_while_it_is_read_is_refused() {
    let folder = folder("maps/changing");
    let path = write(folder.join("p.csv"), &pings(0, 20_000, 2));
    let (file, is_over) = (File::options().write(true).open(&path).unwrap(), AtomicBool::new(false));
    let touch = |second| file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
    let refused = thread::scope(|scope| {
        scope.spawn(|| (0..).take_while(|_| !is_over.load(Ordering::Relaxed)).for_each(touch));
        let mut runs = (0..9).map(|run| build(&folder.join(run.to_string()), &[&path]));
        let refused = runs.find(|output| !output.status.success());
        is_over.store(true, Ordering::Relaxed);
        refused
    });
    let said = String::from_utf8(refused.unwrap().stderr).unwrap();
    assert!(said.contains("p.csv: changed while it was read; build again when it is complete"), "{said}");
}

#[test]
fn says_what_is_missing() {
    let folder = folder("maps/missing");
    let out = folder.join("out");
    assert!(refusal(&out, &[]).contains("out: no days yet; name files of pings (CSV, CSV.gz or Parquet)"));
    assert!(refusal(&out, &[&folder.join("nothing")]).contains("nothing: "));
    fs::create_dir_all(folder.join("empty")).unwrap();
    let empty = refusal(&out, &[&folder.join("empty")]);
    assert!(empty.contains("empty: no .csv, .csv.gz or .parquet file in this folder"), "{empty}");
    let file = write(folder.join("p.csv"), &pings(0, 100, 2));
    assert!(refusal(&out, &["--until=yesterday".as_ref(), &file]).contains("--until yesterday"));
    let said = refusal(&out, &["--until=2026-01-01".as_ref(), &file]);
    assert!(
        said.contains("no pings between 2025-12-03 and 2026-01-01; the stored days are from 2026-03-01 to 2026-03-02"),
        "{said}"
    );
}
