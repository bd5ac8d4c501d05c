mod round_trips;
mod written;

use super::check;
use super::minutes::LadderColumn;
use super::settings::RankedSettings;
use super::*;
use matchday_base::SimTime;
use matchday_base::time::DAY_S;
use matchday_ladder::rating::START_POINTS;
use matchday_sim::ArticleDay;
use matchday_sim::events::Event as PlayerEvent;
use matchday_sim::servers::FleetRules;
use matchday_sim::tiny::{params, tiny_dataset};
use matchday_wire::report::RankedSummary;
use matchday_wire::season::rows::{MatchState, Outcome, Participant};
use std::collections::BTreeMap;

/// A ranked day in the tiny world.
fn day(pairs: &[(&str, &str)]) -> RankedDay {
    let params = params(pairs);
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    let settings = RankedSettings::of(&params).unwrap().unwrap();
    RankedDay::new(world, &params, settings, None)
}

/// The figures of the same day without a ladder.
fn without_ladder(params: &Params) -> Summary {
    let mut day = ArticleDay::new(Arc::new(World::new(&tiny_dataset(), params).unwrap()), params);
    day.advance(u32::MAX);
    day.summary()
}

#[test]
fn a_parameter_that_cannot_be_read_is_named() {
    for (key, text, says) in [
        ("ranked", "7v7", "ranked: '7v7' is no mode: expected 1v1 to 5v5"),
        ("widening", "a:0", "widening: 'a:0': expected a preset and the points of its widest window"),
        ("activity", "60x1/x", "activity: activity class 2, \"x\": expected SHARExWEIGHT"),
    ] {
        let error = RankedSettings::of(&params(&[("ranked", "1v1"), (key, text)])).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn invariants_hold_at_every_second() {
    let wild = [
        ("ccu", "120"),
        ("accounts", "400"),
        ("parties", "0.5"),
        ("picky", "0.3"),
        ("accept_rate", "0.8"),
        ("leave_rate", "0.2"),
        ("newcomers", "0.1"),
        ("smurfs", "0.5"),
        ("match_s", "60"),
    ];
    let scenarios: [&[(&str, &str)]; 9] = [
        &[("ranked", "1v1")],
        &[("ranked", "2v2"), ("widening", "b"), ("widen_by", "newest")],
        &[("ranked", "3v3"), ("queue", "global"), ("rating", "elo"), ("shadow", "glicko2")],
        &[("ranked", "5v5"), ("queue", "bands"), ("rating", "wenglin"), ("cancel_all", "1")],
        &[("ranked", "ffa4"), ("widen_by", "average"), ("ready", "double")],
        &[("ranked", "ffa8"), ("ready", "instant"), ("season", "hard"), ("season_days", "1")],
        &[("ranked", "2v2"), ("accept_rate", "0"), ("widening", "0:4000:254")],
        &[("ranked", "1v1"), ("leave_rate", "1"), ("replay", "0.9")],
        &[("ranked", "1v1"), ("pause_s", "0"), ("match_s", "10")],
    ];
    for scenario in scenarios {
        let mut day = day(&[&wild, scenario].concat());
        for _ in 0..6_000 {
            day.advance(1);
            check::sweep(&day).unwrap_or_else(|violation| panic!("{scenario:?} {}: {violation}", day.now()));
        }
    }
}

#[test]
fn joins_are_those_of_the_same_day_without_a_ladder() {
    let both = [("ccu", "300"), ("accounts", "500")];
    let unranked = params(&both);
    let joined = without_ladder(&unranked).joined;
    let mut ranked = day(&[&both[..], &[("ranked", "1v1"), ("parties", "0.5")]].concat());
    ranked.advance(u32::MAX);
    let summary = ranked.summary();
    assert_eq!(summary.joined, joined);
    assert_eq!(summary.joined + summary.inside_at_start, summary.inside + summary.left + summary.abandoned);
}

#[test]
fn slices_and_checkpoints_make_no_difference() {
    let scenario = [("ccu", "200"), ("accounts", "300"), ("ranked", "2v2"), ("accept_rate", "0.9")];
    let (mut whole, mut sliced) = (day(&scenario), day(&scenario));
    whole.advance(u32::MAX);
    let mut checkpoint = None;
    for step in (1..).map(|step| step * 37 % 1_000 + 1) {
        if sliced.now() >= sliced.end() {
            break;
        }
        sliced.advance(step);
        if checkpoint.is_none() && sliced.now() > SimTime::DAY_START + 40_000 {
            checkpoint = Some(sliced.clone());
        }
    }
    let mut resumed = checkpoint.unwrap();
    resumed.advance(u32::MAX);
    assert_eq!(whole.summary(), sliced.summary());
    assert_eq!((whole.summary(), whole.ladder_summary()), (resumed.summary(), resumed.ladder_summary()));
}

#[test]
fn matches_of_equals_believed_are_between_strangers_of_any_skill() {
    // While all accounts have equal ratings, opponents are random: E|delta| = 2 sigma / sqrt(pi).
    let mut day =
        day(&[("ccu", "3000"), ("accounts", "100000"), ("ranked", "1v1"), ("skill_sd", "300"), ("match_s", "7200")]);
    // No match has ended yet.
    day.advance(7_000);
    let skill = |account: AccountId| day.people.of(account).skill;
    let gap = |live: &running::RankedMatch| (skill(live.teams()[0][0]) - skill(live.teams()[1][0])).abs();
    let gaps: Vec<f64> = day.running.all().map(gap).collect();
    assert!(gaps.len() > 1_000);
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let expected = 2.0 * 300.0 / std::f64::consts::PI.sqrt();
    // The sd of |delta| is sqrt(2 sigma^2 - expected^2).
    let sd = (2.0 * 300.0_f64 * 300.0 - expected * expected).sqrt();
    let error = 4.0 * sd / (gaps.len() as f64).sqrt();
    assert!((mean - expected).abs() < error, "{mean} for {expected} +- {error}");
}

#[test]
fn a_match_is_accepted_by_all_with_the_chance_of_each_to_the_power_of_all() {
    for (mode, players) in [("1v1", 2.0), ("2v2", 4.0), ("5v5", 10.0)] {
        let mut day = day(&[
            ("ccu", "600"),
            ("accounts", "2000"),
            ("ranked", mode),
            ("accept_rate", "0.9"),
            ("widening", "0:4000:254"),
        ]);
        day.advance(u32::MAX);
        let minutes = &day.record().minutes;
        let total = |column| (0..minutes.minutes()).map(|minute| f64::from(minutes.at(column, minute))).sum::<f64>();
        let (offered, formed) = (total(LadderColumn::Offered), total(LadderColumn::Formed));
        let expected = libm::pow(0.9, players);
        let error = 4.5 * (expected * (1.0 - expected) / offered).sqrt() + 2.0 / offered;
        assert!((formed / offered - expected).abs() < error, "{mode}: {formed} of {offered}, expected {expected}");
        assert!(offered > 2_000.0);
    }
}

#[test]
fn where_everybody_accepts_all_checks_that_end_are_accepted() {
    let days = ["1", "2", "3"].map(|seed| {
        let mut day =
            day(&[("ccu", "600"), ("accounts", "2000"), ("ranked", "1v1"), ("accept_rate", "1"), ("seed", seed)]);
        day.advance(u32::MAX);
        day
    });
    assert_eq!(days.each_ref().map(|day| day.ladder_summary().accept_share), [Some(1.0); 3]);
    // Some began before the first shown midnight, or are open at the last one.
    let total = |day: &RankedDay, column| {
        let minutes = &day.record().minutes;
        (0..minutes.minutes()).map(|minute| f64::from(minutes.at(column, minute))).sum::<f64>()
    };
    assert!(days.iter().any(|day| total(day, LadderColumn::Formed) > total(day, LadderColumn::Offered)));
}

#[test]
fn ratings_settle_round_true_skill_and_predict_as_well() {
    for system in ["glicko2", "elo", "wenglin"] {
        let mut day = day(&[
            ("ccu", "600"),
            ("accounts", "1000"),
            ("ranked", "1v1"),
            ("rating", system),
            ("leave_rate", "0"),
            ("days", "3"),
            ("newcomers", "0"),
            ("widening", "0:4000:254"),
        ]);
        day.advance(u32::MAX);
        let summary = day.ladder_summary();
        assert!(summary.brier.unwrap() - summary.brier_oracle.unwrap() < 0.01, "{system}: {summary:?}");
        assert!(
            summary.rating_bias.unwrap().abs() < 40.0 && summary.rating_rmse.unwrap() < 130.0,
            "{system}: {summary:?}"
        );
        let learning = day.record().learning.by_match();
        let rmse = |matches: usize| learning[matches - 1].rmse().unwrap();
        assert!(rmse(1) > 1.2 * rmse(10) && rmse(10) > rmse(40), "{system}: {} {} {}", rmse(1), rmse(10), rmse(40));
    }
}

#[test]
fn equals_take_from_each_other_what_they_give() {
    let mut day =
        day(&[("ccu", "300"), ("accounts", "600"), ("ranked", "1v1"), ("skill_sd", "0"), ("leave_rate", "0")]);
    day.advance(u32::MAX);
    let (mut sum, mut count) = (0.0, 0.0);
    for (_, rating) in day.ladder().season().players() {
        sum += rating.points() - START_POINTS;
        count += 1.0;
    }
    assert!(f64::abs(sum / count) < 10.0, "mean {}", sum / count);
    let summary = day.ladder_summary();
    assert!((summary.brier_oracle.unwrap() - 0.25).abs() < 1e-9, "nobody can be told apart: {summary:?}");
}

#[test]
fn on_servers_nobody_is_rated_for_a_match_that_was_lost() {
    let params = params(&[
        ("ccu", "300"),
        ("accounts", "600"),
        ("ranked", "2v2"),
        ("fleet", "broker"),
        ("buffer", "20"),
        ("fault.crash_in_match", "0.5"),
        ("leave_rate", "0"),
    ]);
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    let settings = RankedSettings::of(&params).unwrap().unwrap();
    let servers = Servers::new(&world, FleetRules::of(&params).unwrap(), &params).unwrap();
    let mut day = RankedDay::new(world, &params, settings, Some(servers));
    while day.now() < SimTime::DAY_START + 6 * 3_600 {
        day.advance(1);
        check::sweep(&day).unwrap();
    }
    day.advance(u32::MAX);
    let (summary, lost) = (day.summary(), day.servers().unwrap().summary(day.now(), 0).matches_lost);
    let rated: u32 = day.ladder().season().players().map(|(_, rating)| rating.matches()).sum();
    assert!(lost > 1_000);
    // Four are rated in each other match, except matches of the warm-up and matches still being played.
    let completed = summary.matches - lost;
    assert!((f64::from(rated) / (4.0 * completed as f64) - 1.0).abs() < 0.1, "{rated} rated, {completed} completed");
}

#[test]
fn an_old_ladder_changes_no_join_and_its_seasons_count_from_its_first_day() {
    let small = [("ccu", "200"), ("accounts", "400"), ("ranked", "1v1"), ("season_days", "1"), ("leave_rate", "0")];
    let of = |ladder_days| day(&[&small[..], &[("ladder_days", ladder_days)]].concat());
    let (mut new, mut old) = (of("0"), of("3"));
    assert_eq!(new.now() - 3 * DAY_S, old.now());
    new.advance(u32::MAX);
    old.advance(SimTime::DAY_START.since(old.now()));
    let known = old.ladder().season().players().count();
    assert!((known, old.log().columns().minutes()) >= (300, 0) && old.record().samples.is_empty());
    old.advance(u32::MAX);
    for day in [&new, &old] {
        assert_eq!((day.log().columns().minutes(), day.record().minutes.minutes()), (1_440, 1_440));
    }
    assert_eq!(old.summary().joined, new.summary().joined);
    let ends = old.ladder().ended().iter().map(|season| season.ended).collect::<Vec<_>>();
    assert_eq!(ends, [2, 1, 0].map(|days| SimTime::DAY_START - days * DAY_S));
    assert_eq!(new.ladder().ended(), []);
    // An unranked day has no ladder.
    let unranked = |ladder_days| params(&[("ccu", "200"), ("ladder_days", ladder_days)]);
    let [new, old] = ["0", "3"].map(|ladder_days| without_ladder(&unranked(ladder_days)));
    assert_eq!(new, old);
}

#[test]
fn a_settled_ladder_predicts_better_than_a_new_one() {
    let small = [("ccu", "200"), ("accounts", "600"), ("ranked", "1v1"), ("widening", "0:4000:254")];
    let [new, old] = ["0", "5"].map(|ladder_days| {
        let mut day = day(&[&small[..], &[("ladder_days", ladder_days)]].concat());
        day.advance(u32::MAX);
        day.ladder_summary()
    });
    let missed = |of: &RankedSummary| of.brier.unwrap() - of.brier_oracle.unwrap();
    assert!(missed(&new) > 2.0 * missed(&old) && missed(&old) < 0.01, "{new:?} {old:?}");
    // A settled ladder drifts little, the error of a new one falls.
    assert!(old.rmse_per_day.unwrap().abs() < 10.0 && old.inflation_per_day.unwrap().abs() < 10.0, "{old:?}");
    assert!(new.rmse_per_day.unwrap() < -20.0, "{new:?}");
    let spread = old.rating_spread.unwrap() / old.skill_spread.unwrap();
    assert!((0.8..1.25).contains(&spread), "{old:?}");
}

#[test]
fn recall_is_of_smurfs_with_enough_matches() {
    let mut day = day(&[
        ("ccu", "400"),
        ("accounts", "2000"),
        ("ranked", "1v1"),
        ("newcomers", "0.3"),
        ("smurfs", "0.5"),
        ("widening", "0:4000:254"),
    ]);
    day.advance(u32::MAX);
    let (mut smurfs, mut enough, mut found) = (0, 0, 0);
    for account in (day.people().at_first() as u32..day.people().accounts().all().len() as u32).map(AccountId) {
        if day.people().of(account).smurf {
            smurfs += 1;
            let record = day.ladder().history().record(account);
            enough += u32::from(record.is_some_and(|record| record.matches() >= 10));
            found += u32::from(day.ladder().flags().flagged(account).is_some());
        }
    }
    assert!(enough > 10 && smurfs > 2 * enough, "{enough} of {smurfs}");
    assert_eq!(day.ladder_summary().smurf_recall, Some(f64::from(found) / f64::from(enough)));
}

#[test]
fn a_figure_over_nothing_is_absent() {
    let mut day = day(&[("ccu", "10"), ("accounts", "100"), ("ranked", "5v5")]);
    day.advance(u32::MAX);
    let summary = day.ladder_summary();
    let absent =
        [summary.inflation, summary.inflation_per_day, summary.wait_p90_s, summary.rating_spread, summary.brier];
    assert_eq!((absent, day.summary().matches), ([None; 5], 0));
}
