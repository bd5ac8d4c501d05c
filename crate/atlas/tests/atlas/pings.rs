//! Raw pings to maps: sums against a naive count, days against the whole, and maps from files.

use std::collections::BTreeMap;

use matchday_atlas::pings::csv::{self, Block};
use matchday_atlas::pings::{AcceptedPings, Day, Names, PingsReader, Sums, build_maps, maps};
use matchday_atlas::{Datacenter, Fallback, geo, latency};

/// A generator of our own, so that the pings are the same for ever.
struct Random(u64);

impl Random {
    /// Below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const LIST: &[u8] = b"1,frankfurt,50.1155,8.6842\n2,lima,-12.0432,-77.0282\n3,tokyo,35.6895,139.6917\n";

fn sites() -> Vec<Datacenter> {
    Datacenter::read_csv(LIST, "datacenters.csv").unwrap()
}

/// Rows of four days, all over the globe but often from the same places, and what they add up to, counted with the
/// standard library alone: by date, datacenter, row and column.
type Naive = BTreeMap<(String, String, i64, i64), (u128, u128)>;

fn rows(count: usize, seed: u64) -> (Vec<String>, Naive) {
    let (mut random, mut rows, mut naive) = (Random(seed), Vec::new(), Naive::new());
    for _ in 0..count {
        let date = format!("2026-02-{:02}", 26 + random.below(3));
        let clock = format!("{:02}:{:02}:{:02}", random.below(24), random.below(60), random.below(60));
        let site = ["frankfurt", "lima", "tokyo"][random.below(3) as usize];
        let near = random.below(2) == 0;
        let lat = if near { 40_000 + random.below(5_000) as i64 } else { random.below(180_001) as i64 - 90_000 };
        let long = if near { -3_000 + random.below(6_000) as i64 } else { random.below(360_000) as i64 - 180_000 };
        let us = 1 + random.below(300_000);
        let thousandth = |n: i64| format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, n.abs() / 1_000, n.abs() % 1_000);
        let ms = format!("{}.{:03}", us / 1_000, us % 1_000);
        rows.push(format!("{date}T{clock}Z,{},{},{site},{ms}\n", thousandth(lat), thousandth(long)));
        let row = (89 - lat.div_euclid(1_000)).clamp(0, 179);
        let sum = naive.entry((date, site.into(), row, long.div_euclid(1_000) + 180)).or_default();
        *sum = (sum.0 + u128::from(us), sum.1 + 1);
    }
    (rows, naive)
}

fn take(rows: &[String]) -> AcceptedPings {
    let mut accepted = AcceptedPings::default();
    let block = Block { first_line: 2, bytes: rows.concat().into_bytes(), numbers: 0 };
    csv::read(&block, "pings.csv", &Names::new(&sites()), &mut accepted).unwrap();
    accepted
}

/// Everything in the sums, in order.
fn all(mut sums: Sums) -> Vec<(Day, u16, u16, u64, u64)> {
    sums.settle();
    let day = |day: Day| {
        sums.day(day).flat_map(move |(site, s)| s.cells().iter().map(move |c| (day, site, c.cell, c.sum_us, c.count)))
    };
    sums.days().into_iter().flat_map(day).collect()
}

#[test]
fn sums_agree_with_a_naive_count() {
    let (rows, naive) = rows(30_000, 1);
    let sites = sites();
    let ours = all(take(&rows).sums).into_iter().map(|(day, site, cell, sum_us, count)| {
        let place = (i64::from(cell) / 360, i64::from(cell) % 360);
        let key = (day.to_string(), sites[usize::from(site)].name.clone(), place.0, place.1);
        (key, (u128::from(sum_us), u128::from(count)))
    });
    assert!(ours.collect::<Naive>() == naive);
}

#[test]
fn any_split_in_any_order_adds_up_to_the_same_bits() {
    let (rows, _) = rows(6_000, 2);
    let whole = all(take(&rows).sums);
    let mut random = Random(3);
    for _ in 0..40 {
        let mut rows = rows.clone();
        (1..rows.len()).rev().for_each(|last| rows.swap(last, random.below(last as u64 + 1) as usize));
        let mut parts = Vec::new();
        while !rows.is_empty() {
            let length = 1 + random.below(rows.len() as u64) as usize;
            parts.push(take(&rows.split_off(rows.len() - length)).sums);
        }
        // Merged as a random tree, not from one end to the other.
        while parts.len() > 1 {
            let one = parts.swap_remove(random.below(parts.len() as u64) as usize);
            let other = random.below(parts.len() as u64) as usize;
            parts[other].merge(one);
        }
        assert!(all(parts.remove(0)) == whole);
    }
}

#[test]
fn a_window_is_its_days() {
    let (rows, _) = rows(6_000, 4);
    let accepted = take(&rows).finish("pings.csv").unwrap();
    let day = |text| Day::parse(text).unwrap();
    let (from, until) = (day("2026-02-27"), day("2026-02-28"));
    let inside: Vec<_> = rows.iter().filter(|row| !row.starts_with("2026-02-26")).cloned().collect();
    let inside = take(&inside).finish("pings.csv").unwrap();
    for site in 0..3 {
        let mut by_day = accepted.sums.window(from..=from, site);
        by_day.add(accepted.sums.window(until..=until, site).cells());
        let window = accepted.sums.window(from..=until, site);
        assert!(window.count() > 1_000);
        assert_eq!(window, by_day);
        assert_eq!(window, inside.sums.window(day("2020-01-01")..=day("2030-01-01"), site));
    }
}

fn model(site: &Datacenter) -> Vec<f32> {
    let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
    let rtt = |cell| fallback.rtt_ms(geo::great_circle_km(latency::centre(cell), site.location)) as f32;
    (0..latency::CELLS).map(|cell| if cell % 360 < 200 { rtt(cell) } else { 0.0 }).collect()
}

#[test]
fn files_become_maps() {
    let day = |day: u32, site: &str, rtts: &[f64]| -> String {
        rtts.iter().map(|rtt| format!("2026-05-{day:02} 12:00:00,50.5,8.5,{site},{rtt}\n")).collect()
    };
    let (one, two) = (day(1, "frankfurt", &[200.0]), day(2, "frankfurt", &[10.0, 11.0]));
    let three = day(3, "frankfurt", &[13.4]) + &day(3, "lima", &[180.0; 10]) + &day(3, "lima", &[-1.0]);
    let mut accepted = AcceptedPings::default();
    for (file, text) in [("1.csv", one), ("2.csv", two), ("3.csv", three)] {
        let mut reader = PingsReader::new(file, Names::new(&sites()));
        text.as_bytes().chunks(7).try_for_each(|piece| reader.push(piece)).unwrap();
        accepted.merge(reader.finish().unwrap());
    }
    let built = build_maps(&accepted, &sites(), 2, model).unwrap();
    let cell = 39 * 360 + 188;
    // (10 + 11 + 13.4) / 3 = 11.47; the first day is the history of the window.
    let rtts: Vec<_> = built.maps.iter().map(|built| built.map.cells()[cell]).collect();
    assert_eq!(rtts[..2], [11, 180]);
    let measured: Vec<_> = built.maps.iter().map(|built| built.cleaning.measured.pings).collect();
    assert_eq!(measured, [3, 10, 0]);
    assert!(built.maps[0].measured[cell] && !built.maps[2].measured[cell]);
    // The model knows 200 columns of 180 rows.
    assert_eq!(built.maps[0].filled, 36_000 - 1);
    assert_eq!(built.maps[0].map.cells()[39 * 360 + 250], 0, "neither model nor ping");
    assert_eq!(built.combined.cells()[cell], 11);
    assert_eq!((accepted.pings, accepted.refusals.total()), (14, 1));
    assert_eq!((built.days.start().to_string().as_str(), built.outside), ("2026-05-02", 0));
}

#[test]
fn a_filled_cell_never_beats_light() {
    // Neighbours measured at the floor, under a model that is far too slow there and right here.
    let site = &sites()[0];
    let floor = |cell| geo::fibre_floor_ms(geo::great_circle_km(latency::centre(cell), site.location));
    let (cell, near) = (100 * 360 + 100, 100 * 360 + 101);
    let mut model = vec![0.0; latency::CELLS];
    (model[cell], model[near]) = (floor(cell) as f32, 240.0);
    let mut sums = matchday_atlas::pings::CellSums::default();
    let sum_us = (3.0 * 1_000.0 * (floor(near) + 1.0)) as u64;
    sums.add(&[matchday_atlas::pings::CellSum { cell: near as u16, sum_us, count: 3 }]);
    let built = maps::map(&sums, site.location, &model);
    assert_eq!(f64::from(built.map.cells()[cell]), (floor(cell) + 0.5).floor());
}

#[test]
fn cells_that_no_map_can_say_are_cut_and_counted() {
    // Round the datacenter, where light sets no floor: 1 to 1,000 ms after rounding half up is what a map can say.
    let site = &sites()[0];
    let cell = 39 * 360 + 188;
    let mut sums = matchday_atlas::pings::CellSums::default();
    let of = |(sum_us, cell): (u64, u16)| matchday_atlas::pings::CellSum { cell, sum_us: sum_us * 3, count: 3 };
    sums.add(&[499, 500, 1_000_499, 1_000_500].into_iter().zip(cell..).map(of).collect::<Vec<_>>());
    let built = maps::map(&sums, site.location, &vec![0.0; latency::CELLS]);
    assert_eq!((built.map.cells()[usize::from(cell)..][..4].to_vec(), built.clamped), (vec![1, 1, 1_000, 1_001], 2));
}
