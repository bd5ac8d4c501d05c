//! A short checksum: finds accidents, not forgeries.

/// FNV-1a of 64 bits over bytes that may come in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// The checksum of one piece.
    pub fn of(bytes: &[u8]) -> u64 {
        Self::default().then(bytes).value()
    }

    /// The checksum with one more piece added.
    #[must_use]
    pub fn then(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)))
    }

    /// The checksum so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vectors() {
        assert_eq!(Fnv1a::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv1a::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv1a::of(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(Fnv1a::default().then(b"foo").then(b"bar").value(), Fnv1a::of(b"foobar"));
    }
}
