//! A day between two seconds: who is online, in which state, and who queues for each datacenter.

use crate::census::State;
use crate::world::World;
use matchday_base::{CellId, DatacenterIndex, SimTime};

/// A player online.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Online {
    /// The join number; on a ranked day the account.
    pub player: u32,
    /// The cell from which the player joined.
    pub cell: CellId,
    /// The state. On a ranked day all searching players count as [`State::Ideal`].
    pub state: State,
    /// Start of the state.
    pub since: SimTime,
}

/// Players of a cell: playing, between matches, searching.
pub type Counts = [u32; 3];

/// Players counted by cell and state.
#[derive(Clone, Debug)]
pub struct Tally {
    counts: Vec<Counts>,
    /// Cells with players now or in the last frame, a bit each: most cells are empty.
    occupied: Vec<u64>,
}

impl Tally {
    /// No players in a world of `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { counts: vec![[0; 3]; cells], occupied: vec![0; cells.div_ceil(u64::BITS as usize)] }
    }

    /// Takes the counts of every cell that has players now or had some at the last call, in ascending order.
    pub fn take_each(&mut self, mut take: impl FnMut(usize, Counts)) {
        for (word, first) in self.occupied.iter_mut().zip((0..).step_by(u64::BITS as usize)) {
            let mut rest = *word;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let cell = first + bit as usize;
                let counts = std::mem::take(&mut self.counts[cell]);
                if counts == [0; 3] {
                    *word &= !(1 << bit);
                }
                take(cell, counts);
            }
        }
    }

    /// Counts a player in a cell.
    #[inline]
    pub fn add(&mut self, cell: CellId, state: State) {
        self.counts[cell.index()][state.on_map()] += 1;
        self.occupied[cell.index() / u64::BITS as usize] |= 1 << (cell.index() % u64::BITS as usize);
    }
}

/// A day that can be looked at between any two seconds, and kept to continue from there.
///
/// An aggregate day has no individual players: it shows nobody.
pub trait Snapshot {
    /// The world of the day.
    fn world(&self) -> &World;

    /// Visits every player online, in an order that depends only on the moment.
    fn each_online(&self, visit: &mut dyn FnMut(Online));

    /// Counts every player online by cell and state.
    fn tally(&self, tally: &mut Tally) {
        self.each_online(&mut |online| tally.add(online.cell, online.state));
    }

    /// Players in matches at each datacenter.
    fn playing(&self) -> &[u32];

    /// Players in the queue of each datacenter.
    fn queues(&self) -> Vec<u32>;

    /// Visits every datacenter in whose queue a player stands, with the player.
    fn each_queued(&self, visit: &mut dyn FnMut(u32, DatacenterIndex));

    /// A clone without what was only measured: it continues exactly as the day does.
    fn checkpoint(&mut self) -> Self
    where
        Self: Sized;
}
