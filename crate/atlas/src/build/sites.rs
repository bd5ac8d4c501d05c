//! The built-in datacenters and their maps.

use crate::datacenter::Datacenter;
use crate::geo::{Fallback, great_circle_km};
use crate::latency::LatencyMap;
use crate::manifest::DatacenterEntry;

/// A built-in datacenter: its entry in the list, and what people are shown.
#[derive(Clone, Copy, Debug)]
struct Site {
    id: u32,
    name: &'static str,
    label: &'static str,
    region: &'static str,
    lat: f64,
    lon: f64,
    default: bool,
}

/// A datacenter that is active unless somebody says otherwise.
const fn site(id: u32, name: &'static str, label: &'static str, region: &'static str, (lat, lon): (f64, f64)) -> Site {
    Site { id, name, label, region, lat, lon, default: true }
}

/// A datacenter that waits to be switched on.
const fn spare(id: u32, name: &'static str, label: &'static str, region: &'static str, place: (f64, f64)) -> Site {
    Site { default: false, ..site(id, name, label, region, place) }
}

/// The active ones stand on every continent and leave one join in seven beyond 50 ms, so that the matchmaker's caps
/// matter; the spare ones reach most of those.
const SITES: [Site; 24] = [
    site(103, "losangeles", "Los Angeles", "North America", (34.0522, -118.2437)),
    site(107, "chicago", "Chicago", "North America", (41.8500, -87.6500)),
    site(109, "miami", "Miami", "North America", (25.7743, -80.1937)),
    site(110, "ashburn", "Ashburn", "North America", (39.0403, -77.4852)),
    spare(115, "mexicocity", "Mexico City", "North America", (19.4285, -99.1277)),
    site(200, "saopaulo", "São Paulo", "South America", (-23.5475, -46.6361)),
    spare(203, "bogota", "Bogotá", "South America", (4.6097, -74.0817)),
    spare(204, "lima", "Lima", "South America", (-12.0432, -77.0282)),
    site(300, "london", "London", "Europe", (51.5085, -0.1257)),
    site(304, "frankfurt", "Frankfurt", "Europe", (50.1155, 8.6842)),
    spare(311, "istanbul", "Istanbul", "Europe", (41.0138, 28.9497)),
    spare(312, "moscow", "Moscow", "Europe", (55.7520, 37.6178)),
    site(400, "sydney", "Sydney", "Oceania", (-33.8678, 151.2073)),
    site(500, "mumbai", "Mumbai", "Asia", (19.0728, 72.8826)),
    spare(501, "delhi", "Delhi", "Asia", (28.6519, 77.2315)),
    site(503, "singapore", "Singapore", "Asia", (1.2897, 103.8501)),
    spare(505, "jakarta", "Jakarta", "Asia", (-6.2146, 106.8451)),
    site(508, "hongkong", "Hong Kong", "Asia", (22.3000, 114.1700)),
    spare(512, "seoul", "Seoul", "Asia", (37.5660, 126.9784)),
    site(513, "tokyo", "Tokyo", "Asia", (35.6895, 139.6917)),
    site(600, "dubai", "Dubai", "Middle East", (25.0772, 55.3093)),
    site(700, "johannesburg", "Johannesburg", "Africa", (-26.2023, 28.0436)),
    site(702, "lagos", "Lagos", "Africa", (6.4541, 3.3947)),
    spare(703, "nairobi", "Nairobi", "Africa", (-1.2833, 36.8167)),
];

/// The list, as `datacenters.csv`.
pub fn csv() -> Vec<u8> {
    let rows = SITES.iter().map(|site| format!("{},{},{:.4},{:.4}\n", site.id, site.name, site.lat, site.lon));
    format!("id,name,lat,long\n{}", rows.collect::<String>()).into_bytes()
}

/// What people are shown, in the same order.
pub fn entries() -> Vec<DatacenterEntry> {
    let entry = |site: &Site| DatacenterEntry {
        name: site.name.into(),
        label: site.label.into(),
        region: site.region.into(),
        default: site.default,
    };
    SITES.iter().map(entry).collect()
}

/// The map of a datacenter: the fitted great circle from the centre of every cell that has data.
pub fn map(datacenter: &Datacenter, fallback: Fallback, mask: &[bool]) -> LatencyMap {
    LatencyMap::from_fn(|cell, centre| {
        mask[cell].then(|| fallback.rtt_ms(great_circle_km(centre, datacenter.location)))
    })
}
