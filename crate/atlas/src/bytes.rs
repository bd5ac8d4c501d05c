//! Bytes of a coded file, read one piece after the other.

/// What is left of a file, and where reading stands.
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    /// Bytes read so far.
    pub offset: usize,
}

/// The file ends in the middle.
pub(crate) struct Truncated;

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    /// Bytes not read yet.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Truncated> {
        let piece = self.bytes[self.offset..].get(..count).ok_or(Truncated)?;
        self.offset += count;
        Ok(piece)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        self.take(N)?.try_into().map_err(|_| Truncated)
    }

    pub fn byte(&mut self) -> Result<u8, Truncated> {
        Ok(self.array::<1>()?[0])
    }

    pub fn u16(&mut self) -> Result<u16, Truncated> {
        Ok(u16::from_le_bytes(self.array()?))
    }
}

/// Appends a number as LEB128, in the shortest form.
pub(crate) fn push_varint(bytes: &mut Vec<u8>, mut value: u32) {
    while value > 0x7f {
        bytes.push(value as u8 & 0x7f | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
