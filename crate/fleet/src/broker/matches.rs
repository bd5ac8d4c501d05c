//! The life of a match: Queued -> PickedUp -> Ready -> Running, and then one [`Outcome`].
//!
//! A match that has ended is taken out of [`Matches`] with its outcome told, so that nothing can end it twice; whatever
//! is said of it later finds nothing.

use super::Properties;
use super::allocation::Ask;
use crate::ServerId;
use matchday_base::{MatchId, SimTime};
use std::collections::VecDeque;

/// Where a match stands. It never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Waits for a server.
    Queued,
    /// A server has it and has not said MatchReady yet.
    PickedUp,
    /// The server has said MatchReady, the players know where to go.
    Ready,
    /// The players are in.
    Running,
}

/// How a match ended, once and for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Its server said EndMatch after MatchReady.
    Completed,
    /// No server picked it up in time, or the broker's front end does not take such matches.
    NoServer,
    /// Its server did not say MatchReady in time, or ended it before.
    NotReady,
    /// It ran longer than a match may.
    Overran,
    /// Its server was lost.
    ServerLost,
    /// Somebody called it off.
    Cancelled,
}

/// A match that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// What filters see of it.
    pub properties: Properties,
    /// Where it stands.
    pub stage: Stage,
    /// The server that has it; `None` while it is queued, and after a restart until that server speaks.
    pub server: Option<ServerId>,
    /// When it came to the broker.
    pub queued_at: SimTime,
    /// When it came to its stage; what is Running counts from Ready.
    pub since: SimTime,
    /// The allocators whose requirements accept it, a bit each.
    pub(super) willing: u32,
    /// Those of them that have had their turn since all were last asked.
    pub(super) had_turn: u32,
    /// What has become of asking them.
    pub(super) ask: Ask,
}

/// Matches that have not ended, by id.
///
/// Ids come in order, as matches are formed: the window begins at the oldest match that has not ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Matches {
    first: u32,
    window: VecDeque<Option<Match>>,
}

impl Matches {
    /// Whether `id` has been here before, or one after it.
    pub fn knew(&self, id: MatchId) -> bool {
        id.0 < self.first + self.window.len() as u32
    }

    /// Takes a match in, which [`knew`](Self::knew) must not know.
    pub fn insert(&mut self, id: MatchId, entering: Match) {
        if self.window.is_empty() {
            self.first = id.0;
        }
        while !self.knew(id) {
            self.window.push_back(None);
        }
        let last = self.window.len() - 1;
        self.window[last] = Some(entering);
    }

    pub fn get(&self, id: MatchId) -> Option<&Match> {
        self.window.get(id.0.checked_sub(self.first)? as usize)?.as_ref()
    }

    pub fn get_mut(&mut self, id: MatchId) -> Option<&mut Match> {
        self.window.get_mut(id.0.checked_sub(self.first)? as usize)?.as_mut()
    }

    /// Whether the match waits for a server.
    pub fn queued(&self, id: MatchId) -> bool {
        self.get(id).is_some_and(|found| found.stage == Stage::Queued)
    }

    /// Takes a match out for good.
    pub fn remove(&mut self, id: MatchId) -> Option<Match> {
        let removed = self.window.get_mut(id.0.checked_sub(self.first)? as usize)?.take();
        // The newest stays, so that `knew` remembers it.
        while self.window.len() > 1 && self.window[0].is_none() {
            self.window.pop_front();
            self.first += 1;
        }
        removed
    }

    /// All matches that have not ended, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (MatchId, &Match)> {
        let numbered = (self.first..).zip(&self.window);
        numbered.filter_map(|(id, slot)| slot.as_ref().map(|found| (MatchId(id), found)))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (MatchId, &mut Match)> {
        let numbered = (self.first..).zip(&mut self.window);
        numbered.filter_map(|(id, slot)| slot.as_mut().map(|found| (MatchId(id), found)))
    }
}
