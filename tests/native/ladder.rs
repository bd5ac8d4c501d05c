//! What a team ladder learns on the built-in world.

use matchday_base::time::DAY_S;
use matchday_ranked::RankedDay;
use matchday_ranked::minutes::LadderColumn;
use matchday_ranked::settings::RankedSettings;
use matchday_sim::Simulate;
use matchday_sim::World;
use matchday_tests::{built_in, params};
use std::sync::Arc;

const TEAMS: [(&str, &str); 3] = [("ranked", "5v5"), ("ccu", "400"), ("accounts", "3000")];

fn finished(more: &[(&str, &str)]) -> RankedDay {
    let params = params(&[&TEAMS[..], more].concat());
    let world = Arc::new(World::new(&built_in(), &params).unwrap());
    let mut day = RankedDay::new(world, &params, RankedSettings::of(&params).unwrap().unwrap(), None);
    day.advance(u32::MAX);
    day
}

#[test]
fn a_team_ladder_learns_its_players_in_twelve_days() {
    let day = finished(&[("days", "12")]);
    let minutes = &day.record().minutes;
    let ends = (1..=12).map(|days| minutes.at(LadderColumn::Rmse, (days * DAY_S / 60 - 1) as usize));
    let errors: Vec<f32> = ends.collect();
    assert!(errors.is_sorted_by(|one, next| one > next), "{errors:?}");
    let summary = day.ladder_summary();
    assert!(summary.rating_rmse.unwrap() < 220.0, "{summary:?}");
    let spread = summary.rating_spread.unwrap() / summary.skill_spread.unwrap();
    assert!((0.8..1.25).contains(&spread), "{summary:?}");
}

#[test]
fn predictions_of_a_settled_team_ladder_are_near_those_of_true_skill() {
    let missed = |ladder_days| {
        let summary = finished(&[("ladder_days", ladder_days)]).ladder_summary();
        summary.brier.unwrap() - summary.brier_oracle.unwrap()
    };
    let [launch, settled] = ["0", "12"].map(missed);
    assert!(settled <= 0.03 && launch > settled, "{launch} at launch, {settled} settled");
}

/// The former comparison, so that the bar above can fail.
#[test]
fn own_ratings_against_opposing_teams_collapse() {
    let summary = finished(&[("days", "12"), ("team_update", "own")]).ladder_summary();
    assert!(summary.rating_rmse.unwrap() > 220.0, "{summary:?}");
    assert!(summary.rating_spread.unwrap() < 0.4 * summary.skill_spread.unwrap(), "{summary:?}");
}
