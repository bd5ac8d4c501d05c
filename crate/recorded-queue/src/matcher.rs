//! Who forms the matches: a policy, or the windows of the ranked queue.

use crate::QueueError;
use crate::replay::Waiting;
use crate::survey::Queue;
use matchday_base::{AccountId, DatacenterIndex, SimTime, Streams, TicketId, rng};
use matchday_matchmaker::policy::{Answer, Call, Fault, Player, Policy, PolicyMatch, Ticket};
use matchday_matchmaker::ranked::{self, Constraints, Member, RegionId};
use matchday_ranked::datacenter_regions;
use matchday_ranked::settings::queue_rules;
use matchday_scenario::{Params, params};
use matchday_sim::World;
use matchday_sim::policy::policy_of;
use std::sync::Arc;

/// Who forms the matches.
#[derive(Clone, Debug)]
pub(crate) enum Matcher {
    /// A policy, which is called about all that wait.
    Policy {
        policy: Arc<dyn Policy>,
        /// Key of the draws of calls.
        calls: u64,
        /// The datacenters where matches may form.
        open: Vec<bool>,
    },
    /// The queue of ranked days. It numbers tickets in the order of queueing, as the replay does.
    Windows { queue: Box<ranked::Queue>, regions: Vec<RegionId> },
}

impl Waiting {
    fn player(&self) -> Player<'_> {
        Player { place: self.place, rtts_ms: &self.rtts_ms, attributes: &self.attributes }
    }
}

impl Matcher {
    /// The matchmaker that the parameters name. Matches form only at datacenters that tickets can have a round trip to.
    ///
    /// # Errors
    /// Parameters without a policy, or windows of points for tickets without a skill.
    pub fn new(queue: &Queue, world: &World, params: &Params) -> Result<Self, QueueError> {
        let open = open(queue);
        if !params.is_ranked() || params.policy() != params::Policy::Article {
            let policy = policy_of(params, world, queue.schema())?;
            return Ok(Self::Policy { policy, calls: Streams::new(u64::from(params.seed())).key("policy"), open });
        }
        if queue.columns.skill.is_none() {
            return Err(QueueError::NoSkill { mode: params.ranked().to_owned() });
        }
        let rules = queue_rules(params)?;
        let regions: Vec<RegionId> = datacenter_regions(world);
        let mut windows = ranked::Queue::new(rules, &regions);
        (0..).zip(open).filter(|(_, open)| !open).for_each(|(at, _)| windows.close(DatacenterIndex(at), true));
        Ok(Self::Windows { queue: Box::new(windows), regions })
    }

    /// Names of its rules.
    pub fn rules(&self) -> &[String] {
        match self {
            Self::Policy { policy, .. } => policy.rules(),
            Self::Windows { .. } => &[],
        }
    }

    /// Seconds after which a ticket without a match fails.
    pub fn timeout_s(&self, rtts_ms: &[u16]) -> u32 {
        match self {
            Self::Policy { policy, .. } => policy.timeout_s(rtts_ms),
            Self::Windows { queue, .. } => queue.rules().ttl_s,
        }
    }

    /// A ticket is queued.
    pub fn enqueue(&mut self, ticket: &Waiting) {
        let Self::Windows { queue, regions } = self else { return };
        let points =
            libm::round(ticket.skill.unwrap_or(0.0)).clamp(f64::from(i32::MIN / 2), f64::from(i32::MAX / 2)) as i32;
        let member = Member { account: AccountId(ticket.id.0), points };
        let id = queue.enqueue(ranked::Ticket {
            members: (0..ticket.players).map(|_| member).collect(),
            region: regions.get(ticket.nearest().index()).copied().unwrap_or_default(),
            rtts_ms: ticket.rtts_ms.to_vec(),
            constraints: Constraints::NONE,
            enqueued: ticket.enqueued,
            checked_s: 0,
        });
        debug_assert_eq!(id, ticket.id);
    }

    /// A ticket is no longer queued, without a match.
    pub fn leave(&mut self, id: TicketId) {
        if let Self::Windows { queue, .. } = self {
            queue.leave(id);
        }
    }

    /// The matches of this second, of `waiting`.
    ///
    /// # Errors
    /// A policy that fails, or an answer that is not valid.
    pub fn form(&mut self, now: SimTime, waiting: &[Waiting]) -> Result<Answer, QueueError> {
        match self {
            Self::Policy { policy, calls, open } => {
                let key = rng::split_mix(*calls ^ u64::from(now.0));
                Ok(ask(&**policy, now, key, open, waiting)?)
            }
            Self::Windows { queue, .. } => {
                let mut found = Vec::new();
                queue.form(now, &mut found);
                let mut answer = Answer::default();
                answer.matches.extend(found.into_iter().map(|found| PolicyMatch {
                    teams: [found.tickets.iter().map(|&(id, _)| id).collect()].into_iter().collect(),
                    datacenter: found.datacenter,
                }));
                Ok(answer)
            }
        }
    }
}

/// Where tickets have a round trip: everywhere, if they have places.
fn open(queue: &Queue) -> Vec<bool> {
    let has_column = |at: usize| queue.columns.rtts.iter().any(|(_, to)| to.index() == at);
    (0..queue.datacenters.len()).map(|at| queue.columns.place.is_some() || has_column(at)).collect()
}

fn ask(policy: &dyn Policy, now: SimTime, key: u64, open: &[bool], waiting: &[Waiting]) -> Result<Answer, Fault> {
    let mut players: Vec<Player<'_>> = Vec::with_capacity(waiting.len());
    let ranges: Vec<_> = waiting
        .iter()
        .map(|of| {
            let first = players.len();
            players.extend((0..of.players).map(|_| of.player()));
            first..players.len()
        })
        .collect();
    let tickets: Vec<Ticket<'_>> = waiting
        .iter()
        .zip(ranges)
        .map(|(of, range)| Ticket { id: of.id, waited_s: now.since(of.enqueued), players: &players[range] })
        .collect();
    Answer::of(policy, &Call { now, key, open, tickets: &tickets })
}
