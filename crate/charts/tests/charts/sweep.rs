//! Tests of the charts of sweeps, and of figures by hour.

use super::*;
use matchday_charts::sweep::{Curve, Estimate, Stop, Unit};
use matchday_charts::{hours, sweep};

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
        let (Axes { left, right, .. }, y) = (chart.axes, chart.place((0.0, target)).1);
        let level = |line: &Element<'_>| line.points().iter().all(|point| (point.1 - y).abs() < 1.0);
        let lines = chart.of_color("polyline", "stroke", INK_2);
        let ends = lines.iter().find(|line| level(line)).unwrap().points();
        assert!((ends[0].0 - left).abs() < 1.0 && (ends[1].0 - right).abs() < 1.0, "from side to side");
        chart.assert_words(["95th percentile", "Mean"]);
        let texts = chart.words();
        assert!(texts.iter().any(|text| text.starts_with("at most")), "{texts:?}");
    }
}

#[test]
fn means_of_a_sweep_stand_between_the_ends_of_their_intervals() {
    let at = |mean| Some(Estimate { mean, interval: Some((mean - 40.0, mean + 60.0)) });
    let one = Some(Estimate { mean: 900.0, interval: None });
    let chart = sweep_lines(Unit::Count, sheet(470.0, 190.0), &stops(4), &[at(200.0), None, at(500.0), one]);
    let rings = chart.of_color("circle", "stroke", PLAYING);
    let lines = chart.of_color("polyline", "stroke", PLAYING);
    for (k, (x, mean, low, high)) in
        [(0.0, 200.0, 160.0, 260.0), (2.0, 500.0, 460.0, 560.0), (3.0, 900.0, 900.0, 900.0)].into_iter().enumerate()
    {
        chart.assert_at(rings[k].centre(), (x, mean), "a mean");
        let ends = lines[k].points();
        chart.assert_at(ends[0], (x, low), "a lower end");
        chart.assert_at(ends[1], (x, high), "an upper end");
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
    let inside: Vec<_> = cells.iter().filter(|cell| cell.points()[0].0 < right - 1.0).collect();
    let expected = [(0.0, 0.0, 0.1), (0.0, 1.0, 0.3), (1.0, 1.0, 0.5), (2.0, 0.0, 0.7), (2.0, 1.0, 0.9)];
    assert_eq!(inside.len(), expected.len(), "no runs, no cell");
    for (cell, (column, row, shade)) in inside.iter().zip(expected) {
        let corner = cell.points()[0];
        let (x, y) = (left + column * (right - left) / 3.0, bottom - (row + 1.0) * (bottom - top) / 2.0);
        assert_near(corner, (x, y), "a cell");
        assert!((cell.number("opacity") - shade).abs() < 0.01, "{}", cell.number("opacity"));
    }
    chart.assert_words(["10", "20", "30", "40", "50"]);
}

fn by_hour(sheet: Sheet, shaded: &[usize], ways: [&[Option<Estimate>]; 2]) -> Picture {
    Picture::draw(sheet, |root, theme, sheet| hours::draw(root, theme, sheet, Unit::Seconds, shaded, ways).unwrap())
}

#[test]
fn both_ways_stand_in_the_middle_of_their_hours_over_those_that_are_shaded() {
    let at = |mean| Some(Estimate { mean, interval: Some((mean - 1.0, mean + 1.0)) });
    let (apart, together): (Vec<_>, Vec<_>) = (0..24).map(|hour| (at(5.0), at(6.0 + f64::from(hour)))).unzip();
    let chart = by_hour(sheet(470.0, 190.0), &[22, 23, 0], [&apart, &together]);
    let Axes { left, right, x0, x1, .. } = chart.axes;
    assert_eq!((x0, x1), (0.0, 24.0));
    let line = chart.of_color("polyline", "stroke", SEARCHING).remove(0).points();
    assert_eq!(line.len(), 24);
    for (hour, drawn) in (0..24).map(f64::from).zip(line) {
        chart.assert_at(drawn, (hour + 0.5, 6.0 + hour), "an hour");
    }
    let ground = chart.of_color("polygon", "fill", "#000020");
    let starts = ground.iter().map(|ground| (ground.points()[0].0 - left) / (right - left) * 24.0);
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
