//! Tests of the world and of users' own files.

use super::*;
use crate::world::atlas::Atlas;
use crate::world::import::{Importer, recognise_file};
use matchday_atlas::{GridCell, JoinData, JoinsCell, JoinsGrid, LatencyMap, Location};

#[wasm_bindgen_test]
fn every_continent_is_covered_and_the_best_next_place_helps() {
    let atlas = Atlas::new(&world()).unwrap();
    let sites = js(json!([{ "name": "frankfurt", "lat": 50.11, "lon": 8.68 }]));
    let areas: Vec<Value> = atlas.coverage(&sites).unwrap().iter().map(got).collect();
    assert_eq!((areas[0]["area"].as_str(), areas[0]["joins"].as_f64()), (Some("world"), Some(1.0)));
    assert_eq!(areas.len(), 7);
    let next = got(&atlas.next(&sites, &js("within50"), 1, None).unwrap());
    assert!(next["places"][0]["change"].as_f64().unwrap() > 0.05, "{next}");
    assert_eq!(code(atlas.next(&sites, &js("nearest"), 1, None)), "BAD_PARAM");
    let south = got(&atlas.next(&sites, &js("within50"), 3, Some("SA".into())).unwrap());
    assert!(south["compared"].as_u64() < next["compared"].as_u64(), "{south}");
    for place in south["places"].as_array().unwrap() {
        let (lat, lon) = (place["lat"].as_f64().unwrap(), place["lon"].as_f64().unwrap());
        assert!((-56.0..13.0).contains(&lat) && (-82.0..-34.0).contains(&lon), "{place}");
    }
    assert_eq!(code(atlas.next(&sites, &js("within50"), 1, Some("africa".into()))), "BAD_PARAM");
    assert_eq!(code(atlas.coverage(&js(json!([{ "name": "nowhere", "lat": 91, "lon": 0 }])))), "BAD_PLACE");
}

#[wasm_bindgen_test]
fn a_latency_map_is_saved_as_the_greyscale_image_that_is_read_back() {
    let atlas = Atlas::new(&world()).unwrap();
    let [frankfurt, sydney] = [("frankfurt", 50.11, 8.68), ("sydney", -33.87, 151.21)]
        .map(|(name, lat, lon)| json!({ "name": name, "lat": lat, "lon": lon }));
    let read =
        |sites: &Value| LatencyMap::from_png(&atlas.map_png(&js(sites.clone())).unwrap(), "map.png").unwrap().picture();
    let own = |site: &Value| atlas.map(&js(site.clone())).unwrap();
    assert_eq!(read(&json!([frankfurt])), own(&frankfurt));
    let both =
        own(&frankfurt).into_iter().zip(own(&sydney)).map(|(a, b)| if a == 0 || b == 0 { a.max(b) } else { a.min(b) });
    assert_eq!(read(&json!([frankfurt, sydney])), both.collect::<Vec<u8>>(), "the nearest of both");
}

#[wasm_bindgen_test]
fn files_are_recognised_and_imported() {
    let atlas = Atlas::new(&world()).unwrap();
    let list: &[u8] = b"1,fra,50.11,8.68\n2,iad,39.04,-77.49\n";
    assert_eq!(got(&recognise_file("dcs.csv", list).unwrap()), json!({ "kind": "datacenters", "turn": 0 }));
    assert_eq!(got(&recognise_file("map.f32", list).unwrap()), json!({ "kind": "map", "turn": 1 }));
    assert_eq!(
        got(&recognise_file("joins.csv", b"12:00:00,50.1,8.7\n").unwrap()),
        json!({ "kind": "joins", "turn": 2 })
    );
    assert_eq!(code(recognise_file("notes.txt", b"mine\n")), "DATA_INVALID");
    let mut importer = Importer::new(&atlas);
    importer.open("dcs.csv", list).unwrap();
    list.chunks(7).for_each(|piece| importer.push(piece).unwrap());
    let report = got(&importer.close().unwrap());
    assert_eq!(json!([report["read"], report["refused"]]), json!([2, 0]), "{report}");
    let made = got(&importer.finish(&atlas).unwrap());
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
    let (world, atlas) = (world(), Atlas::new(&world()).unwrap());
    let JoinData::Grid(grid) = &world.data().dataset.joins else { panic!("the built-in joins are a grid") };
    let shares = atlas.continent_shares(&grid.encode()).unwrap();
    assert!((shares.iter().sum::<f64>() - 100.0).abs() < 1e-9, "{shares:?}");
    // In the Southern Ocean.
    let far = JoinsCell { cell: GridCell::of(Location::named(-60.0, -120.0).unwrap()), ..grid.cells()[0] };
    let far = JoinsGrid::new(grid.curve.clone(), vec![far]).unwrap();
    assert_eq!(code(atlas.continent_shares(&far.encode())), "DATA_INVALID");
}
