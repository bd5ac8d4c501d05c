//! A running day in slices, whose results go to the page, and any second of it again.

use crate::kept::{Frames, Kept, Seen};
use crate::world::Data;
use matchday_base::SimTime;
use matchday_base::time::MINUTE_S;
use matchday_observe::starvation::{Starvation, starvation};
use matchday_scenario::Params;
use matchday_sim::{Simulate, Snapshot, theory};
use matchday_web_common::error::{Code, Error, Result};
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

/// A day that was stopped: far more players are online than theory predicts, or its policy has failed.
#[derive(Serialize, Tsify)]
pub struct Starved {
    /// What most players wait for; `policy`: it has failed.
    #[tsify(type = "\"players\" | \"servers\" | \"ready_checks\" | \"matches\" | \"lockouts\" | \"policy\"")]
    pub cause: &'static str,
    /// The finding in words.
    pub text: String,
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
    /// `None` for a day that nobody looks at.
    kept: Option<Kept<D>>,
}

impl<D: Simulate + Snapshot + Clone> Slices<D> {
    /// A day of these parameters before its warm-up. With `keep_checkpoints` the map can show its
    /// seconds.
    pub fn new(day: D, params: Params, data: &Data, keep_checkpoints: bool) -> Self {
        let predicted_peak = data.peak(&params, theory::REFERENCE);
        let start = day.now();
        let kept = keep_checkpoints.then(|| Kept::new(data.dataset.cells().len()));
        Self { day, params, predicted_peak, starvation: None, start, sent_minutes: 0, kept }
    }

    /// Simulates the given number of seconds, or to the end. A day that starves ends there.
    pub fn advance(&mut self, seconds: u32) -> Progress {
        let mut now = self.day.now();
        let mut left_s = seconds.min(self.day.end().since(now));
        self.keep();
        while self.starvation.is_none() && left_s > 0 {
            // The end of each minute: so it is found in the same second however slices divide the day.
            let step_s = left_s.min(MINUTE_S - now.0 % MINUTE_S);
            self.day.advance(step_s);
            (now, left_s) = (now + step_s, left_s - step_s);
            self.keep();
            if now.0.is_multiple_of(MINUTE_S) {
                self.starvation = starvation(&self.day, &self.params, self.predicted_peak);
            }
        }
        Progress {
            done_s: now.since(self.start),
            total_s: self.day.end().since(self.start),
            shown_s: now.from_midnight_s() - 1,
        }
    }

    fn keep(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.pass(&mut self.day);
        }
    }

    /// Simulates at most `seconds` seconds towards a moment; returns whether it is reached.
    ///
    /// # Errors
    /// A moment that the day does not reach, or a day that is not looked at.
    pub fn seek(&mut self, shown_s: u32, seconds: u32) -> Result<bool> {
        match self.kept_to(shown_s, seconds)? {
            Some((kept, moment)) => Ok(kept.seek(moment, seconds)),
            None => Ok(false),
        }
    }

    /// What is kept of the day, and the moment of a second of the shown days. `None` while the day still has to reach it:
    /// then at most `seconds` seconds of it are simulated.
    ///
    /// # Errors
    /// As of [`seek`](Self::seek).
    pub fn kept_to(&mut self, shown_s: u32, seconds: u32) -> Result<Option<(&mut Kept<D>, SimTime)>> {
        let moment = SimTime::DAY_START + shown_s.min(self.day.end().since(SimTime::DAY_START));
        if self.day.now() < moment && self.starvation.is_none() {
            self.advance(seconds);
            return Ok(None);
        }
        let is_there = self.day.now() >= moment;
        match self.kept.as_mut().filter(|_| is_there) {
            Some(kept) => Ok(Some((kept, moment))),
            None => Err(Error::new(Code::BadValue, format!("second {shown_s} is not kept of this day"))),
        }
    }

    /// What is kept of the day, and its first shown midnight.
    ///
    /// # Errors
    /// A day that has not passed that midnight, or that is not looked at.
    pub fn kept_at_midnight(&mut self) -> Result<(&mut Kept<D>, SimTime)> {
        let kept = self.kept_to(0, 0)?;
        kept.ok_or_else(|| Error::new(Code::BadValue, "the day has not begun"))
    }

    /// The day at the moment of the last [`seek`](Self::seek); `None` before that.
    pub fn shown(&self) -> Option<&D> {
        self.kept.as_ref()?.shown()
    }

    /// The same as a picture of it.
    pub fn seen(&mut self) -> Option<Seen> {
        self.kept.as_mut()?.seen()
    }

    /// Why the day ended early; `None` if it has not.
    pub fn starved(&self) -> Option<Starved> {
        self.starvation.as_ref().map(|found| Starved { cause: found.cause.word(), text: found.words.clone() })
    }

    /// The minutes finished since the last call.
    pub fn rows(&mut self) -> Vec<u32> {
        let rows = self.day.columns().rows_from(self.sent_minutes).to_vec();
        self.sent_minutes = self.day.columns().minutes();
        rows
    }

    /// The frames of the thin record since the last call; none of a day that nobody looks at.
    pub fn frames(&mut self) -> Frames {
        self.kept.as_mut().map_or_else(Frames::default, Kept::frames)
    }
}
