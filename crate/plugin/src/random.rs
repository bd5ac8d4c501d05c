//! The random bytes that a module gets from any host.

use matchday_base::rng::{SPLIT_MIX_STEP, split_mix};

/// The random bytes of a call: the words of `SplitMix64` from the key on, little-endian; every request starts a new word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomBytes {
    state: u64,
}

impl RandomBytes {
    /// The bytes of the call with this key.
    pub fn new(key: u64) -> Self {
        Self { state: key }
    }

    /// Fills `bytes` with the next ones.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for block in bytes.chunks_mut(8) {
            block.copy_from_slice(&split_mix(self.state).to_le_bytes()[..block.len()]);
            self.state = self.state.wrapping_add(SPLIT_MIX_STEP);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_the_published_words() {
        let filled = |key, lengths: &[usize]| {
            let mut random = RandomBytes::new(key);
            let fill = |&length: &usize| {
                let mut bytes = vec![0; length];
                random.fill(&mut bytes);
                bytes
            };
            lengths.iter().flat_map(fill).collect::<Vec<u8>>()
        };
        // Published with the reference implementation in C, for the seed 1234567.
        let words = [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        let blocks: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        assert_eq!(filled(1_234_567, &[24]), blocks);
        assert_eq!(filled(1_234_567, &[3, 8]), [&blocks[..3], &blocks[8..16]].concat());
    }
}
