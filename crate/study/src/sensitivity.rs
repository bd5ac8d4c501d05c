//! The effect of one more point of replay: measured by two neighbouring days with the same joins, and by
//! formula.
//!
//! CCU is proportional to 1 / (1 - p), so d ln CCU / dp = 1 / (1 - p): one more point adds 4.2 % at 0.75 and
//! 11.1 % at 0.90.

use matchday_scenario::Params;
use matchday_sim::Summary;
use matchday_sim::theory::{Searching, Stay};

/// A point of replay, in units of [`Params::REPLAY_ONE`].
const POINT: i64 = Params::REPLAY_ONE as i64 / 100;
/// Half the width of a 95 % interval, in standard deviations.
const NORMAL_95: f64 = 1.96;

/// The effect of one point more or less, as shares of the day's own values: 0.04 is +4 %.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Step {
    /// Replay probability of the neighbouring day.
    pub replay: f64,
    /// Change of mean CCU.
    pub ccu: f64,
    /// Half-width of the 95 % interval of `ccu`.
    pub ccu_half_width: f64,
    /// Change of mean CCU by formula.
    pub ccu_formula: f64,
    /// Change of the mean wait; `None` if a day matched no players, or none of them waited.
    pub wait: Option<f64>,
    /// Change of the mean RTT; `None` if a day matched no players.
    pub rtt: Option<f64>,
}

/// The effects of one point more and one point less.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), tsify(missing_as_null))]
pub struct Sensitivity {
    /// One point less; `None` without that day, or if nobody was online on either.
    pub less: Option<Step>,
    /// One point more; `None` without that day, or if nobody was online on either.
    pub more: Option<Step>,
    /// d ln CCU / dp, measured over the available days; `None` without any.
    pub slope: Option<f64>,
    /// The same by formula: 1 / (1 - p) where no search fails.
    pub slope_formula: f64,
}

/// The parameters of the days with one point less and one point more; `None` beyond the parameter's bounds.
pub fn neighbours(params: &Params) -> [Option<Params>; 2] {
    [-POINT, POINT].map(|step| {
        let mut other = params.clone();
        let replay = (i64::from(params.replay()) + step) as f64 / f64::from(Params::REPLAY_ONE);
        other.set("replay", &format!("{replay:.4}")).ok().map(|()| other)
    })
}

impl Sensitivity {
    /// The sensitivity of a day, from its [`neighbours`], which share all its joins.
    pub fn of(params: &Params, day: &Summary, neighbours: [Option<&Summary>; 2]) -> Self {
        let others = self::neighbours(params);
        let step = |side: usize| Step::of([params, others[side].as_ref()?], [day, neighbours[side]?]);
        let (less, more) = (step(0), step(1));
        let ends = [less, more].map(|step| step.map(|step| (step.replay, libm::log1p(step.ccu))));
        let here = (replay(params), 0.0);
        let [low, high] = ends.map(|end| end.unwrap_or(here));
        let searching = searching(params, day);
        let again = Stay::of(params, searching).again;
        // The chance that a cycle ends with the decision to play again.
        let decides = if replay(params) > 0.0 {
            Stay::of(params, Searching { replay_loss: 0.0, ..searching }).again / replay(params)
        } else {
            1.0
        };
        let slope = (high.0 > low.0).then(|| (high.1 - low.1) / (high.0 - low.0));
        Self { less, more, slope, slope_formula: decides / (1.0 - again) }
    }
}

impl Step {
    fn of([here, there]: [&Params; 2], [day, other]: [&Summary; 2]) -> Option<Self> {
        let ccu = change(Some(day.ccu_mean), Some(other.ccu_mean).filter(|&ccu| ccu > 0.0))?;
        let searching = searching(here, day);
        let spread = libm::sqrt(relative_variance(here, day) + relative_variance(there, other));
        Some(Self {
            replay: replay(there),
            ccu,
            ccu_half_width: NORMAL_95 * spread * (1.0 + ccu),
            ccu_formula: Stay::of(there, searching).mean_s() / Stay::of(here, searching).mean_s() - 1.0,
            wait: change(day.wait_mean_s, other.wait_mean_s),
            rtt: change(day.rtt_mean_ms, other.rtt_mean_ms),
        })
    }
}

/// Relative change from one mean to another; `None` unless both are there, and the first is above 0.
fn change(from: Option<f64>, to: Option<f64>) -> Option<f64> {
    Some(to? / from.filter(|&from| from > 0.0)? - 1.0)
}

fn replay(params: &Params) -> f64 {
    f64::from(params.replay()) / f64::from(Params::REPLAY_ONE)
}

fn searching(params: &Params, day: &Summary) -> Searching {
    Searching::of_summary(day, params.players())
}

/// Variance of mean CCU divided by its square, given the joins. Each of M decisions to queue again has the
/// variance p (1 - p) and adds 1 / (1 - p) matches to the M.
fn relative_variance(params: &Params, day: &Summary) -> f64 {
    let p = replay(params);
    p / (1.0 - p) / (day.matches * u64::from(params.players())).max(1) as f64
}
