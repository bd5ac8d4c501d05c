//! The skill gap of matches that no policy formed: the article's matchmaker asks nobody for a skill, but its players have
//! the ones that a policy would see, so both can be compared.

use matchday_base::{MatchId, SimTime, Streams};
use matchday_matchmaker::policy::{Attribute, Population};
use matchday_observe::EventFilter;
use matchday_scenario::Params;
use matchday_sim::policy::{PolicyError, population};
use matchday_sim::{Event, EventKind};

/// Differences between the highest and the lowest skill in a match, from a day's events.
#[derive(Clone, Debug)]
pub struct SkillGap {
    population: Population,
    /// Index of the skill among the attributes.
    skill: usize,
    key: u64,
    /// The latest match, and its lowest and highest skill so far.
    forming: Option<(MatchId, f64, f64)>,
    sum: f64,
    matches: u64,
}

impl SkillGap {
    /// Nothing measured yet; `None` where players have no skill, and for ladders, whose ratings change.
    ///
    /// # Errors
    /// What is wrong with the players' attributes.
    pub fn of(params: &Params) -> Result<Option<Self>, PolicyError> {
        if params.is_ranked() {
            return Ok(None);
        }
        let population = population(params)?;
        let key = Streams::new(u64::from(params.seed())).key("attributes");
        let skill = population.skill().map(|(at, _)| at);
        Ok(skill.map(|skill| Self { population, skill, key, forming: None, sum: 0.0, matches: 0 }))
    }

    /// The events that it needs, of a day to its end.
    pub fn filter(end: SimTime) -> EventFilter {
        EventFilter { between: SimTime::DAY_START..end, kinds: vec![EventKind::Match], ..EventFilter::default() }
    }

    /// Takes the next events. Those of a match follow one another.
    pub fn take(&mut self, events: &[Event]) {
        for event in events {
            let Some((id, _)) = event.game else { continue };
            let Some(Attribute::Number(skill)) =
                self.population.draw(self.key, event.player, 0.0).into_iter().nth(self.skill)
            else {
                continue;
            };
            self.forming = match self.forming {
                Some((known, low, high)) if known == id => Some((id, low.min(skill), high.max(skill))),
                _ => {
                    self.count();
                    Some((id, skill, skill))
                }
            };
        }
    }

    /// Counts the latest match.
    fn count(&mut self) {
        (self.sum, self.matches) = self.with_latest();
        self.forming = None;
    }

    /// The sum of the differences and the number of matches, with the latest one.
    fn with_latest(&self) -> (f64, u64) {
        self.forming.map_or((self.sum, self.matches), |(_, low, high)| (self.sum + (high - low), self.matches + 1))
    }

    /// The mean of the matches so far; `None` without matches.
    pub fn mean(&self) -> Option<f64> {
        let (sum, matches) = self.with_latest();
        (matches > 0).then(|| sum / matches as f64)
    }
}
