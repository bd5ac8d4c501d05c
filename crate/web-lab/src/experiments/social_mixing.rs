//! Keeping groups together: days with additional measurements, and comparisons of pairs of days.

use matchday_base::SimTime;
use matchday_observe::Mixing;
use matchday_sim::{ArticleDay, Simulate, World};
use matchday_study::Interval;
use matchday_study::social_mixing::{Comparison, Day, Figure, SocialMixing as Pairs, Way};
use matchday_web_common::error::Result;
use matchday_web_common::js::to_js;
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World as PageWorld;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A figure for one way; null if unknown.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct WayMean {
    /// Its mean over the seeds.
    pub mean: Option<f64>,
    /// Half-width of its 95 % interval.
    pub half_width: Option<f64>,
}

/// A figure for both ways.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct BothWays {
    /// Groups broken up after each match.
    pub broken_up: WayMean,
    /// Groups kept together.
    pub together: WayMean,
    /// The mean change from keeping groups together, seed by seed.
    pub difference: Option<Interval>,
}

/// A figure of the day and of its hours.
#[derive(Serialize, Tsify)]
pub struct MixingFigure {
    /// Of the day. Figures of newcomers cover only the hours in which CCU falls.
    #[serde(flatten)]
    pub day: BothWays,
    /// By hour of the day.
    pub hours: Vec<BothWays>,
}

/// Figures by their names.
#[derive(Serialize, Tsify)]
#[serde(transparent)]
#[tsify(hashmap_as_object)]
pub struct Figures(BTreeMap<&'static str, MixingFigure>);

/// What groups that stay together change.
#[derive(Serialize, Tsify)]
pub struct MixingFigures {
    /// The hours of the day in which CCU falls, in order.
    pub falling: Vec<usize>,
    /// Every figure.
    pub figures: Figures,
}

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

    /// The figures of the finished day, for the question `socialMixing`.
    pub fn figures(&self) -> Result<Ts<Day>> {
        to_js(&Day::of(&self.day, &self.mixing))
    }
}

/// Compares pairs of days, one pair a seed: without and with groups that stay together.
pub(crate) fn compare(days: Vec<[Day; 2]>) -> MixingFigures {
    let mut pairs = Pairs::default();
    days.into_iter().for_each(|pair| pairs.take(pair));
    let of = |(name, figure)| {
        let hours = pairs.by_hour(figure).iter().map(BothWays::from).collect();
        (name, MixingFigure { day: BothWays::from(&pairs.compare(figure)), hours })
    };
    MixingFigures { falling: pairs.falling(), figures: Figures(Figure::ALL.map(of).into()) }
}

impl From<&Comparison> for BothWays {
    fn from(comparison: &Comparison) -> Self {
        let [broken_up, together] = [Way::BrokenUp, Way::Together].map(|way| WayMean {
            mean: comparison.means[way as usize],
            half_width: comparison.intervals[way as usize].map(|interval| interval.half_width),
        });
        Self { broken_up, together, difference: comparison.difference }
    }
}
