//! Predicts peak players and player-matches of a run before it is simulated: closed forms over its joins.

use crate::joins::times_at;
use crate::limits::{MOST_WARM_UP_S, warm_up_s};
use crate::theory::{self, Searching, Stay};
use crate::world::SimulationData;
use matchday_base::SimTime;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_scenario::Params;
use matchday_scenario::params::{Joins, MAX_DAYS};

/// The population for which joins are stored; those of others are proportional.
const UNIT_CCU: u32 = 1_000_000;

/// The first minute of the longest warm-up.
const FIRST: u32 = (SimTime::DAY_START.0 - MOST_WARM_UP_S) / MINUTE_S;

/// The expected joins of a data set, scaled for every scenario.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// Joins a second by minute from [`FIRST`] to the end of the longest run, for [`UNIT_CCU`] players.
    unit_rates: Vec<f64>,
    /// The value of `ccu` that exact joins correspond to; `None` if joins are not recorded.
    exact_ccu: Option<f64>,
}

impl Forecast {
    /// The forecast for a data set.
    pub fn new(dataset: &SimulationData) -> Self {
        let end = (SimTime::DAY_START + MAX_DAYS * DAY_S).minute();
        let unit_rates = dataset.join_model(UNIT_CCU).rates(FIRST..end);
        Self { unit_rates, exact_ccu: dataset.exact_joins().map(|joins| joins.ccu()) }
    }

    /// Joins a second in each minute of a run, warm-up included, and the number of warm-up minutes.
    fn rates(&self, params: &Params) -> (Vec<f64>, usize) {
        let ccu = match params.joins() {
            Joins::Shape => f64::from(params.ccu()),
            Joins::Exact => self.exact_ccu.unwrap_or_default(),
        };
        let scale = ccu / f64::from(UNIT_CCU);
        let shown = SimTime::DAY_START.minute();
        let start = shown - warm_up_s(params) / MINUTE_S;
        let minutes = shown + params.days() * DAY_S / MINUTE_S - start;
        let incidents = params.incidents();
        let rates = self.unit_rates.iter().skip((start - FIRST) as usize).take(minutes as usize).zip(start..);
        let rates = rates.map(|(rate, minute)| rate * scale * f64::from(times_at(&incidents, minute))).collect();
        (rates, (shown - start) as usize)
    }

    /// Expected player-matches of a run: each player counts once a match.
    pub fn player_matches(&self, params: &Params) -> f64 {
        let joined: f64 = self.rates(params).0.iter().sum::<f64>() * f64::from(MINUTE_S);
        let replay = f64::from(params.replay()) / f64::from(Params::REPLAY_ONE);
        joined / (1.0 - replay)
    }

    /// Peak CCU of the shown days.
    pub fn peak(&self, params: &Params, searching: Searching) -> f64 {
        let (rates, warm_up) = self.rates(params);
        let inside = theory::fluid(&rates, Stay::of(params, searching));
        inside[warm_up..].iter().fold(0.0, |a, &b| f64::max(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::{params, tiny_dataset};

    #[test]
    fn every_week_of_the_longest_run_counts() {
        let forecast = Forecast::new(&tiny_dataset());
        let player_matches = |days| forecast.player_matches(&params(&[("days", days)]));
        let weeks = ["7", "14", "21", "28"].map(player_matches);
        let week = weeks[1] - weeks[0];
        assert!(week > 0.9 * weeks[0], "{weeks:?}");
        for later in weeks.windows(2) {
            assert!(((later[1] - later[0]) / week - 1.0).abs() < 1e-9, "{weeks:?}");
        }
        // A herd on the last day is the peak of the whole run.
        let herd = params(&[("days", "30"), ("incidents", "herd@719:30")]);
        let peak = |params| forecast.peak(params, theory::REFERENCE);
        assert!(peak(&herd) > 1.1 * peak(&params(&[("days", "30")])));
    }
}
