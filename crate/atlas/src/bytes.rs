//! Reads the bytes of a binary file in order.

/// The unread rest of a file, and its offset.
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    /// Bytes read so far.
    pub offset: usize,
}

/// The file ends too early.
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

    /// A number in LEB128. `None` if it is longer than `most_bytes` or its shortest form, or exceeds 32 bits.
    /// So each number has only one form.
    pub fn varint(&mut self, most_bytes: u32) -> Result<Option<u32>, Truncated> {
        let mut value = 0;
        for at in 0..most_bytes {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                let is_short = byte > 0 || at == 0;
                return Ok(u32::try_from(value).ok().filter(|_| is_short));
            }
        }
        Ok(None)
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
