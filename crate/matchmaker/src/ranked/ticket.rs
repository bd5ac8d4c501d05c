//! Tickets: an account or a party, and its constraints.

use matchday_base::{AccountId, SimTime};
use smallvec::SmallVec;

/// A region: datacenters with a common queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RegionId(pub u8);

/// A player of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The account.
    pub account: AccountId,
    /// Its rating when it queued.
    pub points: i32,
}

/// Constraints of a ticket beside its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// Its platform.
    pub platform: u8,
    /// Whether it meets other platforms that allow it.
    pub crossplay: bool,
    /// Maps that it accepts, a bit each; a match needs a common map.
    pub maps: u32,
    /// Whether it meets only its own region, at a datacenter of that region.
    pub region_lock: bool,
}

impl Constraints {
    /// No constraints: all maps, all players.
    pub const NONE: Self = Self { platform: 0, crossplay: true, maps: u32::MAX, region_lock: false };
}

/// A waiting account or party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// One or more.
    pub members: SmallVec<[Member; 2]>,
    /// The region where it waits.
    pub region: RegionId,
    /// Worst RTT of its members to each datacenter, by index; a missing value is out of reach.
    pub rtts_ms: Vec<u16>,
    /// Its other constraints.
    pub constraints: Constraints,
    /// When it first queued: a ticket that comes back from a match that never started keeps its age.
    pub enqueued: SimTime,
    /// Time in ready checks since then, s, which does not count towards its time limit.
    pub checked_s: u32,
}

impl Ticket {
    /// The mean of its members' points, rounded half up.
    pub fn points(&self) -> i32 {
        let count = self.members.len().max(1) as i64;
        let sum: i64 = self.members.iter().map(|member| i64::from(member.points)).sum();
        // The mean of 32-bit numbers fits into 32 bits.
        (2 * sum + count).div_euclid(2 * count) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_party_has_the_mean_of_its_members() {
        // Halves round up, towards the better rating; the fifth overflows a 32-bit sum.
        let table: [(&[i32], i32); 6] = [
            (&[1500], 1500),
            (&[1500, 1501], 1501),
            (&[1, 1, 2], 1),
            (&[-3, -2], -2),
            (&[i32::MAX, i32::MAX], i32::MAX),
            (&[-1, -1, -2], -1),
        ];
        for (points, mean) in table {
            let member = |&points| Member { account: AccountId(0), points };
            let ticket = Ticket {
                members: points.iter().map(member).collect(),
                region: RegionId(0),
                rtts_ms: Vec::new(),
                constraints: Constraints::NONE,
                enqueued: SimTime(0),
                checked_s: 0,
            };
            assert_eq!(ticket.points(), mean, "{points:?}");
        }
    }
}
