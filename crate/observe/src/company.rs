//! Who plays with whom: a day that runs on from a checkpoint, with its matches one by one.
//!
//! A day itself does not hold this: where all matches of a second end together, nobody needs to know who shares one.

use crate::Day;
use crate::events::{EventFilter, EventLog};
use matchday_base::{DatacenterIndex, MatchId, SimTime};
use matchday_scenario::Params;
use matchday_scenario::params::FleetFlow;
use matchday_sim::Simulate;
use matchday_sim::events::{Event, EventKind};
use matchday_sim::match_lengths::longest_match_s;
use std::collections::BTreeMap;

/// Longest wait for a server that is still known at a moment, s.
const WITHOUT_SERVER_S: u32 = 1_800;

/// A match that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMatch {
    /// Its datacenter.
    pub datacenter: DatacenterIndex,
    /// When it formed.
    pub formed: SimTime,
    /// When it started on its server; `None` before.
    pub started: Option<SimTime>,
    /// The players who are in it.
    pub players: Vec<Player>,
}

/// A player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number of its join, or of its account.
    pub number: u32,
    /// How long it searched, s.
    pub wait_s: u32,
    /// Actual RTT, ms.
    pub rtt_ms: u16,
}

/// A day and its matches.
#[derive(Clone, Debug)]
pub struct Company {
    day: Day,
    log: EventLog,
    /// Whether matches start when they form.
    starts_at_once: bool,
    matches: BTreeMap<MatchId, OpenMatch>,
    /// The match of each player who is in one.
    of: BTreeMap<u32, MatchId>,
}

impl Company {
    /// So many seconds before a moment a day has to be taken, so that all matches of that moment are known, s.
    pub fn lead_s(params: &Params) -> u32 {
        longest_match_s(params) + if params.fleet() == FleetFlow::Off { 0 } else { WITHOUT_SERVER_S }
    }

    /// A day between two seconds. The matches that it has already are not known.
    pub fn new(day: Day) -> Self {
        let filter = EventFilter { between: SimTime(0)..day.end(), ..EventFilter::default() };
        let mut log = EventLog::new(filter);
        day.introduce(&mut log);
        let starts_at_once = day.servers().is_none();
        Self { day, log, starts_at_once, matches: BTreeMap::new(), of: BTreeMap::new() }
    }

    /// Simulates `seconds` seconds, or to the end.
    pub fn advance(&mut self, seconds: u32) {
        self.day.advance_watched(seconds, &mut self.log);
        for event in self.log.take() {
            self.follow(&event);
        }
    }

    /// The day.
    pub fn day(&self) -> &Day {
        &self.day
    }

    /// The matches that formed since the beginning and have not ended, in the order of their forming.
    pub fn matches(&self) -> impl Iterator<Item = (MatchId, &OpenMatch)> {
        self.matches.iter().map(|(&id, found)| (id, found))
    }

    /// The match of a player.
    pub fn match_of(&self, player: u32) -> Option<(MatchId, &OpenMatch)> {
        let id = *self.of.get(&player)?;
        self.matches.get(&id).map(|found| (id, found))
    }

    fn follow(&mut self, event: &Event) {
        let Some((id, datacenter)) = event.game else { return };
        match event.kind {
            EventKind::Match => {
                let started = self.starts_at_once.then_some(event.time);
                let formed = OpenMatch { datacenter, formed: event.time, started, players: Vec::new() };
                let found = self.matches.entry(id).or_insert(formed);
                let (wait_s, rtt_ms) = (event.wait_s.unwrap_or(0), event.rtt_ms.unwrap_or(0));
                found.players.push(Player { number: event.player, wait_s, rtt_ms });
                self.of.insert(event.player, id);
            }
            EventKind::Start => {
                if let Some(found) = self.matches.get_mut(&id) {
                    found.started = Some(event.time);
                }
            }
            kind if kind.ends_match() => self.leave(id, event.player),
            _ => {}
        }
    }

    /// A player leaves a match; the last one ends it.
    fn leave(&mut self, id: MatchId, player: u32) {
        self.of.remove(&player);
        let Some(found) = self.matches.get_mut(&id) else { return };
        found.players.retain(|other| other.number != player);
        if found.players.is_empty() {
            self.matches.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::KINDS_OF_DAYS;
    use crate::{Options, TimeMachine};
    use matchday_sim::World;
    use matchday_sim::census::State;
    use matchday_sim::snapshot::Snapshot;
    use matchday_sim::tiny::{params, tiny_dataset};
    use std::sync::Arc;

    #[test]
    fn everybody_in_a_match_is_in_one_and_nobody_else() {
        for pairs in KINDS_OF_DAYS {
            let params = params(&[&[("ccu", "150")], pairs].concat());
            let world = Arc::new(World::new(&tiny_dataset(), &params).unwrap());
            let mut day = Day::new(&world, &params, Options::default()).unwrap();
            let mut machine = TimeMachine::new(usize::MAX, || 0);
            while day.now() < day.end() {
                machine.pass(&mut day);
                day.advance(60);
            }
            for shown_s in [5, 40_000, 60_123, 86_399] {
                let moment = SimTime::DAY_START + shown_s;
                let from = machine.before(moment - Company::lead_s(&params)).unwrap().clone();
                let mut company = Company::new(from);
                while company.day().now() < moment {
                    company.advance(77.min(moment.since(company.day().now())));
                }
                let mut in_matches = vec![0; world.datacenters.len()];
                for (_, found) in company.matches().filter(|(_, found)| found.started.is_some()) {
                    in_matches[found.datacenter.index()] += found.players.len() as u32;
                }
                assert_eq!(in_matches, company.day().playing(), "{pairs:?} at {shown_s}");
                company.day().each_online(&mut |online| {
                    let found = company.match_of(online.player);
                    let expected = match online.state {
                        State::Playing => Some(true),
                        // An offer of a ranked match is none yet.
                        State::Placing => found.map(|_| false),
                        _ => None,
                    };
                    let started = found.map(|(_, found)| found.started.is_some());
                    assert_eq!(started, expected, "{pairs:?} at {shown_s}: {online:?}");
                });
            }
        }
    }
}
