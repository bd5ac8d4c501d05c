//! How matches and stays end: lengths, quits, patience, intervals.

use super::servers::Slow;
use super::*;
use matchday_base::time::DAY_S;

/// joined + online at the start = online + left + failed + abandoned.
fn assert_balanced(summary: &Summary) {
    let before = summary.joined + summary.inside_at_start;
    assert_eq!(before, summary.inside + summary.left + summary.failed + summary.abandoned, "{summary:?}");
    let parts = summary.abandoned_searching + summary.abandoned_placing + summary.abandoned_tickets;
    assert_eq!(summary.abandoned, parts);
}

#[test]
fn players_balance_with_every_new_way_to_leave() {
    for pairs in [
        &[("ccu", "300"), ("quit_rate", "0.2"), ("match_sd_s", "60")][..],
        &[("ccu", "40"), ("patience_s", "12"), ("interval_s", "5")],
        &[("ccu", "40"), ("bots", "1"), ("quit_rate", "0.5"), ("patience_s", "25"), ("replay_bots", "30")],
    ] {
        let params = params(pairs);
        let summary = finished(&tiny_dataset(), &params).summary();
        assert_balanced(&summary);
        assert_eq!(summary.abandoned > 0, params.patience_s() < 30, "{pairs:?}");
        assert_eq!(summary.quit > 0, params.quit_rate() > 0);
        let mut on_servers = Slow::new(&params, 9, 10).day(&params);
        on_servers.advance(u32::MAX);
        assert_balanced(&on_servers.summary());
    }
}

#[test]
fn as_many_players_quit_as_asked_for_and_in_the_middle_of_their_match() {
    let params = params(&[("ccu", "3000"), ("quit_rate", "0.1")]);
    let day = finished(&tiny_dataset(), &params);
    let (summary, columns) = (day.summary(), day.columns());
    let matched = summary.matches as f64 * 4.0;
    let share = summary.quit as f64 / matched;
    assert!((share - 0.1).abs() < 4.5 * libm::sqrt(0.09 / matched) + 0.002, "{share}");
    // A match of 300 s takes a quitter 150 s on average.
    let played_s: f64 = (0..1_440).map(|minute| f64::from(columns.player_s(State::Playing, minute))).sum();
    let expected_s = matched * (0.9 * 300.0 + 0.1 * 150.0);
    assert!((played_s / expected_s - 1.0).abs() < 0.01, "{played_s} of {expected_s}");
}

#[test]
fn players_of_matches_of_random_length_play_their_mean() {
    let params = params(&[("ccu", "3000"), ("match_sd_s", "90")]);
    let day = finished(&tiny_dataset(), &params);
    let matched = day.summary().matches as f64 * 4.0;
    let played_s: f64 = (0..1_440).map(|minute| f64::from(day.columns().player_s(State::Playing, minute))).sum();
    assert!((played_s / (matched * 300.0) - 1.0).abs() < 0.01, "{} s a match", played_s / matched);
}

#[test]
fn matches_form_only_when_the_matchmaker_runs() {
    // Matches of random length, so that players do not come back just when the matchmaker runs.
    let params = params(&[("ccu", "3000"), ("interval_s", "10"), ("match_sd_s", "60")]);
    let mut day = day(&tiny_dataset(), &params);
    day.advance(DAY_S / 2);
    for _ in 0..200 {
        let before = day.log.row.values()[Count::Matches as usize];
        let now = day.now();
        day.advance(1);
        let formed = day.log.row.values()[Count::Matches as usize] > before;
        assert!(!formed || now.0.is_multiple_of(10), "{now}");
    }
    // Almost everybody matches at the next run: 4.5 whole seconds and half a second later on average.
    let wait_s = finished(&tiny_dataset(), &params).summary().wait_mean_s.unwrap();
    assert!((5.0..5.8).contains(&wait_s), "{wait_s}");
}
