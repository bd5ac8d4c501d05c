//! Changed inputs, the same in every run.

/// Numbers by xorshift.
#[derive(Clone, Copy, Debug)]
pub struct Noise(u64);

/// Bytes at which readers decide something.
const TELLING: [u8; 10] = [0, 1, 0x7f, 0x80, 0xff, b'\n', b',', b'"', b'-', b'9'];

impl Noise {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// One to five changes of bytes; `other` is what pieces are taken from.
    pub fn mutate(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(5) {
            let at = self.below(bytes.len());
            match self.below(7) {
                0 if self.below(4) == 0 => bytes.truncate(at),
                1 => bytes.insert(at, self.below(256) as u8),
                2 => {
                    let from = self.below(other.len());
                    let piece = &other[from..];
                    let length = self.below(piece.len().min(64) + 1);
                    drop(bytes.splice(at..at, piece[..length].iter().copied()));
                }
                3 => drop(bytes.drain(at..(at + self.below(16)).min(bytes.len()))),
                4 | 5 if at < bytes.len() => bytes[at] = TELLING[self.below(TELLING.len())],
                _ if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                _ => {}
            }
        }
        bytes
    }
}
