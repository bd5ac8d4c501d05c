//! Calls of the matchmaker, servers and operators.

use super::matches::queued;
use super::servers::{Known, Server, ServerState};
use super::sites::{self, passes, site};
use super::{Accepts, Broker, BrokerMatch, Effect, FilterId, Hint, Notice, Outcome, Properties, Stage};
use crate::ServerId;
use matchday_base::{DatacenterIndex, MatchId, SimTime};

impl Broker {
    /// The matchmaker has formed a match. A match that a filter of the front end or every allocator refuses ends
    /// at once, with [`Outcome::Refused`]. A broker without allocators leaves it to servers that come by themselves.
    pub fn new_match(
        &mut self,
        now: SimTime,
        id: MatchId,
        properties: Properties,
        accepts: &impl Accepts,
        effects: &mut Vec<Effect>,
    ) {
        if self.matches.knew(id) {
            return;
        }
        let willing = self.willing(&properties, accepts);
        self.matches.insert(id, BrokerMatch::new(now, properties, willing));
        let unwanted = willing == 0 && !self.settings.allocators.is_empty();
        if unwanted || !self.settings.front_end.iter().all(|&filter| accepts.accepts(filter, &properties)) {
            return self.end(id, Outcome::Refused, effects);
        }
        let here = site(&mut self.sites, properties.datacenter);
        if let Some(server) = here.server_for(&properties, accepts) {
            return self.pick_up(now, server, id, effects);
        }
        here.queue_match(id, &properties, &self.matches, accepts);
        self.ask(now, id, effects);
    }

    /// RequestMatch: a server at `datacenter` asks for a match that its filter accepts. It gets the match for
    /// which it was allocated, or the oldest; if there is none, it waits. The first call makes it known. A
    /// server that waits long asks again before `server_max_lifetime_s`.
    pub fn request_match(
        &mut self,
        now: SimTime,
        id: ServerId,
        datacenter: DatacenterIndex,
        filter: Option<FilterId>,
        accepts: &impl Accepts,
        effects: &mut Vec<Effect>,
    ) {
        let Some(&mut Server { state, meant_for, .. }) = self.receive(now, id) else {
            return self.clean_up(id, effects);
        };
        if let ServerState::Holding(held) = state {
            return effects.push(Effect::Assign { server: id, id: held, again: true });
        }
        let here = site(&mut self.sites, datacenter);
        let lane = here.lane(datacenter, filter, &self.matches, accepts);
        let waiting = ServerState::Waiting(datacenter, lane);
        if state == waiting {
            return;
        }
        let own = meant_for.filter(|&own| {
            let fits =
                |own: &BrokerMatch| own.properties.datacenter == datacenter && passes(filter, &own.properties, accepts);
            queued(&self.matches, own) && self.matches.get(own).is_some_and(fits)
        });
        let found = own.or_else(|| here.match_for(lane, &self.matches));
        if found.is_none() {
            here.queue_server(lane, now, id);
        }
        self.stand(id, waiting);
        if let Some(found) = found {
            self.pick_up(now, id, found, effects);
        }
    }

    /// MatchReady: the server is ready for the players of its match, who are told to join it.
    pub fn match_ready(&mut self, now: SimTime, id: ServerId, of: MatchId, effects: &mut Vec<Effect>) {
        if self.receive(now, id).is_none() {
            return self.clean_up(id, effects);
        }
        if !self.holds(id, of) {
            return;
        }
        let Some(found) = self.matches.get_mut(of).filter(|found| found.stage == Stage::PickedUp) else { return };
        (found.stage, found.since) = (Stage::Ready, now);
        found.watch(now, of, &self.settings, &mut self.timers);
        effects.push(Effect::Tell { id: of, notice: Notice::Connect(id) });
    }

    /// The players have joined.
    pub fn running(&mut self, id: MatchId) {
        if let Some(found) = self.matches.get_mut(id).filter(|found| found.stage == Stage::Ready) {
            found.stage = Stage::Running;
        }
    }

    /// EndMatch: the server's match is over. A match ended before MatchReady was never played:
    /// [`Outcome::NotReady`].
    pub fn end_match(&mut self, now: SimTime, id: ServerId, of: MatchId, hint: Hint, effects: &mut Vec<Effect>) {
        if self.receive(now, id).is_none() {
            return;
        }
        if self.holds(id, of) {
            let ready = self.matches.get(of).is_some_and(|found| found.stage > Stage::PickedUp);
            self.end(of, if ready { Outcome::Completed } else { Outcome::NotReady }, effects);
            self.stand(id, ServerState::Idle);
        }
        if hint == Hint::Shutdown {
            self.lose(id, effects);
        }
    }

    /// A match is cancelled. Its server, if it has one, is cleaned up.
    pub fn cancel(&mut self, id: MatchId, effects: &mut Vec<Effect>) {
        self.stop(id, Outcome::Cancelled, effects);
    }

    /// A datacenter has failed: the matches that wait there are cancelled, and the servers that wait there are gone.
    pub fn close(&mut self, datacenter: DatacenterIndex, effects: &mut Vec<Effect>) {
        let here = |found: &BrokerMatch| found.stage == Stage::Queued && found.properties.datacenter == datacenter;
        let queued: Vec<MatchId> = self.matches.iter().filter(|(_, found)| here(found)).map(|(id, _)| id).collect();
        queued.into_iter().for_each(|id| self.end(id, Outcome::Cancelled, effects));
        let lanes = &site(&mut self.sites, datacenter).lanes;
        let waiting: Vec<ServerId> = lanes.iter().flat_map(|lane| lane.servers.iter().map(|&(_, id)| id)).collect();
        waiting.into_iter().for_each(|id| self.lose(id, effects));
    }

    /// The fleet reports that a server no longer exists.
    pub fn server_gone(&mut self, id: ServerId, effects: &mut Vec<Effect>) {
        self.lose(id, effects);
    }

    /// Ends a match that is still open, and cleans up its server.
    pub(super) fn stop(&mut self, id: MatchId, outcome: Outcome, effects: &mut Vec<Effect>) {
        let server = self.matches.get(id).and_then(|found| found.server);
        self.end(id, outcome, effects);
        if let Some(server) = server {
            self.clean_up(server, effects);
        }
    }

    /// A server takes a match that is queued.
    fn pick_up(&mut self, now: SimTime, server: ServerId, id: MatchId, effects: &mut Vec<Effect>) {
        if let Some(found) = self.matches.get_mut(id) {
            (found.stage, found.since, found.server) = (Stage::PickedUp, now, Some(server));
            found.watch(now, id, &self.settings, &mut self.timers);
        }
        if let Some(taker) = self.servers.get_mut(server) {
            (taker.state, taker.run_since) = (ServerState::Holding(id), now);
        }
        effects.push(Effect::Assign { server, id, again: false });
    }

    /// A server becomes known.
    pub(super) fn take_in(&mut self, now: SimTime, id: ServerId, mut server: Server) {
        server.watch(now, id, &self.settings, self.started, &mut self.timers);
        self.servers.insert(id, server);
    }

    /// Notes that a server has called; `None` if it was given up before.
    pub(super) fn receive(&mut self, now: SimTime, id: ServerId) -> Option<&mut Server> {
        if self.servers.known(id) == Known::No {
            self.take_in(now, id, Server::at_first_call(now));
        }
        let server = self.servers.get_mut(id)?;
        server.last_call = now;
        if server.state == ServerState::Starting {
            server.state = ServerState::Idle;
            server.watch(now, id, &self.settings, self.started, &mut self.timers);
        }
        Some(server)
    }

    /// Whether a server has the match. After a restart it takes over the match that it names, if no other
    /// server has it.
    fn holds(&mut self, id: ServerId, of: MatchId) -> bool {
        let Some(state) = self.servers.get(id).map(|server| server.state) else { return false };
        if let ServerState::Holding(held) = state {
            return held == of;
        }
        let orphan = self.matches.get_mut(of).filter(|found| found.stage > Stage::Queued && found.server.is_none());
        let Some(orphan) = orphan else { return false };
        orphan.server = Some(id);
        self.stand(id, ServerState::Holding(of));
        true
    }

    /// A known server moves to another site, and no longer waits at the old one.
    fn stand(&mut self, id: ServerId, state: ServerState) {
        if let Some(server) = self.servers.get_mut(id) {
            sites::leave(&mut self.sites, id, server);
            (server.state, server.meant_for) = (state, None);
        }
    }

    /// The allocators that would start a server for a match, a bit each.
    fn willing(&self, properties: &Properties, accepts: &impl Accepts) -> u32 {
        let numbered = self.settings.allocators.iter().enumerate();
        let willing = numbered.filter(|(_, allocator)| passes(allocator.requirement, properties, accepts));
        willing.map(|(number, _)| 1 << number).sum()
    }
}
