//! Days whose matches wait for servers, and lose them.

use super::*;
use crate::events::EventKind;
use crate::placement::Request;
use matchday_base::{PlayerId, Rng};
use matchday_fleet::broker::Outcome;
use rand::RngExt;
use std::collections::BTreeMap;

/// Servers that start late; some never come, some fail during the match.
#[derive(Clone, Debug)]
pub(super) struct Slow {
    delay_s: u32,
    match_s: u32,
    /// Percent.
    failing: u32,
    rng: Rng,
    timers: Timers<PlacementEvent>,
}

impl Slow {
    pub(super) fn new(params: &Params, delay_s: u32, failing: u32) -> Self {
        let timers = Timers::new(SimTime::DAY_START - warm_up_s(params));
        Self { delay_s, match_s: params.match_s(), failing, rng: Streams::new(9).stream("slow"), timers }
    }

    pub(super) fn day(self, params: &Params) -> ArticleDay<Cascade, Self> {
        let mut params = params.clone();
        params.set("fleet", "broker").unwrap();
        ArticleDay::with_placement(Arc::new(World::new(&tiny_dataset(), &params).unwrap()), &params, self)
    }
}

impl Placement for Slow {
    const AT_ONCE: bool = false;

    fn cancel(&mut self, _now: SimTime, _id: MatchId) {}

    fn request(&mut self, now: SimTime, Request { id, .. }: Request) {
        let start = now + self.delay_s;
        let (fails, lasts_s) =
            (self.rng.random_ratio(self.failing, 100), self.rng.random_range(..self.match_s + self.delay_s));
        if fails {
            self.timers.set(start, PlacementEvent::Started(id));
            self.timers.set(now + lasts_s + 1, PlacementEvent::Ended(id, Outcome::ServerLost));
        } else {
            self.timers.set(start, PlacementEvent::Started(id));
            self.timers.set(start + self.match_s, PlacementEvent::Ended(id, Outcome::Completed));
        }
    }

    fn advance(&mut self, now: SimTime, events: &mut Vec<PlacementEvent>) {
        events.extend(std::iter::from_fn(|| self.timers.fire(now)));
    }
}

#[test]
fn invariants_hold_while_matches_wait_for_servers_and_lose_them() {
    for scenario in [
        params(&[("ccu", "60"), ("bots", "1")]),
        params(&[("ccu", "200"), ("pause_s", "0"), ("match_s", "10"), ("players", "2"), ("replay", "0.95")]),
        params(&[("ccu", "60"), ("estimate", "ping"), ("bad_routes", "0.3"), ("jitter_ms", "30")]),
        params(&[("ccu", "200"), ("playlists", "3"), ("together", "1"), ("replay", "0.9")]),
        params(&[("ccu", "200"), ("quit_rate", "0.2"), ("match_sd_s", "90"), ("replay_lost", "20"), ("bots", "1")]),
        params(&[("ccu", "200"), ("patience_s", "10"), ("replay_wait", "9"), ("avoid_rematch", "1")]),
    ] {
        let mut day = Slow::new(&scenario, 7, 20).day(&scenario);
        for _ in 0..8_000 {
            day.advance(1);
            check::sweep(&day).unwrap();
        }
        assert!(day.log.times.integral_s[State::Placing as usize] > 0);
    }
}

#[test]
fn a_match_without_a_server_costs_its_players_the_wait_alone() {
    let params = params(&[("ccu", "300")]);
    let mut day = Slow::new(&params, 20, 0).day(&params);
    day.advance(u32::MAX);
    let columns = day.columns();
    let spent = |state| (0..columns.minutes()).map(|minute| u64::from(columns.player_s(state, minute))).sum::<u64>();
    let matched = columns.total(Count::Matches) * 4;
    // All but the players still online: at most 1 % at either end of the day.
    let near = |spent_s: u64, each_s: u64| spent_s.abs_diff(matched * each_s) * 100 < matched * each_s;
    assert!(near(spent(State::Placing), 20), "{} of {matched}", spent(State::Placing));
    assert!(near(spent(State::Playing), u64::from(params.match_s())));
    assert!(near(spent(State::Between), u64::from(params.pause_s())));
}

#[test]
fn without_servers_everybody_gives_up_when_patience_ends() {
    let params = params(&[("ccu", "300"), ("patience_s", "50")]);
    // Every match waits for its server for longer than anybody's patience.
    let mut day = Slow::new(&params, 60, 0).day(&params);
    day.advance(u32::MAX);
    let summary = day.summary();
    assert_eq!((summary.left, day.log.times.integral_s[State::Playing as usize]), (0, 0));
    assert!(
        summary.abandoned_placing > 0 && summary.abandoned == summary.abandoned_placing + summary.abandoned_searching
    );
    assert_eq!(summary.joined + summary.inside_at_start, summary.inside + summary.failed + summary.abandoned);
    // Nobody stays longer than its patience: CCU is at most joins a second times that.
    assert!(summary.ccu_mean <= summary.joined as f64 / 86_400.0 * 50.0 * 1.01, "{}", summary.ccu_mean);
}

#[test]
fn time_in_a_match_that_is_lost_is_no_wait() {
    let params = params(&[("ccu", "300"), ("replay", "0.5")]);
    let mut day = Slow::new(&params, 5, 100).day(&params);
    day.advance(u32::MAX);
    let summary = day.summary();
    // Nobody completes a match. Players wait 5 s for every server, and leave when their waits add up to their patience.
    assert_eq!(summary.left, 0);
    assert!(summary.abandoned > summary.failed && summary.matches > 5 * summary.joined / 4, "{summary:?}");
    assert!(summary.wait_p99_s.unwrap() < 120.0);
}

/// When matches of players failed, and how many of them searched again after how many seconds.
#[derive(Default)]
struct Again {
    failed: BTreeMap<PlayerId, SimTime>,
    after_s: BTreeMap<u32, u32>,
}

impl Watch for Again {
    fn happened(&mut self, now: SimTime, player: PlayerId, what: EventKind, _: Option<u32>) {
        match what {
            EventKind::ServerLost => drop(self.failed.insert(player, now)),
            EventKind::Search => {
                let failed = self.failed.remove(&player);
                failed.into_iter().for_each(|failed| *self.after_s.entry(now.since(failed)).or_default() += 1);
            }
            // Its id may be given to another.
            left if left.leaves() => drop(self.failed.remove(&player)),
            _ => {}
        }
    }
}

#[test]
fn players_of_a_match_that_failed_search_again_after_a_while_each_its_own() {
    let params = params(&[("ccu", "300"), ("retry_s", "20"), ("patience_s", "600"), ("replay", "0.5")]);
    let mut day = Slow::new(&params, 5, 100).day(&params);
    let mut again = Again::default();
    day.advance_watched(u32::MAX, &mut again);
    let after_s = again.after_s;
    assert_eq!(after_s.keys().copied().collect::<Vec<_>>(), (14..=26).collect::<Vec<_>>(), "20 s within 30 %");
    let mean = f64::from(after_s.values().sum::<u32>()) / after_s.len() as f64;
    // Each as often as the others, within five standard deviations.
    assert!(after_s.values().all(|&times| (f64::from(times) - mean).abs() < 5.0 * mean.sqrt()), "{after_s:?}");
}
