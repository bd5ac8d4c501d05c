//! Reads the one kind of PNG that latency maps are: 8-bit greyscale, not interlaced.
//!
//! A reader of everything that a PNG can be would be a quarter of what visitors of the page download. This one knows
//! the five line filters and checks every chunk's CRC; an image of another kind is named and refused.

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The pixels of an image of `width` x `height`, row by row.
///
/// # Errors
/// What is wrong with the image, in words.
pub fn decode(bytes: &[u8], width: usize, height: usize) -> Result<Vec<u8>, String> {
    let mut rest = bytes.strip_prefix(SIGNATURE).ok_or("it does not begin as a PNG image")?;
    let mut compressed = Vec::new();
    let mut has_header = false;
    loop {
        let (kind, data, after) = chunk(rest)?;
        rest = after;
        match (kind, has_header) {
            (b"IHDR", false) => has_header = check_header(data, width, height)?,
            (b"IDAT", true) => compressed.extend_from_slice(data),
            (b"IEND", true) => break,
            // A lower-case first letter: what nobody has to understand.
            ([b'a'..=b'z', ..], true) => {}
            _ => return Err(format!("an unexpected chunk `{}`", kind.escape_ascii())),
        }
    }
    let stride = width + 1;
    let lines = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&compressed, stride * height);
    let lines = lines.map_err(|error| format!("its pixels do not unpack ({error})"))?;
    if lines.len() != stride * height {
        return Err("it has too few pixels".into());
    }
    unfilter(&lines, width)
}

/// Kind and data of a chunk, and what comes after it.
type Chunk<'a> = (&'a [u8; 4], &'a [u8], &'a [u8]);

/// The first chunk.
fn chunk(bytes: &[u8]) -> Result<Chunk<'_>, String> {
    let parts = || {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (named, rest) = rest.split_at_checked((u32::from_be_bytes(*length) as usize).checked_add(4)?)?;
        let (crc, rest) = rest.split_first_chunk::<4>()?;
        let (kind, data) = named.split_first_chunk::<4>()?;
        Some((named, u32::from_be_bytes(*crc), kind, data, rest))
    };
    let (named, crc, kind, data, rest) = parts().ok_or("it ends in the middle")?;
    if crc32(named) != crc {
        return Err(format!("chunk `{}` is damaged", kind.escape_ascii()));
    }
    Ok((kind, data, rest))
}

/// The CRC of ISO 3309, four bits at a time.
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 16] =
        std::array::from_fn(|index| (0..4).fold(index as u32, |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1))));
    !bytes.iter().fold(!0, |crc, &byte| {
        let crc = crc ^ u32::from(byte);
        let crc = (crc >> 4) ^ table[(crc & 15) as usize];
        (crc >> 4) ^ table[(crc & 15) as usize]
    })
}

fn check_header(data: &[u8], width: usize, height: usize) -> Result<bool, String> {
    let &[w0, w1, w2, w3, h0, h1, h2, h3, depth, colour, 0, 0, interlaced] = data else {
        return Err("its header cannot be read".into());
    };
    let size = [[w0, w1, w2, w3], [h0, h1, h2, h3]].map(|side| u32::from_be_bytes(side) as usize);
    if (size, depth, colour, interlaced) == ([width, height], 8, 0, 0) {
        return Ok(true);
    }
    let colour = match colour {
        0 => "greyscale",
        2 => "colour",
        3 => "with a palette",
        _ => "with transparency",
    };
    let interlaced = if interlaced == 0 { "" } else { ", interlaced" };
    Err(format!("it is {} x {}, {colour}, {depth} bits{interlaced}", size[0], size[1]))
}

/// Undoes the filter that each line begins with.
fn unfilter(lines: &[u8], width: usize) -> Result<Vec<u8>, String> {
    let mut pixels = Vec::with_capacity(lines.len());
    let mut above = vec![0; width];
    for line in lines.chunks_exact(width + 1) {
        let (mut left, mut above_left) = (0_u8, 0_u8);
        for (&coded, above) in line[1..].iter().zip(&mut above) {
            let predicted = match line[0] {
                0 => 0,
                1 => left,
                2 => *above,
                3 => ((u16::from(left) + u16::from(*above)) / 2) as u8,
                4 => paeth(left, *above, above_left),
                filter => return Err(format!("there is no line filter {filter}")),
            };
            (above_left, left) = (*above, coded.wrapping_add(predicted));
            *above = left;
        }
        pixels.extend_from_slice(&above);
    }
    Ok(pixels)
}

/// Whichever of three neighbours is nearest to left + above - above left; in this order where they are equally near.
fn paeth(left: u8, above: u8, above_left: u8) -> u8 {
    let [a, b, c] = [left, above, above_left].map(i16::from);
    let (to_left, to_above, to_above_left) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_above && to_left <= to_above_left {
        left
    } else if to_above <= to_above_left {
        above
    } else {
        above_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crc_has_its_published_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn every_filter_reads_back() {
        let pixels: Vec<u8> = (0..30_u32 * 20).map(|i| (i * i / 7 + i * 31) as u8).collect();
        for filter in [png::Filter::NoFilter, png::Filter::Sub, png::Filter::Up, png::Filter::Avg, png::Filter::Paeth] {
            let mut image = Vec::new();
            let mut encoder = png::Encoder::new(&mut image, 30, 20);
            encoder.set_color(png::ColorType::Grayscale);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.set_filter(filter);
            encoder.add_text_chunk("Comment".into(), "not for us".into()).unwrap();
            encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
            assert_eq!(decode(&image, 30, 20), Ok(pixels.clone()), "{filter:?}");
            let other = decode(&image, 20, 30).unwrap_err();
            assert_eq!(other, "it is 30 x 20, greyscale, 8 bits");
        }
    }

    #[test]
    fn more_pixels_than_promised_are_refused() {
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; 1 << 24], 9);
        let chunk = |kind: &[u8], data: &[u8]| {
            let named = [kind, data].concat();
            [&(data.len() as u32).to_be_bytes()[..], &named, &crc32(&named).to_be_bytes()].concat()
        };
        let header = [0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0];
        let bomb = [SIGNATURE, &chunk(b"IHDR", &header), &chunk(b"IDAT", &packed), &chunk(b"IEND", b"")].concat();
        assert!(decode(&bomb, 2, 2).unwrap_err().contains("do not unpack"));
    }
}
