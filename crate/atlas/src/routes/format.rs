//! The route model as bytes, `routes.bin`, format version 1. Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `MDRT` |
//! | 1 | format version, 1 |
//! | 7 x 2 | the [`Coefficients`], in their order |
//! | 1, then n x 6 | number of countries n; each: two letters, continent, last mile in 1/100 ms |
//! | 2, then n x (5 + name) | number of hubs n; each: place in 1/100 degree, country, name length, name |
//! | 2, then n x 5 | number of links n; each: two hubs, 128 if through the sea + borders |
//! | pairs of 2 and 1 | 64,800 cells by row from the north-west corner: number, country (0: no data) |
//! | n x 1 | for each cell with data, [`Access::centroid`] |
//! | n x 1 | for each cell with data, [`Access::over_sea`] |

use thiserror::Error;

use super::access::NEAREST;
use super::{Access, Coefficients, Country, Hub, Link, Routes};
use crate::bytes::{Bytes, Truncated};
use crate::error::AtlasError;
use crate::geo::Location;
use crate::latency::CELLS;

const MAGIC: &[u8; 4] = b"MDRT";
const VERSION: u8 = 1;
const SEA: u8 = 0x80;

/// Errors of an encoded route model.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RoutesProblem {
    /// Not a route model.
    #[error("this is not a route model")]
    Magic,
    /// Written by another version of the format.
    #[error("the format has version {0}, and this program reads version 1: build the data again")]
    Version(u8),
    /// The file ends too early.
    #[error("the file is incomplete: copy or build it again")]
    Truncated,
    /// Bytes after the end.
    #[error("the file has {0} bytes after its end: copy or build it again")]
    Trailing(usize),
    /// A hub off the globe, without a readable name, or a way point before a city.
    #[error("hub {0} is invalid: expected a place on the globe, a name in UTF-8, and cities before way points")]
    Hub(usize),
    /// Fewer cities than a cell has hubs.
    #[error("the model has {0} cities, and needs six or more")]
    Cities(usize),
    /// A link to a missing hub.
    #[error("link {0} leads to a hub that does not exist")]
    Link(usize),
    /// The number of a missing country.
    #[error("there is no country {0}")]
    Country(u8),
    /// More cells than the globe has, or an empty run.
    #[error("the cells do not add up to 64800")]
    Cells,
}

impl From<Truncated> for RoutesProblem {
    fn from(_: Truncated) -> Self {
        Self::Truncated
    }
}

impl Routes {
    /// The model as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let Coefficients { land, sea, border, hop, access_land, access_sea, foreign } = self.coefficients;
        let mut bytes = [MAGIC.as_slice(), &[VERSION]].concat();
        for coefficient in [land, sea, border, hop, access_land, access_sea, foreign] {
            bytes.extend(coefficient.to_le_bytes());
        }
        bytes.push(self.countries.len() as u8);
        for Country { letters, continent, last_mile_cs } in &self.countries {
            bytes.extend([letters.as_slice(), continent, &last_mile_cs.to_le_bytes()].concat());
        }
        bytes.extend((self.hubs.len() as u16).to_le_bytes());
        for Hub { name, country, location } in &self.hubs {
            let degrees = [location.lat(), location.lon()].map(|degrees| libm::rint(degrees * 100.0) as i16);
            bytes.extend(degrees.iter().flat_map(|part| part.to_le_bytes()));
            bytes.extend([*country, name.len() as u8]);
            bytes.extend(name.bytes());
        }
        bytes.extend((self.links.len() as u16).to_le_bytes());
        for Link { a, b, sea, borders } in &self.links {
            bytes.extend([a, b].iter().flat_map(|hub| hub.to_le_bytes()));
            bytes.push(if *sea { SEA } else { 0 } + borders);
        }
        let country = |cell: &Option<Access>| cell.map_or(0, |access| access.country);
        for run in self.cells.chunk_by(|a, b| country(a) == country(b)) {
            bytes.extend((run.len() as u16).to_le_bytes());
            bytes.push(country(&run[0]));
        }
        bytes.extend(self.cells.iter().flatten().map(|access| access.centroid));
        bytes.extend(self.cells.iter().flatten().map(|access| access.over_sea));
        bytes
    }

    /// Reads the output of [`Routes::encode`].
    ///
    /// # Errors
    /// The position of the first invalid byte, and the problem.
    pub fn decode(bytes: &[u8], file: &str) -> Result<Self, AtlasError> {
        let mut reader = Bytes::new(bytes);
        let routes = decode(&mut reader);
        routes.map_err(|problem| AtlasError::Routes { file: file.into(), offset: reader.offset, problem })
    }
}

fn decode(bytes: &mut Bytes) -> Result<Routes, RoutesProblem> {
    if bytes.take(4).map_err(|_| RoutesProblem::Magic)? != MAGIC {
        bytes.offset = 0;
        return Err(RoutesProblem::Magic);
    }
    match bytes.byte()? {
        VERSION => {}
        other => return Err(RoutesProblem::Version(other)),
    }
    let mut coefficients = [0; 7];
    for coefficient in &mut coefficients {
        *coefficient = bytes.u16()?;
    }
    let [land, sea, border, hop, access_land, access_sea, foreign] = coefficients;
    let coefficients = Coefficients { land, sea, border, hop, access_land, access_sea, foreign };
    let countries = (0..bytes.byte()?).map(|_| country(bytes)).collect::<Result<Vec<_>, _>>()?;
    let known = |number: u8| {
        if usize::from(number) <= countries.len() { Ok(number) } else { Err(RoutesProblem::Country(number)) }
    };
    let hubs = (0..bytes.u16()?).map(|number| hub(bytes, number.into())).collect::<Result<Vec<_>, _>>()?;
    for hub in &hubs {
        known(hub.country)?;
    }
    let links = (0..bytes.u16()?).map(|_| link(bytes)).collect::<Result<Vec<_>, _>>()?;
    let cells = cells(bytes)?;
    for access in cells.iter().flatten() {
        known(access.country)?;
    }
    let routes = Routes { coefficients, countries, hubs, links, cells };
    check(&routes)?;
    match bytes.left() {
        0 => Ok(routes),
        more => Err(RoutesProblem::Trailing(more)),
    }
}

fn check(routes: &Routes) -> Result<(), RoutesProblem> {
    let cities = routes.cities();
    if cities < NEAREST {
        return Err(RoutesProblem::Cities(cities));
    }
    if let Some(at) = routes.hubs[cities..].iter().position(|hub| hub.country > 0 || hub.name.is_empty()) {
        return Err(RoutesProblem::Hub(cities + at));
    }
    let there = |hub: u16| usize::from(hub) < routes.hubs.len();
    match routes.links.iter().position(|link| !there(link.a) || !there(link.b)) {
        Some(at) => Err(RoutesProblem::Link(at)),
        None => Ok(()),
    }
}

fn country(bytes: &mut Bytes) -> Result<Country, RoutesProblem> {
    Ok(Country { letters: bytes.array()?, continent: bytes.array()?, last_mile_cs: bytes.u16()? })
}

fn hub(bytes: &mut Bytes, number: usize) -> Result<Hub, RoutesProblem> {
    let degrees = [bytes.array()?, bytes.array()?].map(|part| f64::from(i16::from_le_bytes(part)) / 100.0);
    let [country, length] = bytes.array()?;
    let name = std::str::from_utf8(bytes.take(usize::from(length))?).map_err(|_| RoutesProblem::Hub(number))?;
    let location = Location::new(degrees[0], degrees[1]).map_err(|_| RoutesProblem::Hub(number))?;
    Ok(Hub { name: name.into(), country, location })
}

fn link(bytes: &mut Bytes) -> Result<Link, RoutesProblem> {
    let (a, b, kind) = (bytes.u16()?, bytes.u16()?, bytes.byte()?);
    Ok(Link { a, b, sea: kind & SEA > 0, borders: kind & !SEA })
}

fn cells(bytes: &mut Bytes) -> Result<Vec<Option<Access>>, RoutesProblem> {
    let mut cells = Vec::with_capacity(CELLS);
    while cells.len() < CELLS {
        let (run, country) = (usize::from(bytes.u16()?), bytes.byte()?);
        if run == 0 || cells.len() + run > CELLS {
            return Err(RoutesProblem::Cells);
        }
        let access = (country > 0).then_some(Access { country, centroid: 0, over_sea: 0 });
        cells.extend(std::iter::repeat_n(access, run));
    }
    for access in cells.iter_mut().flatten() {
        access.centroid = bytes.byte()?;
    }
    for access in cells.iter_mut().flatten() {
        access.over_sea = bytes.byte()?;
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::super::RouteModel;
    use super::super::tests::model;
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        match Routes::decode(bytes, "routes.bin") {
            Err(error) => error.to_string(),
            Ok(_) => panic!("it was read"),
        }
    }

    #[test]
    fn decodes_what_it_encodes() {
        assert!(Routes::decode(&model().encode(), "routes.bin") == Ok(model()));
    }

    #[test]
    fn says_what_is_wrong_with_a_model() {
        let good = model().encode();
        let with = |change: fn(&mut Routes)| {
            let mut routes = model();
            change(&mut routes);
            routes.encode()
        };
        let at = |offset: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[offset] = byte;
            bytes
        };
        // 4 magic, 1 version, 14 coefficients, 1 + 2 x 6 countries, 2 hubs, then the first hub's latitude.
        let first_hub = 4 + 1 + 14 + 13 + 2;
        let second_hub = first_hub + 6 + "city 0".len();
        let hub = |number| {
            format!(
                "hub {number} is invalid: expected a place on the globe, a name in UTF-8, and cities before way points"
            )
        };
        for (what, bytes, says) in [
            ("nothing", Vec::new(), "this is not a route model"),
            ("a page", b"<!DOCTYPE html>".to_vec(), "this is not a route model"),
            ("version", at(4, 9), "the format has version 9, and this program reads version 1: build the data again"),
            ("half", good[..good.len() / 2].to_vec(), "the file is incomplete: copy or build it again"),
            ("more", [good.as_slice(), b"ab"].concat(), "the file has 2 bytes after its end: copy or build it again"),
            ("latitude", at(first_hub + 1, 0x7f), &hub(0)),
            ("name", at(second_hub + 6, 0xff), &hub(1)),
            ("country", with(|routes| routes.hubs[3].country = 7), "there is no country 7"),
            ("cell", with(|routes| routes.cells[5].as_mut().unwrap().country = 9), "there is no country 9"),
            ("link", with(|routes| routes.links[1].b = 500), "link 1 leads to a hub that does not exist"),
            ("order", with(|routes| routes.hubs[9].country = 1), &hub(9)),
            (
                "cities",
                with(|routes| routes.hubs.drain(..4).for_each(drop)),
                "the model has 4 cities, and needs six or more",
            ),
            ("cells", with(|routes| routes.cells.push(None)), "the cells do not add up to 64800"),
        ] {
            let error = refused(&bytes);
            assert!(error.starts_with("routes.bin, byte ") && error.ends_with(&format!(": {says}")), "{what}: {error}");
        }
    }

    #[test]
    fn no_bytes_panic() {
        let good = model().encode();
        for at in 0..good.len().min(400) {
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = byte;
                let _ = Routes::decode(&bytes, "routes.bin").map(RouteModel::new);
                let _ = Routes::decode(&bytes[..at], "routes.bin");
            }
        }
    }
}
