//! Normal random numbers, with the same bits natively and in wasm.

use matchday_base::Rng;
use rand::RngExt;
use rand::distr::OpenClosed01;
use std::f64::consts::TAU;

/// A normal number with mean 0 and standard deviation 1 (Box and Muller 1958; the first of each pair).
///
/// Not `rand_distr`'s `Normal`: it takes logarithms from `num-traits`, whose `std` feature `plotters`
/// enables. Those of std have other bits natively than in wasm.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    // Above 0, so that its logarithm is finite.
    let (radius, turn): (f64, f64) = (rng.sample(OpenClosed01), rng.sample(OpenClosed01));
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * turn)
}
