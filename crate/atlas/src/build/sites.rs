//! The built-in datacenters: 65 logical ones in 59 cities.

use crate::manifest::DatacenterEntry;

/// A built-in datacenter: its entry in the list, and its texts for people.
#[derive(Clone, Copy, Debug)]
struct Site {
    id: u32,
    name: &'static str,
    label: &'static str,
    region: &'static str,
    lat: f64,
    lon: f64,
    uplink_ms: f64,
}

/// `uplink_ms` is the RTT from the city's hub to the servers: almost nothing in most cities, more where
/// transit is poor, and more for the second of two hosters.
const fn site(
    id: u32,
    name: &'static str,
    label: &'static str,
    region: &'static str,
    (lat, lon): (f64, f64),
    uplink_ms: f64,
) -> Site {
    Site { id, name, label, region, lat, lon, uplink_ms }
}

/// Active by default. Chosen so that thresholds matter: on every continent, with one join in ten beyond 50
/// ms.
const DEFAULT: [&str; 24] = [
    "losangeles",
    "dallas",
    "chicago",
    "miami",
    "ashburn",
    "mexicocity",
    "saopaulo",
    "santiago",
    "bogota",
    "london",
    "frankfurt",
    "madrid",
    "stockholm",
    "istanbul",
    "dubai",
    "johannesburg",
    "lagos",
    "mumbai",
    "singapore",
    "jakarta",
    "manila",
    "tokyo",
    "shanghai",
    "sydney",
];

/// In the order of their ids.
const SITES: [Site; 65] = [
    site(100, "vancouver", "Vancouver", "North America", (49.2497, -123.1193), 0.0),
    site(101, "seattle", "Seattle", "North America", (47.6062, -122.3321), 0.0),
    site(102, "sanjose", "San Jose", "North America", (37.3394, -121.8950), 0.0),
    site(103, "losangeles", "Los Angeles", "North America", (34.0522, -118.2437), 0.0),
    site(104, "phoenix", "Phoenix", "North America", (33.4484, -112.0740), 5.0),
    site(105, "denver", "Denver", "North America", (39.7392, -104.9847), 0.0),
    site(106, "dallas", "Dallas", "North America", (32.7831, -96.8067), 0.0),
    site(107, "chicago", "Chicago", "North America", (41.8500, -87.6500), 0.0),
    site(108, "atlanta", "Atlanta", "North America", (33.7490, -84.3880), 0.0),
    site(109, "miami", "Miami", "North America", (25.7743, -80.1937), 0.0),
    site(110, "ashburn", "Ashburn", "North America", (39.0403, -77.4852), 0.0),
    site(111, "ashburn.b", "Ashburn B", "North America", (39.0403, -77.4852), 1.5),
    site(112, "newyork", "New York", "North America", (40.7300, -73.9900), 0.0),
    site(113, "toronto", "Toronto", "North America", (43.7064, -79.3986), 0.0),
    site(114, "montreal", "Montréal", "North America", (45.5088, -73.5878), 0.0),
    site(115, "mexicocity", "Mexico City", "North America", (19.4285, -99.1277), 0.0),
    site(200, "saopaulo", "São Paulo", "South America", (-23.5475, -46.6361), 0.0),
    site(201, "saopaulo.b", "São Paulo B", "South America", (-23.5475, -46.6361), 1.5),
    site(202, "fortaleza", "Fortaleza", "South America", (-3.7172, -38.5431), 2.0),
    site(203, "bogota", "Bogotá", "South America", (4.6097, -74.0817), 2.0),
    site(204, "lima", "Lima", "South America", (-12.0432, -77.0282), 2.0),
    site(205, "santiago", "Santiago", "South America", (-33.4569, -70.6483), 0.0),
    site(206, "buenosaires", "Buenos Aires", "South America", (-34.6131, -58.3772), 0.0),
    site(300, "london", "London", "Europe", (51.5085, -0.1257), 0.0),
    site(301, "london.b", "London B", "Europe", (51.5085, -0.1257), 1.5),
    site(302, "paris", "Paris", "Europe", (48.8534, 2.3488), 0.0),
    site(303, "amsterdam", "Amsterdam", "Europe", (52.3740, 4.8897), 0.0),
    site(304, "frankfurt", "Frankfurt", "Europe", (50.1155, 8.6842), 0.0),
    site(305, "frankfurt.b", "Frankfurt B", "Europe", (50.1155, 8.6842), 1.5),
    site(306, "madrid", "Madrid", "Europe", (40.4165, -3.7026), 0.0),
    site(307, "milan", "Milan", "Europe", (45.4643, 9.1895), 0.0),
    site(308, "stockholm", "Stockholm", "Europe", (59.3294, 18.0687), 0.0),
    site(309, "warsaw", "Warsaw", "Europe", (52.2298, 21.0118), 0.0),
    site(310, "bucharest", "Bucharest", "Europe", (44.4323, 26.1063), 0.0),
    site(311, "istanbul", "Istanbul", "Europe", (41.0138, 28.9497), 0.0),
    site(312, "moscow", "Moscow", "Europe", (55.7520, 37.6178), 0.0),
    site(400, "sydney", "Sydney", "Oceania", (-33.8678, 151.2073), 0.0),
    site(401, "perth", "Perth", "Oceania", (-31.9522, 115.8614), 2.0),
    site(402, "auckland", "Auckland", "Oceania", (-36.8485, 174.7635), 0.0),
    site(500, "mumbai", "Mumbai", "Asia", (19.0728, 72.8826), 0.0),
    site(501, "delhi", "Delhi", "Asia", (28.6519, 77.2315), 0.0),
    site(502, "chennai", "Chennai", "Asia", (13.0878, 80.2785), 0.0),
    site(503, "singapore", "Singapore", "Asia", (1.2897, 103.8501), 0.0),
    site(504, "singapore.b", "Singapore B", "Asia", (1.2897, 103.8501), 1.5),
    site(505, "jakarta", "Jakarta", "Asia", (-6.2146, 106.8451), 0.0),
    site(506, "bangkok", "Bangkok", "Asia", (13.7540, 100.5014), 0.0),
    site(507, "manila", "Manila", "Asia", (14.6042, 120.9822), 0.0),
    site(508, "hongkong", "Hong Kong", "Asia", (22.3000, 114.1700), 0.0),
    site(509, "taipei", "Taipei", "Asia", (25.0531, 121.5264), 0.0),
    site(510, "shanghai", "Shanghai", "Asia", (31.2222, 121.4581), 0.0),
    site(511, "beijing", "Beijing", "Asia", (39.9075, 116.3972), 0.0),
    site(512, "seoul", "Seoul", "Asia", (37.5660, 126.9784), 0.0),
    site(513, "tokyo", "Tokyo", "Asia", (35.6895, 139.6917), 0.0),
    site(514, "tokyo.b", "Tokyo B", "Asia", (35.6895, 139.6917), 1.5),
    site(515, "osaka", "Osaka", "Asia", (34.6900, 135.5000), 0.0),
    site(516, "almaty", "Almaty", "Asia", (43.2525, 76.9115), 3.0),
    site(600, "dubai", "Dubai", "Middle East", (25.0772, 55.3093), 0.0),
    site(601, "riyadh", "Riyadh", "Middle East", (24.6877, 46.7219), 0.0),
    site(602, "telaviv", "Tel Aviv", "Middle East", (32.0809, 34.7806), 0.0),
    site(700, "johannesburg", "Johannesburg", "Africa", (-26.2023, 28.0436), 0.0),
    site(701, "capetown", "Cape Town", "Africa", (-33.9258, 18.4232), 2.0),
    site(702, "lagos", "Lagos", "Africa", (6.4541, 3.3947), 3.0),
    site(703, "nairobi", "Nairobi", "Africa", (-1.2833, 36.8167), 3.0),
    site(704, "cairo", "Cairo", "Africa", (30.0626, 31.2497), 0.0),
    site(705, "casablanca", "Casablanca", "Africa", (33.5883, -7.6114), 3.0),
];

/// The list, as `datacenters.csv`.
pub fn csv() -> Vec<u8> {
    let rows = SITES.iter().map(|site| format!("{},{},{:.4},{:.4}\n", site.id, site.name, site.lat, site.lon));
    format!("id,name,lat,long\n{}", rows.collect::<String>()).into_bytes()
}

/// The texts for people, in the same order.
pub fn entries() -> Vec<DatacenterEntry> {
    let entry = |site: &Site| DatacenterEntry {
        name: site.name.into(),
        label: site.label.into(),
        region: site.region.into(),
        uplink_ms: site.uplink_ms,
        default: DEFAULT.contains(&site.name),
    };
    SITES.iter().map(entry).collect()
}
