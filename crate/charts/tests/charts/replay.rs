//! Tests of the chart of the replay rate.

use super::*;
use matchday_charts::{Metric, ReplaySweep, replay};

pub const POINTS: [(f64, f64); 4] = [(0.0, 6_250.0), (0.5, 12_500.0), (0.75, 25_000.0), (0.9, 62_500.0)];

pub fn hockey_stick() -> Vec<(f64, f64)> {
    (0..=95).map(|p| (f64::from(p) / 100.0, 6_250.0 / (1.0 - f64::from(p) / 100.0))).collect()
}

fn replay_chart(metric: Metric, present: f64, baseline: Option<(f64, f64)>, theory: &[(f64, f64)]) -> Picture {
    let sweep = ReplaySweep { metric, points: POINTS.to_vec(), theory: theory.to_vec(), present, baseline };
    Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| replay::draw(root, theme, sheet, &sweep).unwrap().axes)
}

#[test]
fn the_present_setting_stands_on_the_curve_with_its_tangent() {
    let theory = hockey_stick();
    let chart = replay_chart(Metric::Peak, 0.8, Some(POINTS[2]), &theory);
    chart.assert_readable("replay");
    chart.assert_at(chart.of_color("circle", "fill", ACCENT)[0].centre(), (0.8, 31_250.0), "the present setting");
    let place = |replay, value| chart.place((replay, value));
    // The tangent meets the axis where the closed form's 1 / (1 - p) puts it: as far to the left as 1 is to
    // the right.
    let tangent = chart.of_color("polyline", "stroke", ACCENT).remove(0).points();
    let slope = -(tangent[1].1 - tangent[0].1) / (tangent[1].0 - tangent[0].0);
    let one_point = place(0.8, 0.0).1 - place(0.8, 31_250.0 * 0.01 / (1.0 - 0.8)).1;
    let expected = one_point / (place(0.81, 0.0).0 - place(0.8, 0.0).0);
    assert!((slope / expected - 1.0).abs() < 0.02, "{slope}, not {expected}");
    let rings = chart.of_color("circle", "stroke", PLAYING).len();
    assert_eq!(rings, POINTS.len());
    chart.assert_words(["80\u{a0}%: 31,250", "A, 75\u{a0}%: 25,000"]);
}

#[test]
fn the_present_point_can_be_grabbed_where_it_is_drawn() {
    let places = |points: &[(f64, f64)], theory: &[(f64, f64)], present| {
        let (points, theory) = (points.to_vec(), theory.to_vec());
        let sweep = ReplaySweep { metric: Metric::Peak, points, theory, present, baseline: None };
        let mut places = None;
        let chart = Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| {
            places.insert(replay::draw(root, theme, sheet, &sweep).unwrap()).axes
        });
        (chart, places.unwrap().present)
    };
    for (theory, present) in [(&hockey_stick()[..], 0.8), (&[], 0.8), (&[], 0.75)] {
        let (chart, spot) = places(&POINTS, theory, present);
        let (dot, spot) = (chart.of_color("circle", "fill", ACCENT).remove(0), spot.unwrap());
        assert_near(dot.centre(), (spot.x, spot.y), "the present setting");
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
        let (points, theory) = (points.to_vec(), Vec::new());
        let sweep = ReplaySweep { metric: Metric::Wait, points, theory, present: 0.75, baseline: None };
        let chart = Picture::draw(sheet(470.0, 190.0), |root, theme, sheet| {
            replay::draw(root, theme, sheet, &sweep).unwrap().axes
        });
        assert_eq!(chart.of_color("circle", "fill", BACKGROUND).len(), sweep.points.len());
        chart.assert_readable("begun");
    }
}
