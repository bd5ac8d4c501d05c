//! Whatever the bytes, readers answer with data or with an error: they never panic, and never ask for the moon.

use std::path::Path;

use matchday_atlas::import::{Base, Import, ImportError, Own, Report, weights};
use matchday_atlas::manifest::Manifest;
use matchday_atlas::{Datacenter, GridCell, JoinData, JoinsGrid, LatencyMap, Location, RecordedJoins, RouteModel};

/// Numbers that are the same in every run (xorshift).
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// The bytes with a few changes of every kind.
    fn mutate(&mut self, good: &[u8]) -> Vec<u8> {
        let mut bytes = good.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(5) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, self.below(256) as u8),
                2 => drop(bytes.splice(at..at, good[..self.below(good.len().min(64))].iter().copied())),
                3 if at < bytes.len() => bytes[at] = [0, 0x7f, 0x80, 0xff, b'\n', b',', b'"'][self.below(7)],
                _ if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                _ => {}
            }
        }
        bytes
    }
}

fn data(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path)).unwrap()
}

/// A grid small enough to be torn in every place: the real one's first cells.
fn small_grid() -> Vec<u8> {
    let grid = JoinsGrid::decode(&data("joins.bin"), "joins.bin").unwrap();
    JoinsGrid::new(grid.curve.clone(), grid.cells()[..300].to_vec()).unwrap().encode()
}

#[test]
fn joins_grids() {
    let (good, mut noise, mut read) = (small_grid(), Noise(1), 0);
    for length in 0..good.len() {
        assert!(JoinsGrid::decode(&good[..length], "joins.bin").is_err(), "cut to {length} bytes");
    }
    for _ in 0..50_000 {
        let bytes = noise.mutate(&good);
        if let Ok(grid) = JoinsGrid::decode(&bytes, "joins.bin") {
            assert_eq!(grid.encode(), bytes, "one grid has one encoding");
            read += 1;
        }
    }
    assert!(read > 0, "some changes only make another grid");
}

#[test]
fn datacenter_lists() {
    let (good, mut noise) = (data("datacenters.csv"), Noise(2));
    for _ in 0..4_000 {
        if let Ok(sites) = Datacenter::read_csv(&noise.mutate(&good), "datacenters.csv") {
            assert!(sites.iter().all(|site| site.location.lat().abs() <= 90.0 && !site.name.contains('/')));
        }
    }
}

#[test]
fn recorded_joins() {
    let (good, mut noise) = (b"23:59:59,-12.04,-77.03\n00:00:00,50.11,8.68\n12:00:01,-90,180\n".repeat(4), Noise(3));
    for _ in 0..4_000 {
        let bytes = noise.mutate(&good);
        let mut reader = RecordedJoins::reader("joins.csv");
        bytes.chunks(1 + noise.below(40)).for_each(|piece| reader.push(piece));
        if let Ok((joins, summary)) = reader.finish() {
            let encoded = joins.encode();
            assert_eq!(RecordedJoins::decode(&encoded, "joins.bin"), Ok(joins.clone()));
            let _ = RecordedJoins::decode(&noise.mutate(&encoded), "joins.bin");
            let counted: u64 = (0..1440).map(|minute| joins.in_minute(minute)).sum();
            assert_eq!((counted, joins.total()), (summary.read, summary.read));
        }
    }
}

#[test]
fn images_and_manifests() {
    let (image, manifest, mut noise) = (data("maps/latency_lima.png"), data("manifest.json"), Noise(4));
    let anywhere = Location::new(0.0, 0.0).unwrap();
    for _ in 0..3_000 {
        let _ = LatencyMap::from_png(&noise.mutate(&image), "x.png");
        let _ = LatencyMap::from_f32_le(&noise.mutate(&image), "x.bin", anywhere);
        let _ = Manifest::parse(&noise.mutate(&manifest), "manifest.json");
    }
}

/// Imports these files and gives what came of each, and of all.
fn import(files: &[(&str, &[u8])], mut piece: impl FnMut() -> usize) -> (Vec<Result<Report, ImportError>>, Own) {
    let routes = RouteModel::read(&data("routes.bin"), "routes.bin").unwrap();
    let base = Datacenter::read_csv(&data("datacenters.csv"), "datacenters.csv").unwrap();
    let mut import = Import::new(base.into_iter().map(|datacenter| Base { datacenter, uplink_ms: 0.0 }).collect());
    let one = |&(file, bytes): &(&str, &[u8])| {
        import.open(file, &bytes[..bytes.len().min(1 << 16)])?;
        bytes.chunks(piece()).try_for_each(|piece| import.push(piece))?;
        import.close()
    };
    let reports = files.iter().map(one).collect();
    // Pings of too many days are refused when all files are there.
    (reports, import.finish(&routes).map_or_else(|_| Own::default(), |(own, _)| own))
}

#[test]
fn imported_files() {
    let mut noise = Noise(5);
    let list = b"id,name,lat,long\n1,here,50,8\n2,there,-33,151\n".to_vec();
    let map = data("maps/latency_lima.png");
    let joins = b"23:59:59,-12.04,-77.03\n00:00:00,50.11,8.68\n12:00:01,-90,180\n".repeat(9);
    let pings = b"2026-05-20T23:30:00Z,50.11,8.68,here,12.5\n".repeat(9);
    for _ in 0..60 {
        let mutated = [&list, &map, &joins, &pings].map(|bytes| noise.mutate(bytes));
        let names = ["datacenters.csv", "latency_here.png", "joins.csv", "pings.csv"];
        let files: Vec<_> = names.into_iter().zip(mutated.iter().map(Vec::as_slice)).collect();
        let (_, own) = import(&files, || 1 + noise.below(3_000));
        let file = |path: &str| own.files.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.as_slice());
        file("joins.bin").map(|bytes| RecordedJoins::decode(bytes, "joins.bin").unwrap());
        if let Some(bytes) = file("datacenters.csv") {
            let sites = Datacenter::read_csv(bytes, "datacenters.csv").unwrap();
            assert_eq!(Some(sites.len()), own.datacenters.as_ref().map(Vec::len));
        }
        let maps = own.files.iter().filter(|(path, _)| path.starts_with("maps/"));
        maps.for_each(|(path, bytes)| drop(LatencyMap::from_raw(bytes, path).unwrap()));
    }
}

#[test]
fn what_is_imported_is_what_was_read() {
    let list = b"id,name,lat,long\n1,here,50,8\n2,there,-33,151\n";
    let joins = [b"00:00:00,50.11,368.68\nbad\n".as_slice(), &b"23:59:59,-12.04,-77.03\n".repeat(8)].concat();
    let joins = joins.as_slice();
    let pings = b"2026-05-20T23:30:00Z,-33.4,151.2,there,9.5\n".repeat(3);
    let floats: Vec<u8> =
        (0..64_800).flat_map(|cell| if cell < 9 { 3_000_f32 } else { f32::NAN }.to_le_bytes()).collect();
    let files: [(&str, &[u8]); 5] = [
        ("sites.csv", list),
        ("latency_here.bin", &floats),
        ("latency_nowhere.bin", &floats),
        ("joins.csv", joins),
        ("pings.csv", &pings),
    ];
    let (reports, own) = import(&files, || 10);
    let paths: Vec<_> = own.files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["datacenters.csv", "joins.bin", "maps/latency_here.u16", "maps/latency_there.u16"]);
    let counts: Vec<_> = reports.iter().flatten().map(|report| (report.read, report.refused, report.clamped)).collect();
    assert_eq!(counts, [(2, 0, 0), (9, 0, 9), (9, 1, 1), (3, 0, 0)]);
    let says = |report: &Result<Report, ImportError>| report.as_ref().unwrap_err().to_string();
    assert_eq!(
        says(&reports[2]),
        "latency_nowhere.bin: no datacenter is called \"nowhere\"; import it together with the list that names it"
    );
    let ms = |(path, bytes): &(String, Vec<u8>), cell: usize| LatencyMap::from_raw(bytes, path).unwrap().cells()[cell];
    assert_eq!([0, 1, 8, 9].map(|cell| ms(&own.files[2], cell)), [1_001, 1_001, 1_001, 0]);
    assert_eq!(ms(&own.files[3], 123 * 360 + 331), 10, "the cell of the pings: 9.5, half up");
    let long = list.repeat(100_000);
    let (reports, own) = import(&[("a.csv", joins), ("b.csv", joins), ("long.csv", &long)], || 1 << 16);
    assert_eq!(says(&reports[1]), "b.csv says the same as a.csv, which was read; import only one of them");
    assert_eq!(says(&reports[2]), "long.csv is longer than 4 MB, far more than a list of datacenters or a latency map");
    assert_eq!(own.datacenters, None);
}

#[test]
fn the_built_in_joins_by_continent() {
    let routes = RouteModel::read(&data("routes.bin"), "routes.bin").unwrap();
    let grid = JoinsGrid::decode(&data("joins.bin"), "joins.bin").unwrap();
    let at = |grid: &JoinsGrid, lat, lon| {
        let cell = GridCell::of(Location::new(lat, lon).unwrap());
        grid.cells().iter().find(|joins| joins.cell == cell).map(|joins| f64::from(joins.weight()))
    };
    let totals_of =
        |grid: &JoinsGrid| weights::continent_totals(&JoinData::Grid(grid.clone()), &routes).map(|total| total as f64);
    let totals = totals_of(&grid);
    let same = weights::by_continent(&grid, &routes, totals).unwrap();
    assert_eq!(same, grid);
    // Half of all players in Europe, none in Oceania.
    let shares = [2.0, 20.0, 50.0, 20.0, 0.0, 8.0];
    let other = weights::by_continent(&grid, &routes, shares).unwrap();
    let others = totals_of(&other);
    for (share, total) in shares.iter().zip(others) {
        let share_of_all = total / others.iter().sum::<f64>();
        assert!((share_of_all - share / 100.0).abs() < 1e-3, "{share_of_all} for {share} %");
    }
    // Two cities of one continent stay in proportion, to the tenth of a doubling.
    let proportion = |grid: &JoinsGrid| at(grid, 48.85, 2.35).unwrap() / at(grid, 52.52, 13.40).unwrap();
    assert!((proportion(&other) / proportion(&grid) - 1.0).abs() < 0.15);
    assert!(at(&grid, -33.87, 151.21).is_some() && at(&other, -33.87, 151.21).is_none());
    assert!(weights::by_continent(&grid, &routes, [0.0; 6]).is_err(), "nobody is left");
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(weights::by_continent(&grid, &routes, [bad, 1.0, 1.0, 1.0, 1.0, 1.0]).is_err());
    }
    // One continent alone, however small it was.
    let alone = weights::by_continent(&grid, &routes, [0.0, 0.0, 0.0, 0.0, 1e-9, 0.0]).unwrap();
    assert!(at(&alone, -33.87, 151.21).is_some() && at(&alone, 48.85, 2.35).is_none());

    let (mut day, night) = ([0.0; 24], [1.0; 24]);
    day[20] = 3.0;
    let week = weights::week(&day, &night).unwrap();
    assert_eq!((week.percent()[20], week.percent()[21], week.percent()[5 * 24]), (100, 0, 33));
    assert!(weights::week(&[0.0; 24], &[0.0; 24]).is_none());
    assert!(weights::week(&[f64::NAN; 24], &night).is_none() && weights::week(&[-1.0; 24], &night).is_none());
}
