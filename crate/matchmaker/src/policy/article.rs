//! The matchmaker of the article once more, as a policy: from the waiting tickets alone, parties included.
//!
//! Its matches have the law of [`Article`](crate::Article)'s where everybody searches alone; `tests/native/law.rs` compares them.

use super::{Answer, Call, Player, Policy, PolicyMatch, Ticket};
use crate::Rules;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::{DatacenterIndex, Rng, rng};
use rand::seq::SliceRandom;
use smallvec::smallvec;

/// The article's rules. A party is within a round trip if all its players are, and is never split.
#[derive(Clone, Copy, Debug)]
pub struct ArticlePolicy {
    players: usize,
    caps_ms: [u16; 2],
    /// Seconds in the ideal, the expanded, and the last state.
    states_s: [u32; 3],
}

/// The state of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Ideal,
    Expand,
    Warm,
    /// Its search is over, or it has a match.
    Over,
}

const STATES: [State; 3] = [State::Ideal, State::Expand, State::Warm];

impl ArticlePolicy {
    /// These rules; caps in ms.
    pub fn new(rules: &Rules, caps_ms: [u16; 2]) -> Self {
        Self { players: rules.players, caps_ms, states_s: [rules.ideal_s, rules.expand_s, rules.warm_s] }
    }

    /// The first state of a search.
    fn first(&self, rtts_ms: &[u16]) -> usize {
        let is_within = |cap_ms: &u16| rtts_ms.iter().any(|ms| ms <= cap_ms);
        self.caps_ms.iter().position(is_within).unwrap_or(State::Warm as usize)
    }

    fn state(&self, ticket: &Ticket<'_>) -> State {
        let mut left_s = ticket.waited_s;
        for state in STATES.into_iter().skip(self.first(ticket.players[0].rtts_ms)) {
            match left_s.checked_sub(self.states_s[state as usize]) {
                None => return state,
                Some(rest) => left_s = rest,
            }
        }
        State::Over
    }

    /// The cap of a state, ms; `None` if the ticket stands in no datacenter's queue.
    fn cap_ms(&self, state: State) -> Option<u16> {
        self.caps_ms.get(state as usize).copied()
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
        self.states_s.iter().sum()
    }

    fn timeout_s(&self, rtts_ms: &[u16]) -> u32 {
        self.states_s.iter().skip(self.first(rtts_ms)).sum()
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        let states = call.tickets.iter().map(|ticket| self.state(ticket)).collect();
        let mut forming = Forming { rules: self, call, states, matches: Vec::new() };
        let mut random = rng::at_moment(call.key, 0);
        forming.walk(&mut random);
        forming.place_warm_bodies(&mut random);
        answer.matches = forming.matches;
        Ok(())
    }
}

/// A queue while its matches form.
struct Forming<'a> {
    rules: &'a ArticlePolicy,
    call: &'a Call<'a>,
    /// State of each ticket.
    states: Vec<State>,
    matches: Vec<PolicyMatch>,
}

impl Forming<'_> {
    fn rtt_ms(&self, ticket: usize, datacenter: usize) -> u16 {
        let players = self.call.tickets[ticket].players;
        players.iter().map(|player: &Player<'_>| player.rtts_ms[datacenter]).max().unwrap_or(OUT_OF_REACH_MS)
    }

    fn open(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.call.open.len()).filter(|&at| self.call.open[at])
    }

    /// The tickets that wait in a datacenter's queue.
    fn queue(&self, datacenter: usize) -> Vec<usize> {
        let waits = |&at: &usize| {
            self.rules.cap_ms(self.states[at]).is_some_and(|cap_ms| self.rtt_ms(at, datacenter) <= cap_ms)
        };
        (0..self.states.len()).filter(waits).collect()
    }

    /// Takes the first tickets that fill a match together: each one with which the others can still fill it. Single players
    /// always fill it in their order, if there are enough.
    fn fill(&self, tickets: &mut Vec<usize>) -> Option<Vec<usize>> {
        let players = |at: usize| self.call.tickets[at].players.len();
        // The numbers of players that tickets from here on can have together, a bit each.
        let mut sums = vec![1_u128; tickets.len() + 1];
        for (place, &at) in tickets.iter().enumerate().rev() {
            let more = sums[place + 1].checked_shl(players(at) as u32).unwrap_or(0);
            sums[place] = sums[place + 1] | more;
        }
        let (mut group, mut left) = (Vec::new(), self.rules.players);
        if sums[0].checked_shr(left as u32).unwrap_or(0) & 1 == 0 {
            return None;
        }
        for (place, &at) in tickets.iter().enumerate() {
            let rest = left.checked_sub(players(at));
            if let Some(rest) = rest.filter(|rest| sums[place + 1] >> rest & 1 == 1) {
                group.push(at);
                left = rest;
            }
        }
        // Both are in the same order.
        let mut taken = group.iter().peekable();
        tickets.retain(|at| taken.next_if_eq(&at).is_none());
        Some(group)
    }

    fn start(&mut self, group: &[usize], datacenter: usize) {
        let team = group.iter().map(|&at| self.call.tickets[at].id).collect();
        group.iter().for_each(|&at| self.states[at] = State::Over);
        self.matches.push(PolicyMatch { teams: smallvec![team], datacenter: DatacenterIndex(datacenter as u16) });
    }

    /// The open datacenter where these tickets have the least summed RTT.
    fn nearest(&self, group: &[usize]) -> Option<usize> {
        self.open().min_by_key(|&at| group.iter().map(|&ticket| u32::from(self.rtt_ms(ticket, at))).sum::<u32>())
    }

    /// The datacenters in random order; each shuffles its queue.
    fn walk(&mut self, random: &mut Rng) {
        let mut walk: Vec<usize> = self.open().collect();
        walk.shuffle(random);
        for datacenter in walk {
            let mut queue = self.queue(datacenter);
            queue.shuffle(random);
            while let Some(group) = self.fill(&mut queue) {
                self.start(&group, datacenter);
            }
        }
    }

    /// The oldest warm bodies complete matches that lack players; the others play among themselves.
    fn place_warm_bodies(&mut self, random: &mut Rng) {
        let mut warm: Vec<usize> = (0..self.states.len()).filter(|&at| self.states[at] == State::Warm).collect();
        let waited_s = |at: &usize| self.call.tickets[*at].waited_s;
        warm.chunk_by_mut(|a, b| waited_s(a) == waited_s(b)).for_each(|alike| alike.shuffle(random));
        while let Some((group, datacenter)) = self.complete(&mut warm) {
            self.start(&group, datacenter);
        }
        while let Some((group, datacenter)) = self.gather(&mut warm) {
            self.start(&group, datacenter);
        }
    }

    /// The players of the queue nearest to the oldest warm body, completed by warm bodies.
    fn complete(&self, warm: &mut Vec<usize>) -> Option<(Vec<usize>, usize)> {
        let &oldest = warm.first()?;
        let short = self.open().map(|at| (at, self.queue(at))).filter(|(_, queue)| !queue.is_empty());
        let full = short.filter_map(|(at, mut queue)| {
            queue.extend(warm.iter());
            Some((at, self.fill(&mut queue)?))
        });
        let (datacenter, group) = full.min_by_key(|&(at, _)| self.rtt_ms(oldest, at))?;
        warm.retain(|at| !group.contains(at));
        Some((group, datacenter))
    }

    /// The oldest warm body with those who are nearest to its datacenter.
    fn gather(&self, warm: &mut Vec<usize>) -> Option<(Vec<usize>, usize)> {
        let players = |of: &[usize]| of.iter().map(|&at| self.call.tickets[at].players.len()).sum::<usize>();
        while players(warm) >= self.rules.players {
            let nearest = self.nearest(&warm[..1])?;
            let mut by_distance = warm.clone();
            by_distance[1..].sort_by_key(|&at| self.rtt_ms(at, nearest));
            if let Some(group) = self.fill(&mut by_distance) {
                warm.retain(|at| !group.contains(at));
                let datacenter = self.nearest(&group)?;
                return Some((group, datacenter));
            }
            // Parties that do not fill a match with the oldest may fill one with the next.
            warm.remove(0);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Place;
    use matchday_base::{SimTime, TicketId};

    const RULES: Rules =
        Rules { players: 4, ideal_s: 10, expand_s: 10, warm_s: 10, patience_s: 120, avoid_rematch: false };

    /// Calls the policy about tickets of (number of players, waited seconds, RTTs); returns sorted ids and datacenters.
    fn matches(tickets: &[(usize, u32, [u16; 2])], key: u64) -> Vec<(Vec<u32>, u16)> {
        let player = |rtts_ms| Player { place: Place::default(), rtts_ms, attributes: &[] };
        let players: Vec<Vec<Player<'_>>> =
            tickets.iter().map(|(count, _, rtts_ms)| vec![player(rtts_ms); *count]).collect();
        let told = tickets.iter().zip(&players).zip(0..).map(|((of, players), id)| Ticket {
            id: TicketId(id),
            waited_s: of.1,
            players,
        });
        let told: Vec<Ticket<'_>> = told.collect();
        let call = Call { now: SimTime::DAY_START, key, open: &[true, true], tickets: &told };
        let answer = Answer::of(&ArticlePolicy::new(&RULES, [50, 100]), &call).unwrap();
        let ids = |of: &PolicyMatch| {
            let mut ids: Vec<u32> = of.teams.iter().flatten().map(|id| id.0).collect();
            ids.sort_unstable();
            (ids, of.datacenter.0)
        };
        answer.matches.iter().map(ids).collect()
    }

    #[test]
    fn parties_fill_matches_and_are_never_split() {
        let near = [20, 200];
        for key in 0..20 {
            assert_eq!(matches(&[(3, 0, near), (2, 0, near), (1, 0, near)], key), [(vec![0, 2], 0)]);
            assert_eq!(matches(&[(3, 0, near), (3, 0, near), (2, 0, near)], key), []);
            let mut both = matches(&[(2, 0, near), (4, 0, near), (2, 0, near)], key);
            both.sort_unstable();
            assert_eq!(both, [(vec![0, 2], 0), (vec![1], 0)]);
        }
    }

    #[test]
    fn a_warm_party_completes_the_nearest_match() {
        // Beyond both caps, so warm at once; it is nearer to datacenter 1, where two ideal players wait.
        let tickets = [(2, 5, [120, 110]), (2, 0, [30, 200]), (1, 0, [200, 30]), (1, 0, [200, 40])];
        assert_eq!(matches(&tickets, 3), [(vec![0, 2, 3], 1)]);
        // Alone, warm bodies play among themselves where the sum of their round trips is lowest.
        assert_eq!(matches(&[(2, 3, [120, 110]), (2, 25, [30, 150])], 3), [(vec![0, 1], 0)]);
    }

    #[test]
    fn searches_begin_in_the_state_of_their_round_trips() {
        let policy = ArticlePolicy::new(&RULES, [50, 100]);
        assert_eq!([[20, 90], [90, 60], [101, 120]].map(|rtts_ms| policy.timeout_s(&rtts_ms)), [30, 20, 10]);
    }
}
