//! Predictions against results, and the skill gap between teams.

use super::MARGINS;
use crate::label::Label;
use crate::number::{fixed, whole};
use crate::pen::{BODY, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Plot, Tick, round_ticks};
use crate::{Theme, words};
use matchday_wire::report::{GAP_POINTS, PredictionBin};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// Least share of matches shown: a few very unequal matches would squeeze all others.
const SHOWN: f64 = 0.995;
/// Least predictions in a bin: below this, its score is mostly chance.
const LEAST_MATCHES: u32 = 30;
/// Least width of a bar, CSS pixels.
const BAR: f64 = 3.0;

/// A bin with enough predictions.
struct Bin {
    matches: f64,
    predicted: f64,
    scored: f64,
}

/// Draws scores, up, against predictions, to the right, with the line of equality. Series: ratings, with
/// larger dots for more matches; true skill; and the shadow system, empty if there is none. Skips bins with
/// few matches.
///
/// # Errors
/// Errors of the backend.
pub fn calibration<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    [rated, oracle, shadow]: [&[PredictionBin]; 3],
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let ticks: Vec<Tick> = [0_u32, 25, 50, 75, 100]
        .map(|share| (f64::from(share) / 100.0, format!("{share}{}", if share == 100 { "\u{a0}%" } else { "" })))
        .into();
    let [rated, oracle, shadow] = [rated, oracle, shadow].map(shown);
    let named = [
        (words::RATING, &rated, theme.playing),
        (words::TRUE_SKILL, &oracle, theme.ink_2),
        (words::SHADOW, &shadow, theme.between),
    ];
    let label = |(name, bins, color): (&str, &Vec<Bin>, RGBColor)| {
        bins.last().map(|bin| Label { text: name.to_owned(), series: None, color, y: bin.scored })
    };
    let labels: Vec<_> = named.into_iter().filter_map(label).collect();
    let plot = Plot::new(&pen, 0.0..1.0, 0.0..1.0, MARGINS, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.ticks_below(&ticks)?;
    let points = |bins: &[Bin]| bins.iter().map(|bin| (bin.predicted, bin.scored)).collect::<Vec<_>>();
    plot.line(vec![(0.0, 0.0), (1.0, 1.0)], solid(theme.edge), 1.0)?;
    let truth: Vec<_> = points(&oracle).into_iter().map(|point| plot.place(point)).collect();
    pen.dashed(&truth, pen.stroke(solid(theme.ink_2), 1.1), 4.0, 3.0)?;
    plot.line(points(&shadow), theme.between.mix(0.9), 1.4)?;
    plot.line(points(&rated), theme.playing.mix(0.7), 1.2)?;
    let most = rated.iter().map(|bin| bin.matches).fold(1.0, f64::max);
    for bin in &rated {
        let share = bin.matches / most;
        let place = plot.place((bin.predicted, bin.scored));
        pen.disc(place, 1.5 + 4.5 * libm::sqrt(share), theme.playing.mix(0.4 + 0.6 * share))?;
    }
    plot.end_labels(labels)?;
    Ok(plot.axes)
}

/// The bins with enough predictions.
fn shown(bins: &[PredictionBin]) -> Vec<Bin> {
    let shown = |&PredictionBin { matches, predicted, scored }: &PredictionBin| {
        let enough = matches >= LEAST_MATCHES;
        enough.then_some(Bin { matches: matches.into(), predicted: predicted?, scored: scored? })
    };
    bins.iter().filter_map(shown).collect()
}

/// Draws matches by the gap between their teams' true skills in bins of [`GAP_POINTS`], with the mean and the
/// 95th percentile. The few largest gaps are cut off. Axes are in points.
///
/// # Errors
/// Errors of the backend.
pub fn gaps<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    gaps: &[u32],
    mean: Option<f64>,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    // At least ten bins.
    let shown = up_to(gaps, SHOWN).unwrap_or(0).max(10);
    let together = (libm::ceil(shown as f64 * BAR / sheet.width) as usize).max(1);
    let bars: Vec<f64> =
        gaps[..shown.min(gaps.len())].chunks(together).map(|bins| bins.iter().map(|&n| f64::from(n)).sum()).collect();
    // Room for the labels above the bars.
    let top = bars.iter().fold(1.0, |a: f64, &b| a.max(b)) * 1.3;
    let (ticks, end) = (round_ticks(0.0, top, ""), shown as f64 * f64::from(GAP_POINTS));
    let plot = Plot::new(&pen, 0.0..end, 0.0..top, MARGINS, &ticks, &[])?;
    plot.ticks(&ticks)?;
    plot.ticks_below(&round_ticks(0.0, end, ""))?;
    let width = together as f64 * f64::from(GAP_POINTS);
    for (at, &matches) in bars.iter().enumerate().filter(|&(_, &matches)| matches > 0.0) {
        let from = at as f64 * width;
        let to = (from + width * 0.9).min(end);
        plot.band(&[(from, matches), (to, matches)], &[(from, 0.0), (to, 0.0)], theme.near.mix(0.75))?;
    }
    let p95 = up_to(gaps, 0.95).map(|bins| bins as f64 * f64::from(GAP_POINTS));
    let marks = [(words::MEAN, mean, theme.ink), (words::UP_TO, p95, theme.far)];
    let mut taken = Vec::new();
    for (row, (name, points, color)) in marks.into_iter().enumerate() {
        let Some(points) = points else { continue };
        let (x, y) = (plot.place((points, 0.0)).0, plot.axes.top + 7.0 + 15.0 * row as f64);
        pen.vertical(x, plot.axes.top, plot.axes.bottom, solid(color))?;
        let decimals = u32::from(points < 10.0);
        let text = format!("{name} {}", if decimals > 0 { fixed(points, decimals) } else { whole(points) });
        let look = Look { size: BODY, bold: false, align: HPos::Left, color: solid(color) };
        let left = x - 4.0 - pen.text_width(&text, look)?;
        plot.name(&text, look, &[(x + 4.0, y), (left, y)], &[], &mut taken)?;
    }
    Ok(plot.axes)
}

/// The number of bins, from the first, that hold this share of the total; `None` if all are empty.
fn up_to(bins: &[u32], share: f64) -> Option<usize> {
    let all: u64 = bins.iter().map(|&n| u64::from(n)).sum();
    let mut below = 0;
    let reached = bins.iter().position(|&n| {
        below += u64::from(n);
        below > 0 && below as f64 >= share * all as f64
    });
    reached.map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_bins_hold_the_share() {
        assert_eq!(up_to(&[0, 0, 0], 0.5), None);
        assert_eq!(up_to(&[0, 90, 5, 4, 1], 0.95), Some(3));
        assert_eq!(up_to(&[0, 90, 4, 5, 1], 0.95), Some(4));
        assert_eq!(up_to(&[7, 0, 0], 0.95), Some(1));
    }
}
