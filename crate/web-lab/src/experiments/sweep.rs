//! A sweep: which runs it takes, and what they have come to so far. The runs themselves are made by workers.

use matchday_charts::number::short;
use matchday_charts::sweep::{Curve, Estimate, Stop, Unit, heat, lines, statistic};
use matchday_scenario::params::{Kind, Slider};
use matchday_study::playlist_capacity::{Figure, carry};
use matchday_study::statistics::{mean, mean_interval};
use matchday_study::sweep::{Axis, Figures, Results, Spec, SweepError, csv, json};
use matchday_web_common::drawing::{self, JsTheme};
use matchday_web_common::dto::{list, object, property};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::params::{params_object, params_of};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

#[wasm_bindgen]
extern "C" {
    /// What to draw of a sweep.
    #[wasm_bindgen(typescript_type = "{figures: string[], target?: number}")]
    pub type JsDrawn;
}

/// A sweep with the results made so far.
#[wasm_bindgen]
pub struct Sweep {
    pub(crate) results: Results,
}

#[wasm_bindgen]
impl Sweep {
    /// The sweep `text` of a scenario, `replay:0.6..0.9:20~seeds:100`, over the data set of this name. Refuses what cannot
    /// be with the code `BAD_PARAM`.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &JsValue, text: &str, dataset: &str) -> Result<Sweep> {
        let spec = Spec::parse(params_of(params)?, text).map_err(refuse)?;
        Ok(Self { results: Results::new(spec, dataset) })
    }

    /// The sweep as links write it.
    pub fn text(&self) -> String {
        self.results.spec().to_string()
    }

    /// What results of this sweep have in common, and of no other.
    pub fn checksum(&self) -> String {
        self.results.checksum().to_owned()
    }

    /// How many runs there are.
    pub fn runs(&self) -> usize {
        self.results.spec().runs()
    }

    /// The numbers of the runs without results.
    pub fn missing(&self) -> Vec<u32> {
        self.results.missing().map(|run| run as u32).collect()
    }

    /// The parameters of a run.
    pub fn params(&self, run: usize) -> Result<JsValue> {
        if run >= self.runs() {
            return Err(Error::new(Code::BadParam, format!("there is no run {run}")));
        }
        Ok(params_object(&self.results.spec().run(run).params))
    }

    /// Takes the summary of a run.
    pub fn take(&mut self, run: usize, summary: &JsValue) -> Result<()> {
        let refuse = || Error::new(Code::BadParam, format!("run {run} has no such summary"));
        let digest = property(summary, "digest").as_string().and_then(|digest| digest.parse().ok());
        let ranked = self.results.spec().is_ranked();
        let values = Figures::names(ranked).iter().map(|name| number_of(summary, name)).collect::<Option<Vec<f64>>>();
        let figures =
            digest.zip(values).and_then(|(digest, values)| Figures::new(digest, values, ranked)).ok_or_else(refuse)?;
        if self.results.insert(run, figures) { Ok(()) } else { Err(refuse()) }
    }

    /// Takes the results of a CSV file.
    pub fn read_csv(&mut self, text: &str) -> Result<()> {
        csv::read(&mut self.results, text.as_bytes()).map(drop).map_err(refuse)
    }

    /// The results so far as CSV, a row a run.
    pub fn csv(&self) -> String {
        csv::write(&self.results)
    }

    /// The results so far as JSON: each point's figures with their 95 % intervals.
    pub fn json(&self) -> String {
        json::write(&self.results)
    }

    /// A figure at every point: `[{values, texts, at, runs, mean, low, high}]`: `values` one an axis, `texts` the same for
    /// people, `at` where the first stands along the chart; what is not known yet is undefined.
    pub fn points(&self, figure: &str) -> Result<JsValue> {
        let figure = position(figure)?;
        let spec = self.results.spec();
        let stop = |(axis, value)| stop(axis, value);
        Ok(list((0..spec.points()).map(|point| {
            let stops: Vec<Stop> = spec.axes().iter().zip(spec.values(point)).map(stop).collect();
            let sample = self.results.sample(point, figure);
            let interval = mean_interval(&sample);
            let number = |value: Option<f64>| value.map_or(JsValue::UNDEFINED, JsValue::from);
            object(&[
                ("values", list(spec.values(point).into_iter().map(JsValue::from))),
                ("texts", list(stops.iter().map(|stop| stop.text.as_str().into()))),
                ("at", number(stops.first().map(|stop| stop.at))),
                ("runs", sample.len().into()),
                ("mean", number(mean(&sample))),
                ("low", number(interval.map(matchday_study::Interval::low))),
                ("high", number(interval.map(matchday_study::Interval::high))),
            ])
        })))
    }

    /// Where the first of these figures is beyond its target, in the order of the points: `{fit, broken, unsure}`, how
    /// many points keep all targets, whether the next breaks each of them (none if it has no runs), and whether an
    /// interval beside that border reaches to both sides of its target.
    pub fn carry(&self, figures: Vec<String>, targets: &[f64]) -> Result<JsValue> {
        let points = self.results.spec().points();
        let figure = |(name, &most): (String, &f64)| {
            let figure = position(&name)?;
            Ok(Figure { most, samples: (0..points).map(|point| self.results.sample(point, figure)).collect() })
        };
        let figures = figures.into_iter().zip(targets).map(figure).collect::<Result<Vec<_>>>()?;
        let carry = carry(&figures);
        Ok(object(&[
            ("fit", carry.fit.into()),
            ("broken", list(carry.broken.into_iter().map(JsValue::from))),
            ("unsure", carry.unsure.into()),
        ]))
    }

    /// Draws what is asked for of the results so far: lines with their intervals over one parameter, a heat map of the
    /// first figure over two. The rest as with the other charts.
    pub fn draw(
        &self,
        canvas: &HtmlCanvasElement,
        what: &JsDrawn,
        theme: &JsTheme,
        width: f64,
        height: f64,
        dpr: f64,
    ) -> Result<JsValue> {
        let figures: Vec<String> =
            js_sys::Array::from(&property(what, "figures")).iter().filter_map(|name| name.as_string()).collect();
        let target = property(what, "target").as_f64();
        let first = figures.first().map_or("", String::as_str);
        let (spec, unit) = (self.results.spec(), Unit::of(first));
        let of_axis = |axis: &Axis| axis.values().iter().map(|value| stop(axis, value)).collect();
        let stops: Vec<Vec<Stop>> = spec.axes().iter().map(of_axis).collect();
        let curve = |figure: &String| {
            let at = position(figure)?;
            let estimates = (0..spec.points()).map(|point| estimate(&self.results.sample(point, at))).collect();
            Ok(Curve { name: if figures.len() > 1 { statistic(figure) } else { "" }, estimates })
        };
        let curves = figures.iter().map(curve).collect::<Result<Vec<_>>>()?;
        drawing::draw(canvas, theme, (width, height, dpr), |root, theme, sheet| match &stops[..] {
            [along, up] => {
                let estimates = curves.first().map_or(&[][..], |curve| &curve.estimates);
                let means: Vec<_> = estimates.iter().map(|estimate| estimate.map(|estimate| estimate.mean)).collect();
                heat(root, theme, sheet, unit, (along, up), &means)
            }
            stops => lines(root, theme, sheet, unit, stops.first().map_or(&[], Vec::as_slice), &curves, target),
        })
    }
}

/// Where a value of an axis stands: as its slider spreads them, or side by side.
fn stop(axis: &Axis, value: &str) -> Stop {
    let spec = axis.key().spec();
    let Kind::Number { slider, .. } = spec.kind else {
        let at = axis.values().iter().position(|other| other == value).unwrap_or_default();
        return Stop { at: at as f64, text: value.to_owned() };
    };
    let number: f64 = value.parse().unwrap_or_default();
    let text = match spec.unit {
        "" => short(number, 4),
        "%" => format!("{}\u{a0}%", short(number * 100.0, 2)),
        unit => format!("{}\u{a0}{unit}", short(number, 4)),
    };
    Stop { at: if slider == Slider::Logarithmic { libm::log2(number.max(1.0)) } else { number }, text }
}

fn estimate(sample: &[f64]) -> Option<Estimate> {
    let interval = mean_interval(sample).map(|interval| (interval.low(), interval.high()));
    Some(Estimate { mean: mean(sample)?, interval })
}

/// A number of a summary; one without a value, or of a ladder that is not there, is 0.
fn number_of(summary: &JsValue, name: &str) -> Option<f64> {
    let value = property(summary, name);
    value.as_f64().or_else(|| (value.is_null() || !Figures::names(false).contains(&name)).then_some(0.0))
}

fn position(figure: &str) -> Result<usize> {
    let at = Figures::names(true).iter().position(|name| *name == figure);
    at.ok_or_else(|| Error::new(Code::BadParam, format!("there is no figure `{figure}`")))
}

fn refuse(error: SweepError) -> Error {
    Error::new(Code::BadParam, error)
}
