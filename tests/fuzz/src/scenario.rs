//! Links and the texts of parameters.

use matchday_base::SimTime;
use matchday_ladder::accounts::Classes;
use matchday_matchmaker::policy::Population;
use matchday_matchmaker::ranked::{Mode, Widening};
use matchday_rule_set::Regions;
use matchday_scenario::link::Link;
use matchday_scenario::player_actions::{PlayerActions, first_added, goes_on};
use matchday_sim::policy::Constants;
use std::fmt::Display;
use std::str::FromStr;

/// Links of at most so many bytes are read.
const LONGEST_LINK: usize = 24_576;

pub fn link(bytes: &[u8]) {
    let (link, notices) = Link::parse(&String::from_utf8_lossy(bytes));
    notices.iter().for_each(|notice| drop(notice.to_string()));
    let written = link.to_string();
    if written.len() <= LONGEST_LINK {
        assert_eq!(Link::parse(&written), (link.clone(), Vec::new()), "{written}");
    }
    link.params.incidents();
    text(link.params.widening());
}

pub fn player_actions(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(actions) = text.parse::<PlayerActions>().map_err(|error| error.to_string()) else { return };
    let written = actions.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&actions));
    assert!(goes_on(&written, &written) && first_added(&written, &written).is_none());
    if let Some(first) = actions.all().first() {
        assert_eq!(first_added("", &written), Some(first.at).filter(|&at| at >= SimTime::DAY_START));
    }
}

/// Texts inside of parameters, which the parameters themselves only keep.
pub fn texts(bytes: &[u8]) {
    text(&String::from_utf8_lossy(bytes));
}

fn text(text: &str) {
    if let Ok(widening) = text.parse::<Widening>() {
        widening.lint();
    }
    parsed::<Mode>(text);
    parsed::<Classes>(text);
    parsed::<Population>(text);
    parsed::<Constants>(text);
    if let Some(regions) = parsed::<Regions>(text) {
        assert_eq!(regions.to_string().parse(), Ok(regions));
    }
}

fn parsed<T: FromStr>(text: &str) -> Option<T>
where
    T::Err: Display,
{
    text.parse().map_err(|error: T::Err| error.to_string()).ok()
}
