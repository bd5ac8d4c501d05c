//! Tests of the world and of users' own files.

use super::*;
use crate::world::import::Importer;
use matchday_atlas::{GridCell, JoinData, JoinsCell, JoinsGrid, LatencyMap, Location};
use serde_bytes::ByteBuf;

#[wasm_bindgen_test]
fn every_continent_is_covered_and_the_best_next_place_helps() {
    let lab = lab();
    let sites = json!([{ "name": "frankfurt", "lat": 50.11, "lon": 8.68 }]);
    let areas = ask(&lab, "coverage", json!({ "sites": sites }));
    assert_eq!((areas[0]["area"].as_str(), areas[0]["joins"].as_f64()), (Some("world"), Some(1.0)));
    assert_eq!(areas.as_array().unwrap().len(), 7);
    let asked = |aim: &str, count: usize, continent: Option<&str>| json!({ "sites": sites, "aim": aim, "count": count, "continent": continent });
    let next = ask(&lab, "next", asked("within50", 1, None));
    assert!(next["places"][0]["change"].as_f64().unwrap() > 0.05, "{next}");
    assert_eq!(refused(&lab, "next", asked("nearest", 1, None)), "BAD_VALUE");
    let south = ask(&lab, "next", asked("within50", 3, Some("SA")));
    assert!(south["compared"].as_u64() < next["compared"].as_u64(), "{south}");
    for place in south["places"].as_array().unwrap() {
        let (lat, lon) = (place["lat"].as_f64().unwrap(), place["lon"].as_f64().unwrap());
        assert!((-56.0..13.0).contains(&lat) && (-82.0..-34.0).contains(&lon), "{place}");
    }
    assert_eq!(refused(&lab, "next", asked("within50", 1, Some("africa"))), "BAD_PARAM");
    let nowhere = json!({ "sites": [{ "name": "nowhere", "lat": 91, "lon": 0 }] });
    assert_eq!(refused(&lab, "coverage", nowhere), "BAD_PLACE");
}

#[wasm_bindgen_test]
fn a_latency_map_is_saved_as_the_greyscale_image_that_is_read_back() {
    let lab = lab();
    let [frankfurt, sydney] = [("frankfurt", 50.11, 8.68), ("sydney", -33.87, 151.21)]
        .map(|(name, lat, lon)| json!({ "name": name, "lat": lat, "lon": lon }));
    let image = |sites: &Value| numbers(&ask(&lab, "mapPng", json!({ "sites": sites })));
    let read = |sites: &Value| LatencyMap::from_png(&image(sites), "map.png").unwrap().picture();
    let own = |site: &Value| numbers(&ask(&lab, "map", json!({ "site": site })));
    assert_eq!(read(&json!([frankfurt])), own(&frankfurt));
    let both =
        own(&frankfurt).into_iter().zip(own(&sydney)).map(|(a, b)| if a == 0 || b == 0 { a.max(b) } else { a.min(b) });
    assert_eq!(read(&json!([frankfurt, sydney])), both.collect::<Vec<u8>>(), "the nearest of both");
}

#[wasm_bindgen_test]
fn files_are_recognised_and_imported() {
    #[derive(Serialize)]
    struct Head<'a> {
        name: &'a str,
        head: &'a Bytes,
    }
    let lab = lab();
    let list: &[u8] = b"1,fra,50.11,8.68\n2,iad,39.04,-77.49\n";
    let head = |name, head| Head { name, head: Bytes::new(head) };
    let kind = |name, bytes| ask(&lab, "recogniseFile", head(name, bytes));
    assert_eq!(kind("dcs.csv", list), json!({ "kind": "datacenters", "turn": 0 }));
    assert_eq!(kind("map.f32", list), json!({ "kind": "map", "turn": 1 }));
    assert_eq!(kind("joins.csv", b"12:00:00,50.1,8.7\n"), json!({ "kind": "joins", "turn": 2 }));
    assert_eq!(refused(&lab, "recogniseFile", head("notes.txt", b"mine\n")), "DATA_INVALID");
    let mut importer = Importer::new(&lab).unwrap();
    importer.ask(&question("open", head("dcs.csv", list))).unwrap();
    for piece in list.chunks(7) {
        importer.ask(&question("push", Bytes::new(piece))).unwrap();
    }
    let report = got(&importer.ask(&question("close", json!({}))).unwrap())["close"].take();
    assert_eq!(json!([report["read"], report["refused"]]), json!([2, 0]), "{report}");
    let made = got(&importer.ask(&question("finish", json!({}))).unwrap())["finish"].take();
    let names: Vec<&Value> = made["datacenters"].as_array().unwrap().iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, ["fra", "iad"]);
    assert!(made["maps"].is_null(), "there were no pings");
    assert!(
        made["files"][0]["bytes"]["0"].is_u64() && made["files"][0]["checksum"].is_string(),
        "{}",
        made["files"][0]["name"]
    );
}

#[wasm_bindgen_test]
fn joins_without_a_continent_have_no_shares() {
    let (world, lab) = (world(), lab());
    let JoinData::Grid(grid) = &world.data().dataset.joins else { panic!("the built-in joins are a grid") };
    let asked = |grid: &JoinsGrid| BTreeMap::from([("joins", ByteBuf::from(grid.encode()))]);
    let shares = ask(&lab, "continentShares", asked(grid));
    let all: f64 = shares.as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((all - 100.0).abs() < 1e-9, "{shares}");
    // In the Southern Ocean.
    let far = JoinsCell { cell: GridCell::of(Location::named(-60.0, -120.0).unwrap()), ..grid.cells()[0] };
    let far = JoinsGrid::new(grid.curve.clone(), vec![far]).unwrap();
    assert_eq!(refused(&lab, "continentShares", asked(&far)), "DATA_INVALID");
}
