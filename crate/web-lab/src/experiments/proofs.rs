//! Checks of a finished day against closed forms.

use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_scenario::Params;
use matchday_sim::{Columns, Layout, SimulationData, Summary, World, summary};
use matchday_study::proof::{self, Chart, Comparison, Evidence, Outcome, Verdict, prove as check_day};
use matchday_web_common::error::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A check against a closed form. It has either its numbers or the reason why it does not apply.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Check {
    /// Its name.
    pub id: &'static str,
    /// The chart beside which it is shown.
    pub chart: Chart,
    /// Its title.
    pub title: &'static str,
    /// The formula.
    pub form: &'static str,
    /// The result of the check.
    pub verdict: Verdict,
    /// The theoretical value.
    pub theory: Option<f64>,
    /// The measured value.
    pub measured: Option<f64>,
    /// The largest difference allowed.
    pub tolerance: Option<f64>,
    /// Unit of the numbers; `%` for a share from 0 to 1.
    pub unit: Option<&'static str>,
    /// Why it does not apply.
    pub why: Option<&'static str>,
}

/// Players online at the start and end of a day, from its summary.
#[derive(Deserialize, Tsify)]
pub struct DayEnds {
    /// At the start.
    pub inside_at_start: u64,
    /// At the end.
    pub inside: u64,
}

/// Checks a finished day against its closed forms. `rows` are its minutes.
pub(crate) fn prove(dataset: &SimulationData, params: &Params, rows: Vec<u32>, ends: &DayEnds) -> Result<Vec<Check>> {
    let &DayEnds { inside_at_start, inside } = ends;
    let world = World::new(dataset, params)?;
    let columns = Columns::of_rows(Layout::of(params, world.datacenters.len()), rows);
    if columns.minutes() as u32 != params.days() * DAY_S / MINUTE_S {
        let missing = "these are not all minutes of the days that the parameters ask for";
        return Err(Error::new(Code::BadParam, missing));
    }
    let summary = Summary { inside_at_start, inside, ..summary::of(&columns) };
    let evidence = Evidence { params, dataset, world: &world, columns: &columns, summary: &summary };
    Ok(check_day(&evidence).iter().map(Check::from).collect())
}

impl From<&proof::Check> for Check {
    fn from(check: &proof::Check) -> Self {
        let (compared, why) = match check.outcome {
            Outcome::Compared(comparison) => (Some(comparison), None),
            Outcome::DoesNotApply(why) => (None, Some(why)),
        };
        Self {
            id: check.id,
            chart: check.chart,
            title: check.title,
            form: check.form,
            verdict: check.verdict(),
            theory: compared.map(|Comparison { theory, .. }| theory),
            measured: compared.map(|Comparison { measured, .. }| measured),
            tolerance: compared.map(|Comparison { tolerance, .. }| tolerance),
            unit: compared.map(|Comparison { unit, .. }| unit.text()),
            why,
        }
    }
}
