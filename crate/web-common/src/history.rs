//! The history of a rating, from the store to its chart.

use crate::js::typed_array;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A rating over time, column by column.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RatingHistory {
    /// Seconds since the first shown midnight.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float64Array")]
    pub at_s: Vec<f64>,
    /// Points.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float64Array")]
    pub rating: Vec<f64>,
    /// Rating deviations, points.
    #[serde(serialize_with = "typed_array")]
    #[tsify(type = "Float64Array")]
    pub rd: Vec<f64>,
}
