//! Which rules keep tickets apart from one of them.

use super::{Search, count};
use crate::evaluate::Judge;
use crate::evaluate::values::{Team, View};
use smallvec::SmallVec;

impl Search<'_> {
    /// Holds each other ticket against the rules beside one, both in a match that more tickets may complete, in all pairs
    /// of teams. The rules that refuse a ticket are those that refuse it in all of these pairs.
    pub(super) fn beside(&mut self, ticket: u32) {
        for other in (0..self.table.tickets() as u32).filter(|&other| other != ticket) {
            let mut refusing: Option<SmallVec<[usize; 8]>> = None;
            for teams in self.pairs_of_teams(ticket, other) {
                let verdict =
                    Judge { compiled: self.compiled, view: self.view(&teams, ticket, other), complete: false }
                        .verdict();
                match &mut refusing {
                    None => refusing = Some(verdict.refusing),
                    Some(all) => all.retain(|rule| verdict.refusing.contains(rule)),
                }
            }
            count(&mut self.answer.effort, &refusing.unwrap_or_default());
        }
    }

    /// A match of the two tickets for every pair of teams that have room for them. Of teams that are alike, the first and
    /// the next are enough.
    fn pairs_of_teams(&self, ticket: u32, other: u32) -> Vec<Vec<Team>> {
        let sides = &self.compiled.teams;
        let firsts = (0..sides.len()).filter(|&at| !sides[at].like_previous);
        let pairs = firsts.flat_map(|own| {
            let is_enough = move |&at: &usize| !sides[at].like_previous || at == own + 1;
            (0..sides.len()).filter(is_enough).map(move |beside| (own, beside))
        });
        let matches = pairs.map(|(own, beside)| {
            let mut teams = vec![Team::default(); sides.len()];
            for (team, ticket) in [(own, ticket), (beside, other)] {
                teams[team].join(self.table, ticket);
            }
            teams
        });
        let values = self.values(ticket, other);
        let has_room = |teams: &Vec<Team>| {
            teams.iter().zip(sides).all(|(team, side)| team.players.len() as f64 <= side.max.at(values))
        };
        matches.filter(has_room).collect()
    }

    fn view<'a>(&'a self, teams: &'a [Team], ticket: u32, other: u32) -> View<'a> {
        View { table: self.table, teams, values: self.values(ticket, other) }
    }

    /// The values of expansions by the ages of both.
    fn values(&self, ticket: u32, other: u32) -> &[f64] {
        let levels = &self.compiled.levels;
        let [own, beside] = [ticket, other].map(|at| levels.level(self.table.waited_s[at as usize]));
        self.compiled.values(self.compiled.level_with(own.max(beside), own.min(beside)))
    }
}
