//! What a policy did on the shown days, and what became of the searches.

use super::{Answer, Effort};
use matchday_base::{DatacenterIndex, SimTime};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The bands into which the skills of players are divided; the outer two are open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillBands {
    /// Lowest skill of the second band.
    pub from: f64,
    /// Width of a band.
    pub width: f64,
}

impl SkillBands {
    /// Number of bands.
    pub const COUNT: usize = 8;

    /// The band of a skill.
    pub fn of(self, skill: f64) -> usize {
        let above = (skill - self.from) / self.width;
        if above < 0.0 { 0 } else { 1 + (above as usize).min(Self::COUNT - 2) }
    }

    /// The skills of a band: at least the first number, less than the second.
    pub fn range(self, band: usize) -> (Option<f64>, Option<f64>) {
        let edge = |edge: usize| self.from + self.width * edge as f64;
        (band.checked_sub(1).map(edge), (band < Self::COUNT - 1).then(|| edge(band)))
    }
}

/// The end of a ticket.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// The datacenter with its lowest RTT.
    pub nearest: DatacenterIndex,
    /// Number of its players.
    pub players: usize,
    /// Mean skill of its players, if players have one.
    pub skill: Option<f64>,
    /// Seconds since it was queued.
    pub waited_s: u32,
    /// Whether it found a match.
    pub matched: bool,
}

/// What became of the searches of some players. Every player counts, whatever the size of its party.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    /// Players who found no match.
    unmatched: u64,
    /// Matched players by their wait, s.
    waits_s: BTreeMap<u32, u64>,
}

impl Searches {
    fn add(&mut self, ended: &Ended) {
        let players = ended.players as u64;
        if ended.matched {
            *self.waits_s.entry(ended.waited_s).or_default() += players;
        } else {
            self.unmatched += players;
        }
    }

    /// Players who found a match.
    pub fn matched(&self) -> u64 {
        self.waits_s.values().sum()
    }

    /// Players whose search ended.
    pub fn players(&self) -> u64 {
        self.matched() + self.unmatched
    }

    /// Share of the players who found a match; `None` without players.
    pub fn success(&self) -> Option<f64> {
        let players = self.players();
        (players > 0).then(|| self.matched() as f64 / players as f64)
    }

    /// Mean wait of matched players, s; `None` without any.
    pub fn wait_mean_s(&self) -> Option<f64> {
        let matched = self.matched();
        let sum: u64 = self.waits_s.iter().map(|(&wait_s, players)| u64::from(wait_s) * players).sum();
        (matched > 0).then(|| sum as f64 / matched as f64)
    }

    /// The shortest wait, s, within which 95 of 100 matched players were matched; `None` without any.
    pub fn wait_p95_s(&self) -> Option<u32> {
        let matched = self.matched();
        let mut within = 0;
        self.waits_s.iter().find_map(|(&wait_s, players)| {
            within += players;
            (within * 100 >= matched * 95).then_some(wait_s)
        })
    }
}

impl AddAssign<&Self> for Searches {
    fn add_assign(&mut self, other: &Self) {
        self.unmatched += other.unmatched;
        for (&wait_s, &players) in &other.waits_s {
            *self.waits_s.entry(wait_s).or_default() += players;
        }
    }
}

/// What a policy did on the shown days, and what became of the searches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Calls.
    pub calls: u64,
    /// Matches of the answers.
    pub matches: u64,
    /// The work that they took.
    pub effort: Effort,
    /// Sum, over the matches whose players have a skill, of the highest less the lowest skill in a match.
    gaps: f64,
    /// Number of these matches.
    with_gap: u64,
    /// Searches by nearest datacenter; datacenters after the last one with searches are left out.
    pub datacenters: Vec<Searches>,
    /// Searches by size of the party, from 1; sizes after the largest one are left out.
    pub parties: Vec<Searches>,
    /// Searches by band of skill; empty where players have none.
    pub skills: Vec<Searches>,
    bands: Option<SkillBands>,
}

impl Record {
    /// Nothing done yet; `bands` if players have a skill.
    pub fn new(bands: Option<SkillBands>) -> Self {
        Self { bands, ..Self::default() }
    }

    /// The bands of skill; `None` where players have none.
    pub fn bands(&self) -> Option<SkillBands> {
        self.bands
    }

    /// Adds a call, if its second is shown.
    pub fn called(&mut self, now: SimTime, answer: &Answer) {
        if now >= SimTime::DAY_START {
            self.calls += 1;
            self.matches += answer.matches.len() as u64;
            self.effort += &answer.effort;
        }
    }

    /// Adds the skills of a match, if its second is shown.
    pub fn formed(&mut self, now: SimTime, skills: impl Iterator<Item = f64>) {
        let ends = skills.fold(None, |ends: Option<(f64, f64)>, skill| {
            let (low, high) = ends.unwrap_or((skill, skill));
            Some((low.min(skill), high.max(skill)))
        });
        if let Some((low, high)) = ends.filter(|_| now >= SimTime::DAY_START && self.bands.is_some()) {
            self.gaps += high - low;
            self.with_gap += 1;
        }
    }

    /// Mean difference between the highest and the lowest skill in a match; `None` where players have none.
    pub fn skill_gap_mean(&self) -> Option<f64> {
        (self.with_gap > 0).then(|| self.gaps / self.with_gap as f64)
    }

    /// Adds a search that ended, if its second is shown.
    pub fn ended(&mut self, now: SimTime, ended: &Ended) {
        if now < SimTime::DAY_START {
            return;
        }
        searches_at(&mut self.datacenters, ended.nearest.index()).add(ended);
        searches_at(&mut self.parties, ended.players.saturating_sub(1)).add(ended);
        if let Some((bands, skill)) = self.bands.zip(ended.skill) {
            searches_at(&mut self.skills, bands.of(skill)).add(ended);
        }
    }
}

fn searches_at(list: &mut Vec<Searches>, at: usize) -> &mut Searches {
    if list.len() <= at {
        list.resize_with(at + 1, Searches::default);
    }
    &mut list[at]
}

impl AddAssign<&Self> for Record {
    fn add_assign(&mut self, other: &Self) {
        self.calls += other.calls;
        self.matches += other.matches;
        self.effort += &other.effort;
        self.gaps += other.gaps;
        self.with_gap += other.with_gap;
        let lists = [
            (&mut self.datacenters, &other.datacenters),
            (&mut self.parties, &other.parties),
            (&mut self.skills, &other.skills),
        ];
        for (sums, more) in lists {
            more.iter().enumerate().for_each(|(at, searches)| *searches_at(sums, at) += searches);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(nearest: u16, players: usize, skill: f64, waited_s: u32, matched: bool) -> Ended {
        Ended { nearest: DatacenterIndex(nearest), players, skill: Some(skill), waited_s, matched }
    }

    #[test]
    fn skills_are_divided_into_bands() {
        let bands = SkillBands { from: 1000.0, width: 100.0 };
        let table = [(0.0, 0), (999.9, 0), (1000.0, 1), (1099.9, 1), (1100.0, 2), (1599.9, 6), (1600.0, 7), (9e9, 7)];
        for (skill, band) in table {
            assert_eq!(bands.of(skill), band, "{skill}");
            let (from, to) = bands.range(band);
            assert!(
                from.is_none_or(|from| from <= skill) && to.is_none_or(|to| skill < to),
                "{skill}: {from:?} {to:?}"
            );
        }
    }

    #[test]
    fn searches_add_up() {
        let of = |ends: &[(usize, u32, bool)]| {
            let mut all = Searches::default();
            for &(players, waited_s, matched) in ends {
                all.add(&ended(0, players, 0.0, waited_s, matched));
            }
            all
        };
        let (some, others) = ([(1, 5, true), (2, 9, false)], [(3, 5, true), (4, 7, true), (5, 60, false)]);
        let mut sum = of(&some);
        sum += &of(&others);
        assert_eq!(sum, of(&[some.as_slice(), others.as_slice()].concat()));
        assert_eq!((sum.matched(), sum.players()), (8, 15));
    }

    #[test]
    fn every_player_counts_in_each_grouping_on_shown_days_only() {
        let mut record = Record::new(Some(SkillBands { from: 0.0, width: 1.0 }));
        let day = SimTime::DAY_START;
        record.ended(SimTime(day.0 - 1), &ended(0, 1, 0.0, 5, true));
        let ends = [(1, 1, 0.5, 0, true), (1, 3, 2.5, 10, true), (0, 2, 2.5, 60, false)];
        for (nearest, players, skill, waited_s, matched) in ends {
            record.ended(day, &ended(nearest, players, skill, waited_s, matched));
        }
        let seen = |of: &[Searches]| of.iter().map(|of| (of.players(), of.matched())).collect::<Vec<_>>();
        assert_eq!(seen(&record.datacenters), [(2, 0), (4, 4)]);
        assert_eq!(seen(&record.parties), [(1, 1), (2, 0), (3, 3)]);
        assert_eq!(seen(&record.skills), [(0, 0), (1, 1), (0, 0), (5, 3)]);
        let near = &record.datacenters[1];
        // (0 + 3 * 10) / 4.
        assert_eq!((near.wait_mean_s(), near.wait_p95_s(), near.success()), (Some(7.5), Some(10), Some(1.0)));
        assert_eq!((record.datacenters[0].wait_mean_s(), record.datacenters[0].success()), (None, Some(0.0)));

        record.formed(SimTime(day.0 - 1), [0.0, 9.0].into_iter());
        [[3.0, 1.0, 2.0], [5.0, 5.0, 4.0]].into_iter().for_each(|skills| record.formed(day, skills.into_iter()));
        assert_eq!(record.skill_gap_mean(), Some(1.5));

        let mut twice = record.clone();
        twice += &record;
        assert_eq!(seen(&twice.skills), [(0, 0), (2, 2), (0, 0), (10, 6)]);
    }
}
