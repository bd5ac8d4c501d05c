//! The matches that a file says were formed.

use crate::outcome::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// Matches whose tickets are being read. No ticket of a match is queued after it has formed, so only matches that may
/// still get tickets are in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordedMatches {
    open: BTreeMap<String, Begun>,
    /// When each formed, ms.
    formed: BTreeSet<(i64, String)>,
}

#[derive(Clone, Copy, Debug)]
struct Begun {
    players: u64,
    /// The lowest and the highest skill.
    skills: Option<(f64, f64)>,
}

impl RecordedMatches {
    /// Adds a ticket to its match.
    pub fn add(&mut self, id: &str, formed_ms: i64, players: u16, skill: Option<f64>) {
        let players = u64::from(players);
        let Some(begun) = self.open.get_mut(id) else {
            self.open.insert(id.to_owned(), Begun { players, skills: skill.map(|skill| (skill, skill)) });
            self.formed.insert((formed_ms, id.to_owned()));
            return;
        };
        begun.players += players;
        if let Some(skill) = skill {
            let (low, high) = begun.skills.unwrap_or((skill, skill));
            begun.skills = Some((low.min(skill), high.max(skill)));
        }
    }

    /// Ends the matches that formed before a time, ms.
    pub fn end_before(&mut self, time_ms: i64, outcome: &mut Outcome) {
        while let Some((formed_ms, _)) = self.formed.first()
            && *formed_ms < time_ms
            && let Some((_, id)) = self.formed.pop_first()
        {
            if let Some(Begun { players, skills }) = self.open.remove(&id) {
                outcome.formed(players, skills);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_once_no_ticket_can_be_in_it() {
        let (mut matches, mut outcome) = (RecordedMatches::default(), Outcome::default());
        matches.add("a", 5_000, 2, Some(10.0));
        matches.add("b", 9_000, 1, None);
        matches.add("a", 5_000, 1, Some(16.0));
        matches.end_before(5_000, &mut outcome);
        assert_eq!(outcome.figures().matches, 0);
        matches.end_before(5_001, &mut outcome);
        let figures = outcome.figures();
        assert_eq!((figures.matches, figures.players_mean, figures.skill_gap_mean), (1, Some(3.0), Some(6.0)));
        matches.end_before(i64::MAX, &mut outcome);
        assert_eq!(outcome.figures().players_mean, Some(2.0));
    }
}
