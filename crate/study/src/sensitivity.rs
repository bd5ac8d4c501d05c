//! What one more point of replay is worth: measured by days on either side, over the same joins, and by formula.
//!
//! CCU is in proportion to 1 / (1 - p), so d ln CCU / dp = 1 / (1 - p): at 0.75 a point more is +4.2 %, at 0.90 +11.1 %.

use matchday_scenario::Params;
use matchday_sim::Summary;
use matchday_sim::theory::{Searching, Stay};

/// A point of replay, in units of [`Params::REPLAY_ONE`].
const POINT: i64 = Params::REPLAY_ONE as i64 / 100;
/// Half the width of a 95 % interval, in standard deviations.
const NORMAL_95: f64 = 1.96;

/// What a point to one side changes. Shares of the day's own values: 0.04 is +4 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The replay probability there.
    pub replay: f64,
    /// Mean CCU.
    pub ccu: f64,
    /// The interval that holds 95 % of such measurements reaches so far to both sides.
    pub ccu_half_width: f64,
    /// Mean CCU by formula.
    pub ccu_formula: f64,
    /// Mean wait; `None` where a day matched nobody.
    pub wait: Option<f64>,
    /// Mean RTT; `None` where a day matched nobody.
    pub rtt: Option<f64>,
}

/// What a point more and a point less change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensitivity {
    /// A point less; `None` where the day cannot be had.
    pub less: Option<Step>,
    /// A point more; `None` where the day cannot be had.
    pub more: Option<Step>,
    /// d ln CCU / dp, measured over the days that there are.
    pub slope: f64,
    /// The same by formula: 1 / (1 - p) where no search fails.
    pub slope_formula: f64,
}

/// The parameters of the days a point less and a point more; `None` beyond what can be asked for.
pub fn neighbours(params: &Params) -> [Option<Params>; 2] {
    [-POINT, POINT].map(|step| {
        let mut other = params.clone();
        let replay = (i64::from(params.replay()) + step) as f64 / f64::from(Params::REPLAY_ONE);
        other.set("replay", &format!("{replay:.4}")).ok().map(|()| other)
    })
}

impl Sensitivity {
    /// Of a day and its [`neighbours`], which share all joins with it.
    pub fn of(params: &Params, day: &Summary, neighbours: [Option<&Summary>; 2]) -> Self {
        let others = self::neighbours(params);
        let step = |side: usize| Some(Step::of([params, others[side].as_ref()?], [day, neighbours[side]?]));
        let (less, more) = (step(0), step(1));
        let ends = [less, more].map(|step| step.map(|step| (step.replay, libm::log1p(step.ccu))));
        let here = (replay(params), 0.0);
        let [low, high] = ends.map(|end| end.unwrap_or(here));
        let again = Stay::of(params, searching(params, day)).again;
        let play = if replay(params) > 0.0 { again / replay(params) } else { 1.0 };
        Self { less, more, slope: (high.1 - low.1) / (high.0 - low.0), slope_formula: play / (1.0 - again) }
    }
}

impl Step {
    fn of([here, there]: [&Params; 2], [day, other]: [&Summary; 2]) -> Self {
        let searching = searching(here, day);
        let spread = libm::sqrt(relative_variance(here, day) + relative_variance(there, other));
        let ccu = other.ccu_mean / day.ccu_mean - 1.0;
        Self {
            replay: replay(there),
            ccu,
            ccu_half_width: NORMAL_95 * spread * (1.0 + ccu),
            ccu_formula: Stay::of(there, searching).mean_s() / Stay::of(here, searching).mean_s() - 1.0,
            wait: change(day.wait_mean_s, other.wait_mean_s),
            rtt: change(day.rtt_mean_ms, other.rtt_mean_ms),
        }
    }
}

/// Relative change from one mean to another; `None` where a day matched nobody.
fn change(from: Option<f64>, to: Option<f64>) -> Option<f64> {
    Some(to? / from? - 1.0)
}

fn replay(params: &Params) -> f64 {
    f64::from(params.replay()) / f64::from(Params::REPLAY_ONE)
}

fn searching(params: &Params, day: &Summary) -> Searching {
    let matched = (day.matches * u64::from(params.players())) as f64;
    let failed = day.failed as f64;
    Searching { mean_s: day.wait_mean_s.unwrap_or(0.0), failed: failed / (matched + failed).max(1.0) }
}

/// Variance of mean CCU by its square, given the joins: each of M decisions to queue again has the variance p (1 - p) and
/// is worth 1 / (1 - p) of the M matches.
fn relative_variance(params: &Params, day: &Summary) -> f64 {
    let p = replay(params);
    p / (1.0 - p) / (day.matches * u64::from(params.players())).max(1) as f64
}
