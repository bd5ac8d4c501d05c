//! The globe: places, distances, and the speed of light in fibre.

use libm::{asin, cos, floor, sin, sqrt};
use thiserror::Error;

/// Mean radius of the Earth, km (IUGG).
const EARTH_RADIUS_KM: f64 = 6371.0088;
/// Light in fibre: two thirds of its speed in vacuum, km per ms.
const FIBRE_KM_PER_MS: f64 = 299.792_458 * 2.0 / 3.0;
/// Half the diagonal of a one-degree cell at the equator: a player's largest distance from the cell's centre.
const HALF_CELL_KM: f64 = 79.0;

/// A valid place: latitude in [-90, 90], longitude in [-180, 180), degrees, both finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    lat: f64,
    lon: f64,
}

/// Why two numbers are not a place.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum LocationError {
    /// The latitude is not a finite number in [-90, 90].
    #[error("latitude {0} is not between -90 and 90")]
    Latitude(f64),
    /// The longitude is not a finite number, or outside [-180, 180] where it is not wrapped.
    #[error("longitude {0} is not between -180 and 180")]
    Longitude(f64),
}

impl Location {
    /// A place from degrees north and east. The longitude is wrapped to [-180, 180).
    ///
    /// # Errors
    /// A latitude beyond the poles, or a number that is not finite.
    pub fn new(lat: f64, lon: f64) -> Result<Self, LocationError> {
        if !(-90.0..=90.0).contains(&lat) {
            return Err(LocationError::Latitude(lat));
        }
        if !lon.is_finite() {
            return Err(LocationError::Longitude(lon));
        }
        Ok(Self { lat, lon: wrap_longitude(lon) })
    }

    /// A place from user input: like [`Location::new`], but a longitude outside [-180, 180] is an error.
    ///
    /// # Errors
    /// A latitude beyond the poles, a longitude outside [-180, 180], or a number that is not finite.
    pub fn named(lat: f64, lon: f64) -> Result<Self, LocationError> {
        let place = Self::new(lat, lon)?;
        if lon.abs() > 180.0 { Err(LocationError::Longitude(lon)) } else { Ok(place) }
    }

    /// The centre of a cell of a grid, numbered from the north-west corner.
    pub(crate) fn cell_centre(row: usize, column: usize, per_degree: f64) -> Self {
        let lat = 90.0 - (row as f64 + 0.5) / per_degree;
        let lon = (column as f64 + 0.5) / per_degree - 180.0;
        debug_assert!((-90.0..=90.0).contains(&lat) && (-180.0..180.0).contains(&lon));
        Self { lat, lon }
    }

    /// Degrees north, in [-90, 90].
    pub fn lat(self) -> f64 {
        self.lat
    }

    /// Degrees east, in [-180, 180).
    pub fn lon(self) -> f64 {
        self.lon
    }
}

fn wrap_longitude(lon: f64) -> f64 {
    if (-180.0..180.0).contains(&lon) {
        return lon;
    }
    let wrapped = lon - 360.0 * floor((lon + 180.0) / 360.0);
    // Just below -180, `wrapped` rounds up to 180. It is NaN if `lon` is not finite.
    if (-180.0..180.0).contains(&wrapped) { wrapped } else { -180.0 }
}

/// Length of the great circle between two places, km (haversine on the mean sphere).
pub fn great_circle_km(from: Location, to: Location) -> f64 {
    let half_dlat = (to.lat - from.lat).to_radians() / 2.0;
    let half_dlon = (to.lon - from.lon).to_radians() / 2.0;
    let (s, t) = (sin(half_dlat), sin(half_dlon));
    let h = s * s + cos(from.lat.to_radians()) * cos(to.lat.to_radians()) * t * t;
    2.0 * EARTH_RADIUS_KM * asin(sqrt(h.clamp(0.0, 1.0)))
}

/// Length of the great circle between the ends of a straight `chord`, in Earth radii; km.
pub(crate) fn chord_km(chord: f64) -> f64 {
    2.0 * EARTH_RADIUS_KM * asin((chord / 2.0).min(1.0))
}

/// Length of a path along a meridian and then along the equator's degrees, km: never shorter than the great
/// circle.
#[inline]
pub fn detour_km(from: Location, to: Location) -> f64 {
    let dlon = (to.lon - from.lon).abs();
    ((to.lat - from.lat).abs() + dlon.min(360.0 - dlon)).to_radians() * EARTH_RADIUS_KM
}

/// RTT over a fibre along the great circle, ms: light there and back at 2/3 c, about 1 ms per 100 km.
pub fn fibre_rtt_ms(km: f64) -> f64 {
    2.0 * km / FIBRE_KM_PER_MS
}

/// Lower bound of every RTT measured at the centre of a one-degree cell, ms: `(km - 79) / 100`, at least 0.
#[inline]
pub fn fibre_floor_ms(km: f64) -> f64 {
    ((km - HALF_CELL_KM) / 100.0).max(0.0)
}

/// RTT where no map has data: fibre along the great circle, times a factor, plus the cost of both ends of the
/// path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fallback {
    /// Length of the path relative to the great circle; at least 1.
    pub inflation: f64,
    /// Cost of the last mile and the datacenter, ms; at least 0.
    pub offset_ms: f64,
}

impl Fallback {
    /// RTT over `km` of great circle, ms.
    pub fn rtt_ms(self, km: f64) -> f64 {
        self.inflation * fibre_rtt_ms(km) + self.offset_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(lat: f64, lon: f64) -> Location {
        Location::new(lat, lon).unwrap()
    }

    #[test]
    fn a_detour_is_never_shorter() {
        let degrees = |step: usize| (-180..180).step_by(step).map(f64::from);
        for (lat, other) in
            degrees(14).filter(|lat| lat.abs() <= 90.0).flat_map(|a| degrees(22).map(move |b| (a, b / 2.0)))
        {
            for lon in degrees(17) {
                let (from, to) = (at(lat, lon), at(other, 11.0));
                assert!(detour_km(from, to) >= great_circle_km(from, to) - 1e-9, "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn wraps_longitudes_and_leaves_good_ones_alone() {
        for (lon, wrapped) in [
            (0.1, 0.1),
            (-180.0, -180.0),
            (180.0, -180.0),
            (190.0, -170.0),
            (-190.0, 170.0),
            (360.0, 0.0),
            (-180.000_000_000_000_03, 180.0_f64.next_down()),
            (1e300, at(0.0, 1e300).lon()),
        ] {
            let got = at(0.0, lon).lon();
            assert!((-180.0..180.0).contains(&got), "{lon} -> {got}");
            assert!((got - wrapped).abs() < 1e-9 || (got + 180.0).abs() < 1e-9, "{lon} -> {got}, not {wrapped}");
        }
    }

    #[test]
    fn refuses_what_is_no_place() {
        for lat in [90.000_001, -91.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(Location::new(lat, 0.0), Err(LocationError::Latitude(_))), "{lat}");
        }
        for lon in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(matches!(Location::new(0.0, lon), Err(LocationError::Longitude(_))), "{lon}");
        }
        for lon in [999.0, -180.5, 181.0] {
            let error = Location::named(0.0, lon).unwrap_err();
            assert_eq!(error.to_string(), format!("longitude {lon} is not between -180 and 180"));
        }
        assert!(Location::named(0.0, 180.0).is_ok() && Location::named(0.0, -180.0).is_ok());
        assert!(Location::new(90.0, 0.0).is_ok() && Location::new(-90.0, 0.0).is_ok());
    }

    #[test]
    fn great_circles_have_their_closed_forms() {
        let quarter = std::f64::consts::FRAC_PI_2 * EARTH_RADIUS_KM;
        for (from, to, km) in [
            (at(0.0, 0.0), at(0.0, 90.0), quarter),
            (at(90.0, 17.0), at(0.0, -120.0), quarter),
            (at(90.0, 0.0), at(-90.0, 33.0), 2.0 * quarter),
            (at(10.0, 30.0), at(-10.0, -150.0), 2.0 * quarter),
            (at(5.0, 179.5), at(5.0, -179.5), great_circle_km(at(5.0, 0.0), at(5.0, 1.0))),
            (at(52.0, 4.0), at(52.0, 4.0), 0.0),
        ] {
            // Tolerance of a metre: at antipodes the haversine keeps half of its digits.
            assert!((great_circle_km(from, to) - km).abs() < 1e-3, "{from:?} {to:?}");
            assert!((great_circle_km(to, from) - km).abs() < 1e-3, "{to:?} {from:?}");
        }
    }

    #[test]
    fn great_circles_agree_with_published_distances() {
        // Airport pairs from published flight distance tables (ellipsoid, hence 0.6 %).
        for (name, from, to, km) in [
            ("LHR-JFK", at(51.4700, -0.4543), at(40.6413, -73.7781), 5540.0),
            ("SIN-EWR", at(1.3644, 103.9915), at(40.6895, -74.1745), 15344.0),
            ("SYD-LAX", at(-33.9399, 151.1753), at(33.9416, -118.4085), 12051.0),
            ("LIM-MIA", at(-12.0219, -77.1143), at(25.7959, -80.2870), 4217.0),
        ] {
            let got = great_circle_km(from, to);
            assert!((got / km - 1.0).abs() < 0.006, "{name}: {got} km, published {km}");
        }
    }

    #[test]
    fn light_needs_a_millisecond_for_a_hundred_kilometres_and_back() {
        assert!((fibre_rtt_ms(99.930_819_333) - 1.0).abs() < 1e-9);
        assert_eq!(fibre_floor_ms(50.0), 0.0);
        assert!((fibre_floor_ms(1079.0) - 10.0).abs() < 1e-12);
        let twice = Fallback { inflation: 2.0, offset_ms: 5.0 };
        assert!((twice.rtt_ms(99.930_819_333) - 7.0).abs() < 1e-9);
    }
}
