//! Statistics of a ticket's searches.

use super::group::Refusal;

/// Statistics of a ticket's searches. It searches whenever something changed within its window: a ticket queued
/// or left, or a window stepped. With two players, a search counts only candidates that no earlier search has
/// counted in the present windows. With more players, a candidate is counted at each search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Searches.
    pub looks: u32,
    /// Candidates seen, refused or not. A search for teams stops before the end of its window after many
    /// candidates.
    pub seen: u64,
    /// Too far in points, or in another band.
    pub points: u64,
    /// No datacenter within the RTT cap of all players.
    pub rtt: u64,
    /// In another region.
    pub region: u64,
    /// No map in common, or incompatible platforms.
    pub constraints: u64,
    /// A party too large for this mode.
    pub party: u64,
    /// Searches that found fewer compatible players than a match needs.
    pub too_few: u32,
    /// Searches with enough players, but no valid set: their parties did not fill the teams, or they were too
    /// far apart.
    pub no_set: u32,
}

impl Tally {
    /// Counts `candidates` refused candidates.
    #[inline]
    pub(super) fn refuse(&mut self, why: Refusal, candidates: usize) {
        let count = match why {
            Refusal::Points => &mut self.points,
            Refusal::Rtt => &mut self.rtt,
            Refusal::Region => &mut self.region,
            Refusal::Constraints => &mut self.constraints,
            Refusal::Party => &mut self.party,
        };
        *count += candidates as u64;
        self.seen += candidates as u64;
    }
}
