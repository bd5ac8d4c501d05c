//! The data set that is checked in: whole, sound, and refused when it is not.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use matchday_atlas::checksum::Fnv1a;
use matchday_atlas::geo::{fibre_floor_ms, great_circle_km};
use matchday_atlas::manifest::{MANIFEST_FILE, Manifest};
use matchday_atlas::{AtlasError, DataSet, GridCell, Location};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files in the order of `checksums.txt`, which is the last.
fn files() -> Vec<(String, Vec<u8>)> {
    let list = String::from_utf8(bytes("checksums.txt")).unwrap();
    let paths = list.lines().map(|line| line.split_once("  ").unwrap().1);
    paths.map(|path| (path.to_owned(), bytes(path))).collect()
}

fn read(files: &[(String, Vec<u8>)]) -> Result<DataSet, AtlasError> {
    DataSet::read(|path| Some(files.iter().find(|(name, _)| name == path)?.1.as_slice()))
}

#[test]
fn every_file_has_its_checksum() {
    let list = String::from_utf8(bytes("checksums.txt")).unwrap();
    for ((path, bytes), line) in files().iter().zip(list.lines()) {
        assert_eq!(format!("{:016x}  {path}", Fnv1a::of(bytes)), line);
    }
    let manifest = Manifest::parse(&bytes(MANIFEST_FILE), MANIFEST_FILE).unwrap();
    assert_eq!(list.lines().count(), manifest.files.len() + 1, "the manifest lists all but itself");
    assert_eq!(manifest.to_json(), bytes(MANIFEST_FILE));
}

#[test]
fn no_cell_beats_light_and_every_place_has_data() {
    let data = read(&files()).unwrap();
    for (site, map) in data.datacenters.iter().zip(&data.maps) {
        for (cell, &ms) in map.cells().iter().enumerate().filter(|&(_, &ms)| ms > 0) {
            let centre = Location::new(89.5 - (cell / 360) as f64, (cell % 360) as f64 - 179.5).unwrap();
            let floor = fibre_floor_ms(great_circle_km(centre, site.location));
            assert!(f64::from(ms) >= floor, "{}: {ms} ms at {centre:?}, light needs {floor}", site.name);
        }
        for joins in data.joins.cells() {
            assert!(map.at(joins.cell.centre()) > 0, "{}: nothing at {:?}", site.name, joins.cell.centre());
        }
        let ocean = Location::new(-45.0, -120.0).unwrap();
        assert_eq!(map.at(ocean), 0, "{}: nobody lives in the South Pacific", site.name);
    }
}

/// By hand: 1.587 x ideal + 17.8 ms from the middle of Lima's cell (12.5 S, 77.5 W), 4,265.9 km from Miami.
#[test]
fn lima_reads_its_great_circle_to_miami() {
    let data = read(&files()).unwrap();
    let miami = data.datacenters.iter().position(|site| site.name == "miami").unwrap();
    let lima = Location::new(-12.0432, -77.0282).unwrap();
    assert_eq!(data.maps[miami].at(lima), 86);
}

#[test]
fn the_clocks_are_those_of_the_day() {
    let data = read(&files()).unwrap();
    for (city, lat, lon, quarters) in [
        ("London, summer time", 51.5085, -0.1257, 4),
        ("New York, summer time", 40.7143, -74.0060, -16),
        ("Sao Paulo", -23.5475, -46.6361, -12),
        ("Kathmandu", 27.7017, 85.3206, 23),
        ("Mumbai", 19.0728, 72.8826, 22),
        ("Sydney, winter time", -33.8678, 151.2073, 40),
    ] {
        let cell = GridCell::of(Location::new(lat, lon).unwrap());
        let joins = data.joins.cells().iter().find(|joins| joins.cell == cell);
        assert_eq!(joins.map(|joins| joins.zone_quarters), Some(quarters), "{city}");
    }
}

#[test]
fn a_data_set_that_is_not_whole_is_refused_by_the_file() {
    for (i, (path, _)) in files().iter().enumerate().filter(|(_, (path, _))| path != "land.json") {
        let mut missing = files();
        missing.remove(i);
        assert_eq!(read(&missing).unwrap_err(), AtlasError::Missing { file: path.clone() });
        if path == MANIFEST_FILE {
            continue;
        }
        let mut changed = files();
        changed[i].1[5] ^= 1;
        let error = read(&changed).unwrap_err();
        assert!(matches!(&error, AtlasError::Checksum { file, .. } if file == path), "{error}");
    }
}

#[test]
fn the_checksum_changes_with_whatever_a_run_depends_on() {
    let json = String::from_utf8(bytes(MANIFEST_FILE)).unwrap();
    let of = |json: &str| Manifest::parse(json.as_bytes(), MANIFEST_FILE).unwrap().checksum();
    let before = of(&json);
    assert!(before.len() == 8 && before.bytes().all(|byte| byte.is_ascii_hexdigit()), "{before}");
    for (from, to) in [("1.587", "1.588"), ("17.8", "17.9"), ("\"default\": true", "\"default\": false")] {
        assert!(json.contains(from));
        assert_ne!(of(&json.replacen(from, to, 1)), before, "{from} -> {to}");
    }
    let sum = Manifest::parse(json.as_bytes(), MANIFEST_FILE).unwrap().files[0].checksum.clone();
    assert_ne!(of(&json.replace(&sum, "0123456789abcdef")), before);
    assert_eq!(of(&json.replace("São Paulo", "Sao Paulo")), before, "labels are for people");
}

#[test]
fn a_manifest_that_cannot_be_meant_is_refused() {
    let json = String::from_utf8(bytes(MANIFEST_FILE)).unwrap();
    for (from, to, reason) in [
        ("\"version\": 1", "\"version\": 2", "layout version 2"),
        ("1.587", "0.9", "beat light"),
        ("17.8", "-1", "beat light"),
        ("\"name\": \"lima\"", "\"name\": \"../lima\"", "no datacenter name"),
        ("\"date\"", "\"day\"", "unknown field `day`"),
        ("\"files\": [", "\"files\": {", "line "),
    ] {
        assert!(json.contains(from), "{from}");
        let error = Manifest::parse(json.replacen(from, to, 1).as_bytes(), MANIFEST_FILE).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("manifest.json: ") && text.contains(reason), "{text}");
    }
}

/// The outline as the page draws it: rings of steps that stay on the globe and close without a jump over the map.
#[test]
fn the_land_outline_draws_without_seams() {
    let polygons: Vec<Vec<Vec<i32>>> = serde_json::from_slice(&bytes("land.json")).unwrap();
    assert!(polygons.len() > 400);
    for ring in polygons.iter().flatten() {
        let (pairs, rest) = ring.as_chunks::<2>();
        assert!(rest.is_empty() && pairs.len() > 2);
        let walk = |at: &mut (i32, i32), step: &[i32; 2]| {
            *at = (at.0 + step[0], at.1 + step[1]);
            Some(*at)
        };
        let points: Vec<_> = pairs.iter().scan((0, 0), walk).collect();
        assert!(points.iter().all(|&(x, y)| x.abs() < 20 * 360 && y.abs() <= 20 * 90));
        let jumps = points.iter().zip(points.iter().cycle().skip(1)).map(|(a, b)| (a.0 - b.0).abs());
        assert!(jumps.max() < Some(20 * 90), "a line across the map");
    }
}
