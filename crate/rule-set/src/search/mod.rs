//! Forms matches.

mod balanced;
mod beside;
mod exhaustive;
mod growing;
mod order;
mod pairs;
mod rows;
mod windows;

use crate::compile::Compiled;
use crate::compile::program::Check;
use crate::evaluate::Verdict;
use crate::evaluate::table::Table;
use crate::evaluate::values::Team;
use crate::{AgeSelection, Party, Strategy};
use matchday_base::{DatacenterIndex, rng};
use matchday_matchmaker::policy::{Answer, Call, Effort, Policy, PolicyMatch, Refused};

impl Policy for Compiled {
    fn rules(&self) -> &[String] {
        &self.names
    }

    fn match_size(&self) -> (usize, usize) {
        self.match_size
    }

    fn request_timeout_s(&self) -> u32 {
        self.request_timeout_s
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        answer.effort.refused = vec![Refused::default(); self.names.len()];
        if call.open.len() != self.datacenters {
            return Err(format!(
                "{} datacenters, but the rule set was compiled for {}",
                call.open.len(),
                self.datacenters
            ));
        }
        let players: usize = call.tickets.iter().map(|ticket| ticket.players.len()).sum();
        if players < self.match_size.0 {
            return Ok(());
        }
        let table = Table::of(self, call)?;
        let mut search = Search { compiled: self, table: &table, call, answer };
        match self.algorithm.strategy {
            Strategy::ExhaustiveSearch => search.exhaustive(rng::at_moment(call.key, u64::from(call.now.0))),
            Strategy::Balanced => search.balanced(),
        }
        Ok(())
    }

    fn beside(&self, call: &Call<'_>, ticket: usize) -> Option<Effort> {
        let mut answer = Answer::default();
        answer.effort.refused = vec![Refused::default(); self.names.len()];
        let table = Table::of(self, call).ok()?;
        Search { compiled: self, table: &table, call, answer: &mut answer }.beside(ticket as u32);
        Some(answer.effort)
    }
}

impl Compiled {
    /// The values at a level under which a match that is not complete may be refused: with tickets that join, the level of
    /// the newest one may fall, and that of the oldest one stays.
    fn values(&self, level: usize) -> &[f64] {
        match self.algorithm.age {
            AgeSelection::Newest => self.levels.loosest(level),
            AgeSelection::Oldest => self.levels.actual(level),
        }
    }

    /// The level of a match by `expansionAgeSelection`, once a ticket of a level joins others.
    fn level_with(&self, of_others: usize, of_ticket: usize) -> usize {
        match self.algorithm.age {
            AgeSelection::Newest => of_others.min(of_ticket),
            AgeSelection::Oldest => of_others,
        }
    }

    /// The aggregations of parties' latencies that rules need.
    pub(crate) fn parties(&self) -> Vec<Party> {
        let mut parties = Vec::new();
        for check in &self.checks {
            if let Check::Latency { party, .. } = check
                && !parties.contains(party)
            {
                parties.push(*party);
            }
        }
        parties
    }
}

/// The search for the matches of a call.
pub(crate) struct Search<'a> {
    pub compiled: &'a Compiled,
    pub table: &'a Table,
    pub call: &'a Call<'a>,
    pub answer: &'a mut Answer,
}

/// Counts a candidate and who refused it.
pub(crate) fn count(effort: &mut Effort, refusing: &[usize]) {
    effort.candidates += 1;
    for &rule in refusing {
        effort.refused[rule].all += 1;
    }
    if let [rule] = refusing {
        effort.refused[*rule].alone += 1;
    }
}

impl Search<'_> {
    /// The sum of the RTTs of a ticket's players at a location.
    fn sum_ms(&self, ticket: u32, location: usize) -> u32 {
        let datacenter = self.compiled.locations[location];
        self.call.tickets[ticket as usize].players.iter().map(|player| u32::from(player.rtts_ms[datacenter])).sum()
    }

    /// Adds a match at the location with the lowest average RTT.
    fn form(&mut self, teams: &[Team], verdict: &Verdict) {
        let sum_ms = |location: usize| {
            let tickets = teams.iter().flat_map(|team| &team.tickets);
            tickets.map(|&ticket| self.sum_ms(ticket, location)).sum::<u32>()
        };
        let best = crate::evaluate::bits(verdict.locations).min_by_key(|&location| sum_ms(location));
        let Some(location) = best else { return };
        let id = |&ticket: &u32| self.call.tickets[ticket as usize].id;
        // A team without players is not in the answer.
        let filled = teams.iter().filter(|team| !team.tickets.is_empty());
        self.answer.matches.push(PolicyMatch {
            teams: filled.map(|team| team.tickets.iter().map(id).collect()).collect(),
            datacenter: DatacenterIndex(self.compiled.locations[location] as u16),
        });
    }
}
