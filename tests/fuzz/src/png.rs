//! PNG images with right checksums: without them, a changed byte would be refused before anything else is read.

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";

/// The same bytes with the signature and with right checksums of all chunks that are there.
pub fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut image = SIGNATURE.to_vec();
    let mut rest = bytes.get(SIGNATURE.len()..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        // The kind of a chunk, and its data.
        let Some((content, after)) = length.checked_add(4).and_then(|length| after.split_at_checked(length)) else {
            break;
        };
        push(&mut image, content);
        rest = after.get(4..).unwrap_or_default();
    }
    image.extend(rest);
    image
}

/// A greyscale image around its filters and pixels, line by line.
pub fn around(width: u32, height: u32, lines: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(b"IDAT".to_vec(), Compression::none());
    // Into memory.
    _ = packed.write_all(lines);
    let mut image = SIGNATURE.to_vec();
    push(&mut image, &[b"IHDR", &width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat());
    push(&mut image, &packed.finish().unwrap_or_default());
    push(&mut image, b"IEND");
    image
}

/// Adds a chunk: its kind and data.
fn push(image: &mut Vec<u8>, content: &[u8]) {
    let mut sum = Crc::new();
    sum.update(content);
    image.extend((content.len() as u32 - 4).to_be_bytes());
    image.extend(content);
    image.extend(sum.sum().to_be_bytes());
}
