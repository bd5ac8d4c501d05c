//! What a match is, restated from the rules one by one and as slowly as they read.

use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::ranked::{Mode, Policy, RegionId, Rules, Step, Ticket, WidenBy};

/// The window of a match of these now.
pub fn window(rules: &Rules, now: SimTime, tickets: &[&Ticket]) -> Step {
    let ages = tickets.iter().map(|ticket| now.since(ticket.enqueued));
    let age_s = match rules.widen_by {
        WidenBy::Oldest => ages.max().unwrap(),
        WidenBy::Newest => ages.min().unwrap(),
        WidenBy::Average => ages.sum::<u32>() / tickets.len() as u32,
    };
    rules.widening.at(age_s)
}

/// Whether a match of these may be at that datacenter.
pub fn may_be_at(rules: &Rules, regions: &[RegionId], window: Step, tickets: &[&Ticket], at: usize) -> bool {
    tickets.iter().all(|ticket| {
        let stays = ticket.constraints.region_lock || !matches!(rules.policy, Policy::Global { .. });
        ticket.rtts_ms[at] <= window.rtt_ms && (!stays || regions[at] == ticket.region)
    })
}

/// Whether a ticket is within its time limit, which leaves out its ready checks, up to as much again.
pub fn may_wait(rules: &Rules, now: SimTime, ticket: &Ticket) -> bool {
    let searched_s = now.since(ticket.enqueued) - ticket.checked_s.min(rules.ttl_s);
    searched_s < rules.ttl_s
}

/// Whether these are a match now.
pub fn is_match(rules: &Rules, regions: &[RegionId], now: SimTime, tickets: &[&Ticket]) -> bool {
    let window = window(rules, now, tickets);
    tickets.iter().all(|ticket| may_wait(rules, now, ticket))
        && teams_exist(rules.mode, tickets)
        && near_in_points(rules, window, tickets)
        && (0..regions.len()).any(|at| may_be_at(rules, regions, window, tickets, at))
        && (0..32).any(|map| tickets.iter().all(|ticket| ticket.constraints.maps >> map & 1 == 1))
        && tickets.iter().all(|a| tickets.iter().all(|b| may_meet(rules, a, b)))
}

/// The best datacenter: least summed RTT, ties by index.
pub fn datacenter(rules: &Rules, regions: &[RegionId], now: SimTime, tickets: &[&Ticket]) -> DatacenterIndex {
    let window = window(rules, now, tickets);
    let possible = (0..regions.len()).filter(|&at| may_be_at(rules, regions, window, tickets, at));
    let summed = |at: &usize| tickets.iter().map(|ticket| u32::from(ticket.rtts_ms[*at])).sum::<u32>();
    DatacenterIndex(possible.min_by_key(summed).unwrap() as u16)
}

fn teams_exist(mode: Mode, tickets: &[&Ticket]) -> bool {
    let sizes: Vec<usize> = tickets.iter().map(|ticket| ticket.members.len()).collect();
    let all = sizes.iter().sum::<usize>() == mode.players();
    match mode {
        Mode::FreeForAll(_) => all && sizes.iter().all(|&size| size == 1),
        Mode::Teams(size) => {
            let first = |way: u32| (0..).zip(&sizes).filter(|&(at, _)| way >> at & 1 == 1).map(|(_, size)| size).sum();
            all && (0..1_u32 << sizes.len()).any(|way| usize::from(size) == first(way))
        }
    }
}

fn near_in_points(rules: &Rules, window: Step, tickets: &[&Ticket]) -> bool {
    let points = || tickets.iter().map(|ticket| ticket.points());
    let spread = (points().max().unwrap() - points().min().unwrap()) as u32;
    let regions = tickets.iter().any(|ticket| ticket.region != tickets[0].region);
    match &rules.policy {
        Policy::Windows => spread <= u32::from(window.points),
        Policy::Bands(edges) => edges.iter().all(|&edge| points().all(|at| at >= edge) || points().all(|at| at < edge)),
        Policy::Global { region_points } => {
            spread + if regions { u32::from(*region_points) } else { 0 } <= u32::from(window.points)
        }
    }
}

fn may_meet(rules: &Rules, a: &Ticket, b: &Ticket) -> bool {
    let (ours, theirs) = (a.constraints, b.constraints);
    let platforms = ours.platform == theirs.platform || (ours.crossplay && theirs.crossplay);
    let apart = !matches!(rules.policy, Policy::Global { .. }) || ours.region_lock || theirs.region_lock;
    platforms && (a.region == b.region || !apart)
}
