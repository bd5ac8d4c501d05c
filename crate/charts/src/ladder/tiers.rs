//! Waits and accounts by tier.

use super::MARGINS;
use crate::Theme;
use crate::label::Label;
use crate::number::{fixed, seconds, whole};
use crate::pen::{AXIS, Failure, Look, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick, round_ticks};
use crate::words::MEDIAN_AND_P90;
use matchday_sim::histogram::Histogram;
use matchday_sim::text::per_cent;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

/// Draws the wait for a match by tier, the lowest at the bottom: median (filled) and 90th percentile
/// (hollow). Waits come in bins of one second. Axes are in seconds to the right, and in tiers.
///
/// # Errors
/// Errors of the backend.
pub fn waits<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    tiers: &[(&str, Histogram)],
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let percentiles = |waits: &Histogram| Some((waits.percentile_within(50)?, waits.percentile_within(90)?));
    let waits: Vec<_> = tiers.iter().map(|(_, waits)| percentiles(waits)).collect();
    let top = waits.iter().flatten().fold(5.0, |a: f64, &(_, b)| a.max(b)) * 1.06;
    let middle = |row: usize| row as f64 + 0.5;
    let rows: Vec<Tick> = tiers.iter().enumerate().map(|(row, (name, _))| (middle(row), (*name).to_owned())).collect();
    let texts = tiers.iter().enumerate().filter_map(|(row, (_, waits))| {
        let (median, p90) = percentiles(waits)?;
        let text = format!("{} / {}", fixed(median, 0), seconds(p90));
        Some(Label { text, series: None, color: theme.searching, y: middle(row) })
    });
    let texts: Vec<_> = texts.collect();
    let heading = Look { size: AXIS, bold: false, align: HPos::Right, color: solid(theme.ink_3) };
    let margins = Margins { right: pen.text_width(MEDIAN_AND_P90, heading)? + 10.0, ..MARGINS };
    let plot = Plot::new(&pen, 0.0..top, 0.0..tiers.len().max(1) as f64, margins, &rows, &texts)?;
    let ticks = round_ticks(0.0, top, "s");
    let Axes { left, right, top: upper, bottom, .. } = plot.axes;
    for (value, _) in &ticks {
        pen.vertical(plot.place((*value, 0.0)).0, upper, bottom, solid(theme.line_soft))?;
    }
    pen.horizontal(left, right, bottom, solid(theme.line))?;
    plot.ticks_below(&ticks)?;
    plot.row_names(&rows)?;
    for (row, waits) in waits.iter().enumerate() {
        let Some((median, p90)) = *waits else { continue };
        plot.line(vec![(median, middle(row)), (p90, middle(row))], theme.searching.mix(0.45), 2.0)?;
        let [median, p90] = [median, p90].map(|wait_s| plot.place((wait_s, middle(row))));
        pen.disc(p90, 3.5, solid(theme.bg))?;
        pen.ring(p90, 3.5, pen.stroke(solid(theme.searching), 1.5))?;
        pen.disc(median, 3.5, solid(theme.searching))?;
    }
    if !texts.is_empty() {
        pen.text(MEDIAN_AND_P90, (sheet.width - 2.0, upper - 7.0), heading)?;
    }
    plot.end_labels(texts)?;
    Ok(plot.axes)
}

/// Draws accounts by division, the lowest at the bottom. A division's name is its tier's, optionally with a
/// hyphen and a number. The number of accounts stands beside each tier. Axes are in accounts to the right,
/// and in divisions.
///
/// # Errors
/// Errors of the backend.
pub fn pyramid<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    divisions: &[(String, u32)],
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let tiers = tiers_of(divisions);
    let all: f64 = tiers.iter().map(|tier| tier.accounts).sum();
    let label = |tier: &Tier<'_>| Label {
        text: format!("{} {}, {}", tier.name, whole(tier.accounts), per_cent(tier.accounts / all)),
        series: None,
        color: theme.ink_2,
        y: (tier.from + tier.to) as f64 / 2.0,
    };
    let labels: Vec<Label<RGBColor>> = tiers.iter().filter(|tier| tier.accounts > 0.0).map(label).collect();
    let top = divisions.iter().map(|&(_, accounts)| f64::from(accounts)).fold(1.0, f64::max) * 1.04;
    let margins = Margins { left: 14.0, right: 24.0 };
    let plot = Plot::new(&pen, 0.0..top, 0.0..divisions.len().max(1) as f64, margins, &[], &labels)?;
    let ticks = round_ticks(0.0, top, "");
    let Axes { left, right, top: upper, bottom, .. } = plot.axes;
    for (value, _) in &ticks {
        pen.vertical(plot.place((*value, 0.0)).0, upper, bottom, solid(theme.line_soft))?;
    }
    pen.horizontal(left, right, bottom, solid(theme.line))?;
    plot.ticks_below(&ticks)?;
    for (at, tier) in tiers.iter().enumerate() {
        // Alternating shades separate neighbours.
        let color = theme.accent.mix(if at % 2 == 0 { 0.85 } else { 0.5 });
        for (row, &(_, accounts)) in (tier.from..).zip(&divisions[tier.from..tier.to]) {
            let (accounts, low) = (f64::from(accounts), row as f64);
            if accounts > 0.0 {
                let [upper, lower] = [low + 0.92, low + 0.08];
                plot.band(&[(0.0, upper), (accounts, upper)], &[(0.0, lower), (accounts, lower)], color)?;
            }
        }
    }
    plot.end_labels(labels)?;
    Ok(plot.axes)
}

/// The divisions of one tier.
struct Tier<'a> {
    name: &'a str,
    from: usize,
    to: usize,
    accounts: f64,
}

fn tiers_of(divisions: &[(String, u32)]) -> Vec<Tier<'_>> {
    let mut tiers: Vec<Tier<'_>> = Vec::new();
    for (row, (division, accounts)) in divisions.iter().enumerate() {
        let name = division.split_once('-').map_or(division.as_str(), |(tier, _)| tier);
        let accounts = f64::from(*accounts);
        match tiers.last_mut().filter(|tier| tier.name == name) {
            Some(tier) => (tier.to, tier.accounts) = (row + 1, tier.accounts + accounts),
            None => tiers.push(Tier { name, from: row, to: row + 1, accounts }),
        }
    }
    tiers
}
