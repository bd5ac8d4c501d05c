//! The columns of servers in the table of minutes.

use matchday_sim::World;
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes};

/// Servers by state at the end of the minute.
const GROUPS: [(&str, ServerGroup); 5] = [
    ("allocated", ServerGroup::Allocated),
    ("reserved", ServerGroup::Reserved),
    ("ready", ServerGroup::Ready),
    ("booting", ServerGroup::Booting),
    ("leaving", ServerGroup::Leaving),
];

const COUNTS: [(&str, PerFleet); 3] =
    [("created", PerFleet::Created), ("deleted", PerFleet::Deleted), ("misses", PerFleet::Misses)];

const EVENTS: [(&str, Event); 7] = [
    ("cold_starts", Event::ColdStarts),
    ("matches_no_server", Event::NoServer),
    ("matches_not_ready", Event::NotReady),
    ("matches_overran", Event::Overran),
    ("matches_server_lost", Event::ServerLost),
    ("matches_refused", Event::Refused),
    ("matches_cancelled", Event::Cancelled),
];

/// The names of the columns; none without servers.
pub fn header(world: &World, servers: Option<&ServerMinutes>) -> Vec<String> {
    if servers.is_none() {
        return Vec::new();
    }
    let mut names: Vec<String> = GROUPS.iter().map(|(name, _)| format!("servers_{name}")).collect();
    names.extend(COUNTS.iter().map(|(name, _)| format!("servers_{name}")));
    names.extend(EVENTS.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(["pickup_wait_mean_s", "ready_wait_mean_s", "timers_expired"].map(str::to_owned));
    for active in &world.datacenters {
        let columns = GROUPS.iter().map(|(name, _)| name).chain(COUNTS.iter().map(|(name, _)| name));
        names.extend(columns.map(|column| format!("{}_servers_{column}", active.datacenter.name)));
    }
    names
}

/// The columns of a minute: servers at its end, counts, mean waits (empty without a match), expired timers; then
/// servers and counts of each datacenter.
pub fn row(servers: Option<&ServerMinutes>, minute: usize) -> Vec<String> {
    let Some(servers) = servers else { return Vec::new() };
    let events = |what| servers.events(what, minute);
    let mut row: Vec<String> = GROUPS.iter().map(|&(_, group)| servers.servers(group, minute).to_string()).collect();
    row.extend(COUNTS.iter().map(|&(_, what)| servers.count(what, minute).to_string()));
    row.extend(EVENTS.iter().map(|&(_, what)| events(what).to_string()));
    let waits = [(Event::PickupWaitS, Event::PickedUp), (Event::ReadyWaitS, Event::MadeReady)];
    row.extend(waits.map(|(sum_s, of)| match events(of) {
        0 => String::new(),
        matches => (f64::from(events(sum_s)) / f64::from(matches)).to_string(),
    }));
    row.push(servers.expiries(minute).iter().sum::<u32>().to_string());
    for at in 0..servers.datacenters() {
        row.extend(GROUPS.iter().map(|&(_, group)| servers.servers_at(at, group, minute).to_string()));
        row.extend(COUNTS.iter().map(|&(_, what)| servers.count_at(at, what, minute).to_string()));
    }
    row
}
