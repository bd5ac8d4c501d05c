//! Players whose match failed: they wait a while before they search again.

use matchday_base::{Rng, SimTime, Streams, Timers};
use matchday_matchmaker::QueuedPlayer;
use matchday_scenario::Params;
use rand::RngExt;

/// Draws how long players wait after a match that failed.
#[derive(Clone, Debug)]
pub struct BackOff {
    retry_s: u32,
    rng: Rng,
}

impl BackOff {
    /// The waits that the parameters set.
    pub fn new(params: &Params, streams: Streams) -> Self {
        Self { retry_s: params.retry_s(), rng: streams.stream("retries") }
    }

    /// A wait within 30 % of the parameter, every whole second equally likely, at least 1 s: players who lost
    /// something together do not all come back at once.
    pub fn draw_s(&mut self) -> u32 {
        let spread_s = self.retry_s * 3 / 10;
        self.rng.random_range(self.retry_s - spread_s..=self.retry_s + spread_s)
    }
}

/// A player who will search again.
#[derive(Clone, Copy, Debug)]
pub struct Retry {
    /// The player.
    pub queued: QueuedPlayer,
    /// Its playlist.
    pub playlist: u8,
    /// When it was enqueued; time in a match that failed does not count.
    pub enqueued: SimTime,
    /// When its match failed.
    pub since: SimTime,
}

/// The players who wait after a match that failed.
#[derive(Clone, Debug)]
pub struct Retries {
    back_off: BackOff,
    patience_s: u32,
    timers: Timers<Retry>,
}

impl Retries {
    /// Nobody waits; the first second is `from`.
    pub fn new(params: &Params, from: SimTime, streams: Streams) -> Self {
        Self { back_off: BackOff::new(params, streams), patience_s: params.patience_s(), timers: Timers::new(from) }
    }

    /// A player waits, until its patience ends at the longest.
    pub fn wait(&mut self, retry: Retry) {
        let again = retry.since + self.back_off.draw_s();
        self.timers.set(again.min(self.gives_up(&retry)), retry);
    }

    /// The next player whose wait ends in this second, and whether its patience ends with it.
    pub fn next(&mut self, now: SimTime) -> Option<(Retry, bool)> {
        let retry = self.timers.fire(now)?;
        Some((retry, self.gives_up(&retry) <= now))
    }

    /// All players who wait.
    pub fn iter(&self) -> impl Iterator<Item = &Retry> {
        self.timers.iter().map(|(_, retry)| retry)
    }

    fn gives_up(&self, retry: &Retry) -> SimTime {
        retry.enqueued + self.patience_s
    }
}
