//! Servers by state, matches' waits for them, and servers created and deleted.

use crate::frame::View;
use crate::label::Label;
use crate::lines::{self, Line, Lines};
use crate::number::{fixed, whole};
use crate::pen::{Failure, Pen, Sheet};
use crate::plot::{Margins, Places, Plot, round_ticks};
use crate::series::{means, outline, windowed};
use crate::{Theme, words};
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::{Color, RGBColor};

const MARGINS: Margins = Margins { left: 54.0, right: 116.0 };

/// The series of servers by state, from the bottom up, and the players online.
pub const GROUPS: [&str; 6] = [
    words::server_group(ServerGroup::ALL[0]),
    words::server_group(ServerGroup::ALL[1]),
    words::server_group(ServerGroup::ALL[2]),
    words::server_group(ServerGroup::ALL[3]),
    words::server_group(ServerGroup::ALL[4]),
    words::CCU_SHAPE,
];
/// The series of the waits for servers.
pub const WAITS: [&str; 3] = [words::PICKUP, words::MADE_READY, words::MISSED];
/// The series of servers created and deleted.
pub const CHURN: [&str; 3] = [words::CREATED, words::DELETED, words::EXPIRED];

/// Server data of some days, for the charts.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a> {
    /// The minutes recorded so far.
    pub minutes: &'a ServerMinutes,
    /// Players online at each of these minutes; empty while unknown.
    pub ccu: &'a [f64],
    /// The shown days.
    pub view: View,
}

impl Servers<'_> {
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
) -> Result<Places, Failure<DB>> {
    let pen = Pen::new(root, theme, sheet);
    let view = servers.view;
    let mut edge = vec![0.0; servers.minutes.minutes()];
    let mut edges = vec![edge.clone()];
    for group in ServerGroup::ALL.into_iter().filter(|&group| view.shows(words::server_group(group))) {
        edge.iter_mut().zip(0..).for_each(|(sum, minute)| *sum += f64::from(servers.minutes.servers(group, minute)));
        edges.push(edge.clone());
    }
    let most_of = |values: &[f64]| values[view.recorded(values.len())].iter().fold(1.0, |a: f64, &b| a.max(b));
    let shown_ccu = if view.shows(words::CCU_SHAPE) { servers.ccu } else { &[] };
    // Players that are shown alone need no other scale.
    let ccu_most = most_of(shown_ccu);
    let most = if view.only() == Some(words::CCU_SHAPE) { ccu_most } else { most_of(&edge) };
    let top = most * 1.12;
    let ticks = round_ticks(0.0, top, "");
    let ccu: Vec<f64> = shown_ccu.iter().map(|ccu| ccu / ccu_most * most).collect();
    let groups = ServerGroup::ALL.into_iter().filter(|&group| view.shows(words::server_group(group)));
    let areas: Vec<_> = groups.zip(edges.windows(2)).collect();
    let mut labels = stand_labels(theme, &areas, view);
    labels.extend(view.last(ccu.len()).map(|last| Label {
        text: words::CCU_SHAPE.to_owned(),
        series: Some(words::CCU_SHAPE),
        color: theme.ink_2,
        y: ccu[last],
    }));
    let plot = Plot::new(&pen, view.range(), 0.0..top, MARGINS, &ticks, &labels)?;
    plot.ticks(&ticks)?;
    plot.time_axis(view)?;
    for (group, edges) in &areas {
        let [below, above] = [0, 1].map(|at| outline(&edges[at], plot.columns(), view.minutes()));
        plot.band(&above, &below, color(theme, *group).mix(0.75))?;
    }
    plot.line(means(&ccu, plot.columns() / 2, view.minutes()), theme.ink.mix(0.8), 1.4)?;
    let ends = plot.end_labels(labels)?;
    Ok(Places::over_time(plot.axes, ends))
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
) -> Result<Places, Failure<DB>> {
    let ratio = |sum: &dyn Fn(usize) -> u32, of: &dyn Fn(usize) -> u32| windowed(&servers.each(sum), &servers.each(of));
    let events = |what| move |minute| servers.minutes.events(what, minute);
    let pickup_s = ratio(&events(Event::PickupWaitS), &events(Event::PickedUp));
    let ready_s = ratio(&events(Event::ReadyWaitS), &events(Event::MadeReady));
    let per_fleet = |what| move |minute| servers.minutes.count(what, minute);
    let missed = ratio(&per_fleet(PerFleet::Misses), &per_fleet(PerFleet::Matches));
    let missed_per_cent = missed.into_iter().map(|share| share.map(|share| share * 100.0)).collect();
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
            values: missed_per_cent,
            text: &|name, value| format!("{} % {name}", fixed(value, u32::from(value < 10.0))),
        }],
        unit_below: "%",
    };
    lines::draw(root, theme, sheet, servers.view, lines)
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
) -> Result<Places, Failure<DB>> {
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
        unit_below: "",
    };
    lines::draw(root, theme, sheet, servers.view, lines)
}

/// Labels at the right of the areas between two edges, the largest group first.
fn stand_labels(theme: &Theme, areas: &[(ServerGroup, &[Vec<f64>])], view: View) -> Vec<Label<RGBColor>> {
    let end = |&(group, edges): &(ServerGroup, &[Vec<f64>])| {
        let last = view.last(edges[0].len())?;
        Some((group, edges[1][last] - edges[0][last], (edges[0][last] + edges[1][last]) / 2.0))
    };
    let mut ends: Vec<_> = areas.iter().filter_map(end).collect();
    ends.retain(|&(_, servers, _)| servers > 0.0 || view.only().is_some());
    ends.sort_by(|a, b| b.1.total_cmp(&a.1));
    let label = |(group, servers, y)| Label {
        text: format!("{} {}", words::server_group(group), whole(servers)),
        series: Some(words::server_group(group)),
        color: color(theme, group),
        y,
    };
    ends.into_iter().map(label).collect()
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
