//! A user's own list of datacenters.

use crate::datacenter::{Datacenter, LAYOUT};
use crate::error::{AtlasError, RowProblem};
use crate::rows::{self, Fault, List};
use crate::{Location, LocationError, wrong_file};

/// Like [`Datacenter::read_csv`], with errors for mistakes of the whole file.
///
/// # Errors
/// Other content instead of a list, swapped latitudes and longitudes, or the first bad row.
pub fn read_datacenters(bytes: &[u8], file: &str) -> Result<Vec<Datacenter>, AtlasError> {
    wrong_file::reject(bytes, file)?;
    Datacenter::read_csv(bytes, file).map_err(|error| match error {
        AtlasError::Row { problem: RowProblem::Location(LocationError::Latitude(_)), .. } => {
            swapped(bytes, file).unwrap_or(error)
        }
        _ => error,
    })
}

/// The error of a list in which every row becomes a valid place if its columns are swapped.
fn swapped(bytes: &[u8], file: &str) -> Option<AtlasError> {
    let (mut swapped, mut of) = (0, 0);
    let mut list = List::<4>::new(LAYOUT, file, u32::MAX);
    let all = list.read(bytes, true, &mut |row, fields| {
        let located = |fault: Fault| fault.in_row(file, row);
        let [_, _, lat, lon] = fields.map_err(located)?;
        rows::location(lon, lat, Location::named).map_err(located)?;
        of += 1;
        swapped += u64::from(rows::location(lat, lon, Location::named).is_err());
        Ok(())
    });
    all.ok().map(|()| AtlasError::SwappedColumns { file: file.into(), rows: swapped, of })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_columns_are_told_from_one_bad_row() {
        let says = |text: &str| read_datacenters(text.as_bytes(), "d.csv").unwrap_err().to_string();
        let swapped = says("id,name,lat,long\n1,tokyo,139.7,35.7\n2,lima,-77,-12\n3,sydney,151.2,-33.9\n");
        assert!(swapped.contains("lat and long seem to be swapped: in 2 of 3 rows"), "{swapped}");
        let bad = says("1,tokyo,139.7,35.7\n2,lima,-12,-177\n");
        assert_eq!(bad, "d.csv, line 1, column 9: latitude 139.7 is not between -90 and 90");
    }
}
