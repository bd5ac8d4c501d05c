//! The rows of a file of tickets: CSV, gzipped or not, and Parquet.

use crate::damage::guarded;
use crate::error::CliError;
use crate::maps::{GZIP_MAGIC, PIECE};
use crate::parquet_file;
use flate2::read::MultiGzDecoder;
use matchday_recorded_queue::{CsvRows, LIST, QueueError};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

/// A file of tickets.
pub struct TicketFile {
    path: PathBuf,
    format: Format,
}

/// The format of a file, recognised by its first bytes.
#[derive(Clone, Copy)]
enum Format {
    Csv,
    Gzip,
    Parquet,
}

/// Takes a row: its line, or its number in a Parquet file; and its fields.
pub type Each<'a> = dyn FnMut(u64, &[Cow<'_, str>]) -> Result<(), QueueError> + 'a;

impl TicketFile {
    /// Recognises the format of a file, and checks it if it has checksums.
    ///
    /// # Errors
    /// A file that cannot be read, or is damaged.
    pub fn open(path: &Path) -> Result<Self, CliError> {
        let mut first = [0; 4];
        let mut file = File::open(path).map_err(CliError::file(path))?;
        let length = file.read(&mut first).map_err(CliError::file(path))?;
        let format = match &first[..length] {
            b"PAR1" => {
                parquet_file::check_foreign(path).map_err(damaged(path))?;
                Format::Parquet
            }
            other if other.starts_with(&GZIP_MAGIC) => Format::Gzip,
            _ => Format::Csv,
        };
        Ok(Self { path: path.to_owned(), format })
    }

    /// Reads all rows from the first to the last; the first has the names of columns.
    ///
    /// # Errors
    /// A file that cannot be read, or an error of `each`.
    pub fn rows(&self, each: &mut Each<'_>) -> Result<(), CliError> {
        let mut file = File::open(&self.path).map_err(CliError::file(&self.path))?;
        file.rewind().map_err(CliError::file(&self.path))?;
        match self.format {
            Format::Csv => self.text(file, each),
            Format::Gzip => self.text(MultiGzDecoder::new(file), each),
            Format::Parquet => self.table(file, each),
        }
    }

    fn text(&self, mut source: impl Read, mut each: &mut Each<'_>) -> Result<(), CliError> {
        let refuse = CliError::tickets(&self.path);
        let (mut rows, mut piece) = (CsvRows::default(), vec![0; PIECE]);
        loop {
            match source.read(&mut piece).map_err(CliError::file(&self.path))? {
                0 => return rows.finish(&mut each).map_err(refuse),
                length => rows.push(&piece[..length], &mut each).map_err(&refuse)?,
            }
        }
    }

    fn table(&self, file: File, each: &mut Each<'_>) -> Result<(), CliError> {
        let refuse = CliError::tickets(&self.path);
        let damaged = damaged(&self.path);
        let reader = guarded(|| SerializedFileReader::new(file)).map_err(&damaged)?;
        let schema = reader.metadata().file_metadata().schema();
        let names: Vec<Cow<'_, str>> = schema.get_fields().iter().map(|field| name_of(field)).collect();
        each(1, &names).map_err(&refuse)?;
        let mut rows = guarded(|| reader.get_row_iter(None)).map_err(&damaged)?;
        let mut number = 2;
        while let Some(row) = guarded(|| rows.next().transpose()).map_err(&damaged)? {
            each(number, &fields_of(&row)).map_err(&refuse)?;
            number += 1;
        }
        Ok(())
    }
}

fn damaged(path: &Path) -> impl Fn(ParquetError) -> CliError {
    move |error| CliError::TicketTable { path: path.to_owned(), reason: error.to_string() }
}

/// The name of a column, as a CSV file would have it.
fn name_of(field: &parquet::schema::types::Type) -> Cow<'_, str> {
    let is_list = field.is_group() && !field.name().ends_with(LIST);
    if is_list { format!("{}{LIST}", field.name()).into() } else { field.name().into() }
}

/// The fields of a row as text. Times are numbers since 1970 in their own unit, which tells them apart.
fn fields_of(row: &Row) -> Vec<Cow<'_, str>> {
    row.get_column_iter().map(|(_, field)| text_of(field)).collect()
}

fn text_of(field: &Field) -> Cow<'_, str> {
    match field {
        Field::Null => "".into(),
        Field::Str(text) => text.as_str().into(),
        Field::Bool(flag) => flag.to_string().into(),
        Field::Byte(number) => number.to_string().into(),
        Field::Short(number) => number.to_string().into(),
        Field::Int(number) => number.to_string().into(),
        Field::Long(number) | Field::TimestampMillis(number) | Field::TimestampMicros(number) => {
            number.to_string().into()
        }
        Field::UByte(number) => number.to_string().into(),
        Field::UShort(number) => number.to_string().into(),
        Field::UInt(number) => number.to_string().into(),
        Field::ULong(number) => number.to_string().into(),
        Field::Float16(number) => number.to_f32().to_string().into(),
        Field::Float(number) => number.to_string().into(),
        Field::Double(number) => number.to_string().into(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()),
        Field::ListInternal(list) => list.elements().iter().map(text_of).collect::<Vec<_>>().join("|").into(),
        // The rest print as numbers and texts do.
        other => other.to_string().into(),
    }
}
