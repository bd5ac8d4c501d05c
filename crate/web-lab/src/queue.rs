//! A recorded queue, replayed piece by piece.

use crate::plugin::world_of;
use matchday_recorded_queue::{CsvRows, Datacenters, QueueError, Replay, Survey};
use matchday_scenario::Params;
use matchday_sim::World as SimWorld;
use matchday_sim::policy::RuleTerms;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::to_js;
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World;
use matchday_wire::report::QueueReport;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A file of tickets that is read twice, as comma-separated values in pieces: first to check it, then to replay it. After each
/// piece the seconds that it settles are simulated, in slices.
#[wasm_bindgen]
pub struct QueueFile {
    data: Rc<matchday_web_day::world::Data>,
    world: Arc<SimWorld>,
    params: Params,
    rows: CsvRows,
    reading: Reading,
}

/// Which reading of the file goes on.
enum Reading {
    First(Box<Survey>),
    Second(Box<Replay>),
    Over,
}

#[wasm_bindgen]
impl QueueFile {
    /// Nothing read yet; the matchmaker of `params` will form the matches.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>) -> Result<QueueFile> {
        let params = params_of(params)?;
        let data = Rc::clone(world.data());
        let world = world_of(world, &params)?;
        let terms = RuleTerms::of(&params).map_err(|error| Error::new(Code::BadParam, error))?;
        let survey = Survey::new(Datacenters::new(&world, terms.regions));
        Ok(Self { data, world, params, rows: CsvRows::default(), reading: Reading::First(Box::new(survey)) })
    }

    /// Reads the next piece of the file; `undefined` ends a reading. After the second, the seconds are left until no ticket
    /// waits any more.
    pub fn read(&mut self, piece: Option<Vec<u8>>) -> Result<()> {
        self.take(piece).map_err(refused)
    }

    /// Simulates at most so many seconds of those that the pieces so far settle; returns whether these are over.
    pub fn advance(&mut self, seconds: u32) -> Result<bool> {
        let Reading::Second(replay) = &mut self.reading else { return Ok(true) };
        replay.advance(seconds).map_err(refused)
    }

    /// What became of the tickets, or undefined before the second reading.
    pub fn finish(&mut self) -> Result<Option<Ts<QueueReport>>> {
        let Reading::Second(replay) = std::mem::replace(&mut self.reading, Reading::Over) else { return Ok(None) };
        to_js(&replay.finish().map_err(refused)?).map(Some)
    }
}

impl QueueFile {
    fn take(&mut self, piece: Option<Vec<u8>>) -> std::result::Result<(), QueueError> {
        match &mut self.reading {
            Reading::First(survey) => {
                let mut each = |line: u64, fields: &[Cow<'_, str>]| survey.row(line, fields);
                let Some(piece) = piece else {
                    std::mem::take(&mut self.rows).finish(&mut each)?;
                    return self.begin_second();
                };
                self.rows.push(&piece, &mut each)
            }
            Reading::Second(replay) => {
                let mut each = |line: u64, fields: &[Cow<'_, str>]| {
                    replay.read(line, fields);
                    Ok(())
                };
                let Some(piece) = piece else {
                    std::mem::take(&mut self.rows).finish(&mut each)?;
                    replay.close();
                    return Ok(());
                };
                self.rows.push(&piece, &mut each)
            }
            Reading::Over => Ok(()),
        }
    }

    fn begin_second(&mut self) -> std::result::Result<(), QueueError> {
        let Reading::First(survey) = std::mem::replace(&mut self.reading, Reading::Over) else { return Ok(()) };
        let queue = Arc::new(survey.finish()?);
        let replay = Replay::new(queue, &self.data.dataset, Arc::clone(&self.world), &self.params)?;
        self.reading = Reading::Second(Box::new(replay));
        Ok(())
    }
}

fn refused(error: QueueError) -> Error {
    let code = match error {
        QueueError::Policy(_) | QueueError::Ranked(_) | QueueError::NoSkill { .. } | QueueError::Fault(_) => {
            Code::BadParam
        }
        _ => Code::BadValue,
    };
    Error::new(code, error)
}
