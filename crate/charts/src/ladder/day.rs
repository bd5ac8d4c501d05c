//! A ladder through the day.

use crate::lines::{self, Line, Lines};
use crate::number::{fixed, signed};
use crate::pen::{Failure, Sheet};
use crate::plot::Axes;
use crate::series::windowed;
use crate::{Theme, words};
use matchday_base::ShownDays;
use matchday_sim::ranked::minutes::{LadderColumn, LadderMinutes};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// Draws how far settled ratings are from true skill, in points: the root of the mean square, and the size of the mean;
/// and how far everybody's mean is from that of a newcomer.
///
/// # Errors
/// What the backend fails with.
pub fn truth<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    minutes: &LadderMinutes,
    days: ShownDays,
) -> Result<Axes, Failure<DB>> {
    // Before anybody has played, or settled, nothing is known.
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
    lines::draw(root, theme, sheet, days, &Lines { above, unit: "", below: Vec::new(), least_below: 0.0 })
}

/// Draws matches offered and formed a minute, means of ten; below, the same of players who did not accept and of those
/// who left.
///
/// # Errors
/// What the backend fails with.
pub fn checks<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    minutes: &LadderMinutes,
    days: ShownDays,
) -> Result<Axes, Failure<DB>> {
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
        least_below: 1.0,
    };
    lines::draw(root, theme, sheet, days, &lines)
}
