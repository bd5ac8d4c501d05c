//! Coverage of the built-in world: the page shows the round trips with which players are simulated.
//!
//! `e2e/specs/place.test.mjs` expects the same numbers on the page.

use matchday_atlas::siting::{self, Aim, Site};
use matchday_atlas::{Audience, Continent, JoinData, Reached};
use matchday_matchmaker::RowId;
use matchday_sim::World;
use matchday_tests::golden::{self, Golden, Reach};
use matchday_tests::{built_in, data_set, params};

/// Joins within 50 and 100 ms and the mean RTT, from the rows that the matchmaker of a run uses.
fn by_simulation(dcs: &str) -> [f64; 3] {
    let dataset = built_in();
    let world = World::new(&dataset, &params(&[("dcs", dcs)])).unwrap();
    let JoinData::Grid(grid) = &dataset.joins else { panic!("the built-in joins are a grid") };
    let mut sums = [0.0; 4];
    for (cell, row) in grid.cells().iter().zip(0..) {
        let nearest = world.latencies.rtts_ms(RowId(row)).iter().copied().min().unwrap();
        let weight = f64::from(cell.weight());
        sums[0] += if nearest <= 50 { weight } else { 0.0 };
        sums[1] += if nearest <= 100 { weight } else { 0.0 };
        sums[2] += f64::from(nearest) * weight;
        sums[3] += weight;
    }
    [0, 1, 2].map(|at| sums[at] / sums[3])
}

/// The same from the datacenters' maps alone.
fn by_audience(dcs: &str) -> [f64; 3] {
    let coverage = golden::coverage(&data_set(), dcs);
    assert_eq!(coverage.world.without_data, 0);
    let continents = coverage.continents.iter().fold(Reached::default(), |sum, (_, reached)| Reached {
        joins: sum.joins + reached.joins,
        without_data: sum.without_data + reached.without_data,
        within_50: sum.within_50 + reached.within_50,
        within_100: sum.within_100 + reached.within_100,
        rtt_ms: sum.rtt_ms + reached.rtt_ms,
    });
    assert_eq!(continents, coverage.world, "every cell of the built-in world lies in a continent");
    let world = coverage.world;
    [world.share_within_50(), world.share_within_100(), world.mean_rtt_ms()]
}

#[test]
fn coverage_is_that_of_the_rows_a_run_is_played_with() {
    for Reach { dcs, .. } in Golden::read().coverage {
        let (found, expected) = (by_audience(&dcs), by_simulation(&dcs));
        for (at, key) in ["within_50", "within_100", "rtt_ms"].into_iter().enumerate() {
            assert!((found[at] - expected[at]).abs() < 1e-9, "{dcs}, {key}: {} {}", found[at], expected[at]);
        }
    }
}

/// The article's example, with the datacenters of the Lima scenario. `e2e/specs/estimate.test.mjs` expects the same
/// on the page.
#[test]
fn distance_misroutes_lima() {
    let (set, dataset) = (data_set(), built_in());
    let weights = set.joins.weights();
    let audience = Audience::new(&weights, &set.routes);
    let active = dataset.active("-bogota,-santiago").unwrap();
    let sites: Vec<_> = active.iter().map(|site| site.datacenter.location).collect();
    let maps = sites.iter().map(|&site| audience.rtts_ms(&set.routes.map(site, 0.0), site));
    let misrouted = audience.distance_misrouting(&sites, &maps.collect::<Vec<_>>(), &set.routes);
    let lima = misrouted.iter().take(5).find(|misrouted| misrouted.city.name == "Lima").unwrap();
    assert_eq!([lima.by_distance, lima.by_latency].map(|at| active[at].label.as_str()), ["S\u{e3}o Paulo", "Miami"]);
    let mean_ms = [lima.by_distance_ms, lima.by_latency_ms].map(|sum| sum as f64 / lima.joins as f64);
    assert!((mean_ms[0] - 99.0).abs() < 10.0 && (mean_ms[1] - 74.0).abs() < 10.0, "{mean_ms:?}");
}

/// The best next place of each continent, against trying every city of it.
#[test]
fn each_continent_lacks_the_city_that_adds_most_to_its_own_coverage() {
    let (set, dataset) = (data_set(), built_in());
    let routes = &set.routes;
    let audience = Audience::new(&set.joins.weights(), routes);
    let model = routes.only(&audience.map_cells());
    let rtts_ms = |place| audience.rtts_ms(&model.map(place, 0.0), place);
    let active = dataset.active("-saopaulo,-bogota").unwrap();
    let taken: Vec<_> = active.iter().map(|site| site.datacenter.location).collect();
    let active: Vec<_> = taken.iter().map(|&place| rtts_ms(place)).collect();
    for continent in Continent::ALL {
        let cities = siting::free_cities(routes, &taken).into_iter().map(|city| &routes.routes().hubs[city]);
        let cities: Vec<_> =
            cities.filter(|city| siting::continent_of(routes, city.location) == Some(continent)).collect();
        let columns: Vec<_> = cities.iter().map(|city| rtts_ms(city.location)).collect();
        let places: Vec<_> =
            cities.iter().zip(&columns).map(|(city, rtts_ms)| Site { name: &city.name, rtts_ms }).collect();
        let weights: Vec<u64> = audience.weights_of(continent).collect();
        let found = siting::next(&weights, &active, &places, Aim::Within100, 1);
        let within_100 = |with: &[&[u8]]| {
            let coverage = audience.coverage(with);
            let (_, reached) = coverage.continents.iter().find(|(letters, _)| *letters == continent.letters()).unwrap();
            reached.share_within_100()
        };
        let before: Vec<&[u8]> = active.iter().map(|column| &**column).collect();
        let gains = columns.iter().map(|column| within_100(&[&before[..], &[column]].concat()) - within_100(&before));
        let most = gains.fold(0.0, f64::max);
        let best = &cities[found[0].site];
        assert!((found[0].change - most).abs() < 1e-9 && most > 0.0, "{continent}: {} {most}", best.name);
        let country = routes.routes().country(best.country).unwrap();
        assert_eq!(country.continent, continent.letters(), "{}", best.name);
    }
}
