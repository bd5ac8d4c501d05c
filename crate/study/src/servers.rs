//! Findings about a day's servers, in words.

use crate::finding::{Finding, Kind};
use matchday_base::ShownDays;
use matchday_base::time::{DAY_S, HOUR_S, MINUTE_S};
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Look};
use matchday_fleet::servers::theory::{Demand, Shortage, replaced_share};
use matchday_fleet::simulation::{Flow, SimulationSettings};
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes, cause_names};
use matchday_sim::text::{grouped, per_cent};
use std::ops::Range;

/// Bounds of the measured dispersion of matches: an hour shows no less and no more.
const DISPERSION: (f64, f64) = (0.1, 10.0);
/// Least minutes without a free server for a finding.
const LEAST_STARVED_MIN: usize = 3;
/// Most timers reported.
const MOST_TIMERS: usize = 3;
/// The timer of servers that wait to be chosen: it expires without any harm.
const REGISTRATION_TIMER: &str = "RegistrationSeconds";
const HOUR_MIN: usize = (HOUR_S / MINUTE_S) as usize;

/// A day's servers: settings, minutes and names of datacenters.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a> {
    /// Its settings.
    pub settings: &'a SimulationSettings,
    /// Its recorded minutes.
    pub minutes: &'a ServerMinutes,
    /// Names by datacenter.
    pub names: &'a [String],
    /// The shown days.
    pub days: ShownDays,
}

/// Findings about the servers of some days, problems first.
pub fn findings(servers: Servers<'_>) -> Vec<Finding> {
    if servers.minutes.minutes() == 0 {
        return Vec::new();
    }
    let mut findings = Vec::new();
    findings.extend(servers.killed());
    findings.extend(servers.refused());
    findings.extend(servers.capped());
    findings.extend(servers.starved());
    findings.extend(servers.buffer());
    findings.extend(servers.lost());
    findings.extend(servers.expired());
    findings.extend(servers.churn());
    findings.extend(servers.idle());
    findings.sort_by_key(|finding| !finding.bad);
    findings
}

/// What happened to the matches that failed, in the order of [`Event::LOSSES`].
const CAUSES: [&str; Event::LOSSES.len()] =
    ["got no server", "were not ready in time", "ran too long", "lost their server", "were cancelled"];

impl Servers<'_> {
    /// A fail-safe timer that ends every match before its own end.
    fn killed(&self) -> Option<Finding> {
        let match_s = self.settings.match_s;
        let timers: Vec<(&str, u32)> = match &self.settings.flow {
            Flow::Broker(broker) => {
                let own = [
                    ("ServerMaxLifetimeMinutes", broker.server_max_lifetime_s),
                    ("MatchMaxRunTimeMinutes", broker.match_max_run_s),
                ];
                let reapers = broker.allocators.iter().map(|one| ("MaxRunTimeMinutes", one.reaper_max_run_s));
                own.into_iter().chain(reapers).collect()
            }
            Flow::Register(registration) => vec![("MatchMaxRunTimeMinutes", registration.match_max_run_s)],
        };
        // At the deadline, the deadline wins.
        let &(name, seconds) =
            timers.iter().filter(|(_, seconds)| *seconds <= match_s).min_by_key(|(_, seconds)| seconds)?;
        let words = format!(
            "Matches of {match_s} s are killed by {name}, which expires after {seconds} s: set it above {}, or shorten the \
             matches.",
            match_s / MINUTE_S
        );
        Some(Finding { kind: Kind::Killed, words, at_s: None, bad: true })
    }

    /// Matches that no allocator takes.
    fn refused(&self) -> Option<Finding> {
        let (refused, worst) = self.sum(|minute| self.minutes.events(Event::Refused, minute));
        let words = format!(
            "{} matches were refused, most around {}: their properties fit no Requirements. Their players search again \
             after a while.",
            grouped(refused),
            self.clock(worst)
        );
        (refused > 0).then_some(Finding { kind: Kind::Refused, words, at_s: Some(worst as u32 * MINUTE_S), bad: true })
    }

    /// The longest period in which a fleet had all servers that it may have, and matches found none.
    fn capped(&self) -> Option<Finding> {
        let full = |at: usize, minute: usize| {
            let leaving = self.minutes.servers_at(at, ServerGroup::Leaving, minute);
            let servers = ServerGroup::ALL.map(|group| self.minutes.servers_at(at, group, minute)).iter().sum::<u32>();
            self.minutes.count_at(at, PerFleet::Misses, minute) > 0
                && self.most_servers(minute).is_some_and(|most| servers - leaving >= most)
        };
        let (at, minutes) = self.longest(full)?;
        let sum = |what| minutes.clone().map(|minute| self.minutes.count_at(at, what, minute)).sum::<u32>();
        let (asked, missed) = (sum(PerFleet::Matches), sum(PerFleet::Misses));
        if minutes.len() < LEAST_STARVED_MIN {
            return None;
        }
        let most = self.most_servers(minutes.start)?;
        let remedy = match self.settings.fleet.autoscaler {
            Some(_) => "Raise maxReplicas.",
            None => "Raise its replicas: it has no autoscaler.",
        };
        let in_use = f64::from(asked) / (minutes.len() as f64 * f64::from(MINUTE_S)) * f64::from(self.settings.match_s);
        let words = format!(
            "The fleet at {} had all {most} servers that it may have from {} to {}: {} of {} matches found no server, \
             and their rate needs about {in_use:.0} servers in use. {remedy}",
            self.names[at],
            self.clock(minutes.start),
            self.clock(minutes.end),
            grouped(missed.into()),
            grouped(asked.into()),
        );
        Some(Finding { kind: Kind::Capped, words, at_s: Some(minutes.start as u32 * MINUTE_S), bad: true })
    }

    /// The most servers that a fleet may have in a minute; `None` without a limit.
    fn most_servers(&self, minute: usize) -> Option<u32> {
        let Some(autoscaler) = &self.settings.fleet.autoscaler else { return Some(self.settings.fleet.replicas) };
        let scale = autoscaler.policy.scale(&self.look(minute, u32::MAX))?;
        (scale.replicas < u32::MAX).then_some(scale.replicas)
    }

    /// What an autoscaler sees in a minute with all servers in use.
    fn look(&self, minute: usize, servers: u32) -> Look<'static> {
        let unix_s = self.days.first.unix_day() * i64::from(DAY_S) + minute as i64 * i64::from(MINUTE_S);
        Look { replicas: servers, allocated: servers, rooms: None, unix_s }
    }

    /// The longest period in which a datacenter had no free server while matches asked for one.
    fn starved(&self) -> Option<Finding> {
        // Servers that register themselves are free while Reserved, so that matches must have found none, too.
        let none_free = |at: usize, minute: usize| {
            let missed = self.minutes.count_at(at, PerFleet::Misses, minute) > 0;
            missed && self.minutes.servers_at(at, ServerGroup::Ready, minute) == 0
        };
        let (at, minutes) = self.longest(none_free)?;
        let sum = |what| minutes.clone().map(|minute| self.minutes.count_at(at, what, minute)).sum::<u32>();
        let (asked, missed, created) = (sum(PerFleet::Matches), sum(PerFleet::Misses), sum(PerFleet::Created));
        if minutes.len() < LEAST_STARVED_MIN || asked == 0 {
            return None;
        }
        let reserved = self.minutes.servers_at(at, ServerGroup::Reserved, minutes.start);
        let (name, since, until) = (&self.names[at], self.clock(minutes.start), self.clock(minutes.end));
        let scaled = if created == 0 { "and no scale-up".to_owned() } else { format!("though {created} were ordered") };
        let words = if reserved > 0 {
            format!(
                "Reserved servers eat the buffer: 0 Ready and {reserved} Reserved at {name} since {since}, {scaled} by {until}; \
                 {} of {} matches found no server.",
                grouped(missed.into()),
                grouped(asked.into())
            )
        } else {
            format!(
                "0 Ready at {name} from {since} to {until}, {scaled}: {} of {} matches found no server.",
                grouped(missed.into()),
                grouped(asked.into())
            )
        };
        Some(Finding { kind: Kind::Starved, words, at_s: Some(minutes.start as u32 * MINUTE_S), bad: missed > 0 })
    }

    /// The datacenter and the longest run of minutes in which something was so.
    fn longest(&self, is_so: impl Fn(usize, usize) -> bool) -> Option<(usize, Range<usize>)> {
        let minutes = 0..self.minutes.minutes();
        let runs = (0..self.minutes.datacenters()).flat_map(|at| {
            let is_so: Vec<bool> = minutes.clone().map(|minute| is_so(at, minute)).collect();
            let mut start = 0;
            let runs = is_so.chunk_by(|a, b| a == b).filter_map(|run| {
                start += run.len();
                run[0].then_some((at, start - run.len()..start))
            });
            runs.collect::<Vec<_>>()
        });
        runs.max_by_key(|(_, minutes)| minutes.len())
    }

    /// The buffer's misses in the worst hour and by theory, and the size that would do.
    fn buffer(&self) -> Option<Finding> {
        let hours = self.minutes.minutes() / HOUR_MIN;
        let places = (0..self.minutes.datacenters()).flat_map(|at| (0..hours).map(move |hour| (at, hour)));
        let weight = |&(at, hour): &(usize, usize)| {
            [PerFleet::Misses, PerFleet::Matches].map(|what| self.in_hour(at, hour, what).sum::<u32>())
        };
        // The first of several equal hours.
        let (at, hour) = places.rev().max_by_key(weight)?;
        let [missed, asked] = weight(&(at, hour));
        if asked == 0 || missed == 0 && !self.all_served() {
            return None;
        }
        let (name, from) = (&self.names[at], self.clock(hour * HOUR_MIN));
        let measured = per_cent(f64::from(missed) / f64::from(asked));
        let words = match (self.buffer_at(at, hour), missed) {
            (None, 0) => return None,
            (None, _) => format!("At {name} {measured} of the matches from {from} on found no server."),
            (Some((buffer, demand, shortage)), _) => {
                let miss = |buffer| {
                    let share = shortage.miss(buffer);
                    format!("{}{}", if share > Shortage::ROUGH { "at least " } else { "" }, per_cent(share))
                };
                let enough = shortage.buffer_for(Shortage::ADVISED);
                let better =
                    if enough > buffer { format!("; {enough} would miss {}", miss(enough)) } else { String::new() };
                match missed {
                    0 => format!(
                        "Every match found a server at once. A buffer of {enough} would miss {} at {name} in its busiest \
                         hour; {buffer} are kept.",
                        miss(enough)
                    ),
                    _ => format!(
                        "At {name} {measured} of the matches from {from} on found no server. By theory, a buffer of \
                         {buffer} misses {} at this rate, {:.1} a minute that vary {:.1} times as much as at random, with \
                         {:.0} s until a new server is there{better}.",
                        miss(buffer),
                        f64::from(asked) / HOUR_MIN as f64,
                        demand.dispersion,
                        demand.boot_s + demand.look_s / 2.0,
                    ),
                }
            }
        };
        Some(Finding { kind: Kind::Buffer, words, at_s: Some((hour * HOUR_MIN) as u32 * MINUTE_S), bad: missed > 0 })
    }

    /// Whether every match that ended was played.
    fn all_served(&self) -> bool {
        let failed = |minute| self.minutes.lost(minute) + self.minutes.events(Event::Refused, minute);
        self.sum(failed).0 == 0
    }

    /// A count of a datacenter in the minutes of an hour.
    fn in_hour(&self, at: usize, hour: usize, what: PerFleet) -> impl Iterator<Item = u32> {
        (hour * HOUR_MIN..(hour + 1) * HOUR_MIN).map(move |minute| self.minutes.count_at(at, what, minute))
    }

    /// The servers kept beyond those in use at a datacenter in an hour, its demand, and how often that uses them up;
    /// `None` without a policy that decides by the servers in use, or beyond the theory.
    fn buffer_at(&self, at: usize, hour: usize) -> Option<(u32, Demand, Shortage)> {
        let fleet = &self.settings.fleet;
        let AutoscalerSettings { policy, every_s } = fleet.autoscaler.as_ref()?;
        let minutes = hour * HOUR_MIN..(hour + 1) * HOUR_MIN;
        let allocated: Vec<u32> =
            minutes.map(|minute| self.minutes.servers_at(at, ServerGroup::Allocated, minute)).collect();
        let mean = allocated.iter().sum::<u32>() / HOUR_MIN as u32;
        let wanted = policy.scale(&self.look(hour * HOUR_MIN, mean))?.replicas;
        // A fleet at its limit keeps no buffer.
        if self.most_servers(hour * HOUR_MIN).is_some_and(|most| wanted >= most) {
            return None;
        }
        let matches: Vec<u32> = self.in_hour(at, hour, PerFleet::Matches).collect();
        let next_match = f64::from(self.settings.next_match) / f64::from(SimulationSettings::SHARE_ONE);
        let replaced = replaced_share(next_match, self.settings.session_limit);
        // Where servers return, what counts is how much their number grows.
        let varied = if replaced > 0.0 { &matches } else { &allocated };
        let each_minute = matches.iter().sum::<u32>() as f64 / HOUR_MIN as f64;
        let demand = Demand {
            matches_per_s: each_minute / f64::from(MINUTE_S),
            dispersion: (variance(varied) / each_minute).clamp(DISPERSION.0, DISPERSION.1),
            replaced,
            boot_s: fleet.boot.mean_s(),
            look_s: f64::from(*every_s),
        };
        Some((wanted.saturating_sub(mean), demand, Shortage::of(&demand)?))
    }

    /// Matches that were not completed.
    fn lost(&self) -> Option<Finding> {
        let (lost, worst) = self.sum(|minute| self.minutes.lost(minute));
        let matches = self.sum(|minute| self.minutes.count(PerFleet::Matches, minute)).0;
        let share = per_cent(lost as f64 / matches.max(1) as f64);
        let causes = Event::LOSSES.into_iter().zip(CAUSES).filter_map(|(event, words)| {
            let times = self.sum(|minute| self.minutes.events(event, minute)).0;
            (times > 0).then(|| format!("{} {words}", grouped(times)))
        });
        let words = format!(
            "{} matches failed, {share} of all, most of them around {}: {}. Their players search again after a while, \
             with the wait that they had.",
            grouped(lost),
            self.clock(worst),
            causes.collect::<Vec<_>>().join(", ")
        );
        (lost > 0).then_some(Finding { kind: Kind::Lost, words, at_s: Some(worst as u32 * MINUTE_S), bad: true })
    }

    /// The fail-safe timers that expired most often.
    fn expired(&self) -> Vec<Finding> {
        let of_cause = |(cause, name)| {
            let (times, worst) = self.sum(|minute| self.minutes.expiries(minute)[cause]);
            (times, worst, name)
        };
        let mut causes: Vec<(u64, usize, &str)> = cause_names().enumerate().map(of_cause).collect();
        causes.retain(|&(times, ..)| times > 0);
        causes.sort_by_key(|&(times, ..)| std::cmp::Reverse(times));
        let finding = |&(times, worst, name): &(u64, usize, &str)| Finding {
            kind: Kind::TimerExpired,
            words: format!(
                "{name} expired {} {}, most around {}: {}.",
                grouped(times),
                if times == 1 { "time" } else { "times" },
                self.clock(worst),
                meaning(name)
            ),
            at_s: Some(worst as u32 * MINUTE_S),
            bad: name != REGISTRATION_TIMER,
        };
        causes.iter().take(MOST_TIMERS).map(finding).collect()
    }

    /// Matches per server created.
    fn churn(&self) -> Option<Finding> {
        let (created, _) = self.sum(|minute| self.minutes.count(PerFleet::Created, minute));
        let (picked_up, _) = self.sum(|minute| self.minutes.events(Event::PickedUp, minute));
        if created == 0 || picked_up == 0 {
            return None;
        }
        let each = picked_up as f64 / created as f64;
        let (servers, matches) = (grouped(created), grouped(picked_up));
        let words = format!("{servers} servers were made for {matches} matches: {each:.1} matches on each.");
        Some(Finding { kind: Kind::Churn, words, at_s: None, bad: each < 1.0 })
    }

    /// Shares of server time by state.
    fn idle(&self) -> Option<Finding> {
        let minutes = |stand| self.sum(|minute| self.minutes.servers(stand, minute)).0;
        let all: u64 = ServerGroup::ALL.map(minutes).iter().sum();
        if all == 0 {
            return None;
        }
        let share = |stand| per_cent(minutes(stand) as f64 / all as f64);
        let words = format!(
            "Of {} server hours {} were Allocated, {} Reserved, {} Ready, {} booting.",
            grouped(all / HOUR_MIN as u64),
            share(ServerGroup::Allocated),
            share(ServerGroup::Reserved),
            share(ServerGroup::Ready),
            share(ServerGroup::Booting),
        );
        Some(Finding { kind: Kind::Idle, words, at_s: None, bad: false })
    }

    /// A sum over all minutes, and the minute with the most.
    fn sum(&self, count: impl Fn(usize) -> u32) -> (u64, usize) {
        let minutes = 0..self.minutes.minutes();
        let sum = minutes.clone().map(|minute| u64::from(count(minute))).sum();
        // The first of several equal minutes.
        (sum, minutes.rev().max_by_key(|&minute| count(minute)).unwrap_or(0))
    }

    fn clock(&self, minute: usize) -> String {
        self.days.clock(minute as u32 * MINUTE_S)
    }
}

/// Variance of numbers whose mean moves slowly: half of the mean square of the difference between neighbours.
fn variance(numbers: &[u32]) -> f64 {
    let squares = numbers.windows(2).map(|pair| libm::pow(f64::from(pair[1]) - f64::from(pair[0]), 2.0));
    squares.sum::<f64>() / (2.0 * (numbers.len() - 1) as f64)
}

/// The meaning of a timer's expiry.
fn meaning(timer: &str) -> &'static str {
    match timer {
        "MatchPickupTimeSeconds" => "no server picked these matches up in time, and they ended",
        "MatchReadyTimeSeconds" => "servers picked matches up and did not get ready for them",
        "MatchMaxRunTimeMinutes" => "matches did not end by themselves",
        "ServerMaxLifetimeMinutes" => "the broker had not heard from these servers for that long",
        "ReadyDeadlineSeconds" => "allocators did not answer, or their servers never asked for a match",
        "MaxRunTimeMinutes" => "the reaper found servers that had run for too long",
        REGISTRATION_TIMER => "servers were registered and not chosen; they register again",
        _ => "chosen servers did not confirm",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use matchday_base::calendar::Date;
    use matchday_fleet::servers::BootTime;
    use matchday_fleet::servers::autoscaler::{Buffer, Chain, Link, Policy, Reserve};
    use matchday_fleet::simulation::Fault;
    use matchday_scenario::Params;

    fn settings(settings: &[(&str, &str)]) -> SimulationSettings {
        let mut params = Params::default();
        settings.iter().for_each(|(key, value)| params.set(key, value).unwrap());
        matchday_sim::servers::settings(&params).unwrap()
    }

    const ONE_DAY: ShownDays = ShownDays { first: Date { year: 2026, month: 5, day: 20 }, count: 1 };

    /// A day of one datacenter, from each minute's server counts and events.
    fn minutes(of: impl Fn(u32) -> [u32; 9]) -> ServerMinutes {
        let mut minutes = ServerMinutes::new(1);
        for minute in 0..1_440 {
            let mut row = vec![0; minutes.width()];
            row[..9].copy_from_slice(&of(minute));
            minutes.push_rows(&row);
        }
        minutes
    }

    fn words(settings: &SimulationSettings, minutes: &ServerMinutes) -> Vec<String> {
        let names = ["Lima".to_owned()];
        findings(Servers { settings, minutes, names: &names, days: ONE_DAY })
            .into_iter()
            .map(|finding| finding.words)
            .collect()
    }

    /// The same day with an event of all servers in each minute: a position after those of the datacenter.
    fn with(day: &ServerMinutes, event: usize, times: u32) -> ServerMinutes {
        let mut other = ServerMinutes::new(1);
        for minute in 0..day.minutes() {
            let mut row = day.rows_from(minute)[..day.width()].to_vec();
            row[9 + event] = times;
            other.push_rows(&row);
        }
        other
    }

    /// The position of the expiries of a timer.
    fn timer(name: &str) -> usize {
        Event::Cancelled as usize + 1 + cause_names().position(|cause| cause == name).unwrap()
    }

    fn at_most(max_replicas: u32) -> SimulationSettings {
        let mut settings = settings(&[("fleet", "broker")]);
        let buffer = Buffer { size: Reserve::Absolute(5), min_replicas: 0, max_replicas };
        settings.fleet.autoscaler = Some(AutoscalerSettings::new(Policy::Buffer(buffer)));
        settings
    }

    fn found(settings: &SimulationSettings, minutes: &ServerMinutes) -> Vec<Finding> {
        findings(Servers { settings, minutes, names: &["Lima".to_owned()], days: ONE_DAY })
    }

    /// The findings of a day with one of this kind, and of a near one without it.
    pub(crate) fn pair(kind: Kind) -> [Vec<Finding>; 2] {
        let (usual, broker) = (minutes(|_| [6, 0, 3, 1, 0, 0, 0, 6, 0]), settings(&[("fleet", "broker")]));
        let lost = |times| with(&usual, Event::ServerLost as usize, times);
        let full =
            minutes(|minute| if minute < 60 { [20, 0, 0, 0, 1, 0, 0, 6, 2] } else { [6, 0, 5, 0, 0, 0, 0, 6, 0] });
        let starved =
            |least: u32| minutes(move |minute| if minute < least { [9, 0, 0, 0, 0, 0, 0, 6, 2] } else { [0; 9] });
        match kind {
            Kind::Killed => {
                ["600", "590"].map(|match_s| found(&settings(&[("fleet", "broker"), ("match_s", match_s)]), &usual))
            }
            Kind::Refused => [1, 0].map(|times| found(&broker, &with(&usual, Event::Refused as usize, times))),
            Kind::Capped => [20, u32::MAX].map(|most| found(&at_most(most), &full)),
            Kind::Starved => [3, 2].map(|least| found(&broker, &starved(least))),
            Kind::Buffer => [0, 1].map(|times| found(&broker, &lost(times))),
            Kind::Lost => [1, 0].map(|times| found(&broker, &lost(times))),
            Kind::TimerExpired => {
                [1, 0].map(|times| found(&broker, &with(&usual, timer("MatchPickupTimeSeconds"), times)))
            }
            Kind::Churn => [1, 0].map(|created| {
                let day = minutes(|_| [6, 0, 3, 1, 0, created, 0, 6, 0]);
                found(&broker, &with(&day, Event::PickedUp as usize, 6))
            }),
            Kind::Idle => [1, 0].map(|ready| found(&broker, &minutes(|_| [0, 0, ready, 0, 0, 0, 0, 0, 0]))),
            other => panic!("{other:?} is no finding about servers"),
        }
    }

    #[test]
    fn a_small_buffer_is_told_what_it_misses_and_what_would_do() {
        // 0.1 matches a second that vary as random ones, and one look each 30 s, as in the table of the guide.
        let varied = |minute: u32| [4, 8, 4, 8, 5, 7][minute as usize % 6];
        let day = minutes(|minute| [0, 0, 2, 0, 0, 0, 0, varied(minute), u32::from(minute % 10 == 0)]);
        let said = |pairs: &[(&str, &str)]| {
            let mut settings = settings(&[&[("fleet", "broker"), ("buffer", "5")], pairs].concat());
            settings.fleet.boot = BootTime::always(30);
            words(&settings, &day).into_iter().find(|words| words.contains("By theory")).unwrap()
        };
        for one_match in [("next_match", "0"), ("session_limit", "1")] {
            let one = said(&[one_match]);
            assert!(one.starts_with("At Lima 1.7 % of the matches from 00:00 on found no server."), "{one}");
            assert!(one.contains("a buffer of 5 misses at least 25.") && one.contains("with 45 s until"), "{one}");
            assert!(one.contains("6.0 a minute that vary 1.0 times") && one.contains("10 would miss 0."), "{one}");
        }
        // Servers in use that never change in number need hardly any buffer.
        assert!(said(&[]).contains("a buffer of 5 misses < 0.1 %"), "{}", said(&[]));
    }

    #[test]
    fn days_that_lose_their_matches_are_not_called_served() {
        let usual = minutes(|_| [6, 0, 3, 1, 0, 0, 0, 6, 0]);
        let served = |day: &ServerMinutes| {
            words(&settings(&[("fleet", "broker")]), day)
                .iter()
                .any(|words| words.contains("Every match found a server"))
        };
        assert!(served(&usual));
        for event in
            [Event::NoServer, Event::NotReady, Event::Overran, Event::ServerLost, Event::Cancelled, Event::Refused]
        {
            assert!(!served(&with(&usual, event as usize, 6)), "{event:?}");
        }
    }

    #[test]
    fn reserved_servers_that_eat_the_buffer_are_named() {
        let settings = settings(&[("fleet", "register")]);
        let starved = |minute: u32| (842..850).contains(&minute);
        let day =
            minutes(|minute| if starved(minute) { [10, 7, 0, 0, 0, 0, 0, 4, 3] } else { [10, 0, 5, 0, 0, 1, 1, 4, 0] });
        let found =
            findings(Servers { settings: &settings, minutes: &day, names: &["Lima".to_owned()], days: ONE_DAY });
        let (words, at_s) = (&found[0].words, found[0].at_s);
        assert!(
            words.starts_with("Reserved servers eat the buffer: 0 Ready and 7 Reserved at Lima since 14:02"),
            "{words}"
        );
        assert!(words.contains("and no scale-up by 14:10; 24 of 32 matches found no server."), "{words}");
        assert_eq!(at_s, Some(842 * 60));
    }

    #[test]
    fn a_calm_day_says_what_would_have_been_enough_and_where_time_went() {
        let words = words(&settings(&[("fleet", "broker")]), &minutes(|_| [6, 0, 3, 1, 0, 0, 0, 6, 0]));
        assert_eq!(words.len(), 2, "{words:?}");
        assert!(words[0].starts_with("Every match found a server at once. A buffer of "), "{words:?}");
        assert!(words[0].ends_with("at Lima in its busiest hour; 50 are kept."), "{words:?}");
        assert_eq!(words[1], "Of 240 server hours 60.0 % were Allocated, 0 % Reserved, 30.0 % Ready, 10.0 % booting.");
    }

    #[test]
    fn servers_that_register_again_are_no_problem() {
        let mut day = minutes(|_| [6, 0, 3, 1, 0, 0, 0, 6, 0]);
        let mut row = vec![0; day.width()];
        let first = day.width() - Fault::ALL.len() - cause_names().count();
        for (at, name) in cause_names().enumerate() {
            row[first + at] = u32::from(["RegistrationSeconds", "MatchMaxRunTimeMinutes"].contains(&name));
        }
        day.push_rows(&row);
        let settings = settings(&[("fleet", "register")]);
        let found =
            findings(Servers { settings: &settings, minutes: &day, names: &["Lima".to_owned()], days: ONE_DAY });
        let bad = |name| found.iter().find(|finding| finding.words.starts_with(name)).map(|finding| finding.bad);
        assert_eq!((bad("RegistrationSeconds"), bad("MatchMaxRunTimeMinutes")), (Some(false), Some(true)), "{found:?}");
    }

    #[test]
    fn a_match_length_that_a_timer_kills_is_told() {
        let day = minutes(|_| [6, 0, 3, 1, 0, 0, 0, 6, 0]);
        let first = |match_s: &str, flow| words(&settings(&[("fleet", flow), ("match_s", match_s)]), &day).remove(0);
        assert!(first("600", "broker").starts_with("Matches of 600 s are killed by ServerMaxLifetimeMinutes"));
        assert!(first("600", "broker").contains("after 600 s: set it above 10, or shorten"));
        assert!(first("590", "broker").starts_with("Every match found a server"));
        assert!(first("7190", "register").starts_with("Every match found a server"));
        assert!(first("7200", "register").starts_with("Matches of 7200 s are killed by MatchMaxRunTimeMinutes"));
    }

    #[test]
    fn a_fleet_at_its_limit_is_told_what_it_needs() {
        let mut settings = at_most(20);
        // 6 a minute of 300 s keep 30 servers in use.
        let full = |minute: u32| (600..660).contains(&minute);
        let row = |minute| if full(minute) { [20, 0, 0, 0, 1, 0, 0, 6, 2] } else { [6, 0, 5, 0, 0, 0, 0, 6, 0] };
        let said = words(&settings, &minutes(row));
        let capped = said.iter().find(|words| words.contains("maxReplicas")).unwrap();
        assert!(
            capped.starts_with("The fleet at Lima had all 20 servers that it may have from 10:00 to 11:00: 120 of 360")
        );
        assert!(capped.contains("needs about 30 servers in use"), "{capped}");
        settings.fleet.autoscaler = Some(AutoscalerSettings::new(Policy::NotSimulated));
        let silent =
            |settings: &SimulationSettings| !words(settings, &minutes(row)).iter().any(|words| words.contains("Raise"));
        assert!(silent(&settings) && silent(&at_most(u32::MAX)));
        // A chain's policy that applies has no maximum.
        let link = |most| Link { id: String::new(), policy: at_most(most).fleet.autoscaler.unwrap().policy };
        let chain = Policy::Chain(Chain(vec![link(u32::MAX), link(20)]));
        settings.fleet.autoscaler = Some(AutoscalerSettings::new(chain));
        assert!(silent(&settings));
        // Without an autoscaler there is no maxReplicas to raise.
        (settings.fleet.autoscaler, settings.fleet.replicas) = (None, 20);
        let said = words(&settings, &minutes(row)).join(" ");
        assert!(said.contains("Raise its replicas: it has no autoscaler.") && !said.contains("maxReplicas"), "{said}");
    }

    #[test]
    fn refused_matches_are_told() {
        let mut day = ServerMinutes::new(1);
        for minute in 0..1_440 {
            let mut row = vec![0; day.width()];
            row[7] = 3;
            // The last of the counts of all servers.
            row[9 + Event::Refused as usize] = u32::from(minute < 100) * 3;
            day.push_rows(&row);
        }
        let words = words(&settings(&[("fleet", "broker")]), &day);
        assert!(words[0].starts_with("300 matches were refused, most around 00:00"), "{words:?}");
    }
}
