//! The kind of a file.

use std::borrow::Cow;

use matchday_document::csv::Rows;

use super::error::ImportError;
use crate::error::AtlasError;
use crate::rows;
use crate::wrong_file;

/// The kind of a file. Imports read files in this order, because maps and pings name datacenters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A list, `id,name,lat,long`.
    Datacenters,
    /// A latency map, 360 x 180 f32 or 8-bit grey PNG.
    Map,
    /// Recorded joins, `HH:MM:SS,lat,long`.
    Joins,
    /// Pings, `timestamp,lat,long,datacenter,rtt_ms`.
    Pings,
}

/// Recognises the kind of a file: an image by its first bytes, raw floats by their zeros or the file name, a
/// list by the columns of its first row.
///
/// # Errors
/// Other content that is often found instead of data, or a file of an unknown kind.
pub fn recognise(file: &str, head: &[u8]) -> Result<Kind, ImportError> {
    wrong_file::reject(head, file)?;
    packed(head, file)?;
    if head.is_empty() {
        return Err(AtlasError::NoRows { file: file.into() }.into());
    }
    let name = file.to_ascii_lowercase();
    if is_png(head) || [".png", ".bin", ".f32"].iter().any(|end| name.ends_with(end)) || head.contains(&0) {
        return Ok(Kind::Map);
    }
    let columns = first_row(head);
    let is_numbered = columns.first().is_some_and(String::is_empty);
    match &columns[usize::from(is_numbered)..] {
        // The numbers are the ids.
        [first, _, _] if is_numbered && !first.eq_ignore_ascii_case("time") => Ok(Kind::Datacenters),
        [_, _, _] => Ok(Kind::Joins),
        [_, _, _, _] => Ok(Kind::Datacenters),
        [_, _, _, _, _] => Ok(Kind::Pings),
        _ => Err(ImportError::Unrecognised { file: file.into(), found: rows::clip(&columns.join(",")) }),
    }
}

/// The datacenter in the name of a map file: `latency_<name>.bin`, or `<name>.png`.
pub fn datacenter_of(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.strip_prefix("latency_").unwrap_or(stem)
}

pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG")
}

/// Refuses tables that are not text.
fn packed(head: &[u8], file: &str) -> Result<(), ImportError> {
    let looks_like = match head {
        [b'P', b'K', 3, 4, ..] => "a ZIP archive or a spreadsheet",
        [0x1f, 0x8b, ..] => "gzip within gzip",
        [b'P', b'A', b'R', b'1', ..] => "a Parquet table",
        [b'S', b'Q', b'L', b'i', b't', b'e', ..] => "a database",
        _ => return Ok(()),
    };
    Err(ImportError::Packed { file: file.into(), looks_like })
}

/// The fields of the first row, possibly cut off.
fn first_row(mut head: &[u8]) -> Vec<String> {
    match Rows::new(rows::LINE_BYTES).of_list(1).next(&mut head, true) {
        Some(Ok(row)) => row.texts().into_iter().map(Cow::into_owned).collect(),
        Some(Err(long)) => vec![long.start],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_what_they_hold() {
        for (file, head, kind) in [
            ("a.csv", b"id,name,lat,long\n".as_slice(), Kind::Datacenters),
            ("a.txt", b"\xef\xbb\xbf# mine\r\n\r\n7,lima,-12,-77\r\n", Kind::Datacenters),
            ("datacenters.csv", b"00:00:01,50.1,8.7\n", Kind::Joins),
            ("x", b"time,lat,long", Kind::Joins),
            ("x", b"timestamp,lat,long,datacenter,rtt_ms\n", Kind::Pings),
            ("x", b"\"1\",\"a, b\",\"1\",\"2\"\r\n", Kind::Datacenters),
            ("x", b"\"\",\"name\",\"lat\",\"long\"\n", Kind::Datacenters),
            ("x", b",id,name,lat,long\n", Kind::Datacenters),
            ("x", b",time,lat,long\n", Kind::Joins),
            ("x", b",timestamp,lat,long,datacenter,rtt_ms\n", Kind::Pings),
            ("x", b"\x89PNG\r\n", Kind::Map),
            ("latency_lima.BIN", b"\x01\x02\x03", Kind::Map),
            ("x", b"\0\0\xc0\x7f", Kind::Map),
        ] {
            assert_eq!(recognise(file, head), Ok(kind), "{file} {head:?}");
        }
    }

    #[test]
    fn imposters_are_named_for_what_they_are() {
        let utf16: Vec<u8> = "id,name,lat,long\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (head, says) in [
            (
                b"version https://git-lfs.github.com/spec/v1\n".as_slice(),
                "is a Git LFS pointer, not the data itself; download the file again",
            ),
            (b"<!doctype html>", "is a web page"),
            (b"\xff\xfei\0", "is UTF-16 text"),
            (&utf16, "is UTF-16 text"),
            (b"PK\x03\x04", "is a ZIP archive or a spreadsheet; save the table itself as CSV text"),
            (b"PAR1", "is a Parquet table"),
            (b"", "holds no rows"),
            (b"1;lima;-12;-77\n", "is none of the files that can be imported"),
            (b"hello", "is none of the files that can be imported"),
        ] {
            let error = recognise("x.csv", head).unwrap_err().to_string();
            assert!(error.starts_with("x.csv") && error.contains(says), "{error}");
        }
    }

    #[test]
    fn a_map_is_named_after_its_datacenter() {
        for file in ["latency_us-east.1.bin", "maps/latency_us-east.1.png", "us-east.1.png", "C:\\m\\us-east.1.bin"] {
            assert_eq!(datacenter_of(file), "us-east.1", "{file}");
        }
    }
}
