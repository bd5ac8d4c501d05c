//! Limits that parameters set and more than one module needs: rules of the matchmaker, longest searches and waits, beginnings.

use matchday_base::SimTime;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_matchmaker::Rules;
use matchday_scenario::Params;
use matchday_scenario::params::Policy;

/// Longest search in the windows of the queue, s.
pub const TICKET_S: u32 = 300;
/// Longest search under a policy, s: as long as the patience of players without ranks can be.
pub const MOST_TICKET_S: u32 = 600;
/// Longest ready check, s, unless a matchmaking configuration sets another.
pub const READY_S: u32 = 12;
/// The longest warm-up, s.
pub const MOST_WARM_UP_S: u32 = 3 * DAY_S;
/// Most seconds of a `RequestTimeoutSeconds`, and of an `AcceptanceTimeoutSeconds`.
const MOST_TIMEOUT_S: u32 = 43_200;
const MOST_ACCEPTANCE_S: u32 = 600;

/// The matchmaking rules that the parameters set.
pub fn matchmaker_rules(params: &Params) -> Rules {
    Rules {
        players: params.players() as usize,
        ideal_s: params.ideal_s(),
        expand_s: params.expand_s(),
        warm_s: params.warm_s(),
        patience_s: params.patience_s(),
        avoid_rematch: params.avoid_rematch(),
    }
}

/// Longest search of a day with these parameters, s.
pub fn search_s(params: &Params) -> u32 {
    let (asked_s, most_s) = match params.policy() {
        Policy::Article if params.is_ranked() => (TICKET_S, TICKET_S),
        Policy::Article => (params.ideal_s() + params.expand_s() + params.warm_s(), params.patience_s()),
        Policy::Rules => {
            let asked_s = configured(params, "\"RequestTimeoutSeconds\"", 120, MOST_TIMEOUT_S);
            (asked_s, most_policy_search_s(params))
        }
        Policy::Plugin => (params.request_timeout_s(), most_policy_search_s(params)),
    };
    asked_s.min(most_s)
}

/// The number of a key of the matchmaking configuration; `usual` without the key, `most` for what is no plain number. It is read
/// off the text, because the reader of JSON is larger than all else that shows a day.
fn configured(params: &Params, key: &str, usual: u32, most: u32) -> u32 {
    let number = |rest: &str| {
        let rest = rest.trim_start().strip_prefix(':')?.trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let ends = rest[digits..].trim_start().starts_with([',', '}']);
        rest[..digits].parse().ok().filter(|_| ends)
    };
    let text = params.rules_config();
    // A key may be written with escapes.
    let hidden = text.contains('\\').then_some(most);
    text.split(key).skip(1).map(|rest| number(rest).unwrap_or(most)).chain(hidden).max().unwrap_or(usual)
}

fn most_policy_search_s(params: &Params) -> u32 {
    if params.is_ranked() { MOST_TICKET_S } else { params.patience_s() }
}

/// Longest wait of a ranked day that ends in a match, s: ready checks may double the search, and an offer just before it
/// ends is checked, at most twice.
pub fn longest_wait_s(search_s: u32, ready_s: u32) -> u32 {
    2 * (search_s + ready_s)
}

/// The same of any ranked day with these parameters, s.
pub fn longest_wait_of(params: &Params) -> u32 {
    let ready_s = match params.policy() {
        Policy::Rules => configured(params, "\"AcceptanceTimeoutSeconds\"", READY_S, MOST_ACCEPTANCE_S).max(READY_S),
        Policy::Article | Policy::Plugin => READY_S,
    };
    longest_wait_s(search_s(params), ready_s)
}

/// The first simulated second: the warm-up comes before the first shown day, and on ranked days before the first
/// day of the ladder.
pub fn begins(params: &Params) -> SimTime {
    opens(params) - warm_up_s(params)
}

/// Midnight at which the first day of the ladder begins; without a ladder, the first shown one.
pub fn opens(params: &Params) -> SimTime {
    let ladder_days = if params.is_ranked() { params.ladder_days() } else { 0 };
    SimTime::DAY_START - ladder_days * DAY_S
}

/// Seconds simulated before the first day, so that the day does not start empty: seven mean stays, at
/// most [`MOST_WARM_UP_S`], in whole minutes.
pub fn warm_up_s(params: &Params) -> u32 {
    seven_stays_s(params).min(MOST_WARM_UP_S)
}

/// Seven mean stays in whole minutes, s: after them, next to nobody is still online who was at their start.
pub fn seven_stays_s(params: &Params) -> u32 {
    let leave = Params::REPLAY_ONE - params.replay();
    let stays = 7 * (params.match_s() + params.pause_s()) * Params::REPLAY_ONE / leave;
    stays.div_ceil(MINUTE_S).saturating_mul(MINUTE_S)
}
