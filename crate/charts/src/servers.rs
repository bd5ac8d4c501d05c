//! Servers: where they stand, how long matches wait for them, how many come and go.

use crate::label::Label;
use crate::number::{fixed, round_step, short, whole};
use crate::pen::{Failure, Pen, Sheet, solid};
use crate::plot::{Axes, Margins, Plot, Tick};
use crate::series::{Point, means, outline};
use crate::{Theme, words};
use matchday_sim::servers::minutes::{Event, PerFleet, ServerMinutes, Stand};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::{Color, RGBColor};

const MARGINS: Margins = Margins { left: 54.0, right: 116.0 };
/// Minutes that a mean is taken over.
const WINDOW_MIN: usize = 10;
/// Room for what stands below the lines, CSS pixels.
const BELOW: f64 = 34.0;
const GAP: f64 = 12.0;

/// Servers of some days, as charts see them.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a> {
    /// What is recorded so far.
    pub minutes: &'a ServerMinutes,
    /// Players inside at each of these minutes; empty while that is not known.
    pub ccu: &'a [f64],
    /// Days that are shown.
    pub days: u32,
}

impl Servers<'_> {
    fn span(&self) -> usize {
        self.days as usize * 1_440
    }

    fn each<T>(&self, value: impl Fn(usize) -> T) -> Vec<T> {
        (0..self.minutes.minutes()).map(value).collect()
    }
}

/// Draws servers by where they stand, on top of one another, and the CCU to the same height.
///
/// # Errors
/// What the backend fails with.
pub fn stands<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    servers: Servers<'_>,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let mut edge = vec![0.0; servers.minutes.minutes()];
    let mut edges = vec![edge.clone()];
    for stand in Stand::ALL {
        edge.iter_mut().zip(0..).for_each(|(sum, minute)| *sum += f64::from(servers.minutes.servers(stand, minute)));
        edges.push(edge.clone());
    }
    let most = edge.iter().fold(1.0, |a: f64, &b| a.max(b));
    let (top, ticks) = scale(most * 1.12, "");
    let ccu_most = servers.ccu.iter().fold(1.0, |a: f64, &b| a.max(b));
    let ccu: Vec<f64> = servers.ccu.iter().map(|ccu| ccu / ccu_most * most).collect();
    let mut labels = stand_labels(theme, &edges);
    labels.extend(ccu.last().map(|&y| Label { text: words::CCU_SHAPE.to_owned(), color: theme.ink_2, y }));
    let span = servers.span();
    let plot = Plot::new(&pen, 0.0..span as f64, 0.0..top, MARGINS, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.time_axis(servers.days)?;
    if !edge.is_empty() {
        let lines: Vec<Vec<Point>> = edges.iter().map(|edge| outline(edge, plot.columns(), span)).collect();
        for ((stand, below), above) in Stand::ALL.into_iter().zip(&lines).zip(&lines[1..]) {
            plot.band(above, below, color(theme, stand).mix(0.75))?;
        }
    }
    plot.line(means(&ccu, plot.columns() / 2, span), theme.ink.mix(0.8), 1.4)?;
    let placed = labels.into_iter().map(|label| Label { y: plot.place((0.0, label.y)).1, ..label }).collect();
    plot.end_labels(placed)?;
    Ok(in_seconds(plot.axes))
}

/// Draws how long matches wait to be picked up by a server and until it is ready for their players, means of ten minutes;
/// below, the share of matches for which no server was there.
///
/// # Errors
/// What the backend fails with.
pub fn waits<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    servers: Servers<'_>,
) -> Result<Axes, Failure<DB>> {
    let ratio = |sum: &dyn Fn(usize) -> u32, of: &dyn Fn(usize) -> u32| windowed(&servers.each(sum), &servers.each(of));
    let events = |what| move |minute| servers.minutes.events(what, minute);
    let pickup_s = ratio(&events(Event::PickupWaitS), &events(Event::PickedUp));
    let ready_s = ratio(&events(Event::ReadyWaitS), &events(Event::MadeReady));
    let per_fleet = |what| move |minute| servers.minutes.count(what, minute);
    let missed = ratio(&per_fleet(PerFleet::Misses), &per_fleet(PerFleet::Matches));
    let seconds = |name: &str, value: f64| format!("{name} {}\u{a0}s", fixed(value, u32::from(value < 100.0)));
    let lines = Lines {
        above: vec![
            Line { name: words::PICKUP, color: theme.searching, width: 2.2, values: pickup_s, text: &seconds },
            Line { name: words::MADE_READY, color: theme.playing, width: 1.6, values: ready_s, text: &seconds },
        ],
        unit: "s",
        below: Line {
            name: words::MISSED,
            color: theme.far,
            width: 1.0,
            values: missed,
            text: &|name, share| format!("{} % {name}", fixed(share * 100.0, u32::from(share < 0.1))),
        },
        least_below: 0.01,
    };
    draw(root, theme, sheet, servers, &lines)
}

/// Draws servers ordered and deleted a minute, means of ten; below, fail-safe timers that expired.
///
/// # Errors
/// What the backend fails with.
pub fn churn<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    servers: Servers<'_>,
) -> Result<Axes, Failure<DB>> {
    let one = vec![1; servers.minutes.minutes()];
    let count = |what| windowed(&servers.each(|minute| servers.minutes.count(what, minute)), &one);
    let expired = windowed(&servers.each(|minute| servers.minutes.expiries(minute).iter().sum()), &one);
    let rate = |name: &str, value: f64| format!("{name} {}", fixed(value, u32::from(value < 100.0)));
    let lines = Lines {
        above: vec![
            Line {
                name: words::CREATED,
                color: theme.accent,
                width: 2.0,
                values: count(PerFleet::Created),
                text: &rate,
            },
            Line {
                name: words::DELETED,
                color: theme.ink_2,
                width: 1.3,
                values: count(PerFleet::Deleted),
                text: &rate,
            },
        ],
        unit: "",
        below: Line { name: words::EXPIRED, color: theme.far, width: 1.0, values: expired, text: &rate },
        least_below: 1.0,
    };
    draw(root, theme, sheet, servers, &lines)
}

struct Line<'a> {
    name: &'a str,
    color: RGBColor,
    width: f64,
    /// One a minute; none where there is nothing to take a mean of.
    values: Vec<Option<f64>>,
    /// What stands at its end, from name and value.
    text: &'a dyn Fn(&str, f64) -> String,
}

impl Line<'_> {
    fn points(&self, columns: usize) -> Vec<Point> {
        let step = (self.values.len() / columns.max(1)).max(1);
        let middle = |(minute, value): (usize, &Option<f64>)| value.map(|value| (minute as f64 + 0.5, value));
        self.values.iter().enumerate().step_by(step).filter_map(middle).collect()
    }

    fn most(&self) -> f64 {
        self.values.iter().flatten().fold(0.0, |a: f64, &b| a.max(b))
    }

    fn label(&self) -> Option<Label<RGBColor>> {
        let last = self.values.iter().flatten().next_back();
        last.map(|&y| Label { text: (self.text)(self.name, y), color: self.color, y })
    }
}

struct Lines<'a> {
    above: Vec<Line<'a>>,
    unit: &'a str,
    below: Line<'a>,
    /// The lower part reaches at least to this.
    least_below: f64,
}

fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    servers: Servers<'_>,
    lines: &Lines<'_>,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let most = lines.above.iter().map(Line::most).fold(1.0, f64::max);
    let (top, ticks) = scale(most * 1.1, lines.unit);
    let upper: Vec<_> = lines.above.iter().filter_map(Line::label).collect();
    let lower: Vec<_> = lines.below.label().into_iter().collect();
    let labels = [upper.clone(), lower.clone()].concat();
    let whole = Plot::new(&pen, 0.0..servers.span() as f64, 0.0..1.0, MARGINS, &ticks, &labels)?;
    let Axes { top: highest, bottom, .. } = whole.axes;
    let split = pen.snap(bottom - BELOW.min((bottom - highest) * 0.35));
    let above = whole.part(highest, (split - GAP).max(highest + 1.0), 0.0..top);
    let below = whole.part(split, bottom, 0.0..lines.below.most().max(lines.least_below));
    above.ticks(&ticks)?;
    whole.time_axis(servers.days)?;
    pen.horizontal(below.axes.left, below.axes.right, bottom, solid(theme.line))?;
    for line in &lines.above {
        above.line(line.points(above.columns()), solid(line.color), line.width)?;
    }
    let missed = lines.below.points(below.columns());
    if let (Some(first), Some(last)) = (missed.first(), missed.last()) {
        below.band(&missed, &[(first.0, 0.0), (last.0, 0.0)], lines.below.color.mix(0.8))?;
    }
    for (part, labels) in [(&above, upper), (&below, lower)] {
        let placed = labels.into_iter().map(|label| Label { y: part.place((0.0, label.y)).1, ..label }).collect();
        part.end_labels(placed)?;
    }
    Ok(in_seconds(whole.axes))
}

/// Sums over ten minutes round each, divided.
fn windowed(sums: &[u32], of: &[u32]) -> Vec<Option<f64>> {
    let total = |values: &[u32]| values.iter().map(|&value| f64::from(value)).sum::<f64>();
    let around = |minute: usize| {
        let start = minute.saturating_sub(WINDOW_MIN / 2);
        start..(start + WINDOW_MIN).min(sums.len())
    };
    let ratio = |minute| {
        let of = total(&of[around(minute)]);
        (of > 0.0).then(|| total(&sums[around(minute)]) / of)
    };
    (0..sums.len()).map(ratio).collect()
}

/// Round steps from zero up to `top`; the last with its unit.
fn scale(top: f64, unit: &str) -> (f64, Vec<Tick>) {
    let step = round_step(top / 4.5);
    let values: Vec<f64> = (0..).map(|k| f64::from(k) * step).take_while(|&value| value <= top).collect();
    let last = values.len() - 1;
    let text = |at: usize, value: f64| {
        let number = if step < 1.0 { short(value, 2) } else { whole(value) };
        if at == last && !unit.is_empty() { format!("{number}\u{a0}{unit}") } else { number }
    };
    (top, values.iter().enumerate().map(|(at, &value)| (value, text(at, value))).collect())
}

/// What stands at the right of the areas, those with most servers first.
fn stand_labels(theme: &Theme, edges: &[Vec<f64>]) -> Vec<Label<RGBColor>> {
    let last: Vec<f64> = edges.iter().filter_map(|edge| edge.last().copied()).collect();
    let areas = Stand::ALL.into_iter().zip(last.windows(2));
    let mut areas: Vec<_> = areas.map(|(stand, edge)| (stand, edge[1] - edge[0], (edge[0] + edge[1]) / 2.0)).collect();
    areas.retain(|&(_, servers, _)| servers > 0.0);
    areas.sort_by(|a, b| b.1.total_cmp(&a.1));
    let label = |(stand, servers, y)| Label {
        text: format!("{} {}", words::stand(stand), whole(servers)),
        color: color(theme, stand),
        y,
    };
    areas.into_iter().map(label).collect()
}

fn color(theme: &Theme, stand: Stand) -> RGBColor {
    match stand {
        Stand::Allocated => theme.playing,
        Stand::Reserved => theme.between,
        Stand::Ready => theme.accent,
        Stand::Booting => theme.searching,
        Stand::Leaving => theme.far,
    }
}

/// Charts over time are read in seconds.
fn in_seconds(axes: Axes) -> Axes {
    Axes { x0: 0.0, x1: axes.x1 * 60.0, ..axes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_ten_minutes_and_nothing_where_nothing_was() {
        let mut of = vec![0; 30];
        let mut sums = vec![0; 30];
        (of[10], sums[10], of[12], sums[12]) = (1, 4, 3, 0);
        let ratios = windowed(&sums, &of);
        assert_eq!((ratios[2], ratios[11], ratios[29]), (None, Some(1.0), None));
        // Of all the matches of the window, not of each minute.
        assert_eq!(ratios.iter().flatten().fold(0.0, |a: f64, &b| a.max(b)), 4.0);
    }

    #[test]
    fn steps_end_below_the_top_and_carry_the_unit_once() {
        let (_, ticks) = scale(7.3, "s");
        assert_eq!(ticks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["0", "2", "4", "6\u{a0}s"]);
        assert_eq!(scale(1.1, "").1.last().map(|(_, text)| text.as_str()), Some("1"));
    }
}
