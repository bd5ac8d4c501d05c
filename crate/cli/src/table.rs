//! Tables that are written as CSV or as Parquet.

use std::path::Path;

/// Rows of a row group.
pub const GROUP_ROWS: usize = 1 << 18;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The format that the name of a file ends with.
    pub fn of(path: &Path) -> Option<Self> {
        [(Self::Csv, "csv"), (Self::Parquet, "parquet")]
            .into_iter()
            .find_map(|(format, ending)| ends_in(path, ending).then_some(format))
    }
}

/// The error of a table, as that of its file.
pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> std::io::Error {
    std::io::Error::other(error)
}

/// Whether a name ends like this, in any case.
fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}
