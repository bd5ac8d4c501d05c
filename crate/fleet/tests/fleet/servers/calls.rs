//! SDK calls that take time, and reservations.

use super::fixture::{T, bring, counts, tick, with};
use matchday_base::SimTime;
use matchday_fleet::ServerId;
use matchday_fleet::servers::State::{Allocated, Creating, Ready, Reserved};
use matchday_fleet::servers::{Answer, CALL_TIMEOUT_S, Call, CallError, Effect, Fleet, Refusal, SdkCall, State, Step};

const S: ServerId = ServerId(0);

fn state(fleet: &Fleet) -> State {
    fleet.server(S).unwrap().state()
}

/// Ticks from `from` to before `to`; answers when the reservation expired.
fn expiry(fleet: &mut Fleet, from: SimTime, to: u32) -> Option<u32> {
    let mut expired = |now: u32| tick(fleet, SimTime(now)).contains(&Effect::Expired(S));
    (from.0..T.0 + to).filter(|&now| expired(now)).map(|now| now - T.0).last()
}

#[test]
fn a_reservation_of_n_seconds_expires_after_n_seconds() {
    for (seconds, expires) in [(1, Some(1)), (40, Some(40)), (0, None), (-1, None), (4_000, Some(4_000))] {
        let mut fleet = with(&[Ready]);
        fleet.call(T, S, SdkCall::Reserve(seconds)).unwrap();
        assert_eq!(expiry(&mut fleet, T, 4_100), expires, "{seconds}");
        assert_eq!(state(&fleet), if expires.is_some() { Ready } else { Reserved });
    }
}

#[test]
fn a_reservation_of_the_past_does_nothing() {
    for call in [SdkCall::Ready, SdkCall::Allocate, SdkCall::Reserve(0), SdkCall::Reserve(50)] {
        let mut fleet = with(&[Ready]);
        fleet.call(T, S, SdkCall::Reserve(10)).unwrap();
        (0..5).for_each(|now| drop(tick(&mut fleet, T + now)));
        fleet.call(T + 5, S, call).unwrap();
        let expected = if call == SdkCall::Reserve(50) { Some(55) } else { None };
        let after = state(&fleet);
        assert_eq!(expiry(&mut fleet, T + 5, 100), expected, "{call:?}");
        assert_eq!(state(&fleet), if expected.is_some() { Ready } else { after }, "{call:?}");
    }
    // Ready and Reserved again: the timer of the first must not end the second.
    let mut fleet = with(&[Ready]);
    fleet.call(T, S, SdkCall::Reserve(10)).unwrap();
    fleet.call(T, S, SdkCall::Ready).unwrap();
    fleet.call(T, S, SdkCall::Reserve(20)).unwrap();
    assert_eq!(expiry(&mut fleet, T, 100), Some(20));
}

#[test]
fn an_expired_server_can_be_allocated_and_deleted_again() {
    let mut fleet = with(&[Ready, Ready]);
    (0..2).for_each(|id| fleet.call(T, ServerId(id), SdkCall::Reserve(5)).unwrap());
    fleet.scale(1);
    (0..5).for_each(|now| drop(tick(&mut fleet, T + now)));
    assert_eq!((fleet.allocate(T + 4), counts(&fleet)[Reserved.index()]), (None, 2));
    tick(&mut fleet, T + 5);
    assert_eq!(fleet.counts().of(Ready), 1, "the other is one too many");
    assert!(fleet.allocate(T + 6).is_some());
}

#[test]
fn a_server_that_registers_itself_is_never_ready() {
    // Reserve(n) -> Register -> GameStarting -> Allocate() -> Confirm, and over again.
    let mut fleet = with(&[Creating]);
    fleet.started(T, S).unwrap();
    for match_ in 0..3 {
        let now = T + match_ * 100;
        fleet.call(now, S, SdkCall::Reserve(60)).unwrap();
        assert_eq!(fleet.allocate(now), None);
        fleet.call(now + 30, S, SdkCall::Allocate).unwrap();
        assert_eq!(fleet.allocate(now + 30), None);
    }
    assert_eq!(fleet.usage(T + 300).server_s[Ready.index()], 0);
}

#[test]
fn a_call_is_written_when_nobody_came_between() {
    let mut fleet = with(&[Ready]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Reserve(7)).unwrap();
    assert_eq!(call.write(T + 2, &mut fleet), Ok(Answer::Done));
    assert_eq!(fleet.server(S).unwrap().reserved_until(), Some(T + 9), "counted from the write");
}

#[test]
fn a_call_is_retried_over_words_of_health() {
    let mut fleet = with(&[Ready]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Allocate).unwrap();
    for now in 0..3 {
        fleet.call(T + now, S, SdkCall::Health).unwrap();
        assert_eq!(call.write(T + now, &mut fleet), Ok(Answer::Again));
    }
    assert_eq!(call.write(T + 3, &mut fleet), Ok(Answer::Done));
    assert_eq!(state(&fleet), Allocated);
}

#[test]
fn a_call_is_not_retried_over_anything_else() {
    // A server says Ready() when its reservation expires and a match takes it: the match must not be lost.
    let mut fleet = with(&[Reserved]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Ready).unwrap();
    fleet.call(T, S, SdkCall::Allocate).unwrap();
    let overtaken = CallError::Overtaken { state: Allocated, step: Step::Ready };
    assert_eq!(call.write(T + 1, &mut fleet), Err(overtaken));
    let says = "the server has become Allocated since the call Ready was made: look again before calling again";
    assert_eq!(overtaken.to_string(), says);
    assert_eq!(state(&fleet), Allocated);
}

#[test]
fn a_doubled_write_does_nothing() {
    // The answer to Ready() is lost, the server asks again, and a match has begun meanwhile.
    let mut fleet = with(&[Allocated]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Ready).unwrap();
    let mut doubled = call;
    assert_eq!(call.write(T, &mut fleet), Ok(Answer::Done));
    assert_eq!(fleet.allocate(T), Some(S));
    assert!(matches!(doubled.write(T + 1, &mut fleet), Err(CallError::Overtaken { state: Allocated, .. })));
    assert_eq!(state(&fleet), Allocated);
}

#[test]
fn a_call_fails_after_30_seconds() {
    let mut fleet = with(&[Ready]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Allocate).unwrap();
    for now in 0..CALL_TIMEOUT_S {
        fleet.call(T + now, S, SdkCall::Health).unwrap();
        assert_eq!(call.write(T + now, &mut fleet), Ok(Answer::Again));
    }
    let timed_out = CallError::TimedOut { step: Step::Allocate };
    assert_eq!(call.write(T + 30, &mut fleet), Err(timed_out));
    assert_eq!((state(&fleet), timed_out.to_string()), (Ready, "the call Allocate was not written within 30 s".into()));
}

#[test]
fn the_server_sees_why_a_call_is_refused() {
    let mut fleet = with(&[Creating]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Allocate).unwrap();
    let refused = Refusal::NotAllowed { state: Creating, step: Step::Allocate };
    let error = call.write(T, &mut fleet).unwrap_err();
    assert_eq!(error, CallError::Refused(refused));
    assert_eq!(error.to_string(), "a server that is Creating cannot take the step Allocate");
    let unknown = Call::new(T, &fleet, ServerId(9), SdkCall::Ready).unwrap_err();
    assert_eq!(unknown, CallError::Refused(Refusal::Unknown));
    assert_eq!(unknown.to_string(), "the fleet has no such server");
}

#[test]
fn a_call_of_a_deleted_server_does_not_reach_the_next() {
    let mut fleet = with(&[Ready]);
    let mut call = Call::new(T, &fleet, S, SdkCall::Allocate).unwrap();
    fleet.call(T, S, SdkCall::Shutdown).unwrap();
    tick(&mut fleet, T);
    bring(&mut fleet, T, S, Ready);
    assert!(matches!(call.write(T + 1, &mut fleet), Err(CallError::Overtaken { .. })));
    assert_eq!(state(&fleet), Ready);
}
