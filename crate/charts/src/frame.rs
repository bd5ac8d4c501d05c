//! The part of the days that a chart over time shows, and the series that it shows alone.

use matchday_base::ShownDays;
use matchday_base::time::{DAY_S, MINUTE_S};
use std::ops::Range;
use thiserror::Error;

/// What a chart over time shows. Without values: all series over all days.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify))]
pub struct Frame {
    /// First shown second since the first shown midnight; without it, that midnight.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub from_s: Option<f64>,
    /// End of the shown part; without it, the end of the days.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub to_s: Option<f64>,
    /// The one series that is shown, by its name in the chart's labels.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub only: Option<String>,
}

/// A frame that a chart cannot show.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FrameError {
    /// Its times are no part of the days.
    #[error("from_s and to_s are no part of the days: from_s must be from 0, below to_s, and to_s up to {end_s}")]
    Part {
        /// The end of the days.
        end_s: u32,
    },
    /// The chart has no such series.
    #[error("there is no series `{name}` in this chart. Its series: {}", if names.is_empty() { "none".to_owned() } else { names.join(", ") })]
    Series {
        /// The name in the frame.
        name: String,
        /// The names that the chart has.
        names: &'static [&'static str],
    },
}

impl Frame {
    /// The frame as a view of these days in a chart with these series.
    ///
    /// # Errors
    /// Times that are no part of the days, or a series that the chart does not have.
    pub fn view(&self, days: ShownDays, names: &'static [&'static str]) -> Result<View, FrameError> {
        let end_s = days.count * DAY_S;
        let (from_s, to_s) = (self.from_s.unwrap_or(0.0), self.to_s.unwrap_or(end_s.into()));
        // NaN is in no order with anything.
        if !(0.0 <= from_s && from_s < to_s && to_s <= f64::from(end_s)) {
            return Err(FrameError::Part { end_s });
        }
        let named = |name: &String| {
            let known = names.iter().find(|known| *known == name);
            known.copied().ok_or_else(|| FrameError::Series { name: name.clone(), names })
        };
        let only = self.only.as_ref().map(named).transpose()?;
        let [from, to] = [from_s, to_s].map(|time_s| time_s / f64::from(MINUTE_S));
        Ok(View { days, from, to, only })
    }
}

/// A checked frame: the time axis of a chart, in minutes since the first shown midnight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// All days that the chart could show.
    pub days: ShownDays,
    from: f64,
    to: f64,
    only: Option<&'static str>,
}

impl View {
    /// All series over all of these days.
    pub fn whole(days: ShownDays) -> Self {
        Self { days, from: 0.0, to: f64::from(minutes_of(days)), only: None }
    }

    /// Whether everything is shown: the axes of such a chart do not depend on what is recorded so far.
    pub fn is_whole(self) -> bool {
        self == Self::whole(self.days)
    }

    /// Whether only a part of the days is shown.
    pub fn is_part(self) -> bool {
        Self { only: None, ..self } != Self::whole(self.days)
    }

    /// The series that is shown alone.
    pub fn only(self) -> Option<&'static str> {
        self.only
    }

    /// Whether a series is shown.
    pub fn shows(self, series: &str) -> bool {
        self.only.is_none_or(|only| only == series)
    }

    /// The shown minutes.
    pub fn range(self) -> Range<f64> {
        self.from..self.to
    }

    /// The whole minutes whose values are drawn: those in view, and one more at each side, so that lines reach the
    /// edges.
    pub fn minutes(self) -> Range<usize> {
        let start = (self.from as usize).saturating_sub(1);
        start..(libm::ceil(self.to) as usize + 1).min(minutes_of(self.days) as usize)
    }

    /// The recorded ones of these minutes; an empty range if there are none.
    pub fn recorded(self, recorded: usize) -> Range<usize> {
        let minutes = self.minutes();
        minutes.start.min(recorded)..minutes.end.min(recorded)
    }

    /// The last recorded minute in view.
    pub fn last(self, recorded: usize) -> Option<usize> {
        let end = recorded.min(libm::ceil(self.to) as usize);
        (end as f64 > self.from).then(|| end - 1)
    }
}

fn minutes_of(days: ShownDays) -> u32 {
    days.count * DAY_S / MINUTE_S
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::calendar::Date;

    const DAYS: ShownDays = ShownDays { first: Date { year: 2026, month: 5, day: 20 }, count: 1 };
    const NAMES: &[&str] = &["Mean", "Median"];

    fn view(from_s: Option<f64>, to_s: Option<f64>, only: &str) -> Result<View, FrameError> {
        let only = (!only.is_empty()).then(|| only.to_owned());
        Frame { from_s, to_s, only }.view(DAYS, NAMES)
    }

    #[test]
    fn an_empty_frame_is_the_whole_chart() {
        assert_eq!(view(None, None, ""), Ok(View::whole(DAYS)));
        assert_eq!(view(Some(0.0), Some(86_400.0), ""), Ok(View::whole(DAYS)));
        let whole = View::whole(DAYS);
        assert!(whole.is_whole() && !whole.is_part() && whole.shows("Mean"));
        assert_eq!((whole.minutes(), whole.recorded(700)), (0..1_440, 0..700));
        assert_eq!([0, 700, 1_440].map(|recorded| whole.last(recorded)), [None, Some(699), Some(1_439)]);
    }

    #[test]
    fn a_part_has_the_minutes_that_it_touches_and_their_neighbours() {
        let part = view(Some(3_630.0), Some(7_201.0), "").unwrap();
        assert!(part.is_part() && !part.is_whole());
        assert_eq!((part.range(), part.minutes()), (60.5..7_201.0 / 60.0, 59..122));
        assert_eq!((part.recorded(100), part.recorded(20)), (59..100, 20..20));
        assert_eq!([60, 61, 1_440].map(|recorded| part.last(recorded)), [None, Some(60), Some(120)]);
        assert_eq!(view(Some(86_000.0), None, "").unwrap().minutes(), 1_432..1_440);
    }

    #[test]
    fn one_series_hides_the_others() {
        let only = view(None, None, "Median").unwrap();
        assert!(!only.is_whole() && !only.is_part() && only.shows("Median") && !only.shows("Mean"));
    }

    #[test]
    fn frames_that_cannot_be_shown_are_refused_with_a_reason() {
        for (from_s, to_s) in [
            (Some(60.0), Some(60.0)),
            (Some(120.0), Some(60.0)),
            (Some(f64::NAN), None),
            (None, Some(f64::NAN)),
            (Some(-1.0), None),
            (None, Some(86_401.0)),
            (Some(86_400.0), None),
            (None, Some(f64::INFINITY)),
        ] {
            let error = view(from_s, to_s, "").unwrap_err().to_string();
            let says =
                "from_s and to_s are no part of the days: from_s must be from 0, below to_s, and to_s up to 86400";
            assert_eq!(error, says, "{from_s:?} to {to_s:?}");
        }
        let error = view(None, None, "mean").unwrap_err().to_string();
        assert_eq!(error, "there is no series `mean` in this chart. Its series: Mean, Median");
        let none = Frame { only: Some("Mean".into()), ..Frame::default() }.view(DAYS, &[]).unwrap_err();
        assert_eq!(none.to_string(), "there is no series `Mean` in this chart. Its series: none");
    }
}
