//! The sampler against measured maps in the published raw form. They are not part of the project: the folder that
//! `MATCHDAY_REFERENCE_MAPS` names holds `datacenters.csv` and `latency_<name>.bin`. Where it is set, `cargo xtask test`
//! runs these tests: those that are ignored and have `measured` in their names.

use std::path::{Path, PathBuf};

use matchday_atlas::latency::{CELLS, cell_of};
use matchday_atlas::pings::fill::fill;
use matchday_atlas::{Datacenter, LatencyMap, Location, MapSummary, SourceData};

fn folder() -> PathBuf {
    std::env::var_os("MATCHDAY_REFERENCE_MAPS").expect("MATCHDAY_REFERENCE_MAPS is not set").into()
}

fn sites(folder: &Path) -> Vec<Datacenter> {
    Datacenter::read_csv(&std::fs::read(folder.join("datacenters.csv")).unwrap(), "datacenters.csv").unwrap()
}

/// The raw bytes of a map that is there; some are not published.
fn raw(folder: &Path, name: &str) -> Option<Vec<u8>> {
    std::fs::read(folder.join(format!("latency_{name}.bin"))).ok()
}

#[test]
#[ignore = "needs measured maps: cargo xtask test native"]
fn lima_reads_what_was_measured() {
    let folder = folder();
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
#[ignore = "needs measured maps: cargo xtask test native"]
fn every_measured_map_reads() {
    let folder = folder();
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

/// Hole filling on measured maps: whole blocks of 6 x 6 degrees are hidden, filled, and compared with what was measured
/// there. Blocks that are hidden together lie two blocks apart, beyond each other's reach.
#[test]
#[ignore = "needs measured maps: cargo xtask test native"]
fn hidden_blocks_are_filled_near_what_was_measured() {
    let folder = folder();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let data_set = SourceData::read(|path| Some(std::fs::read(data.join(path)).unwrap().leak())).unwrap();
    let mut joins = vec![0.0; CELLS];
    data_set.joins.weights().iter().for_each(|&(cell, weight)| joins[cell_of(cell.centre())] += weight as f64);
    let (mut error, mut model_error, mut weight) = (0.0, 0.0, 0.0);
    for site in sites(&folder) {
        let Some(bytes) = raw(&folder, &site.name) else { continue };
        let (map, _) = LatencyMap::from_f32_le(&bytes, &site.name, site.location).unwrap();
        let measured: Vec<f64> = map.cells().iter().map(|&ms| f64::from(ms)).collect();
        let model = data_set.routes.rtts_ms(site.location, 0.0);
        for together in 0..9 {
            let is_hidden = |cell: usize| cell / 360 / 6 % 3 * 3 + cell % 360 / 6 % 3 == together;
            let seen = |(cell, &ms): (usize, &f64)| if is_hidden(cell) { 0.0 } else { ms };
            let filled = fill(&measured.iter().enumerate().map(seen).collect::<Vec<_>>(), &model);
            let near = |cell: &usize| filled[*cell] != f64::from(model[*cell]);
            for cell in
                (0..CELLS).filter(|&cell| is_hidden(cell) && measured[cell] > 0.0 && model[cell] > 0.0).filter(near)
            {
                error += joins[cell] * (filled[cell].max(1.0) - measured[cell]).abs();
                model_error += joins[cell] * (f64::from(model[cell]) - measured[cell]).abs();
                weight += joins[cell];
            }
        }
    }
    let (error, model_error) = (error / weight, model_error / weight);
    println!("hidden blocks: {error:.2} ms off, the model alone {model_error:.2} ms, weighted by joins");
    // The rule of the published maps, a mean of the neighbours with 1 ms for each 150 km, comes to 7.9.
    assert!(error < 6.0 && error < 0.8 * model_error, "{error} ms, the model alone {model_error}");
}
