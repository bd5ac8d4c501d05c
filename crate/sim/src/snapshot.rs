//! A day between two seconds: who is online, in which state, and who queues for each datacenter.

use crate::census::State;
use crate::frames::Tally;
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
