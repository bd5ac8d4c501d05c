//! The rules of the article as a plug-in: copy this crate, and write your own.
//!
//! Players first accept datacenters up to IDEAL_MS, after IDEAL_S seconds up to EXPAND_MS, and after EXPAND_S more they
//! are warm bodies, who complete any match. Datacenters take turns in random order, and each matches its queue in random
//! order.

use matchday_plugin_kit::{Call, Matches, Player, constant, export};
use rand::Rng;
use rand::seq::SliceRandom;

export!(form);

/// The states of a search are 0 (ideal), 1 (expanded), and this one.
const WARM: usize = 2;
/// No longer searching, or matched.
const OVER: usize = 3;

/// The limits of the article; constants of the day can set others.
struct Rules {
    players: usize,
    /// Limits of the first two states.
    limits_ms: [u16; 2],
    /// Seconds in each state.
    states_s: [u32; 3],
}

impl Rules {
    fn of(call: &Call<'_>) -> Self {
        Self {
            players: call.team_size(),
            limits_ms: [constant("IDEAL_MS", 50.0) as u16, constant("EXPAND_MS", 100.0) as u16],
            states_s: [("IDEAL_S", 10.0), ("EXPAND_S", 10.0), ("WARM_S", 10.0)].map(|(name, s)| constant(name, s) as u32),
        }
    }

    /// The state of a search. Players without a datacenter within a limit skip its state.
    fn state(&self, player: Player<'_>, waited_s: u32) -> usize {
        let is_within = |limit_ms: &u16| player.rtts_ms().any(|ms| ms <= *limit_ms);
        let first = self.limits_ms.iter().position(is_within).unwrap_or(WARM);
        let mut left_s = waited_s;
        for state in first..OVER {
            match left_s.checked_sub(self.states_s[state]) {
                None => return state,
                Some(rest) => left_s = rest,
            }
        }
        OVER
    }
}

/// A waiting player.
struct Searching<'a> {
    id: u32,
    waited_s: u32,
    player: Player<'a>,
    state: usize,
}

fn form(call: &Call<'_>, matches: &mut Matches) {
    let rules = Rules::of(call);
    let searching = call.tickets().map(|ticket| {
        let (player, waited_s) = (ticket.player(), ticket.waited_s());
        Searching { id: ticket.id(), waited_s, player, state: rules.state(player, waited_s) }
    });
    let open = (0..call.datacenters()).filter(|&at| call.is_open(at)).collect();
    let mut forming = Forming { searching: searching.collect(), open, rules, matches };
    let mut random = call.random();
    forming.visit_datacenters(&mut random);
    forming.place_warm_bodies(&mut random);
}

/// The queue while its matches form.
struct Forming<'a> {
    rules: Rules,
    searching: Vec<Searching<'a>>,
    open: Vec<usize>,
    matches: &'a mut Matches,
}

impl Forming<'_> {
    /// The players who may play at a datacenter.
    fn queue(&self, datacenter: usize) -> Vec<usize> {
        let may = |&at: &usize| {
            let Searching { state, player, .. } = &self.searching[at];
            *state < WARM && player.rtt_ms(datacenter) <= self.rules.limits_ms[*state]
        };
        (0..self.searching.len()).filter(may).collect()
    }

    fn start(&mut self, group: &[usize], datacenter: usize) {
        let team: Vec<u32> = group.iter().map(|&at| self.searching[at].id).collect();
        group.iter().for_each(|&at| self.searching[at].state = OVER);
        self.matches.add(datacenter, [team]);
    }

    /// The open datacenter where these players have the least round trips.
    fn nearest(&self, group: &[usize]) -> Option<usize> {
        let sum_ms = |&at: &usize| group.iter().map(|&of| u32::from(self.searching[of].player.rtt_ms(at))).sum::<u32>();
        self.open.iter().copied().min_by_key(sum_ms)
    }

    fn visit_datacenters(&mut self, random: &mut impl Rng) {
        let mut walk = self.open.clone();
        walk.shuffle(random);
        for datacenter in walk {
            let mut queue = self.queue(datacenter);
            queue.shuffle(random);
            for group in queue.chunks_exact(self.rules.players) {
                self.start(group, datacenter);
            }
        }
    }

    /// Warm bodies, the oldest first, complete matches near them; then they play with one another.
    fn place_warm_bodies(&mut self, random: &mut impl Rng) {
        let players = self.rules.players;
        let mut warm: Vec<usize> = (0..self.searching.len()).filter(|&at| self.searching[at].state == WARM).collect();
        let waited_s = |at: &usize| self.searching[*at].waited_s;
        warm.chunk_by_mut(|a, b| waited_s(a) == waited_s(b)).for_each(|alike| alike.shuffle(random));
        while let Some(&oldest) = warm.first() {
            let short = self.open.iter().map(|&at| (at, self.queue(at)));
            let short = short.filter(|(_, queue)| !queue.is_empty() && queue.len() + warm.len() >= players);
            let rtt_ms = |&(at, _): &(usize, Vec<usize>)| self.searching[oldest].player.rtt_ms(at);
            let Some((datacenter, mut group)) = short.min_by_key(rtt_ms) else { break };
            group.extend(warm.drain(..players - group.len()));
            self.start(&group, datacenter);
        }
        while warm.len() >= players {
            let Some(nearest) = self.nearest(&warm[..1]) else { break };
            let mut group = warm.clone();
            group[1..].sort_by_key(|&at| self.searching[at].player.rtt_ms(nearest));
            group.truncate(players);
            warm.retain(|at| !group.contains(at));
            if let Some(datacenter) = self.nearest(&group) {
                self.start(&group, datacenter);
            }
        }
    }
}
