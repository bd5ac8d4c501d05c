//! Which matches form, and what is counted of them: by hand.

use crate::replay;

/// Four in Frankfurt; the match is complete with the last of them.
const FOUR: &str = "time,ticket,players,lat,long,skill,matched_at,match\n\
    10,a,1,50.1,8.7,1000,15,x\n\
    12,b,2,50.1,8.7,1600,15,x\n\
    14,c,1,50.1,8.7,1200,40,y\n";

#[test]
fn a_match_forms_in_the_second_of_its_last_ticket() {
    let report = replay(FOUR, &[("players", "4")]).unwrap();
    assert_eq!((report.tickets, report.players, report.refused), (3, 4, 0));
    let simulated = &report.simulated;
    assert_eq!((simulated.matched, simulated.unmatched, simulated.cancelled), (4, 0, 0));
    // It forms when the second 14 is over: waits of 5, twice 3, and 1 s.
    assert_eq!((simulated.wait_mean_s, simulated.wait_quantiles_s[100]), (Some(3.0), 5));
    assert_eq!((simulated.matches, simulated.players_mean, simulated.skill_gap_mean), (1, Some(4.0), Some(600.0)));
    assert_eq!((simulated.within_50_ms, simulated.rtt_mean_ms.is_some()), (Some(1.0), true));
    // The file: waits of 5, twice 3, and 26 s; two matches, of 3 players and of 1.
    let recorded = report.recorded.unwrap();
    assert_eq!((recorded.wait_mean_s, recorded.wait_p95_s), (Some(37.0 / 4.0), Some(26)));
    assert_eq!((recorded.matches, recorded.players_mean, recorded.skill_gap_mean), (2, Some(2.0), Some(300.0)));
    let pairs = report.pairs.unwrap();
    assert_eq!((pairs.both, pairs.shorter, pairs.longer), (4, Some(0.25), Some(0.0)));
    assert_eq!(pairs.wait_change_mean_s, Some(3.0 - 37.0 / 4.0));
    assert_eq!((report.spans[0].players, report.spans[0].simulated_wait_s), (4, Some(3.0)));
    // Searches by party: two alone, two in a party.
    let parties: Vec<_> = report.policy.parties.iter().map(|of| (of.label.as_str(), of.players)).collect();
    assert_eq!(parties, [("1", 2), ("2", 2)]);
}

#[test]
fn nobody_waits_longer_than_its_search_may() {
    // Alone in Frankfurt: 10 s in each of three states. In Tokyo's reach nobody else is.
    let report = replay("time,lat,long\n0,50.1,8.7\n", &[]).unwrap();
    assert_eq!((report.simulated.unmatched, report.simulated.matched), (1, 0));
    assert_eq!((report.recorded, report.pairs), (None, None));
    // Two of four meet while the first still searches, but not later.
    let two =
        |second: u32| replay(&format!("time,lat,long\n0,50.1,8.7\n{second},50.1,8.7\n"), &[("players", "2")]).unwrap();
    assert_eq!([29, 30].map(|second| two(second).simulated.matched), [2, 0]);
}

#[test]
fn a_ticket_leaves_when_it_was_cancelled() {
    let cancelled = |at: u32| {
        let text = format!("time,lat,long,cancelled_at,matched_at\n0,50.1,8.7,{at},\n9,50.1,8.7,,\n");
        replay(&text, &[("players", "2")]).unwrap()
    };
    let early = cancelled(9);
    assert_eq!((early.simulated.cancelled, early.simulated.unmatched, early.simulated.matched), (1, 1, 0));
    assert_eq!((early.recorded.as_ref().unwrap().cancelled, early.recorded.unwrap().unmatched), (1, 1));
    let late = cancelled(10);
    assert_eq!((late.simulated.cancelled, late.simulated.matched), (0, 2));
    assert_eq!((late.pairs.as_ref().unwrap().simulated_only, late.pairs.unwrap().neither), (2, 0));
}

#[test]
fn columns_of_round_trips_decide_where_matches_form() {
    // A region of AWS stands for its datacenter; Tokyo has no column, so that nobody plays there.
    let text = "time,rtt_fra,rtt_us-east-1\n0,80,20.4\n0,90,30\n0,255,40\n0,,45\n";
    let report = replay(text, &[("players", "4"), ("regions", "us-east-1:iad")]).unwrap();
    // 20, 30, 40 and 45 ms to Ashburn.
    assert_eq!((report.simulated.matched, report.simulated.rtt_mean_ms), (4, Some(33.75)));
    // Places speak where both are there, except for what a column says.
    let both = "time,lat,long,rtt_iad\n0,50.1,8.7,10\n0,50.1,8.7,20\n";
    let near = replay(both, &[("players", "2"), ("dcs", "-fra,-nrt")]).unwrap();
    assert_eq!(near.simulated.rtt_mean_ms, Some(15.0));
    // Tokyo is nearest to a player there, whatever a column says of Ashburn.
    let far = "time,lat,long,rtt_iad\n0,35.7,139.7,90\n0,35.7,139.7,90\n";
    let there = replay(far, &[("players", "2")]).unwrap().simulated.rtt_mean_ms.unwrap();
    assert!(there < 30.0, "{there}");
}

#[test]
fn round_trips_are_kept_to_a_second() {
    let rules = r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 1}],
        "rules": [{"name": "Fast", "type": "latency", "maxLatency": 300}]}"#;
    let by = &[("policy", "rules"), ("rules", rules)];
    let alone = |ms: u32| replay(&format!("time,rtt_fra\n0,{ms}\n"), by).unwrap().simulated;
    assert_eq!([299, 300, 301, 310, 1_000, 4_000].map(|ms| alone(ms).matched), [1, 1, 0, 0, 0, 0]);
    assert_eq!(alone(290).rtt_mean_ms, Some(290.0));
    // Without a limit everybody plays whose round trip is known to a second.
    let all = |ms: u32| replay(&format!("time,rtt_fra\n0,{ms}\n0,{ms}\n"), &[("players", "2")]).unwrap().simulated;
    assert_eq!([400, 1_000].map(|ms| all(ms).rtt_mean_ms), [Some(400.0), Some(1_000.0)]);
    let recorded = "time,rtt_fra,matched_at,match,datacenter\n0,400,5,m,fra\n0,300,5,m,fra\n";
    assert_eq!(replay(recorded, by).unwrap().recorded.unwrap().rtt_mean_ms, Some(350.0));
}

#[test]
fn attributes_are_told_to_rules() {
    let rules = r#"{"name": "modes", "ruleLanguageVersion": "1.0",
        "playerAttributes": [{"name": "mode", "type": "string"}],
        "teams": [{"name": "all", "minPlayers": 2, "maxPlayers": 2}],
        "rules": [{"name": "SameMode", "type": "comparison", "operation": "=",
            "measurements": ["flatten(teams[*].players.attributes[mode])"]}]}"#;
    let text = "time,lat,long,mode\n0,50,8,tdm\n0,50,8,ctf\n1,50,8,tdm\n2,50,8,tdm\n";
    let report = replay(text, &[("policy", "rules"), ("rules", rules)]).unwrap();
    // The first tdm with the second; the third and the only ctf are left.
    assert_eq!((report.simulated.matched, report.simulated.unmatched), (2, 2));
    assert_eq!(report.simulated.wait_mean_s, Some(1.5));
    assert!(report.policy.rules[0].refused > 0);
}

#[test]
fn windows_of_points_widen_as_tickets_wait() {
    // 1v1 with a window of 50 points, of 500 after 20 s.
    let by = &[("ranked", "1v1"), ("widening", "0:50:200/20:500:200")];
    let text = |gap: u32| format!("time,lat,long,skill\n0,50.1,8.7,1500\n0,50.1,8.7,{}\n", 1500 + gap);
    let wait_s = |gap: u32| replay(&text(gap), by).unwrap().simulated.wait_mean_s;
    assert_eq!([40, 400, 600].map(wait_s), [Some(1.0), Some(21.0), None]);
}

#[test]
fn a_policy_is_called_at_every_interval() {
    let text = "time,lat,long\n1,50.1,8.7\n3,50.1,8.7\n";
    let waits = ["1", "5", "10"]
        .map(|interval_s| replay(text, &[("players", "2"), ("interval_s", interval_s)]).unwrap().simulated.wait_mean_s);
    assert_eq!(waits, [Some(2.0), Some(4.0), Some(9.0)]);
}
