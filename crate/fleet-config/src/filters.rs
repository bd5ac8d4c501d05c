//! The requirements of a broker as it asks them all day long: answers are remembered.

use crate::requirement::{Match, MatchTooLarge, Property, Requirement};
use matchday_base::DatacenterIndex;
use matchday_fleet::broker::{Accepts, FilterId, Properties};
use std::cell::RefCell;

/// The properties that every match carries, as the simulated day sets them when a match forms.
pub const CARRIED: [&str; 6] = ["mode", "map", "region", "datacenter", "players", "mean_rtt_ms"];

/// What the numbers in a match's [`Properties`] stand for, and what all matches have in common.
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
    /// Properties that are the same for every match of the scenario.
    pub constants: Vec<(String, Property)>,
}

/// More different matches than this are not remembered, but asked about again.
const MOST_ANSWERS: usize = 4096;

/// Filters by number, with the answers that they have given.
#[derive(Clone, Debug)]
pub struct Filters {
    names: Names,
    filters: Vec<Filter>,
}

#[derive(Clone, Debug)]
struct Filter {
    requirement: Requirement,
    /// Sorted; of the properties, those that the requirement does not ask for are zero.
    answers: RefCell<Vec<(Properties, bool)>>,
}

impl Filters {
    /// Filters in the order of their numbers, as [`Broker::settings`](crate::broker::Broker::settings) hands them out.
    ///
    /// # Errors
    /// The longest names make a match too large to ask about.
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
    /// A filter that does not exist accepts nothing.
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
    /// The properties that make a difference to the requirement; the others zero.
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
                // A constant, or nothing.
                _ => {}
            }
        }
        asked
    }
}

impl Names {
    /// A match as requirements see it. A number without a name is a property that is missing.
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
        // What the day sets comes last: a constant cannot take its place.
        Match::new(constants.chain(own.into_iter().filter_map(|(name, value)| Some((name, value?)))))
    }
}
