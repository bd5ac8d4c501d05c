//! Plotters charts of a simulation's measurements, on any backend.
//!
//! | module | what it draws or holds |
//! |---|---|
//! | [`ccu`] | players online by state through the day |
//! | [`wait`] | wait for a match: mean and percentiles, logarithmic |
//! | [`rtt`] | round trip: mean and 95th percentile, and the shares within the limits |
//! | [`day`] | one of these three |
//! | [`replay`] | peak, wait or round trip against the replay rate, with the closed form |
//! | [`servers`] | servers by state, waits for servers, servers created and deleted |
//! | [`ladder`] | ratings against true skill, ready checks, fairness, waits and accounts by tier |
//! | [`sweep`] | a figure over one parameter with its intervals, or over two as a heat map |
//! | [`hours`] | a figure by hour of the day, for two ways side by side |
//! | [`tradeoff`] | one figure against another over the values of a parameter |
//! | [`lines`] | lines over the days, and what is below them |
//! | [`svg`] | charts as SVG images |
//! | [`theme`] | colours and font, with the names of the page's style sheet |
//! | [`frame`] | the part of the days that a chart shows, and the series that it shows alone |
//! | [`series`] | from minutes to points: smoothing, and the minimum and maximum of every pixel column |
//! | [`label`] | labels that neither overlap nor leave the picture |
//! | [`plot`] | the frame of the charts: grid, ticks, a plotters coordinate system |
//! | [`pen`] | strokes and text in CSS pixels |
//!
//! Every chart draws on a [`plotters`] drawing area, so it is the same on a canvas and as SVG. Sizes are CSS
//! pixels; [`Sheet`] states how many units of the backend a CSS pixel has.
#![forbid(unsafe_code)]

pub mod ccu;
pub mod curves;
pub mod day;
pub mod frame;
pub mod hours;
pub mod label;
pub mod ladder;
pub mod lines;
pub mod number;
pub mod pen;
pub mod plot;
pub mod prices;
pub mod replay;
pub mod rtt;
pub mod series;
pub mod servers;
pub mod svg;
pub mod sweep;
pub mod theme;
pub mod tradeoff;
pub mod wait;
mod words;

pub use day::DayChart;
pub use frame::{Frame, FrameError, View};
pub use pen::{Failure, Sheet};
pub use plot::{Axes, End, Places, Spot};
pub use replay::{Metric, ReplaySweep};
pub use theme::{Theme, ThemeError};

use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_scenario::Params;
use matchday_sim::Columns;

/// A finished or unfinished run, as the charts use it.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The minutes recorded so far.
    pub columns: &'a Columns,
    /// Its parameters.
    pub params: &'a Params,
    /// The date of its first shown day.
    pub first_day: Date,
    /// Peak CCU by the closed form: sets the height of the chart before the day has been simulated.
    pub expected_peak: f64,
    /// Players per simulated player: 1 unless the day is a thinned preview.
    pub scale: f64,
}

impl Run<'_> {
    /// The days of the time axis.
    pub fn days(&self) -> ShownDays {
        ShownDays { first: self.first_day, count: self.params.days() }
    }
}
