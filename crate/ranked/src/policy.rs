//! Matches that a policy forms, instead of the queue's windows.

use super::round_trips::RoundTrips;
use matchday_base::{DatacenterIndex, SimTime, Streams, TicketId, rng};
use matchday_matchmaker::policy::{Answer, Attribute, Call, Effort, Ended, Fault, Flaw, Place, Player, Record, Ticket};
use matchday_matchmaker::ranked::{self, Found, Member, Mode, Queue};
use matchday_sim::policy::PolicySetup;
use matchday_sim::world::World;
use matchday_wire::report::PolicyReport;
use std::borrow::Cow;

/// Calls the policy of a ranked day.
#[derive(Clone, Debug)]
pub(super) struct PolicyCaller {
    setup: PolicySetup,
    /// The ladder rates its matches, so a policy keeps its teams.
    mode: Mode,
    /// Keys of the draws of calls, and of attributes.
    calls: u64,
    attributes: u64,
    record: Record,
    fault: Option<Fault>,
}

/// A waiting ticket: its number and age, and the range of its players among all.
struct Waiting {
    id: TicketId,
    waited_s: u32,
    players: std::ops::Range<usize>,
}

/// A member of a waiting ticket.
struct Searching<'a> {
    place: Place,
    rtts_ms: Cow<'a, [u16]>,
    attributes: Vec<Attribute>,
}

impl Searching<'_> {
    fn player(&self) -> Player<'_> {
        Player { place: self.place, rtts_ms: &self.rtts_ms, attributes: &self.attributes }
    }
}

impl PolicyCaller {
    /// Nothing called yet.
    pub fn new(setup: PolicySetup, mode: Mode, streams: Streams) -> Self {
        let [calls, attributes] = ["policy", "attributes"].map(|name| streams.key(name));
        let record = Record::new(setup.population.skill().map(|(_, bands)| bands));
        Self { setup, mode, calls, attributes, record, fault: None }
    }

    /// Why it forms no more matches.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// What the policy has done so far.
    pub fn report(&self, world: &World) -> PolicyReport {
        matchday_sim::policy::report(&self.record, self.setup.policy.rules(), world)
    }

    /// Records the end of a search.
    pub fn ended(&mut self, now: SimTime, ticket: &ranked::Ticket, matched: bool) {
        let nearest = (0..ticket.rtts_ms.len()).min_by_key(|&at| ticket.rtts_ms[at]).unwrap_or(0);
        let ended = Ended {
            nearest: DatacenterIndex(nearest as u16),
            players: ticket.members.len(),
            skill: Some(f64::from(ticket.points())),
            waited_s: now.since(ticket.enqueued),
            matched,
        };
        self.record.ended(now, &ended);
    }

    /// Forms the matches of this second, and takes their tickets out of the queue. After a fault there are none.
    pub fn form(&mut self, now: SimTime, queue: &mut Queue, round_trips: RoundTrips<'_>, found: &mut Vec<Found>) {
        if self.fault.is_some() {
            return;
        }
        match self.ask(now, queue, round_trips) {
            Ok(answer) => {
                self.record.called(now, &answer);
                let first = found.len();
                found.extend(answer.matches.iter().filter_map(|formed| queue.start_found(now, formed)));
                for formed in &found[first..] {
                    let members = formed.tickets.iter().flat_map(|(_, ticket)| &ticket.members);
                    self.record.formed(now, members.map(|member| f64::from(member.points)));
                }
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn ask(&self, now: SimTime, queue: &Queue, round_trips: RoundTrips<'_>) -> Result<Answer, Fault> {
        self.call(now, queue, round_trips, |call| {
            let answer = Answer::of(&*self.setup.policy, call)?;
            let fault = |flaw| Fault { at: now, tickets: call.tickets.len(), flaw };
            self.check_teams(&answer, queue).map_err(fault)?;
            Ok(answer)
        })
    }

    /// What the rules say of each other waiting ticket beside this one; `None` for a policy that does not say.
    pub fn beside(
        &self,
        (now, ticket): (SimTime, TicketId),
        queue: &Queue,
        round_trips: RoundTrips<'_>,
    ) -> Option<(Effort, &[String])> {
        let effort = self.call(now, queue, round_trips, |call| {
            let at = call.tickets.iter().position(|of| of.id == ticket)?;
            self.setup.policy.beside(call, at)
        })?;
        Some((effort, self.setup.policy.rules()))
    }

    fn call<T>(&self, now: SimTime, queue: &Queue, round_trips: RoundTrips<'_>, ask: impl FnOnce(&Call<'_>) -> T) -> T {
        let mut members: Vec<Searching<'_>> = Vec::new();
        let RoundTrips { world, people, .. } = round_trips;
        let mut waiting: Vec<_> = queue.waiting().collect();
        waiting.sort_by_key(|(id, ticket)| (ticket.enqueued, *id));
        let waiting: Vec<Waiting> = waiting
            .into_iter()
            .map(|(id, ticket)| {
                let first = members.len();
                members.extend(ticket.members.iter().map(|&member| Searching {
                    place: world.place(people.of(member.account).home),
                    rtts_ms: round_trips.estimated_ms(member.account),
                    attributes: self.attributes_of(member),
                }));
                Waiting { id, waited_s: now.since(ticket.enqueued), players: first..members.len() }
            })
            .collect();
        let players: Vec<Player<'_>> = members.iter().map(Searching::player).collect();
        let ticket = |Waiting { id, waited_s, players: of }: &Waiting| Ticket {
            id: *id,
            waited_s: *waited_s,
            players: &players[of.clone()],
        };
        let tickets: Vec<Ticket<'_>> = waiting.iter().map(ticket).collect();
        let datacenters = 0..world.datacenters.len() as u16;
        let open: Vec<bool> = datacenters.map(|at| queue.is_open(DatacenterIndex(at))).collect();
        let key = rng::split_mix(self.calls ^ u64::from(now.0));
        ask(&Call { now, key, open: &open, tickets: &tickets })
    }

    fn attributes_of(&self, member: Member) -> Vec<Attribute> {
        self.setup.population.draw(self.attributes, member.account.0, f64::from(member.points))
    }

    fn check_teams(&self, answer: &Answer, queue: &Queue) -> Result<(), Flaw> {
        let size = |&id: &TicketId| queue.get(id).map_or(0, |ticket| ticket.members.len());
        let (teams, team_size) = (self.mode.players() / self.mode.team_size(), self.mode.team_size());
        for (number, formed) in (1..).zip(&answer.matches) {
            let players: Vec<usize> = formed.teams.iter().map(|team| team.iter().map(size).sum()).collect();
            if players.len() != teams || players.iter().any(|&players| players != team_size) {
                return Err(Flaw::Teams { number, players, mode: self.mode });
            }
        }
        Ok(())
    }
}
