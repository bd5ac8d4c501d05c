//! Days of every kind whose matches a policy forms.

use crate::events::{EventFilter, EventLog};
use crate::starvation::{Cause, starvation};
use crate::{Day, Options, TimeMachine};
use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::policy::{Answer, Attribute, Call, PolicyMatch, Ticket};
use matchday_matchmaker::policy::{Policy, Population};
use matchday_sim::columns::{Count, PerDatacenter};
use matchday_sim::events::EventKind;
use matchday_sim::limits::longest_wait_of;
use matchday_sim::policy::{Acceptance, Plugin, PolicySetup, Terms};
use matchday_sim::snapshot::{Online, Snapshot};
use matchday_sim::tiny::{RULES, params, tiny_dataset};
use matchday_sim::{Simulate, World};
use matchday_wire::report::SearchReport;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Matches the players who have waited longest, at the nearest datacenter of the first one.
#[derive(Debug)]
struct InOrder {
    /// Players of each team.
    team: usize,
    /// Fewest and most teams of a match, in turn every quarter of a minute.
    teams: (usize, usize),
    /// From this second on it names a datacenter that does not exist.
    fails: SimTime,
}

impl Policy for InOrder {
    fn rules(&self) -> &[String] {
        &[]
    }

    fn match_size(&self) -> (usize, usize) {
        (self.team * self.teams.0, self.team * self.teams.1)
    }

    fn request_timeout_s(&self) -> u32 {
        90
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        let quarter = call.now.0 / 15;
        let teams = if quarter.is_multiple_of(2) { self.teams.0 } else { self.teams.1 };
        if !call.now.0.is_multiple_of(15) {
            return Ok(());
        }
        let alone: Vec<&Ticket<'_>> = call.tickets.iter().filter(|ticket| ticket.players.len() == 1).collect();
        for group in alone.chunks_exact(self.team * teams) {
            let rtts_ms = group[0].players[0].rtts_ms;
            let open = (0..rtts_ms.len()).filter(|&at| call.open[at]);
            let Some(nearest) = open.min_by_key(|&at| rtts_ms[at]) else { continue };
            let datacenter = DatacenterIndex(if call.now < self.fails { nearest as u16 } else { u16::MAX });
            let teams = group.chunks_exact(self.team).map(|team| team.iter().map(|ticket| ticket.id).collect());
            answer.matches.push(PolicyMatch { teams: teams.collect(), datacenter });
        }
        Ok(())
    }
}

/// Forms no match, and fails if what it is told is wrong.
#[derive(Debug)]
struct Listens;

impl Policy for Listens {
    fn rules(&self) -> &[String] {
        &[]
    }

    fn match_size(&self) -> (usize, usize) {
        (2, 2)
    }

    fn request_timeout_s(&self) -> u32 {
        90
    }

    fn form(&self, call: &Call<'_>, _: &mut Answer) -> Result<(), String> {
        let order: Vec<_> = call.tickets.iter().map(|ticket| (u32::MAX - ticket.waited_s, ticket.id)).collect();
        // The datacenters of the tiny data set: Europe, America, Asia.
        let home = |longitude: f32| if longitude < -30.0 { 1 } else { 2 * usize::from(longitude > 100.0) };
        let nearest = |rtts_ms: &[u16]| (0..rtts_ms.len()).min_by_key(|&at| rtts_ms[at]);
        let is_told = |ticket: &Ticket<'_>| {
            let mut players = ticket.players.iter();
            ticket.waited_s < 90
                && players.all(|player| {
                    player.attributes.last() == Some(&Attribute::Number(3.0))
                        && player.rtts_ms.len() == call.open.len()
                        && nearest(player.rtts_ms) == Some(home(player.place.longitude))
                })
        };
        if order.is_sorted() && call.tickets.iter().all(is_told) { Ok(()) } else { Err(format!("was told {call:?}")) }
    }
}

const NEVER: SimTime = SimTime(u32::MAX);

fn day(pairs: &[(&str, &str)], policy: impl Policy + 'static) -> Day {
    let params = params(&[&[("ccu", "150"), ("policy", "rules")], pairs].concat());
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    let population = if params.is_ranked() { Population::of_ladder("level:3") } else { "level:3".parse() };
    let (policy, population) = (Arc::new(policy), Arc::new(population.unwrap()));
    let by_policy = Some(PolicySetup { policy, population, acceptance: Acceptance::AsSet });
    Day::new(&world, &params, Options { by_policy, ..Options::default() }).unwrap()
}

/// Days of every kind, and the team and teams of their matches.
type Kind = (&'static [(&'static str, &'static str)], usize, (usize, usize));
const KINDS: [Kind; 6] = [
    (&[], 1, (2, 5)),
    (&[("playlists", "2"), ("bots", "1"), ("quit_rate", "0.2"), ("interval_s", "3")], 2, (2, 3)),
    (&[("estimate", "ping"), ("bad_routes", "0.2"), ("replay_wait", "5"), ("match_sd_s", "60")], 1, (3, 4)),
    (&[("fleet", "broker"), ("fault.crash_in_match", "0.1"), ("incidents", "outage@12:00")], 1, (2, 5)),
    (&[("ranked", "1v1"), ("parties", "0")], 1, (2, 2)),
    (&[("ranked", "2v2"), ("fleet", "register"), ("parties", "0")], 2, (2, 2)),
];

#[test]
fn every_kind_of_day_adds_up() {
    // The invariants are checked after every minute.
    for (pairs, team, teams) in KINDS {
        let mut day = day(pairs, InOrder { team, teams, fails: NEVER });
        let mut log = EventLog::new(EventFilter { between: SimTime(0)..day.end(), ..EventFilter::default() });
        let (mut players, mut sizes) = (BTreeMap::new(), BTreeMap::new());
        while day.now() < day.end() {
            day.advance_watched(5_000, &mut log);
            for event in log.take().iter().filter(|event| event.kind == EventKind::Match) {
                *players.entry(event.game.unwrap().0).or_insert(0) += 1;
            }
        }
        players.values().for_each(|&players| *sizes.entry(players).or_insert(0_u32) += 1);
        let expected: std::collections::BTreeSet<usize> = [teams.0 * team, teams.1 * team].into();
        assert!(sizes.keys().all(|size| expected.contains(size)), "{pairs:?}: {sizes:?}");
        assert_eq!(sizes.len(), expected.len(), "{pairs:?}: {sizes:?}");
        let columns = day.columns();
        let minutes = |at, column| (0..columns.minutes()).map(move |minute| u64::from(columns.at(at, column, minute)));
        let here = |at| minutes(at, PerDatacenter::Matches).sum::<u64>();
        let matches: u64 = (0..columns.layout().datacenters).map(here).sum();
        let summary = day.summary();
        assert_eq!((matches, columns.total(Count::Matches)), (summary.matches, summary.matches), "{pairs:?}");
        assert!(summary.matches > 1_000 && day.fault().is_none(), "{pairs:?}: {summary:?}");
    }
}

#[test]
fn a_report_counts_every_search_of_the_shown_day() {
    for (pairs, team, teams) in KINDS {
        let mut day = day(pairs, InOrder { team, teams, fails: NEVER });
        day.advance(u32::MAX);
        let (report, summary) = (day.policy_report().unwrap(), day.summary());
        let sum = |groups: &[SearchReport]| groups.iter().map(|of| of.players).sum::<u64>();
        let matched =
            |groups: &[SearchReport]| groups.iter().map(|of| of.success.unwrap() * of.players as f64).sum::<f64>();
        // Not every ranked match starts: a player may not accept it.
        assert!(report.matches == summary.matches || report.matches > summary.matches && day.ranked().is_some());
        assert_eq!(report.candidates, None);
        assert_eq!(sum(&report.regions), sum(&report.parties), "{pairs:?}");
        // Each match of the shown day has at least the players of its teams.
        let least = summary.matches as f64 * (team * teams.0) as f64;
        assert!(matched(&report.regions) >= least - 0.5, "{pairs:?}: {report:?}");
        if day.ranked().is_none() {
            // Failed searches; a search against bots ends without a match of the policy.
            let unmatched = sum(&report.parties) as f64 - matched(&report.parties);
            let failed = summary.failed + summary.abandoned_searching + summary.bots_matches;
            assert_eq!(unmatched.round() as u64, failed, "{pairs:?}");
            assert!(report.skills.is_empty() && report.skill_gap_mean.is_none());
        } else {
            assert_eq!(sum(&report.skills), sum(&report.parties), "{pairs:?}");
            assert!(report.skills.len() > 2 && report.skill_gap_mean.unwrap() > 0.0, "{pairs:?}: {report:?}");
        }
    }
}

#[test]
fn every_second_is_that_of_a_straight_run() {
    let seen = |day: &Day| {
        let mut all: Vec<Online> = Vec::new();
        day.each_online(&mut |online| all.push(online));
        all.sort_by_key(|online| online.player);
        (all, day.queues())
    };
    for (pairs, team, teams) in KINDS {
        let begin = || day(pairs, InOrder { team, teams, fails: NEVER });
        let (mut run, mut straight, mut machine) = (begin(), begin(), TimeMachine::new(usize::MAX, || 0));
        while run.now() < run.end() {
            machine.pass(&mut run);
            run.advance(60);
        }
        for shown_s in [10, 30_003, 50_000, 86_000] {
            let moment = SimTime::DAY_START + shown_s;
            straight.advance(moment.since(straight.now()));
            assert_eq!(seen(machine.seek(moment, u32::MAX).unwrap()), seen(&straight), "{pairs:?} at {shown_s}");
        }
        straight.advance(u32::MAX);
        assert_eq!(straight.report(), run.report(), "{pairs:?}");
    }
}

#[test]
fn a_failed_policy_stops_the_day_and_is_named() {
    for (pairs, team, teams) in KINDS {
        let fails = SimTime::DAY_START + 50_000;
        let mut day = day(pairs, InOrder { team, teams, fails });
        while day.fault().is_none() && day.now() < day.end() {
            day.advance(60);
        }
        let fault = day.fault().unwrap();
        assert!(fault.at >= fails && fault.at < fails + 600, "{pairs:?}: {fault}");
        let found = starvation(&day, &params(pairs), f64::NAN).unwrap();
        assert_eq!(found.cause, Cause::Policy);
        let says = [": the policy called at 1", "put match 1 at datacenter 65535, where there are"];
        assert!(says.iter().all(|says| found.words.contains(says)), "{}", found.words);
    }
}

#[test]
fn ranked_matches_keep_the_teams_of_their_mode() {
    let mut day = day(&[("ranked", "2v2"), ("parties", "0")], InOrder { team: 1, teams: (4, 4), fails: NEVER });
    day.advance(u32::MAX);
    let fault = day.fault().unwrap().to_string();
    assert!(fault.ends_with("formed match 1 with teams of 1, 1, 1, 1 players, where the mode is 2v2"), "{fault}");
}

#[test]
fn a_parameter_that_describes_no_policy_is_named() {
    for (key, text, says) in [
        ("rules", "", "rules: there is no rule set; set rules to one as JSON"),
        ("rules_config", "{}", "rules_config: line 1, column 1: `RequestTimeoutSeconds` is missing"),
        ("regions", "eu-west-1", "regions: `eu-west-1` is not of the form `us-east-1:ashburn`"),
    ] {
        let params = params(&[("policy", "rules"), ("rules", RULES), (key, text)]);
        let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
        let error = Day::new(&world, &params, Options::default()).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

/// A plug-in that only repeats its terms.
#[derive(Debug)]
struct Repeats;

impl Plugin for Repeats {
    fn policy(&self, terms: Terms<'_>) -> Result<Arc<dyn Policy>, String> {
        let Terms { teams, team_size, request_timeout_s, datacenters, schema, constants } = terms;
        let attributes: Vec<&str> = schema.attributes().iter().map(|(name, _)| name.as_str()).collect();
        let places = datacenters.iter().map(|(name, place)| format!("{name} {} {}", place.latitude, place.longitude));
        let places = places.collect::<Vec<_>>().join(", ");
        Err(format!("{teams} x {team_size}, {request_timeout_s} s, {places}, {attributes:?}, {:?}", constants.0))
    }
}

#[test]
fn a_plug_in_is_told_the_terms_of_the_day() {
    let error = |pairs: &[(&str, &str)], plugin: Option<Arc<dyn Plugin>>| {
        let params = params(&[&[("policy", "plugin")], pairs].concat());
        let mut dataset = tiny_dataset();
        plugin.into_iter().for_each(|plugin| dataset.set_plugin(plugin));
        let world = Arc::new(World::new(&dataset, &params).unwrap());
        Day::new(&world, &params, Options::default()).unwrap_err().to_string()
    };
    let places = "fra 50.11 8.68, iad 39.04 -77.49, nrt 35.69 139.69";
    for (pairs, terms) in [
        (&[("players", "6")][..], format!("1 x 6, 60 s, {places}, [], []")),
        (
            &[("ranked", "2v2"), ("attributes", "level:3"), ("constants", "A:1"), ("request_timeout_s", "40000")],
            format!("2 x 2, 600 s, {places}, [\"skill\", \"level\"], [(\"A\", 1.0)]"),
        ),
        (&[("ranked", "ffa4")], format!("4 x 1, 60 s, {places}, [\"skill\"], []")),
    ] {
        assert_eq!(error(pairs, Some(Arc::new(Repeats))), format!("plugin: {terms}"));
    }
    assert!(
        error(&[], None).starts_with("policy=plugin: there is no plug-in; set plugin to the file of a Wasm module")
    );
    assert!(error(&[("constants", "A")], Some(Arc::new(Repeats))).starts_with("constants: 'A' is no constant"));
    assert!(error(&[("attributes", "A")], Some(Arc::new(Repeats))).starts_with("attributes: 'A' is no attribute"));
}

#[test]
fn a_policy_is_told_of_waiting_tickets_and_time_outs_end_their_searches() {
    for pairs in [&[][..], &[("estimate", "ping"), ("jitter_ms", "5")], &[("ranked", "5v5"), ("parties", "0.5")]] {
        let mut day = day(pairs, Listens);
        day.advance(u32::MAX);
        assert_eq!(day.fault(), None);
        let summary = day.summary();
        let ended = summary.failed + summary.abandoned;
        assert!(summary.matches == 0 && summary.joined.abs_diff(ended) < 100, "{summary:?}");
    }
}

/// Matches two tickets at the first datacenter once both have waited for so many seconds.
#[derive(Debug)]
struct Late {
    after_s: u32,
    timeout_s: u32,
}

impl Policy for Late {
    fn rules(&self) -> &[String] {
        &[]
    }

    fn match_size(&self) -> (usize, usize) {
        (2, 2)
    }

    fn request_timeout_s(&self) -> u32 {
        self.timeout_s
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        let late: Vec<_> = call.tickets.iter().filter(|of| of.waited_s >= self.after_s).map(|of| of.id).collect();
        answer.matches.extend(late.chunks_exact(2).map(|two| PolicyMatch {
            teams: two.iter().map(|&id| [id].into_iter().collect()).collect(),
            datacenter: DatacenterIndex(0),
        }));
        Ok(())
    }
}

#[test]
fn a_ranked_search_lasts_as_long_as_its_policy_says() {
    let of_plugin = [("policy", "plugin"), ("request_timeout_s", "43200")];
    let pairs = [&of_plugin[..], &[("ranked", "1v1"), ("parties", "0"), ("accept_rate", "1")]].concat();
    let mut late = day(&pairs, Late { after_s: 550, timeout_s: 43_200 });
    late.advance(u32::MAX);
    let summary = late.summary();
    // Both tickets are asked, and have up to 8 s to answer; the next ticket comes some seconds later.
    let waited_s = summary.wait_mean_s.unwrap();
    assert!(summary.matches > 1_000 && (550.0..600.0).contains(&waited_s), "{summary:?}");
    let mut never = day(&pairs, Late { after_s: 550, timeout_s: 540 });
    never.advance(u32::MAX);
    assert!(never.summary().matches == 0 && never.summary().abandoned_tickets > 1_000, "{:?}", never.summary());
}

#[test]
fn the_longest_wait_is_read_off_a_configuration() {
    let wait_s = |config: &str| {
        let params = params(&[("policy", "rules"), ("ranked", "1v1"), ("rules_config", config)]);
        longest_wait_of(&params)
    };
    for (config, search_s, accept_s) in [
        ("", 120, 12),
        (r#"{"RequestTimeoutSeconds": 90}"#, 90, 12),
        (r#"{"RequestTimeoutSeconds" : 7, "AcceptanceRequired": true, "AcceptanceTimeoutSeconds":20}"#, 7, 20),
        (r#"{"RequestTimeoutSeconds": 43200, "AcceptanceTimeoutSeconds": 600}"#, 600, 600),
        // Numbers and keys in other forms could be anything.
        (r#"{"RequestTimeoutSeconds": 9e1}"#, 600, 12),
        (r#"{"Request\u0054imeoutSeconds": 90}"#, 600, 600),
    ] {
        assert_eq!(wait_s(config), 2 * (search_s + accept_s), "{config}");
    }
}

#[test]
fn a_configuration_says_who_is_asked_and_for_how_long() {
    let accepted = |config: &str, accept_rate: &str| {
        let rules = r#"{"name": "duel", "ruleLanguageVersion": "1.0",
            "teams": [{"name": "one", "minPlayers": 1, "maxPlayers": 1, "quantity": 2}]}"#;
        let of_rules = [("policy", "rules"), ("rules", rules), ("rules_config", config), ("ready", "double")];
        let of_day = [("ccu", "150"), ("ranked", "1v1"), ("parties", "0"), ("accept_rate", accept_rate)];
        let params = params(&[of_day, of_rules].concat());
        let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
        let report = Day::finished(&world, &params).unwrap().report();
        assert!(report.summary.matches > 1_000, "{config}: {report:?}");
        report.ladder.unwrap().accept_share.unwrap()
    };
    let required = |seconds: u32| {
        format!(r#"{{"RequestTimeoutSeconds": 60, "AcceptanceRequired": true, "AcceptanceTimeoutSeconds": {seconds}}}"#)
    };
    for (config, accept_rate, expected) in [
        ("", "0.9", 0.9 * 0.9 * 0.9 * 0.9),
        (r#"{"RequestTimeoutSeconds": 60}"#, "0.5", 1.0),
        (&required(12), "0.5", 0.25),
        // Players answer after 1 to 8 s, all equally likely: half of them before the fifth.
        (&required(5), "1", 0.25),
    ] {
        let share = accepted(config, accept_rate);
        assert!((share - expected).abs() < 0.02, "{config}: {share} instead of {expected}");
    }
}
