//! The data set that is checked in: whole, sound, and refused when it is not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use matchday_atlas::geo::{fibre_floor_ms, great_circle_km};
use matchday_atlas::manifest::{COMBINED_FILE, MANIFEST_FILE, Manifest, map_file};
use matchday_atlas::{AtlasError, GridCell, JoinData, LatencyMap, Location, SourceData};
use matchday_base::digest::fnv1a;

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

fn read(files: &[(String, Vec<u8>)]) -> Result<SourceData, AtlasError> {
    SourceData::read(|path| Some(files.iter().find(|(name, _)| name == path)?.1.as_slice()))
}

#[test]
fn every_file_has_its_checksum() {
    let list = String::from_utf8(bytes("checksums.txt")).unwrap();
    for ((path, bytes), line) in files().iter().zip(list.lines()) {
        assert_eq!(format!("{:016x}  {path}", fnv1a(bytes)), line);
    }
    let manifest = Manifest::parse(&bytes(MANIFEST_FILE), MANIFEST_FILE).unwrap();
    for entry in &manifest.files {
        assert!(files().iter().any(|(path, bytes)| *path == entry.path && bytes.len() as u64 == entry.bytes));
    }
    assert_eq!(manifest.to_json(), bytes(MANIFEST_FILE));
}

/// The maps of all datacenters, as the model makes them.
fn maps(data: &SourceData) -> Vec<LatencyMap> {
    let sites = data.datacenters.iter().zip(&data.manifest.datacenters);
    sites.map(|(site, entry)| data.routes.map(site.location, entry.uplink_ms)).collect()
}

#[test]
fn the_images_are_the_maps_that_the_model_makes() {
    let data = read(&files()).unwrap();
    let maps = maps(&data);
    for (site, map) in data.datacenters.iter().zip(&maps) {
        let path = map_file(&site.name);
        assert!(LatencyMap::from_png(&bytes(&path), &path).unwrap().picture() == map.picture(), "{path}");
    }
    let combined = LatencyMap::from_png(&bytes(COMBINED_FILE), COMBINED_FILE).unwrap();
    for (cell, &grey) in combined.picture().iter().enumerate() {
        let nearest = maps.iter().map(|map| map.cells()[cell]).filter(|&ms| ms > 0).min();
        assert_eq!(u16::from(grey), nearest.unwrap_or(0).min(255), "cell {cell}");
    }
}

#[test]
fn there_are_65_datacenters_in_59_cities_and_two_dozen_are_on() {
    let data = read(&files()).unwrap();
    let cities: BTreeSet<String> = data.datacenters.iter().map(|site| format!("{:?}", site.location)).collect();
    assert_eq!((data.datacenters.len(), cities.len()), (65, 59));
    let on: Vec<_> = data.manifest.datacenters.iter().filter(|entry| entry.default).collect();
    assert_eq!(on.len(), 24);
    let regions: BTreeSet<&str> = on.iter().map(|entry| entry.region.as_str()).collect();
    assert_eq!(regions.len(), 7, "every part of the world: {regions:?}");
}

#[test]
fn no_cell_beats_light_and_every_place_has_data() {
    let data = read(&files()).unwrap();
    for (site, map) in data.datacenters.iter().zip(maps(&data)) {
        for (cell, &ms) in map.cells().iter().enumerate().filter(|&(_, &ms)| ms > 0) {
            let centre = Location::new(89.5 - (cell / 360) as f64, (cell % 360) as f64 - 179.5).unwrap();
            let floor = fibre_floor_ms(great_circle_km(centre, site.location)).min(255.0);
            assert!(f64::from(ms) >= floor, "{}: {ms} ms at {centre:?}, light needs {floor}", site.name);
        }
        for cell in data.joins.cells() {
            assert!(map.at(cell.centre()) > 0, "{}: nothing at {:?}", site.name, cell.centre());
        }
        let ocean = Location::new(-45.0, -120.0).unwrap();
        assert_eq!(map.at(ocean), 0, "{}: nobody lives in the South Pacific", site.name);
    }
}

/// Measured: 73.7 ms to Miami, 99.2 ms to Sao Paulo, though Sao Paulo is nearer by 700 km. The article's point.
#[test]
fn lima_is_nearer_to_miami_than_to_sao_paulo() {
    let data = read(&files()).unwrap();
    let lima = Location::new(-12.0432, -77.0282).unwrap();
    let rtt_ms = |name: &str| {
        let site = data.datacenters.iter().find(|site| site.name == name).unwrap();
        (data.routes.map(site.location, 0.0).at(lima), great_circle_km(site.location, lima))
    };
    let ((miami_ms, miami_km), (saopaulo_ms, saopaulo_km)) = (rtt_ms("miami"), rtt_ms("saopaulo"));
    assert!(miami_km > saopaulo_km && miami_ms + 10 < saopaulo_ms, "{miami_ms} ms, {saopaulo_ms} ms");
    assert!(miami_ms.abs_diff(74) < 15 && saopaulo_ms.abs_diff(99) < 30, "{miami_ms} ms, {saopaulo_ms} ms");
}

#[test]
fn the_clocks_are_those_of_the_day() {
    let data = read(&files()).unwrap();
    let JoinData::Grid(grid) = data.joins else { panic!("the built-in joins are a model") };
    for (city, lat, lon, quarters) in [
        ("London, summer time", 51.5085, -0.1257, 4),
        ("New York, summer time", 40.7143, -74.0060, -16),
        ("Sao Paulo", -23.5475, -46.6361, -12),
        ("Kathmandu", 27.7017, 85.3206, 23),
        ("Mumbai", 19.0728, 72.8826, 22),
        ("Sydney, winter time", -33.8678, 151.2073, 40),
    ] {
        let cell = GridCell::of(Location::new(lat, lon).unwrap());
        let joins = grid.cells().iter().find(|joins| joins.cell == cell);
        assert_eq!(joins.map(|joins| joins.zone_quarters), Some(quarters), "{city}");
    }
}

#[test]
fn a_data_set_that_is_not_whole_is_refused_by_the_file() {
    let read_by_a_run = |path: &str| path != "land.json" && !path.starts_with("maps/");
    for (i, (path, _)) in files().iter().enumerate().filter(|(_, (path, _))| read_by_a_run(path)) {
        let mut missing = files();
        missing.remove(i);
        assert_eq!(read(&missing).unwrap_err().to_string(), format!("the data set's file {path} is missing"));
        if path == MANIFEST_FILE {
            continue;
        }
        let mut changed = files();
        changed[i].1[5] ^= 1;
        let error = read(&changed).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{path} is not the file the manifest names: ")), "{error}");
    }
}

#[test]
fn the_checksum_changes_with_whatever_a_run_depends_on() {
    let json = String::from_utf8(bytes(MANIFEST_FILE)).unwrap();
    let of = |json: &str| Manifest::parse(json.as_bytes(), MANIFEST_FILE).unwrap().checksum();
    let before = of(&json);
    assert!(before.len() == 8 && before.bytes().all(|byte| byte.is_ascii_hexdigit()), "{before}");
    for (from, to) in
        [("1.587", "1.588"), ("17.8", "17.9"), ("\"default\": true", "\"default\": false"), ("1.5", "1.6")]
    {
        assert!(json.contains(from));
        assert_ne!(of(&json.replacen(from, to, 1)), before, "{from} -> {to}");
    }
    let sum = Manifest::parse(json.as_bytes(), MANIFEST_FILE).unwrap().files[0].checksum.clone();
    assert_ne!(of(&json.replace(&sum, "0123456789abcdef")), before);
    assert_ne!(of(&json.replace("2026-05-20", "2026-05-21")), before, "weekdays and schedules depend on it");
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
        ("\"uplink_ms\": 1.5", "\"uplink_ms\": -1.5", "cannot add -1.5 ms"),
        ("\"date\"", "\"day\"", "unknown field `day`"),
        ("2026-05-20", "2026-02-30", "no date `2026-02-30`"),
        ("\"files\": [", "\"files\": {", "line "),
    ] {
        assert!(json.contains(from), "{from}");
        let error = Manifest::parse(json.replacen(from, to, 1).as_bytes(), MANIFEST_FILE).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("manifest.json: ") && text.contains(reason), "{text}");
    }
}

#[test]
fn a_manifest_of_other_files_is_refused() {
    for (from, to, says) in [
        ("\"joins.bin\"", "\"other.bin\"", "manifest.json: it does not list joins.bin"),
        (
            "\"name\": \"lima\"",
            "\"name\": \"limbo\"",
            "manifest.json: its datacenters are not those of datacenters.csv",
        ),
    ] {
        let mut files = files();
        let (_, manifest) = files.iter_mut().find(|(path, _)| path == MANIFEST_FILE).unwrap();
        let json = String::from_utf8(std::mem::take(manifest)).unwrap();
        assert!(json.contains(from), "{from}");
        *manifest = json.replacen(from, to, 1).into_bytes();
        assert_eq!(read(&files).unwrap_err().to_string(), says);
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
