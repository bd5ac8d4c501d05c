//! Cells that nobody was measured in: what a model says, corrected by what it gets wrong nearby.

use crate::geo::great_circle_km;
use crate::latency::{HEIGHT, WIDTH, centre};

/// Measured cells count up to this many cells away, north to south and west to east.
const REACH: usize = 4;
/// A correction counts 1/e at this distance.
const DECAY_KM: f64 = 250.0;
/// Weight of "the model is right": so far does a single far neighbour not move it.
const SHRINK: f64 = 0.35;

/// Measured cells as they are; every other cell that the model has data for: the model plus the mean residual of the
/// measured cells within four degrees, weighted by exp(-km / 250), its denominator + 0.35. ms; 0 is no data, in and out.
/// Both slices hold 64,800 cells row by row from the north-west.
pub fn fill(measured_ms: &[f64], model_ms: &[f32]) -> Vec<f64> {
    let weights: Vec<_> = (0..HEIGHT).map(row_weights).collect();
    let filled = measured_ms.iter().zip(model_ms).enumerate().map(|(cell, (&measured, &model))| {
        if measured > 0.0 || model <= 0.0 {
            return measured;
        }
        let (row, column) = (cell / WIDTH, cell % WIDTH);
        let (mut sum, mut weight) = (0.0, SHRINK);
        for (near_row, weights) in (row.saturating_sub(REACH)..HEIGHT.min(row + REACH + 1)).zip(&weights[row]) {
            for (offset, &share) in weights.iter().enumerate() {
                let near = near_row * WIDTH + (column + WIDTH + offset - REACH) % WIDTH;
                if measured_ms[near] > 0.0 && model_ms[near] > 0.0 {
                    sum += share * (measured_ms[near] - f64::from(model_ms[near]));
                    weight += share;
                }
            }
        }
        f64::from(model) + sum / weight
    });
    filled.collect()
}

/// The weights round a cell of `row`: by row from the northernmost that there is, by column from the west.
fn row_weights(row: usize) -> Vec<[f64; 2 * REACH + 1]> {
    let middle = centre(row * WIDTH + REACH);
    let near = row.saturating_sub(REACH)..HEIGHT.min(row + REACH + 1);
    let weight = |row: usize, column| libm::exp(-great_circle_km(middle, centre(row * WIDTH + column)) / DECAY_KM);
    near.map(|row| std::array::from_fn(|column| weight(row, column))).collect()
}
