//! Ratings and ready checks through the day.

use crate::frame::View;
use crate::lines::{self, Line, Lines};
use crate::number::{fixed, signed};
use crate::pen::{Failure, Sheet};
use crate::plot::Places;
use crate::series::windowed;
use crate::{Theme, words};
use matchday_ranked::minutes::{LadderColumn, LadderMinutes};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// The series of the error of ratings.
pub const TRUTH: [&str; 3] = [words::RMSE, words::BIAS_SIZE, words::INFLATION];
/// The series of ready checks.
pub const CHECKS: [&str; 4] = [words::OFFERED, words::FORMED, words::DODGES, words::LEAVERS];

/// Draws the error of settled ratings against true skill in points: root mean square and absolute mean. Also
/// draws the difference between the mean rating and a newcomer's rating.
///
/// # Errors
/// Errors of the backend.
pub fn truth<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    minutes: &LadderMinutes,
    view: View,
) -> Result<Places, Failure<DB>> {
    // No value before the first match, or the first settled rating.
    let known = |of: LadderColumn, column: LadderColumn| -> Vec<Option<f64>> {
        let value = |minute| (minutes.at(of, minute) > 0.0).then(|| f64::from(minutes.at(column, minute)));
        (0..minutes.minutes()).map(value).collect()
    };
    let bias = known(LadderColumn::Settled, LadderColumn::Bias);
    let points = |name: &str, value: f64| format!("{name} {}", signed(value));
    let line = |name, color, width, values| Line { name, color, width, values, text: &points };
    let above = vec![
        line(words::RMSE, theme.accent, 2.2, known(LadderColumn::Settled, LadderColumn::Rmse)),
        line(words::BIAS_SIZE, theme.far, 1.6, bias.into_iter().map(|bias| bias.map(f64::abs)).collect()),
        line(words::INFLATION, theme.ink_2, 1.3, known(LadderColumn::Deviation, LadderColumn::Inflation)),
    ];
    lines::draw(root, theme, sheet, view, Lines { above, unit: "", below: Vec::new(), unit_below: "" })
}

/// Draws matches offered and formed per minute, means of ten minutes; below, players who did not accept and
/// players who left.
///
/// # Errors
/// Errors of the backend.
pub fn checks<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    minutes: &LadderMinutes,
    view: View,
) -> Result<Places, Failure<DB>> {
    let one = vec![1.0; minutes.minutes()];
    let mean = |column| {
        let counts: Vec<f64> = (0..minutes.minutes()).map(|minute| minutes.at(column, minute).into()).collect();
        windowed(&counts, &one)
    };
    let rate = |name: &str, value: f64| format!("{name} {}", fixed(value, u32::from(value < 100.0)));
    let line = |name, color, width, column| Line { name, color, width, values: mean(column), text: &rate };
    let lines = Lines {
        above: vec![
            line(words::OFFERED, theme.searching, 1.6, LadderColumn::Offered),
            line(words::FORMED, theme.playing, 2.2, LadderColumn::Formed),
        ],
        unit: "",
        below: vec![
            line(words::DODGES, theme.far, 1.0, LadderColumn::Dodges),
            line(words::LEAVERS, theme.ink_2, 1.3, LadderColumn::Leavers),
        ],
        unit_below: "",
    };
    lines::draw(root, theme, sheet, view, lines)
}
