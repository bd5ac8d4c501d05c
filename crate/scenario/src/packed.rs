//! Long texts in links: deflated, and written in the characters of base64url.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// What a packed text begins with.
const MARK: &str = "z.";
/// Longest packed text that is read. Some programs cut longer links.
const MOST_PACKED: usize = 16_384;
/// Longest text that is unpacked, bytes: a short link could otherwise fill the memory.
const MOST: usize = 262_144;
/// The best compression: a text is packed once, and its link may be read often.
const LEVEL: u8 = 9;

/// A text for a link; `None` if it is too long to be read again.
pub(crate) fn pack(text: &str) -> Option<String> {
    let packed = BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), LEVEL));
    (packed.len() <= MOST_PACKED && text.len() <= MOST).then(|| format!("{MARK}{packed}"))
}

/// The text of a link, packed or not.
///
/// # Errors
/// Why it cannot be unpacked, in words.
pub(crate) fn unpack(value: &str) -> Result<String, String> {
    let Some(packed) = value.strip_prefix(MARK) else { return Ok(value.to_owned()) };
    if packed.len() > MOST_PACKED {
        return Err(format!("it has {} characters, and at most {MOST_PACKED} are read", packed.len()));
    }
    let damaged = || "it is cut off or damaged; copy the whole link again".to_owned();
    let deflated = BASE64_URL_SAFE_NO_PAD.decode(packed).map_err(|_| damaged())?;
    let bytes = decompress_to_vec_with_limit(&deflated, MOST).map_err(|error| match error.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => format!("its text is longer than {MOST} bytes"),
        _ => damaged(),
    })?;
    String::from_utf8(bytes).map_err(|_| damaged())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_text_is_read_again_and_another_is_taken_as_it_is() {
        let code = "const WIDEN_AFTER: f64 = 8; // s @slider 1..30\n".repeat(40) + "ß \u{0}";
        for text in [&code, "z.", "z.z.", "{\"teams\": []}"] {
            let packed = pack(text).unwrap();
            assert!(
                packed.bytes().skip(2).all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
                "{packed}"
            );
            assert_eq!(unpack(&packed).as_deref(), Ok(text));
        }
        assert!(pack(&code).unwrap().len() < code.len() / 10);
        assert_eq!(unpack("{\"teams\": []}").as_deref(), Ok("{\"teams\": []}"));
    }

    #[test]
    fn damaged_and_hostile_texts_are_refused() {
        let packed = pack(&"rules ".repeat(100)).unwrap();
        let bomb = format!("{MARK}{}", BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(&[b' '; MOST + 1], LEVEL)));
        let no_text = format!("{MARK}{}", BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(&[0xff, 0xfe], LEVEL)));
        let long = format!("{MARK}{}", "A".repeat(MOST_PACKED + 1));
        let table = [
            (&packed[..packed.len() - 3], "cut off or damaged"),
            ("z.!", "cut off or damaged"),
            ("z.", "cut off or damaged"),
            (&no_text, "cut off or damaged"),
            (&bomb, "longer than 262144 bytes"),
            (&long, "at most 16384"),
        ];
        for (text, says) in table {
            let error = unpack(text).unwrap_err();
            assert!(error.contains(says), "{text:.20}: {error}");
        }
        assert_eq!(unpack(&pack(&" ".repeat(MOST)).unwrap()).map(|text| text.len()), Ok(MOST));
    }

    #[test]
    fn the_longest_packed_text_is_read() {
        // Not compressed, a text takes five more bytes.
        let stored = |bytes: usize| BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec("x".repeat(bytes).as_bytes(), 0));
        let longest = MOST_PACKED / 4 * 3 - 5;
        assert_eq!(stored(longest).len(), MOST_PACKED);
        assert_eq!(unpack(&format!("{MARK}{}", stored(longest))), Ok("x".repeat(longest)));
        assert!(unpack(&format!("{MARK}{}", stored(longest + 1))).is_err());
        assert_eq!(pack(&" ".repeat(MOST + 1)), None);
    }
}
