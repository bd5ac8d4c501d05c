//! Whether a finished day obeys its closed forms.

use crate::data;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_sim::{Columns, Layout, Summary, World, summary};
use matchday_study::proof::{Check, Comparison, Evidence, Outcome, prove as check_day};
use matchday_web_common::dto::{list, object, property};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::params::params_of;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Checks a finished day against its closed forms: `[{id, chart, title, form, verdict, theory, measured, tolerance,
/// unit, why}]`; numbers are undefined where a form does not apply, and `why` where it does. `rows` are the day's
/// minutes, `ends` is `{inside_at_start, inside}` of its summary.
#[wasm_bindgen]
pub fn prove(world: &data::World, params: &JsValue, rows: &[u32], ends: &JsValue) -> Result<JsValue> {
    let (data, params) = (&*world.dataset, params_of(params)?);
    let world = World::new(data, &params)?;
    let mut columns = Columns::new(Layout::of(&params, world.datacenters.len()));
    columns.push_rows(rows);
    if columns.minutes() as u32 != params.days() * DAY_S / MINUTE_S {
        return Err(Error::new(Code::BadParam, "these are not all minutes of the days that the parameters ask for"));
    }
    let count = |name| property(ends, name).as_f64().unwrap_or(0.0) as u64;
    let summary =
        Summary { inside_at_start: count("inside_at_start"), inside: count("inside"), ..summary::of(&columns) };
    let evidence = Evidence { params: &params, dataset: data, world: &world, columns: &columns, summary: &summary };
    Ok(list(check_day(&evidence).iter().map(check)))
}

fn check(check: &Check) -> JsValue {
    let undefined = JsValue::UNDEFINED;
    let [theory, measured, tolerance, unit, why] = match check.outcome {
        Outcome::Compared(Comparison { theory, measured, tolerance, unit }) => {
            [theory.into(), measured.into(), tolerance.into(), unit.text().into(), undefined]
        }
        Outcome::DoesNotApply(why) => [undefined.clone(), undefined.clone(), undefined.clone(), undefined, why.into()],
    };
    object(&[
        ("id", check.id.into()),
        ("chart", check.chart.name().into()),
        ("title", check.title.into()),
        ("form", check.form.into()),
        ("verdict", check.verdict().name().into()),
        ("theory", theory),
        ("measured", measured),
        ("tolerance", tolerance),
        ("unit", unit),
        ("why", why),
    ])
}
