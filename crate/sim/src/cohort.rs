//! Players by the second in which they were last matched.
//!
//! All matches have the same length, and so do all pauses: players matched in the same second stay in step
//! from then on. So no player is scheduled alone: a second's cohort plays, pauses and decides together.

use crate::replay;
use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::QueuedPlayer;

/// All players who were matched, or given a match against bots, in one second.
#[derive(Clone, Debug, Default)]
pub struct Cohort {
    /// Players against bots first, then run by run; match by match where groups are drawn.
    pub seats: Vec<QueuedPlayer>,
    /// Players against bots.
    pub bots: usize,
    /// Matches formed in a row at one datacenter, and the number of players in them.
    pub runs: Vec<(DatacenterIndex, u32)>,
}

impl Cohort {
    /// Players in matches with other players.
    pub fn playing(&self) -> usize {
        self.seats.len() - self.bots
    }

    /// Groups of players who decide together whether to play again, with the datacenter where they played.
    /// Without `together`, as many as one draw has coins; with it, the players of each match of that size.
    pub fn deciding(
        &self,
        together: Option<usize>,
    ) -> impl Iterator<Item = (Option<DatacenterIndex>, &[QueuedPlayer])> {
        let (alone, runs) = if together.is_some() { (self.bots, &self.runs[..]) } else { (self.seats.len(), &[][..]) };
        let (mut start, mut run_end, mut datacenter, mut runs) = (0, alone, None, runs.iter());
        std::iter::from_fn(move || {
            while start == run_end {
                let &(at, players) = runs.next()?;
                (datacenter, run_end) = (Some(at), run_end + players as usize);
            }
            let most = together.filter(|_| datacenter.is_some()).unwrap_or(replay::MOST);
            let end = run_end.min(start + most);
            Some((datacenter, &self.seats[std::mem::replace(&mut start, end)..end]))
        })
    }

    fn clear(&mut self) {
        self.seats.clear();
        self.runs.clear();
        self.bots = 0;
    }
}

/// The cohorts of the last seconds: a ring in which the newest replaces the one that is due.
#[derive(Clone, Debug)]
pub struct Cohorts {
    ring: Vec<Cohort>,
}

impl Cohorts {
    /// Cohorts that are due after `due_s` seconds, at least 1.
    pub fn new(due_s: u32) -> Self {
        Self { ring: vec![Cohort::default(); due_s as usize] }
    }

    /// The cohort of `age_s` seconds ago, at most `due_s`; that one exists until it is
    /// [cleared](Self::clear).
    pub fn aged(&mut self, now: SimTime, age_s: u32) -> &mut Cohort {
        let due_s = self.ring.len();
        &mut self.ring[(now.0 as usize + due_s - age_s as usize) % due_s]
    }

    /// Replaces the due cohort by an empty one for this second.
    pub fn clear(&mut self, now: SimTime) -> &mut Cohort {
        let cohort = self.aged(now, 0);
        cohort.clear();
        cohort
    }

    /// Every cohort with the second in which it was matched, between two seconds; `now` is the next.
    pub fn iter(&self, now: SimTime) -> impl Iterator<Item = (SimTime, &Cohort)> {
        let due_s = self.ring.len() as u32;
        let ago = (1..=due_s).filter(move |&age_s| age_s <= now.0);
        ago.map(move |age_s| SimTime(now.0 - age_s)).map(|at| (at, &self.ring[at.0 as usize % self.ring.len()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::PlayerId;
    use matchday_matchmaker::RowId;

    #[test]
    fn a_cohort_is_found_at_every_age_until_it_is_due() {
        let seat = |player| QueuedPlayer { player: PlayerId(player), row: RowId(0) };
        let mut cohorts = Cohorts::new(5);
        for second in 100..130 {
            let now = SimTime(second);
            if second >= 105 {
                assert_eq!(cohorts.aged(now, 5).seats, [seat(second - 5)]);
            }
            cohorts.clear(now).seats.push(seat(second));
            for age_s in 0..5.min(second - 99) {
                assert_eq!(cohorts.aged(now, age_s).seats, [seat(second - age_s)]);
            }
            let all: Vec<_> = cohorts.iter(now + 1).filter(|(_, cohort)| !cohort.seats.is_empty()).collect();
            assert!(all.iter().all(|(at, cohort)| cohort.seats == [seat(at.0)]));
            assert_eq!(all.len(), (second - 99).min(5) as usize);
        }
    }
}
