//! Configurations of brokers and fleets.

use matchday_fleet_config::lint::{Circumstances, lint};
use matchday_fleet_config::requirement::{Match, Property, Requirement};
use std::cell::OnceCell;

/// JSON and YAML without a meaning.
pub fn document(bytes: &[u8]) {
    if let Ok(documents) = matchday_document::parse(bytes).map_err(|error| error.to_string()) {
        assert!(documents.iter().all(|node| node.bytes.start <= bytes.len()));
    }
    drop(matchday_document::parse_json(bytes).map_err(|error| error.to_string()));
}

pub fn configuration(bytes: &[u8]) {
    let utc_offset_s = |zone: &str| (zone.len() > 3).then_some(3_600);
    let read = matchday_fleet_config::read(bytes, &utc_offset_s).map_err(|error| error.to_string());
    let Ok((configuration, _)) = read else { return };
    let circumstances = Circumstances {
        longest_match_s: Some(900),
        matches_per_s: Some(2.0),
        boot_s: 30.0,
        days_s: Some(1_779_235_200..1_779_235_200 + 7 * 86_400),
        ..Circumstances::default()
    };
    lint(&configuration, &circumstances);
    configuration.fleet_settings();
    configuration.broker.iter().for_each(|broker| drop(broker.settings()));
}

thread_local! {
    static MATCH: OnceCell<Option<Match>> = const { OnceCell::new() };
}

pub fn requirement(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(requirement) = Requirement::parse(&text).map_err(|error| error.to_string()) else { return };
    assert_eq!(requirement.text(), text);
    requirement.properties().for_each(|name| assert!(!name.is_empty() || text.contains("\"\"")));
    MATCH.with(|of| of.get_or_init(some_match).iter().for_each(|of| _ = requirement.accepts(of)));
}

fn some_match() -> Option<Match> {
    let text = |text: &str| Property::Text(text.to_owned());
    let properties = [
        ("map", text("lostwoods")),
        ("mode", text("ranked")),
        ("region", text("")),
        ("players", Property::Number(10.0)),
        ("beta", Property::Flag(false)),
    ];
    Match::new(properties).ok()
}
