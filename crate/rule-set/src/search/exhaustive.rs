//! `exhaustiveSearch`: a match around the oldest ticket.
//!
//! The tickets are put into batches of at most [`BATCH`], in the order of `batchingPreference`. Each ticket of a
//! batch, the oldest first, tries to form a match with younger tickets: depth first, candidates in the order of the
//! batch and of the sort rules, each in every team, larger matches before smaller ones. A match that is broken for
//! good is not extended. The search of a ticket is exact while it takes at most [`BUDGET`] candidates; after each
//! ticket that needed all of them in vain, the budget of the call halves, down to [`LEAST_BUDGET`].

use super::growing::{Followed, Step};
use super::pairs::Pairs;
use super::{Search, count};
use crate::compile::levels::Limit;
use crate::evaluate::values::{Team, View};
use crate::evaluate::{Judge, Verdict, bits};
use crate::{AgeSelection, Batching};
use matchday_base::rng::Rng;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Most tickets of a batch.
const BATCH: usize = 1_000;
/// Candidates that the search of a ticket may take.
const BUDGET: u32 = 5_000;
/// What is left of it after many searches in vain.
const LEAST_BUDGET: u32 = 100;
/// Most ages of the newest ticket for which a search in vain is repeated with older tickets only.
const MOST_REPEATS: usize = 8;

/// Most candidates whose players are counted by location.
const MOST_COUNTED: usize = 200;

/// Facts about tickets that hold for a whole call.
pub(super) struct Tickets {
    /// The teams that each ticket may be in, as bits.
    teams: Vec<u64>,
    pub levels: Vec<usize>,
    pub followed: Followed,
}

/// A match while it is formed.
struct Forming {
    teams: Vec<Team>,
    /// After each ticket that joined.
    steps: Vec<Step>,
    budget: u32,
}

/// A ticket that may be in a match with the oldest one.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub ticket: u32,
    pub size: usize,
    /// The locations that both share, where there may be enough others.
    pub locations: u128,
}

impl Search<'_> {
    pub(super) fn exhaustive(&mut self, mut rng: Rng) {
        let order = self.in_batch_order(&mut rng);
        let mut tickets = self.tickets();
        let mut budget = BUDGET;
        let batches = order.len().div_ceil(BATCH).max(1);
        for batch in order.chunks(order.len().div_ceil(batches).max(1)) {
            self.batch(batch, &mut tickets, &mut budget);
        }
    }

    fn tickets(&mut self) -> Tickets {
        let total = self.table.tickets();
        let level = |&waited_s: &u32| self.compiled.levels.level(waited_s);
        let levels: Vec<usize> = self.table.waited_s.iter().map(level).collect();
        let followed = Followed::new(self, &levels);
        let mut nobody = followed.step(self, std::iter::empty(), 0);
        let mut tickets = Tickets { teams: vec![0; total], levels, followed };
        let mut teams = vec![Team::default(); self.compiled.teams.len()];
        for ticket in 0..total as u32 {
            // In a match, its age may be the newest or lower; under `oldest`, higher ages apply, so nothing is known.
            let newest = self.compiled.algorithm.age == AgeSelection::Newest;
            let level = if newest { tickets.levels[ticket as usize] } else { self.compiled.levels.highest() };
            let values = self.compiled.levels.loosest(level);
            // Of a player alone, the rules that need only the ticket say all there is to say, whatever the team.
            let alone = (newest && self.table.size(ticket) == 1 && tickets.followed.are_all()).then(|| {
                if nobody.level != level {
                    nobody = tickets.followed.step(self, std::iter::empty(), level);
                }
                tickets.followed.answers(self, &nobody, ticket).verdict()
            });
            let mut refusing: Option<SmallVec<[usize; 8]>> = None;
            for team in 0..teams.len() {
                // No rule tells it from the team before it.
                if self.compiled.teams[team].like_previous {
                    tickets.teams[ticket as usize] |= (tickets.teams[ticket as usize] >> (team - 1) & 1) << team;
                    continue;
                }
                if self.compiled.teams[team].max.at(values) < self.table.size(ticket) as f64 {
                    continue;
                }
                let verdict = alone.clone().unwrap_or_else(|| {
                    teams[team].join(self.table, ticket);
                    let verdict = self.judge(&teams, values, false);
                    teams[team].leave(self.table, ticket);
                    verdict
                });
                tickets.teams[ticket as usize] |= u64::from(!verdict.is_refused()) << team;
                match &mut refusing {
                    None => refusing = Some(verdict.refusing),
                    Some(all) => all.retain(|rule| verdict.refusing.contains(rule)),
                }
            }
            if let (Some(refusing), 0) = (refusing, tickets.teams[ticket as usize]) {
                count(&mut self.answer.effort, &refusing);
            }
        }
        tickets
    }

    fn judge(&self, teams: &[Team], values: &[f64], complete: bool) -> Verdict {
        Judge { compiled: self.compiled, view: View { table: self.table, teams, values }, complete }.verdict()
    }

    /// Whether the rules say the same of a match that is held against all of them anew.
    fn is_as_judged(&self, verdict: &Verdict, teams: &[Team], level: usize) -> bool {
        let refusing = |of: &Verdict| of.refusing.iter().copied().collect::<BTreeSet<_>>();
        let judged = self.judge(teams, self.compiled.values(level), false);
        judged.locations == verdict.locations && refusing(&judged) == refusing(verdict)
    }

    fn batch(&mut self, batch: &[u32], tickets: &mut Tickets, budget: &mut u32) {
        let mut place = vec![0; self.table.tickets()];
        batch.iter().enumerate().for_each(|(at, &ticket)| place[ticket as usize] = at);
        // Tickets of a call are in the order of their age.
        let mut oldest_first = batch.to_vec();
        oldest_first.sort_unstable();
        let mut pairs = Pairs::new(self, &oldest_first, &tickets.levels, |ticket| tickets.teams[ticket as usize] != 0);
        let mut candidates = Vec::new();
        for &anchor in &oldest_first {
            if !pairs.is_waiting(anchor) {
                continue;
            }
            pairs.leave(anchor);
            pairs.accept(self, anchor, &mut candidates);
            let players: usize = candidates.iter().map(|&ticket| self.table.size(ticket)).sum();
            if players + self.table.size(anchor) < self.compiled.match_size.0 {
                continue;
            }
            let (mut candidates, locations) = self.with_enough(anchor, &candidates, &pairs, tickets);
            self.in_order(anchor, &mut candidates, &place);
            if let Some(formed) = self.around(anchor, (candidates, locations), tickets, budget) {
                formed.into_iter().for_each(|ticket| pairs.leave(ticket));
            }
        }
    }

    /// Puts candidates into the order in which the search takes them: that of the batch, around the oldest ticket if it is
    /// sorted, and then that of the sort rules.
    fn in_order(&self, anchor: u32, candidates: &mut Vec<Candidate>, place: &[usize]) {
        let (own, at) = (place[anchor as usize], |candidate: &Candidate| place[candidate.ticket as usize]);
        if self.compiled.algorithm.batching == Batching::Sorted {
            candidates.sort_unstable_by_key(|candidate| (at(candidate).abs_diff(own), at(candidate) < own));
        } else {
            candidates.sort_unstable_by_key(at);
        }
        self.sort_around(anchor, candidates);
    }

    /// Forms a match around a ticket, if there is one: its tickets.
    fn around(
        &mut self,
        anchor: u32,
        (mut candidates, locations): (Vec<Candidate>, u128),
        tickets: &Tickets,
        budget: &mut u32,
    ) -> Option<Vec<u32>> {
        if locations == 0 {
            return None;
        }
        let newest = self.compiled.algorithm.age == AgeSelection::Newest;
        let top = if newest { tickets.levels[anchor as usize] } else { 0 };
        for from in std::iter::once(0).chain(top.saturating_sub(MOST_REPEATS - 1).max(1)..=top) {
            if from > 0 {
                let before = candidates.len();
                candidates.retain(|candidate| tickets.levels[candidate.ticket as usize] >= from);
                if candidates.len() == before {
                    continue;
                }
            }
            let mut forming = Forming::new(self.compiled.teams.len());
            forming.budget = *budget;
            if let Some(verdict) = self.start(anchor, (&candidates, locations), tickets, &mut forming) {
                self.form(&forming.teams, &verdict);
                return Some(forming.teams.into_iter().flat_map(|team| team.tickets).collect());
            }
            if forming.budget > 0 {
                return None;
            }
            *budget = (*budget / 2).max(LEAST_BUDGET);
        }
        None
    }

    /// Tries the oldest ticket in every team.
    fn start(
        &mut self,
        anchor: u32,
        (candidates, locations): (&[Candidate], u128),
        tickets: &Tickets,
        forming: &mut Forming,
    ) -> Option<Verdict> {
        let mut players = vec![0; candidates.len() + 1];
        for (at, candidate) in candidates.iter().enumerate().rev() {
            players[at] = players[at + 1] + candidate.size;
        }
        let anchor = Candidate { ticket: anchor, size: self.table.size(anchor), locations };
        let by_location = self.by_location(candidates);
        let later = Later { by_location: &by_location, candidates, players: &players, locations, tickets };
        let mut nobody = Place::default();
        self.try_in(anchor, &mut nobody, 0, &later, forming)
    }

    /// For each candidate, the players from it on at each location; empty if there are many.
    fn by_location(&self, candidates: &[Candidate]) -> Vec<u16> {
        if candidates.len() > MOST_COUNTED {
            return Vec::new();
        }
        let width = self.table.locations;
        let mut players = vec![0; (candidates.len() + 1) * width];
        for (at, candidate) in candidates.iter().enumerate().rev() {
            players.copy_within((at + 1) * width..(at + 2) * width, at * width);
            for location in bits(candidate.locations) {
                players[at * width + location] += candidate.size as u16;
            }
        }
        players
    }

    /// Adds a ticket to each team that has room for it in turn, and then others from `next` on, until the match is complete.
    fn try_in(
        &mut self,
        candidate: Candidate,
        place: &mut Place,
        next: usize,
        later: &Later<'_>,
        forming: &mut Forming,
    ) -> Option<Verdict> {
        let Later { tickets, locations, .. } = *later;
        let (teams, step) = place.of(self, tickets, candidate, forming);
        let answers = tickets.followed.answers(self, step, candidate.ticket);
        if tickets.followed.are_all() && answers.are_refused() {
            let verdict = answers.verdict();
            debug_assert!(teams.iter().all(|&team| {
                let mut all = forming.teams.clone();
                all[team].join(self.table, candidate.ticket);
                self.is_as_judged(&verdict, &all, step.level)
            }));
            for _ in 0..forming.spend(teams.len()) {
                count(&mut self.answer.effort, &verdict.refusing);
            }
            return None;
        }
        let step = tickets.followed.join(self, step, candidate.ticket);
        for &team in teams {
            if forming.spend(1) == 0 {
                break;
            }
            forming.teams[team].join(self.table, candidate.ticket);
            let verdict = tickets.followed.verdict(self, answers.clone(), &forming.teams, step.level);
            debug_assert!(self.is_as_judged(&verdict, &forming.teams, step.level));
            if verdict.is_refused() {
                count(&mut self.answer.effort, &verdict.refusing);
            } else {
                self.answer.effort.candidates += 1;
                // Elsewhere there will be too few players.
                let locations = verdict.locations & locations;
                if locations != 0 {
                    forming.steps.push(step.clone());
                    let found = self.extend(next, locations, later, forming);
                    if found.is_some() {
                        return found;
                    }
                    forming.steps.pop();
                }
            }
            forming.teams[team].leave(self.table, candidate.ticket);
        }
        None
    }

    fn extend(&mut self, from: usize, locations: u128, later: &Later<'_>, forming: &mut Forming) -> Option<Verdict> {
        let (missing, room) = forming.missing(self);
        if room > 0 {
            let mut place = Place::default();
            for at in from..later.candidates.len() {
                if later.players[at] < missing || forming.budget == 0 || !later.can_fill(at, missing, locations) {
                    break;
                }
                let candidate = later.candidates[at];
                let found = self.try_in(candidate, &mut place, at + 1, later, forming);
                if found.is_some() {
                    return found;
                }
            }
        }
        if missing > 0 { None } else { self.complete(forming) }
    }

    /// The verdict of all rules, if they accept the match as it is.
    fn complete(&mut self, forming: &Forming) -> Option<Verdict> {
        let values = self.compiled.levels.actual(forming.level());
        let sizes = forming.teams.iter().zip(&self.compiled.teams);
        for (team, side) in sizes {
            let count = team.players.len() as f64;
            if count < side.min.at(values) || count > side.max.at(values) {
                return None;
            }
        }
        let verdict = self.judge(&forming.teams, values, true);
        if !verdict.is_refused() {
            return Some(verdict);
        }
        count(&mut self.answer.effort, &verdict.refusing);
        None
    }
}

/// The candidates of a search, and the players from each on.
struct Later<'a> {
    candidates: &'a [Candidate],
    players: &'a [usize],
    /// Players at each location from each candidate on; empty if they are not counted.
    by_location: &'a [u16],
    /// Locations that enough players share.
    locations: u128,
    tickets: &'a Tickets,
}

impl Later<'_> {
    /// Whether enough players are left at one of the locations.
    fn can_fill(&self, at: usize, missing: usize, locations: u128) -> bool {
        let width = self.by_location.len() / (self.candidates.len() + 1);
        let from = at * width;
        width == 0 || bits(locations).any(|location| usize::from(self.by_location[from + location]) >= missing)
    }
}

impl Forming {
    fn new(teams: usize) -> Self {
        Self { teams: vec![Team::default(); teams], steps: Vec::new(), budget: 0 }
    }

    /// Takes candidates from the budget: how many of them it had.
    fn spend(&mut self, candidates: usize) -> u32 {
        let spent = self.budget.min(candidates as u32);
        self.budget -= spent;
        spent
    }

    /// The level once another ticket joins, by `expansionAgeSelection`: that of the newest, or of the first, the oldest.
    fn level_with(&self, search: &Search<'_>, ticket: u32, tickets: &Tickets) -> usize {
        let own = tickets.levels[ticket as usize];
        self.steps.last().map_or(own, |last| search.compiled.level_with(last.level, own))
    }

    /// The level by `expansionAgeSelection`.
    fn level(&self) -> usize {
        self.steps.last().map_or(0, |step| step.level)
    }

    /// The values under which a match that is not complete may be refused.
    fn values<'a>(&self, search: &Search<'a>) -> &'a [f64] {
        search.compiled.values(self.level())
    }

    /// Players that teams need at least, and slots that are open.
    fn missing(&self, search: &Search<'_>) -> (usize, usize) {
        let values = self.values(search);
        let slots = |limit: Limit, team: &Team| (limit.at(values) as usize).saturating_sub(team.players.len());
        let sides = search.compiled.teams.iter().zip(&self.teams);
        sides.fold((0, 0), |(missing, room), (side, team)| {
            (missing + slots(side.min, team), room + slots(side.max, team))
        })
    }

    /// The teams with room for a ticket: first those below their minimum, then those with the most open slots.
    fn team_order(&self, search: &Search<'_>, tickets: &Tickets, candidate: Candidate) -> SmallVec<[usize; 4]> {
        let values = self.values(search);
        let mut order: SmallVec<[(bool, usize, usize); 4]> = SmallVec::new();
        let mut empty_tried = false;
        for (index, (side, team)) in search.compiled.teams.iter().zip(&self.teams).enumerate() {
            let own_empty = team.players.is_empty();
            let repeats = side.like_previous && own_empty && empty_tried;
            empty_tried = if side.like_previous { empty_tried || own_empty } else { own_empty };
            let room = (side.max.at(values) as usize).saturating_sub(team.players.len());
            let may = tickets.teams[candidate.ticket as usize] >> index & 1 == 1;
            if may && !repeats && room >= candidate.size {
                let below = team.players.len() < side.min.at(values) as usize;
                order.push((!below, usize::MAX - room, index));
            }
        }
        order.sort_unstable();
        order.into_iter().map(|(_, _, index)| index).collect()
    }
}

/// What candidates find before one of them joins: the same for many of them.
#[derive(Default)]
struct Place {
    /// The size of the latest candidate, and the teams that it may be in, as bits.
    of: Option<(usize, u64)>,
    /// The order of the teams for such candidates.
    teams: SmallVec<[usize; 4]>,
    /// What is known of the match at the levels that it had with candidates.
    steps: SmallVec<[Step; 2]>,
}

impl Place {
    /// The teams for a candidate, and what is known of the match at the level that it has with it.
    fn of(
        &mut self,
        search: &Search<'_>,
        tickets: &Tickets,
        candidate: Candidate,
        forming: &Forming,
    ) -> (&[usize], &Step) {
        let of = Some((candidate.size, tickets.teams[candidate.ticket as usize]));
        if self.of != of {
            self.of = of;
            self.teams = forming.team_order(search, tickets, candidate);
        }
        let level = forming.level_with(search, candidate.ticket, tickets);
        let known = self.steps.iter().position(|step| step.level == level);
        let at = known.unwrap_or_else(|| {
            let last = forming.steps.last().filter(|last| last.level == level);
            self.steps.push(last.cloned().unwrap_or_else(|| {
                let joined = forming.teams.iter().flat_map(|team| team.tickets.iter().copied());
                tickets.followed.step(search, joined, level)
            }));
            self.steps.len() - 1
        });
        (&self.teams, &self.steps[at])
    }
}
