//! Lockouts by hand.

use matchday_base::{AccountId, SimTime};
use matchday_ladder::Lockouts;

const ANN: AccountId = AccountId(7);
const BOB: AccountId = AccountId(3);

/// A time of the first shown day.
fn at(hour: u32, minute: u32) -> SimTime {
    SimTime::DAY_START + hour * 3_600 + minute * 60
}

#[test]
fn each_dodge_of_a_day_locks_out_longer() {
    let mut lockouts = Lockouts::default();
    assert_eq!(lockouts.until(ANN, at(9, 0)), at(9, 0));
    assert_eq!(lockouts.dodge(ANN, at(9, 0)), at(9, 2));
    assert_eq!(lockouts.until(ANN, at(9, 1)), at(9, 2));
    assert_eq!(lockouts.until(ANN, at(9, 2)), at(9, 2));
    assert_eq!(lockouts.until(ANN, at(9, 3)), at(9, 3));
    assert_eq!(lockouts.dodge(ANN, at(9, 10)), at(9, 15));
    assert_eq!(lockouts.dodge(ANN, at(9, 20)), at(9, 30));
    assert_eq!(lockouts.dodge(ANN, at(20, 0)), at(20, 10));
    assert_eq!(lockouts.dodge(BOB, at(20, 0)), at(20, 2));
}

#[test]
fn midnight_forgets_dodges_and_what_is_left_of_a_lockout() {
    let mut lockouts = Lockouts::default();
    lockouts.dodge(ANN, at(23, 0));
    assert_eq!(lockouts.dodge(ANN, at(23, 57)), at(24, 0));
    assert_eq!(lockouts.until(ANN, at(23, 59)), at(24, 0));
    assert_eq!(lockouts.dodge(ANN, at(24, 0)), at(24, 2));
    assert_eq!(lockouts.dodge(ANN, at(24, 5)), at(24, 10));
    // Days later.
    assert_eq!(lockouts.dodge(ANN, at(100, 0)), at(100, 2));
}
