//! Rating against true skill.

use super::MARGINS;
use crate::label::Label;
use crate::number::{signed, whole};
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Plot, Tick, round_ticks};
use crate::{Theme, words};
use matchday_wire::report::RatingError;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBAColor};

/// An account at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its rating, points.
    pub points: f64,
    /// Its true skill, points.
    pub skill: f64,
    /// Whether it has played too few matches for a settled rating.
    pub provisional: bool,
}

/// Draws accounts by true skill, to the right, and rating, up, with the line of equality. Axes are in points.
///
/// # Errors
/// Errors of the backend.
pub fn scatter<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    dots: &[Dot],
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    // Least range, for accounts that have not played yet.
    let (low, high) = dots.iter().flat_map(|dot| [dot.points, dot.skill]).fold((1_300.0, 1_700.0), within);
    let ticks = round_ticks(low, high, "");
    let range = low..high;
    let plot = Plot::new(&pen, range.clone(), range.clone(), MARGINS, &ticks, &[])?;
    plot.ticks(&ticks)?;
    plot.ticks_below(&ticks)?;
    pen.horizontal(plot.axes.left, plot.axes.right, plot.axes.bottom, solid(theme.line))?;
    let equal = [range.start, range.end].map(|points| plot.place((points, points)));
    let looks =
        [(words::PROVISIONAL, true, theme.searching.mix(0.4)), (words::SETTLED, false, theme.playing.mix(0.65))];
    for (_, provisional, color) in looks {
        for dot in dots.iter().filter(|dot| dot.provisional == provisional) {
            pen.disc(plot.place((dot.skill, dot.points)), 1.7, color)?;
        }
    }
    pen.dashed(&equal, pen.stroke(theme.ink.mix(0.72), 1.1), 4.0, 3.0)?;
    let Axes { left, right, top, bottom, .. } = plot.axes;
    let look = |align, color| Look { size: BODY, bold: false, align, color };
    // Few accounts are far from the line, so the corners beside it are free.
    pen.text_over(words::RATING, (left + 8.0, top + 6.0), look(HPos::Left, solid(theme.ink_3)))?;
    pen.text_over(words::TRUE_SKILL, (right - 2.0, bottom - 9.0), look(HPos::Right, solid(theme.ink_3)))?;
    for (row, (name, provisional, color)) in looks.into_iter().rev().enumerate() {
        let accounts = dots.iter().filter(|dot| dot.provisional == provisional).count();
        if accounts > 0 {
            let text = format!("{name} {}", whole(accounts as f64));
            let opaque = RGBAColor(color.0, color.1, color.2, 1.0);
            pen.text_over(&text, (left + 8.0, top + 21.0 + 15.0 * row as f64), look(HPos::Left, opaque))?;
        }
    }
    Ok(plot.axes)
}

fn within((low, high): (f64, f64), value: f64) -> (f64, f64) {
    (low.min(value), high.max(value))
}

/// Draws the rating error against the number of matches: root mean square and mean of rating less true skill,
/// in points, from the first match on; `None` if no account has played that many. A line marks the end of
/// provisional ratings.
///
/// # Errors
/// Errors of the backend.
pub fn learning<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    errors: &[Option<RatingError>],
    settled: u32,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let line = |of: fn(&RatingError) -> f64| -> Vec<(f64, f64)> {
        (1_u32..).zip(errors).filter_map(|(matches, error)| Some((f64::from(matches), of(error.as_ref()?)))).collect()
    };
    let (rmse, bias) = (line(|error| error.rmse), line(|error| error.bias));
    let (low, high) = rmse.iter().chain(&bias).map(|&(_, error)| error).fold((0.0, 1.0), within);
    let (bottom, top) = (low * 1.1, high * 1.1);
    let ticks = round_ticks(bottom, top, "");
    let looks = [(words::RMSE, rmse, theme.accent, 2.2), (words::BIAS, bias, theme.far, 1.6)];
    let labels: Vec<_> = looks
        .iter()
        .filter_map(|(name, line, color, _)| {
            line.last().map(|&(_, y)| Label { text: format!("{name} {}", signed(y)), series: None, color: *color, y })
        })
        .collect();
    let most = errors.len().max(2) as u32;
    let plot = Plot::new(&pen, 1.0..f64::from(most), bottom..top, MARGINS, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    let quarters: Vec<Tick> = [1, settled, most / 4, most / 2, most * 3 / 4, most]
        .map(|matches| (f64::from(matches), matches.to_string()))
        .into_iter()
        .filter(|&(matches, _)| matches >= 1.0)
        .collect();
    plot.ticks_below(&quarters)?;
    let (x, _) = plot.place((f64::from(settled), 0.0));
    pen.vertical(x, plot.axes.top, plot.axes.bottom, solid(theme.line))?;
    for (_, line, color, width) in looks {
        plot.line(line, solid(color), width)?;
    }
    plot.end_labels(labels)?;
    Ok(plot.axes)
}
