//! The matchmaker of an unranked day whose matches a policy forms.

use super::{Answer, Attribute, Call, Ended, Fault, Place, Player, Policy, Population, Record, Team, Ticket};
use crate::search::{Change, Matchmaker, Next, QueuedPlayer, Rules, SearchState, Searching};
use crate::{Formed, LastMatches, LatencyTable, Lobbies, RowId, Wait};
use matchday_base::{DatacenterIndex, PlayerId, SimTime, Streams, TicketId, rng};
use std::sync::Arc;

/// Players who search alone, and the policy that is called about them. All of them are in one state,
/// [`SearchState::Ideal`], whatever their round trips; each counts as queued at its nearest datacenter.
#[derive(Clone, Debug)]
pub struct PolicyMatchmaker {
    policy: Arc<dyn Policy>,
    population: Arc<Population>,
    /// Whole seconds of a search without a match.
    timeout_s: u32,
    patience_s: u32,
    /// Keys of the draws of calls, and of attributes.
    calls: u64,
    attributes: u64,
    open: Vec<bool>,
    /// Join number and place of each player, by id.
    joined: Vec<(u32, Place)>,
    new: Vec<QueuedPlayer>,
    /// In their order.
    waiting: Vec<Waiting>,
    /// Always empty: a policy is asked about players one by one.
    lobbies: Lobbies,
    searched_s: u64,
    /// Index of the attribute by which searches are told apart, if there is one.
    skill: Option<usize>,
    record: Record,
    fault: Option<Fault>,
}

#[derive(Clone, Debug)]
struct Waiting {
    queued: QueuedPlayer,
    /// Its join number.
    id: TicketId,
    enqueued: SimTime,
    /// Start of this search.
    since: SimTime,
    place: Place,
    attributes: Vec<Attribute>,
}

impl Waiting {
    /// The longest wait first, equal ones by number.
    fn order(&self) -> (SimTime, TicketId) {
        (self.enqueued, self.id)
    }

    fn player<'a>(&'a self, latencies: &'a LatencyTable) -> Player<'a> {
        Player { place: self.place, rtts_ms: latencies.rtts_ms(self.queued.row), attributes: &self.attributes }
    }

    /// Its skill; `at`: index of the attribute.
    fn skill(&self, at: Option<usize>) -> Option<f64> {
        match self.attributes.get(at?)? {
            &Attribute::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The end of this search; `skill`: index of the attribute.
    fn ended(&self, now: SimTime, latencies: &LatencyTable, skill: Option<usize>, matched: bool) -> Ended {
        Ended {
            nearest: nearest(latencies, self.queued.row),
            players: 1,
            skill: self.skill(skill),
            waited_s: now.since(self.enqueued),
            matched,
        }
    }
}

impl PolicyMatchmaker {
    /// An empty matchmaker.
    pub fn new(
        policy: Arc<dyn Policy>,
        population: Arc<Population>,
        rules: Rules,
        datacenters: usize,
        streams: Streams,
    ) -> Self {
        Self {
            timeout_s: policy.request_timeout_s(),
            patience_s: rules.patience_s,
            calls: streams.key("policy"),
            attributes: streams.key("attributes"),
            open: vec![true; datacenters],
            joined: Vec::new(),
            new: Vec::new(),
            waiting: Vec::new(),
            lobbies: Lobbies::default(),
            searched_s: 0,
            skill: population.skill().map(|(at, _)| at),
            record: Record::new(population.skill().map(|(_, bands)| bands)),
            fault: None,
            policy,
            population,
        }
    }

    fn waiting(&self, queued: QueuedPlayer, since: SimTime, enqueued: SimTime) -> Waiting {
        let (number, place) = self.joined.get(queued.player.index()).copied().unwrap_or_default();
        let attributes = self.population.draw(self.attributes, number, 0.0);
        Waiting { queued, id: TicketId(number), enqueued, since, place, attributes }
    }

    /// Calls the policy; `None` once it has failed.
    fn ask(&mut self, now: SimTime, latencies: &LatencyTable) -> Option<Answer> {
        let players: Vec<Player<'_>> = self.waiting.iter().map(|of| of.player(latencies)).collect();
        let tickets = self.waiting.iter().zip(&players).map(|(of, player)| Ticket {
            id: of.id,
            waited_s: now.since(of.enqueued),
            players: std::slice::from_ref(player),
        });
        let tickets: Vec<Ticket<'_>> = tickets.collect();
        let key = rng::split_mix(self.calls ^ u64::from(now.0));
        let call = Call { now, key, open: &self.open, tickets: &tickets };
        match Answer::of(&*self.policy, &call) {
            Ok(answer) => {
                self.record.called(now, &answer);
                Some(answer)
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }

    /// Moves the players of an answer into matches.
    fn start(&mut self, now: SimTime, latencies: &LatencyTable, answer: &Answer, formed: &mut Formed) {
        let mut matched = vec![false; self.waiting.len()];
        let mut tickets = answer.tickets.as_slice();
        for found in &answer.matches {
            let (at, rest) = tickets.split_at(found.teams.iter().map(Team::len).sum());
            tickets = rest;
            let at = || at.iter().map(|&at| at as usize);
            formed.push(found.datacenter, at().len(), at().map(|at| self.waiting[at].queued));
            self.record.formed(now, at().filter_map(|at| self.waiting[at].skill(self.skill)));
            for at in at() {
                let Waiting { queued, enqueued, since, .. } = self.waiting[at];
                matched[at] = true;
                self.searched_s += u64::from(now.since(since));
                self.record.ended(now, &self.waiting[at].ended(now, latencies, self.skill, true));
                if enqueued < now {
                    formed.push_wait(Wait { player: queued.player, wait_s: now.since(enqueued), warm: false });
                }
            }
        }
        let mut matched = matched.into_iter();
        self.waiting.retain(|_| !matched.next().unwrap_or(false));
    }
}

fn nearest(latencies: &LatencyTable, row: RowId) -> DatacenterIndex {
    let rtts_ms = latencies.rtts_ms(row);
    let nearest = (0..rtts_ms.len()).min_by_key(|&at| rtts_ms[at]).unwrap_or(0);
    DatacenterIndex(nearest as u16)
}

impl Matchmaker for PolicyMatchmaker {
    const ACCEPTS_ANY_RTT: bool = true;

    fn join(&mut self, player: PlayerId, number: u32, place: impl FnOnce() -> Place) {
        if self.joined.len() <= player.index() {
            self.joined.resize(player.index() + 1, Default::default());
        }
        self.joined[player.index()] = (number, place());
    }

    fn arrivals(&mut self) -> &mut Vec<QueuedPlayer> {
        &mut self.new
    }

    fn requeue(&mut self, now: SimTime, _: &LatencyTable, queued: QueuedPlayer, enqueued: SimTime) {
        let waiting = self.waiting(queued, now, enqueued);
        let at = self.waiting.partition_point(|other| other.order() < waiting.order());
        self.waiting.insert(at, waiting);
    }

    fn lobbies_mut(&mut self) -> &mut Lobbies {
        &mut self.lobbies
    }

    fn lobbies(&self) -> &Lobbies {
        &self.lobbies
    }

    fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.open[datacenter.index()] = !closed;
    }

    fn last_matches_mut(&mut self) -> Option<&mut LastMatches> {
        None
    }

    fn expire(&mut self, now: SimTime, latencies: &LatencyTable, changes: &mut Vec<Change>) {
        let ended = |of: &Waiting| {
            let waited_s = now.since(of.enqueued);
            match () {
                () if waited_s >= self.timeout_s => Some(Next::Fail),
                () if waited_s >= self.patience_s => Some(Next::GiveUp),
                () => None,
            }
        };
        let Self { searched_s, record, skill, .. } = self;
        self.waiting.retain(|of| {
            let Some(to) = ended(of) else { return true };
            *searched_s += u64::from(now.since(of.since));
            record.ended(now, &of.ended(now, latencies, *skill, false));
            changes.push(Change { queued: of.queued, to, waited_s: now.since(of.enqueued) });
            false
        });
    }

    fn classify(&mut self, now: SimTime, _: &LatencyTable) {
        // Nobody is queued after now: they are the last ones.
        let from = self.waiting.partition_point(|other| other.enqueued < now);
        let mut new = std::mem::take(&mut self.new);
        self.waiting.reserve(new.len());
        for queued in new.drain(..) {
            self.waiting.push(self.waiting(queued, now, now));
        }
        self.new = new;
        self.waiting[from..].sort_unstable_by_key(Waiting::order);
    }

    fn form(&mut self, now: SimTime, latencies: &LatencyTable, formed: &mut Formed) {
        formed.clear();
        formed.set_grouped();
        self.classify(now, latencies);
        if self.fault.is_none()
            && let Some(answer) = self.ask(now, latencies)
            && !answer.matches.is_empty()
        {
            self.start(now, latencies, &answer, formed);
        }
    }

    fn searching(&self) -> impl Iterator<Item = Searching> {
        self.waiting.iter().map(|of| Searching { queued: of.queued, state: SearchState::Ideal, since: of.since })
    }

    fn is_queued(&self, latencies: &LatencyTable, searching: &Searching, datacenter: DatacenterIndex) -> bool {
        nearest(latencies, searching.queued.row) == datacenter
    }

    fn queue(&self, latencies: &LatencyTable, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId> {
        let here = self.searching().filter(move |searching| self.is_queued(latencies, searching, datacenter));
        here.map(|searching| searching.queued.player)
    }

    fn searched_s(&self) -> [u64; 3] {
        [self.searched_s, 0, 0]
    }

    fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    fn policy_record(&self) -> Option<(&Record, &[String])> {
        Some((&self.record, self.policy.rules()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{PolicyMatch, Searches};

    /// Puts the two who have waited longest together, at the second datacenter.
    #[derive(Debug)]
    struct Pairs;

    impl Policy for Pairs {
        fn rules(&self) -> &[String] {
            &[]
        }

        fn match_size(&self) -> (usize, usize) {
            (2, 2)
        }

        fn request_timeout_s(&self) -> u32 {
            30
        }

        fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
            for pair in call.tickets.chunks_exact(2) {
                let team = |ticket: &Ticket<'_>| [ticket.id].into_iter().collect();
                answer
                    .matches
                    .push(PolicyMatch { teams: pair.iter().map(team).collect(), datacenter: DatacenterIndex(1) });
            }
            Ok(())
        }
    }

    const NOW: SimTime = SimTime::DAY_START;

    fn queued(player: u32) -> QueuedPlayer {
        QueuedPlayer { player: PlayerId(player), row: RowId(0) }
    }

    /// Three players in the queue, the first for 2 s, and what they are matched by.
    fn queue(attributes: &str, patience_s: u32) -> (PolicyMatchmaker, LatencyTable) {
        let latencies = LatencyTable::new(2, vec![10, 20], 50, 100);
        let rules = Rules { players: 2, ideal_s: 9, expand_s: 9, warm_s: 9, patience_s, avoid_rematch: false };
        let population = Arc::new(attributes.parse().unwrap());
        let mut queue = PolicyMatchmaker::new(Arc::new(Pairs), population, rules, 2, Streams::new(1));
        for (player, enqueued) in [(0, NOW), (1, NOW + 2), (2, NOW + 2)] {
            queue.join(PlayerId(player), player, Place::default);
            queue.requeue(enqueued, &latencies, queued(player), enqueued);
        }
        (queue, latencies)
    }

    #[test]
    fn a_search_ends_with_the_answer_of_the_policy() {
        let (mut queue, latencies) = queue("skill:uniform(0,800)", 60);
        let mut formed = Formed::default();
        queue.form(NOW + 5, &latencies, &mut formed);
        let batches: Vec<_> = formed.batches().map(|batch| (batch.datacenter, batch.queued_players.to_vec())).collect();
        assert_eq!(batches, [(DatacenterIndex(1), vec![queued(0), queued(1)])]);
        assert_eq!(queue.searching().map(|of| of.queued).collect::<Vec<_>>(), [queued(2)]);
        // 5 s and 3 s.
        assert_eq!(queue.searched_s(), [8, 0, 0]);
        let record = &queue.record;
        assert_eq!((record.calls, record.matches, record.datacenters[0].matched()), (1, 1, 2));
        // Two of 800 skills are hardly the same.
        assert!(record.skill_gap_mean().is_some_and(|gap| gap > 0.0));
        assert_eq!(record.skills.iter().map(Searches::matched).sum::<u64>(), 2);
    }

    #[test]
    fn players_without_a_skill_have_no_gap() {
        let (mut queue, latencies) = queue("mode:a|b", 60);
        queue.form(NOW + 5, &latencies, &mut Formed::default());
        let record = &queue.record;
        assert_eq!((record.matches, record.skill_gap_mean(), record.skills.len()), (1, None, 0));
    }

    #[test]
    fn a_search_without_a_match_fails_in_time_unless_patience_ends_first() {
        for (patience_s, ends_s, to) in [(60, 30, Next::Fail), (20, 20, Next::GiveUp)] {
            let (mut queue, latencies) = queue("", patience_s);
            let mut changes = Vec::new();
            queue.expire(NOW + (ends_s - 1), &latencies, &mut changes);
            assert!(changes.is_empty(), "{changes:?}");
            queue.expire(NOW + ends_s, &latencies, &mut changes);
            let ended: Vec<_> = changes.iter().map(|of| (of.queued, of.to, of.waited_s)).collect();
            assert_eq!(ended, [(queued(0), to, ends_s)]);
            assert_eq!(queue.searched_s(), [u64::from(ends_s), 0, 0]);
        }
    }
}
