//! A sweep and its results so far. Workers simulate its runs.

use matchday_charts::number::short;
use matchday_charts::sweep::Stop;
use matchday_scenario::Params;
use matchday_scenario::params::{Kind, Slider};
use matchday_study::Interval;
use matchday_study::playlist_capacity::{Figure, PlaylistCapacity, capacity};
use matchday_study::statistics::{mean, mean_interval};
use matchday_study::sweep::{Figures, Results, Spec, SweepError, Varied, csv, json};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, to_js};
use matchday_web_day::params::{ParamTexts, ParamValues, params_of};
use matchday_wire::report::Report;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A figure at a point of a sweep.
#[derive(Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SweepEstimate {
    /// One value per axis, as in files.
    pub values: Vec<String>,
    /// The same values, formatted for people.
    pub texts: Vec<String>,
    /// Position of the first axis's value on the chart.
    pub at: f64,
    /// Number of runs so far.
    pub runs: usize,
    /// Mean of the runs that have the figure; null without one.
    pub mean: Option<f64>,
    /// Low end of the 95 % interval; null with fewer than two of these runs.
    pub low: Option<f64>,
    /// High end of the 95 % interval; null with fewer than two of these runs.
    pub high: Option<f64>,
}

/// A sweep, and how far it is.
#[derive(Serialize, Tsify)]
pub struct SweepState {
    /// Its text in links.
    pub text: String,
    /// The checksum that identifies its results.
    pub checksum: String,
    /// The values of each axis.
    pub values: Vec<Vec<String>>,
    /// Number of runs.
    pub runs: usize,
    /// The numbers of the runs without results.
    pub missing: Vec<usize>,
}

/// A question to a sweep.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum SweepQuestion {
    /// The sweep, and how far it is.
    State {},
    /// The parameters of a run.
    Params {
        /// Its number.
        run: usize,
    },
    /// Adds the report of a run.
    Take {
        /// Its number.
        run: usize,
        /// Its report.
        report: Box<Report>,
    },
    /// Adds the results of a CSV file.
    ReadCsv {
        /// The file.
        text: String,
    },
    /// The results so far as CSV, one row per run.
    Csv {},
    /// The results so far as JSON: each point's figures with their 95 % intervals.
    Json {},
    /// The figure at every point.
    Points {
        /// Its name.
        figure: String,
    },
    /// The first point at which a figure misses its target, in the order of the points.
    Capacity {
        /// Names of figures.
        figures: Vec<String>,
        /// The highest value allowed of each.
        targets: Vec<f64>,
    },
}

/// The answer to the question of the same name.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum SweepAnswer {
    /// At present.
    State(SweepState),
    /// All of them, as in links.
    Params(ParamTexts),
    /// It is added.
    Take {},
    /// They are added.
    ReadCsv {},
    /// The file.
    Csv(String),
    /// The file.
    Json(String),
    /// By point.
    Points(Vec<SweepEstimate>),
    /// The points within their targets.
    Capacity(PlaylistCapacity),
}

/// A sweep with its results so far.
#[wasm_bindgen]
pub struct Sweep {
    pub(crate) results: Results,
    /// By axis; those of parameters are known.
    units: Vec<String>,
}

#[wasm_bindgen]
impl Sweep {
    /// The sweep `text` of a scenario, such as `replay:0.6..0.9:20~seeds:100`, over the data set `dataset`.
    /// `units`: of what varies that is no parameter, one per axis. An invalid sweep throws `BAD_PARAM`.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &Ts<ParamValues>, text: &str, dataset: &str, units: Vec<String>) -> Result<Sweep> {
        Ok(Self { units, ..Self::of(params_of(params)?, text, dataset)? })
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &Ts<SweepQuestion>) -> Result<Ts<SweepAnswer>> {
        to_js(&match from_js(question, Code::BadParam)? {
            SweepQuestion::State {} => SweepAnswer::State(self.state()),
            SweepQuestion::Params { run } => SweepAnswer::Params(self.params(run)?),
            SweepQuestion::Take { run, report } => {
                self.take(run, &report)?;
                SweepAnswer::Take {}
            }
            SweepQuestion::ReadCsv { text } => {
                self.read_csv(&text)?;
                SweepAnswer::ReadCsv {}
            }
            SweepQuestion::Csv {} => SweepAnswer::Csv(csv::write(&self.results)),
            SweepQuestion::Json {} => SweepAnswer::Json(json::write(&self.results)),
            SweepQuestion::Points { figure } => SweepAnswer::Points(self.points(&figure)?),
            SweepQuestion::Capacity { figures, targets } => SweepAnswer::Capacity(self.capacity(&figures, &targets)?),
        })
    }
}

impl Sweep {
    /// A sweep whose units are those of parameters.
    pub(crate) fn of(params: Params, text: &str, dataset: &str) -> Result<Self> {
        let spec = Spec::parse(params, text).map_err(refuse)?;
        Ok(Self { results: Results::new(spec, dataset), units: Vec::new() })
    }

    fn state(&self) -> SweepState {
        let spec = self.results.spec();
        SweepState {
            text: spec.to_string(),
            checksum: self.results.checksum().to_owned(),
            values: spec.axes().iter().map(|axis| axis.values().to_vec()).collect(),
            runs: spec.runs(),
            missing: self.results.missing().collect(),
        }
    }

    fn params(&self, run: usize) -> Result<ParamTexts> {
        let spec = self.results.spec();
        if run >= spec.runs() {
            return Err(Error::new(Code::BadParam, format!("there is no run {run}")));
        }
        Ok(ParamTexts::from(&spec.run(run).params))
    }

    fn take(&mut self, run: usize, report: &Report) -> Result<()> {
        let figures = Figures::of(report, self.results.spec().parts());
        let refused = || Error::new(Code::BadParam, format!("run {run} has no such summary"));
        if self.results.insert(run, figures) { Ok(()) } else { Err(refused()) }
    }

    /// Adds the results of a CSV file.
    pub(crate) fn read_csv(&mut self, text: &str) -> Result<()> {
        csv::read(&mut self.results, text.as_bytes()).map(drop).map_err(refuse)
    }

    fn points(&self, figure: &str) -> Result<Vec<SweepEstimate>> {
        let figure = self.position(figure)?;
        let spec = self.results.spec();
        let estimate = |point| {
            let stops: Vec<Stop> =
                spec.values(point).into_iter().zip(0..).map(|(value, at)| self.stop(at, value)).collect();
            let sample = self.results.sample(point, figure);
            let interval = mean_interval(&sample);
            SweepEstimate {
                values: spec.values(point).into_iter().map(str::to_owned).collect(),
                at: stops.first().map_or(0.0, |stop| stop.at),
                texts: stops.into_iter().map(|stop| stop.text).collect(),
                runs: self.results.made(point),
                mean: mean(&sample),
                low: interval.map(Interval::low),
                high: interval.map(Interval::high),
            }
        };
        Ok((0..spec.points()).map(estimate).collect())
    }

    fn capacity(&self, figures: &[String], targets: &[f64]) -> Result<PlaylistCapacity> {
        let points = self.results.spec().points();
        let figure = |(name, &most): (&String, &f64)| {
            let figure = self.position(name)?;
            Ok(Figure { most, samples: (0..points).map(|point| self.results.sample(point, figure)).collect() })
        };
        let figures = figures.iter().zip(targets).map(figure).collect::<Result<Vec<_>>>()?;
        Ok(capacity(&figures))
    }

    /// The position of a figure among those of the sweep.
    fn position(&self, figure: &str) -> Result<usize> {
        let at = Figures::names(self.results.spec().parts()).iter().position(|name| *name == figure);
        at.ok_or_else(|| Error::new(Code::BadParam, format!("this sweep has no figure `{figure}`")))
    }

    /// The position of a value on its axis: by the scale of its slider, or evenly spaced.
    fn stop(&self, axis: usize, value: &str) -> Stop {
        let own = self.units.get(axis).map_or("", String::as_str);
        let axis = &self.results.spec().axes()[axis];
        let (unit, slider) = match axis.varied() {
            Varied::Constant(_) | Varied::Number(_) => (own, Slider::Linear),
            Varied::Param(key) => match key.spec().kind {
                Kind::Number { slider, .. } => (key.spec().unit, slider),
                _ => {
                    let at = axis.values().iter().position(|other| other == value).unwrap_or_default();
                    return Stop { at: at as f64, text: value.to_owned() };
                }
            },
        };
        let number: f64 = value.parse().unwrap_or_default();
        let is_share = unit == "%" && matches!(axis.varied(), Varied::Param(_));
        let shown = if is_share { short(number * 100.0, 2) } else { short(number, 4) };
        let text = if unit.is_empty() { shown } else { format!("{shown}\u{a0}{unit}") };
        Stop { at: if slider == Slider::Logarithmic { libm::log2(number.max(1.0)) } else { number }, text }
    }
}

fn refuse(error: SweepError) -> Error {
    Error::new(Code::BadParam, error)
}
