//! Charts as SVG, as a person sees them: labels that can be read, and series where their values are.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod day;
mod frame;
mod image;
mod ladder;
mod replay;
mod servers;
mod sweep;
mod tradeoff;

use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_charts::label::{Area, touch};
use matchday_charts::{Axes, End, Places, Run, Sheet, Theme, View, ccu, rtt, wait};
use matchday_scenario::Params;
use matchday_sim::columns::{PerDatacenter, Row};
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

/// An element of the drawing by its attributes. Places are in CSS pixels, of which each has so many units.
struct Element<'a> {
    text: &'a str,
    units: f64,
}

impl<'a> Element<'a> {
    fn attribute(&self, name: &str) -> &'a str {
        let found = self.text.split_once(&format!(" {name}=\""));
        let (_, rest) = found.unwrap_or_else(|| panic!("{name} in {}", self.text));
        rest.split_once('"').unwrap().0
    }

    fn number(&self, name: &str) -> f64 {
        self.attribute(name).parse().unwrap()
    }

    fn points(&self) -> Vec<(f64, f64)> {
        let pixels = |text: &str| text.parse::<f64>().unwrap() / self.units;
        let pair = |pair: &str| pair.split_once(',').map(|(x, y)| (pixels(x), pixels(y))).unwrap();
        self.attribute("points").split_whitespace().map(pair).collect()
    }

    /// The middle of a circle.
    fn centre(&self) -> (f64, f64) {
        (self.number("cx") / self.units, self.number("cy") / self.units)
    }
}

impl Picture {
    fn draw<P: Into<Places>>(sheet: Sheet, chart: impl FnOnce(&Svg<'_>, &Theme, Sheet) -> P) -> Self {
        let scale = sheet.pixel_ratio * f64::from(sheet.units);
        let size = ((sheet.width * scale).round() as u32, (sheet.height * scale).round() as u32);
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let Places { axes, ends, .. } = chart(&root, &theme(), sheet).into();
        root.present().unwrap();
        drop(root);
        Self { svg, axes, ends, sheet }
    }

    fn elements(&self, tag: &str) -> impl Iterator<Item = Element<'_>> {
        let start = format!("<{tag} ");
        self.svg.lines().filter(move |line| line.starts_with(&start)).map(|line| self.element(line))
    }

    fn element<'a>(&self, text: &'a str) -> Element<'a> {
        Element { text, units: self.sheet.pixel_ratio * f64::from(self.sheet.units) }
    }

    fn of_color(&self, tag: &str, paint: &str, color: &str) -> Vec<Element<'_>> {
        self.elements(tag).filter(|element| element.attribute(paint).eq_ignore_ascii_case(color)).collect()
    }

    /// Texts with their rectangles, CSS pixels; halos are left out.
    fn texts(&self) -> Vec<(&str, Area)> {
        let lines: Vec<&str> = self.svg.lines().collect();
        let texts = lines.windows(2).filter(|pair| pair[0].starts_with("<text "));
        let solid = texts.filter(|pair| self.element(pair[0]).attribute("opacity") == "1");
        solid.map(|pair| (pair[1], self.room(&self.element(pair[0]), pair[1]))).collect()
    }

    fn room(&self, text: &Element<'_>, words: &str) -> Area {
        let scale = text.units;
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

    fn words(&self) -> Vec<&str> {
        self.texts().into_iter().map(|(words, _)| words).collect()
    }

    fn assert_words<const N: usize>(&self, expected: [&str; N]) {
        let texts = self.words();
        expected.iter().for_each(|words| assert!(texts.contains(words), "{words} in {texts:?}"));
    }

    /// The place of data.
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let Axes { left, right, top, bottom, x0, x1, y0, y1 } = self.axes;
        (left + (right - left) * (x - x0) / (x1 - x0), bottom - (bottom - top) * (y - y0) / (y1 - y0))
    }

    /// That something is drawn where its data are, as far as a person can see.
    fn assert_at(&self, drawn: (f64, f64), data: (f64, f64), what: &str) {
        assert_near(drawn, self.place(data), what);
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

fn assert_near(drawn: (f64, f64), expected: (f64, f64), what: &str) {
    let near = (drawn.0 - expected.0).abs() < 1.0 && (drawn.1 - expected.1).abs() < 1.0;
    assert!(near, "{what} at {drawn:?}, not {expected:?}");
}

/// The highest of some places.
fn highest(places: &[(f64, f64)]) -> f64 {
    places.iter().map(|place| place.1).fold(f64::MAX, f64::min)
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
const NEAR: &str = "#0000b0";
const FAR: &str = "#0000d0";
const BACKGROUND: &str = "#000000";

fn sheet(width: f64, height: f64) -> Sheet {
    Sheet { width, height, pixel_ratio: 2.0, units: 4 }
}

/// Minutes of a run with `players` online: a tenth between matches, a hundredth searching. Each minute
/// matches a sixth, at most 60; `spread` stretches waits and round trips.
fn columns(minutes: usize, spread: u32, players: impl Fn(usize) -> u32) -> Columns {
    let layout = Layout { wait_bins: 360, rtt_bins: 256, datacenters: 1 };
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
            let rtt_ms = (20 + rng.random_range(..10 * spread)).min(255);
            row.rtts().add(rtt_ms as u16, 1);
            let here = row.at(0);
            here[PerDatacenter::RttSumMs as usize] += rtt_ms;
            here[PerDatacenter::Matched as usize] += 1;
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
