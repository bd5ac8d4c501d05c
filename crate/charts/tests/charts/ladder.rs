//! Tests of the charts of a ladder.

use super::*;
use matchday_charts::ladder::fairness::{calibration, gaps};
use matchday_charts::ladder::profile::{AccountRating, profile};
use matchday_charts::ladder::skill::{Dot, learning, scatter};
use matchday_charts::ladder::{day, tiers};
use matchday_ranked::minutes::{LadderColumn, LadderMinutes, WIDTH};
use matchday_sim::histogram::Histogram;
use matchday_wire::report::{PredictionBin, RatingError};

/// Minutes with these values in each column.
pub(super) fn ladder_minutes(minutes: usize, value: impl Fn(LadderColumn, usize) -> f32) -> LadderMinutes {
    let mut ladder = LadderMinutes::default();
    for minute in 0..minutes {
        let row: [f32; WIDTH] = LadderColumn::ALL.map(|column| value(column, minute));
        ladder.push_rows(&row);
    }
    ladder
}

/// Centres of the circles of a colour, with their opacity.
fn discs(chart: &Picture, color: &str) -> Vec<((f64, f64), f64)> {
    let circles = chart.of_color("circle", "fill", color);
    circles.iter().map(|circle| (circle.centre(), circle.number("opacity"))).collect()
}

fn all_charts(sheet: Sheet, size: u32) -> Vec<Picture> {
    let minutes = ladder_minutes((size as usize).min(1_440), |column, minute| match column {
        LadderColumn::Inflation => -(size as f32) / 3.0,
        _ => (size as usize % 977 + minute % 7) as f32,
    });
    let dots: Vec<Dot> = (0..size.min(400))
        .map(|k| Dot {
            points: f64::from(k * 37 % size),
            skill: f64::from(k * 41 % size) - 90.0,
            provisional: k % 3 == 0,
        })
        .collect();
    let error = |k| RatingError { rmse: f64::from(size) / f64::from(k + 1), bias: -f64::from(k) };
    let errors: Vec<Option<RatingError>> = (0..100).map(|k| (k < size && k % 5 != 3).then(|| error(k))).collect();
    let bins: Vec<PredictionBin> = (0..size.min(20))
        .map(|k| PredictionBin { matches: k % 4 * size, predicted: Some(f64::from(k) / 20.0), scored: Some(0.5) })
        .collect();
    let counts: Vec<u32> = (0..size.min(301)).map(|k| size / (k + 1)).collect();
    let mean = counts.first().map(|_| f64::from(size % 2_000));
    let waits = |tier: u32| {
        let mut waits = Histogram(vec![0; 325]);
        (0..size.min(300)).for_each(|k| waits.0[(k * tier % 325) as usize] += 1);
        waits
    };
    let tier_names = ["Bronze", "Silver", "Gold", "Platinum", "Diamond", "Master"];
    let by_tier: Vec<(&str, Histogram)> = tier_names.into_iter().zip((0..).map(waits)).collect();
    let divisions: Vec<(String, u32)> =
        (0..size.min(21)).map(|k| (format!("{}-{}", tier_names[k as usize / 4], k % 4), size / (k + 1))).collect();
    let ratings: Vec<AccountRating> = (0..size.min(400))
        .map(|k| AccountRating {
            at_s: f64::from(k) * 500.0 - 3_000.0,
            rating: f64::from(size % 4_000 + k % 50) - 600.0,
            deviation: f64::from(350 - k.min(300)),
        })
        .collect();
    vec![
        Picture::draw(sheet, |root, theme, sheet| {
            profile(
                root,
                theme,
                sheet,
                &ratings,
                &[86_400.0],
                View::whole(ShownDays { count: 1 + size % 9, ..ONE_DAY }),
            )
            .unwrap()
        }),
        Picture::draw(sheet, |root, theme, sheet| {
            day::truth(root, theme, sheet, &minutes, View::whole(ONE_DAY)).unwrap()
        }),
        Picture::draw(sheet, |root, theme, sheet| {
            day::checks(root, theme, sheet, &minutes, View::whole(ONE_DAY)).unwrap()
        }),
        Picture::draw(sheet, |root, theme, sheet| scatter(root, theme, sheet, &dots).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| learning(root, theme, sheet, &errors, 10).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| calibration(root, theme, sheet, [&bins; 3]).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| gaps(root, theme, sheet, &counts, mean).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| tiers::waits(root, theme, sheet, &by_tier).unwrap()),
        Picture::draw(sheet, |root, theme, sheet| tiers::pyramid(root, theme, sheet, &divisions).unwrap()),
    ]
}

#[test]
fn charts_of_a_ladder_can_be_read_at_any_size() {
    for size in [0, 1, 15, 700, 4_321, 1_234_567] {
        for (width, height) in [(320.0, 200.0), (470.0, 220.0), (1_600.0, 220.0), (320.0, 160.0)] {
            for (at, chart) in all_charts(sheet(width, height), size).iter().enumerate() {
                chart.assert_readable(&format!("chart {at} of {size}, {width} x {height}"));
            }
        }
    }
}

#[test]
fn what_is_not_known_of_the_truth_is_not_drawn_and_inflation_may_be_below_zero() {
    let minutes = ladder_minutes(1_440, |column, minute| match column {
        LadderColumn::Settled => f32::from(u8::from(minute >= 720)),
        LadderColumn::Rmse => 120.0,
        LadderColumn::Bias => -20.0,
        LadderColumn::Deviation => 80.0,
        LadderColumn::Inflation => -30.0,
        _ => 0.0,
    });
    let chart = Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| {
        day::truth(root, theme, sheet, &minutes, View::whole(ONE_DAY)).unwrap()
    });
    for (color, from_min, y) in [(ACCENT, 720.0, 120.0), (FAR, 720.0, 20.0), (INK_2, 0.0, -30.0)] {
        let line = chart.of_color("polyline", "stroke", color).remove(0).points();
        chart.assert_at(line[0], (from_min * 60.0, y), "the beginning");
        line.iter().for_each(|&(x, at)| assert_near((x, at), (x, chart.place((0.0, y)).1), color));
    }
    chart.assert_words(["RMSE 120", "|Bias| 20", "Inflation \u{2212}30", "0", "100"]);
}

#[test]
fn ready_checks_are_counted_by_the_minute() {
    let minutes = ladder_minutes(1_440, |column, _| match column {
        LadderColumn::Offered => 12.0,
        LadderColumn::Formed => 9.0,
        LadderColumn::Dodges => 4.0,
        LadderColumn::Leavers => 0.5,
        _ => 0.0,
    });
    let chart = Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| {
        day::checks(root, theme, sheet, &minutes, View::whole(ONE_DAY)).unwrap()
    });
    chart.assert_words(["Offered 12.0", "Formed 9.0", "Dodges 4.0", "Leavers 0.5"]);
}

#[test]
fn accounts_stand_at_their_skill_and_rating_beside_the_line_of_equals() {
    let dots = [
        Dot { points: 1_900.0, skill: 1_700.0, provisional: false },
        Dot { points: 1_500.0, skill: 1_100.0, provisional: true },
    ];
    let chart = Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| scatter(root, theme, sheet, &dots).unwrap());
    let [settled, provisional] = [PLAYING, SEARCHING].map(|color| discs(&chart, color)[0]);
    chart.assert_at(settled.0, (1_700.0, 1_900.0), "settled");
    chart.assert_at(provisional.0, (1_100.0, 1_500.0), "provisional");
    assert!(provisional.1 < settled.1, "provisional ones are lighter");
    let Axes { left, right, x0, x1, .. } = chart.axes;
    let dashes = chart.of_color("polyline", "stroke", INK);
    assert!(dashes.len() > 20, "{} dashes", dashes.len());
    for dash in dashes {
        let (x, y) = dash.points()[0];
        let skill = x0 + (x - left) / (right - left) * (x1 - x0);
        chart.assert_at((x, y), (skill, skill), "a dash");
    }
}

#[test]
fn errors_stand_above_the_match_after_which_they_were() {
    let mut errors = vec![None; 100];
    let error = |rmse, bias| Some(RatingError { rmse, bias });
    (errors[0], errors[9], errors[99]) = (error(300.0, 50.0), error(150.0, -40.0), error(60.0, 5.0));
    let chart =
        Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| learning(root, theme, sheet, &errors, 10).unwrap());
    for (color, expected) in [(ACCENT, [300.0, 150.0, 60.0]), (FAR, [50.0, -40.0, 5.0])] {
        let line = chart.of_color("polyline", "stroke", color).remove(0).points();
        assert_eq!(line.len(), 3);
        for ((x, y), (matches, error)) in line.into_iter().zip([1.0, 10.0, 100.0].into_iter().zip(expected)) {
            chart.assert_at((x, y), (matches, error), "an error");
        }
    }
}

#[test]
fn predictions_stand_at_what_came_of_them_the_more_the_larger() {
    let bin = |matches, predicted, scored| PredictionBin { matches, predicted: Some(predicted), scored: Some(scored) };
    let rated = [bin(400, 0.52, 0.45), PredictionBin::default(), bin(100, 0.78, 0.7)];
    let oracle = [bin(40, 0.1, 0.1), bin(40, 0.9, 0.9), bin(2, 0.95, 0.5)];
    let chart = Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| {
        calibration(root, theme, sheet, [&rated, &oracle, &[]]).unwrap()
    });
    let circles = chart.of_color("circle", "fill", PLAYING);
    assert_eq!(circles.len(), 2, "a bin without matches is left out");
    let found = discs(&chart, PLAYING);
    chart.assert_at(found[0].0, (0.52, 0.45), "many");
    chart.assert_at(found[1].0, (0.78, 0.7), "few");
    assert!(circles[0].number("r") > circles[1].number("r") && found[0].1 > found[1].1);
    assert!(chart.of_color("polyline", "stroke", INK_2).len() > 10, "true skill is dashed");
    let texts = chart.words();
    assert!(texts.contains(&"Rating") && texts.contains(&"True skill") && !texts.contains(&"Shadow"), "{texts:?}");
}

#[test]
fn gaps_stand_in_their_bins_with_their_mean_and_what_nearly_all_keep() {
    let mut counts = vec![0; 300];
    (counts[2], counts[12], counts[19]) = (60, 35, 5);
    let chart =
        Picture::draw(sheet(900.0, 220.0), |root, theme, sheet| gaps(root, theme, sheet, &counts, Some(67.0)).unwrap());
    let bars = chart.of_color("polygon", "fill", NEAR);
    let corner = |bar: &Element<'_>| (bar.points()[0].0, bar.points()[0].1);
    for (bar, expected) in bars.iter().zip([(20.0, 60.0), (120.0, 35.0), (190.0, 5.0)]) {
        chart.assert_at(corner(bar), expected, "a bar");
    }
    assert_eq!(bars.len(), 3);
    let texts = chart.texts();
    for (words, points) in [("Mean 67", 67.0), ("95 % up to 130", 130.0)] {
        let (_, area) = texts.iter().find(|(text, _)| *text == words).unwrap_or_else(|| panic!("{words} in {texts:?}"));
        let (x, _) = chart.place((points, 0.0));
        assert!((area[0] - x - 4.0).abs() < 1.5, "{words} stands beside its line");
    }
}

#[test]
fn waits_stand_in_the_row_of_their_tier() {
    let mut slow = Histogram(vec![0; 325]);
    (slow.0[40], slow.0[200]) = (55, 45);
    let tiers = [("Gold", Histogram(vec![0; 325])), ("Master", slow)];
    let chart =
        Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| tiers::waits(root, theme, sheet, &tiers).unwrap());
    let medians = discs(&chart, SEARCHING);
    assert_eq!(medians.len(), 1, "nobody in Gold has waited");
    // The median is in the second after 40: 50 of its 55 are below. The 90th percentile is in the one after 200.
    chart.assert_at(medians[0].0, (40.0 + 50.0 / 55.0, 1.5), "the median");
    let ring = chart.of_color("circle", "stroke", SEARCHING).remove(0);
    chart.assert_at(ring.centre(), (200.0 + 35.0 / 45.0, 1.5), "the 90th percentile");
    let texts = chart.words();
    assert!(texts.contains(&"41 / 201\u{a0}s") && texts.contains(&"Gold"), "{texts:?}");
}

#[test]
fn divisions_are_as_long_as_they_have_accounts_and_summed_up_by_tier() {
    let divisions = [("Silver-1", 30), ("Gold-2", 40), ("Gold-1", 20), ("Master", 10)];
    let divisions = divisions.map(|(name, accounts)| (name.to_owned(), accounts));
    let chart = Picture::draw(sheet(470.0, 220.0), |root, theme, sheet| {
        tiers::pyramid(root, theme, sheet, &divisions).unwrap()
    });
    let bars = chart.of_color("polygon", "fill", ACCENT);
    for (row, (bar, (_, accounts))) in bars.iter().zip(&divisions).enumerate() {
        let (x, y) = bar.points()[1];
        chart.assert_at((x, y), (f64::from(*accounts), row as f64 + 0.92), "a bar");
    }
    let shades: Vec<f64> = bars.iter().map(|bar| bar.number("opacity")).collect();
    assert!(shades[0] != shades[1] && shades[1] == shades[2] && shades[2] != shades[3], "{shades:?}");
    chart.assert_words(["Silver 30, 30.0 %", "Gold 60, 60.0 %", "Master 10, 10.0 %"]);
}

#[test]
fn a_profile_has_its_rating_in_the_middle_of_its_band_and_the_warm_up_only_at_its_end() {
    let at = |at_s, rating, deviation| AccountRating { at_s, rating, deviation };
    let ratings = [
        at(-9_000.0, 900.0, 10.0),
        at(-60.0, 1_500.0, 100.0),
        at(21_600.0, 1_600.0, 80.0),
        at(43_200.0, 1_550.0, 50.0),
    ];
    let chart = Picture::draw(sheet(1_600.0, 400.0), |root, theme, sheet| {
        profile(root, theme, sheet, &ratings, &[], View::whole(ONE_DAY)).unwrap()
    });
    let axes = chart.axes;
    assert_eq!((axes.x0, axes.x1), (0.0, 86_400.0));
    // The widest band is at midnight; earlier values are not drawn.
    assert!(axes.y0 > 1_200.0 && axes.y0 <= 1_300.0 && axes.y1 >= 1_760.0, "{axes:?}");
    let line = chart.of_color("polyline", "stroke", PLAYING).remove(0).points();
    let expected = [(0.0, 1_500.0), (21_600.0, 1_600.0), (43_200.0, 1_550.0)];
    assert_eq!(line.len(), expected.len());
    for (&(x, y), expected) in line.iter().zip(expected) {
        chart.assert_at((x, y), expected, "the rating");
    }
    chart.assert_words(["1,550"]);
}
