//! Tests of the charts of a day.

use super::*;

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
            assert!(length <= 4.3, "a dash of {length} pixels");
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
        let expected = chart.place((0.0, 5_000.0)).1;
        assert!((highest(&line) - expected).abs() < 1.0, "{width}: {}, not {expected}", highest(&line));
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
            let end = polygon.points().iter().map(|point| point.0).fold(0.0, f64::max);
            assert!((end - (left + right) / 2.0).abs() < 1.0, "{end}");
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
    let playing = highest(&chart.of_color("polygon", "fill", PLAYING).remove(0).points());
    assert!((playing - chart.place((0.0, 890.0)).1).abs() < 1.0, "{playing}");
    let words = rtt.words();
    assert!(words.iter().any(|words| words.ends_with("to 50\u{a0}ms")), "{words:?}");
}

#[test]
fn a_chart_has_one_layout_on_every_screen() {
    let params = params(&[]);
    let data = columns(1_440, 9, wave(900.0));
    let run = Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 900.0, scale: 1.0 };
    let charts = |pixel_ratio, units| time_charts(Sheet { width: 470.0, height: 190.0, pixel_ratio, units }, run, None);
    let coarse = charts(1.0, 1);
    for (pixel_ratio, units) in [(1.0, 4), (2.0, 4), (3.0, 2)] {
        for (a, b) in coarse.iter().zip(&charts(pixel_ratio, units)) {
            b.assert_readable(&format!("{pixel_ratio} times {units}"));
            assert_near((a.axes.right, a.axes.bottom), (b.axes.right, b.axes.bottom), "the plot's corner");
            assert_eq!(a.words().len(), b.words().len());
        }
    }
}
