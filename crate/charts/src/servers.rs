//! Servers by state, matches' waits for them, and servers created and deleted.

use crate::label::Label;
use crate::lines::{self, Line, Lines};
use crate::number::{fixed, whole};
use crate::pen::{Failure, Pen, Sheet};
use crate::plot::{Axes, Margins, Plot, round_ticks};
use crate::series::{Point, means, outline, windowed};
use crate::{Theme, words};
use matchday_base::ShownDays;
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::{Color, RGBColor};

const MARGINS: Margins = Margins { left: 54.0, right: 116.0 };

/// Server data of some days, for the charts.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a> {
    /// The minutes recorded so far.
    pub minutes: &'a ServerMinutes,
    /// Players online at each of these minutes; empty while unknown.
    pub ccu: &'a [f64],
    /// The shown days.
    pub days: ShownDays,
}

impl Servers<'_> {
    fn span(&self) -> usize {
        self.days.count as usize * 1_440
    }

    fn each(&self, value: impl Fn(usize) -> u32) -> Vec<f64> {
        (0..self.minutes.minutes()).map(|minute| value(minute).into()).collect()
    }
}

/// Draws servers by state, stacked, and the CCU scaled to the same height.
///
/// # Errors
/// Errors of the backend.
pub fn groups<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    servers: Servers<'_>,
) -> Result<Axes, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let mut edge = vec![0.0; servers.minutes.minutes()];
    let mut edges = vec![edge.clone()];
    for group in ServerGroup::ALL {
        edge.iter_mut().zip(0..).for_each(|(sum, minute)| *sum += f64::from(servers.minutes.servers(group, minute)));
        edges.push(edge.clone());
    }
    let most = edge.iter().fold(1.0, |a: f64, &b| a.max(b));
    let top = most * 1.12;
    let ticks = round_ticks(0.0, top, "");
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
        for ((group, below), above) in ServerGroup::ALL.into_iter().zip(&lines).zip(&lines[1..]) {
            plot.band(above, below, color(theme, group).mix(0.75))?;
        }
    }
    plot.line(means(&ccu, plot.columns() / 2, span), theme.ink.mix(0.8), 1.4)?;
    let placed = labels.into_iter().map(|label| Label { y: plot.place((0.0, label.y)).1, ..label }).collect();
    plot.end_labels(placed)?;
    Ok(plot.axes.in_seconds())
}

/// Draws matches' waits for a server and until it is ready for their players, means of ten minutes; below,
/// the share of matches that found no server.
///
/// # Errors
/// Errors of the backend.
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
        below: vec![Line {
            name: words::MISSED,
            color: theme.far,
            width: 1.0,
            values: missed,
            text: &|name, share| format!("{} % {name}", fixed(share * 100.0, u32::from(share < 0.1))),
        }],
        least_below: 0.01,
    };
    lines::draw(root, theme, sheet, servers.days, &lines)
}

/// Draws servers ordered and deleted per minute, means of ten minutes; below, expired fail-safe timers.
///
/// # Errors
/// Errors of the backend.
pub fn churn<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    theme: &Theme,
    sheet: Sheet,
    servers: Servers<'_>,
) -> Result<Axes, Failure<DB>> {
    let one = vec![1.0; servers.minutes.minutes()];
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
        below: vec![Line { name: words::EXPIRED, color: theme.far, width: 1.0, values: expired, text: &rate }],
        least_below: 1.0,
    };
    lines::draw(root, theme, sheet, servers.days, &lines)
}

/// Labels at the right of the areas, the largest group first.
fn stand_labels(theme: &Theme, edges: &[Vec<f64>]) -> Vec<Label<RGBColor>> {
    let last: Vec<f64> = edges.iter().filter_map(|edge| edge.last().copied()).collect();
    let areas = ServerGroup::ALL.into_iter().zip(last.windows(2));
    let mut areas: Vec<_> = areas.map(|(group, edge)| (group, edge[1] - edge[0], (edge[0] + edge[1]) / 2.0)).collect();
    areas.retain(|&(_, servers, _)| servers > 0.0);
    areas.sort_by(|a, b| b.1.total_cmp(&a.1));
    let label = |(group, servers, y)| Label {
        text: format!("{} {}", words::server_group(group), whole(servers)),
        color: color(theme, group),
        y,
    };
    areas.into_iter().map(label).collect()
}

fn color(theme: &Theme, group: ServerGroup) -> RGBColor {
    match group {
        ServerGroup::Allocated => theme.playing,
        ServerGroup::Reserved => theme.between,
        ServerGroup::Ready => theme.accent,
        ServerGroup::Booting => theme.searching,
        ServerGroup::Leaving => theme.far,
    }
}
