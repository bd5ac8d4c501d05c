//! What is kept of a running day to look at it: its time machine, and the thin record for when that takes too long.

use matchday_base::SimTime;
use matchday_observe::TimeMachine;
use matchday_observe::frames::{Recorder, frame_of};
use matchday_observe::time_machine::BUDGET_BYTES;
use matchday_sim::snapshot::Tally;
use matchday_sim::{Simulate, Snapshot};
use peak_alloc::PeakAlloc;
use serde::Serialize;
use tsify::Tsify;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Bytes on the heap of the module.
pub fn allocated() -> usize {
    HEAP.current_usage()
}

/// A day between two seconds.
#[derive(Serialize, Tsify)]
pub struct Seen {
    /// The later second, counted from the first shown midnight.
    pub shown_s: u32,
    /// Players by cell and state, packed.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub players: Vec<u8>,
    /// Players in matches at each active datacenter.
    pub playing: Vec<u32>,
    /// Players in the queue of each active datacenter.
    pub queues: Vec<u32>,
}

/// Frames of the thin record since the last call.
#[derive(Default, Serialize, Tsify)]
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

/// What is kept of a day.
pub struct Kept<D> {
    machine: TimeMachine<D>,
    recorder: Recorder,
    sent_frames: usize,
    /// Time between the frames that the page has.
    interval_s: u32,
    /// Kept between calls to avoid allocations.
    tally: Tally,
}

impl<D: Simulate + Snapshot + Clone> Kept<D> {
    /// Nothing yet, of a world of `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self {
            machine: TimeMachine::new(BUDGET_BYTES, allocated),
            recorder: Recorder::new(cells),
            sent_frames: 0,
            interval_s: 0,
            tally: Tally::new(cells),
        }
    }

    /// Keeps a checkpoint and a frame of the running day, where one is due. Called at least once a minute.
    pub fn pass(&mut self, day: &mut D) {
        self.machine.pass(day);
        if let Some(shown_s) = day.now().shown_s() {
            self.recorder.record(shown_s, |tally| day.tally(tally));
        }
    }

    /// Simulates at most `seconds` seconds towards a moment that the running day has passed; returns whether it is
    /// reached.
    pub fn seek(&mut self, moment: SimTime, seconds: u32) -> bool {
        self.machine.seek(moment, seconds).is_some()
    }

    /// The nearest checkpoint before a moment; the first one if there is none; `None` before the first.
    pub fn before(&self, moment: SimTime) -> Option<&D> {
        self.machine.before(moment)
    }

    /// The day where the last [`seek`](Self::seek) led; `None` before that.
    pub fn shown(&self) -> Option<&D> {
        self.machine.head()
    }

    /// The same as a picture of it.
    pub fn seen(&mut self) -> Option<Seen> {
        let day = self.machine.head()?;
        day.tally(&mut self.tally);
        let (playing, queues) = (day.playing().to_vec(), day.queues());
        Some(Seen { shown_s: day.now().shown_s()?, players: frame_of(&mut self.tally), playing, queues })
    }

    /// The frames recorded since the last call. After frames were thinned to fit their budget: all frames.
    pub fn frames(&mut self) -> Frames {
        let log = self.recorder.log();
        let first = if log.interval_s() == self.interval_s { self.sent_frames } else { 0 };
        (self.sent_frames, self.interval_s) = (log.len(), log.interval_s());
        Frames { interval_s: self.interval_s, first_index: first as u32, bytes: log.packed_from(first) }
    }
}
