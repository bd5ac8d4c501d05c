//! What it costs to keep groups together: days that are watched, and what pairs of them come to.

use crate::data;
use matchday_base::SimTime;
use matchday_charts::hours;
use matchday_charts::sweep::{Estimate, Unit};
use matchday_sim::{ArticleDay, Mixing, World};
use matchday_study::Interval;
use matchday_study::social_mixing::{Comparison, Day, Figure, SocialMixing as Pairs, Way};
use matchday_web_common::drawing::{self, JsTheme};
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::params::params_of;
use std::sync::Arc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// A day that is watched while it is simulated slice by slice, in a worker.
#[wasm_bindgen]
pub struct WatchedDay {
    day: ArticleDay,
    mixing: Mixing,
    start: SimTime,
}

#[wasm_bindgen]
impl WatchedDay {
    /// The day of these parameters, but for whether groups stay together.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &data::World, params: &JsValue, together: bool) -> Result<WatchedDay> {
        let way = if together { Way::Together } else { Way::BrokenUp };
        let params = way.of(&params_of(params)?);
        let day = ArticleDay::new(Arc::new(World::new(&world.dataset, &params)?), &params, false);
        Ok(Self { start: day.now(), day, mixing: Mixing::new(&params) })
    }

    /// Simulates so many seconds, or to the end: the share of the whole that is done.
    pub fn advance(&mut self, seconds: u32) -> f64 {
        self.day.advance_watched(seconds, &mut self.mixing);
        f64::from(self.day.now().since(self.start)) / f64::from(self.day.end().since(self.start))
    }

    /// What the day came to once it has ended, for `SocialMixing.take`.
    pub fn numbers(&self) -> Vec<f64> {
        Day::of(&self.day, &self.mixing).numbers()
    }
}

/// Pairs of days, one a seed.
#[wasm_bindgen]
#[derive(Default)]
pub struct SocialMixing {
    pairs: Pairs,
}

#[wasm_bindgen]
impl SocialMixing {
    /// Without days.
    #[wasm_bindgen(constructor)]
    pub fn new() -> SocialMixing {
        Self::default()
    }

    /// Takes the days of one more seed, without and with groups that stay together.
    pub fn take(&mut self, broken_up: &[f64], together: &[f64]) -> Result<()> {
        let day = |numbers| {
            Day::from_numbers(numbers).ok_or_else(|| Error::new(Code::BadParam, "these are not the numbers of a day"))
        };
        self.pairs.take([day(broken_up)?, day(together)?]);
        Ok(())
    }

    /// How many seeds there are.
    pub fn seeds(&self) -> usize {
        self.pairs.seeds()
    }

    /// The hours of the day in which CCU falls, in their order.
    pub fn falling(&self) -> Vec<u32> {
        self.pairs.falling().into_iter().map(|hour| hour as u32).collect()
    }

    /// Every figure of the day both ways: `{[name]: {means, half_widths, difference}}`, of newcomers over the hours in which
    /// CCU falls; `means` and `half_widths` have two values each, `difference` is `{mean, half_width}`. What is not known
    /// is undefined.
    pub fn figures(&self) -> JsValue {
        let figures = Figure::ALL.map(|(name, figure)| (name, comparison(&self.pairs.compare(figure))));
        object(&figures)
    }

    /// A figure by hour of the day, as `figures` has it of the whole.
    pub fn by_hour(&self, figure: &str) -> Result<JsValue> {
        Ok(list(self.pairs.by_hour(named(figure)?).iter().map(comparison)))
    }

    /// Draws a figure by hour of the day; hours in which CCU falls have another ground. The rest as with the other
    /// charts.
    pub fn draw(
        &self,
        canvas: &HtmlCanvasElement,
        figure: &str,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        let hours = self.pairs.by_hour(named(figure)?);
        let estimates = |way: Way| hours.each_ref().map(|hour| estimate(hour, way));
        let [broken_up, together] = Way::ALL.map(estimates);
        let falling = self.pairs.falling();
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| {
            hours::draw(root, theme, sheet, Unit::of(figure), &falling, [&broken_up, &together])
        })
    }
}

fn named(figure: &str) -> Result<Figure> {
    Figure::named(figure).ok_or_else(|| Error::new(Code::BadParam, format!("there is no figure `{figure}`")))
}

fn estimate(comparison: &Comparison, way: Way) -> Option<Estimate> {
    let interval = comparison.intervals[way as usize].map(|interval| (interval.low(), interval.high()));
    Some(Estimate { mean: comparison.means[way as usize]?, interval })
}

fn comparison(comparison: &Comparison) -> JsValue {
    let number = |value: Option<f64>| value.map_or(JsValue::UNDEFINED, JsValue::from);
    let half_width = |interval: Option<Interval>| number(interval.map(|interval| interval.half_width));
    let difference = comparison.difference.map_or(JsValue::UNDEFINED, |difference| {
        object(&[("mean", difference.mean.into()), ("half_width", difference.half_width.into())])
    });
    object(&[
        ("means", list(comparison.means.into_iter().map(number))),
        ("half_widths", list(comparison.intervals.into_iter().map(half_width))),
        ("difference", difference),
    ])
}
