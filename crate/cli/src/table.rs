//! Tables that are written as CSV or as Parquet.

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::DataType;
use parquet::errors::Result as ParquetResult;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

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

/// A Parquet file without rows, of these columns.
///
/// # Errors
/// The file cannot be written.
pub fn parquet_writer<'a>(file: &'a mut File, schema: &str) -> ParquetResult<SerializedFileWriter<&'a mut File>> {
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?));
    SerializedFileWriter::new(file, Arc::new(parse_message_type(schema)?), Arc::new(properties.build()))
}

/// A group of rows that is being written.
pub type Group<'w, 'f> = SerializedRowGroupWriter<'w, &'f mut File>;

/// Writes the next column, whose values are all there.
///
/// # Errors
/// The file cannot be written.
pub fn required<T: DataType>(group: &mut Group<'_, '_>, values: impl Iterator<Item = T::T>) -> ParquetResult<()> {
    write_column::<T>(group, &values.collect::<Vec<_>>(), None)
}

/// Writes the next column, some of whose values are missing.
///
/// # Errors
/// The file cannot be written.
pub fn optional<T: DataType>(
    group: &mut Group<'_, '_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> ParquetResult<()> {
    let values: Vec<Option<T::T>> = values.collect();
    let present: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    write_column::<T>(group, &values.into_iter().flatten().collect::<Vec<_>>(), Some(&present))
}

fn write_column<T: DataType>(group: &mut Group<'_, '_>, values: &[T::T], present: Option<&[i16]>) -> ParquetResult<()> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(values, present, None)?;
    column.close()
}
