//! Players online and their states.

use matchday_base::{CellId, PlayerId};
use matchday_matchmaker::QueuedPlayer;

/// State of a player online. NEW lasts less than a second and is never recorded.
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
    /// In a match that has no server yet, or whose server is not ready.
    Placing,
}

impl State {
    /// Every state, in the order of the recorded columns.
    pub const ALL: [State; 7] =
        [State::Ideal, State::Expand, State::Warm, State::Playing, State::Bots, State::Between, State::Placing];

    /// The state as the map shows it: 0 playing, 1 between matches, 2 searching or waiting for a server.
    pub fn on_map(self) -> usize {
        match self {
            State::Playing | State::Bots => 0,
            State::Between => 1,
            State::Ideal | State::Expand | State::Warm | State::Placing => 2,
        }
    }
}

/// The players online, by id.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// Number of ids given out, free ones included.
    ids: u32,
    free: Vec<PlayerId>,
    /// Cells from which players joined, where they were [noted](Self::note).
    cells: Vec<CellId>,
}

impl Census {
    /// Adds a player.
    #[inline]
    pub fn enter(&mut self) -> PlayerId {
        self.free.pop().unwrap_or_else(|| {
            self.ids += 1;
            PlayerId(self.ids - 1)
        })
    }

    /// Removes players who left; their ids become free.
    pub fn leave(&mut self, ids: &[PlayerId]) {
        self.free.extend_from_slice(ids);
    }

    /// Players online (CCU).
    pub fn inside(&self) -> u32 {
        self.ids - self.free.len() as u32
    }

    /// Stores the cell from which a player joined.
    pub fn note(&mut self, id: PlayerId, cell: CellId) {
        if self.cells.len() <= id.index() {
            self.cells.resize(id.index() + 1, cell);
        }
        self.cells[id.index()] = cell;
    }

    /// The stored cell of a player.
    pub fn noted(&self, id: PlayerId) -> CellId {
        self.cells[id.index()]
    }

    /// The cell of any player: players without a stored cell are matched by the row of their cell.
    pub fn cell(&self, seat: QueuedPlayer, noted: bool) -> CellId {
        if noted { self.noted(seat.player) } else { CellId(seat.row.0) }
    }
}
