//! The thin record of a day: players of each state in every cell, every ten minutes, to be shown while the exact second
//! is [simulated again](crate::time_machine).
//!
//! A frame is the difference to the previous one, so a cursor can step both ways. Its bytes, for each changed
//! cell in ascending order: the gap to the previous changed cell as a LEB128 number (the first counts from
//! -1), then the three differences. They take one byte `(p + 3) + 7 (b + 2) + 35 (s + 3)` if they fit (p and
//! s in -3..=3, b in -2..=2), else 255 and three zigzag LEB128 numbers.

mod codec;

use codec::{Writer, apply, merge};
use matchday_base::time::MINUTE_S;
use matchday_sim::snapshot::{Counts, Tally};

/// Most bytes of the frames of a run; beyond it every second frame is dropped.
pub const BUDGET_BYTES: usize = 32 << 20;

/// Time between frames, until they are thinned.
const INTERVAL_S: u32 = 10 * MINUTE_S;

/// Records the frames of a running day.
#[derive(Clone, Debug)]
pub struct Recorder {
    log: FrameLog,
    /// The counts of the last frame.
    last: Vec<Counts>,
    next: Tally,
}

impl Recorder {
    /// An empty recorder for a world of `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { log: FrameLog::default(), last: vec![[0; 3]; cells], next: Tally::new(cells) }
    }

    /// The frames so far.
    pub fn log(&self) -> &FrameLog {
        &self.log
    }

    /// Records a frame if one is due at `shown_s`, seconds after the start of the day. `count` counts all players
    /// online.
    pub fn record(&mut self, shown_s: u32, count: impl FnOnce(&mut Tally)) {
        if shown_s != self.log.next_s() {
            return;
        }
        count(&mut self.next);
        let mut writer = Writer::default();
        let last = &mut self.last;
        self.next.take_each(|cell, next| {
            let last = std::mem::replace(&mut last[cell], next);
            writer.push(cell, std::array::from_fn(|state| next[state].wrapping_sub(last[state]) as i32));
        });
        self.log.push(writer.bytes);
    }
}

/// The players counted in a tally as one frame, the difference to an empty world; the tally is empty after it.
pub fn frame_of(tally: &mut Tally) -> Vec<u8> {
    let mut writer = Writer::default();
    tally.take_each(|cell, counts| writer.push(cell, counts.map(u32::cast_signed)));
    writer.bytes
}

/// The recorded frames of a run.
#[derive(Clone, Debug)]
pub struct FrameLog {
    interval_s: u32,
    frames: Vec<Vec<u8>>,
    /// Changes since the last frame, left over when thinning met a frame without a partner.
    open: Vec<u8>,
    bytes: usize,
    budget: usize,
}

impl Default for FrameLog {
    fn default() -> Self {
        Self::with_budget(BUDGET_BYTES)
    }
}

impl FrameLog {
    /// No frames yet, with a limit of `budget` bytes.
    pub fn with_budget(budget: usize) -> Self {
        Self { interval_s: INTERVAL_S, frames: Vec::new(), open: Vec::new(), bytes: 0, budget }
    }

    /// Seconds between frames. Frame `k` shows the moment `k * interval_s` after the start of the day.
    pub fn interval_s(&self) -> u32 {
        self.interval_s
    }

    /// The moment of the next frame, seconds after the start of the day.
    pub fn next_s(&self) -> u32 {
        self.frames.len() as u32 * self.interval_s
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Size of all frames in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn push(&mut self, mut frame: Vec<u8>) {
        if !self.open.is_empty() {
            frame = merge(&std::mem::take(&mut self.open), &frame);
        }
        self.bytes += frame.len();
        self.frames.push(frame);
        while self.bytes > self.budget && self.frames.len() > 1 {
            self.thin();
        }
    }

    /// Drops every second frame: after the first, each pair is merged into one. A last frame without a partner is
    /// merged into the next.
    fn thin(&mut self) {
        self.interval_s *= 2;
        if self.frames.len().is_multiple_of(2) {
            let last = self.frames.pop().unwrap_or_default();
            self.open = merge(&last, &self.open);
        }
        let (first, pairs) = self.frames.split_at(1);
        let merged = pairs.chunks_exact(2).map(|pair| merge(&pair[0], &pair[1]));
        self.frames = first.iter().cloned().chain(merged).collect();
        self.bytes = self.frames.iter().map(Vec::len).sum();
    }

    /// The frames from index `first` on as one block, each preceded by its length (u32, little-endian).
    pub fn packed_from(&self, first: usize) -> Vec<u8> {
        let mut block = Vec::new();
        for frame in &self.frames[first.min(self.frames.len())..] {
            block.extend_from_slice(&(frame.len() as u32).to_le_bytes());
            block.extend_from_slice(frame);
        }
        block
    }

    /// Reads a block of [`packed_from`](Self::packed_from); frames from `first` on are replaced.
    pub fn push_packed(&mut self, interval_s: u32, first: usize, mut block: &[u8]) {
        self.interval_s = interval_s.max(1);
        self.frames.truncate(first);
        while let Some((length, rest)) = block.split_first_chunk::<4>() {
            let length = (u32::from_le_bytes(*length) as usize).min(rest.len());
            self.frames.push(rest[..length].to_vec());
            block = &rest[length..];
        }
        self.bytes = self.frames.iter().map(Vec::len).sum();
    }
}

/// A position in a [`FrameLog`] with the counts of that frame.
#[derive(Clone, Debug)]
pub struct FrameCursor {
    counts: Vec<Counts>,
    /// Frames applied so far.
    applied: usize,
}

impl FrameCursor {
    /// The position before the first frame: `cells` empty cells.
    pub fn new(cells: usize) -> Self {
        Self { counts: vec![[0; 3]; cells], applied: 0 }
    }

    /// The counts of every cell in the current frame.
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// Moves to frame `index`, or the last one; forwards or backwards.
    pub fn seek(&mut self, log: &FrameLog, index: usize) {
        let target = (index + 1).min(log.len());
        while self.applied < target {
            apply(&log.frames[self.applied], 1, &mut self.counts);
            self.applied += 1;
        }
        while self.applied > target {
            self.applied -= 1;
            apply(&log.frames[self.applied], -1, &mut self.counts);
        }
    }
}

/// The counts of a frame of [`frame_of`] for every cell of `counts`.
pub fn read_frame(frame: &[u8], counts: &mut [Counts]) {
    counts.fill([0; 3]);
    apply(frame, 1, counts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use codec::ESCAPE;
    use matchday_base::{CellId, Streams};
    use matchday_sim::census::State;
    use rand::RngExt;

    /// Random arrivals and departures; returns the log and the counts at each moment that it recorded at first.
    fn wander(budget: usize, moments: u32) -> (FrameLog, Vec<Vec<Counts>>) {
        let mut rng = Streams::new(3).stream("test");
        let mut recorder = Recorder::new(300);
        recorder.log.budget = budget;
        let (mut counts, mut snapshots) = (vec![[0; 3]; 300], Vec::new());
        for moment in 0..moments {
            for _ in 0..rng.random_range(..400_u32) {
                let (cell, state) =
                    (rng.random_range(..300_usize) * rng.random_range(..2_usize), rng.random_range(..3_usize));
                let count: &mut u32 = &mut counts[cell][state];
                *count = if rng.random_ratio(1, 3) { count.saturating_sub(1) } else { *count + 1 };
            }
            snapshots.push(counts.clone());
            recorder.record(moment * INTERVAL_S, |tally| count(&counts, tally));
        }
        (recorder.log, snapshots)
    }

    fn count(counts: &[Counts], tally: &mut Tally) {
        for (cell, counts) in (0..).map(CellId).zip(counts) {
            for (state, &players) in [State::Playing, State::Between, State::Ideal].into_iter().zip(counts) {
                (0..players).for_each(|_| tally.add(cell, state));
            }
        }
    }

    #[test]
    fn a_frame_is_recorded_every_ten_minutes() {
        let mut recorder = Recorder::new(1);
        (0..=1_440).for_each(|minute| recorder.record(minute * MINUTE_S, |_| ()));
        assert_eq!((recorder.log.interval_s(), recorder.log.len()), (600, 145));
    }

    #[test]
    fn a_single_frame_holds_every_player() {
        let (_, snapshots) = wander(usize::MAX, 9);
        let (mut tally, mut read) = (Tally::new(300), vec![[7; 3]; 300]);
        for counts in &snapshots {
            count(counts, &mut tally);
            read_frame(&frame_of(&mut tally), &mut read);
            assert_eq!(&read, counts);
        }
    }

    #[test]
    fn a_cursor_finds_every_frame_both_ways() {
        let (log, snapshots) = wander(usize::MAX, 90);
        let mut cursor = FrameCursor::new(300);
        let mut rng = Streams::new(4).stream("test");
        for _ in 0..300 {
            let moment = rng.random_range(..90);
            cursor.seek(&log, moment);
            assert_eq!(cursor.counts(), snapshots[moment]);
        }
    }

    #[test]
    fn thinning_keeps_the_budget_and_the_frames_that_stay() {
        let (full, snapshots) = wander(usize::MAX, 97);
        let (log, _) = wander(full.bytes() / 3, 97);
        assert!(log.bytes() <= full.bytes() / 3);
        let step = (log.interval_s() / INTERVAL_S) as usize;
        assert!(step >= 2);
        assert_eq!(log.len(), 97_usize.div_ceil(step));
        let mut cursor = FrameCursor::new(300);
        for index in 0..log.len() {
            cursor.seek(&log, index);
            assert_eq!(cursor.counts(), snapshots[index * step], "frame {index} of every {step}");
        }
    }

    #[test]
    fn a_log_crosses_in_blocks() {
        let (log, snapshots) = wander(usize::MAX, 40);
        let mut copy = FrameLog::default();
        copy.push_packed(60, 0, &log.packed_from(0));
        copy.push_packed(60, 25, &log.packed_from(25));
        let mut cursor = FrameCursor::new(300);
        cursor.seek(&copy, 39);
        assert_eq!(cursor.counts(), snapshots[39]);
        assert_eq!(copy.bytes(), log.bytes());
    }

    #[test]
    fn damage_ends_a_frame_quietly() {
        let mut log = FrameLog::default();
        log.push_packed(60, 0, &[9, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255]);
        log.push_packed(60, 1, &[200, 0, 0, 0, 1, ESCAPE]);
        FrameCursor::new(300).seek(&log, 5);
    }
}
