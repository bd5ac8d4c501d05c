//! The matchmaker of the article once more, as a policy: from the waiting tickets alone.

use matchday_base::{DatacenterIndex, Rng, rng};
use matchday_matchmaker::policy::{Answer, Call, Match, Policy};
use matchday_scenario::Params;
use matchday_sim::policy::{Plugin, Terms};
use rand::seq::SliceRandom;
use std::sync::Arc;

/// The article's rules. Every search lasts as long as the longest one: a player without a datacenter within the ideal cap
/// keeps its ticket for the time of that state, though nobody can be matched with it any more.
#[derive(Clone, Copy, Debug)]
pub struct ArticlePolicy {
    players: usize,
    /// Players of a team.
    team_size: usize,
    timeout_s: u32,
    caps_ms: [u8; 2],
    /// Seconds in the ideal, the expanded, and the last state.
    states_s: [u32; 3],
}

impl ArticlePolicy {
    /// The rules that the parameters set.
    pub fn new(params: &Params) -> Self {
        let (players, states_s) = (params.players() as usize, [params.ideal_s(), params.expand_s(), params.warm_s()]);
        Self {
            players,
            team_size: players,
            timeout_s: states_s.iter().sum(),
            caps_ms: [params.ideal_ms(), params.expand_ms()],
            states_s,
        }
    }

    /// The state of a search: 0 ideal, 1 expanded, 2 warm body; 3 once it is over.
    fn state(&self, rtts_ms: &[u8], waited_s: u32) -> usize {
        let is_within = |cap_ms: &u8| rtts_ms.iter().any(|ms| ms <= cap_ms);
        let first = self.caps_ms.iter().position(is_within).unwrap_or(2);
        let mut left_s = waited_s;
        for (state, length_s) in self.states_s.iter().enumerate().skip(first) {
            match left_s.checked_sub(*length_s) {
                None => return state,
                Some(rest) => left_s = rest,
            }
        }
        3
    }
}

/// The same as a plug-in, with limits that constants set.
#[derive(Clone, Copy, Debug)]
pub struct ArticlePlugin;

impl Plugin for ArticlePlugin {
    fn policy(&self, terms: Terms<'_>) -> Result<Arc<dyn Policy>, String> {
        let set = |name: &str| terms.constants.0.iter().find(|(own, _)| own == name).map(|&(_, number)| number);
        let limit_ms = |name, default| set(name).unwrap_or(default) as u8;
        Ok(Arc::new(ArticlePolicy {
            players: terms.teams * terms.team_size,
            team_size: terms.team_size,
            timeout_s: terms.request_timeout_s,
            caps_ms: [limit_ms("IDEAL_MS", 50.0), limit_ms("EXPAND_MS", 100.0)],
            states_s: [10; 3],
        }))
    }
}

/// A queue while its matches form.
struct Forming<'a> {
    call: &'a Call<'a>,
    team_size: usize,
    /// State of each ticket; 3 once it is matched.
    states: Vec<usize>,
    matches: Vec<Match>,
}

impl Forming<'_> {
    fn rtt_ms(&self, ticket: usize, datacenter: usize) -> u8 {
        self.call.tickets[ticket].players[0].rtts_ms[datacenter]
    }

    /// The tickets that still wait in a datacenter's queue.
    fn queue(&self, caps_ms: [u8; 2], datacenter: usize) -> Vec<usize> {
        let waits =
            |&at: &usize| caps_ms.get(self.states[at]).is_some_and(|&cap_ms| self.rtt_ms(at, datacenter) <= cap_ms);
        (0..self.states.len()).filter(waits).collect()
    }

    fn start(&mut self, group: &[usize], datacenter: usize) {
        let team = |team: &[usize]| team.iter().map(|&at| self.call.tickets[at].id).collect();
        let teams = group.chunks(self.team_size).map(team).collect();
        group.iter().for_each(|&at| self.states[at] = 3);
        self.matches.push(Match { teams, datacenter: DatacenterIndex(datacenter as u16) });
    }

    /// The open datacenter where these tickets have the least summed RTT.
    fn nearest(&self, group: &[usize]) -> Option<usize> {
        let open = (0..self.call.open.len()).filter(|&at| self.call.open[at]);
        open.min_by_key(|&at| group.iter().map(|&ticket| u32::from(self.rtt_ms(ticket, at))).sum::<u32>())
    }
}

impl Policy for ArticlePolicy {
    fn rules(&self) -> &[String] {
        &[]
    }

    fn match_size(&self) -> (usize, usize) {
        (self.players, self.players)
    }

    fn request_timeout_s(&self) -> u32 {
        self.timeout_s
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        let mut random = rng::at_moment(call.key, 0);
        let state =
            |ticket: &matchday_matchmaker::policy::Ticket<'_>| self.state(ticket.players[0].rtts_ms, ticket.waited_s);
        let states = call.tickets.iter().map(state).collect();
        let mut forming = Forming { call, team_size: self.team_size, states, matches: Vec::new() };
        self.walk(&mut forming, &mut random);
        self.place_warm_bodies(&mut forming, &mut random);
        answer.matches = forming.matches;
        Ok(())
    }
}

impl ArticlePolicy {
    fn walk(&self, forming: &mut Forming<'_>, random: &mut Rng) {
        let mut walk: Vec<usize> = (0..forming.call.open.len()).filter(|&at| forming.call.open[at]).collect();
        walk.shuffle(random);
        for datacenter in walk {
            let mut queue = forming.queue(self.caps_ms, datacenter);
            queue.shuffle(random);
            queue.chunks_exact(self.players).for_each(|group| forming.start(group, datacenter));
        }
    }

    fn place_warm_bodies(&self, forming: &mut Forming<'_>, random: &mut Rng) {
        let mut warm: Vec<usize> = (0..forming.states.len()).filter(|&at| forming.states[at] == 2).collect();
        let waited_s = |at: &usize| forming.call.tickets[*at].waited_s;
        warm.chunk_by_mut(|a, b| waited_s(a) == waited_s(b)).for_each(|alike| alike.shuffle(random));
        while let Some(&oldest) = warm.first() {
            let open = (0..forming.call.open.len()).filter(|&at| forming.call.open[at]);
            let short = open.map(|at| (at, forming.queue(self.caps_ms, at)));
            let short = short.filter(|(_, queue)| !queue.is_empty() && queue.len() + warm.len() >= self.players);
            let Some((datacenter, mut group)) = short.min_by_key(|&(at, _)| forming.rtt_ms(oldest, at)) else { break };
            group.extend(warm.drain(..self.players - group.len()));
            forming.start(&group, datacenter);
        }
        while warm.len() >= self.players {
            let oldest = warm.remove(0);
            let Some(nearest) = forming.nearest(&[oldest]) else { break };
            let mut others: Vec<usize> = (0..warm.len()).collect();
            others.sort_by_key(|&at| forming.rtt_ms(warm[at], nearest));
            let mut taken = others[..self.players - 1].to_vec();
            let group: Vec<usize> = std::iter::once(oldest).chain(taken.iter().map(|&at| warm[at])).collect();
            taken.sort_unstable();
            taken.into_iter().rev().for_each(|at| {
                warm.remove(at);
            });
            if let Some(datacenter) = forming.nearest(&group) {
                forming.start(&group, datacenter);
            }
        }
    }
}
