//! Players by the second in which their match ends.
//!
//! No player is scheduled alone: all players whose matches end in one second pause and decide together. Where
//! all matches have one length, these are the players who were matched in one second.

use crate::replay;
use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::QueuedPlayer;

/// All players whose match ends in one second.
#[derive(Clone, Debug, Default)]
pub struct Cohort {
    /// Run by run; match by match where groups are drawn. Players who quit before the end are not among them.
    pub queued_players: Vec<QueuedPlayer>,
    /// What each player's match took off its replay chance, see [`crate::replay`]; empty where nothing does.
    pub losses: Vec<u16>,
    /// Matches formed in a row at one datacenter, and how many of `queued_players` are in them.
    pub runs: Vec<Run>,
}

/// Matches that started in one second at one datacenter, or players against bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// `None` against bots.
    pub datacenter: Option<DatacenterIndex>,
    /// Their start.
    pub since: SimTime,
    /// Players in them.
    pub players: u32,
}

/// Players who decide together whether to play again.
#[derive(Clone, Copy, Debug)]
pub struct Deciding<'a> {
    /// The datacenter where their match was, if they may stay together.
    pub datacenter: Option<DatacenterIndex>,
    /// The players.
    pub queued_players: &'a [QueuedPlayer],
    /// What each one's match took off its replay chance; empty where nothing does.
    pub losses: &'a [u16],
}

impl Cohort {
    /// Adds players of one run.
    pub fn push(&mut self, run: Run, queued_players: &[QueuedPlayer]) {
        self.queued_players.extend_from_slice(queued_players);
        match self.runs.last_mut() {
            Some(last) if run.datacenter.is_none() && last.datacenter.is_none() && last.since == run.since => {
                last.players += run.players;
            }
            _ => self.runs.push(run),
        }
    }

    /// The runs with their players.
    pub fn each_run(&self) -> impl Iterator<Item = (Run, &[QueuedPlayer])> {
        let mut start = 0;
        self.runs.iter().map(move |&run| {
            let first = start;
            start += run.players as usize;
            (run, &self.queued_players[first..start])
        })
    }

    /// Groups of players who decide together whether to play again. Without `together`, as many as one draw
    /// has coins; with it, the players of each match, which has at most that many.
    pub fn deciding(&self, together: Option<usize>) -> impl Iterator<Item = Deciding<'_>> {
        let (alone, runs) = if together.is_some() { (0, &self.runs[..]) } else { (self.queued_players.len(), &[][..]) };
        let (mut start, mut run_end, mut datacenter, mut runs) = (0, alone, None, runs.iter());
        std::iter::from_fn(move || {
            while start == run_end {
                let run = runs.next()?;
                (datacenter, run_end) = (run.datacenter, run_end + run.players as usize);
            }
            let most = together.filter(|_| datacenter.is_some()).unwrap_or(replay::MOST);
            let end = run_end.min(start + most);
            let first = std::mem::replace(&mut start, end);
            let losses = self.losses.get(first..end).unwrap_or_default();
            Some(Deciding { datacenter, queued_players: &self.queued_players[first..end], losses })
        })
    }

    fn clear(&mut self) {
        self.queued_players.clear();
        self.losses.clear();
        self.runs.clear();
    }
}

/// The cohorts that have not decided: a ring in which the newest replaces the one that is due.
#[derive(Clone, Debug)]
pub struct Cohorts {
    ring: Vec<Cohort>,
    pause_s: u32,
}

impl Cohorts {
    /// Cohorts of matches that last at most `longest_s` seconds, at least 1, and pause for `pause_s`.
    pub fn new(longest_s: u32, pause_s: u32) -> Self {
        Self { ring: vec![Cohort::default(); (longest_s + pause_s) as usize], pause_s }
    }

    /// The cohort whose matches end in `end`: from `pause_s` seconds ago, as long as it is not
    /// [cleared](Self::clear_due), to the longest match ahead.
    pub fn ending(&mut self, end: SimTime) -> &mut Cohort {
        let seconds = self.ring.len();
        &mut self.ring[end.0 as usize % seconds]
    }

    /// The cohort whose pause ends in this second.
    pub fn due(&mut self, now: SimTime) -> &mut Cohort {
        let seconds = self.ring.len();
        &mut self.ring[(now.0 as usize + seconds - self.pause_s as usize) % seconds]
    }

    /// Empties the due cohort: the longest matches that start in this second take its place.
    pub fn clear_due(&mut self, now: SimTime) {
        self.due(now).clear();
    }

    /// Every cohort with the second in which its matches end, between two seconds; `now` is the next.
    pub fn iter(&self, now: SimTime) -> impl Iterator<Item = (SimTime, &Cohort)> {
        let seconds = self.ring.len() as u32;
        let ends = (0..seconds).filter_map(move |ahead| (now.0 + ahead).checked_sub(self.pause_s));
        ends.map(move |end| (SimTime(end), &self.ring[(end % seconds) as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::PlayerId;
    use matchday_matchmaker::RowId;

    fn queued(player: u32) -> QueuedPlayer {
        QueuedPlayer { player: PlayerId(player), row: RowId(0) }
    }

    fn run(at: u16, since: SimTime, players: u32) -> Run {
        Run { datacenter: Some(DatacenterIndex(at)), since, players }
    }

    #[test]
    fn a_cohort_is_there_from_the_start_of_its_matches_to_the_end_of_its_pause() {
        let (longest_s, pause_s) = (5, 3);
        let mut cohorts = Cohorts::new(longest_s, pause_s);
        for second in 100..160 {
            let now = SimTime(second);
            if second >= 105 + pause_s {
                let expected = if (second - pause_s - 1) % 5 < 2 { 2 } else { 1 };
                assert_eq!(cohorts.due(now).queued_players.len(), expected, "{second}");
                assert!(
                    cohorts.due(now).each_run().all(|(run, queued_players)| queued_players[0] == queued(run.since.0))
                );
            }
            cohorts.clear_due(now);
            // Matches of the greatest length, and shorter ones that overtake them.
            cohorts.ending(now + longest_s).push(run(0, now, 1), &[queued(second)]);
            if second % 5 < 2 {
                cohorts.ending(now + 1).push(run(1, now, 1), &[queued(second)]);
            }
            let all: Vec<_> =
                cohorts.iter(now + 1).flat_map(|(end, cohort)| cohort.each_run().map(move |r| (end, r))).collect();
            for (end, (run, _)) in &all {
                let length_s = if run.datacenter == Some(DatacenterIndex(0)) { longest_s } else { 1 };
                assert_eq!(end.since(run.since), length_s);
                assert!(*end + pause_s > now);
            }
            let alive = |length_s: u32, every: fn(u32) -> bool| {
                (100..=second).filter(|s| every(*s) && s + length_s + pause_s > second).count()
            };
            assert_eq!(all.len(), alive(longest_s, |_| true) + alive(1, |s| s % 5 < 2), "{second}");
        }
    }

    #[test]
    fn players_decide_match_by_match_where_they_stay_together() {
        let (mut cohort, at) = (Cohort::default(), SimTime(9));
        let bots = Run { datacenter: None, since: at, players: 1 };
        cohort.push(bots, &[queued(0)]);
        cohort.push(bots, &[queued(1)]);
        cohort.push(run(4, at, 4), &[2, 3, 4, 5].map(queued));
        cohort.push(run(7, at, 1), &[queued(6)]);
        let groups = |together| -> Vec<(Option<u16>, usize)> {
            cohort.deciding(together).map(|of| (of.datacenter.map(|at| at.0), of.queued_players.len())).collect()
        };
        assert_eq!(groups(Some(2)), [(None, 2), (Some(4), 2), (Some(4), 2), (Some(7), 1)]);
        assert_eq!(groups(None), [(None, 7)]);
        assert_eq!(cohort.runs.len(), 3, "players against bots are one run");
    }
}
