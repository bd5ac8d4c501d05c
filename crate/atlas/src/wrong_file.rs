//! Detects content that is often found instead of data: error pages, pointers, archives.

use crate::error::AtlasError;

/// Rejects other content by its first bytes.
///
/// # Errors
/// A Git LFS pointer, a web page, or text in UTF-16.
pub(crate) fn reject(bytes: &[u8], file: &str) -> Result<(), AtlasError> {
    let file = || file.to_owned();
    if bytes.starts_with(b"version https://git-lfs") {
        return Err(AtlasError::WrongFile { file: file(), looks_like: "a Git LFS pointer" });
    }
    if bytes.trim_ascii_start().starts_with(b"<") {
        return Err(AtlasError::WrongFile { file: file(), looks_like: "a web page" });
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || is_every_other_byte_0(bytes) {
        return Err(AtlasError::Utf16 { file: file() });
    }
    Ok(())
}

/// ASCII in UTF-16 without a byte order mark.
fn is_every_other_byte_0(bytes: &[u8]) -> bool {
    let (pairs, _) = bytes[..bytes.len().min(64)].as_chunks::<2>();
    let text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let all = |is: fn(&[u8; 2]) -> (u8, u8)| pairs.iter().map(is).all(|(zero, other)| zero == 0 && text(other));
    pairs.len() > 3 && (all(|&[a, b]| (b, a)) || all(|&[a, b]| (a, b)))
}
