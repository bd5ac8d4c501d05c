//! The matches that one tick formed.

use crate::QueuedPlayer;
use matchday_base::{DatacenterIndex, PlayerId, Rng, SimTime, Streams, rng};
use rand::seq::SliceRandom;

/// Draws who plays with whom. Each second, playlist and datacenter has its own stream, so that the groups do
/// not depend on which of them are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    key: u64,
    playlist: u8,
    /// Players per match.
    players: usize,
}

impl Groups {
    /// The groups of a playlist in a run with these streams, `players` a match.
    pub fn new(streams: Streams, playlist: u8, players: usize) -> Self {
        Self { key: streams.key("groups"), playlist, players }
    }

    /// Orders the players whom one datacenter matched at once by their matches, all groupings equally likely.
    pub fn draw(self, now: SimTime, datacenter: DatacenterIndex, queued_players: &mut [QueuedPlayer]) {
        if queued_players.len() > self.players {
            queued_players.shuffle(&mut self.stream(now, datacenter));
        }
    }

    fn stream(self, now: SimTime, datacenter: DatacenterIndex) -> Rng {
        let moment = u64::from(now.0) << 32 | u64::from(self.playlist) << 16 | u64::from(datacenter.0);
        rng::at_moment(self.key, moment)
    }
}

/// All matches of one tick, in the order of forming. Cleared and reused to avoid allocations.
///
/// Groups among the players whom one datacenter matched at once are not drawn: all groupings are equally
/// likely, and most callers do not need them.
#[derive(Clone, Debug, Default)]
pub struct Formed {
    /// Batch by batch.
    queued_players: Vec<QueuedPlayer>,
    batches: Vec<BatchEnd>,
    waits: Vec<Wait>,
    count: u32,
    /// Whether the players are in the order of matches.
    grouped: bool,
}

/// The end of a batch among all players.
#[derive(Clone, Copy, Debug)]
struct BatchEnd {
    datacenter: DatacenterIndex,
    players: usize,
    end: usize,
}

/// Matches of one size that were formed in a row at one datacenter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchBatch<'a> {
    /// Their datacenter.
    pub datacenter: DatacenterIndex,
    /// Players per match.
    pub players: usize,
    /// The players of all of them, in no particular order.
    pub queued_players: &'a [QueuedPlayer],
}

impl<'a> MatchBatch<'a> {
    /// Number of matches.
    #[inline]
    pub fn count(&self) -> usize {
        self.queued_players.len() / self.players
    }

    /// The players of each match, once the groups have been drawn.
    pub fn matches(&self) -> impl Iterator<Item = &'a [QueuedPlayer]> + use<'a> {
        self.queued_players.chunks_exact(self.players)
    }
}

/// How long a player searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The player.
    pub player: PlayerId,
    /// Seconds from entering the queue to the match.
    pub wait_s: u32,
    /// Whether the player was a warm body.
    pub warm: bool,
}

impl Formed {
    /// Removes all matches.
    pub fn clear(&mut self) {
        self.queued_players.clear();
        self.batches.clear();
        self.waits.clear();
        self.count = 0;
        self.grouped = false;
    }

    /// Adds whole matches of `players` players at a datacenter.
    pub fn push(
        &mut self,
        datacenter: DatacenterIndex,
        players: usize,
        queued_players: impl Iterator<Item = QueuedPlayer>,
    ) {
        let before = self.queued_players.len();
        self.queued_players.extend(queued_players);
        self.count += (self.queued_players.len() - before) as u32 / players as u32;
        self.batches.push(BatchEnd { datacenter, players, end: self.queued_players.len() });
    }

    /// Number of matches.
    #[inline]
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// Draws the groups, if this has not been done. Afterwards the players are in the order of matches.
    pub fn draw_groups(&mut self, now: SimTime, groups: Groups) {
        if std::mem::replace(&mut self.grouped, true) {
            return;
        }
        let mut start = 0;
        for &BatchEnd { datacenter, end, .. } in &self.batches {
            groups.draw(now, datacenter, &mut self.queued_players[start..end]);
            start = end;
        }
    }

    /// The players are in the order of matches.
    pub(crate) fn set_grouped(&mut self) {
        self.grouped = true;
    }

    /// Whether the players are in the order of matches.
    pub fn is_grouped(&self) -> bool {
        self.grouped
    }

    /// Records the wait of a matched player who had searched for a while, or was a warm body.
    pub fn push_wait(&mut self, wait: Wait) {
        self.waits.push(wait);
    }

    /// All matched players, batch by batch.
    pub fn queued_players(&self) -> &[QueuedPlayer] {
        &self.queued_players
    }

    /// The matches, in the order of forming.
    pub fn batches(&self) -> impl Iterator<Item = MatchBatch<'_>> {
        let starts = std::iter::once(0).chain(self.batches.iter().map(|batch| batch.end));
        let ends = self.batches.iter().zip(starts);
        ends.map(|(&BatchEnd { datacenter, players, end }, start)| MatchBatch {
            datacenter,
            players,
            queued_players: &self.queued_players[start..end],
        })
    }

    /// Waits of players who had searched for a while, or were warm bodies. All others matched in the second
    /// in which they queued.
    pub fn waits(&self) -> &[Wait] {
        &self.waits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowId;

    fn queued_players(players: std::ops::Range<u32>) -> impl Iterator<Item = QueuedPlayer> {
        players.map(|player| QueuedPlayer { player: PlayerId(player), row: RowId(0) })
    }

    #[test]
    fn matches_are_counted_by_their_players() {
        let mut formed = Formed::default();
        formed.push(DatacenterIndex(3), 4, queued_players(0..12));
        formed.push(DatacenterIndex(1), 2, queued_players(12..22));
        assert_eq!(formed.count(), 8);
        let counts: Vec<_> = formed.batches().map(|batch| (batch.datacenter.0, batch.count())).collect();
        assert_eq!(counts, [(3, 3), (1, 5)]);
        formed.clear();
        assert_eq!((formed.count(), formed.batches().count()), (0, 0));
    }

    #[test]
    fn players_of_several_matches_are_mixed_and_those_of_one_need_not_be() {
        let groups = Groups::new(Streams::new(5), 0, 4);
        let drawn = |count: u32| {
            let mut all: Vec<_> = queued_players(0..count).collect();
            groups.draw(SimTime(9), DatacenterIndex(2), &mut all);
            all
        };
        assert_eq!(drawn(4), queued_players(0..4).collect::<Vec<_>>());
        let mut mixed = drawn(40);
        assert_ne!(mixed, queued_players(0..40).collect::<Vec<_>>());
        mixed.sort_unstable_by_key(|queued| queued.player);
        assert_eq!(mixed, queued_players(0..40).collect::<Vec<_>>());
    }
}
