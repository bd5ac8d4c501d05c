//! Tests of the charts as SVG: the positions of their elements.

mod frame;
mod image;
mod ladder;
mod server_charts;
mod tradeoff;

use crate::label::{Area, touch};
use crate::sweep::{Curve, Estimate, Stop, Unit};
use crate::{
    Axes, End, Metric, Run, Sheet, Sweep, Theme, TimePlaces, View, ccu, hours, replay, rtt, servers, sweep, wait,
};
use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_scenario::Params;
use matchday_sim::columns::Row;
use matchday_sim::servers::minutes::ServerMinutes;
use matchday_sim::{Columns, Layout};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters_svg::SVGBackend;
use rand::RngExt;

/// A Wednesday.
const FIRST_DAY: Date = Date { year: 2026, month: 5, day: 20 };
const ONE_DAY: ShownDays = ShownDays { first: FIRST_DAY, count: 1 };

type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A finished drawing, and the places of its plot and of the labels of its series.
struct Picture {
    svg: String,
    axes: Axes,
    ends: Vec<End>,
    sheet: Sheet,
}

/// An element of the drawing by its attributes.
struct Element<'a>(&'a str);

impl<'a> Element<'a> {
    fn attribute(&self, name: &str) -> &'a str {
        let (_, rest) = self.0.split_once(&format!(" {name}=\"")).unwrap_or_else(|| panic!("{name} in {}", self.0));
        rest.split_once('"').unwrap().0
    }

    fn number(&self, name: &str) -> f64 {
        self.attribute(name).parse().unwrap()
    }

    fn points(&self) -> Vec<(f64, f64)> {
        let pair = |pair: &str| pair.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap();
        self.attribute("points").split_whitespace().map(pair).collect()
    }
}

impl Picture {
    fn draw<P: Into<TimePlaces>>(sheet: Sheet, chart: impl FnOnce(&Svg<'_>, &Theme, Sheet) -> P) -> Self {
        let scale = sheet.pixel_ratio * f64::from(sheet.units);
        let size = ((sheet.width * scale).round() as u32, (sheet.height * scale).round() as u32);
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let TimePlaces { axes, ends } = chart(&root, &theme(), sheet).into();
        root.present().unwrap();
        drop(root);
        Self { svg, axes, ends, sheet }
    }

    fn elements(&self, tag: &str) -> impl Iterator<Item = Element<'_>> {
        let start = format!("<{tag} ");
        self.svg.lines().filter(move |line| line.starts_with(&start)).map(Element)
    }

    fn of_color(&self, tag: &str, paint: &str, color: &str) -> Vec<Element<'_>> {
        self.elements(tag).filter(|element| element.attribute(paint).eq_ignore_ascii_case(color)).collect()
    }

    /// Texts with their rectangles, CSS pixels; halos are left out.
    fn texts(&self) -> Vec<(&str, Area)> {
        let lines: Vec<&str> = self.svg.lines().collect();
        let texts = lines.windows(2).filter(|pair| pair[0].starts_with("<text "));
        let solid = texts.filter(|pair| Element(pair[0]).attribute("opacity") == "1");
        solid.map(|pair| (pair[1], self.room(&Element(pair[0]), pair[1]))).collect()
    }

    fn room(&self, text: &Element<'_>, words: &str) -> Area {
        let scale = self.sheet.pixel_ratio * f64::from(self.sheet.units);
        // The backend writes sizes divided by 1.24, and estimates 0.7 of the em per letter.
        let em = text.number("font-size") * 1.24 / scale;
        let width = em / 1.24 / 1.24 * 0.7 * words.replace("&lt;", "<").len() as f64;
        let (x, y) = (text.number("x") / scale, text.number("y") / scale);
        let left = match text.attribute("text-anchor") {
            "start" => x,
            "middle" => x - width / 2.0,
            _ => x - width,
        };
        // Capitals and descenders take about this much of the em.
        [left, y - em * 0.45, left + width, y + em * 0.45]
    }

    fn assert_readable(&self, what: &str) {
        let texts = self.texts();
        for (at, (words, area)) in texts.iter().enumerate() {
            let inside = area[0] >= -0.5
                && area[2] <= self.sheet.width + 0.5
                && area[1] >= -0.5
                && area[3] <= self.sheet.height + 0.5;
            assert!(inside, "{what}: `{words}` leaves the picture, {area:?}");
            for (other, room) in &texts[..at] {
                assert!(!touch(*area, *room), "{what}: `{words}` {area:?} covers `{other}` {room:?}");
            }
        }
    }
}

fn theme() -> Theme {
    let colors = ["bg", "line", "line-soft", "edge", "ink", "ink-2", "ink-3", "accent", "playing", "between"];
    Theme::new("sans-serif".into(), |name| {
        let at = colors.iter().position(|known| *known == name).unwrap_or(match name {
            "searching" => 10,
            "near" => 11,
            "mid" => 12,
            _ => 13,
        });
        format!("#0000{:02x}", at * 16)
    })
    .unwrap()
}

const INK: &str = "#000040";
const INK_2: &str = "#000050";
const ACCENT: &str = "#000070";
const PLAYING: &str = "#000080";
const SEARCHING: &str = "#0000a0";
const BACKGROUND: &str = "#000000";

fn sheet(width: f64, height: f64) -> Sheet {
    Sheet { width, height, pixel_ratio: 2.0, units: 4 }
}

/// Minutes of a run with `players` online: a tenth between matches, a hundredth searching. Each minute
/// matches a sixth, at most 60; `spread` stretches waits and round trips.
fn columns(minutes: usize, spread: u32, players: impl Fn(usize) -> u32) -> Columns {
    let layout = Layout { wait_bins: 360, datacenters: 1 };
    let mut columns = Columns::new(layout);
    let mut rng = matchday_base::Streams::new(5).stream("test");
    for minute in 0..minutes {
        let mut row = Row::new(layout);
        let all = players(minute);
        (0..60).for_each(|second| {
            row.end_second(second, [all / 100, 0, 0, all - all / 100 - all / 10, 0, all / 10, 0]);
        });
        for _ in 0..(all / 6).min(60) {
            let wait_s = rng.random_range(..spread) * rng.random_range(..2_u32);
            row.add_wait(wait_s.min(359), 1);
            row.rtt_bins()[(20 + rng.random_range(..10 * spread)).min(255) as usize] += 1;
        }
        columns.push_rows(row.values());
    }
    columns
}

fn params(pairs: &[(&str, &str)]) -> Params {
    let mut params = Params::default();
    pairs.iter().for_each(|(key, text)| params.set(key, text).unwrap());
    params
}

fn wave(height: f64) -> impl Fn(usize) -> u32 {
    move |minute| (height * (1.5 + libm::sin(minute as f64 / 1_440.0 * std::f64::consts::TAU)) / 2.5) as u32
}

/// All time charts of a run.
fn time_charts(sheet: Sheet, run: Run<'_>, baseline: Option<Run<'_>>) -> [Picture; 3] {
    time_charts_in(sheet, run, baseline, [View::whole(run.days()); 3])
}

/// All time charts of a run, each in its view.
fn time_charts_in(sheet: Sheet, run: Run<'_>, before: Option<Run<'_>>, views: [View; 3]) -> [Picture; 3] {
    let [ccu, wait, rtt] = views;
    [
        Picture::draw(sheet, |root, theme, sheet| ccu::draw(root, theme, sheet, run, before, ccu).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| wait::draw(root, theme, sheet, run, before, wait).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| rtt::draw(root, theme, sheet, run, before, rtt).unwrap()),
    ]
}

#[test]
fn words_neither_touch_nor_leave_the_picture() {
    let rules = [
        params(&[]),
        params(&[("days", "7")]),
        params(&[("days", "2"), ("ideal_s", "1"), ("expand_s", "1"), ("ideal_ms", "98"), ("expand_ms", "99")]),
        params(&[("ideal_s", "120"), ("expand_s", "120"), ("warm_s", "120"), ("expand_ms", "254")]),
    ];
    for params in &rules {
        let span = params.days() as usize * 1_440;
        for (recorded, height, spread) in [
            (span, 31_000.0, 3),
            (span, 60.0, 20),
            (span, 1_234_567.0, 9),
            (span / 2, 500.0, 300),
            (7, 9.0, 3),
            (0, 1.0, 1),
        ] {
            let (now, before) = (columns(recorded, spread, wave(height)), columns(span, 5, wave(height * 0.8)));
            let run = Run { columns: &now, params, first_day: FIRST_DAY, expected_peak: height, scale: 1.0 };
            let baseline = Run { columns: &before, ..run };
            for (width, tall) in [(470.0, 190.0), (700.0, 160.0), (330.0, 190.0), (900.0, 300.0)] {
                for (chart, name) in
                    time_charts(sheet(width, tall), run, Some(baseline)).iter().zip(["ccu", "wait", "rtt"])
                {
                    chart.assert_readable(&format!(
                        "{name} {width} x {tall}, {recorded} min of {height}, spread {spread}"
                    ));
                }
            }
        }
    }
}

#[test]
fn the_run_before_is_dashed_and_only_it() {
    let (now, before) = (columns(1_440, 9, wave(900.0)), columns(1_440, 9, wave(700.0)));
    let params = params(&[]);
    let run = Run { columns: &now, params: &params, first_day: FIRST_DAY, expected_peak: 900.0, scale: 1.0 };
    let without = time_charts(sheet(470.0, 190.0), run, None);
    let with = time_charts(sheet(470.0, 190.0), run, Some(Run { columns: &before, ..run }));
    for (without, with) in without.iter().zip(&with) {
        assert_eq!(without.of_color("polyline", "stroke", INK).len(), 0);
        let dashes = with.of_color("polyline", "stroke", INK);
        assert!(dashes.len() > 30, "{} dashes", dashes.len());
        for dash in &dashes {
            let points = dash.points();
            let length: f64 = points.windows(2).map(|p| libm::hypot(p[1].0 - p[0].0, p[1].1 - p[0].1)).sum();
            assert!(length <= 4.0 * 8.0 + 2.0, "a dash of {length} units");
        }
    }
}

#[test]
fn a_thinned_day_has_the_players_that_it_stands_for() {
    let params = params(&[]);
    let draw = |data: &Columns, scale| {
        let run = Run { columns: data, params: &params, first_day: FIRST_DAY, expected_peak: 900.0, scale };
        let [chart, ..] = time_charts(sheet(470.0, 190.0), run, None);
        let line = chart.of_color("polyline", "stroke", SEARCHING).remove(0).points();
        (line, chart.axes.y1, chart.texts().iter().any(|(words, _)| words.starts_with("1,000 at")))
    };
    let whole = draw(&columns(1_440, 3, |_| 1_000), 1.0);
    assert!(whole.2);
    assert_eq!(draw(&columns(1_440, 3, |_| 100), 10.0), whole);
    assert_ne!(draw(&columns(1_440, 3, |_| 100), 1.0), whole);
}

#[test]
fn a_spike_of_one_minute_is_drawn_whatever_the_width() {
    let days = params(&[("days", "7")]);
    let data = columns(10_080, 3, |minute| if minute == 6_789 { 5_000 } else { 1_000 });
    let run = Run { columns: &data, params: &days, first_day: FIRST_DAY, expected_peak: 1_000.0, scale: 1.0 };
    for width in [250.0, 470.0, 1_600.0] {
        let [chart, ..] = time_charts(sheet(width, 190.0), run, None);
        let line = chart.of_color("polyline", "stroke", SEARCHING).remove(0).points();
        let highest = line.iter().map(|point| point.1).fold(f64::MAX, f64::min) / 8.0;
        let Axes { top, bottom, y1, .. } = chart.axes;
        let expected = bottom - (bottom - top) * 5_000.0 / y1;
        assert!((highest - expected).abs() < 0.2, "{width}: {highest}, not {expected}");
        assert!(chart.texts().iter().any(|(words, _)| words.starts_with("5,000, Sun 17:09")));
        assert!(line.len() <= 2 * width as usize, "{} points on {width} pixels", line.len());
    }
}

#[test]
fn weekdays_of_long_days_keep_clear_of_one_another() {
    let data = columns(1_440, 9, wave(900.0));
    for days in ["1", "2", "7", "14", "30"] {
        let params = params(&[("days", days)]);
        let run = Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 950.0, scale: 1.0 };
        for width in [390.0, 1_440.0] {
            for chart in time_charts(sheet(width, 190.0), run, None) {
                chart.assert_readable(&format!("{days} days, {width} px"));
                let below = |(_, area): &&(&str, Area)| area[1] > chart.axes.bottom;
                assert!(chart.texts().iter().filter(below).count() >= 2, "{days} days, {width} px");
            }
        }
    }
}

#[test]
fn a_day_fills_from_the_left_on_axes_that_stay() {
    let params = params(&[]);
    let part = |minutes| {
        let data = columns(minutes, 9, wave(900.0));
        time_charts(
            sheet(470.0, 190.0),
            Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 950.0, scale: 1.0 },
            None,
        )
    };
    let (none, half, full) = (part(0), part(720), part(1_440));
    assert_eq!(none[0].axes, half[0].axes);
    assert_eq!(half[0].axes, full[0].axes);
    for chart in half {
        let Axes { left, right, .. } = chart.axes;
        for polygon in chart.elements("polygon") {
            let end = polygon.points().iter().map(|point| point.0).fold(0.0, f64::max) / 8.0;
            assert!((end - (left + right) / 2.0).abs() < 0.2, "{end}");
        }
    }
    assert!(none.iter().all(|chart| chart.elements("polygon").count() == 0));
}

#[test]
fn areas_stand_at_their_values() {
    let params = params(&[]);
    let data = columns(1_440, 9, |_| 1_000);
    let [chart, _, rtt] = time_charts(
        sheet(470.0, 190.0),
        Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 1.0, scale: 1.0 },
        None,
    );
    let Axes { top, bottom, y1, .. } = chart.axes;
    let playing = chart.of_color("polygon", "fill", PLAYING).remove(0).points();
    let highest = playing.iter().map(|point| point.1).fold(f64::MAX, f64::min) / 8.0;
    assert!((highest - (bottom - (bottom - top) * 890.0 / y1)).abs() < 0.2, "{highest}");
    let texts = rtt.texts();
    let words: Vec<&str> = texts.iter().map(|(words, _)| *words).collect();
    assert!(words.iter().any(|words| words.ends_with("to 50\u{a0}ms")), "{words:?}");
}

const POINTS: [(f64, f64); 4] = [(0.0, 6_250.0), (0.5, 12_500.0), (0.75, 25_000.0), (0.9, 62_500.0)];

fn hockey_stick() -> Vec<(f64, f64)> {
    (0..=95).map(|p| (f64::from(p) / 100.0, 6_250.0 / (1.0 - f64::from(p) / 100.0))).collect()
}

fn replay_chart(metric: Metric, present: f64, baseline: Option<(f64, f64)>, theory: &[(f64, f64)]) -> Picture {
    let sweep = Sweep { metric, points: &POINTS, theory, present, baseline };
    Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| replay::draw(root, theme, sheet, sweep).unwrap().axes)
}

#[test]
fn the_present_setting_stands_on_the_curve_with_its_tangent() {
    let theory = hockey_stick();
    let chart = replay_chart(Metric::Peak, 0.8, Some(POINTS[2]), &theory);
    chart.assert_readable("replay");
    let Axes { left, right, top, bottom, x0, x1, y1, .. } = chart.axes;
    let place = |replay: f64, value: f64| {
        (left + (right - left) * (replay - x0) / (x1 - x0), bottom - (bottom - top) * value / y1)
    };
    let dot = chart.of_color("circle", "fill", ACCENT).remove(0);
    let (x, y) = place(0.8, 31_250.0);
    assert!((dot.number("cx") / 8.0 - x).abs() < 0.2 && (dot.number("cy") / 8.0 - y).abs() < 0.2);
    // The tangent meets the axis where the closed form's 1 / (1 - p) puts it: as far to the left as 1 is to
    // the right.
    let tangent = chart.of_color("polyline", "stroke", ACCENT).remove(0).points();
    let slope = -(tangent[1].1 - tangent[0].1) / (tangent[1].0 - tangent[0].0);
    let one_point = place(0.8, 0.0).1 - place(0.8, 31_250.0 * 0.01 / (1.0 - 0.8)).1;
    let expected = one_point / (place(0.81, 0.0).0 - place(0.8, 0.0).0);
    assert!((slope / expected - 1.0).abs() < 0.02, "{slope}, not {expected}");
    let rings = chart.of_color("circle", "stroke", PLAYING).len();
    assert_eq!(rings, POINTS.len());
    let texts: Vec<&str> = chart.texts().iter().map(|(words, _)| *words).collect();
    assert!(texts.contains(&"80\u{a0}%: 31,250") && texts.contains(&"A, 75\u{a0}%: 25,000"), "{texts:?}");
}

#[test]
fn the_present_point_can_be_grabbed_where_it_is_drawn() {
    let places = |points: &[(f64, f64)], theory: &[(f64, f64)], present| {
        let sweep = Sweep { metric: Metric::Peak, points, theory, present, baseline: None };
        let mut places = None;
        let chart = Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| {
            places.insert(replay::draw(root, theme, sheet, sweep).unwrap()).axes
        });
        (chart, places.unwrap().present)
    };
    for (theory, present) in [(&hockey_stick()[..], 0.8), (&[], 0.8), (&[], 0.75)] {
        let (chart, spot) = places(&POINTS, theory, present);
        let (dot, spot) = (chart.of_color("circle", "fill", ACCENT).remove(0), spot.unwrap());
        assert!((dot.number("cx") / 8.0 - spot.x).abs() < 0.2 && (dot.number("cy") / 8.0 - spot.y).abs() < 0.2);
    }
    assert_eq!(places(&POINTS[..1], &[], 0.8).1, None, "a sweep that has just begun has no value there");
}

#[test]
fn names_in_the_replay_chart_are_left_out_rather_than_cover_anything() {
    let theory = hockey_stick();
    for metric in [Metric::Peak, Metric::Wait, Metric::Rtt] {
        for present in 0..=95 {
            for baseline in [None, Some((0.74, 24_000.0)), Some((0.0, 6_250.0)), Some((0.95, 125_000.0))] {
                let line: &[(f64, f64)] = if metric == Metric::Peak { &theory } else { &[] };
                let chart = replay_chart(metric, f64::from(present) / 100.0, baseline, line);
                chart.assert_readable(&format!("{metric:?} at {present}, {baseline:?}"));
            }
        }
    }
}

#[test]
fn a_sweep_that_has_just_begun_is_drawn() {
    for points in [&POINTS[..0], &POINTS[..1]] {
        let sweep = Sweep { metric: Metric::Wait, points, theory: &[], present: 0.75, baseline: None };
        let chart = Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| {
            replay::draw(root, theme, sheet, sweep).unwrap().axes
        });
        assert_eq!(chart.of_color("circle", "fill", BACKGROUND).len(), points.len());
        chart.assert_readable("begun");
    }
}

fn stops(count: usize) -> Vec<Stop> {
    (0..count).map(|k| Stop { at: k as f64, text: format!("{k}.25\u{a0}%") }).collect()
}

fn sweep_lines(unit: Unit, sheet: Sheet, stops: &[Stop], estimates: &[Option<Estimate>]) -> Picture {
    let curves = [Curve { name: "", estimates: estimates.to_vec() }];
    Picture::draw(sheet, |root, theme, sheet| sweep::lines(root, theme, sheet, unit, stops, &curves, None).unwrap())
}

#[test]
fn a_target_stands_at_its_value_however_far_the_curves_are_from_it() {
    let curve = |name, mean: f64| Curve {
        name,
        estimates: (1..=4).map(|k| Some(Estimate { mean: mean * f64::from(k), interval: None })).collect(),
    };
    for (target, width) in [(2.5, 470.0), (30.0, 470.0), (0.1, 330.0)] {
        let curves = [curve("95th percentile", 1.0), curve("Mean", 0.4)];
        let chart = Picture::draw(sheet(width, 190.0), |root, theme, sheet| {
            sweep::lines(root, theme, sheet, Unit::Seconds, &stops(4), &curves, Some(target)).unwrap()
        });
        chart.assert_readable(&format!("target of {target}"));
        let Axes { left, right, top, bottom, y0, y1, .. } = chart.axes;
        let y = bottom - (bottom - top) * (target - y0) / (y1 - y0);
        let level = |line: &Element<'_>| line.points().iter().all(|point| (point.1 / 8.0 - y).abs() < 0.2);
        let lines = chart.of_color("polyline", "stroke", INK_2);
        let ends = lines.iter().find(|line| level(line)).unwrap().points();
        assert!((ends[0].0 / 8.0 - left).abs() < 1.0 && (ends[1].0 / 8.0 - right).abs() < 1.0, "from side to side");
        let texts: Vec<&str> = chart.texts().iter().map(|(words, _)| *words).collect();
        assert!(["95th percentile", "Mean"].iter().all(|name| texts.contains(name)), "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("at most")), "{texts:?}");
    }
}

#[test]
fn means_of_a_sweep_stand_between_the_ends_of_their_intervals() {
    let at = |mean| Some(Estimate { mean, interval: Some((mean - 40.0, mean + 60.0)) });
    let one = Some(Estimate { mean: 900.0, interval: None });
    let chart = sweep_lines(Unit::Count, sheet(470.0, 190.0), &stops(4), &[at(200.0), None, at(500.0), one]);
    let Axes { left, right, top, bottom, x0, x1, y0, y1 } = chart.axes;
    let place =
        |x: f64, y: f64| (left + (right - left) * (x - x0) / (x1 - x0), bottom - (bottom - top) * (y - y0) / (y1 - y0));
    let rings = chart.of_color("circle", "stroke", PLAYING);
    let lines = chart.of_color("polyline", "stroke", PLAYING);
    for (k, (x, mean, low, high)) in
        [(0.0, 200.0, 160.0, 260.0), (2.0, 500.0, 460.0, 560.0), (3.0, 900.0, 900.0, 900.0)].into_iter().enumerate()
    {
        let (cx, cy) = place(x, mean);
        assert!((rings[k].number("cx") / 8.0 - cx).abs() < 0.2 && (rings[k].number("cy") / 8.0 - cy).abs() < 0.2);
        let ends = lines[k].points();
        assert!((ends[0].1 / 8.0 - place(x, low).1).abs() < 0.2 && (ends[1].1 / 8.0 - place(x, high).1).abs() < 0.2);
    }
    assert_eq!(rings.len(), 3, "a value without runs is left out");
}

#[test]
fn sweeps_are_readable_at_any_size() {
    for unit in [Unit::Count, Unit::Seconds, Unit::Milliseconds, Unit::Share] {
        for (count, height) in [(0, 1.0), (1, 0.0), (2, 0.3), (20, 80.0), (200, 1_234_567.0)] {
            let mean = |k: usize| height * (0.9 + 0.1 * k as f64 / count as f64);
            let estimate =
                |k: usize| Some(Estimate { mean: mean(k), interval: Some((0.98 * mean(k), 1.02 * mean(k))) });
            let estimates: Vec<_> = (0..count).map(estimate).collect();
            let means: Vec<_> = (0..count * 3).map(|k| (k % 5 > 0).then_some(mean(k / 3))).collect();
            for (width, tall) in [(470.0, 190.0), (330.0, 190.0), (900.0, 300.0)] {
                let chart = sweep_lines(unit, sheet(width, tall), &stops(count), &estimates);
                chart.assert_readable(&format!("lines {unit:?} {count} of {height}"));
                let chart = Picture::draw(sheet(width, tall), |root, theme, sheet| {
                    sweep::heat(root, theme, sheet, unit, (&stops(count), &stops(3)), &means).unwrap()
                });
                chart.assert_readable(&format!("heat {unit:?} {count} of {height}"));
            }
        }
    }
}

#[test]
fn cells_of_a_heat_map_stand_at_their_values_the_higher_the_denser() {
    let means = [Some(10.0), Some(20.0), None, Some(30.0), Some(40.0), Some(50.0)];
    let chart = Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| {
        sweep::heat(root, theme, sheet, Unit::Count, (&stops(3), &stops(2)), &means).unwrap()
    });
    let Axes { left, right, top, bottom, .. } = chart.axes;
    let cells = chart.of_color("polygon", "fill", PLAYING);
    let inside: Vec<_> = cells.iter().filter(|cell| cell.points()[0].0 / 8.0 < right - 1.0).collect();
    let expected = [(0.0, 0.0, 0.1), (0.0, 1.0, 0.3), (1.0, 1.0, 0.5), (2.0, 0.0, 0.7), (2.0, 1.0, 0.9)];
    assert_eq!(inside.len(), expected.len(), "no runs, no cell");
    for (cell, (column, row, shade)) in inside.iter().zip(expected) {
        let corner = cell.points()[0];
        let (x, y) = (left + column * (right - left) / 3.0, bottom - (row + 1.0) * (bottom - top) / 2.0);
        assert!((corner.0 / 8.0 - x).abs() < 0.6 && (corner.1 / 8.0 - y).abs() < 0.6, "{corner:?} is not {x}, {y}");
        assert!((cell.number("opacity") - shade).abs() < 0.01, "{}", cell.number("opacity"));
    }
    let texts: Vec<&str> = chart.texts().iter().map(|(words, _)| *words).collect();
    assert!(["10", "20", "30", "40", "50"].iter().all(|number| texts.contains(number)), "{texts:?}");
}

#[test]
fn the_fineness_of_the_backend_does_not_move_anything() {
    let params = params(&[]);
    let data = columns(1_440, 9, wave(900.0));
    let run = Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 900.0, scale: 1.0 };
    let places = |pixel_ratio, units| {
        let sheet = Sheet { width: 470.0, height: 190.0, pixel_ratio, units };
        time_charts(sheet, run, None).map(|chart| {
            // Names in the plot choose the emptiest place, which may differ.
            let outside = |area: &Area| area[2] <= chart.axes.left || area[0] >= chart.axes.right;
            let texts = chart.texts().iter().map(|(_, area)| *area).filter(outside).collect();
            (chart.axes, texts)
        })
    };
    let coarse: [(Axes, Vec<Area>); 3] = places(1.0, 1);
    for (pixel_ratio, units) in [(1.0, 4), (2.0, 4), (3.0, 2)] {
        for (a, b) in coarse.iter().zip(&places(pixel_ratio, units)) {
            assert!((a.0.right - b.0.right).abs() <= 1.0 && (a.0.bottom - b.0.bottom).abs() <= 1.0);
            assert_eq!(a.1.len(), b.1.len());
            for (a, b) in a.1.iter().zip(&b.1) {
                assert!((a[0] - b[0]).abs() < 1.6 && (a[1] - b[1]).abs() < 1.6, "{a:?} {b:?}");
            }
        }
    }
}

fn by_hour(sheet: Sheet, shaded: &[usize], ways: [&[Option<Estimate>]; 2]) -> Picture {
    Picture::draw(sheet, |root, theme, sheet| hours::draw(root, theme, sheet, Unit::Seconds, shaded, ways).unwrap())
}

#[test]
fn both_ways_stand_in_the_middle_of_their_hours_over_those_that_are_shaded() {
    let at = |mean| Some(Estimate { mean, interval: Some((mean - 1.0, mean + 1.0)) });
    let (apart, together): (Vec<_>, Vec<_>) = (0..24).map(|hour| (at(5.0), at(6.0 + f64::from(hour)))).unzip();
    let chart = by_hour(sheet(470.0, 190.0), &[22, 23, 0], [&apart, &together]);
    let Axes { left, right, top, bottom, x0, x1, y0, y1 } = chart.axes;
    assert_eq!((x0, x1), (0.0, 24.0));
    let line = chart.of_color("polyline", "stroke", SEARCHING).remove(0).points();
    assert_eq!(line.len(), 24);
    for (hour, (x, y)) in (0..24).map(f64::from).zip(line) {
        let place =
            (left + (right - left) * (hour + 0.5) / 24.0, bottom - (bottom - top) * (6.0 + hour - y0) / (y1 - y0));
        assert!((x / 8.0 - place.0).abs() < 0.3 && (y / 8.0 - place.1).abs() < 0.3, "hour {hour}");
    }
    let ground = chart.of_color("polygon", "fill", "#000020");
    let starts = ground.iter().map(|ground| (ground.points()[0].0 / 8.0 - left) / (right - left) * 24.0);
    assert_eq!(starts.map(|hour| hour.round() as u32).collect::<Vec<_>>(), [22, 23, 0]);
}

#[test]
fn hours_are_readable_at_any_size() {
    let one = |mean| Some(Estimate { mean, interval: None });
    for ways in [[&[][..], &[]], [&[one(0.0); 24], &[one(0.0); 24]], [&[one(3.0)], &[None, one(3.1)]]] {
        for (width, tall) in [(470.0, 190.0), (330.0, 190.0), (900.0, 300.0)] {
            by_hour(sheet(width, tall), &[5], ways).assert_readable(&format!("{ways:?}"));
        }
    }
}

/// This many minutes of servers at two datacenters: the first has `allocated` servers, the second 40 Ready
/// ones.
fn server_minutes(minutes: usize, allocated: impl Fn(usize) -> u32) -> ServerMinutes {
    let mut servers = ServerMinutes::new(2);
    for minute in 0..minutes {
        let mut row = vec![0; servers.width()];
        row[..9].copy_from_slice(&[allocated(minute), 2, 3, 4, 5, 9, 8, 30, 7]);
        row[9..18].copy_from_slice(&[0, 0, 40, 0, 0, 1, 2, 3, 0]);
        // Each picked up after 5 s, ready after 2 s; some lost, expired and failed.
        row[18..22].copy_from_slice(&[30, 150, 30, 60]);
        row[22..].fill(1);
        servers.push_rows(&row);
    }
    servers
}
