//! The rating of one account over the days.

use crate::frame::View;
use crate::label::Label;
use crate::number::whole;
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick, round_ticks};
use crate::series::clip;
use crate::{Theme, words};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

const MARGINS: Margins = Margins { left: 54.0, right: 60.0 };
/// Half-width of the band in deviations: it contains the true skill in 95 of 100 cases.
const DEVIATIONS: f64 = 2.0;
/// Least range above and below the rating, points.
const LEAST: f64 = 60.0;
const MINUTE_S: f64 = 60.0;

/// The rating of an account at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccountRating {
    /// Seconds since the first shown midnight; negative in the warm-up, which is not drawn except for its
    /// end.
    pub at_s: f64,
    /// Points.
    pub rating: f64,
    /// Rating deviation, points.
    pub deviation: f64,
}

/// Draws a rating over these days, with the band of two deviations that probably contains the true skill, and
/// the season starts. The last value is labelled. Axes are in seconds and points.
///
/// # Errors
/// Errors of the backend.
pub fn profile<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    ratings: &[AccountRating],
    seasons_s: &[f64],
    view: View,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let shown = shown(ratings);
    let line = |of: fn(&AccountRating) -> f64| {
        let line = shown.iter().map(|rating| (rating.at_s / MINUTE_S, of(rating))).collect();
        clip(line, view.range().start, view.range().end)
    };
    let [upper, lower, rating] = [
        line(|at| at.rating + DEVIATIONS * at.deviation),
        line(|at| at.rating - DEVIATIONS * at.deviation),
        line(|at| at.rating),
    ];
    let ends = upper.iter().zip(&rating).map(|(upper, rating)| (rating.1, (upper.1 - rating.1).max(LEAST)));
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (rating, reach)| {
        (low.min(rating - reach), high.max(rating + reach))
    });
    let (low, high) = if low < high { (low, high) } else { (1_400.0, 1_600.0) };
    let ticks: Vec<Tick> = round_ticks(low, high, "");
    let label =
        rating.last().map(|&(_, last)| Label { text: whole(last), series: None, color: theme.playing, y: last });
    let labels = Vec::from_iter(label);
    let plot = Plot::new(&pen, view.range(), low..high, MARGINS, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.time_axis(view)?;
    let in_view = |at: &f64| (view.range().start..=view.range().end).contains(at);
    for season in seasons_s.iter().map(|season_s| season_s / MINUTE_S).filter(in_view) {
        let (x, _) = plot.place((season, low));
        pen.vertical(x, plot.axes.top, plot.axes.bottom, solid(theme.line))?;
    }
    let is_empty = rating.is_empty();
    if rating.len() > 1 {
        plot.band(&upper, &lower, theme.playing.mix(0.18))?;
        plot.line(rating, solid(theme.playing), 2.2)?;
    } else if let Some(&only) = rating.first() {
        pen.disc(plot.place(only), 3.0, solid(theme.playing))?;
    }
    plot.end_labels(labels)?;
    if !plot.is_narrow() && !is_empty {
        let look = Look { size: BODY, bold: false, align: HPos::Left, color: solid(theme.ink_3) };
        pen.text_over(words::BAND, (plot.axes.left + 8.0, plot.axes.top + 6.0), look)?;
    }
    Ok(plot.axes.in_seconds())
}

/// The ratings after the first shown midnight, and the rating at that midnight.
fn shown(ratings: &[AccountRating]) -> Vec<AccountRating> {
    let first = ratings.partition_point(|rating| rating.at_s < 0.0);
    let at_midnight = ratings[..first].last().map(|&last| AccountRating { at_s: 0.0, ..last });
    at_midnight.into_iter().chain(ratings[first..].iter().copied()).collect()
}
