//! Fleets as tests want them.

use matchday_base::Calendar;
use matchday_base::SimTime;
use matchday_base::calendar::Date;
use matchday_fleet::ServerId;
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use matchday_fleet::servers::{Effect, Fleet, FleetSettings, Numbering, SdkCall, State, sweep};
use std::num::NonZeroU32;

/// The second in which tests begin.
pub const T: SimTime = SimTime(1_000);

/// A fleet without servers.
pub fn empty(settings: FleetSettings) -> Fleet {
    Fleet::new(settings, Numbering::ALONE, Calendar::new(Date::from_unix_day(0)), T)
}

/// `replicas` servers at most of which `matches_per_server` matches share one.
pub fn sharing(replicas: u32, matches_per_server: u32) -> FleetSettings {
    let matches_per_server = NonZeroU32::new(matches_per_server).unwrap();
    FleetSettings { replicas, matches_per_server, ..FleetSettings::default() }
}

/// A buffer without bounds.
pub fn buffered(size: Reserve) -> FleetSettings {
    let buffer = Buffer { size, min_replicas: 0, max_replicas: 100_000 };
    let autoscaler = Some(AutoscalerSettings::new(Policy::Buffer(buffer)));
    FleetSettings { autoscaler, ..FleetSettings::default() }
}

/// Brings one server, fresh from its order, into a state.
pub fn bring(fleet: &mut Fleet, now: SimTime, server: ServerId, state: State) {
    let mut effects = Vec::new();
    if !matches!(state, State::Creating | State::Error) {
        fleet.started(now, server).unwrap();
    }
    let calls: &[SdkCall] = match state {
        State::Creating | State::Starting | State::Error | State::Unhealthy => &[],
        State::Ready => &[SdkCall::Ready],
        State::Reserved => &[SdkCall::Reserve(0)],
        State::Allocated => &[SdkCall::Ready, SdkCall::Allocate],
        State::Shutdown => &[SdkCall::Shutdown],
    };
    calls.iter().for_each(|&call| fleet.call(now, server, call).unwrap());
    match state {
        State::Error => fleet.failed(now, server).unwrap(),
        State::Unhealthy => fleet.crashed(now, server, &mut effects).unwrap(),
        _ => {}
    }
    assert_eq!(fleet.server(server).unwrap().state(), state);
}

/// A fleet with servers in these states, numbered from 0, of which none is wanted more or less.
pub fn with(states: &[State]) -> Fleet {
    let mut fleet = empty(sharing(states.len() as u32, 1));
    let mut effects = Vec::new();
    while (fleet.counts().servers() as usize) < states.len() {
        fleet.reconcile(T, &mut effects);
    }
    for (&state, id) in states.iter().zip(0..) {
        bring(&mut fleet, T, ServerId(id), state);
    }
    fleet
}

/// Ends the second `now`, checks the fleet, and answers what followed.
pub fn tick(fleet: &mut Fleet, now: SimTime) -> Vec<Effect> {
    let mut effects = Vec::new();
    fleet.tick(now, &mut effects);
    sweep(fleet, now).unwrap();
    effects
}

/// Servers in each state, in the order of [`State::ALL`].
pub fn counts(fleet: &Fleet) -> [u32; 8] {
    State::ALL.map(|state| fleet.counts().of(state))
}
