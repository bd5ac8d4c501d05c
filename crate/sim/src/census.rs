//! Who is inside, and what a player can be doing.

use matchday_base::{CellId, PlayerId};

/// What a player inside is doing. NEW lasts no whole second and is never seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Searching within the ideal cap.
    Ideal,
    /// Searching within the expanded cap.
    Expand,
    /// Searching for any match that lacks players.
    Warm,
    /// In a match.
    Playing,
    /// In a match against bots.
    Bots,
    /// Between matches.
    Between,
}

impl State {
    /// Every state, in the order of the recorded columns.
    pub const ALL: [State; 6] = [State::Ideal, State::Expand, State::Warm, State::Playing, State::Bots, State::Between];

    /// The state as the map shows it: 0 playing, 1 between matches, 2 searching.
    pub fn on_map(self) -> usize {
        match self {
            State::Playing | State::Bots => 0,
            State::Between => 1,
            State::Ideal | State::Expand | State::Warm => 2,
        }
    }
}

/// The players inside, by id: where each joined from.
#[derive(Clone, Debug, Default)]
pub struct Census {
    cells: Vec<CellId>,
    free: Vec<PlayerId>,
}

impl Census {
    /// A player comes in.
    pub fn enter(&mut self, cell: CellId) -> PlayerId {
        if let Some(id) = self.free.pop() {
            self.cells[id.index()] = cell;
            return id;
        }
        self.cells.push(cell);
        PlayerId(self.cells.len() as u32 - 1)
    }

    /// A player leaves for good; the id is free again.
    pub fn leave(&mut self, id: PlayerId) {
        self.free.push(id);
    }

    /// Everyone inside: CCU.
    pub fn inside(&self) -> u32 {
        (self.cells.len() - self.free.len()) as u32
    }

    /// Where a player joined from.
    pub fn cell(&self, id: PlayerId) -> CellId {
        self.cells[id.index()]
    }
}
