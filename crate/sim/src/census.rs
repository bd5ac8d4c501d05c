//! Every player inside, with state and place.

use crate::frames::CellChanges;
use matchday_base::{CellId, PlayerId, SimTime};

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
    pub fn on_map(self) -> u8 {
        match self {
            State::Playing | State::Bots => 0,
            State::Between => 1,
            State::Ideal | State::Expand | State::Warm => 2,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Player {
    cell: CellId,
    /// `None` once the player has left, until the id is used again.
    state: Option<State>,
    since: SimTime,
}

/// The players inside: the only place in which a state changes.
#[derive(Clone, Debug)]
pub struct Census {
    players: Vec<Player>,
    free: Vec<PlayerId>,
    counts: [u32; State::ALL.len()],
    /// Seconds that players have spent in each state, added up when they leave it.
    sojourn_s: [u64; State::ALL.len()],
    /// Counts of each state, added up over the seconds. Equal to the sojourns (Little's law), checked.
    integral_s: [u64; State::ALL.len()],
    /// What changes where, if a map is going to show it.
    pub cells: Option<CellChanges>,
}

impl Census {
    /// Nobody inside; `cells` are to be kept count of, if any.
    pub fn new(cells: Option<CellChanges>) -> Self {
        Self { players: Vec::new(), free: Vec::new(), counts: [0; 6], sojourn_s: [0; 6], integral_s: [0; 6], cells }
    }

    /// A player comes in. NEW: without a state until [`change`](Self::change).
    pub fn enter(&mut self, cell: CellId, now: SimTime) -> PlayerId {
        let player = Player { cell, state: None, since: now };
        if let Some(id) = self.free.pop() {
            self.players[id.index()] = player;
            return id;
        }
        self.players.push(player);
        PlayerId(self.players.len() as u32 - 1)
    }

    /// A player goes from one state to another.
    pub fn change(&mut self, id: PlayerId, to: State, now: SimTime) {
        self.counts[to as usize] += 1;
        self.shift(id, Some(to), now);
    }

    /// A player leaves for good; the id is free again.
    pub fn leave(&mut self, id: PlayerId, now: SimTime) {
        self.shift(id, None, now);
        self.free.push(id);
    }

    fn shift(&mut self, id: PlayerId, to: Option<State>, now: SimTime) {
        let player = &mut self.players[id.index()];
        let (cell, from) = (player.cell, player.state);
        if let Some(state) = from {
            self.counts[state as usize] -= 1;
            self.sojourn_s[state as usize] += u64::from(now.since(player.since));
        }
        (player.state, player.since) = (to, now);
        if let Some(cells) = &mut self.cells {
            cells.shift(cell, from.map(State::on_map), to.map(State::on_map));
        }
    }

    /// The second is over: adds the counts to their integrals.
    pub fn end_second(&mut self) {
        for (integral, &count) in self.integral_s.iter_mut().zip(&self.counts) {
            *integral += u64::from(count);
        }
    }

    /// Players in each state, in the order of [`State::ALL`].
    pub fn counts(&self) -> [u32; State::ALL.len()] {
        self.counts
    }

    /// Everyone inside: CCU.
    pub fn inside(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Where a player joins from.
    pub fn cell(&self, id: PlayerId) -> CellId {
        self.players[id.index()].cell
    }

    /// The player's state, if inside.
    pub fn state(&self, id: PlayerId) -> Option<State> {
        self.players.get(id.index()).and_then(|player| player.state)
    }

    /// Everyone inside with cell, state and the second since when.
    pub fn iter(&self) -> impl Iterator<Item = (PlayerId, CellId, State, SimTime)> {
        let numbered = self.players.iter().enumerate();
        numbered.filter_map(|(id, p)| Some((PlayerId(id as u32), p.cell, p.state?, p.since)))
    }

    /// For each state: seconds spent in it by players, those inside included up to `now`, and the integral of
    /// the count. The two are equal, exactly.
    pub fn little(&self, now: SimTime) -> [(u64, u64); State::ALL.len()] {
        let mut spent = self.sojourn_s;
        for (_, _, state, since) in self.iter() {
            spent[state as usize] += u64::from(now.since(since));
        }
        std::array::from_fn(|state| (spent[state], self.integral_s[state]))
    }
}
