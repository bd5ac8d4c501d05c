//! The ladder minute by minute.
//!
//! A row is one minute, a number for each of [`LadderColumn::ALL`]. What is counted or summed up is of the minute, what is
//! believed of everybody is as of the last quarter of an hour.

/// What a row tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderColumn {
    /// Matches offered to their players.
    Offered,
    /// Players who declined or said nothing.
    Dodges,
    /// Players who left a match before its end.
    Leavers,
    /// Players whose ticket expired.
    Expired,
    /// Matches that formed: those that all accepted.
    Formed,
    /// Their gaps added up: how far apart the true skills of the teams are, in points.
    GapPoints,
    /// The same by what the ladder believes.
    BelievedGapPoints,
    /// Predictions that were held against an outcome: one a match of two teams, one a pair of a free-for-all.
    Predictions,
    /// Squares of their errors added up.
    BrierSum,
    /// The same had true skill been known.
    OracleSum,
    /// Accounts that have played [`SETTLED`](super::record::SETTLED) matches.
    Settled,
    /// Root of the mean square of what is believed of them less their true skill, points.
    Rmse,
    /// Mean of the same, points.
    Bias,
    /// Mean of what is believed of everybody who has played, less that of a newcomer, points.
    Inflation,
    /// Mean deviation of everybody who has played, points.
    Deviation,
}

impl LadderColumn {
    /// All of them, in the order of a row.
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
    /// Takes whole rows. What is not a multiple of their width is left out.
    pub fn push_rows(&mut self, rows: &[f32]) {
        self.rows.extend_from_slice(&rows[..rows.len() / WIDTH * WIDTH]);
    }

    /// Minutes that are there.
    pub fn minutes(&self) -> usize {
        self.rows.len() / WIDTH
    }

    /// The rows from a minute on.
    pub fn rows_from(&self, minute: usize) -> &[f32] {
        &self.rows[minute.min(self.minutes()) * WIDTH..]
    }

    /// A number of a minute.
    pub fn at(&self, column: LadderColumn, minute: usize) -> f32 {
        self.rows[minute * WIDTH + column as usize]
    }
}
