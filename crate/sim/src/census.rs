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
    /// In a match that has no server yet, or whose server is not ready; or about to search again after a match that
    /// failed.
    Placing,
}

impl State {
    /// Every state, in the order of the recorded columns.
    pub const ALL: [State; 7] =
        [State::Ideal, State::Expand, State::Warm, State::Playing, State::Bots, State::Between, State::Placing];

    /// Whether the player searches for a match.
    pub fn is_searching(self) -> bool {
        matches!(self, State::Ideal | State::Expand | State::Warm)
    }

    /// The state as the map shows it: 0 playing, 1 between matches, 2 searching or waiting for a server.
    pub fn on_map(self) -> usize {
        match self {
            State::Playing | State::Bots => 0,
            State::Between => 1,
            State::Ideal | State::Expand | State::Warm | State::Placing => 2,
        }
    }
}

/// Names a player for the whole run: the first to join, warm-up included, has number 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JoinNumber(pub u32);

impl JoinNumber {
    /// The number of no player.
    pub const NONE: Self = Self(0);
}

/// The players online, by id. Ids are reused, so that tables by id stay as small as the CCU; the
/// [`JoinNumber`] of a player is not.
#[derive(Clone, Debug, Default)]
pub struct Census {
    free: Vec<PlayerId>,
    /// The join number of the player with each id; [`JoinNumber::NONE`] while the id is free.
    numbers: Vec<JoinNumber>,
    joined: u32,
    /// Cells from which players joined, where they were [noted](Self::note).
    cells: Vec<CellId>,
}

impl Census {
    /// Adds a player.
    #[inline]
    pub fn enter(&mut self) -> PlayerId {
        self.joined += 1;
        let number = JoinNumber(self.joined);
        match self.free.pop() {
            Some(id) => {
                self.numbers[id.index()] = number;
                id
            }
            None => {
                self.numbers.push(number);
                PlayerId(self.numbers.len() as u32 - 1)
            }
        }
    }

    /// Removes players who left; their ids become free.
    #[inline]
    pub fn leave(&mut self, ids: &[PlayerId]) {
        for id in ids {
            self.numbers[id.index()] = JoinNumber::NONE;
        }
        self.free.extend_from_slice(ids);
    }

    /// Players online (CCU).
    #[inline]
    pub fn inside(&self) -> u32 {
        (self.numbers.len() - self.free.len()) as u32
    }

    /// The join number of a player online; [`JoinNumber::NONE`] if nobody has the id.
    #[inline]
    pub fn number(&self, id: PlayerId) -> JoinNumber {
        self.numbers[id.index()]
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
    #[inline]
    pub fn cell(&self, queued: QueuedPlayer, noted: bool) -> CellId {
        if noted { self.noted(queued.player) } else { CellId(queued.row.0) }
    }
}
