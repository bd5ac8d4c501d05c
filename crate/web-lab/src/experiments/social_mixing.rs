//! Keeping groups together: days with additional measurements, and comparisons of pairs of days.

use crate::drawing::{Target, draw};
use matchday_base::SimTime;
use matchday_charts::sweep::{Estimate, Unit};
use matchday_charts::{Axes, hours};
use matchday_observe::Mixing;
use matchday_sim::{ArticleDay, Simulate, World};
use matchday_study::Interval;
use matchday_study::social_mixing::{Comparison, Day, Figure, SocialMixing as Pairs, Way};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, list_to_js, to_js};
use matchday_web_day::drawing::ChartTheme;
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World as PageWorld;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A figure for one way; null if unknown.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct WayMean {
    /// Its mean over the seeds.
    pub mean: Option<f64>,
    /// Half-width of its 95 % interval.
    pub half_width: Option<f64>,
}

/// A mean difference, seed by seed, with its 95 % interval.
#[derive(Serialize, Tsify)]
pub struct PairedDifference {
    /// Together minus broken up.
    pub mean: f64,
    /// Half-width of the interval.
    pub half_width: f64,
}

/// A figure for both ways.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct BothWays {
    /// Groups broken up after each match.
    pub broken_up: WayMean,
    /// Groups kept together.
    pub together: WayMean,
    /// The change from keeping groups together.
    pub difference: Option<PairedDifference>,
}

/// Figures by their names.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
#[tsify(hashmap_as_object)]
pub struct Figures(BTreeMap<&'static str, BothWays>);

/// A day with additional measurements that is simulated in slices, in a worker.
#[wasm_bindgen]
pub struct WatchedDay {
    day: ArticleDay,
    mixing: Mixing,
    start: SimTime,
}

#[wasm_bindgen]
impl WatchedDay {
    /// A day with these parameters, except for `together`.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &PageWorld, params: &Ts<ParamValues>, together: bool) -> Result<WatchedDay> {
        let way = if together { Way::Together } else { Way::BrokenUp };
        let params = way.of(&params_of(params)?);
        let day = ArticleDay::new(Arc::new(World::new(&world.data().dataset, &params)?), &params);
        Ok(Self { start: day.now(), day, mixing: Mixing::new(&params) })
    }

    /// Simulates the given number of seconds, or to the end. Returns the share of the day that is done.
    pub fn advance(&mut self, seconds: u32) -> f64 {
        self.day.advance_watched(seconds, &mut self.mixing);
        f64::from(self.day.now().since(self.start)) / f64::from(self.day.end().since(self.start))
    }

    /// The figures of the finished day, for `SocialMixing.take`.
    pub fn figures(&self) -> Result<Ts<Day>> {
        to_js(&Day::of(&self.day, &self.mixing))
    }
}

/// Pairs of days, one per seed.
#[wasm_bindgen]
#[derive(Default)]
pub struct SocialMixing {
    pairs: Pairs,
}

#[wasm_bindgen]
impl SocialMixing {
    /// Starts without days.
    #[wasm_bindgen(constructor)]
    pub fn new() -> SocialMixing {
        Self::default()
    }

    /// Adds the days of one more seed, without and with groups that stay together.
    pub fn take(&mut self, broken_up: &Ts<Day>, together: &Ts<Day>) -> Result<()> {
        self.pairs.take([from_js(broken_up, Code::BadParam)?, from_js(together, Code::BadParam)?]);
        Ok(())
    }

    /// The number of seeds.
    pub fn seeds(&self) -> usize {
        self.pairs.seeds()
    }

    /// The hours of the day in which CCU falls, in order.
    pub fn falling(&self) -> Vec<u32> {
        self.pairs.falling().into_iter().map(|hour| hour as u32).collect()
    }

    /// Every figure by name, for both ways. Figures of newcomers cover only the hours in which CCU falls.
    pub fn figures(&self) -> Result<Ts<Figures>> {
        let figure = |(name, figure)| (name, BothWays::from(&self.pairs.compare(figure)));
        to_js(&Figures(Figure::ALL.map(figure).into()))
    }

    /// A figure by hour of the day.
    pub fn by_hour(&self, figure: &str) -> Result<Vec<Ts<BothWays>>> {
        list_to_js(self.pairs.by_hour(named(figure)?).iter().map(BothWays::from))
    }

    /// Draws a figure by hour of the day; hours in which CCU falls have another background. Other arguments
    /// as in other charts.
    pub fn draw(
        &self,
        target: &Target,
        figure: &str,
        theme: &Ts<ChartTheme>,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<Ts<Axes>> {
        let hours = self.pairs.by_hour(named(figure)?);
        let estimates = |way: Way| hours.each_ref().map(|hour| estimate(hour, way));
        let [broken_up, together] = Way::ALL.map(estimates);
        let falling = self.pairs.falling();
        draw(target, theme, (width, height, dpr), |root, theme, sheet| {
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

impl From<&Comparison> for BothWays {
    fn from(comparison: &Comparison) -> Self {
        let [broken_up, together] = [Way::BrokenUp, Way::Together].map(|way| WayMean {
            mean: comparison.means[way as usize],
            half_width: comparison.intervals[way as usize].map(|interval| interval.half_width),
        });
        let difference =
            comparison.difference.map(|Interval { mean, half_width, .. }| PairedDifference { mean, half_width });
        Self { broken_up, together, difference }
    }
}
