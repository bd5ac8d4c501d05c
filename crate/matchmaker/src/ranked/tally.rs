//! What the searches of a ticket have seen so far.

use super::group::Refusal;

/// What a ticket's searches have seen. It searches whenever something is new within its window: a ticket came or left,
/// or a window stepped. Of two
/// players, a search sees those whom no earlier one has seen in the windows of now; of more, one who is there at several
/// searches is counted at each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Searches.
    pub looks: u32,
    /// Candidates seen, whether they were refused or not. A search for teams stops before its window ends when it has
    /// seen many.
    pub seen: u64,
    /// Too far in points, or in another band.
    pub points: u64,
    /// No datacenter within everybody's RTT cap.
    pub rtt: u64,
    /// Of another region.
    pub region: u64,
    /// No map in common, or platforms that do not meet.
    pub constraints: u64,
    /// A party too large for this mode.
    pub party: u64,
    /// Searches that found fewer compatible players than a match needs.
    pub too_few: u32,
    /// Searches that found enough players of whom no set agreed: their parties did not fill the teams, or they were too
    /// far from one another.
    pub no_set: u32,
}

impl Tally {
    /// So many candidates were refused.
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
