//! The ladder minute by minute.
//!
//! A row is one minute, with a number for each of [`LadderColumn::ALL`]. Counts and sums cover the minute;
//! ratings are as of the last quarter of an hour.

/// Columns of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderColumn {
    /// Matches offered to their players.
    Offered,
    /// Players who declined or did not answer.
    Dodges,
    /// Players who left a match before its end.
    Leavers,
    /// Players whose ticket expired.
    Expired,
    /// Matches formed: accepted by all players.
    Formed,
    /// Sum of their gaps: the differences between the true skills of the teams, points.
    GapPoints,
    /// The same by rating.
    BelievedGapPoints,
    /// Predictions compared with an outcome: one a match of two teams, one a pair in a free-for-all.
    Predictions,
    /// Sum of their squared errors.
    BrierSum,
    /// The same with true skill as the prediction.
    OracleSum,
    /// Accounts that have played [`SETTLED`](super::record::SETTLED) matches.
    Settled,
    /// Root mean square of their rating less true skill, points.
    Rmse,
    /// Mean of their rating less true skill, points.
    Bias,
    /// Mean rating of all accounts that have played, less that of a newcomer, points.
    Inflation,
    /// Mean deviation of all accounts that have played, points.
    Deviation,
}

impl LadderColumn {
    /// All columns, in the order of a row.
    pub const ALL: [LadderColumn; 15] = [
        LadderColumn::Offered,
        LadderColumn::Dodges,
        LadderColumn::Leavers,
        LadderColumn::Expired,
        LadderColumn::Formed,
        LadderColumn::GapPoints,
        LadderColumn::BelievedGapPoints,
        LadderColumn::Predictions,
        LadderColumn::BrierSum,
        LadderColumn::OracleSum,
        LadderColumn::Settled,
        LadderColumn::Rmse,
        LadderColumn::Bias,
        LadderColumn::Inflation,
        LadderColumn::Deviation,
    ];
}

/// Numbers in a row.
pub const WIDTH: usize = LadderColumn::ALL.len();

/// The recorded minutes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LadderMinutes {
    rows: Vec<f32>,
}

impl LadderMinutes {
    /// Appends rows; an incomplete row at the end is ignored.
    pub fn push_rows(&mut self, rows: &[f32]) {
        self.rows.extend_from_slice(&rows[..rows.len() / WIDTH * WIDTH]);
    }

    /// Minutes recorded.
    pub fn minutes(&self) -> usize {
        self.rows.len() / WIDTH
    }

    /// The rows from a minute on.
    pub fn rows_from(&self, minute: usize) -> &[f32] {
        &self.rows[minute.min(self.minutes()) * WIDTH..]
    }

    /// A value of a minute.
    pub fn at(&self, column: LadderColumn, minute: usize) -> f32 {
        self.rows[minute * WIDTH + column as usize]
    }
}
