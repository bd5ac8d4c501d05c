use super::minutes::{Event, PerFleet, ServerGroup};
use super::*;
use crate::check;
use crate::columns::Count;
use crate::tiny::{params, tiny_dataset};
use crate::{ArticleDay, Simulate};
use matchday_base::time::HOUR_S;
use matchday_fleet::broker::{Accepts, FilterId};
use matchday_fleet::servers::autoscaler::Schedule;
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use matchday_fleet::simulation::{Fault, Flow};
use matchday_matchmaker::Cascade;
use matchday_wire::report::{ServersSummary, Summary};
use std::sync::Arc;

fn day(params: &Params) -> ArticleDay<Cascade, Servers> {
    let world = Arc::new(World::new(&tiny_dataset(), params).unwrap());
    let servers = Servers::new(&world, FleetRules::of(params).unwrap(), params).unwrap();
    ArticleDay::with_placement(world, params, servers)
}

fn finished(params: &Params) -> ArticleDay<Cascade, Servers> {
    let mut day = day(params);
    day.advance(u32::MAX);
    day
}

/// The figures of the servers.
fn figures(day: &ArticleDay<Cascade, Servers>) -> ServersSummary {
    day.placement.summary(day.now(), day.columns().played_s())
}

#[test]
fn invariants_hold_while_everything_goes_wrong() {
    for flow in ["broker", "register"] {
        let mut params = params(&[("ccu", "200"), ("fleet", flow), ("buffer", "3"), ("replay", "0.9"), ("bots", "1")]);
        for fault in Fault::ALL {
            params.set(&format!("fault.{}", fault.name()), "0.05").unwrap();
        }
        let mut day = day(&params);
        for _ in 0..8_000 {
            day.advance(1);
            check::sweep(&day).unwrap();
            day.placement.fleets.check(day.now() - 1).unwrap();
        }
        assert!(day.placement.fleets.record().lost() > 0);
    }
}

#[test]
fn schedules_go_by_the_dates_of_the_data_set() {
    let params = params(&[("ccu", "10"), ("fleet", "broker"), ("buffer", "2")]);
    let mut rules = FleetRules::of(&params).unwrap();
    let forty = Buffer { size: Reserve::Absolute(40), min_replicas: 40, max_replicas: 99 };
    let open = SimTime::DAY_START + 9 * HOUR_S;
    let on_the_first_day = Schedule {
        // 2026-05-20, from 09:00 to 11:00 UTC.
        start_s: Some(1_779_267_600),
        end_s: Some(1_779_274_800),
        windows: None,
        policy: Box::new(Policy::Buffer(forty)),
    };
    rules.settings.fleet.autoscaler = Some(AutoscalerSettings::new(Policy::Schedule(on_the_first_day)));
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    let servers = Servers::new(&world, rules, &params).unwrap();
    let mut day = ArticleDay::<Cascade, _>::with_placement(world, &params, servers);
    let mut most_until = |time: SimTime| {
        day.advance(time.since(day.now()));
        day.placement.most
    };
    assert!(most_until(open) < 40);
    assert!(most_until(open + HOUR_S) >= 3 * 40, "a schedule of the first shown day applies");
}

#[test]
fn servers_are_paid_for_the_matches_played_and_the_buffer_kept() {
    let params = params(&[("ccu", "300"), ("fleet", "broker"), ("buffer", "10"), ("boot_s", "4")]);
    let day = finished(&params);
    let (summary, servers) = (day.summary(), figures(&day));
    assert_eq!((servers.misses, servers.matches_lost, servers.expiries.len()), (0, 0, 0));
    // Each match is on its server while it loads and while it is played.
    let played_h = summary.matches as f64 * (2.0 + f64::from(params.match_s())) / 3_600.0;
    assert!((servers.utilisation.unwrap() * servers.server_hours / played_h - 1.0).abs() < 0.01, "{servers:?}");
    // In addition, ten at every datacenter, and for half a minute servers to be deleted.
    let datacenters = tiny_dataset().sites.iter().filter(|site| site.default).count();
    let kept_h = servers.server_hours - played_h;
    assert!((kept_h / (datacenters * 10 * 24) as f64 - 1.0).abs() < 0.1, "{kept_h} h for {datacenters} datacenters");
    let per_hour = PRICE_MICROS_PER_HOUR as f64 / 1e6;
    // Costs are counted in millionths, and paid by players in matches alone.
    let playing = |minute| day.columns().player_s(crate::census::State::Playing, minute);
    let hours_played = (0..1_440).map(|minute| f64::from(playing(minute))).sum::<f64>() / 3_600.0;
    let cost = servers.cost_per_hour_played.unwrap() * hours_played;
    assert!((cost - servers.server_hours * per_hour).abs() < 1e-6 * datacenters as f64, "{cost}");
    assert!(hours_played < summary.ccu_mean * 24.0 * 0.95, "others wait and pause");
}

#[test]
fn where_nobody_plays_an_hour_has_no_price() {
    let params = params(&[("ccu", "100"), ("fleet", "broker"), ("buffer", "0")]);
    let servers = figures(&finished(&params));
    assert_eq!((servers.matches_completed, servers.cost_per_hour_played), (0, None));
}

#[test]
fn minutes_add_up_to_the_summary() {
    for flow in ["broker", "register"] {
        let faults = [("fault.crash_in_match", "0.02"), ("fault.late", "0.01"), ("fault.hang", "0.01")];
        let params = params(&[&[("ccu", "900"), ("fleet", flow), ("buffer", "3")], &faults[..]].concat());
        let mut day = day(&params);
        day.advance(u32::MAX);
        let servers = day.servers().unwrap();
        let (summary, minutes) = (servers.summary(day.now(), day.columns().played_s()), servers.minutes());
        assert_eq!(minutes.minutes(), 1_440);
        let sum = |count: &dyn Fn(usize) -> u32| (0..1_440).map(|minute| u64::from(count(minute))).sum::<u64>();
        let events = |what| sum(&|minute| minutes.events(what, minute));
        assert_eq!(sum(&|minute| minutes.count(PerFleet::Misses, minute)), summary.misses);
        assert_eq!(sum(&|minute| minutes.count(PerFleet::Matches, minute)), day.summary().matches);
        assert_eq!(sum(&|minute| minutes.lost(minute)), summary.matches_lost);
        let by_cause = [
            (Event::NoServer, summary.matches_no_server),
            (Event::NotReady, summary.matches_not_ready),
            (Event::Overran, summary.matches_overran),
            (Event::ServerLost, summary.matches_server_lost),
            (Event::Cancelled, summary.matches_cancelled),
            (Event::Refused, summary.matches_refused),
        ];
        by_cause.into_iter().for_each(|(what, matches)| assert_eq!(events(what), matches, "{what:?}"));
        assert_eq!(by_cause[..5].iter().map(|(_, matches)| matches).sum::<u64>(), summary.matches_lost);
        let ended = summary.matches_completed + summary.matches_lost + summary.matches_refused;
        assert_eq!(day.summary().matches + summary.matches_open_at_start, ended + summary.matches_open);
        assert_eq!(events(Event::ColdStarts), summary.cold_starts);
        let pickup_s = events(Event::PickupWaitS) as f64 / events(Event::PickedUp) as f64;
        assert!((pickup_s - summary.pickup_wait_mean_s.unwrap()).abs() < 1e-9);
        let expiries = sum(&|minute| minutes.expiries(minute).iter().sum());
        assert_eq!(expiries, summary.expiries.values().sum::<u64>());
        assert!(expiries > 0 && summary.misses > 0 && summary.matches_lost > 0, "{flow}: {summary:?}");
        // Server time sampled once a minute.
        let hours =
            sum(&|minute| ServerGroup::ALL.map(|stand| minutes.servers(stand, minute)).iter().sum()) as f64 / 60.0;
        assert!((hours / summary.server_hours - 1.0).abs() < 0.01, "{hours} of {}", summary.server_hours);
        // Every server created still exists or was deleted.
        let there = |minute| ServerGroup::ALL.map(|stand| minutes.servers(stand, minute)).iter().sum::<u32>();
        let between = |what| (1..1_440).map(|minute| minutes.count(what, minute)).sum::<u32>();
        assert_eq!(there(0) + between(PerFleet::Created), there(1_439) + between(PerFleet::Deleted), "{flow}");
        let mut copy = ServerMinutes::new(minutes.datacenters());
        copy.push_rows(minutes.rows_from(0));
        assert_eq!(copy, *minutes);
    }
}

#[test]
fn days_that_differ_in_servers_costs_or_faults_have_different_digests() {
    let pairs = [("ccu", "300"), ("fleet", "broker"), ("buffer", "60"), ("boot_s", "20")];
    let of = |more: &[(&str, &str)], rules: &dyn Fn(&mut FleetRules)| {
        let params = params(&[&pairs[..], more].concat());
        let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
        let mut fleet = FleetRules::of(&params).unwrap();
        rules(&mut fleet);
        let servers = Servers::new(&world, fleet, &params).unwrap();
        let mut day = ArticleDay::<Cascade, _>::with_placement(world, &params, servers);
        day.advance(u32::MAX);
        let Summary { digest, ccu_peak, matches, wait_mean_s, .. } = day.summary();
        (digest, (ccu_peak, matches, wait_mean_s))
    };
    let usual = of(&[], &|_| {});
    assert_eq!(of(&[], &|_| {}), usual);
    // The players notice none of these.
    for (name, other) in [
        ("servers", of(&[("buffer", "61")], &|_| {})),
        ("boot times", of(&[("boot_s", "21")], &|_| {})),
        ("costs", of(&[], &|rules| rules.settings.fleet.price_micros_per_hour += 1)),
        ("faults", of(&[("fault.doubled", "0.01")], &|_| {})),
    ] {
        assert_eq!(other.1, usual.1, "{name}");
        assert_ne!(other.0, usual.0, "{name}");
    }
}

#[test]
fn every_match_without_a_server_misses_one_wherever_it_stands_in_line() {
    for flow in ["broker", "register"] {
        // Nothing boots: every match that forms finds no server.
        let params = params(&[("ccu", "300"), ("fleet", flow), ("buffer", "0")]);
        let day = finished(&params);
        assert_eq!(figures(&day).misses, day.summary().matches, "{flow}");
    }
}

#[test]
fn joins_do_not_depend_on_servers() {
    let of = |flow| params(&[("ccu", "300"), ("fleet", flow), ("fault.crash_in_match", "0.1")]);
    let mut at_once = ArticleDay::new(Arc::new(World::new(&tiny_dataset(), &of("off")).unwrap()), &of("off"));
    at_once.advance(u32::MAX);
    for flow in ["broker", "register"] {
        assert_eq!(finished(&of(flow)).summary().joined, at_once.summary().joined);
    }
}

#[test]
fn at_a_moment_the_matches_of_a_minute_are_lost() {
    let days = |incidents| {
        let params =
            params(&[("ccu", "3000"), ("fleet", "broker"), ("buffer", "100"), ("seed", "2"), ("incidents", incidents)]);
        finished(&params)
    };
    let (usual, struck) = (days(""), days("crash_in_match@12:00"));
    let lost = |day: &ArticleDay<Cascade, Servers>| figures(day).matches_lost;
    assert_eq!((lost(&usual), usual.summary().joined), (0, struck.summary().joined));
    let servers = figures(&struck);
    // Loaded two seconds after they formed, in the first seconds of the minute or the last.
    let formed = f64::from(struck.columns().count(Count::Matches, 12 * 60));
    assert!((servers.matches_lost as f64 / formed - 1.0).abs() < 0.1, "{servers:?} of {formed}");
    assert_eq!(servers.expiries, [("ServerMaxLifetimeMinutes".to_owned(), servers.matches_lost)].into());
}

/// Accepts no match.
#[derive(Clone, Debug)]
struct Nothing;

impl Accepts for Nothing {
    fn accepts(&self, _: FilterId, _: &Properties) -> bool {
        false
    }
}

#[test]
fn players_of_a_refused_match_search_again_after_a_while() {
    let params = params(&[("ccu", "2000"), ("fleet", "broker"), ("patience_s", "600"), ("retry_s", "20")]);
    let mut rules = FleetRules::of(&params).unwrap();
    let Flow::Broker(broker) = &mut rules.settings.flow else { panic!("{:?}", rules.settings.flow) };
    broker.front_end = vec![FilterId(0)];
    rules.filters = Filters::new(Nothing);
    let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
    let servers = Servers::new(&world, rules, &params).unwrap();
    let mut day = ArticleDay::<Cascade, _>::with_placement(world, &params, servers);
    let mut before = 0;
    for second in 0..600 {
        day.advance(1);
        check::sweep(&day).unwrap();
        let refused = day.placement.fleets.record().with(Outcome::Refused);
        // Nobody is in two matches within 14 seconds, 30 % less than 20.
        if second % 14 == 13 {
            assert!((refused - before) * 4 <= u64::from(day.census.inside()), "{refused} after {second} s");
            before = refused;
        }
    }
    let record = day.placement.fleets.record();
    assert!(record.with(Outcome::Refused) > 100 && record.with(Outcome::Completed) + record.lost() == 0);
}

#[test]
fn no_match_forms_at_a_datacenter_that_has_failed() {
    let params = params(&[
        ("ccu", "3000"),
        ("fleet", "broker"),
        ("seed", "2"),
        ("incidents", "outage:iad@20:00"),
        ("outage_min", "7"),
    ]);
    let day = finished(&params);
    let matches = |datacenter, minute| day.columns().at(datacenter, crate::columns::PerDatacenter::Matches, minute);
    let (before, outage, after) = (1_180..1_200, 1_200..1_207, 1_207..1_227);
    let iad = |minutes: std::ops::Range<usize>| minutes.map(|minute| matches(1, minute)).sum::<u32>();
    assert_eq!(iad(outage.clone()), 0, "fra, iad, nrt");
    assert!(iad(before.clone()) > 100 && iad(after) > 100);
    // Its players search elsewhere.
    let elsewhere = |minutes: std::ops::Range<usize>| {
        let count = minutes.len() as f64;
        f64::from(minutes.map(|minute| matches(0, minute) + matches(2, minute)).sum::<u32>()) / count
    };
    assert!(elsewhere(outage.start + 1..outage.end) > 1.2 * elsewhere(before), "matches a minute");
    let report = figures(&day);
    let minutes = day.servers().unwrap().minutes();
    let at = |minute| ServerGroup::ALL.map(|group| minutes.servers_at(1, group, minute)).iter().sum::<u32>();
    assert!(at(1_199) > 50 && at(1_203) == 0 && at(1_210) > 50);
    // The matches that ran there are lost, and their players leave them after 15 s.
    let lost = |minute| minutes.lost(minute);
    assert_eq!((u64::from(lost(1_200)), lost(1_199) + lost(1_201)), (report.matches_lost, 0));
    assert!(report.matches_lost > 10);
}

#[test]
fn an_outage_elsewhere_is_an_error() {
    let params = params(&[("fleet", "broker"), ("incidents", "outage:lima@20:00")]);
    let world = World::new(&tiny_dataset(), &params).unwrap();
    let error = Servers::new(&world, FleetRules::of(&params).unwrap(), &params).unwrap_err();
    assert_eq!(error.to_string(), "incidents=outage:lima: no such datacenter is switched on; there are fra, iad, nrt");
}

#[test]
fn regions_are_numbered_in_their_order() {
    let world = World::new(&tiny_dataset(), &params(&[])).unwrap();
    let numbers = regions(&world);
    assert_eq!(numbers.len(), world.datacenters.len());
    assert_eq!(numbers.first(), Some(&0));
    for (a, one) in numbers.iter().zip(&world.datacenters) {
        for (b, other) in numbers.iter().zip(&world.datacenters) {
            assert_eq!(a == b, one.region == other.region);
        }
    }
}
