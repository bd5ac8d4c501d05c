//! Findings about a day's servers, in words.

use crate::finding::Finding;
use matchday_base::ShownDays;
use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_fleet::servers::autoscaler::AutoscalerSettings;
use matchday_fleet::servers::theory::reused_buffer_miss;
use matchday_scenario::Params;
use matchday_sim::servers::minutes::{Event, PerFleet, ServerGroup, ServerMinutes, cause_names};
use matchday_sim::text::{grouped, per_cent};

/// Standard deviations that a sufficient buffer covers: it misses about one match in a hundred.
const Z: f64 = 2.33;
/// Least minutes without a free server for a finding.
const LEAST_STARVED_MIN: usize = 3;
/// Most timers reported.
const MOST_TIMERS: usize = 3;
const HOUR_MIN: usize = (HOUR_S / MINUTE_S) as usize;

/// A day's servers: parameters, minutes and names of datacenters.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a> {
    /// Its parameters.
    pub params: &'a Params,
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
    findings.extend(servers.starved());
    findings.extend(servers.buffer());
    findings.extend(servers.lost());
    findings.extend(servers.expired());
    findings.extend(servers.churn());
    findings.extend(servers.idle());
    findings.sort_by_key(|finding| !finding.bad);
    findings
}

impl Servers<'_> {
    /// The longest period in which a datacenter had no free server while matches asked for one.
    fn starved(&self) -> Option<Finding> {
        let stretches =
            (0..self.minutes.datacenters()).flat_map(|at| self.stretches(at).map(move |minutes| (at, minutes)));
        let (at, minutes) = stretches.max_by_key(|(_, minutes)| minutes.len())?;
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
        Some(Finding { words, at_s: Some(minutes.start as u32 * MINUTE_S), bad: missed > 0 })
    }

    /// Periods without a Ready server in which matches find none. Both conditions: servers that register
    /// themselves are free while Reserved.
    fn stretches(&self, at: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let none_free = move |minute: usize| {
            let missed = self.minutes.count_at(at, PerFleet::Misses, minute) > 0;
            missed && self.minutes.servers_at(at, ServerGroup::Ready, minute) == 0
        };
        let mut minute = 0;
        std::iter::from_fn(move || {
            let start = (minute..self.minutes.minutes()).find(|&minute| none_free(minute))?;
            minute =
                (start..self.minutes.minutes()).find(|&minute| !none_free(minute)).unwrap_or(self.minutes.minutes());
            Some(start..minute)
        })
    }

    /// The buffer's misses in the worst hour and by theory; or, without misses, the size that would do.
    fn buffer(&self) -> Option<Finding> {
        let hours = self.minutes.minutes() / HOUR_MIN;
        let of_hour = |at: usize, hour: usize, what| {
            let minutes = hour * HOUR_MIN..(hour + 1) * HOUR_MIN;
            minutes.map(|minute| self.minutes.count_at(at, what, minute)).sum::<u32>()
        };
        let places = (0..self.minutes.datacenters()).flat_map(|at| (0..hours).map(move |hour| (at, hour)));
        let weight =
            |&(at, hour): &(usize, usize)| (of_hour(at, hour, PerFleet::Misses), of_hour(at, hour, PerFleet::Matches));
        // The first of several equal hours.
        let (at, hour) = places.rev().max_by_key(weight)?;
        let (missed, asked) = weight(&(at, hour));
        if asked == 0 {
            return None;
        }
        let tau_s = f64::from(self.params.boot_s()) + f64::from(AutoscalerSettings::EVERY_S) / 2.0;
        let demand = f64::from(asked) / f64::from(HOUR_S) * tau_s;
        // As many matches end as begin, so the variance is twice that of the arrivals.
        let (buffer, enough) = (self.params.buffer(), libm::ceil(Z * libm::sqrt(2.0 * demand)) as u32);
        let name = &self.names[at];
        let by_form = |buffer| per_cent(reused_buffer_miss(demand, buffer));
        let words = if missed > 0 {
            let measured = per_cent(f64::from(missed) / f64::from(asked));
            let better =
                if enough > buffer { format!("; {enough} would miss {}", by_form(enough)) } else { String::new() };
            format!(
                "At {name} {measured} of the matches from {} on found no server. By theory, a buffer of {buffer} \
                 misses {} at this rate, {:.1} a minute with {tau_s:.0} s until a new server is there{better}.",
                self.clock(hour * HOUR_MIN),
                by_form(buffer),
                f64::from(asked) / HOUR_MIN as f64,
            )
        } else {
            format!(
                "Every match found a server at once. A buffer of {enough} would miss {} at {name} in its busiest hour; \
                 {buffer} are kept.",
                by_form(enough)
            )
        };
        Some(Finding { words, at_s: Some((hour * HOUR_MIN) as u32 * MINUTE_S), bad: missed > 0 })
    }

    /// Matches that were not completed.
    fn lost(&self) -> Option<Finding> {
        let (lost, worst) = self.sum(|minute| self.minutes.events(Event::Lost, minute));
        let matches = self.sum(|minute| self.minutes.count(PerFleet::Matches, minute)).0;
        let share = per_cent(lost as f64 / matches.max(1) as f64);
        let words = format!(
            "{} matches were lost, {share} of all, most of them around {}: their players search again with the wait \
             that they had.",
            grouped(lost),
            self.clock(worst)
        );
        (lost > 0).then_some(Finding { words, at_s: Some(worst as u32 * MINUTE_S), bad: true })
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
            words: format!(
                "{name} expired {} {}, most around {}: {}.",
                grouped(times),
                if times == 1 { "time" } else { "times" },
                self.clock(worst),
                meaning(name)
            ),
            at_s: Some(worst as u32 * MINUTE_S),
            bad: true,
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
        Some(Finding { words, at_s: None, bad: each < 1.0 })
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
        Some(Finding { words, at_s: None, bad: false })
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

/// The meaning of a timer's expiry.
fn meaning(timer: &str) -> &'static str {
    match timer {
        "MatchPickupTimeSeconds" => "no server picked these matches up in time, and they ended",
        "MatchReadyTimeSeconds" => "servers picked matches up and did not get ready for them",
        "MatchMaxRunTimeMinutes" => "matches did not end by themselves",
        "ServerMaxLifetimeMinutes" => "servers had lived as long as they may",
        "ReadyDeadlineSeconds" => "allocators did not answer, or their servers never asked for a match",
        "MaxRunTimeMinutes" => "the reaper found servers that nobody had heard of for too long",
        "RegistrationSeconds" => "servers were registered and not chosen; they register again",
        _ => "chosen servers did not confirm",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::calendar::Date;
    use matchday_scenario::Params;

    fn params(settings: &[(&str, &str)]) -> Params {
        let mut params = Params::default();
        settings.iter().for_each(|(key, value)| params.set(key, value).unwrap());
        params
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

    fn words(params: &Params, minutes: &ServerMinutes) -> Vec<String> {
        let names = ["Lima".to_owned()];
        findings(Servers { params, minutes, names: &names, days: ONE_DAY })
            .into_iter()
            .map(|finding| finding.words)
            .collect()
    }

    #[test]
    fn a_small_buffer_is_told_what_it_misses_and_what_would_do() {
        // 0.1 a second and 30 + 15 s until a new server is ready: 4.5 matches begin and as many end.
        let params = params(&[("fleet", "broker"), ("buffer", "5"), ("boot_s", "30")]);
        let words = words(&params, &minutes(|minute| [0, 0, 2, 0, 0, 0, 0, 6, u32::from(minute % 10 == 0)]));
        let buffer = words.iter().find(|words| words.contains("By theory")).unwrap();
        assert!(buffer.starts_with("At Lima 1.7 % of the matches from 00:00 on found no server."), "{buffer}");
        assert!(buffer.contains("a buffer of 5 misses 3.3 %") && buffer.contains("6.0 a minute with 45 s"), "{buffer}");
        assert!(buffer.contains("7 would miss 0.7 %"), "{buffer}");
    }

    #[test]
    fn reserved_servers_that_eat_the_buffer_are_named() {
        let params = params(&[("fleet", "register")]);
        let starved = |minute: u32| (842..850).contains(&minute);
        let day =
            minutes(|minute| if starved(minute) { [10, 7, 0, 0, 0, 0, 0, 4, 3] } else { [10, 0, 5, 0, 0, 1, 1, 4, 0] });
        let found = findings(Servers { params: &params, minutes: &day, names: &["Lima".to_owned()], days: ONE_DAY });
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
        let words = words(&params(&[("fleet", "broker")]), &minutes(|_| [6, 0, 3, 1, 0, 0, 0, 6, 0]));
        assert_eq!(words.len(), 2, "{words:?}");
        assert!(words[0].starts_with("Every match found a server at once. A buffer of 7 would miss 0.7 % at Lima"));
        assert_eq!(words[1], "Of 240 server hours 60.0 % were Allocated, 0 % Reserved, 30.0 % Ready, 10.0 % booting.");
    }
}
