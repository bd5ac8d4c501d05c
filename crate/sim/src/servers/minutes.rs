//! Servers minute by minute: their states at its end, and the events in it.
//!
//! A row is one minute. It holds for every datacenter the servers by [`ServerGroup`] and the counts of
//! [`PerFleet`], then the counts of [`Event`], expired timers by [`cause_names`], and faults by
//! [`Fault::ALL`].

use matchday_base::SimTime;
use matchday_fleet::broker::{Accepts, Outcome};
use matchday_fleet::servers::{Counts, State};
use matchday_fleet::simulation::{Fault, FleetSimulation};
use matchday_fleet::{broker, registration};

/// States of servers, grouped as in charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerGroup {
    /// Has a match, or one is on its way to it.
    Allocated,
    /// Reserved by itself.
    Reserved,
    /// Free.
    Ready,
    /// Ordered or booting.
    Booting,
    /// Crashed, broken, or shutting down.
    Leaving,
}

impl ServerGroup {
    /// All groups, in the order of rows and of charts from the bottom.
    pub const ALL: [ServerGroup; 5] =
        [ServerGroup::Allocated, ServerGroup::Reserved, ServerGroup::Ready, ServerGroup::Booting, ServerGroup::Leaving];

    fn of(state: State) -> ServerGroup {
        match state {
            State::Allocated => ServerGroup::Allocated,
            State::Reserved => ServerGroup::Reserved,
            State::Ready => ServerGroup::Ready,
            State::Creating | State::Starting => ServerGroup::Booting,
            State::Unhealthy | State::Error | State::Shutdown => ServerGroup::Leaving,
        }
    }
}

/// Counts per datacenter and minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerFleet {
    /// Servers ordered.
    Created,
    /// Servers deleted.
    Deleted,
    /// Matches that asked for a server.
    Matches,
    /// Matches without a server at first.
    Misses,
}

/// Counts of all servers per minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Matches picked up by a server.
    PickedUp,
    /// Sum of their waits for it, s.
    PickupWaitS,
    /// Matches ready for their players.
    MadeReady,
    /// Sum of the times from pickup to ready, s.
    ReadyWaitS,
    /// Matches without a server at first that got one later.
    ColdStarts,
    /// Matches that no server picked up in time. This and the next five are [`Outcome::FAILURES`].
    NoServer,
    /// Matches whose server was not ready in time.
    NotReady,
    /// Matches that ran longer than a match may.
    Overran,
    /// Matches that lost their server.
    ServerLost,
    /// Matches that the broker refused.
    Refused,
    /// Matches that were cancelled.
    Cancelled,
}

impl Event {
    /// The ways in which a match fails, other than refused.
    pub const LOSSES: [Event; 5] =
        [Event::NoServer, Event::NotReady, Event::Overran, Event::ServerLost, Event::Cancelled];
}

const GROUPS: usize = ServerGroup::ALL.len();
const PER_FLEET: usize = 4;
const EVENTS: usize = 5 + Outcome::FAILURES.len();
const CAUSES: usize = broker::Cause::ALL.len() + registration::Cause::ALL.len();
const FAULTS: usize = Fault::ALL.len();

/// The fail-safe timers that may expire, in the order of rows.
pub fn cause_names() -> impl Iterator<Item = &'static str> {
    let of_registration = registration::Cause::ALL.map(registration::Cause::name);
    broker::Cause::ALL.map(broker::Cause::name).into_iter().chain(of_registration)
}

/// The recorded minutes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerMinutes {
    datacenters: usize,
    rows: Vec<u32>,
}

impl ServerMinutes {
    /// No minutes yet, for `datacenters` datacenters.
    pub fn new(datacenters: usize) -> Self {
        Self { datacenters, rows: Vec::new() }
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.datacenters * (GROUPS + PER_FLEET) + EVENTS + CAUSES + FAULTS
    }

    /// Appends rows; an incomplete row at the end is ignored.
    pub fn push_rows(&mut self, rows: &[u32]) {
        let whole = rows.len() / self.width() * self.width();
        self.rows.extend_from_slice(&rows[..whole]);
    }

    /// The rows from a minute on.
    pub fn rows_from(&self, minute: usize) -> &[u32] {
        &self.rows[minute * self.width()..]
    }

    /// Minutes recorded.
    pub fn minutes(&self) -> usize {
        self.rows.len() / self.width()
    }

    /// Datacenters, in the order of the world.
    pub fn datacenters(&self) -> usize {
        self.datacenters
    }

    /// Servers of a datacenter at the end of a minute.
    pub fn servers_at(&self, datacenter: usize, stand: ServerGroup, minute: usize) -> u32 {
        self.of_datacenter(datacenter, minute)[stand as usize]
    }

    /// Servers at the end of a minute.
    pub fn servers(&self, stand: ServerGroup, minute: usize) -> u32 {
        (0..self.datacenters).map(|at| self.servers_at(at, stand, minute)).sum()
    }

    /// A count of a datacenter in a minute.
    pub fn count_at(&self, datacenter: usize, what: PerFleet, minute: usize) -> u32 {
        self.of_datacenter(datacenter, minute)[GROUPS + what as usize]
    }

    /// The count over all datacenters.
    pub fn count(&self, what: PerFleet, minute: usize) -> u32 {
        (0..self.datacenters).map(|at| self.count_at(at, what, minute)).sum()
    }

    /// A count of all servers in a minute.
    pub fn events(&self, what: Event, minute: usize) -> u32 {
        self.row(minute)[self.events_at() + what as usize]
    }

    /// Matches that failed in a minute, other than refused ones.
    pub fn lost(&self, minute: usize) -> u32 {
        Event::LOSSES.iter().map(|&what| self.events(what, minute)).sum()
    }

    /// Expired timers in a minute, in the order of [`cause_names`].
    pub fn expiries(&self, minute: usize) -> &[u32] {
        &self.row(minute)[self.events_at() + EVENTS..][..CAUSES]
    }

    /// Faults in a minute, in the order of [`Fault::ALL`].
    pub fn faults(&self, minute: usize) -> &[u32] {
        &self.row(minute)[self.events_at() + EVENTS + CAUSES..]
    }

    fn row(&self, minute: usize) -> &[u32] {
        &self.rows[minute * self.width()..][..self.width()]
    }

    fn of_datacenter(&self, datacenter: usize, minute: usize) -> &[u32] {
        &self.row(minute)[datacenter * (GROUPS + PER_FLEET)..][..GROUPS + PER_FLEET]
    }

    fn events_at(&self) -> usize {
        self.datacenters * (GROUPS + PER_FLEET)
    }
}

/// Writes the rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    pub minutes: ServerMinutes,
    /// Totals up to the previous minute.
    before: Vec<u32>,
}

impl Recorder {
    pub fn new(datacenters: usize) -> Self {
        Self { minutes: ServerMinutes::new(datacenters), before: Vec::new() }
    }

    /// Starts recording. `asked` is the number of matches that have asked for a server, by datacenter.
    pub fn begin<A: Accepts>(&mut self, now: SimTime, servers: &FleetSimulation<A>, asked: &[u32]) {
        self.before = counted(now, servers, asked);
    }

    /// Records the minute of which `now` is the last second.
    pub fn end_minute<A: Accepts>(&mut self, now: SimTime, servers: &FleetSimulation<A>, asked: &[u32]) {
        let counted = counted(now, servers, asked);
        let mut passed = counted.iter().zip(&self.before).map(|(now, before)| now.wrapping_sub(*before));
        for fleet in servers.fleets() {
            self.minutes.rows.extend(by_group(fleet.counts()));
            self.minutes.rows.extend(passed.by_ref().take(PER_FLEET));
        }
        self.minutes.rows.extend(passed);
        self.before = counted;
    }
}

/// All totals since the beginning: rows without servers by group.
fn counted<A: Accepts>(now: SimTime, servers: &FleetSimulation<A>, asked: &[u32]) -> Vec<u32> {
    let record = servers.record();
    let mut counted = Vec::new();
    for (at, (fleet, &asked)) in servers.fleets().iter().zip(asked).enumerate() {
        let used = fleet.usage(now);
        counted.extend([used.created as u32, used.deleted as u32, asked, record.misses_at(at) as u32]);
    }
    let waits = [&record.pickup_waits, &record.ready_waits].map(|waits| [waits.matches(), waits.sum_s()]);
    counted.extend(waits.as_flattened().iter().map(|&sum| sum as u32));
    counted.push(record.cold_starts as u32);
    counted.extend(Outcome::FAILURES.map(|outcome| record.with(outcome) as u32));
    counted.extend(record.broker_expiries.iter().chain(&record.registration_expiries).map(|&times| times as u32));
    counted.extend(Fault::ALL.map(|fault| servers.happened(fault) as u32));
    counted
}

/// Servers in these states by group.
pub(super) fn by_group(counts: &Counts) -> [u32; GROUPS] {
    let mut servers = [0; GROUPS];
    for state in State::ALL {
        servers[ServerGroup::of(state) as usize] += counts.of(state);
    }
    servers
}
