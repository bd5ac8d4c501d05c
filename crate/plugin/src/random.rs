//! The random bytes that a module gets from any host.

use matchday_base::rng::split_mix;

/// The random bytes of a call. The n-th block of eight bytes is `split_mix(key + n)`, little-endian; every request starts
/// a new block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomBytes {
    next: u64,
}

impl RandomBytes {
    /// The bytes of the call with this key.
    pub fn new(key: u64) -> Self {
        Self { next: key }
    }

    /// Fills `bytes` with the next ones.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for block in bytes.chunks_mut(8) {
            block.copy_from_slice(&split_mix(self.next).to_le_bytes()[..block.len()]);
            self.next = self.next.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_the_key() {
        let filled = |key, lengths: &[usize]| {
            let mut random = RandomBytes::new(key);
            let fill = |&length: &usize| {
                let mut bytes = vec![0; length];
                random.fill(&mut bytes);
                bytes
            };
            lengths.iter().flat_map(fill).collect::<Vec<u8>>()
        };
        let blocks: Vec<u8> = [7, 8, 9].into_iter().flat_map(|n| split_mix(n).to_le_bytes()).collect();
        assert_eq!(filled(7, &[24]), blocks);
        assert_eq!(filled(7, &[3, 8]), [&blocks[..3], &blocks[8..16]].concat());
        assert_eq!(filled(u64::MAX, &[16])[8..], split_mix(0).to_le_bytes());
    }
}
