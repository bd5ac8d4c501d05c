//! Reads the PNG format of latency maps: 8-bit greyscale, not interlaced, of a known size.

use png::{BitDepth, ColorType, DecodeOptions, Decoder, DecodingError, Info, Limits};
use std::io::Cursor;

/// More than the decoder needs besides the pixels of any map, even one with a preview or a comment.
const LIMITS: Limits = Limits { bytes: 1 << 20 };

/// The pixels of an image of `width` x `height`, row by row. Checks the header before it allocates memory.
///
/// # Errors
/// A description of the problem.
pub fn decode(bytes: &[u8], width: usize, height: usize) -> Result<Vec<u8>, String> {
    let refuse = |error: DecodingError| error.to_string();
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), strict());
    decoder.set_limits(LIMITS);
    check_header(decoder.read_header_info().map_err(refuse)?, width, height)?;
    let mut reader = decoder.read_info().map_err(refuse)?;
    let mut pixels = vec![0; width * height];
    reader.next_frame(&mut pixels).map_err(refuse)?;
    // Read to the end, so that a truncated image is refused too.
    reader.finish().map_err(refuse)?;
    Ok(pixels)
}

/// Checks all checksums and ignores text.
fn strict() -> DecodeOptions {
    let mut options = DecodeOptions::default();
    options.set_ignore_checksums(false);
    options.set_skip_ancillary_crc_failures(false);
    options.set_ignore_text_chunk(true);
    options.set_ignore_iccp_chunk(true);
    options
}

fn check_header(header: &Info, width: usize, height: usize) -> Result<(), String> {
    let size = [header.width as usize, header.height as usize];
    let kind = (header.color_type, header.bit_depth, header.interlaced);
    if (size, kind) == ([width, height], (ColorType::Grayscale, BitDepth::Eight, false)) {
        return Ok(());
    }
    let colour = match header.color_type {
        ColorType::Grayscale => "greyscale",
        ColorType::Rgb => "colour",
        ColorType::Indexed => "with a palette",
        ColorType::GrayscaleAlpha | ColorType::Rgba => "with transparency",
    };
    let interlaced = if header.interlaced { ", interlaced" } else { "" };
    Err(format!("it is {} x {}, {colour}, {} bits{interlaced}", size[0], size[1], header.bit_depth as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use png::{Encoder, Filter};

    fn image(filter: Filter, pixels: &[u8]) -> Vec<u8> {
        let mut image = Vec::new();
        let mut encoder = Encoder::new(&mut image, 30, 20);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_filter(filter);
        encoder.add_text_chunk("Comment".into(), "not for us".into()).unwrap();
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        image
    }

    #[test]
    fn every_filter_reads_back() {
        let pixels: Vec<u8> = (0..30_u32 * 20).map(|i| (i * i / 7 + i * 31) as u8).collect();
        for filter in [Filter::NoFilter, Filter::Sub, Filter::Up, Filter::Avg, Filter::Paeth] {
            let image = image(filter, &pixels);
            assert_eq!(decode(&image, 30, 20), Ok(pixels.clone()), "{filter:?}");
            assert_eq!(decode(&image, 20, 30), Err("it is 30 x 20, greyscale, 8 bits".into()));
        }
    }

    #[test]
    fn damage_is_refused_wherever_it_is() {
        let good = image(Filter::NoFilter, &[7; 600]);
        for length in 0..good.len() {
            assert!(decode(&good[..length], 30, 20).is_err(), "the first {length} bytes");
        }
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            assert!(decode(&bytes, 30, 20).is_err(), "byte {at}");
        }
    }

    #[test]
    fn an_image_too_large_for_memory_is_refused_by_its_header() {
        // Only a header, for an image that would take 2^62 bytes.
        let mut header = Vec::new();
        let mut encoder = Encoder::new(&mut header, (1 << 31) - 1, (1 << 31) - 1);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        drop(encoder.write_header());
        let error = decode(&header, 360, 180).unwrap_err();
        assert_eq!(error, "it is 2147483647 x 2147483647, greyscale, 8 bits");
    }
}
