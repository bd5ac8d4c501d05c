//! Data of the world: datacenters, joins, latency maps, pings.

use crate::png;
use matchday_atlas::import::{Base, Import, lists};
use matchday_atlas::latency::{CELLS, HEIGHT, WIDTH};
use matchday_atlas::pings::{Names, PingsReader};
use matchday_atlas::{Datacenter, JoinData, LatencyMap, Location, Manifest, RecordedJoins, RouteModel};

/// Two datacenters, one of them in the seeds.
const SITES: &[u8] = b"id,name,lat,long\n1,here,50,8\n2,there,-33,151\n";

/// The datacenters of the seeds.
pub fn sites() -> Vec<Datacenter> {
    Datacenter::read_csv(SITES, "datacenters.csv").unwrap_or_default()
}

pub fn datacenters(bytes: &[u8]) {
    if let Ok(sites) = Datacenter::read_csv(bytes, "datacenters.csv") {
        assert!(sites.iter().all(|site| site.location.lat().abs() <= 90.0 && !site.name.contains('/')));
    }
    drop(lists::read_datacenters(bytes, "datacenters.csv").map_err(|error| error.to_string()));
}

pub fn joins(bytes: &[u8]) {
    let mut reader = RecordedJoins::reader("joins.csv");
    pieces(bytes).for_each(|piece| reader.push(piece));
    let Ok((joins, summary)) = reader.finish().map_err(|error| error.to_string()) else { return };
    let counted: u64 = (0..1440).map(|minute| joins.in_minute(minute)).sum();
    assert_eq!((counted, joins.total()), (summary.read, summary.read));
    assert_eq!(RecordedJoins::decode(&joins.encode(), "joins.bin"), Ok(joins));
}

pub fn joins_bytes(bytes: &[u8]) {
    match JoinData::decode(bytes, "joins.bin").map_err(|error| error.to_string()) {
        Ok(JoinData::Grid(grid)) => assert_eq!(grid.encode(), bytes, "one grid has one encoding"),
        Ok(JoinData::Recorded(day)) => assert_eq!(RecordedJoins::decode(&day.encode(), "joins.bin"), Ok(day)),
        Err(_) => {}
    }
}

/// The bytes as they are, and repeated to the size of a map.
pub fn map_f32(bytes: &[u8]) {
    let Ok(anywhere) = Location::new(50.0, 8.0) else { return };
    let repeated: Vec<u8> = bytes.iter().copied().cycle().take(CELLS * size_of::<f32>()).collect();
    for bytes in [bytes, &repeated] {
        if let Ok((_, summary)) = LatencyMap::from_f32_le(bytes, "latency_here.bin", anywhere) {
            assert_eq!((summary.data + summary.no_data + summary.below_floor) as usize, CELLS);
        }
    }
}

/// The bytes as they are, and with right checksums.
pub fn map_png(bytes: &[u8]) {
    image(bytes);
    image(&png::with_checksums(bytes));
}

/// A whole image around any filters and pixels.
pub fn map_png_pixels(bytes: &[u8]) {
    let lines: Vec<u8> = bytes.iter().copied().cycle().take(HEIGHT * (WIDTH + 1)).collect();
    image(&png::around(WIDTH as u32, HEIGHT as u32, if bytes.is_empty() { bytes } else { &lines }));
}

fn image(bytes: &[u8]) {
    if let Ok(map) = LatencyMap::from_png(bytes, "latency_here.png").map_err(|error| error.to_string()) {
        assert_eq!(map.cells().len(), CELLS);
    }
}

pub fn routes(bytes: &[u8]) {
    if let Ok(routes) = RouteModel::read(bytes, "routes.bin").map_err(|error| error.to_string())
        && let Ok(anywhere) = Location::new(50.0, 8.0)
    {
        assert_eq!(routes.rtts_ms(anywhere, 0.0).len(), CELLS);
    }
}

pub fn manifest(bytes: &[u8]) {
    if let Ok(manifest) = Manifest::parse(bytes, "manifest.json").map_err(|error| error.to_string()) {
        let again = Manifest::parse(&manifest.to_json(), "manifest.json");
        assert_eq!(again.map(|again| again.checksum()), Ok(manifest.checksum()));
    }
}

pub fn pings(bytes: &[u8]) {
    let mut reader = PingsReader::new("pings.csv", Names::new(&sites()));
    let read = pieces(bytes).try_for_each(|piece| reader.push(piece)).and_then(|()| reader.finish());
    if let Ok(taken) = read.map_err(|error| error.to_string()) {
        assert_eq!(taken.sums.pings().values().sum::<u64>(), taken.pings);
    }
}

/// A file of any kind, as the page imports it: the first byte chooses a name.
pub fn import(bytes: &[u8]) {
    const FILES: [&str; 5] = ["joins.csv", "sites.csv", "pings.csv", "latency_here.bin", "latency_here.png"];
    let Some((choice, bytes)) = bytes.split_first() else { return };
    let base = sites().into_iter().map(|datacenter| Base { datacenter, uplink_ms: 0.0 }).collect();
    let mut import = Import::new(base);
    let read = import
        .open(FILES[usize::from(*choice) % FILES.len()], &bytes[..bytes.len().min(1 << 16)])
        .and_then(|_| pieces(bytes).try_for_each(|piece| import.push(piece)));
    drop(read.and_then(|()| import.close()).map_err(|error| error.to_string()));
}

/// The bytes in pieces; how long they are depends on the bytes.
pub fn pieces(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let length = bytes.last().map_or(1, |&last| usize::from(last) % 61 + 1);
    bytes.chunks(length)
}
