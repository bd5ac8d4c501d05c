//! Normal numbers, with the same bits natively and in wasm.

use matchday_base::Rng;
use rand::RngExt;
use rand::distr::OpenClosed01;
use std::f64::consts::TAU;

/// Normal with mean 0 and standard deviation 1 (Box and Muller 1958; of the two that they make, the first).
///
/// `rand_distr`'s `Normal` takes its logarithms from `num-traits`, whose `std` feature `plotters` switches on: they are
/// std's then, which have other bits natively than in wasm.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    // Above 0, so that its logarithm is finite.
    let (radius, turn): (f64, f64) = (rng.sample(OpenClosed01), rng.sample(OpenClosed01));
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * turn)
}
