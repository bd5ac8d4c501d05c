//! Tests of one figure against another.

use super::*;
use matchday_charts::Spot;
use matchday_charts::tradeoff::{self, Tradeoff, TradeoffBaseline, TradeoffPlaces, TradeoffPoint, TradeoffTarget};

/// Costs and misses of buffers of 0, 5 and so on per cent, from right to left; the more, the dearer.
fn buffers(count: u32) -> Tradeoff {
    let point = |buffer: u32| TradeoffPoint {
        x: 1_200.0 + 20.0 * f64::from(buffer),
        y: 3.0 * libm::exp(-0.3 * f64::from(buffer)),
        label: format!("buffer {} %", 5 * buffer),
    };
    Tradeoff {
        points: (0..count).rev().map(point).collect(),
        present: (count > 3).then_some(3),
        baseline: Some(TradeoffBaseline { x: 1_330.0, y: 0.35 }),
        target: Some(TradeoffTarget { y: 0.2, label: "target 0.2 %".into() }),
        log: true,
        x_unit: "$ {} a day".into(),
        y_unit: "{} %".into(),
    }
}

fn draw(sheet: Sheet, tradeoff: &Tradeoff) -> (Picture, TradeoffPlaces) {
    let mut places = None;
    let chart = Picture::draw(sheet, |root, theme, sheet| {
        places.insert(tradeoff::draw(root, theme, sheet, tradeoff).unwrap()).axes
    });
    (chart, places.unwrap())
}

fn of(spot: Spot) -> (f64, f64) {
    (spot.x, spot.y)
}

#[test]
fn points_stand_at_their_values_where_the_page_is_told() {
    let tradeoff = buffers(8);
    let (chart, places) = draw(sheet(470.0, 220.0), &tradeoff);
    for (point, &spot) in tradeoff.points.iter().zip(&places.points) {
        chart.assert_at(of(spot), (point.x, libm::log2(point.y)), &point.label);
    }
    let dot = chart.of_color("circle", "fill", ACCENT).remove(0);
    assert_near(dot.centre(), of(places.points[3]), "the present point");
    let rings = chart.of_color("circle", "stroke", PLAYING);
    assert_eq!(rings.len(), 7);
    rings.iter().zip(places.points.iter().enumerate().filter(|(at, _)| *at != 3)).for_each(|(ring, (_, &spot))| {
        assert_near(ring.centre(), of(spot), "a ring");
        assert!(ring.number("r") < dot.number("r"), "the present point is larger");
    });
    let line = chart.of_color("polyline", "stroke", INK_2).remove(0).points();
    assert!(line.is_sorted_by(|a, b| a.0 < b.0) && line.len() == 8, "in the order of x");
    let baseline = places.baseline.unwrap();
    for dash in chart.of_color("polyline", "stroke", INK) {
        let (x, y) = dash.points()[0];
        assert!((libm::hypot(x - baseline.x, y - baseline.y) - 6.5).abs() < 0.5, "a dashed ring");
    }
    let target = chart.place((0.0, libm::log2(0.2))).1;
    let dashes = chart.of_color("polyline", "stroke", NEAR);
    assert!(dashes.len() > 30 && dashes.iter().all(|dash| (dash.points()[0].1 - target).abs() < 1.0));
    chart.assert_words(["target 0.2 %", "Run A", "buffer 20 %", "2 %", "0.1"]);
    let texts = chart.words();
    assert!(texts.iter().any(|text| text.starts_with("$ 1,") && text.ends_with(" a day")), "{texts:?}");
}

#[test]
fn values_of_zero_stand_at_the_lower_end_of_a_logarithmic_axis() {
    let mut tradeoff = buffers(5);
    (tradeoff.points[0].y, tradeoff.baseline) = (0.0, None);
    let (chart, places) = draw(sheet(470.0, 220.0), &tradeoff);
    assert!((places.points[0].y - places.axes.bottom).abs() < 0.3);
    assert!(places.points[1..].iter().all(|spot| spot.y < places.axes.bottom - 3.0));
    assert!(chart.texts().iter().any(|(text, _)| *text == "0"));
    assert_eq!(places.baseline, None);
}

#[test]
fn labels_cover_neither_one_another_nor_the_line() {
    for log in [true, false] {
        for count in [0, 1, 2, 5, 12, 40] {
            for (width, height) in [(470.0, 190.0), (330.0, 190.0), (260.0, 120.0), (900.0, 300.0)] {
                let tradeoff = Tradeoff { log, ..buffers(count) };
                let (chart, places) = draw(sheet(width, height), &tradeoff);
                let what = format!("{count} points, {width} x {height}, logarithmic: {log}");
                chart.assert_readable(&what);
                let mut spots = places.points.clone();
                spots.sort_by(|a, b| a.x.total_cmp(&b.x));
                let middles = spots
                    .windows(2)
                    .map(|pair| Spot { x: (pair[0].x + pair[1].x) / 2.0, y: (pair[0].y + pair[1].y) / 2.0 });
                let line: Vec<Spot> = spots.iter().copied().chain(middles).collect();
                for (text, area) in chart.texts().iter().filter(|(text, _)| text.starts_with("buffer")) {
                    let covers =
                        |spot: &Spot| area[0] < spot.x && spot.x < area[2] && area[1] < spot.y && spot.y < area[3];
                    assert!(!line.iter().any(covers), "{what}: `{text}` at {area:?} covers the line");
                }
            }
        }
    }
}

#[test]
fn the_present_point_is_named_first() {
    for count in [4, 12, 40] {
        let tradeoff = buffers(count);
        let (chart, _) = draw(sheet(470.0, 190.0), &tradeoff);
        let label = tradeoff.points[3].label.as_str();
        assert!(chart.texts().iter().any(|(text, _)| *text == label), "{label} of {count} points");
    }
}
