//! The charts that are not of one run, with what they show.

use crate::dates::read_date;
use crate::drawing::{Drawn, Root, Target, draw as draw_on};
use crate::experiments::prices::{PricePoint, Prices, Quality};
use crate::experiments::social_mixing::{BothWays, WayMean};
use crate::experiments::sweep::SweepEstimate;
use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_charts::curves::{self, Curves};
use matchday_charts::ladder::profile::{AccountRating, profile};
use matchday_charts::prices::{self, Point};
use matchday_charts::sweep::{Curve, Estimate, Stop, Unit, heat, lines, statistic};
use matchday_charts::tradeoff::frontier::{self, Frontier};
use matchday_charts::tradeoff::{self, Tradeoff};
use matchday_charts::{Axes, Places, ReplaySweep, Sheet, Theme, View, hours, replay};
use matchday_web_common::error::{Code, Result};
use matchday_web_common::history::RatingHistory;
use matchday_web_common::js::from_js;
use matchday_web_day::drawing::{ChartSheet, refuse};
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A chart that is not of one run.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ChartContent {
    /// Figures of a sweep: lines with intervals over one parameter, or a heat map of the first figure over two.
    Sweep(SweepFigures),
    /// Peak players over a quality, simulated and by the closed form.
    Prices(Prices),
    /// A figure by hour of the day, with groups kept together and broken up.
    Mixing(MixingHours),
    /// One figure against another over the values of a parameter.
    Tradeoff(Tradeoff),
    /// What several policies reach.
    Frontier(Frontier),
    /// Lines of one figure against another.
    Curves(Curves),
    /// The rating of an account.
    Profile(Profile),
    /// A figure against the replay rate.
    Replay(ReplaySweep),
}

/// Figures of a sweep.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SweepFigures {
    /// Names of figures, all of one unit.
    pub figures: Vec<String>,
    /// The points of each figure.
    pub points: Vec<Vec<SweepEstimate>>,
    /// Value of a horizontal line across the chart.
    pub target: Option<f64>,
}

/// A figure by hour of the day.
#[derive(Deserialize, Tsify)]
pub struct MixingHours {
    /// Its name.
    pub figure: String,
    /// Its values.
    pub hours: Vec<BothWays>,
    /// The hours in which CCU falls, which have another background.
    pub falling: Vec<usize>,
}

/// The rating of an account over some days.
#[derive(Deserialize, Tsify)]
pub struct Profile {
    /// The rating.
    pub history: RatingHistory,
    /// The starts of seasons.
    pub seasons_s: Vec<f64>,
    /// The first of the days, such as `2026-05-20`.
    #[serde(deserialize_with = "read_date")]
    #[tsify(type = "string")]
    pub first_day: Date,
    /// The number of days.
    pub days: u32,
}

/// Draws a chart, and returns where its parts are.
#[wasm_bindgen]
pub fn draw(target: &Target, chart: &Ts<ChartContent>, sheet: &Ts<ChartSheet>) -> Result<Ts<Places>> {
    let chart = from_js(chart, Code::Chart)?;
    match &chart {
        ChartContent::Tradeoff(tradeoff) => tradeoff.check().map_err(refuse)?,
        ChartContent::Frontier(frontier) => frontier.check().map_err(refuse)?,
        ChartContent::Curves(curves) => curves.check().map_err(refuse)?,
        _ => {}
    }
    draw_on(target, ChartSheet::read(sheet)?, |root, theme, sheet| chart.draw(root, theme, sheet))
}

impl ChartContent {
    fn draw(&self, root: &Root<'_>, theme: &Theme, sheet: Sheet) -> Drawn {
        let axes = match self {
            Self::Replay(sweep) => return replay::draw(root, theme, sheet, sweep),
            Self::Sweep(sweep) => sweep.draw(root, theme, sheet),
            Self::Prices(Prices { quality, points, .. }) => {
                let unit = if matches!(quality, Quality::Wait) { Unit::Seconds } else { Unit::Share };
                let points: Vec<Point> = points.iter().flatten().map(Point::from).collect();
                prices::draw(root, theme, sheet, unit, &points)
            }
            Self::Mixing(MixingHours { figure, hours, falling }) => {
                let way =
                    |of: fn(&BothWays) -> &WayMean| hours.iter().map(|hour| of(hour).estimate()).collect::<Vec<_>>();
                let [broken_up, together] = [way(|hour| &hour.broken_up), way(|hour| &hour.together)];
                hours::draw(root, theme, sheet, Unit::of(figure), falling, [&broken_up, &together])
            }
            Self::Tradeoff(tradeoff) => tradeoff::draw(root, theme, sheet, tradeoff).map(|places| places.axes),
            Self::Frontier(frontier) => frontier::draw(root, theme, sheet, frontier).map(|places| places.axes),
            Self::Curves(curves) => curves::draw(root, theme, sheet, curves),
            Self::Profile(Profile { history: RatingHistory { at_s, rating, rd }, seasons_s, first_day, days }) => {
                let rated = |((&at_s, &rating), &deviation)| AccountRating { at_s, rating, deviation };
                let ratings: Vec<AccountRating> = at_s.iter().zip(rating).zip(rd).map(rated).collect();
                let days = ShownDays { first: *first_day, count: (*days).max(1) };
                profile(root, theme, sheet, &ratings, seasons_s, View::whole(days))
            }
        };
        axes.map(Places::from)
    }
}

impl SweepFigures {
    fn draw(&self, root: &Root<'_>, theme: &Theme, sheet: Sheet) -> Drawn<Axes> {
        let Self { figures, points, target } = self;
        let unit = Unit::of(figures.first().map_or("", String::as_str));
        let first = points.first().map_or(&[][..], Vec::as_slice);
        let stop = |axis: usize| {
            move |point: &SweepEstimate| Stop { at: point.at, text: point.texts.get(axis).cloned().unwrap_or_default() }
        };
        if first.first().is_some_and(|point| point.values.len() > 1) {
            let rows = first.iter().take_while(|point| point.values[0] == first[0].values[0]).count();
            let along: Vec<Stop> = first.iter().step_by(rows).map(stop(0)).collect();
            let up: Vec<Stop> = first[..rows].iter().map(stop(1)).collect();
            let means: Vec<_> = first.iter().map(|point| point.mean).collect();
            return heat(root, theme, sheet, unit, (&along, &up), &means);
        }
        let stops: Vec<Stop> = first.iter().map(stop(0)).collect();
        let curve = |(figure, points): (&String, &Vec<SweepEstimate>)| Curve {
            name: if figures.len() > 1 { statistic(figure) } else { "" },
            estimates: points.iter().map(SweepEstimate::estimate).collect(),
        };
        let curves: Vec<Curve> = figures.iter().zip(points).map(curve).collect();
        lines(root, theme, sheet, unit, &stops, &curves, *target)
    }
}

impl SweepEstimate {
    fn estimate(&self) -> Option<Estimate> {
        Some(Estimate { mean: self.mean?, interval: self.low.zip(self.high) })
    }
}

impl WayMean {
    fn estimate(&self) -> Option<Estimate> {
        let mean = self.mean?;
        Some(Estimate { mean, interval: self.half_width.map(|half| (mean - half, mean + half)) })
    }
}

impl From<&PricePoint> for Point {
    fn from(&PricePoint { quality, peak, half_width, formula }: &PricePoint) -> Self {
        let interval = half_width.map(|half_width| (peak - half_width, peak + half_width));
        Self { quality, peak: Estimate { mean: peak, interval }, formula }
    }
}
