//! Observes the calls and effects of a front, in the terms of the broker, without access to its state.

use crate::ServerId;
use crate::broker::{BrokerSettings, Effect, Hint, Notice, Outcome};
use matchday_base::{MatchId, SimTime};

/// Players of a match; each must be told everything once.
pub const PLAYERS: usize = 2;

/// Observed calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    NewMatch(MatchId),
    Request(ServerId),
    Ready(ServerId, MatchId),
    End(ServerId, MatchId, Hint),
    Gone(ServerId),
    Cancel(MatchId),
    /// An allocator has started this server for a match, or refuses.
    Allocated(MatchId, ServerId),
    Refused(MatchId),
    Fire,
    Restart,
}

/// Forbidden observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Complaint {
    /// A match with two servers.
    TwoServers,
    /// A server with two matches.
    TwoMatches,
    /// A player told something twice, or an outcome that changes.
    ToldTwice,
    /// Connection details without a MatchReady.
    EarlyConnect,
    /// An outcome without its timer or call.
    Hasty,
    /// A match that outlived its timer.
    Outlived,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Player {
    pub connect: Option<ServerId>,
    pub ended: Option<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub id: MatchId,
    formed: SimTime,
    picked: Option<SimTime>,
    ready: Option<SimTime>,
    holder: Option<ServerId>,
    /// The broker has forgotten its server.
    orphan: bool,
    players: [Player; PLAYERS],
}

impl Seen {
    pub fn outcome(&self) -> Option<Outcome> {
        self.players[0].ended
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    settings: BrokerSettings,
    pub matches: Vec<Seen>,
    /// When each server last called, or picked up a match.
    spoke: Vec<Option<SimTime>>,
    begun: Vec<Option<SimTime>>,
}

impl Witness {
    pub fn new(settings: BrokerSettings) -> Self {
        Self { settings, matches: Vec::new(), spoke: Vec::new(), begun: Vec::new() }
    }

    /// Checks a call and its effects.
    pub fn sees(&mut self, now: SimTime, call: Call, effects: &[Effect]) -> Result<(), Complaint> {
        match call {
            Call::NewMatch(id) if !self.matches.iter().any(|seen| seen.id == id) => self.matches.push(Seen {
                id,
                formed: now,
                picked: None,
                ready: None,
                holder: None,
                orphan: false,
                players: [Player::default(); PLAYERS],
            }),
            Call::Request(server) | Call::Ready(server, _) | Call::End(server, ..) => {
                note(&mut self.spoke, server, now);
            }
            Call::Restart => self.matches.iter_mut().for_each(|seen| seen.orphan = true),
            _ => {}
        }
        effects.iter().try_for_each(|&effect| self.sees_effect(now, call, effect))?;
        let outlived = self.matches.iter().any(|seen| seen.outcome().is_none() && now >= self.due(seen));
        if outlived && call != Call::Restart { Err(Complaint::Outlived) } else { Ok(()) }
    }

    fn sees_effect(&mut self, now: SimTime, call: Call, effect: Effect) -> Result<(), Complaint> {
        match effect {
            Effect::Assign { server, id, again } => {
                let seen = find(&mut self.matches, id);
                ensure(seen.outcome().is_none(), Complaint::Hasty)?;
                match again {
                    true => ensure(seen.holder == Some(server), Complaint::TwoServers)?,
                    false => ensure(seen.picked.is_none(), Complaint::TwoServers)?,
                }
                (seen.picked, seen.holder, seen.orphan) = (seen.picked.or(Some(now)), Some(server), false);
                if !again {
                    note(&mut self.begun, server, now);
                }
                self.has_one(server)
            }
            Effect::Tell { id, notice: Notice::Connect(server) } => {
                let seen = find(&mut self.matches, id);
                ensure(call == Call::Ready(server, id) && seen.holder == Some(server), Complaint::EarlyConnect)?;
                ensure(seen.outcome().is_none() && seen.ready.is_none(), Complaint::ToldTwice)?;
                (seen.ready, seen.orphan) = (Some(now), false);
                for player in &mut seen.players {
                    ensure(player.connect.replace(server).is_none(), Complaint::ToldTwice)?;
                }
                self.has_one(server)
            }
            Effect::Tell { id, notice: Notice::Ended(outcome) } => {
                let seen = find(&mut self.matches, id).clone();
                ensure(seen.outcome().is_none(), Complaint::ToldTwice)?;
                ensure(self.has_reason(now, call, &seen, outcome), Complaint::Hasty)?;
                let seen = find(&mut self.matches, id);
                let twice = seen.players.iter_mut().any(|player| player.ended.replace(outcome).is_some());
                ensure(!twice, Complaint::ToldTwice)
            }
            Effect::AskAllocator { .. } | Effect::CleanUp { .. } | Effect::Expired(_) => Ok(()),
        }
    }

    /// Whether a match may end with this outcome now.
    fn has_reason(&self, now: SimTime, call: Call, seen: &Seen, outcome: Outcome) -> bool {
        let fires = call == Call::Fire;
        let due = fires && now >= self.due(seen);
        let at_end = matches!(call, Call::End(by, of, _) if of == seen.id && seen.holder == Some(by));
        match outcome {
            Outcome::Completed => seen.ready.is_some() && at_end,
            Outcome::NoServer => seen.picked.is_none() && due,
            Outcome::Refused => call == Call::NewMatch(seen.id),
            Outcome::NotReady => seen.picked.is_some() && seen.ready.is_none() && (due || at_end),
            Outcome::Overran => seen.ready.is_some() && due,
            Outcome::ServerLost => seen.holder.is_some_and(|holder| {
                let silent = elapsed(&self.spoke, holder, now) >= Some(self.settings.server_max_lifetime_s);
                let mut reapers = self.settings.allocators.iter().map(|allocator| allocator.reaper_max_run_s);
                let reaped = reapers.any(|run_s| elapsed(&self.begun, holder, now) >= Some(run_s));
                let shut_down = matches!(call, Call::End(by, _, Hint::Shutdown) if by == holder);
                call == Call::Gone(holder) || shut_down || (fires && (silent || reaped))
            }),
            Outcome::Cancelled => call == Call::Cancel(seen.id),
        }
    }

    /// When its timer ends a match.
    fn due(&self, seen: &Seen) -> SimTime {
        match (seen.picked, seen.ready) {
            (_, Some(ready)) => ready + self.settings.match_max_run_s,
            (Some(picked), None) => picked + self.settings.match_ready_s,
            (None, None) => seen.formed + self.settings.match_pickup_s,
        }
    }

    fn has_one(&self, server: ServerId) -> Result<(), Complaint> {
        let live = self.matches.iter().filter(|seen| seen.outcome().is_none() && !seen.orphan);
        ensure(live.filter(|seen| seen.holder == Some(server)).count() == 1, Complaint::TwoMatches)
    }

    /// All data that the future depends on, in seconds before `now`.
    pub fn ages(&self, now: SimTime) -> impl std::hash::Hash {
        let matches = self.matches.iter().map(|seen| {
            let live = seen.outcome().is_none().then(|| {
                let age = |at: Option<SimTime>| at.map(|at| now.since(at));
                (now.since(seen.formed), age(seen.picked), age(seen.ready), seen.holder, seen.orphan)
            });
            (seen.id, live, seen.players)
        });
        let matches: Vec<_> = matches.collect();
        let ages = |times: &[Option<SimTime>]| {
            let long = |at: &Option<SimTime>| at.map(|at| now.since(at).min(self.settings.server_max_lifetime_s));
            times.iter().map(long).collect::<Vec<_>>()
        };
        (matches, ages(&self.spoke))
    }
}

fn find(matches: &mut [Seen], id: MatchId) -> &mut Seen {
    matches.iter_mut().rfind(|seen| seen.id == id).expect("a match that was never formed")
}

fn note(times: &mut Vec<Option<SimTime>>, server: ServerId, now: SimTime) {
    let index = server.0 as usize;
    if index >= times.len() {
        times.resize(index + 1, None);
    }
    times[index] = Some(now);
}

fn elapsed(times: &[Option<SimTime>], server: ServerId, now: SimTime) -> Option<u32> {
    times.get(server.0 as usize).copied().flatten().map(|at| now.since(at))
}

fn ensure(holds: bool, complaint: Complaint) -> Result<(), Complaint> {
    if holds { Ok(()) } else { Err(complaint) }
}
