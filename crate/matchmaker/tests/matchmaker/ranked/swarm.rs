//! Random queues, second by second: every match obeys every rule, nobody is lost or doubled, and nobody is overlooked.

use super::naive;
use matchday_base::{AccountId, SimTime, TicketId};
use matchday_matchmaker::ranked::{Constraints, Found, Member, Mode, Policy, Queue, RegionId, Rules, Ticket, WidenBy};
use proptest::prelude::*;
use std::collections::BTreeMap;

const START: SimTime = SimTime(1_000);
const REGIONS: [RegionId; 4] = [RegionId(0), RegionId(0), RegionId(1), RegionId(1)];

/// A ticket that comes at `at_s` and leaves at `until_s`, if it is there.
#[derive(Clone, Debug)]
struct Visit {
    at_s: u32,
    until_s: u32,
    ticket: Ticket,
}

fn any_mode() -> impl Strategy<Value = Mode> {
    prop_oneof![
        4 => Just(Mode::Teams(1)),
        2 => Just(Mode::Teams(2)),
        1 => Just(Mode::Teams(3)),
        1 => Just(Mode::Teams(5)),
        1 => (3..6_u8).prop_map(Mode::FreeForAll),
    ]
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let policy = prop_oneof![
        Just(Policy::Windows),
        Just(Policy::Bands(vec![-20, 40])),
        prop_oneof![Just(0), Just(60)].prop_map(|region_points| Policy::Global { region_points }),
    ];
    // The third narrows, the last opens a window at once.
    let widenings =
        ["0:20:60/10:60:90/30:120:150", "0:50:100/7:51:100/20:51:140", "0:90:90/10:40:50/30:100:120", "0:60:99"];
    let widening = prop::sample::select(widenings.to_vec()).prop_map(|text| text.parse().unwrap());
    let widen_by = prop_oneof![Just(WidenBy::Oldest), Just(WidenBy::Newest), Just(WidenBy::Average)];
    (any_mode(), policy, widening, widen_by).prop_map(|(mode, policy, widening, widen_by)| Rules {
        mode,
        policy,
        widening,
        widen_by,
        ttl_s: 45,
    })
}

fn any_visit(party: usize) -> impl Strategy<Value = Visit> {
    let constraints =
        (0..3_u8, prop::bool::weighted(0.8), prop_oneof![3 => Just(7), 1 => 0..8_u32], prop::bool::weighted(0.2))
            .prop_map(|(platform, crossplay, maps, region_lock)| Constraints {
                platform,
                crossplay,
                maps,
                region_lock,
            });
    let points = prop_oneof![6 => Just(1), 1 => 1..=party]
        .prop_flat_map(|size| prop::collection::vec(prop_oneof![-100..100_i32, -3..3_i32], size));
    let rtts_ms = prop::collection::vec(prop_oneof![30..170_u16, Just(40)], REGIONS.len());
    let times = (0..60_u32, 0..120_u32, prop_oneof![3 => Just(0), 1 => 0..50_u32]);
    (constraints, points, rtts_ms, times, 0..2_u8).prop_map(|(constraints, points, rtts_ms, times, region)| {
        let members = points.into_iter().map(|points| Member { account: AccountId(0), points }).collect();
        let (at_s, stays_s, age_s) = times;
        let enqueued = START + at_s - age_s;
        // Part of its age; now and then more than its time limit.
        let checked_s = if stays_s % 3 == 0 { age_s } else { 0 };
        let ticket = Ticket { members, region: RegionId(region), rtts_ms, constraints, enqueued, checked_s };
        Visit { at_s, until_s: at_s + stays_s, ticket }
    })
}

fn any_day() -> impl Strategy<Value = (Rules, Vec<Visit>)> {
    any_rules().prop_flat_map(|rules| {
        // Now and then a party that is too large.
        let visits = prop::collection::vec(any_visit(rules.mode.team_size() + 1), 0..60);
        (Just(rules), visits)
    })
}

/// A queue, and who should be in it.
struct World {
    queue: Queue,
    waiting: BTreeMap<TicketId, Ticket>,
}

impl World {
    fn second(&mut self, now: SimTime) -> Result<(), TestCaseError> {
        let rules = self.queue.rules().clone();
        let mut expired = Vec::new();
        self.queue.expire(now, &mut expired);
        for (id, ticket) in expired {
            prop_assert!(!naive::may_wait(&rules, now, &ticket));
            prop_assert_eq!(self.waiting.remove(&id), Some(ticket));
        }
        prop_assert!(self.waiting.values().all(|ticket| naive::may_wait(&rules, now, ticket)));
        let mut found = Vec::new();
        self.queue.form(now, &mut found);
        for found in &found {
            for (id, ticket) in &found.tickets {
                prop_assert_eq!(self.waiting.remove(id), Some(ticket.clone()));
            }
            obeys(&rules, now, found)?;
        }
        let waiting: Vec<(TicketId, &Ticket)> = self.queue.waiting().collect();
        prop_assert_eq!(waiting.len(), self.queue.len());
        prop_assert!(waiting.iter().copied().eq(self.waiting.iter().map(|(&id, ticket)| (id, ticket))));
        self.overlooks_nobody(&rules, now)
    }

    /// In 1v1 no two who wait could play; else no run of neighbours in points.
    fn overlooks_nobody(&self, rules: &Rules, now: SimTime) -> Result<(), TestCaseError> {
        let mut line: Vec<(TicketId, &Ticket)> = self.queue.waiting().collect();
        line.sort_by_key(|&(id, ticket)| (ticket.points(), ticket.enqueued, id));
        let is_match = |tickets: &[&Ticket]| naive::is_match(rules, &REGIONS, now, tickets);
        if rules.mode == Mode::Teams(1) {
            for (at, &(_, a)) in line.iter().enumerate() {
                let partner = line[at + 1..].iter().find(|(_, b)| is_match(&[a, b]));
                prop_assert!(partner.is_none(), "{a:?} could play {partner:?}");
            }
        }
        // Neighbours are of one pool.
        let together = |ticket: &Ticket| match &rules.policy {
            Policy::Windows => (ticket.region, 0),
            Policy::Bands(edges) => (ticket.region, edges.iter().filter(|&&edge| edge <= ticket.points()).count()),
            Policy::Global { .. } => (RegionId(0), 0),
        };
        let mut pools: BTreeMap<(RegionId, usize), Vec<&Ticket>> = BTreeMap::new();
        for (_, ticket) in line {
            pools.entry(together(ticket)).or_default().push(ticket);
        }
        for pool in pools.values() {
            for length in 2..=rules.mode.players() {
                let run = pool.windows(length).find(|run| is_match(run));
                prop_assert!(run.is_none(), "{run:?} could play");
            }
        }
        Ok(())
    }
}

fn obeys(rules: &Rules, now: SimTime, found: &Found) -> Result<(), TestCaseError> {
    let tickets: Vec<&Ticket> = found.tickets.iter().map(|(_, ticket)| ticket).collect();
    prop_assert!(naive::is_match(rules, &REGIONS, now, &tickets), "{found:?}");
    let ages = || found.tickets.iter().map(|(id, ticket)| (ticket.enqueued, id));
    prop_assert_eq!(ages().next(), ages().min());
    let window = naive::window(rules, now, &tickets);
    prop_assert_eq!((found.step.from_s, found.step.rtt_ms), (window.from_s, window.rtt_ms));
    prop_assert_eq!(found.datacenter, naive::datacenter(rules, &REGIONS, now, &tickets));
    prop_assert!(tickets.iter().all(|ticket| ticket.constraints.maps >> found.map & 1 == 1));
    // Whole teams of whole parties, everybody once.
    prop_assert_eq!(found.teams.len() * rules.mode.team_size(), rules.mode.players());
    prop_assert!(found.teams.iter().all(|team| team.len() == rules.mode.team_size()));
    for ticket in &tickets {
        let team = found.teams.iter().find(|team| team.contains(&ticket.members[0].account)).unwrap();
        prop_assert!(ticket.members.iter().all(|member| team.contains(&member.account)));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_queues_obey_every_rule((rules, visits) in any_day(), every in 1..3_u32) {
        let mut world = World { queue: Queue::new(rules, &REGIONS), waiting: BTreeMap::new() };
        let mut ids = vec![None; visits.len()];
        let mut accounts = (0..).map(AccountId);
        for second in 0..110 {
            for (visit, id) in visits.iter().zip(&mut ids) {
                if visit.at_s == second {
                    let mut ticket = visit.ticket.clone();
                    ticket.members.iter_mut().zip(&mut accounts).for_each(|(member, account)| member.account = account);
                    let given = world.queue.enqueue(ticket.clone());
                    prop_assert_eq!(world.waiting.insert(given, ticket), None);
                    *id = Some(given);
                }
                if visit.until_s == second && let Some(id) = *id {
                    prop_assert_eq!(world.queue.leave(id), world.waiting.remove(&id));
                }
            }
            // Some do not look every second.
            if second.is_multiple_of(every) {
                world.second(START + second)?;
            }
        }
        prop_assert!(world.waiting.is_empty());
    }
}
