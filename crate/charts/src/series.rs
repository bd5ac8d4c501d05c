//! From minutes to the points of a line.

use matchday_sim::Columns;
use matchday_sim::histogram::Histogram;
use std::ops::Range;

/// A point of a line: minutes since the first shown midnight, and a value.
pub type Point = (f64, f64);

/// A line through one value per minute, for a plot of these minutes in `columns` pixel columns. It has the
/// minimum and maximum of each column in order of time, so a spike of one minute is visible at any width.
pub fn outline(values: &[f64], columns: usize, minutes: Range<usize>) -> Vec<Point> {
    let middle = |minute: usize| (minute as f64 + 0.5, values[minute]);
    let (start, end) = (minutes.start, minutes.end.min(values.len()));
    if start >= end {
        return Vec::new();
    }
    let mut line: Vec<Point> = Vec::with_capacity(2 * columns + 2);
    line.push((start as f64, values[start]));
    if minutes.len() <= 2 * columns {
        line.extend((start..end).map(middle));
    } else {
        for column in buckets(columns, minutes, end) {
            let by_value = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
            let (Some(low), Some(high)) = (column.clone().min_by(by_value), column.max_by(by_value)) else { continue };
            line.push(middle(low.min(high)));
            if low != high {
                line.push(middle(low.max(high)));
            }
        }
    }
    line.push((end as f64, values[end - 1]));
    line
}

/// A smoother line: the mean of each pixel column.
pub fn means(values: &[f64], columns: usize, minutes: Range<usize>) -> Vec<Point> {
    let mean = |column: Range<usize>| {
        let (middle, n) = ((column.start + column.end) as f64 / 2.0, column.len() as f64);
        (middle, values[column].iter().sum::<f64>() / n)
    };
    buckets(columns.min(minutes.len()), minutes, values.len()).map(mean).collect()
}

/// The recorded minutes of each pixel column.
fn buckets(columns: usize, minutes: Range<usize>, recorded: usize) -> impl Iterator<Item = Range<usize>> {
    let edge = move |column: usize| minutes.start + column * minutes.len() / columns.max(1);
    let columns = (0..columns).map(move |column| edge(column)..edge(column + 1).min(recorded));
    columns.filter(|minutes| !minutes.is_empty())
}

/// The part of a line between two places on the x axis, with points on the line at its ends. The line's points are
/// sorted.
pub fn clip(line: Vec<Point>, from: f64, to: f64) -> Vec<Point> {
    let [first, last] = [line.first(), line.last()].map(|end| end.map_or(from, |end| end.0));
    if from <= first && last <= to {
        return line;
    }
    let mut part = Vec::with_capacity(line.len());
    let mut before: Option<Point> = None;
    for (x, y) in line {
        if let Some((x0, y0)) = before {
            let crossed = [from, to].into_iter().filter(|&edge| x0 < edge && edge < x);
            part.extend(crossed.map(|edge| (edge, y0 + (y - y0) * (edge - x0) / (x - x0))));
        }
        part.extend((from..=to).contains(&x).then_some((x, y)));
        before = Some((x, y));
    }
    part
}

/// Window of [`windowed`], minutes.
const TOGETHER_MIN: usize = 10;

/// Ratios of ten-minute sums around each minute; `None` if the divisor is 0.
pub fn windowed(sums: &[f64], of: &[f64]) -> Vec<Option<f64>> {
    let around = |minute: usize| {
        let start = minute.saturating_sub(TOGETHER_MIN / 2);
        start..(start + TOGETHER_MIN).min(sums.len())
    };
    let ratio = |minute| {
        let of = of[around(minute)].iter().sum::<f64>();
        (of > 0.0).then(|| sums[around(minute)].iter().sum::<f64>() / of)
    };
    (0..sums.len()).map(ratio).collect()
}

/// The window for statistics of matched players: ten minutes, or more if few players are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    minutes: usize,
}

/// Least players in a window: fewer make a percentile jump.
const ENOUGH_MATCHED: u64 = 2_000;
const SHORTEST_MIN: u64 = 10;
const LONGEST_MIN: u64 = 120;

impl Window {
    /// The window that suits a run.
    pub fn of(columns: &Columns) -> Self {
        let minutes = columns.minutes();
        let matched = columns.waits(0..minutes).count().max(1);
        let wanted = (ENOUGH_MATCHED * minutes as u64).div_ceil(matched);
        Self { minutes: wanted.clamp(SHORTEST_MIN, LONGEST_MIN) as usize }
    }

    /// The window with at least this many minutes.
    pub fn at_least(self, minutes: usize) -> Self {
        Self { minutes: self.minutes.max(minutes) }
    }

    /// The recorded minutes around one.
    pub fn around(self, minute: usize, recorded: usize) -> Range<usize> {
        let start = (minute + 1).saturating_sub(self.minutes / 2 + 1);
        start..(start + self.minutes).min(recorded).max(start)
    }
}

/// A statistic of histograms at every pixel column of a plot of these minutes.
pub fn sampled<T>(
    columns: &Columns,
    pixels: usize,
    minutes: Range<usize>,
    mut statistic: impl FnMut(Range<usize>) -> Option<T>,
) -> Vec<(f64, T)> {
    let recorded = columns.minutes();
    let (start, end) = (minutes.start as f64, minutes.end.min(recorded) as f64);
    let window = Window::of(columns).at_least(minutes.len() / pixels.max(1));
    let samples = buckets(pixels.min(minutes.len()), minutes, recorded).map(|column| (column.start + column.end) / 2);
    let sample = |minute: usize| Some((minute as f64 + 0.5, statistic(window.around(minute, recorded))?));
    let mut line: Vec<(f64, T)> = samples.filter_map(sample).collect();
    // Extend to the edges, where half a window is missing.
    if let Some(first) = line.first_mut() {
        first.0 = start;
    }
    if let Some(last) = line.last_mut() {
        last.0 = end;
    }
    line
}

/// A percentile between whole values: each whole value stands for all that round to it. Otherwise the line
/// would be a staircase.
pub fn smooth_percentile(histogram: &Histogram, share: f64) -> Option<f64> {
    let target = histogram.count() as f64 * share;
    let mut below = 0.0;
    let mut bins = histogram.0.iter().zip(0..).filter(|(n, _)| **n > 0);
    bins.find_map(|(&n, value)| {
        let n = n as f64;
        let inside = (target - below) / n;
        below += n;
        (below >= target).then(|| (f64::from(value) - 0.5 + inside).max(0.0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn a_spike_of_one_minute_survives_any_width() {
        let mut values = vec![5.0; 10_080];
        (values[4_321], values[7_000]) = (90.0, 1.0);
        for columns in [1, 7, 50, 333, 10_080] {
            let line = outline(&values, columns, 0..10_080);
            let extremes = line.iter().fold((f64::MAX, f64::MIN), |(low, high), p| (low.min(p.1), high.max(p.1)));
            assert_eq!(extremes, (1.0, 90.0), "{columns} columns");
            assert!(line.len() <= 2 * columns + 2 || columns == 10_080);
            assert!(line.is_sorted_by(|a, b| a.0 <= b.0));
        }
    }

    #[test]
    fn a_part_of_a_day_ends_where_it_ends() {
        let line = outline(&[3.0; 100], 50, 0..1_440);
        assert_eq!((line[0], line[line.len() - 1]), ((0.0, 3.0), (100.0, 3.0)));
        assert!(means(&[3.0; 100], 50, 0..1_440).iter().all(|&(x, y)| x < 100.0 && y == 3.0));
        assert_eq!((outline(&[], 50, 0..1_440), means(&[], 50, 0..1_440)), (vec![], vec![]));
    }

    #[test]
    fn a_part_of_a_day_has_only_its_minutes() {
        let values: Vec<f64> = (0..1_440).map(f64::from).collect();
        for columns in [4, 500] {
            let line = outline(&values, columns, 600..661);
            assert_eq!((line[0], line[line.len() - 1]), ((600.0, 600.0), (661.0, 660.0)), "{columns} columns");
            assert!(means(&values, columns, 600..661).iter().all(|&(x, _)| (600.0..661.0).contains(&x)));
        }
        assert_eq!(outline(&values[..700], 500, 690..720).last(), Some(&(700.0, 699.0)));
        assert_eq!(outline(&values[..700], 500, 700..720), []);
    }

    #[test]
    fn a_clipped_line_ends_on_the_line() {
        let line = vec![(0.0, 0.0), (10.0, 100.0), (20.0, 0.0)];
        assert_eq!(clip(line.clone(), 0.0, 20.0), line);
        assert_eq!(clip(line.clone(), 5.0, 12.0), [(5.0, 50.0), (10.0, 100.0), (12.0, 80.0)]);
        assert_eq!(clip(line.clone(), 12.0, 13.0), [(12.0, 80.0), (13.0, 70.0)], "between two points");
        assert_eq!(clip(line.clone(), 10.0, 20.0), line[1..]);
        assert_eq!(clip(line, 30.0, 40.0), []);
        assert_eq!(clip(vec![], 0.0, 1.0), []);
    }

    #[test]
    fn ratios_are_those_of_ten_minutes_and_nothing_where_nothing_was() {
        let mut of = vec![0.0; 30];
        let mut sums = vec![0.0; 30];
        (of[10], sums[10], of[12], sums[12]) = (1.0, 4.0, 3.0, 0.0);
        let ratios = windowed(&sums, &of);
        assert_eq!((ratios[2], ratios[11], ratios[29]), (None, Some(1.0), None));
        // Over all matches of the window, not of each minute.
        assert_eq!(ratios.iter().flatten().fold(0.0, |a: f64, &b| a.max(b)), 4.0);
    }

    #[test]
    fn windows_stay_within_what_is_recorded() {
        let window = Window { minutes: 10 };
        assert_eq!(window.around(0, 1_440), 0..10);
        assert_eq!(window.around(700, 1_440), 695..705);
        assert_eq!(window.around(1_439, 1_440), 1_434..1_440);
        assert_eq!(window.around(3, 4), 0..4);
    }

    #[test]
    fn percentiles_between_whole_values_agree_with_the_whole_ones() {
        let mut rng = matchday_base::Streams::new(2).stream("test");
        let mut histogram = Histogram(vec![0; 40]);
        (0..5_000).for_each(|_| histogram.0[rng.random_range(..20_usize) + rng.random_range(..20_usize)] += 1);
        for per_cent in [1, 50, 95, 99] {
            let whole = f64::from(histogram.percentile(per_cent).unwrap());
            let smooth = smooth_percentile(&histogram, per_cent as f64 / 100.0).unwrap();
            assert!((smooth - whole).abs() <= 0.5, "{per_cent}: {whole} and {smooth}");
        }
        assert_eq!(smooth_percentile(&Histogram(vec![0; 4]), 0.5), None);
    }
}
