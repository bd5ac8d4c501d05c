//! Tests of charts over time that show a part of the days, or one series.

use super::ladder::ladder_minutes;
use super::servers::server_minutes;
use super::*;
use matchday_charts::Frame;
use matchday_charts::label::GAP;
use matchday_charts::ladder::day::{self, CHECKS, TRUTH};
use matchday_charts::ladder::profile::{AccountRating, profile};
use matchday_charts::servers::{self, CHURN, GROUPS, Servers, WAITS};

fn view_of(params: &Params, part_s: Option<(f64, f64)>, only: Option<&str>, names: &'static [&'static str]) -> View {
    let (from_s, to_s) = part_s.unzip();
    let days = ShownDays { first: FIRST_DAY, count: params.days() };
    Frame { from_s, to_s, only: only.map(str::to_owned) }.view(days, names).unwrap()
}

/// The texts below the plot, from left to right.
fn times(chart: &Picture) -> Vec<&str> {
    let mut below: Vec<_> = chart.texts().into_iter().filter(|(_, area)| area[1] > chart.axes.bottom - 1.0).collect();
    below.sort_by(|a, b| a.1[0].total_cmp(&b.1[0]));
    below.into_iter().map(|(text, _)| text).collect()
}

/// Every chart over time with its series: charts of a day, of servers, and of a ladder.
fn every_chart(
    sheet: Sheet,
    part_s: Option<(f64, f64)>,
    only: impl Fn(&'static [&'static str]) -> Vec<Option<&'static str>>,
) -> Vec<(Picture, Option<&'static str>, &'static [&'static str])> {
    let params = params(&[]);
    let (now, before) = (columns(1_440, 40, wave(9_000.0)), columns(1_440, 5, wave(7_000.0)));
    let run = Run { columns: &now, params: &params, first_day: FIRST_DAY, expected_peak: 9_000.0, scale: 1.0 };
    let baseline = Run { columns: &before, ..run };
    let minutes = server_minutes(1_440, |minute| 100 + minute as u32 % 7);
    let ccu: Vec<f64> = (0..1_440).map(|minute| 900.0 + f64::from(minute)).collect();
    let ladder = ladder_minutes(1_440, |column, minute| (column as usize + minute % 7) as f32);
    let mut charts = Vec::new();
    let mut add = |names: &'static [&'static str], draw: &dyn Fn(&Svg<'_>, &Theme, Sheet, View) -> Places| {
        for only in only(names) {
            let view = view_of(&params, part_s, only, names);
            charts.push((Picture::draw(sheet, |root, theme, sheet| draw(root, theme, sheet, view)), only, names));
        }
    };
    add(&ccu::SERIES, &|root, theme, sheet, view| ccu::draw(root, theme, sheet, run, Some(baseline), view).unwrap());
    add(&wait::SERIES, &|root, theme, sheet, view| wait::draw(root, theme, sheet, run, Some(baseline), view).unwrap());
    add(&rtt::SERIES, &|root, theme, sheet, view| rtt::draw(root, theme, sheet, run, Some(baseline), view).unwrap());
    let servers = |view| Servers { minutes: &minutes, ccu: &ccu, view };
    add(&GROUPS, &|root, theme, sheet, view| servers::groups(root, theme, sheet, servers(view)).unwrap());
    add(&WAITS, &|root, theme, sheet, view| servers::waits(root, theme, sheet, servers(view)).unwrap());
    add(&CHURN, &|root, theme, sheet, view| servers::churn(root, theme, sheet, servers(view)).unwrap());
    add(&TRUTH, &|root, theme, sheet, view| day::truth(root, theme, sheet, &ladder, view).unwrap());
    add(&CHECKS, &|root, theme, sheet, view| day::checks(root, theme, sheet, &ladder, view).unwrap());
    charts
}

fn each(names: &'static [&'static str]) -> Vec<Option<&'static str>> {
    names.iter().map(|&name| Some(name)).collect()
}

/// Whether a label is that of a series. Shares of round trips have their limits as labels.
fn is_label(text: &str, series: &str) -> bool {
    match series {
        "ideal" => text.ends_with("to 50\u{a0}ms"),
        "expanded" => text.ends_with("to 100\u{a0}ms"),
        // Not the median or the 95th percentile of another series.
        _ => text == series || text.starts_with(&format!("{series} ")) || text.ends_with(&format!(" {series}")),
    }
}

#[test]
fn every_series_can_be_shown_alone() {
    for (chart, only, names) in every_chart(sheet(470.0, 220.0), None, each) {
        let only = only.unwrap();
        chart.assert_readable(only);
        let texts = chart.texts();
        let labels: Vec<_> = texts.iter().filter(|(_, area)| area[0] > chart.axes.right).collect();
        for series in names {
            let shown = labels.iter().any(|(text, _)| is_label(text, series));
            assert_eq!(shown, *series == only, "{series} beside {only} of {names:?}: {labels:?}");
        }
    }
}

/// The texts right of the plot that name series, from the top down, with their middles.
fn labels(chart: &Picture) -> Vec<(&str, f64)> {
    let right = chart.texts().into_iter().filter(|(_, area)| area[0] > chart.axes.right);
    let named = right.filter(|(text, _)| *text != "Run A");
    let mut labels: Vec<_> = named.map(|(text, area)| (text, (area[1] + area[3]) / 2.0)).collect();
    labels.sort_by(|a, b| a.1.total_cmp(&b.1));
    labels
}

fn assert_ends_are_labels(chart: &Picture, what: &str) {
    let (Axes { top, bottom, .. }, labels) = (chart.axes, labels(chart));
    assert_eq!(chart.ends.len(), labels.len(), "{what}: {:?} at {labels:?}", chart.ends);
    for (end, (text, y)) in chart.ends.iter().zip(labels) {
        assert!(is_label(text, end.series) && (end.y - y).abs() < 1.0, "{what}: {end:?} at `{text}`, {y}");
        assert!((top..=bottom).contains(&end.y), "{what}: {end:?} from {top} to {bottom}");
    }
    assert!(chart.ends.windows(2).all(|pair| pair[1].y - pair[0].y >= GAP - 1e-9), "{what}: {:?}", chart.ends);
}

#[test]
fn every_shown_series_has_an_end_at_its_label() {
    for part_s in [None, Some((64_800.0, 68_430.0))] {
        for size in [sheet(470.0, 220.0), sheet(1_600.0, 300.0)] {
            let all_and_each = |names| [vec![None], each(names)].concat();
            for (chart, only, names) in every_chart(size, part_s, all_and_each) {
                assert_ends_are_labels(&chart, &format!("{only:?} of {names:?}"));
                let mut ends: Vec<&str> = chart.ends.iter().map(|end| end.series).collect();
                for &series in &ends {
                    view_of(&params(&[]), part_s, Some(series), names);
                }
                let mut shown = only.map_or(names.to_vec(), |only| vec![only]);
                ends.sort_unstable();
                shown.sort_unstable();
                assert_eq!(ends, shown);
            }
        }
    }
}

#[test]
fn labels_without_room_have_no_ends() {
    for (chart, _, names) in every_chart(sheet(470.0, 60.0), None, |_| vec![None]) {
        assert_ends_are_labels(&chart, &format!("low chart of {names:?}"));
        assert!((1..names.len()).contains(&chart.ends.len()), "{:?} of {names:?}", chart.ends);
    }
}

#[test]
fn one_series_has_the_height_of_the_chart() {
    for (chart, only, names) in every_chart(sheet(470.0, 220.0), None, each) {
        let Axes { left, right, top, bottom, .. } = chart.axes;
        let inside = |&(x, y): &(f64, f64)| (left..=right).contains(&(x)) && (top..=bottom).contains(&(y));
        let drawn = ["polyline", "polygon"].into_iter().flat_map(|tag| chart.elements(tag));
        let points: Vec<(f64, f64)> = drawn.flat_map(|element| element.points()).filter(inside).collect();
        let highest = points.iter().map(|point| point.1).fold(f64::MAX, f64::min);
        // Logarithmic waits keep half the scale for doublings.
        let least = if names == wait::SERIES { 0.4 } else { 0.5 };
        assert!(bottom - highest >= least * (bottom - top), "{only:?} of {names:?} reaches {highest} of {top}");
    }
}

#[test]
fn a_part_of_the_day_fills_the_plot_and_nothing_leaves_it() {
    let part_s = (64_800.0, 68_430.0);
    for (chart, _, names) in every_chart(sheet(470.0, 220.0), Some(part_s), |_| vec![None]) {
        chart.assert_readable(&format!("{names:?}"));
        let Axes { left, right, x0, x1, .. } = chart.axes;
        assert!((x0 - part_s.0).abs() < 1e-6 && (x1 - part_s.1).abs() < 1e-6, "{x0} to {x1}");
        let drawn = ["polyline", "polygon"].into_iter().flat_map(|tag| chart.elements(tag));
        let xs: Vec<f64> = drawn.flat_map(|element| element.points()).map(|point| point.0).collect();
        let [low, high] = [xs.iter().copied().fold(f64::MAX, f64::min), xs.iter().copied().fold(0.0, f64::max)];
        assert!(low >= left - 0.2 && low < left + 5.0, "{names:?} begins at {low}, the plot at {left}");
        assert!(high <= right + 0.2 && high > right - 5.0, "{names:?} ends at {high}, the plot at {right}");
        let times = times(&chart);
        assert!(times.len() > 3 && ["18:00", "18:30", "19:00"].iter().all(|time| times.contains(time)), "{times:?}");
    }
}

#[test]
fn times_of_a_part_stand_at_round_steps_in_their_places() {
    let data = columns(10_080, 9, wave(900.0));
    let chart = |days: &str, from_s: f64, to_s: f64| {
        let params = params(&[("days", days)]);
        let run = Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 950.0, scale: 1.0 };
        let view = view_of(&params, Some((from_s, to_s)), None, &ccu::SERIES);
        let [chart, ..] = time_charts_in(sheet(470.0, 190.0), run, None, [view; 3]);
        chart
    };
    for (days, from_s, to_s, expected) in [
        ("1", 65_000.0, 65_400.0, vec!["18:04", "18:06", "18:08", "18:10"]),
        ("1", 64_800.0, 86_400.0, vec!["18:00", "19:00", "20:00", "21:00", "22:00", "23:00", "24:00"]),
        ("1", 60.0, 86_400.0, vec!["06:00", "12:00", "18:00", "24:00"]),
        ("7", 172_800.0, 259_200.0, vec!["Fri 00:00", "Fri 06:00", "Fri 12:00", "Fri 18:00", "Sat 00:00"]),
        ("7", 0.0, 345_600.0, vec!["Wed 00:00", "Thu 00:00", "Fri 00:00", "Sat 00:00", "Sun 00:00"]),
    ] {
        let chart = chart(days, from_s, to_s);
        assert_eq!(times(&chart), expected, "{from_s} to {to_s} of {days} days");
        let texts = chart.texts();
        let (_, area) = texts.iter().find(|(text, _)| *text == expected[1]).unwrap();
        let (day, clock) = expected[1].rsplit_once(' ').unwrap_or(("", expected[1]));
        let (hour, minute) = clock.split_once(':').unwrap();
        let day = ["", "Thu", "Fri"].iter().position(|name| *name == day).unwrap() as f64;
        let at_s = day * 86_400.0 + hour.parse::<f64>().unwrap() * 3_600.0 + minute.parse::<f64>().unwrap() * 60.0;
        let (x, _) = chart.place((at_s, 0.0));
        assert!(((area[0] + area[2]) / 2.0 - x).abs() < 1.0, "{} at {area:?}, not {x}", expected[1]);
    }
}

#[test]
fn a_part_has_the_range_and_the_peak_of_its_values() {
    let params = params(&[]);
    let data = columns(1_440, 9, |minute| if minute < 720 { 1_000 } else { 5_000 });
    let run = Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 5_000.0, scale: 1.0 };
    let view = |from_s, to_s| view_of(&params, Some((from_s, to_s)), None, &ccu::SERIES);
    let peak = |view| {
        let [chart, ..] = time_charts_in(sheet(470.0, 190.0), run, None, [view; 3]);
        let texts = chart.texts();
        let peak = texts.iter().find(|(text, _)| text.contains(" at ")).map(|(text, _)| (*text).to_owned());
        (chart.axes.y1, peak.unwrap())
    };
    for (to_s, highest, words) in [(7_200.0, 1_000.0, "1,000 at 01:00"), (50_000.0, 5_000.0, "5,000 at 12:00")] {
        let (top, peak) = peak(view(3_600.0, to_s));
        assert!(peak == words && (highest..1.3 * highest).contains(&top), "{peak}, below {top}");
    }
}

#[test]
fn a_part_that_is_not_recorded_yet_is_empty() {
    let params = params(&[]);
    let data = columns(700, 9, wave(900.0));
    let run = Run { columns: &data, params: &params, first_day: FIRST_DAY, expected_peak: 900.0, scale: 1.0 };
    for (from_s, to_s, simulating) in [(36_000.0, 46_800.0, true), (43_200.0, 46_800.0, false)] {
        let views = [&ccu::SERIES[..], &wait::SERIES, &rtt::SERIES]
            .map(|names| view_of(&params, Some((from_s, to_s)), None, names));
        let [ccu, ..] = time_charts_in(sheet(470.0, 190.0), run, None, views);
        ccu.assert_readable("a part");
        assert_eq!(ccu.texts().iter().any(|(text, _)| *text == "Simulating"), simulating);
        assert_eq!(ccu.elements("polygon").count() > 0, simulating);
    }
}

#[test]
fn parts_are_readable_at_any_size() {
    for days in ["1", "7", "30"] {
        let params = params(&[("days", days)]);
        let end_s = f64::from(params.days()) * 86_400.0;
        let (now, before) = (columns(2_000, 20, wave(31_000.0)), columns(1_440, 5, wave(60.0)));
        let run = Run { columns: &now, params: &params, first_day: FIRST_DAY, expected_peak: 31_000.0, scale: 1.0 };
        let baseline = Run { columns: &before, ..run };
        for part_s in [(0.0, 1.0), (3_600.0, 3_725.5), (0.0, 40_000.0), (end_s - 900.0, end_s), (1.0, end_s)] {
            let views = [&ccu::SERIES[..], &wait::SERIES, &rtt::SERIES]
                .map(|names| view_of(&params, Some(part_s), None, names));
            for (width, height) in [(470.0, 190.0), (330.0, 190.0), (1_600.0, 300.0)] {
                for chart in time_charts_in(sheet(width, height), run, Some(baseline), views) {
                    chart.assert_readable(&format!("{part_s:?} of {days} days, {width} x {height}"));
                }
            }
        }
    }
}

#[test]
fn a_part_of_a_profile_is_cut_from_its_line() {
    let at = |at_s, rating, deviation| AccountRating { at_s, rating, deviation };
    let ratings = [at(0.0, 1_500.0, 100.0), at(40_000.0, 1_600.0, 60.0), at(80_000.0, 1_400.0, 40.0)];
    let view = view_of(&params(&[]), Some((20_000.0, 60_000.0)), None, &[]);
    let chart = Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| {
        profile(root, theme, sheet, &ratings, &[10_000.0, 50_000.0], view).unwrap()
    });
    chart.assert_readable("a part of a profile");
    let line = chart.of_color("polyline", "stroke", PLAYING).remove(0).points();
    let expected = [(20_000.0, 1_550.0), (40_000.0, 1_600.0), (60_000.0, 1_500.0)];
    assert_eq!(line.len(), expected.len());
    line.into_iter().zip(expected).for_each(|(drawn, data)| chart.assert_at(drawn, data, "the rating"));
    chart.assert_words(["1,500"]);
}
