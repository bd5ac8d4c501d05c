//! Simulated days of a fleet with a buffer, against the form that advises its size, and the guide's table of both.

use matchday_base::calendar::Date;
use matchday_base::time::{DAY_S, HOUR_S};
use matchday_base::{Calendar, DatacenterIndex, MatchId, SimTime, Streams};
use matchday_fleet::broker::{self, Accepts, AllocatorSettings, FilterId, Properties};
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Policy, Reserve};
use matchday_fleet::servers::theory::{Demand, Shortage, replaced_share};
use matchday_fleet::servers::{BootTime, FleetSettings, State};
use matchday_fleet::simulation::{FleetSimulation, Flow, SimulationSettings};
use rand::RngExt;
use rand::distr::OpenClosed01;

/// Accepts every match.
#[derive(Clone, Debug)]
struct Everything;

impl Accepts for Everything {
    fn accepts(&self, _: FilterId, _: &Properties) -> bool {
        true
    }
}

/// A row of the table: matches that come at random (Poisson), and the fleet that serves them.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Matches after which a server shuts down; 0: it does not.
    session_limit: u32,
    matches_per_s: f64,
    boot_s: u32,
    buffer: u32,
}

impl Row {
    const LOOK_S: u32 = 30;
    /// Matches of each row, on average.
    const MATCHES: f64 = 60_000.0;

    fn settings(self) -> SimulationSettings {
        let buffer = Buffer { size: Reserve::Absolute(self.buffer), min_replicas: self.buffer, max_replicas: u32::MAX };
        let fleet = FleetSettings {
            replicas: self.buffer,
            boot: BootTime::always(self.boot_s),
            autoscaler: Some(AutoscalerSettings { policy: Policy::Buffer(buffer), every_s: Self::LOOK_S }),
            ..FleetSettings::default()
        };
        let broker = broker::BrokerSettings { allocators: vec![AllocatorSettings::default()], ..Default::default() };
        SimulationSettings {
            session_limit: self.session_limit,
            ..SimulationSettings::new(Flow::Broker(broker), fleet, 300)
        }
    }

    /// Share of the matches that form while no server is Ready. The first two hours do not count.
    fn simulated(self) -> f64 {
        let (from, streams) = (SimTime(DAY_S), Streams::new(1));
        let calendar = Calendar::new(Date::from_unix_day(0));
        let mut fleet = FleetSimulation::new(self.settings(), 1, Everything, calendar, from, streams).unwrap();
        let (mut rng, mut next_s) = (streams.stream("matches"), 0.0);
        let (mut events, mut ids, mut asked, mut missed) = (Vec::new(), (0..).map(MatchId), 0_u32, 0_u32);
        for second in 0..(Self::MATCHES / self.matches_per_s) as u32 {
            let now = from + second;
            fleet.advance(now, &mut events);
            while next_s < f64::from(second) {
                next_s -= libm::log(rng.sample(OpenClosed01)) / self.matches_per_s;
                // The load grows for an hour, as in the morning of a day.
                if rng.random_range(0..HOUR_S) >= second {
                    continue;
                }
                if second > 2 * HOUR_S {
                    asked += 1;
                    missed += u32::from(fleet.fleets()[0].counts().of(State::Ready) == 0);
                }
                let at = Properties { datacenter: DatacenterIndex(0), ..Properties::default() };
                fleet.request(now, ids.next().unwrap(), 300, at, &mut events);
            }
            events.clear();
        }
        f64::from(missed) / f64::from(asked)
    }

    fn by_form(self) -> f64 {
        let Self { session_limit, matches_per_s, boot_s, buffer } = self;
        let (boot_s, look_s, replaced) = (boot_s.into(), Self::LOOK_S.into(), replaced_share(1.0, session_limit));
        Shortage::of(&Demand { matches_per_s, dispersion: 1.0, replaced, boot_s, look_s }).unwrap().miss(buffer)
    }
}

/// The rows of the guide's table, with its shares of matches without a server: simulated, and by the form.
fn table() -> Vec<(Row, f64, f64)> {
    let guide = include_str!("../../../../www/guide/servers.md");
    let parse = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_end_matches(" %")).collect();
        let &["", limit, matches_per_s, boot_s, buffer, simulated, form, ""] = &cells[..] else { return None };
        let row = Row {
            session_limit: limit.parse().ok()?,
            matches_per_s: matches_per_s.parse().ok()?,
            boot_s: boot_s.parse().ok()?,
            buffer: buffer.parse().ok()?,
        };
        Some((row, simulated.parse::<f64>().ok()? / 100.0, form.parse::<f64>().ok()? / 100.0))
    };
    guide.lines().filter_map(parse).collect()
}

#[test]
fn a_buffer_misses_as_in_the_guide() {
    let table = table();
    assert_eq!(table.len(), 23);
    for (row, said, said_by_form) in table {
        let (simulated, form) = (row.simulated(), row.by_form());
        let found = format!("{row:?}: {:.1} %, by theory {:.1} %", 100.0 * simulated, 100.0 * form);
        // Other random numbers move the simulated shares by as much.
        assert!((simulated - said).abs() <= 0.002 + 0.1 * said, "{found}");
        assert!((form - said_by_form).abs() <= 0.00051, "{found}");
        // Left out: matches that wait take the servers of later ones, and looks delete servers where few are replaced.
        let most = if form > Shortage::ROUGH {
            1.0
        } else if row.session_limit > 1 {
            1.6 * form
        } else {
            1.2 * form
        };
        let range = 0.8 * form - 0.002..=most + 0.002;
        assert!(range.contains(&simulated), "{found}");
    }
}
