//! Draws from distributions on the line, with the same bits everywhere.

use matchday_base::Rng;
use std::f64::consts::TAU;

/// 2^-53: the width of the cells that [`uniform`] draws from.
const CELL: f64 = 1.0 / 9_007_199_254_740_992.0;

/// Uniform in (0, 1]: never 0, so that its logarithm is finite.
pub(crate) fn uniform(rng: &mut Rng) -> f64 {
    ((rng.next_u64() >> 11) + 1) as f64 * CELL
}

/// Normal with mean 0 and standard deviation 1 (Box and Muller 1958; of the two that they make, the first).
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    let (radius, turn) = (uniform(rng), uniform(rng));
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(TAU * turn)
}
