//! Named random streams.
//!
//! One stream per purpose (joins, walk order, shuffles, replay, ...): what one part of the simulation
//! draws never moves what another part gets, so two scenarios with one seed differ only by what was
//! changed (common random numbers).
//!
//! The generator is PCG32 by name (`rand_pcg`), and the few derived draws are spelled out here rather
//! than taken from `rand`, whose sampling algorithms may change between versions: a link made today
//! must give the same day in ten years.

use rand_core::Rng as _;
use rand_pcg::Pcg32;

/// One stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(Pcg32);

/// Hands out the named streams of one seed.
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

    /// The streams of the `number`th of several alike, such as playlists: each [`stream`](Self::stream) is another
    /// one for each of them. What this hands out is the 0th's.
    pub fn of(self, number: u32) -> Self {
        Self { number, ..self }
    }

    /// The stream called `name`; the same name always gives the same stream.
    pub fn stream(self, name: &str) -> Rng {
        self.numbered(name, self.number)
    }

    /// One of many streams called `name`: for what must not depend on how much was drawn before, as the joins of a
    /// minute must not depend on when the warm-up began.
    pub fn numbered(self, name: &str, number: u32) -> Rng {
        let name = fnv1a(name.as_bytes());
        let state = split_mix(split_mix(self.seed ^ name).wrapping_add(u64::from(number)));
        Rng(Pcg32::new(state, split_mix(name)))
    }

    /// 64 bits called `name`, from which others are hashed: for what must be the same whenever it is asked for.
    pub fn key(self, name: &str) -> u64 {
        split_mix(split_mix(self.seed ^ fnv1a(name.as_bytes())))
    }
}

impl Rng {
    /// 32 uniform bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// 64 uniform bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        (u64::from(self.next_u32()) << 32) | u64::from(self.next_u32())
    }

    /// Uniform in `0..n`, without bias (Lemire 2019). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// True with probability exactly `numerator / denominator`.
    #[inline]
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// Puts `items` into uniformly random order (Fisher and Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// SplitMix64's output function: spreads nearby inputs over all 64 bits.
pub fn split_mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// FNV-1a over bytes, 64 bits.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_vectors() {
        // Fowler, Noll, Vo: FNV-1a 64 of "" and "foobar".
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
        // Vigna's splitmix64.c, seed 1234567: first output.
        assert_eq!(split_mix(1_234_567), 6_457_827_717_110_365_317);
        // O'Neill's pcg32-demo, state 42, stream 54: first outputs.
        let mut demo = Rng(Pcg32::new(42, 54));
        let first: Vec<u32> = (0..6).map(|_| demo.next_u32()).collect();
        assert_eq!(first, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
    }

    #[test]
    fn streams_are_apart_and_repeat() {
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
    fn below_is_uniform() {
        let (n, draws) = (7_u32, 700_000_u32);
        let mut rng = Streams::new(1).stream("test");
        let mut counts = [0_u32; 7];
        for _ in 0..draws {
            counts[rng.below(n) as usize] += 1;
        }
        let expected = f64::from(draws / n);
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - expected) * (f64::from(c) - expected) / expected).sum();
        assert!(chi2 < 22.5, "chi-square with 6 degrees of freedom, 0.1 % point 22.5: {chi2}");
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let mut rng = Streams::new(2).stream("test");
        let mut counts = std::collections::BTreeMap::<[u8; 4], u32>::new();
        for _ in 0..240_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_default() += 1;
        }
        assert_eq!(counts.len(), 24);
        let chi2: f64 = counts.values().map(|&c| (f64::from(c) - 1e4) * (f64::from(c) - 1e4) / 1e4).sum();
        assert!(chi2 < 49.7, "chi-square with 23 degrees of freedom, 0.1 % point 49.7: {chi2}");
    }

    #[test]
    fn long_shuffles_send_every_item_everywhere() {
        // 40 items take several draws each; every item must be as likely at every place, and so must every pair of
        // neighbours.
        const N: usize = 40;
        let mut rng = Streams::new(4).stream("test");
        let (mut places, mut pairs, rounds) = (vec![0_u32; N * N], vec![0_u32; N * N], 80_000);
        for _ in 0..rounds {
            let mut items: [usize; N] = std::array::from_fn(|at| at);
            rng.shuffle(&mut items);
            items.iter().enumerate().for_each(|(place, &item)| places[item * N + place] += 1);
            items.windows(2).for_each(|pair| pairs[pair[0] * N + pair[1]] += 1);
        }
        let chi2 = |counts: &[u32], cells: usize| -> f64 {
            let expected = f64::from(counts.iter().sum::<u32>()) / cells as f64;
            let off = counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) - expected);
            off.map(|off| off * off / expected).sum()
        };
        // Chi-square with 39 * 39 = 1,521 and about as many degrees of freedom, standard deviation 55: 4.5 of them.
        assert!((chi2(&places, N * N) - 1_521.0).abs() < 250.0, "{}", chi2(&places, N * N));
        assert!((chi2(&pairs, N * (N - 1)) - 1_521.0).abs() < 250.0, "{}", chi2(&pairs, N * (N - 1)));
    }

    #[test]
    fn chance_is_exact() {
        let mut rng = Streams::new(3).stream("test");
        let hits = (0..1_000_000).filter(|_| rng.chance(7_500, 10_000)).count() as f64;
        assert!((hits / 1e6 - 0.75).abs() < 4.0 * 0.000_433, "{hits}");
        assert!((0..1000).all(|_| rng.chance(10_000, 10_000)));
        assert!(!(0..1000).any(|_| rng.chance(0, 10_000)));
    }
}
