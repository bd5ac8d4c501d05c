//! What is often found in the place of data.

use crate::error::AtlasError;

/// Refuses a file that, by its first bytes, is something else altogether.
///
/// # Errors
/// A Git LFS pointer, a web page, or text in UTF-16.
pub(crate) fn refuse(bytes: &[u8], file: &str) -> Result<(), AtlasError> {
    let file = || file.to_owned();
    if bytes.starts_with(b"version https://git-lfs") {
        return Err(AtlasError::Imposter { file: file(), looks_like: "a Git LFS pointer" });
    }
    if bytes.trim_ascii_start().starts_with(b"<") {
        return Err(AtlasError::Imposter { file: file(), looks_like: "a web page" });
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(AtlasError::Utf16 { file: file() });
    }
    Ok(())
}
