//! The sampler against measured maps in the published raw form. They are not part of the project: the folder that
//! `MATCHDAY_REFERENCE_MAPS` names holds `datacenters.csv` and `latency_<name>.bin`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use matchday_atlas::{Datacenter, LatencyMap, Location, MapSummary};

/// The folder; says so when there is none.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("MATCHDAY_REFERENCE_MAPS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("SKIPPED: MATCHDAY_REFERENCE_MAPS does not name a folder of measured maps");
    }
    folder
}

fn sites(folder: &std::path::Path) -> Vec<Datacenter> {
    Datacenter::read_csv(&std::fs::read(folder.join("datacenters.csv")).unwrap(), "datacenters.csv").unwrap()
}

/// The raw bytes of a map that is there; some are not published.
fn raw(folder: &std::path::Path, name: &str) -> Option<Vec<u8>> {
    std::fs::read(folder.join(format!("latency_{name}.bin"))).ok()
}

#[test]
fn lima_reads_what_was_measured() {
    let Some(folder) = folder() else { return };
    let (lima, south) = (Location::new(-12.0432, -77.0282).unwrap(), Location::new(-13.0432, -77.0282).unwrap());
    for (name, measured, ms) in [("miami", 73.74, 74), ("saopaulo", 99.24, 99)] {
        let site = sites(&folder).into_iter().find(|site| site.name == name).unwrap();
        let bytes = raw(&folder, name).unwrap();
        // 12 S lies in the row 102 from the north, 77 W in the column 102 from the west.
        let at = 4 * (102 * 360 + 102);
        let value = f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert!((f64::from(value) - measured).abs() < 0.005, "{name}: {value}");
        let (map, _) = LatencyMap::from_f32_le(&bytes, name, site.location).unwrap();
        assert_eq!((map.at(lima), map.at(south)), (ms, 0), "{name}");
    }
}

#[test]
fn every_published_map_reads() {
    let Some(folder) = folder() else { return };
    let mut maps = 0;
    for site in sites(&folder) {
        let Some(bytes) = raw(&folder, &site.name) else { continue };
        let (map, summary) = LatencyMap::from_f32_le(&bytes, &site.name, site.location).unwrap();
        let MapSummary { data, no_data, below_floor, .. } = summary;
        assert_eq!(data + no_data + below_floor, 64_800, "{}", site.name);
        assert!(data > 100 && below_floor < 5, "{}: {summary:?}", site.name);
        assert!(map.at(site.location) < 60, "{} is near itself: {} ms", site.name, map.at(site.location));
        maps += 1;
    }
    assert!(maps > 0, "no map in {}", folder.display());
}
