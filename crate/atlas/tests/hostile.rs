//! Whatever the bytes, readers answer with data or with an error: they never panic, and never ask for the moon.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use matchday_atlas::manifest::Manifest;
use matchday_atlas::{Datacenter, JoinsGrid, LatencyMap, Location, RecordedJoins};

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
    for _ in 0..20_000 {
        if let Ok(sites) = Datacenter::read_csv(&noise.mutate(&good), "datacenters.csv") {
            assert!(sites.iter().all(|site| site.location.lat().abs() <= 90.0 && !site.name.contains('/')));
        }
    }
}

#[test]
fn recorded_joins() {
    let (good, mut noise) = (b"23:59:59,-12.04,-77.03\n00:00:00,50.11,8.68\n12:00:01,-90,180\n".repeat(4), Noise(3));
    for _ in 0..20_000 {
        let bytes = noise.mutate(&good);
        let mut reader = RecordedJoins::reader("joins.csv");
        bytes.chunks(1 + noise.below(40)).for_each(|piece| reader.push(piece));
        if let Ok((joins, summary)) = reader.finish() {
            let counted: u64 =
                (0..1440).flat_map(|minute| joins.minute(minute)).map(|&(_, count)| u64::from(count)).sum();
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
