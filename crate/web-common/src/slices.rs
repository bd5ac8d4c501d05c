//! A running day in slices, whose results go to the page.

use matchday_base::SimTime;
use matchday_sim::Simulate;
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
    start: SimTime,
    sent_minutes: usize,
    sent_frames: usize,
    interval_s: u32,
}

impl<D: Simulate> Slices<D> {
    /// A day before its warm-up.
    pub fn new(day: D) -> Self {
        Self { start: day.log().now(), day, sent_minutes: 0, sent_frames: 0, interval_s: 0 }
    }

    /// Simulates the given number of seconds, or to the end.
    pub fn advance(&mut self, seconds: u32) -> Progress {
        self.day.advance(seconds);
        let now = self.day.log().now();
        Progress {
            done_s: now.since(self.start),
            total_s: self.day.log().end().since(self.start),
            shown_s: now.0 as i32 - SimTime::DAY_START.0 as i32 - 1,
        }
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
