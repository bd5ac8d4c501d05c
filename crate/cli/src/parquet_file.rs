//! Parquet files with a checksum of all their bytes.
//!
//! Checksums of pages, which the format has, say nothing about the headers of pages, the names of columns and the numbers of rows
//! beside them, and the writer of the crate `parquet` writes none. So the files of this program have eight bytes more before their footer,
//! where readers of Parquet do not look: `MDCS`, and the CRC-32 of all other bytes, little-endian.

use crate::damage::guarded;
use crate::terminal::tell;
use flate2::Crc;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

const MAGIC: &[u8; 4] = b"MDCS";
const SEAL_BYTES: u64 = 8;
/// After the footer: its length, and the magic bytes of Parquet.
const END_BYTES: u64 = 8;
/// Longest header of a page that is looked at, bytes.
const HEADER_BYTES: u64 = 64;

/// Writes rows, group by group; [`close`] ends the file.
pub type Writer<'f> = SerializedFileWriter<Sink<'f>>;
/// A group of rows that is being written.
pub type Group<'w, 'f> = SerializedRowGroupWriter<'w, Sink<'f>>;

/// A file that is being written.
pub struct Sink<'f> {
    file: &'f mut File,
    crc: Crc,
    /// The end of the file, which is written as a whole.
    end: Option<Vec<u8>>,
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = match &mut self.end {
            Some(end) => end.write(bytes)?,
            None => self.file.write(bytes)?,
        };
        self.crc.update(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file without rows, of these columns, with pairs in its own metadata.
///
/// # Errors
/// The file cannot be written.
pub fn create<'f>(file: &'f mut File, schema: &str, pairs: Vec<KeyValue>) -> Result<Writer<'f>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_key_value_metadata((!pairs.is_empty()).then_some(pairs));
    let sink = Sink { file, crc: Crc::new(), end: None };
    SerializedFileWriter::new(sink, Arc::new(parse_message_type(schema)?), Arc::new(properties.build()))
}

/// Ends a file.
///
/// # Errors
/// The file cannot be written.
pub fn close(mut writer: Writer<'_>) -> Result<()> {
    writer.inner_mut().end = Some(Vec::new());
    let Sink { file, crc, end } = writer.into_inner()?;
    let end = end.unwrap_or_default();
    let footer = end.len().saturating_sub(footer_bytes(&end) as usize);
    for bytes in [&end[..footer], MAGIC, &crc.sum().to_le_bytes(), &end[footer..]] {
        file.write_all(bytes)?;
    }
    Ok(())
}

/// Bytes of the footer at the end of a file, with its length and magic bytes.
fn footer_bytes(end: &[u8]) -> u64 {
    let length = end.last_chunk::<8>().map_or(0, |&[a, b, c, d, ..]| u32::from_le_bytes([a, b, c, d]));
    u64::from(length) + END_BYTES
}

/// Writes the next column, whose values are all there.
///
/// # Errors
/// The file cannot be written.
pub fn required<T: DataType>(group: &mut Group<'_, '_>, values: impl Iterator<Item = T::T>) -> Result<()> {
    write_column::<T>(group, &values.collect::<Vec<_>>(), None)
}

/// Writes the next column, some of whose values are missing.
///
/// # Errors
/// The file cannot be written.
pub fn optional<T: DataType>(group: &mut Group<'_, '_>, values: impl Iterator<Item = Option<T::T>>) -> Result<()> {
    let values: Vec<Option<T::T>> = values.collect();
    let present: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    write_column::<T>(group, &values.into_iter().flatten().collect::<Vec<_>>(), Some(&present))
}

fn write_column<T: DataType>(group: &mut Group<'_, '_>, values: &[T::T], present: Option<&[i16]>) -> Result<()> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(values, present, None)?;
    column.close()
}

/// Checks a file of anybody before it is read, and tells if it has no checksums at all.
///
/// # Errors
/// The file is damaged, or cannot be read.
pub fn check_foreign(path: &Path) -> Result<()> {
    guarded(|| {
        let file = File::open(path)?;
        if !check(&file)? && !has_page_checksums(SerializedFileReader::new(file.try_clone()?)?.metadata(), &file) {
            tell!("note: {}: it has no checksums, so damage may go unnoticed", path.display());
        }
        Ok(())
    })
}

/// Compares a file with the checksum of all its bytes; returns whether it has one.
///
/// # Errors
/// The file is damaged, or cannot be read.
pub fn check(mut file: &File) -> Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = [0; END_BYTES as usize];
    if length >= END_BYTES {
        file.seek(SeekFrom::Start(length - END_BYTES))?;
        file.read_exact(&mut end)?;
    }
    let Some(at) = length.checked_sub(footer_bytes(&end) + SEAL_BYTES) else { return Ok(false) };
    let mut seal = [0; SEAL_BYTES as usize];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut seal)?;
    let Some(sum) = seal.strip_prefix(MAGIC) else { return Ok(false) };
    let mut crc = Crc::new();
    file.rewind()?;
    add(&mut crc, file.take(at))?;
    file.seek(SeekFrom::Start(at + SEAL_BYTES))?;
    add(&mut crc, file)?;
    if crc.sum().to_le_bytes() == sum {
        return Ok(true);
    }
    Err(ParquetError::General("it is damaged: its bytes do not have its checksum".to_owned()))
}

fn add(crc: &mut Crc, mut source: impl Read) -> io::Result<()> {
    let mut piece = vec![0; crate::maps::PIECE];
    loop {
        match source.read(&mut piece)? {
            0 => return Ok(()),
            length => crc.update(&piece[..length]),
        }
    }
}

/// Whether the first page of a file has a checksum of its own, which is checked when it is read. Writers give one to all pages
/// or to none.
fn has_page_checksums(metadata: &ParquetMetaData, mut file: &File) -> bool {
    let Some(chunk) = metadata.row_groups().first().and_then(|group| group.columns().first()) else { return true };
    let mut header = Vec::new();
    let read =
        file.seek(SeekFrom::Start(chunk.byte_range().0)).and_then(|_| file.take(HEADER_BYTES).read_to_end(&mut header));
    read.is_ok() && has_checksum(&header)
}

/// Whether the header of a page has a checksum: its fourth field, after three whole numbers, in Thrift's compact protocol.
fn has_checksum(header: &[u8]) -> bool {
    const NEXT_I32: u8 = 0x15;
    let mut rest = header;
    for _ in 0..3 {
        let [NEXT_I32, number @ ..] = rest else { return false };
        let Some(end) = number.iter().position(|byte| byte & 0x80 == 0) else { return false };
        rest = &number[end + 1..];
    }
    rest.first() == Some(&NEXT_I32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As pyarrow writes the first page of a column with and without a checksum.
    #[test]
    fn pages_with_a_checksum_are_told_from_others() {
        let with = [0x15, 0x00, 0x15, 0x4c, 0x15, 0x40, 0x15, 0x9f, 0xa9, 0xd4, 0xd5, 0x04, 0x1c, 0x15, 0x08];
        let without = [0x15, 0x00, 0x15, 0x98, 0x01, 0x15, 0x40, 0x2c, 0x15, 0x08];
        assert_eq!([&with[..], &without, &[], &[0x15, 0x80]].map(has_checksum), [true, false, false, false]);
    }
}
