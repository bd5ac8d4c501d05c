use super::*;

#[test]
fn keys_and_former_keys_name_one_parameter_each() {
    let mut names = Vec::new();
    for (index, key) in Key::ALL.into_iter().enumerate() {
        let spec = key.spec();
        assert_eq!((key as usize, spec), (index, &SPECS[index]));
        for name in [spec.key].into_iter().chain(spec.was) {
            assert_eq!(Key::named(name), Ok(key));
            assert!(!names.contains(&name), "{name} is declared twice");
            names.push(name);
        }
    }
    assert_eq!(Key::named("strikes"), Ok(Key::Incidents));
}

#[test]
fn declarations_are_complete_and_within_the_types_of_accessors() {
    for spec in SPECS {
        match spec.kind {
            Kind::Number { decimals, min, max, step, default, .. } => {
                assert!(0 <= min && min <= default && default <= max && max <= i64::from(u32::MAX), "{}", spec.key);
                assert!(step > 0 && decimals <= 6, "{}", spec.key);
            }
            Kind::Choice(words) | Kind::Open(words) => {
                let repeated = words.iter().enumerate().any(|(at, word)| words[..at].contains(word));
                assert!(!words.is_empty() && !repeated, "{}: {words:?}", spec.key);
            }
            Kind::Flag | Kind::Weights | Kind::Text | Kind::Incidents | Kind::Mix | Kind::Properties => {}
        }
        assert!(spec.help.ends_with('.'), "{}: help is a sentence", spec.key);
        assert!(spec.label.starts_with(char::is_uppercase), "{}: a label for people", spec.key);
    }
    for rtt in SPECS.iter().filter(|spec| spec.unit == "ms") {
        // Longer ones are out of reach.
        assert!(matches!(rtt.kind, Kind::Number { max: ..=1_000, .. }), "{}", rtt.key);
    }
}

/// Parameters of no view, and the reason.
const OF_NO_VIEW: [(Key, &str); 12] = [
    (Key::Incidents, "the timeline draws and edits them"),
    (Key::Ranked, "the ranked view has a switch of its own"),
    (Key::Policy, "links, files and the command line set it"),
    (Key::Rules, "links, files and the command line set it"),
    (Key::RulesConfig, "links, files and the command line set it"),
    (Key::Regions, "links, files and the command line set it"),
    (Key::Attributes, "links, files and the command line set it"),
    (Key::Plugin, "links, files and the command line set it"),
    (Key::Code, "links, files and the command line set it"),
    (Key::Constants, "links, files and the command line set it"),
    (Key::RequestTimeoutS, "links, files and the command line set it"),
    (Key::FleetConfig, "checked files are applied"),
];

#[test]
fn every_parameter_has_a_view_or_a_reason() {
    for key in Key::ALL {
        let of_none = OF_NO_VIEW.iter().any(|&(known, _)| known == key);
        assert_eq!(key.spec().views.is_empty(), of_none, "{key:?}");
    }
}

#[test]
fn a_view_has_at_most_one_main_parameter_and_shows_it() {
    for view in PageView::ALL {
        let main: Vec<_> = SPECS.iter().filter(|spec| spec.main == Some(view)).collect();
        assert!(main.len() <= 1 && main.iter().all(|spec| spec.views.contains(&view)), "{view:?}: {main:?}");
        // The main values of these are numbers of rules, and the number of seeds.
        let has_own = matches!(view, PageView::Rules | PageView::Experiments);
        assert_eq!(main.is_empty(), has_own, "{view:?}");
    }
}

#[test]
fn reasons_are_sentences_about_modes_first() {
    let idle = |pairs: &[(&str, &str)], key| {
        let mut params = Params::default();
        pairs.iter().for_each(|(key, text)| params.set(key, text).unwrap());
        params.idle().find(|&(idle, _)| idle == key).map(|(_, Idle { reason, hidden })| (reason, hidden))
    };
    let said = |reason: &str, hidden| Some((reason.to_owned(), hidden));
    assert_eq!(idle(&[], Key::Buffer), said("Acts when servers are on.", true));
    assert_eq!(idle(&[("fleet", "broker")], Key::Buffer), None);
    let bots = "Acts when \u{201c}Bots after failed searches\u{201d} is on.";
    assert_eq!(idle(&[], Key::ReplayBots), said(bots, false));
    assert_eq!(idle(&[("ranked", "1v1")], Key::ReplayBots), said("Acts when ranked is off.", true));
    assert_eq!(idle(&[], Key::Shares), said("Acts when \u{201c}Playlists\u{201d} is above 1.", false));
    assert_eq!(idle(&[], Key::Tau), said("Acts in ranked modes only.", true));
    let tau = "Acts when a rating system is Glicko-2.";
    assert_eq!(idle(&[("ranked", "2v2"), ("rating", "elo")], Key::Tau), said(tau, false));
    assert_eq!(idle(&[("ranked", "2v2"), ("rating", "elo"), ("shadow", "glicko2")], Key::Tau), None);
    for need in SPECS.iter().flat_map(|spec| spec.needs) {
        let reason = need.reason();
        assert!(reason.starts_with("Acts ") && reason.ends_with('.'), "{reason}");
    }
}

#[test]
fn decimals_are_exact() {
    let mut params = Params::default();
    for (text, units, canonical) in [
        ("0.8", 8_000, "0.8"),
        ("0", 0, "0"),
        (".5", 5_000, "0.5"),
        ("0.12344", 1_234, "0.1234"),
        ("0.12345", 1_235, "0.1235"),
    ] {
        params.set("replay", text).unwrap();
        assert_eq!((params.replay(), params.text(Key::Replay).as_str()), (units, canonical));
    }
}

#[test]
fn spaced_values_are_even_and_include_both_ends() {
    assert_eq!(Key::Replay.spaced("0.6", "0.9", 4).unwrap(), ["0.6", "0.7", "0.8", "0.9"]);
    assert_eq!(Key::Replay.spaced(".9", "0.6", 3).unwrap(), ["0.9", "0.75", "0.6"]);
    assert_eq!(Key::IdealMs.spaced("10", "20", 4).unwrap(), ["10", "13", "17", "20"]);
    assert_eq!(Key::Ccu.spaced("500", "9000", 1).unwrap(), ["500"]);
    assert_eq!(Key::Ccu.spaced("500", "9000", 0).unwrap(), [""; 0]);
    assert!(Key::Ccu.spaced("-999999999999999", "999999999999999", 3).unwrap()[1] == "0");
    for (key, from, says) in [
        (Key::Estimate, "map", "expected a list of its values"),
        (Key::Bots, "0", "expected a list of its values"),
        (Key::Ccu, "few", "expected a whole number"),
    ] {
        let error = key.spaced(from, from, 2).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn choices_are_read_and_written_as_words() {
    let mut params = Params::default();
    for (word, estimate) in [("ping", Estimate::Ping), ("distance", Estimate::Distance), ("map", Estimate::Map)] {
        params.set("estimate", word).unwrap();
        assert_eq!((params.estimate(), params.text(Key::Estimate).as_str()), (estimate, word));
    }
    for (word, shadow) in [("wenglin", Some(RatingSystem::WengLin)), ("off", None)] {
        params.set("shadow", word).unwrap();
        assert_eq!((params.shadow(), params.text(Key::Shadow).as_str()), (shadow, word));
    }
}

#[test]
fn every_playlist_has_its_share() {
    for (playlists, shares, kept, weights) in [
        ("1", "", "", &[1][..]),
        ("3", "", "", &[1, 1, 1]),
        ("2", " 3, 1 ", "3,1", &[3, 1]),
        ("4", "50,30", "50,30", &[50, 30, 30, 30]),
        ("2", "50,30,20", "50,30,20", &[50, 30]),
        ("20", "0001000000", "1000000", &[1; 20]),
    ] {
        let mut params = Params::default();
        params.set("playlists", playlists).unwrap();
        params.set("shares", shares).unwrap();
        assert_eq!(params.text(Key::Shares), kept);
        let (bounds, total) = (params.shares(), weights.iter().sum::<u64>());
        assert_eq!(bounds.len(), weights.len());
        for (at, bound) in bounds.iter().enumerate() {
            assert_eq!(*bound, (weights[..=at].iter().sum::<u64>() << 32) / total, "{playlists} by {shares}");
        }
    }
}

#[test]
fn invalid_values_change_nothing_and_give_a_reason() {
    let mut params = Params::default();
    for (key, text, says) in [
        ("replay", "0.96", "replay=0.96: must be from 0 to 0.95"),
        ("replay", "80%", "expected a decimal number"),
        ("ccu", "1e6", "expected a whole number"),
        ("ccu", "", "expected a whole number"),
        ("ccu", "99999999999999999999", "expected a whole number"),
        ("bots", "maybe", "expected 1 or 0"),
        ("estimate", "pings", "expected one of map, distance, ping"),
        ("playlists", "21", "must be from 1 to 20"),
        ("shares", "50,,20", "shares=50,,20: expected up to 20 whole numbers from 1 to 1000000, such as 50,30,20"),
        ("shares", "3,0", "expected up to 20 whole numbers"),
        ("shares", "3,-1", "expected up to 20 whole numbers"),
        ("shares", "1000001", "expected up to 20 whole numbers"),
        ("shares", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "expected up to 20 whole numbers"),
        ("replai", "0.8", "no parameter `replai`; the parameters are replay, replay_wait"),
    ] {
        let error = params.set(key, text).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert_eq!(params, Params::default());
}

#[test]
fn clamping_reports_whether_it_changed_the_number() {
    let mut params = Params::default();
    assert_eq!(params.set_clamped("replay", "7"), Ok(true));
    assert_eq!(params.text(Key::Replay), "0.95");
    assert_eq!(params.set_clamped("ccu", "-3"), Ok(true));
    assert_eq!(params.ccu(), 10);
    assert_eq!(params.set_clamped("ccu", "500"), Ok(false));
}

#[test]
fn expanded_is_never_below_ideal() {
    let mut params = Params::default();
    params.set("ideal_ms", "120").unwrap();
    assert_eq!((params.ideal_ms(), params.expand_ms()), (120, 120));
}
