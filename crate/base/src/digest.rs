//! Numbers that stand for many bytes: the digest of a run, and FNV-1a of names and files.

use fnv::FnvHasher;
use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

/// Folds every event of a run into 64 bits: equal digests mean equal runs, event by event.
///
/// Not a cryptographic hash: it finds accidents, not forgeries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunDigest(u64);

impl Default for RunDigest {
    fn default() -> Self {
        Self(0x6D61_7463_6864_6179)
    }
}

impl RunDigest {
    /// Folds one word in. Order counts.
    #[inline]
    pub fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    /// Folds a word of each item in. Order counts, and how they are cut into calls.
    pub fn fold_all<T>(&mut self, items: &[T], word: impl Fn(&T) -> u64) {
        // A polynomial. A step has to wait for the one before it, so it takes four words.
        const POWERS: [u64; 5] = powers(0x9FB2_1C65_1E98_DF25);
        let (fours, rest) = items.as_chunks::<4>();
        let sum = fours.iter().fold(0_u64, |sum, four| {
            let part = |at: usize| word(&four[at]).wrapping_mul(POWERS[3 - at]);
            let own = part(0).wrapping_add(part(1)).wrapping_add(part(2).wrapping_add(part(3)));
            sum.wrapping_mul(POWERS[4]).wrapping_add(own)
        });
        self.fold(rest.iter().fold(sum, |sum, item| sum.wrapping_mul(POWERS[1]).wrapping_add(word(item))));
    }
}

/// The first powers of a number, modulo 2^64.
const fn powers(of: u64) -> [u64; 5] {
    let mut powers = [1; 5];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = of.wrapping_mul(powers[at - 1]);
        at += 1;
    }
    powers
}

impl fmt::Display for RunDigest {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for RunDigest {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

/// FNV-1a over bytes, 64 bits. Of bytes that come in pieces it is [`FnvHasher`]'s.
///
/// Not a cryptographic hash: it finds accidents, not forgeries.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_vectors() {
        // Fowler, Noll, Vo: test vectors of FNV-1a, 64 bits.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    fn of(words: &[u64]) -> RunDigest {
        let mut digest = RunDigest::default();
        words.iter().for_each(|&word| digest.fold(word));
        digest
    }

    #[test]
    fn every_word_and_their_order_count() {
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[]), of(&[0]));
        assert_ne!(of(&[0]), of(&[0, 0]));
        // Every bit of a word changes the digest.
        for bit in 0..64 {
            assert_ne!(of(&[1 << bit, 5, 6]), of(&[0, 5, 6]), "bit {bit}");
        }
    }

    #[test]
    fn every_word_of_many_and_their_order_count() {
        let of_all = |words: &[u64]| {
            let mut digest = RunDigest::default();
            digest.fold_all(words, |&word| word);
            digest
        };
        assert_ne!(of_all(&[1, 2, 3]), of_all(&[1, 3, 2]));
        assert_ne!(of_all(&[1, 2]), of_all(&[1, 2, 3]));
        for bit in 0..64 {
            assert_ne!(of_all(&[1 << bit, 5, 6]), of_all(&[0, 5, 6]), "bit {bit}");
        }
        // Of any number of words, their polynomial.
        let words: Vec<u64> = (0..23).map(|at| 0x0123_4567_89AB_CDEF_u64.rotate_left(7 * at)).collect();
        for many in 0..words.len() {
            let sum = words[..many]
                .iter()
                .fold(0_u64, |sum, word| sum.wrapping_mul(0x9FB2_1C65_1E98_DF25).wrapping_add(*word));
            assert_eq!(of_all(&words[..many]), of(&[sum]), "{many} words");
        }
    }

    #[test]
    fn reads_what_it_writes() {
        let digest = of(&[42]);
        assert_eq!(digest.to_string().parse(), Ok(digest));
    }
}
