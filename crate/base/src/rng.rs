//! Named random streams.
//!
//! Each purpose has its own stream: joins, walk order, shuffles, replay. Draws of one part never change the draws of
//! another, so two scenarios with the same seed differ only by their parameters (common random numbers).
//!
//! The generator is PCG32 (`rand_pcg`). The draws are `rand`'s: `random_range`, `random_ratio`, `shuffle`. Both crates
//! are pinned, because sampling may change between versions; golden runs check the digests natively and in wasm. Ranges
//! of `usize` and shuffles draw 32 bits where 32 bits suffice, so they are the same on platforms of 32 and 64 bits.

use crate::digest::fnv1a;
use rand::RngExt;
use rand::distr::OpenClosed01;
use rand_pcg::Pcg32;
use std::f64::consts::TAU;

/// A stream of random numbers, for the traits of `rand`.
pub type Rng = Pcg32;

/// The named streams of one seed.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
    number: u32,
}

impl Streams {
    /// The streams of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed, number: 0 }
    }

    /// The streams of one of several equal parts, such as playlists: each part draws from streams of its own.
    /// [`Streams::new`] has the streams of part 0.
    pub fn of(self, number: u32) -> Self {
        Self { number, ..self }
    }

    /// The stream called `name`; the same name always gives the same stream.
    pub fn stream(self, name: &str) -> Rng {
        self.numbered(name, self.number)
    }

    /// One of many streams called `name`, for draws that must not depend on earlier draws: the joins of a minute do not
    /// depend on the start of the warm-up.
    pub fn numbered(self, name: &str, number: u32) -> Rng {
        let name = fnv1a(name.as_bytes());
        let state = split_mix(split_mix(self.seed ^ name).wrapping_add(u64::from(number)));
        Pcg32::new(state, split_mix(name))
    }

    /// A key of 64 bits called `name`, for draws by hash: [`split_mix`] of the key and a number answers the same question
    /// the same way whenever it is asked.
    pub fn key(self, name: &str) -> u64 {
        split_mix(split_mix(self.seed ^ fnv1a(name.as_bytes())))
    }
}

/// The stream of `moment` under a [key](Streams::key): for draws that must not depend on what was drawn before.
#[inline]
pub fn at_moment(key: u64, moment: u64) -> Rng {
    Pcg32::new(split_mix(key ^ moment), key)
}

/// What SplitMix64 adds to its state for each output.
pub const SPLIT_MIX_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64's output of a state: nearby states give unrelated outputs of 64 bits.
#[inline]
pub fn split_mix(x: u64) -> u64 {
    let x = x.wrapping_add(SPLIT_MIX_STEP);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A normal number with mean 0 and standard deviation 1 (Box and Muller 1958; the first of each pair).
///
/// Not `rand_distr`'s `Normal`: it takes logarithms from `num-traits`, whose `std` feature `plotters`
/// enables. Those of std have other bits natively than in wasm.
pub fn normal(rng: &mut Rng) -> f64 {
    // Above 0, so that its logarithm is finite.
    let (radius, turn): (f64, f64) = (rng.sample(OpenClosed01), rng.sample(OpenClosed01));
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng as _;
    use rand::seq::SliceRandom;

    #[test]
    fn published_vectors() {
        // Vigna's splitmix64.c, seed 1234567: first output.
        assert_eq!(split_mix(1_234_567), 6_457_827_717_110_365_317);
        // O'Neill's pcg32-demo, state 42, stream 54: first outputs.
        let mut demo = Rng::new(42, 54);
        let first: Vec<u32> = (0..6).map(|_| demo.next_u32()).collect();
        assert_eq!(first, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
    }

    #[test]
    fn streams_differ_by_name_and_number_and_repeat() {
        let draw = |seed, name| Streams::new(seed).stream(name).next_u64();
        assert_eq!(draw(7, "joins"), draw(7, "joins"));
        assert_ne!(draw(7, "joins"), draw(7, "replay"));
        assert_ne!(draw(7, "joins"), draw(8, "joins"));
        let of = |number| Streams::new(7).of(number).stream("joins").next_u64();
        assert_eq!(of(0), draw(7, "joins"));
        assert!(of(1) != of(0) && of(1) != of(2));
        let mut first: Vec<u64> = (0..1_000).map(|n| Streams::new(7).numbered("joins", n).next_u64()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1_000);
    }

    #[test]
    fn draws_stay_the_same_between_versions() {
        // Draws of 32 and 64 bits, and of `usize`, which must not depend on the size of `usize`. A version of `rand` with
        // other draws changes every digest.
        let mut rng = Streams::new(1).stream("test");
        let mut items: [u8; 40] = std::array::from_fn(|at| at as u8);
        items.shuffle(&mut rng);
        let draws = (
            [(); 4].map(|()| rng.random_range(..1_000_usize)),
            [(); 4].map(|()| rng.random_range(..1_000_u32)),
            [(); 4].map(|()| rng.random_range(..1_u64 << 40)),
            [(); 4].map(|()| rng.random_ratio(7_500, 10_000)),
        );
        assert_eq!(items[..8], [5, 8, 38, 31, 6, 2, 23, 10]);
        let of_64_bits = [314_792_897_993, 1_027_768_944_676, 453_844_392_250, 1_048_862_518_960];
        assert_eq!(draws, ([950, 445, 575, 658], [631, 126, 374, 854], of_64_bits, [true; 4]));
    }
}
