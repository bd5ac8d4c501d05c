//! Players who leave the game in the middle of a match.

use crate::census::State;
use matchday_base::{DatacenterIndex, MatchId, Rng, SimTime, Streams, Timers};
use matchday_matchmaker::QueuedPlayer;
use matchday_scenario::Params;
use rand::RngExt;

/// A player who will quit.
#[derive(Clone, Copy, Debug)]
pub struct Quitter {
    /// The player.
    pub queued: QueuedPlayer,
    /// Its match.
    pub quits: QuitsFrom,
}

/// The match that a player will quit.
#[derive(Clone, Copy, Debug)]
pub enum QuitsFrom {
    /// One that no server can lose.
    AtOnce {
        /// [`State::Playing`] or [`State::Bots`].
        state: State,
        /// `None` against bots.
        datacenter: Option<DatacenterIndex>,
        /// Its start.
        since: SimTime,
    },
    /// One on a server, which may end before.
    Placed(MatchId),
}

/// The players who will quit, and the draws that decide it.
#[derive(Clone, Debug)]
pub struct Quits {
    /// Share of players who quit, of [`Params::SHARE_ONE`].
    share: u32,
    rng: Rng,
    timers: Timers<Quitter>,
}

impl Quits {
    /// The quits of a run that starts in the second `from`.
    pub fn new(params: &Params, from: SimTime, streams: Streams) -> Self {
        Self { share: params.quit_rate(), rng: streams.stream("quits"), timers: Timers::new(from) }
    }

    /// Whether anybody quits.
    pub fn happen(&self) -> bool {
        self.share > 0
    }

    /// Draws whether a player quits a match that starts now and lasts `length_s` seconds: at a moment within
    /// it, every whole second equally likely. Returns whether it will.
    pub fn draw(&mut self, now: SimTime, length_s: u32, quitter: Quitter) -> bool {
        let quits = self.happen() && length_s > 1 && self.rng.random_ratio(self.share, Params::SHARE_ONE);
        if quits {
            self.timers.set(now + self.rng.random_range(1..length_s), quitter);
        }
        quits
    }

    /// The next player who quits in this second.
    pub fn next(&mut self, now: SimTime) -> Option<Quitter> {
        if self.happen() { self.timers.fire(now) } else { None }
    }

    /// All players who will quit.
    pub fn iter(&self) -> impl Iterator<Item = &Quitter> {
        self.timers.iter().map(|(_, quitter)| quitter)
    }
}
