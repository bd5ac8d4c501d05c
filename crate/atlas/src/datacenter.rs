//! Datacenters and their published list.

use std::collections::BTreeMap;

use crate::error::{AtlasError, RowProblem};
use crate::geo::Location;
use crate::rows::{self, Fault, List, clip};

/// The columns of a list.
pub(crate) const LAYOUT: &str = "id,name,lat,long";
/// Longest name, bytes; it must fit into a link and a file name.
const NAME_BYTES: usize = 64;

/// A place where matches run.
#[derive(Clone, Debug, PartialEq)]
pub struct Datacenter {
    /// Its number in the list.
    pub id: u32,
    /// Its short name, as in `latency_<name>.png`: letters, digits, `.`, `_` and `-` of ASCII.
    pub name: String,
    /// Its place.
    pub location: Location,
}

impl Datacenter {
    /// Reads `id,name,lat,long` rows, UTF-8. Accepts a header, quotes, blank lines, `#` comment lines, CRLF, a
    /// byte order mark, and row numbers in a first column without a name. Keeps the order.
    ///
    /// # Errors
    /// A header with other columns, the first bad row with its line and column, a name or id used twice, or no rows at all.
    pub fn read_csv(bytes: &[u8], file: &str) -> Result<Vec<Self>, AtlasError> {
        let mut list = Vec::new();
        let (mut names, mut ids) = (BTreeMap::new(), BTreeMap::new());
        List::new(LAYOUT, file, u32::MAX).read(bytes, true, &mut |row, fields| {
            let (line, located) = (row.line, |fault: Fault| fault.in_row(file, row));
            let fields = fields.map_err(located)?;
            let site = parse(fields).map_err(located)?;
            if let Some(first_line) = ids.insert(site.id, line) {
                return Err(located(fields[0].fault(RowProblem::DuplicateId { id: site.id, first_line })));
            }
            if let Some(first_line) = names.insert(site.name.clone(), line) {
                return Err(located(fields[1].fault(RowProblem::DuplicateName { name: site.name, first_line })));
            }
            list.push(site);
            Ok(())
        })?;
        if list.is_empty() { Err(AtlasError::NoRows { file: file.into() }) } else { Ok(list) }
    }
}

fn parse([id, name, lat, lon]: [rows::Field<'_>; 4]) -> Result<Datacenter, Fault> {
    let id = id.whole("id")?;
    if !is_name(name.text) {
        return Err(name.fault(RowProblem::Name(clip(name.text))));
    }
    Ok(Datacenter { id, name: name.text.into(), location: rows::location(lat, lon, Location::named)? })
}

/// Whether a text is a valid name. Names appear in links and file names, hence the narrow alphabet.
pub fn is_name(text: &str) -> bool {
    text.len() <= NAME_BYTES
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LocationError;

    fn read(text: &str) -> Result<Vec<Datacenter>, AtlasError> {
        Datacenter::read_csv(text.as_bytes(), "dc.csv")
    }

    #[test]
    fn reads_what_people_publish() {
        let plain = read("100,sanjose,37.335480,-121.893028\n101,ashburn.b,39,-77\n").unwrap();
        assert_eq!(plain[0].name, "sanjose");
        assert_eq!(plain[0].location, Location::new(37.33548, -121.893_028).unwrap());
        assert_eq!((plain[1].id, plain.len()), (101, 2));
        let dressed =
            "\u{feff}id,name,lat,long\r\n# west\r\n\r\n 100 , sanjose ,37.335480, -121.893028\r\n101,ashburn.b,39,-77";
        assert_eq!(read(dressed).unwrap(), plain);
    }

    /// As R, pandas, Excel and SQL tools write them.
    #[test]
    fn quoted_fields_and_row_numbers_read_as_plain_ones() {
        let plain = read("id,name,lat,long\n1,lima,-12.04,-77.03\n2,tokyo,35.7,139.7\n").unwrap();
        for same in [
            "\"\",\"name\",\"lat\",\"long\"\n\"1\",\"lima\",-12.04,-77.03\n\"2\",\"tokyo\",35.7,139.7\n",
            ",id,name,lat,long\r\n0,1,lima,-12.04,-77.03\r\n1,2,tokyo,35.7,139.7\r\n",
            "\u{feff}\"id\",\"name\",\"lat\",\"long\"\r\n\"1\", \"lima\",\"-12.04\",\"-77.03\"\r\n\"2\",\"tokyo\",\"35.7\",\"139.7\"",
            "id,name,lat,long\r1,lima,-12.04,-77.03\r2,tokyo,35.7,139.7\r",
        ] {
            assert_eq!(read(same), Ok(plain.clone()), "{same}");
        }
        let says = |text: &str| read(text).unwrap_err().to_string();
        assert!(says("\"1\",\"a\"\"b\",\"x\",2\n").starts_with("dc.csv, line 1, column 5: name \"a\"b\" must be"));
        assert_eq!(says("1,a,1,2\r\n\r\n2,b,\"x\",2\r\n"), "dc.csv, line 3, column 5: latitude \"x\" is not a number");
        // A quote that nothing closes spoils one line.
        assert!(says("1,\"a,1,2\n2,b,1,2\n").starts_with("dc.csv, line 1, column 9: 4 fields belong here"));
    }

    #[test]
    fn columns_of_other_names_or_in_another_order_are_named() {
        for good in ["id,name,latitude,lng", "ID,Name,LAT,Lon", "key,code,\"lat\",\"long\""] {
            assert_eq!(read(&format!("{good}\n1,frankfurt,50.11,8.68\n")).unwrap()[0].location.lat(), 50.11, "{good}");
        }
        for (header, says) in [
            (
                "id,name,long,lat",
                "dc.csv: longitude stands before latitude in its columns \"id,name,long,lat\"; swap the two",
            ),
            ("id,name,lng,latitude", "longitude stands before latitude"),
            (
                "id,name,x,y",
                "the column \"x\" of \"id,name,x,y\" is not known there; the columns are id,name,lat,long, in this order",
            ),
            ("lat,long,id,name", "the column \"lat\" of"),
            ("Name,id,lat,long", "the column \"Name\" of"),
            ("key,ID,lat,long", "the column \"ID\" of"),
            ("id,name,lat,elevation", "the column \"elevation\" of"),
        ] {
            // Without its header every row is a valid place.
            let error = read(&format!("{header}\n1,frankfurt,8.68,50.11\n")).unwrap_err().to_string();
            assert!(error.contains(says), "{header}: {error}");
        }
    }

    #[test]
    fn says_where_and_what_is_wrong() {
        let number = |field, text: &str| RowProblem::Number { field, text: text.into() };
        let fields = |found| RowProblem::Fields { expected: 4, found, layout: LAYOUT };
        for (text, line, column, problem) in [
            ("1,a,1\n", 1, 6, fields(3)),
            ("1,a,1,2,3\n", 1, 9, fields(5)),
            ("1,a,1,2\n\n2;b;1;2\n", 3, 8, fields(1)),
            ("1x,a,1,2\n", 1, 1, number("id", "1x")),
            ("-1,a,1,2\n", 1, 1, number("id", "-1")),
            ("4294967296,a,1,2\n", 1, 1, number("id", "4294967296")),
            ("1,a, north,2\n", 1, 6, number("latitude", "north")),
            ("1,a,1,\n", 1, 7, number("longitude", "")),
            ("id,name,lat,long\n1,a,-90.5,2\n", 2, 5, RowProblem::Location(LocationError::Latitude(-90.5))),
            ("1,a,1,999\n", 1, 7, RowProblem::Location(LocationError::Longitude(999.0))),
            ("1,a,1,inf\n", 1, 7, number("longitude", "inf")),
            ("1,,1,2\n", 1, 3, RowProblem::Name(String::new())),
            ("1,../etc,1,2\n", 1, 3, RowProblem::Name("../etc".into())),
            ("1,São Paulo,1,2\n", 1, 3, RowProblem::Name("São Paulo".into())),
            ("1,é,nan?,2\n", 1, 3, RowProblem::Name("é".into())),
            ("1,a,1,2\n2,b,1,2\n3,a,1,2\n", 3, 3, RowProblem::DuplicateName { name: "a".into(), first_line: 1 }),
            ("7,a,1,2\n7,b,1,2\n", 2, 1, RowProblem::DuplicateId { id: 7, first_line: 1 }),
        ] {
            let expected = AtlasError::Row { file: "dc.csv".into(), line, column, problem };
            assert_eq!(read(text), Err(expected), "{text:?}");
        }
        assert!(matches!(read("1,a,nan,2\n"), Err(AtlasError::Row { column: 5, .. })));
        for empty in ["", "\n\n", "id,name,lat,long\n", "# nothing"] {
            assert_eq!(read(empty), Err(AtlasError::NoRows { file: "dc.csv".into() }), "{empty:?}");
        }
        let binary = Datacenter::read_csv(b"1,a,1,2\n2,\xff\xfe,1,2\n", "dc.csv");
        let expected = AtlasError::Row { file: "dc.csv".into(), line: 2, column: 3, problem: RowProblem::Utf8 };
        assert_eq!(binary, Err(expected));
    }

    #[test]
    fn a_refused_row_is_told_in_words() {
        let alphabet = "must be 1 to 64 letters, digits, '.', '_' or '-' of ASCII and begin with a letter or digit";
        for (bytes, says) in [
            (b"1,a,1,2\n2,b,95,2\n".as_slice(), "line 2, column 5: latitude 95 is not between -90 and 90"),
            // It would move the cursor of a terminal.
            (b"1,a,\x1b[2J,2\n", "line 1, column 5: latitude \"\u{fffd}[2J\" is not a number"),
            (b"1,../etc,1,2\n", &format!("line 1, column 3: name \"../etc\" {alphabet}")),
            (b"1,a,1,2\n\n2,a,1,2\n", "line 3, column 3: name \"a\" is already used in line 1"),
            (b"7,a,1,2\n7,b,1,2\n", "line 2, column 1: id 7 is already used in line 1"),
            (b"1,a,1,2\n2,\xff\xfe,1,2\n", "line 2, column 3: not UTF-8 text"),
        ] {
            let error = Datacenter::read_csv(bytes, "dc.csv").unwrap_err().to_string();
            assert_eq!(error, format!("dc.csv, {says}"));
        }
    }
}
