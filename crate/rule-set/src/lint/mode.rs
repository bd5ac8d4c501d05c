//! Teams other than those of the ranked mode.

use super::{Circumstances, Report};
use crate::{Property, RuleSet};

pub(super) fn check(rule_set: &RuleSet, circumstances: &Circumstances<'_>, report: &mut Report) {
    let (Some(mode), Some(first)) = (circumstances.mode, rule_set.teams.first()) else { return };
    let (size, count) = (mode.team_size(), mode.players() / mode.team_size());
    let reached: Vec<_> = rule_set.definitions().filter_map(|index| sizes(rule_set, index)).collect();
    let can =
        reached.len() == count && reached.iter().all(|&(least, most)| least <= size as f64 && size as f64 <= most);
    let must = can && reached.iter().all(|&(least, most)| least == most);
    let players = if size == 1 { "player" } else { "players" };
    let write = format!("write {count} teams of {size} {players} each");
    if !can {
        let words = format!("no match of these teams is one of the ranked mode, {mode}: {write}");
        report.error(first.name.place, words);
    } else if !must {
        let words = format!(
            "not every match of these teams is one of the ranked mode, {mode}, and the first that is not ends the day: {write}"
        );
        report.warning(first.name.place, words);
    }
}

/// Fewest and most players of a team, with its expansions.
fn sizes(rule_set: &RuleSet, index: usize) -> Option<(f64, f64)> {
    let (least, _) = rule_set.reached(Property::MinPlayers(index))?;
    let (_, most) = rule_set.reached(Property::MaxPlayers(index))?;
    Some((least, most))
}
