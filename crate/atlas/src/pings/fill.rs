//! Fills cells without measurements: a model's value, corrected by the model's errors nearby.

use crate::geo::great_circle_km;
use crate::latency::{HEIGHT, WIDTH, centre};

/// Largest distance of a measured cell that counts, in cells, north to south and west to east.
const REACH: usize = 4;
/// Distance at which the weight of a correction falls to 1/e.
const DECAY_KM: f64 = 250.0;
/// Weight of a zero correction: limits the effect of a single far neighbour.
const SHRINK: f64 = 0.35;

/// Keeps measured cells. Other cells with data in the model get the model's value plus the mean residual of
/// the measured cells within four degrees. Weights are exp(-km / 250), with 0.35 added to the denominator.
/// Values in ms; 0 is no data. Both slices hold 64,800 cells row by row from the north-west.
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

/// The weights around a cell of `row`: by row from the northernmost, by column from the west.
fn row_weights(row: usize) -> Vec<[f64; 2 * REACH + 1]> {
    let middle = centre(row * WIDTH + REACH);
    let near = row.saturating_sub(REACH)..HEIGHT.min(row + REACH + 1);
    let weight = |row: usize, column| libm::exp(-great_circle_km(middle, centre(row * WIDTH + column)) / DECAY_KM);
    near.map(|row| std::array::from_fn(|column| weight(row, column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latency::CELLS;

    /// Cells with these values; 0 elsewhere.
    fn cells<T: Copy + Default>(values: &[(usize, usize, T)]) -> Vec<T> {
        let mut cells = vec![T::default(); CELLS];
        values.iter().for_each(|&(row, column, value)| cells[row * WIDTH + column] = value);
        cells
    }

    fn close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-9, "{actual}, not {expected}");
    }

    /// Expected values worked out by hand from the formula. Neighbours one degree east and two degrees north
    /// of (0.5, 10.5) are 111.19084615812288 and 222.3901604670658 km away, with weights 0.640975922844176
    /// and 0.4108362173380503.
    #[test]
    fn agrees_with_numbers_worked_out_by_hand() {
        let model = cells(&[(89, 190, 50.0), (89, 191, 40.0), (87, 190, 44.0)]);
        close(fill(&cells(&[(89, 191, 50.0)]), &model)[89 * WIDTH + 190], 56.468_128_115_610_79);
        let two = fill(&cells(&[(89, 191, 50.0), (87, 190, 40.0)]), &model);
        close(two[89 * WIDTH + 190], 53.400_180_539_505_07);
        assert_eq!((two[89 * WIDTH + 191], two[87 * WIDTH + 190]), (50.0, 40.0), "measured cells stay");
    }

    #[test]
    fn the_date_line_is_no_edge() {
        // 60.5 N: a degree is 54.75455081699079 km.
        let model = cells(&[(29, 359, 60.0), (29, 0, 80.0)]);
        close(fill(&cells(&[(29, 359, 80.0)]), &model)[29 * WIDTH], 93.930_497_758_059_54);
    }

    #[test]
    fn reaches_four_cells_and_no_further() {
        let model = vec![100.0; CELLS];
        let filled = fill(&cells(&[(60, 100, 150.0)]), &model);
        for (row, column, reached) in
            [(56, 96, true), (64, 104, true), (55, 100, false), (60, 105, false), (65, 100, false)]
        {
            assert_eq!(filled[row * WIDTH + column] > 100.0, reached, "{row}, {column}");
        }
        assert_eq!(fill(&cells(&[(0, 0, 150.0)]), &model)[4 * WIDTH + 5], 100.0, "the pole is an edge");
    }

    #[test]
    fn cells_that_the_model_does_not_know_stay_empty() {
        let filled = fill(&cells(&[(60, 100, 150.0)]), &cells(&[(60, 101, 90.0_f32)]));
        // A measured cell without data in the model: kept, but without a residual.
        assert_eq!((filled[60 * WIDTH + 100], filled[60 * WIDTH + 101], filled[60 * WIDTH + 102]), (150.0, 90.0, 0.0));
    }
}
