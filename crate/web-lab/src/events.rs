//! What happens to players in a part of a day, in a worker.

use crate::day::begin;
use js_sys::Function;
use matchday_base::{DatacenterIndex, SimTime};
use matchday_observe::{Day, EventFilter, EventLog};
use matchday_sim::{Event, EventKind, Simulate, World as SimWorld};
use matchday_study::skill_gap::SkillGap;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::from_js;
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World;
use serde::Deserialize;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// Most events of a table: 15 MB of text. The command writes more.
const MOST: u32 = 250_000;

/// The events that are asked for.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct EventsAsked {
    /// From this second since the first shown midnight.
    pub from_s: u32,
    /// Up to this one, without it.
    pub to_s: u32,
    /// Of this player only.
    pub player: Option<u32>,
    /// In matches at this datacenter only, by its index among the active ones.
    pub datacenter: Option<u16>,
    /// Of these kinds only, by their words; none: of all.
    pub kinds: Vec<String>,
}

/// The words of all kinds of events.
pub(crate) fn event_kinds() -> Vec<&'static str> {
    EventKind::ALL.iter().map(|&(_, word)| word).collect()
}

/// A day that is simulated to the end of the asked time, with its events as CSV.
#[wasm_bindgen]
pub struct EventsDay {
    world: Arc<SimWorld>,
    day: Day,
    log: EventLog,
    start: SimTime,
    until: SimTime,
    csv: String,
    rows: u32,
    /// The longest wait in the table, and its player.
    longest: Option<(u32, u32)>,
}

#[wasm_bindgen]
impl EventsDay {
    /// A day before its warm-up; `utc_offset_s` as of `LabDay`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        params: &Ts<ParamValues>,
        utc_offset_s: &Function,
        asked: &Ts<EventsAsked>,
    ) -> Result<EventsDay> {
        let params = params_of(params)?;
        let asked: EventsAsked = from_js(asked, Code::BadParam)?;
        let (world, day) = begin(world, &params, utc_offset_s)?;
        let filter = filter_of(&asked)?;
        let until = filter.between.end.min(day.end());
        let log = EventLog::new(filter);
        let csv = Event::COLUMNS.join(",") + "\n";
        Ok(Self { world, start: day.now(), day, log, until, csv, rows: 0, longest: None })
    }

    /// Simulates the given number of seconds, or to the end of the asked time, or until the table is full. Returns
    /// the share that is done.
    pub fn advance(&mut self, seconds: u32) -> f64 {
        let left_s = self.until.since(self.day.now().min(self.until));
        self.day.advance_watched(seconds.min(left_s), &mut self.log);
        let room = (MOST - self.rows) as usize;
        for event in self.log.take().into_iter().take(room) {
            self.rows += 1;
            self.csv.push_str(&event.row(&self.world).join(","));
            self.csv.push('\n');
            let wait_s = event.wait_s.unwrap_or(0);
            if wait_s > self.longest.map_or(0, |(longest_s, _)| longest_s) {
                self.longest = Some((wait_s, event.player));
            }
        }
        let is_over = self.is_full() || self.day.now() >= self.until;
        if is_over {
            1.0
        } else {
            f64::from(self.day.now().since(self.start)) / f64::from(self.until.since(self.start))
        }
    }

    /// Whether the table is full, and later events are missing.
    pub fn is_full(&self) -> bool {
        self.rows == MOST
    }

    /// Number of events in the table.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The first player with the longest wait in the table; undefined without a wait.
    pub fn who_waited_longest(&self) -> Option<u32> {
        self.longest.map(|(_, player)| player)
    }

    /// The table as CSV.
    pub fn csv(&self) -> String {
        self.csv.clone()
    }
}

/// A day whose matches no policy forms, with the skills in them.
#[wasm_bindgen]
pub struct SkillGapDay {
    /// Nothing is simulated where players have no skill.
    measured: Option<(Day, SkillGap)>,
    log: EventLog,
    start: SimTime,
}

#[wasm_bindgen]
impl SkillGapDay {
    /// A day before its warm-up; `utc_offset_s` as of `LabDay`.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>, utc_offset_s: &Function) -> Result<SkillGapDay> {
        let params = params_of(params)?;
        let Some(gap) = SkillGap::of(&params).map_err(|error| Error::new(Code::BadParam, error))? else {
            return Ok(Self { measured: None, log: EventLog::default(), start: SimTime::default() });
        };
        let (_, day) = begin(world, &params, utc_offset_s)?;
        let (log, start) = (EventLog::new(SkillGap::filter(day.end())), day.now());
        Ok(Self { measured: Some((day, gap)), log, start })
    }

    /// Simulates the given number of seconds, or to the end. Returns the share of the day that is done.
    pub fn advance(&mut self, seconds: u32) -> f64 {
        let Some((day, gap)) = &mut self.measured else { return 1.0 };
        day.advance_watched(seconds, &mut self.log);
        gap.take(&self.log.take());
        f64::from(day.now().since(self.start)) / f64::from(day.end().since(self.start))
    }

    /// The mean difference between the highest and the lowest skill in a match; undefined without skills or matches.
    pub fn mean(&self) -> Option<f64> {
        self.measured.as_ref()?.1.mean()
    }
}

fn filter_of(asked: &EventsAsked) -> Result<EventFilter> {
    let kind = |word: &String| {
        EventKind::of(word).ok_or_else(|| Error::new(Code::BadParam, format!("{word}: no kind of event")))
    };
    let span_s = asked.from_s..asked.to_s;
    if span_s.is_empty() || asked.to_s > u32::MAX / 2 {
        return Err(Error::new(Code::BadParam, "the time must end after it begins"));
    }
    Ok(EventFilter {
        between: SimTime::DAY_START + span_s.start..SimTime::DAY_START + span_s.end,
        player: asked.player,
        datacenter: asked.datacenter.map(DatacenterIndex),
        kinds: asked.kinds.iter().map(kind).collect::<Result<_>>()?,
        company: false,
    })
}
