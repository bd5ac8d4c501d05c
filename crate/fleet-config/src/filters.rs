//! Evaluates the requirements of a broker, and caches the answers.

use crate::requirement::{Match, MatchTooLarge, Property, Requirement};
use matchday_base::DatacenterIndex;
use matchday_fleet::broker::{Accepts, FilterId, Properties};
use std::cell::RefCell;

/// The properties of every match, set by the simulated day when a match forms.
pub const CARRIED: [&str; 6] = ["mode", "map", "region", "datacenter", "players", "mean_rtt_ms"];

/// The names for the numbers in a match's [`Properties`], and constant properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Modes, by number.
    pub modes: Vec<String>,
    /// Maps, by number.
    pub maps: Vec<String>,
    /// Regions, by number.
    pub regions: Vec<String>,
    /// Datacenters, by number.
    pub datacenters: Vec<String>,
    /// Properties with the same value for every match of the scenario.
    pub constants: Vec<(String, Property)>,
}

/// Most cached answers per filter; further matches are evaluated each time.
const MOST_ANSWERS: usize = 4096;

/// Filters by number, with their cached answers.
#[derive(Clone, Debug)]
pub struct Filters {
    names: Names,
    filters: Vec<Filter>,
}

#[derive(Clone, Debug)]
struct Filter {
    requirement: Requirement,
    /// Sorted; properties that the requirement does not use are zero.
    answers: RefCell<Vec<(Properties, bool)>>,
}

impl Filters {
    /// Filters in the order of their numbers, as returned by
    /// [`Broker::settings`](crate::broker::Broker::settings).
    ///
    /// # Errors
    /// A match with the longest names is too large to evaluate.
    pub fn new(requirements: Vec<Requirement>, names: Names) -> Result<Filters, MatchTooLarge> {
        let longest = |names: &[String]| (0..names.len()).max_by_key(|&at| names[at].len()).unwrap_or(0);
        let largest = Properties {
            mode: longest(&names.modes) as u8,
            map: longest(&names.maps) as u8,
            region: longest(&names.regions) as u8,
            datacenter: DatacenterIndex(longest(&names.datacenters) as u16),
            ..Properties::default()
        };
        names.match_of(&largest)?;
        let filter = |requirement| Filter { requirement, answers: RefCell::default() };
        Ok(Filters { names, filters: requirements.into_iter().map(filter).collect() })
    }
}

impl Accepts for Filters {
    /// A missing filter accepts nothing.
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool {
        let Some(filter) = self.filters.get(usize::from(filter.0)) else { return false };
        let asked = filter.asked(properties);
        let answers = filter.answers.borrow();
        let place = match answers.binary_search_by_key(&asked, |&(known, _)| known) {
            Ok(at) => return answers[at].1,
            Err(place) => place,
        };
        drop(answers);
        let answer = self.names.match_of(properties).is_ok_and(|of| filter.requirement.accepts(&of));
        let mut answers = filter.answers.borrow_mut();
        if answers.len() < MOST_ANSWERS {
            answers.insert(place, (asked, answer));
        }
        answer
    }
}

impl Filter {
    /// The properties that the requirement uses; the others are zero.
    fn asked(&self, of: &Properties) -> Properties {
        let asks = self.requirement.asks();
        if asks.everything {
            return *of;
        }
        let mut asked = Properties::default();
        for name in &asks.properties {
            match name.as_str() {
                "mode" => asked.mode = of.mode,
                "map" => asked.map = of.map,
                "region" => asked.region = of.region,
                "datacenter" => asked.datacenter = of.datacenter,
                "players" => asked.players = of.players,
                "mean_rtt_ms" => asked.mean_rtt_ms = of.mean_rtt_ms,
                // A constant or a missing property.
                _ => {}
            }
        }
        asked
    }
}

impl Names {
    /// A match for requirements. A number without a name is a missing property.
    fn match_of(&self, of: &Properties) -> Result<Match, MatchTooLarge> {
        let named = |names: &[String], at: usize| names.get(at).cloned().map(Property::Text);
        let own = [
            ("mode", named(&self.modes, of.mode.into())),
            ("map", named(&self.maps, of.map.into())),
            ("region", named(&self.regions, of.region.into())),
            ("datacenter", named(&self.datacenters, of.datacenter.0.into())),
            ("players", Some(Property::Number(of.players.into()))),
            ("mean_rtt_ms", Some(Property::Number(of.mean_rtt_ms.into()))),
        ];
        let constants = self.constants.iter().map(|(name, value)| (name.as_str(), value.clone()));
        // The day's properties come last, so that a constant cannot replace them.
        Match::new(constants.chain(own.into_iter().filter_map(|(name, value)| Some((name, value?)))))
    }
}
