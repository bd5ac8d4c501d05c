//! `balanced`: large matches of players with similar numbers, in teams with similar averages.
//!
//! Locations are visited by the number of their players: with `largestPopulation` the players who may play there,
//! with `fastestRegion` first those whose fastest location it is, then those whose second it is, and so on. Around
//! each of the [`ANCHORS`] oldest tickets of a location, the tickets with the nearest numbers fill a match.

use super::{Search, count};
use crate::compile::levels::Limit;
use crate::compile::program::Check;
use crate::evaluate::values::{Team, View};
use crate::evaluate::{Judge, Verdict};
use crate::{AgeSelection, Batching};

/// Oldest tickets that a call tries at each location.
const ANCHORS: usize = 16;
/// Most ages of the newest ticket that are tried for each of them.
const MOST_LEVELS: usize = 8;
/// Matches that a call tries to fill in vain.
const ATTEMPTS: u32 = 48;

impl Search<'_> {
    pub(super) fn balanced(&mut self) {
        let mut free = vec![true; self.table.tickets()];
        let mut attempts = ATTEMPTS;
        while self.next_large(&mut free, &mut attempts) {}
    }

    /// Forms one match; false if there is none.
    fn next_large(&mut self, free: &mut [bool], attempts: &mut u32) -> bool {
        let oldest = free.iter().position(|&free| free).unwrap_or(0);
        let top = self.table.waited_s.get(oldest).map_or(0, |&waited_s| self.compiled.levels.level(waited_s));
        for (location, pools) in self.pools(free, top) {
            for pool in pools {
                if self.at_location(location, &pool, free, attempts) {
                    return true;
                }
            }
        }
        false
    }

    /// The latencies' mask of each ticket under the loosest rules of the call.
    fn acceptable(&self, top: usize) -> Vec<u128> {
        let mut masks = self.table.reach.clone();
        for &rule in &self.compiled.enforced {
            let Check::Latency { max: Some(max), party, .. } = &self.compiled.checks[rule] else { continue };
            let within = self.table.within(*party, max.at(self.compiled.levels.loosest(top)));
            masks.iter_mut().zip(within.iter()).for_each(|(all, own)| *all &= own);
        }
        masks
    }

    /// Locations with their growing pools of tickets, the largest first.
    fn pools(&self, free: &[bool], top: usize) -> Vec<(usize, Vec<Vec<u32>>)> {
        let acceptable = self.acceptable(top);
        let fastest = self.compiled.algorithm.batching == Batching::FastestRegion;
        // Tickets by location and rank of the location among the ticket's locations.
        let mut ranked = vec![Vec::new(); self.table.locations];
        for ticket in (0..self.table.tickets() as u32).filter(|&ticket| free[ticket as usize]) {
            let mut own: Vec<usize> = crate::evaluate::bits(acceptable[ticket as usize]).collect();
            if fastest {
                own.sort_by_key(|&location| self.sum_ms(ticket, location));
            }
            for (rank, location) in own.into_iter().enumerate() {
                ranked[location].push((if fastest { rank } else { 0 }, ticket));
            }
        }
        let mut pools: Vec<_> = ranked.into_iter().enumerate().filter(|(_, tickets)| !tickets.is_empty()).collect();
        let players = |tickets: &[(usize, u32)]| {
            tickets.iter().filter(|(rank, _)| *rank == 0).map(|&(_, ticket)| self.table.size(ticket)).sum::<usize>()
        };
        pools.sort_by_key(|(_, tickets)| std::cmp::Reverse(players(tickets)));
        pools.into_iter().map(|(location, tickets)| (location, self.growing(&tickets))).collect()
    }

    /// The pool of each rank with those before it, from the first that can fill a match.
    fn growing(&self, tickets: &[(usize, u32)]) -> Vec<Vec<u32>> {
        let highest = tickets.iter().map(|&(rank, _)| rank).max().unwrap_or(0);
        let mut pools: Vec<Vec<u32>> = Vec::new();
        for rank in 0..=highest {
            let pool: Vec<u32> = tickets.iter().filter(|&&(own, _)| own <= rank).map(|&(_, ticket)| ticket).collect();
            let players: usize = pool.iter().map(|&ticket| self.table.size(ticket)).sum();
            if players >= self.compiled.match_size.0 && pools.last().is_none_or(|last| last.len() < pool.len()) {
                pools.push(pool);
            }
        }
        pools
    }

    fn at_location(&mut self, location: usize, pool: &[u32], free: &mut [bool], attempts: &mut u32) -> bool {
        for &anchor in pool.iter().take(ANCHORS) {
            let level = self.compiled.levels.level(self.table.waited_s[anchor as usize]);
            // Under `newest`, all tickets under strict rules, then older ones under looser rules.
            let levels = match self.compiled.algorithm.age {
                AgeSelection::Oldest => level..=level,
                AgeSelection::Newest => level.saturating_sub(MOST_LEVELS - 1)..=level,
            };
            for level in levels {
                let Some(near) = self.eligible(anchor, level, pool) else { continue };
                if *attempts == 0 {
                    return false;
                }
                if self.around_anchor(anchor, level, location, near, free) {
                    return true;
                }
                *attempts -= 1;
            }
        }
        false
    }

    /// The tickets that may join the oldest one at a level; `None` if they are too few.
    fn eligible(&self, anchor: u32, level: usize, pool: &[u32]) -> Option<Vec<u32>> {
        let newest = self.compiled.algorithm.age == AgeSelection::Newest;
        let waited = |ticket: u32| self.compiled.levels.level(self.table.waited_s[ticket as usize]);
        let may = |&ticket: &u32| ticket == anchor || (ticket > anchor && (!newest || waited(ticket) >= level));
        let tickets: Vec<u32> = pool.iter().copied().filter(may).collect();
        let players: usize = tickets.iter().map(|&ticket| self.table.size(ticket)).sum();
        // The match may be at a higher level.
        let values = self.compiled.levels.loosest(self.compiled.levels.highest());
        let least: f64 = self.compiled.teams.iter().map(|side| side.min.at(values)).sum();
        (players as f64 >= least).then_some(tickets)
    }

    /// Fills a match with the tickets nearest to the oldest one.
    fn around_anchor(
        &mut self,
        anchor: u32,
        level: usize,
        location: usize,
        mut near: Vec<u32>,
        free: &mut [bool],
    ) -> bool {
        let number = |ticket: u32| {
            let column = self.compiled.balanced.and_then(|column| self.table.numbers.get(column));
            column.map_or(0.0, |column| column[self.table.players(ticket).start as usize])
        };
        let of_anchor = number(anchor);
        near.sort_by(|&one, &two| (number(one) - of_anchor).abs().total_cmp(&(number(two) - of_anchor).abs()));
        let values = self.compiled.levels.actual(level);
        let room: usize = self.compiled.teams.iter().map(|side| side.max.at(values) as usize).sum();
        let Some(chosen) = self.choose(anchor, &near, location, room, values) else { return false };
        let Some((teams, verdict)) = self.assign(chosen, &number, location, level) else { return false };
        teams.iter().flat_map(|team| &team.tickets).for_each(|&ticket| free[ticket as usize] = false);
        self.form(&teams, &verdict);
        true
    }

    /// The nearest tickets that no rule refuses together.
    fn choose(&mut self, anchor: u32, near: &[u32], location: usize, room: usize, values: &[f64]) -> Option<Vec<u32>> {
        // Rules of large matches do not depend on teams.
        let mut all = vec![Team::default(); self.compiled.teams.len()];
        let first = near.iter().copied().filter(|&ticket| ticket == anchor);
        for ticket in first.chain(near.iter().copied().filter(|&ticket| ticket != anchor)) {
            let team = &mut all[0];
            if team.players.len() + self.table.size(ticket) > room {
                continue;
            }
            team.players.extend(self.table.players(ticket));
            team.tickets.push(ticket);
            let view = View { table: self.table, teams: &all, values };
            let verdict = Judge { compiled: self.compiled, view, complete: false }.verdict();
            if verdict.refusing.is_empty() && verdict.locations >> location & 1 == 1 {
                self.answer.effort.candidates += 1;
            } else {
                count(&mut self.answer.effort, &verdict.refusing);
                let left = all[0].players.len() - self.table.size(ticket);
                all[0].players.truncate(left);
                all[0].tickets.pop();
                if ticket == anchor {
                    return None;
                }
            }
            if all[0].players.len() == room {
                break;
            }
        }
        Some(std::mem::take(&mut all[0].tickets))
    }

    /// Distributes tickets over the teams: large parties first, then high numbers; each to the team that lacks
    /// players, then to the one with the most open slots, then to the one with the lowest average.
    fn assign(
        &mut self,
        mut chosen: Vec<u32>,
        number: &dyn Fn(u32) -> f64,
        location: usize,
        level: usize,
    ) -> Option<(Vec<Team>, Verdict)> {
        let values = self.compiled.levels.actual(level);
        chosen.sort_by(|&one, &two| {
            self.table.size(two).cmp(&self.table.size(one)).then(number(two).total_cmp(&number(one)))
        });
        let mut teams = vec![Team::default(); self.compiled.teams.len()];
        let mut sums = vec![0.0; teams.len()];
        for ticket in chosen {
            let size = self.table.size(ticket);
            let open = |limit: Limit, team: &Team| (limit.at(values) as usize).saturating_sub(team.players.len());
            let fits = (0..teams.len()).filter(|&team| open(self.compiled.teams[team].max, &teams[team]) >= size);
            let best = fits.min_by(|&one, &two| {
                let key = |team: usize| {
                    let side = &self.compiled.teams[team];
                    let below = open(side.min, &teams[team]) > 0;
                    (!below, usize::MAX - open(side.max, &teams[team]))
                };
                key(one).cmp(&key(two)).then(f64::total_cmp(&sums[one], &sums[two]))
            });
            // A party that fits nowhere stays.
            let Some(team) = best else { continue };
            teams[team].join(self.table, ticket);
            sums[team] += number(ticket) * size as f64;
        }
        self.accept(&teams, location).map(|verdict| (teams, verdict))
    }

    /// The verdict on complete teams, at the age of their tickets.
    fn accept(&mut self, teams: &[Team], location: usize) -> Option<Verdict> {
        let tickets = teams.iter().flat_map(|team| &team.tickets);
        let ages = tickets.map(|&ticket| self.table.waited_s[ticket as usize]);
        let age = match self.compiled.algorithm.age {
            AgeSelection::Newest => ages.min(),
            AgeSelection::Oldest => ages.max(),
        };
        let values = self.compiled.levels.actual(self.compiled.levels.level(age?));
        for (team, side) in teams.iter().zip(&self.compiled.teams) {
            let count = team.players.len() as f64;
            if count < side.min.at(values) || count > side.max.at(values) {
                return None;
            }
        }
        let view = View { table: self.table, teams, values };
        let mut verdict = Judge { compiled: self.compiled, view, complete: true }.verdict();
        if verdict.is_refused() || verdict.locations >> location & 1 == 0 {
            count(&mut self.answer.effort, &verdict.refusing);
            return None;
        }
        verdict.locations = 1 << location;
        Some(verdict)
    }
}
