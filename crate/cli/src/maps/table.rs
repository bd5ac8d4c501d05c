//! Columns of a Parquet file, by name, in batches of rows.

use super::error::MapsError;
use crate::damage::guarded;
use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Rows that are read at once.
const BATCH: usize = 4096;

/// One value of a column.
#[derive(Clone, Debug)]
pub enum Value {
    /// Null.
    Null,
    /// A whole number, or a time since 1970 in the column's unit.
    Whole(i64),
    /// A number.
    Real(f64),
    /// Text.
    Text(ByteArray),
}

impl Value {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(bytes) = self { std::str::from_utf8(bytes.data()).ok() } else { None }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Whole(number) => Some(number as f64),
            Self::Real(number) => Some(number),
            Self::Null | Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Whole(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
            Self::Text(bytes) => String::from_utf8_lossy(bytes.data()).fmt(f),
        }
    }
}

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// A timestamp, a whole number or a text.
    Time,
    /// A number, with or without decimals.
    Number,
    /// A whole number.
    Whole,
    /// A text.
    Text,
}

impl Expected {
    fn fits(self, physical: Type) -> bool {
        match self {
            Self::Time => matches!(physical, Type::INT64 | Type::INT96 | Type::BYTE_ARRAY),
            Self::Number => matches!(physical, Type::DOUBLE | Type::FLOAT | Type::INT32 | Type::INT64),
            Self::Whole => matches!(physical, Type::INT32 | Type::INT64),
            Self::Text => physical == Type::BYTE_ARRAY,
        }
    }

    fn says(self) -> &'static str {
        match self {
            Self::Time => "a timestamp, a whole number or a text",
            Self::Number => "a double, float or whole number",
            Self::Whole => "a whole number",
            Self::Text => "a text",
        }
    }
}

/// A Parquet file from which `N` columns are read.
pub struct Table<const N: usize> {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    /// The indexes of these columns.
    columns: [usize; N],
}

impl<const N: usize> Table<N> {
    /// Opens a file and finds its columns.
    ///
    /// # Errors
    /// An incomplete or invalid Parquet file, a missing column, or a column of the wrong type.
    pub fn open(path: &Path, file: File, wanted: [(&'static str, Expected); N]) -> Result<Self, MapsError> {
        let reader = guarded(|| SerializedFileReader::new(file)).map_err(MapsError::parquet(path))?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let mut columns = [0; N];
        for (slot, (name, expected)) in columns.iter_mut().zip(wanted) {
            let found = schema.columns().iter().position(|column| column.path().string() == name);
            *slot = found.ok_or_else(|| {
                let names: Vec<_> = schema.columns().iter().take(20).map(|column| column.path().string()).collect();
                MapsError::MissingColumn { path: path.to_owned(), column: name, found: names.join(", ") }
            })?;
            let column = schema.column(*slot);
            let decimal = column.converted_type() == ConvertedType::DECIMAL
                || matches!(column.logical_type_ref(), Some(LogicalType::Decimal(_)));
            let nested = column.max_rep_level() > 0 || column.max_def_level() > 1;
            if !expected.fits(column.physical_type()) || decimal || nested {
                let kind = if decimal { "a decimal".into() } else { column.physical_type().to_string() };
                let found = if nested { format!("nested {kind}") } else { kind };
                let path = path.to_owned();
                return Err(MapsError::ColumnType { path, column: name, found, expected: expected.says() });
            }
        }
        Ok(Self { path: path.to_owned(), reader, columns })
    }

    /// A value of the file's own metadata.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        let pairs = self.reader.metadata().file_metadata().key_value_metadata()?;
        pairs.iter().find(|pair| pair.key == key)?.value.as_deref()
    }

    /// Row groups of the file; each can be read separately.
    pub fn groups(&self) -> usize {
        self.reader.metadata().num_row_groups()
    }

    /// Compressed bytes of a row group.
    pub fn group_bytes(&self, group: usize) -> u64 {
        u64::try_from(self.reader.metadata().row_group(group).compressed_size()).unwrap_or(0)
    }

    /// Calls `each` with the rows of a row group, each with its number in the file from 1.
    ///
    /// # Errors
    /// Damage, or an error of `each`.
    pub fn rows<E: From<MapsError>>(
        &self,
        group: usize,
        mut each: impl FnMut(u64, [&Value; N]) -> Result<(), E>,
    ) -> Result<(), E> {
        let damaged = MapsError::parquet(&self.path);
        let all = self.reader.metadata().row_groups();
        let rows_before = all[..group].iter().map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).sum::<u64>();
        let source = guarded(|| self.reader.get_row_group(group)).map_err(&damaged)?;
        let mut readers = Vec::with_capacity(N);
        for &column in &self.columns {
            let optional = source.metadata().column(column).column_descr().max_def_level() > 0;
            readers.push((guarded(|| source.get_column_reader(column)).map_err(&damaged)?, optional));
        }
        let mut batch = [const { Vec::new() }; N];
        let mut number = rows_before;
        loop {
            for (values, (reader, optional)) in batch.iter_mut().zip(&mut readers) {
                values.clear();
                guarded(|| read_batch(reader, *optional, values)).map_err(&damaged)?;
            }
            let rows = batch[0].len();
            if batch.iter().any(|values| values.len() != rows) {
                let reason = "its columns are of different length".to_owned();
                return Err(MapsError::Parquet { path: self.path.clone(), reason }.into());
            }
            if rows == 0 {
                return Ok(());
            }
            (0..rows).try_for_each(|row| {
                number += 1;
                each(number, batch.each_ref().map(|values| &values[row]))
            })?;
        }
    }
}

fn read_batch(
    reader: &mut ColumnReader,
    optional: bool,
    out: &mut Vec<Value>,
) -> Result<(), parquet::errors::ParquetError> {
    match reader {
        ColumnReader::Int32ColumnReader(reader) => typed(reader, optional, out, |&v| Value::Whole(v.into())),
        ColumnReader::Int64ColumnReader(reader) => typed(reader, optional, out, |&v| Value::Whole(v)),
        ColumnReader::Int96ColumnReader(reader) => typed(reader, optional, out, |v| Value::Whole(v.to_millis())),
        ColumnReader::FloatColumnReader(reader) => typed(reader, optional, out, |&v| Value::Real(v.into())),
        ColumnReader::DoubleColumnReader(reader) => typed(reader, optional, out, |&v| Value::Real(v)),
        ColumnReader::ByteArrayColumnReader(reader) => typed(reader, optional, out, |v| Value::Text(v.clone())),
        // `open` has refused all other types.
        ColumnReader::BoolColumnReader(_) | ColumnReader::FixedLenByteArrayColumnReader(_) => Ok(()),
    }
}

fn typed<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    optional: bool,
    out: &mut Vec<Value>,
    value: impl Fn(&T::T) -> Value,
) -> Result<(), parquet::errors::ParquetError> {
    let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::new());
    let (rows, ..) = reader.read_records(BATCH, optional.then_some(&mut levels), None, &mut values)?;
    if optional {
        let mut values = values.iter();
        let present = |level: &i16| if *level > 0 { values.next().map_or(Value::Null, &value) } else { Value::Null };
        out.extend(levels.iter().map(present));
    } else {
        out.extend(values.iter().take(rows).map(value));
    }
    Ok(())
}
