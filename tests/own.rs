//! A world of users' own files, the same that `e2e/specs/import.test.mjs` imports into the page.

use crate::file;
use matchday_atlas::import::Import;
use matchday_atlas::manifest::FileEntry;
use matchday_atlas::{LatencyMap, Manifest, RouteModel, SourceData};
use std::collections::BTreeMap;
use std::fs;

/// The files by name: two datacenters, their maps in two formats, joins with one row to refuse and 57 to
/// clamp.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let list = "id,name,lat,long\n1,here,50.11,8.68\n2,there,40.71,-74.0\n";
    let here = |cell: usize| if cell.is_multiple_of(11) { f32::NAN } else { 20.0 + (cell % 50) as f32 };
    let there = LatencyMap::from_fn(|cell, _| Some((30 + cell % 200) as f64));
    let mut joins = "time,lat,long\n25:00:00,1,2\n12:00:00,10,185\n".to_owned();
    for row in 0..20_000_i64 {
        let second = row * 7_919 % 86_400;
        let (lat, lon) = (row * 37 % 140 - 60, row * 101 % 360 - 180);
        let time = format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60);
        joins += &format!("{time},{lat}.5,{lon}.25\n");
    }
    vec![
        ("datacenters.csv", list.into()),
        ("latency_here.bin", (0..360 * 180).flat_map(|cell| here(cell).to_le_bytes()).collect()),
        ("latency_there.png", there.to_png()),
        ("joins.csv", joins.into()),
    ]
}

/// The data set that the page makes of these files.
///
/// # Panics
/// If a file is invalid.
pub fn data_set(own: &[(&str, Vec<u8>)]) -> SourceData {
    import(own).unwrap_or_else(|error| panic!("{error}"))
}

fn import(own: &[(&str, Vec<u8>)]) -> Result<SourceData, Box<dyn std::error::Error>> {
    let mut import = Import::new(Vec::new());
    for (name, bytes) in own {
        import.open(name, &bytes[..bytes.len().min(1 << 16)])?;
        bytes.chunks(1 << 16).try_for_each(|piece| import.push(piece))?;
        let report = import.close()?;
        let expected = if *name == "joins.csv" { (20_001, 1, 57) } else { (report.read, report.refused, 0) };
        assert_eq!((report.read, report.refused, report.clamped), expected, "{name}");
    }

    let built_in = |name: &str| fs::read(file("data").join(name));
    let mut manifest = Manifest::parse(&built_in("manifest.json")?, "manifest.json")?;
    let mut files = BTreeMap::new();
    for entry in &manifest.files {
        files.insert(entry.path.clone(), built_in(&entry.path)?);
    }
    let (own, _) = import.finish(&RouteModel::read(&files["routes.bin"], "routes.bin")?)?;
    files.extend(own.files);
    manifest.name = "own".into();
    manifest.files = files.iter().map(|(path, bytes)| FileEntry::of(path, bytes)).collect();
    manifest.datacenters = own.datacenters.ok_or("no datacenters")?;
    files.insert("manifest.json".into(), manifest.to_json());
    Ok(SourceData::read(|name| files.get(name).map(Vec::as_slice))?)
}
