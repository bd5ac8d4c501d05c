//! What AWS demands of rule sets for more than 40 players.

use super::Report;
use crate::{RuleKind, RuleSet, Strategy};
use matchday_document::Place;

/// Most players of a match with the strategy `exhaustiveSearch`.
pub(crate) const MOST_OF_SMALL: u32 = 40;

pub(super) fn check(rule_set: &RuleSet, report: &mut Report) {
    let (least, most) = rule_set.match_size();
    let place = rule_set.teams.first().map_or(Place::START, |team| team.name.place);
    if most > 200 {
        report.error(place, format!("expansions allow {most} players in a match, but AWS allows 200: lower them"));
    }
    if least == 0 && rule_set.teams.iter().any(|team| team.min_players.value > 0) {
        report.error(place, "expansions lower every `minPlayers` to 0: a match needs at least one player".to_string());
    }
    match (rule_set.algorithm.strategy, most > MOST_OF_SMALL) {
        (Strategy::ExhaustiveSearch, true) => {
            let words = format!(
                "a match has up to {most} players: above {MOST_OF_SMALL}, set `algorithm.strategy` to `balanced`"
            );
            report.error(place, words);
        }
        (Strategy::Balanced, false) => {
            let words = format!("a match has up to {most} players: the strategy `balanced` is for 41 to 200");
            report.error(place, words);
        }
        (Strategy::ExhaustiveSearch, false) => return,
        (Strategy::Balanced, true) => {}
    }
    for rule in &rule_set.rules {
        let words = match &rule.kind {
            RuleKind::BatchDistance { .. } | RuleKind::Latency { max_distance: None, .. } => continue,
            RuleKind::Latency { .. } => {
                "only `maxLatency` of latency rules applies to large matches: remove `maxDistance`"
            }
            RuleKind::Distance { .. } | RuleKind::Comparison { .. } => {
                "this rule does not apply to large matches: use batchDistance or latency"
            }
            _ => "this rule does not apply to large matches, which take batchDistance and latency: remove it",
        };
        report.error(rule.place, format!("rule `{}`: {words}", super::short(&rule.name)));
    }
}
