//! A running day, handed to the page slice by slice.

use crate::dto::object;
use js_sys::Uint8Array;
use matchday_base::SimTime;
use matchday_sim::Simulate;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// A day that is simulated slice by slice, and what of it has been handed over.
pub struct Slices<D> {
    /// The day itself.
    pub day: D,
    start: SimTime,
    sent_minutes: usize,
    sent_frames: usize,
    interval_s: u32,
}

impl<D: Simulate> Slices<D> {
    /// A day that is about to warm up.
    pub fn new(day: D) -> Self {
        Self { start: day.log().now(), day, sent_minutes: 0, sent_frames: 0, interval_s: 0 }
    }

    /// Simulates so many seconds, or to the end: `{done_s, total_s, shown_s}`. Seconds done and in total count the
    /// warm-up too; the last second shown is negative until it is over.
    pub fn advance(&mut self, seconds: u32) -> JsValue {
        self.day.advance(seconds);
        let now = self.day.log().now();
        object(&[
            ("done_s", now.since(self.start).into()),
            ("total_s", self.day.log().end().since(self.start).into()),
            ("shown_s", (now.0 as i32 - SimTime::DAY_START.0 as i32 - 1).into()),
        ])
    }

    /// The minutes finished since the last call.
    pub fn rows(&mut self) -> Vec<u32> {
        let rows = self.day.log().columns().rows_from(self.sent_minutes).to_vec();
        self.sent_minutes = self.day.log().columns().minutes();
        rows
    }

    /// The map frames recorded since the last call, `{interval_s, first_index, bytes}`: seconds from frame to frame, and
    /// where the first of these stands; those that were there from it on are to be dropped. All of them again after they
    /// were thinned to fit their budget.
    pub fn frames(&mut self) -> JsValue {
        let mut first = 0;
        let mut bytes = Vec::new();
        if let Some(log) = self.day.log().frames() {
            if log.interval_s() == self.interval_s {
                first = self.sent_frames;
            }
            bytes = log.packed_from(first);
            (self.sent_frames, self.interval_s) = (log.len(), log.interval_s());
        }
        object(&[
            ("interval_s", self.interval_s.into()),
            ("first_index", (first as u32).into()),
            ("bytes", Uint8Array::from(&bytes[..]).into()),
        ])
    }
}

/// A report of a day, as a plain object.
pub fn report(report: &impl Serialize) -> JsValue {
    // A report has names and numbers alone.
    report.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}
