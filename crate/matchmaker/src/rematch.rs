//! Keeping players apart who met in their last match.
//!
//! A queue in random order is put into groups one player after the other: into the first group with room in
//! which the player has met nobody. Players for whom there is no such group fill the groups up, as many as
//! there is room for, so that nobody more stays unmatched than without this rule.

use crate::Formed;
use matchday_base::PlayerId;

/// The last match of each player online.
#[derive(Clone, Debug, Default)]
pub struct LastMatches {
    /// By player: number of its last match, from 1; 0 before its first.
    of: Vec<u32>,
    matches: u32,
}

impl LastMatches {
    /// Forgets the last match of the player who had this id before.
    pub fn forget(&mut self, player: PlayerId) {
        if let Some(last) = self.of.get_mut(player.index()) {
            *last = 0;
        }
    }

    /// Whether the last match of both was the same.
    fn met(&self, a: PlayerId, b: PlayerId) -> bool {
        let of = |player: PlayerId| self.of.get(player.index()).copied().unwrap_or(0);
        of(a) != 0 && of(a) == of(b)
    }

    /// Records matches of `players` players each. The players of `formed` are in the order of matches.
    pub(crate) fn record(&mut self, players: usize, formed: &Formed) {
        for queued_players in formed.queued_players().chunks_exact(players) {
            self.matches += 1;
            for queued in queued_players {
                if self.of.len() <= queued.player.index() {
                    self.of.resize(queued.player.index() + 1, 0);
                }
                self.of[queued.player.index()] = self.matches;
            }
        }
    }

    /// Orders a queue, given in random order, by its groups of `players`; the players behind the last whole
    /// group stay unmatched.
    pub(crate) fn keep_apart<T: Copy>(&self, players: usize, queue: &mut [T], player: impl Fn(&T) -> PlayerId) {
        let groups = queue.len() / players;
        let (mut grouped, mut sizes) = (vec![queue.first().copied(); groups * players], vec![0; groups]);
        let (mut others, mut open) = (Vec::new(), 0);
        for item in queue.iter() {
            let strange = |&group: &usize| {
                let there = &grouped[group * players..][..sizes[group]];
                sizes[group] < players && !there.iter().flatten().any(|other| self.met(player(other), player(item)))
            };
            match (open..groups).find(strange) {
                Some(group) => {
                    grouped[group * players + sizes[group]] = Some(*item);
                    sizes[group] += 1;
                }
                None => others.push(*item),
            }
            while open < groups && sizes[open] == players {
                open += 1;
            }
        }
        let mut others = others.into_iter();
        for (group, size) in sizes.into_iter().enumerate() {
            for seat in size..players {
                grouped[group * players + seat] = others.next();
            }
        }
        let all = grouped.into_iter().flatten().chain(others);
        queue.iter_mut().zip(all).for_each(|(place, item)| *place = item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QueuedPlayer, RowId};
    use matchday_base::{DatacenterIndex, Streams};
    use rand::RngExt;
    use rand::seq::SliceRandom;

    fn queued(player: u32) -> QueuedPlayer {
        QueuedPlayer { player: PlayerId(player), row: RowId(0) }
    }

    /// Matches of two: 0 and 1, 2 and 3, ...
    fn after_pairs(players: u32) -> LastMatches {
        let (mut last, mut formed) = (LastMatches::default(), Formed::default());
        formed.push(DatacenterIndex(0), players as usize, (0..players).map(queued));
        last.record(2, &formed);
        last
    }

    fn meetings(last: &LastMatches, players: usize, queue: &[PlayerId]) -> usize {
        let pairs = |group: &[PlayerId]| {
            let of = |at: usize| group[at + 1..].iter().filter(|other| last.met(group[at], **other)).count();
            (0..group.len()).map(of).sum::<usize>()
        };
        queue.chunks_exact(players).map(pairs).sum()
    }

    #[test]
    fn nobody_meets_again_where_another_grouping_exists() {
        let last = after_pairs(8);
        let mut rng = Streams::new(4).stream("test");
        for _ in 0..200 {
            // Two groups of four from four pairs: one of each pair in each group is possible and found.
            let mut queue: Vec<PlayerId> = (0..8).map(PlayerId).collect();
            queue.shuffle(&mut rng);
            last.keep_apart(4, &mut queue, |player| *player);
            assert_eq!(meetings(&last, 4, &queue), 0, "{queue:?}");
            let mut sorted = queue.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..8).map(PlayerId).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_one_who_met_somebody_stays_and_a_full_group_forms_anyway() {
        let last = after_pairs(4);
        let mut queue: Vec<PlayerId> = [0, 1, 2].map(PlayerId).to_vec();
        last.keep_apart(2, &mut queue, |player| *player);
        assert_eq!(queue, [0, 2, 1].map(PlayerId), "1 met 0, and stays");
        let mut queue = vec![PlayerId(2), PlayerId(3)];
        last.keep_apart(2, &mut queue, |player| *player);
        assert_eq!(queue, [2, 3].map(PlayerId), "nobody stays unmatched for it");
    }

    #[test]
    fn as_many_match_as_without_the_rule_and_an_id_forgets() {
        let mut last = after_pairs(40);
        let mut rng = Streams::new(5).stream("test");
        for length in 0..40 {
            let mut queue: Vec<PlayerId> = (0..40).map(PlayerId).collect();
            queue.shuffle(&mut rng);
            queue.truncate(length);
            let mut before = queue.clone();
            last.keep_apart(rng.random_range(2..6), &mut queue, |player| *player);
            before.sort_unstable();
            queue.sort_unstable();
            assert_eq!(queue, before);
        }
        assert!(last.met(PlayerId(0), PlayerId(1)));
        last.forget(PlayerId(1));
        assert!(!last.met(PlayerId(0), PlayerId(1)));
        last.forget(PlayerId(99));
    }
}
