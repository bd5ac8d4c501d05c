//! Plotters drawings of what a simulation measured, on any backend.
//!
//! | module | what it draws or holds |
//! |---|---|
//! | [`ccu`] | players inside by state through the day |
//! | [`wait`] | wait for a match: mean and percentiles, logarithmic |
//! | [`rtt`] | round trip: mean and 95th, and the shares within the limits |
//! | [`replay`] | peak, wait or round trip against the replay rate, with the closed form |
//! | [`servers`] | servers by where they stand, waits for them, how many come and go |
//! | [`ladder`] | ratings against the truth, ready checks, fairness, waits and accounts by tier |
//! | [`sweep`] | a figure over one parameter with its intervals, or over two as a heat map |
//! | [`hours`] | a figure by hour of the day, two ways beside each other |
//! | [`lines`] | lines over the days, and what is below them |
//! | [`theme`] | colours and font, as the page's style sheet names them |
//! | [`series`] | from minutes to points: smoothing, and the lowest and highest of every pixel column |
//! | [`label`] | labels that neither touch nor leave the picture |
//! | [`plot`] | the frame that the charts stand in: grid, ticks, a plotters coordinate system |
//! | [`pen`] | strokes and words in CSS pixels |
//!
//! Every drawing takes a [`plotters`] drawing area, so it is the same on a canvas and as SVG. Sizes are CSS pixels;
//! [`Sheet`] says how many units of the backend one of them is.
#![forbid(unsafe_code)]

pub mod ccu;
pub mod hours;
pub mod label;
pub mod ladder;
pub mod lines;
pub mod number;
pub mod pen;
pub mod plot;
pub mod replay;
pub mod rtt;
pub mod series;
pub mod servers;
pub mod sweep;
pub mod theme;
pub mod wait;
mod words;

#[cfg(test)]
mod picture;

pub use pen::{Failure, Sheet};
pub use plot::Axes;
pub use replay::{Metric, Sweep};
pub use theme::{Theme, ThemeError};

use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_scenario::Params;
use matchday_sim::Columns;

/// A run, finished or on its way, as the charts see it.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The minutes recorded so far.
    pub columns: &'a Columns,
    /// What was simulated.
    pub params: &'a Params,
    /// The date of its first shown day.
    pub first_day: Date,
    /// Peak CCU by the closed form: the height of the chart before the day is there to measure it.
    pub expected_peak: f64,
    /// Players that each simulated one stands for: 1 unless the day is a thinned preview.
    pub scale: f64,
}

impl Run<'_> {
    /// Minutes that the finished run shows.
    fn span(&self) -> usize {
        self.params.days() as usize * 1_440
    }

    /// The days of its time axis.
    fn days(&self) -> ShownDays {
        ShownDays { first: self.first_day, count: self.params.days() }
    }
}
