//! Reads and checks `teams`.

use super::Report;
use crate::Team;
use matchday_document::{At, Fields, Node, Place, Reason};
use std::collections::BTreeMap;

/// Most players of a match, and most teams.
const MOST_PLAYERS: u32 = 200;

pub(super) fn read(fields: &mut Fields<'_>, report: &mut Report) -> Vec<Team> {
    report.items(fields, "teams").iter().filter_map(|(path, node)| team(node, path, report)).collect()
}

fn team(node: &Node, path: &str, report: &mut Report) -> Option<Team> {
    let mut fields = report.fields(node, path)?;
    let name = report.name(&mut fields);
    let mut size = |name: &'static str, range, what| {
        let found = report.take(fields.whole(name, range))?;
        if found.is_none() {
            report.take::<()>(Err(Reason::Missing { key: fields.key(name), what }.at(fields.place)));
        }
        found
    };
    let min_players = size("minPlayers", 0..=MOST_PLAYERS, "the fewest players of the team");
    let max_players = size("maxPlayers", 1..=MOST_PLAYERS, "the most players of the team");
    let quantity = report.take(fields.whole("quantity", 1..=MOST_PLAYERS));
    report.finish(&fields);
    let (min_players, max_players) = (min_players?, max_players?);
    if min_players.value > max_players.value {
        let words = format!(
            "`{path}.minPlayers` ({}) is above `maxPlayers` ({}): lower it",
            min_players.value, max_players.value
        );
        report.error(min_players.place, words);
    }
    Some(Team { name: name?, min_players, max_players, quantity: quantity?.map_or(1, |At { value, .. }| value) })
}

/// Checks names and the size of a match.
pub(super) fn check(teams: &[Team], root: Place, report: &mut Report) {
    if teams.is_empty() && report.errors.is_empty() {
        report.error(root, "`teams` is missing: a match has at least one team".to_string());
    }
    let mut seen = BTreeMap::new();
    for Team { name, .. } in teams {
        if let Some(first) = seen.insert(name.value.as_str(), name.place) {
            let words = format!("a second team is named `{}`, the first at {first}: rename one", name.value);
            report.error(name.place, words);
        }
    }
    let most: u32 = teams.iter().map(|team| team.max_players.value * team.quantity).sum();
    if let (Some(last), true) = (teams.last(), most > MOST_PLAYERS) {
        let words = format!("a match has up to {most} players, but AWS allows {MOST_PLAYERS}: lower `maxPlayers`");
        report.error(last.max_players.place, words);
    }
    if let (Some(first), true) = (teams.first(), teams.iter().all(|team| team.min_players.value == 0)) {
        report.error(first.min_players.place, "every `minPlayers` is 0: a match needs at least one player".to_string());
    }
}
