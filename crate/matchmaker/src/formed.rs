//! The matches that one tick formed.

use matchday_base::{DatacenterIndex, PlayerId};

/// A player of a formed match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub player: PlayerId,
    /// Seconds from entering the queue to this match.
    pub wait_s: u32,
    /// RTT to the match's datacenter that the matchmaker was told, ms.
    pub rtt_ms: u8,
    /// Whether they came as a warm body.
    pub warm: bool,
}

/// A formed match: its datacenter and its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormedMatch<'a> {
    /// Where it will run.
    pub datacenter: DatacenterIndex,
    /// Who plays.
    pub members: &'a [Member],
}

/// All matches of one tick, in the order of forming. Kept and cleared, so that a tick allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Formed {
    members: Vec<Member>,
    /// Datacenter and end of its members.
    matches: Vec<(DatacenterIndex, usize)>,
}

impl Formed {
    /// Forgets all matches.
    pub fn clear(&mut self) {
        self.members.clear();
        self.matches.clear();
    }

    /// Adds a match.
    pub fn push(&mut self, datacenter: DatacenterIndex, members: impl IntoIterator<Item = Member>) {
        self.members.extend(members);
        self.matches.push((datacenter, self.members.len()));
    }

    /// The matches, in the order of forming.
    pub fn matches(&self) -> impl Iterator<Item = FormedMatch<'_>> {
        let starts = std::iter::once(0).chain(self.matches.iter().map(|&(_, end)| end));
        self.matches
            .iter()
            .zip(starts)
            .map(|(&(datacenter, end), start)| FormedMatch { datacenter, members: &self.members[start..end] })
    }
}
