//! A running day in slices, whose results go to the page.

use crate::world::Data;
use matchday_base::SimTime;
use matchday_base::time::MINUTE_S;
use matchday_scenario::Params;
use matchday_sim::starvation::{Starvation, starvation};
use matchday_sim::{Simulate, theory};
use serde::Serialize;
use tsify::Tsify;

/// The progress of a day. Simulated and total seconds include the warm-up.
#[derive(Serialize, Tsify)]
pub struct Progress {
    /// Seconds simulated.
    pub done_s: u32,
    /// Seconds to simulate.
    pub total_s: u32,
    /// Last second of the shown days; negative while warming up.
    pub shown_s: i32,
}

/// A day that starves: far more players are online than theory predicts.
#[derive(Serialize, Tsify)]
pub struct Starved {
    /// What most players wait for.
    #[tsify(type = "\"players\" | \"servers\" | \"ready_checks\" | \"matches\" | \"lockouts\"")]
    pub cause: &'static str,
    /// The finding in words.
    pub text: String,
}

/// Map frames recorded since the last call.
#[derive(Serialize, Tsify)]
pub struct Frames {
    /// Seconds between frames.
    pub interval_s: u32,
    /// The index of the first of these frames. The receiver drops its own frames from there on.
    pub first_index: u32,
    /// The frames, packed.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub bytes: Vec<u8>,
}

/// A day that is simulated in slices, and the number of results that the page already has.
pub struct Slices<D> {
    /// The day itself.
    pub day: D,
    params: Params,
    predicted_peak: f64,
    starvation: Option<Starvation>,
    start: SimTime,
    sent_minutes: usize,
    sent_frames: usize,
    interval_s: u32,
}

impl<D: Simulate> Slices<D> {
    /// A day of these parameters before its warm-up.
    pub fn new(day: D, params: Params, data: &Data) -> Self {
        let predicted_peak = data.peak(&params, theory::REFERENCE);
        let start = day.log().now();
        Self { day, params, predicted_peak, starvation: None, start, sent_minutes: 0, sent_frames: 0, interval_s: 0 }
    }

    /// Simulates the given number of seconds, or to the end. A day that starves ends there.
    pub fn advance(&mut self, seconds: u32) -> Progress {
        let mut now = self.day.log().now();
        let mut left_s = seconds.min(self.day.log().end().since(now));
        while self.starvation.is_none() && left_s > 0 {
            // The end of each minute: so it is found in the same second however slices divide the day.
            let step_s = left_s.min(MINUTE_S - now.0 % MINUTE_S);
            self.day.advance(step_s);
            (now, left_s) = (now + step_s, left_s - step_s);
            if now.0.is_multiple_of(MINUTE_S) {
                self.starvation = starvation(&self.day, &self.params, self.predicted_peak);
            }
        }
        Progress {
            done_s: now.since(self.start),
            total_s: self.day.log().end().since(self.start),
            shown_s: now.0 as i32 - SimTime::DAY_START.0 as i32 - 1,
        }
    }

    /// Why the day ended early; `None` if it has not.
    pub fn starved(&self) -> Option<Starved> {
        self.starvation.as_ref().map(|found| Starved { cause: found.cause.word(), text: found.words.clone() })
    }

    /// The minutes finished since the last call.
    pub fn rows(&mut self) -> Vec<u32> {
        let rows = self.day.log().columns().rows_from(self.sent_minutes).to_vec();
        self.sent_minutes = self.day.log().columns().minutes();
        rows
    }

    /// The map frames recorded since the last call. After frames were thinned to fit their budget: all
    /// frames.
    pub fn frames(&mut self) -> Frames {
        let mut first = 0;
        let mut bytes = Vec::new();
        if let Some(log) = self.day.log().frames() {
            if log.interval_s() == self.interval_s {
                first = self.sent_frames;
            }
            bytes = log.packed_from(first);
            (self.sent_frames, self.interval_s) = (log.len(), log.interval_s());
        }
        Frames { interval_s: self.interval_s, first_index: first as u32, bytes }
    }
}
