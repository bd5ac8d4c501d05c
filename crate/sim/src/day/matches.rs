//! Matches as they run: players who quit, ends, and the events of their servers.

use super::search::tell_first_state;
use super::{ArticleDay, Event, believed, played_ms};
use crate::census::State;
use crate::cohort::Run;
use crate::columns::Count;
use crate::events::EventKind;
use crate::placed::PlacedMatch;
use crate::placement::{Placement, PlacementEvent};
use crate::playlist::Playlist;
use crate::quits::{QuitsFrom, Quitter};
use crate::retries::Retry;
use crate::watch::Watch;
use crate::world::World;
use matchday_base::{DatacenterIndex, MatchId};
use matchday_fleet::broker::Outcome;
use matchday_matchmaker::{Matchmaker, QueuedPlayer, SetId};

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    /// Players leave the game in the middle of their match.
    pub(super) fn quit(&mut self, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        while let Some(Quitter { queued, quits }) = self.quits.next(now) {
            let (state, datacenter, since) = match quits {
                QuitsFrom::AtOnce { state, datacenter, since } => (state, datacenter, since),
                QuitsFrom::Placed(id) => match self.placed.quit(id, queued.player) {
                    Some(PlacedMatch { state, datacenter, since, .. }) => (state, Some(datacenter), since),
                    None => continue,
                },
            };
            if let Some(at) = datacenter {
                self.log.playing_at[at.index()] -= 1;
            }
            self.log.times.leave(state, 1, now.since(since));
            watch.happened(now, queued.player, EventKind::Quit, None);
            self.census.leave(&[queued.player]);
            self.log.row.add(Count::Left, 1);
            self.log.row.add(Count::Quit, 1);
            self.fold(Event::Quit, queued.player.0, 0);
        }
    }

    pub(super) fn end_matches(&mut self, watch: &mut (impl Watch + ?Sized)) {
        for playlist in &mut self.playlists {
            let ended = playlist.cohorts.ending(self.log.now);
            ended
                .queued_players
                .iter()
                .for_each(|queued| watch.happened(self.log.now, queued.player, EventKind::End, None));
            for run in &ended.runs {
                let state = match run.datacenter {
                    Some(at) => {
                        self.log.playing_at[at.index()] -= run.players;
                        State::Playing
                    }
                    None => State::Bots,
                };
                self.log.times.leave(state, run.players as usize, self.log.now.since(run.since));
            }
            self.log.times.counts[State::Between as usize] += ended.queued_players.len() as u32;
        }
    }

    /// Processes the server events of matches that did not start at once.
    pub(super) fn follow_servers(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        let (mut events, mut players) = (std::mem::take(&mut self.events), std::mem::take(&mut self.players));
        self.placement.advance(self.log.now, &mut events);
        for event in events.drain(..) {
            match event {
                PlacementEvent::Started(id) => self.start_match(id, watch),
                PlacementEvent::Ended(id, outcome) => {
                    let what = EventKind::end_of(outcome);
                    self.end_match(world, id, outcome, &mut players);
                    players.iter().for_each(|queued| watch.happened(self.log.now, queued.player, what, None));
                }
                PlacementEvent::Closed(at) => self.close(at, true),
                PlacementEvent::Opened(at) => self.close(at, false),
            }
        }
        (self.events, self.players) = (events, players);
    }

    /// Closes a datacenter, or opens it again.
    fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.playlists.iter_mut().for_each(|playlist| playlist.matchmaker.close(datacenter, closed));
    }

    fn start_match(&mut self, id: MatchId, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        let Some(placed) = self.placed.start(now, id) else { return };
        let mut players = 0;
        for queued in self.placed.players(id) {
            players += 1;
            watch.happened(now, queued.player, EventKind::Start, None);
            self.quits.draw(now, placed.match_s, Quitter { queued, quits: QuitsFrom::Placed(id) });
        }
        self.log.times.leave(placed.state, players, now.since(placed.since));
        self.log.times.counts[State::Playing as usize] += players as u32;
        self.log.playing_at[placed.datacenter.index()] += players as u32;
        self.fold(Event::Start, id.0, 0);
    }

    /// Ends a match. Players who completed it pause together with all others whose matches end in this second;
    /// players of a match that failed search again after a while.
    fn end_match(&mut self, world: &World, id: MatchId, outcome: Outcome, players: &mut Vec<QueuedPlayer>) {
        let Some(ended) = self.placed.end(id, players) else { return };
        let (now, count) = (self.log.now, players.len() as u32);
        self.log.times.leave(ended.state, players.len(), now.since(ended.since));
        if ended.state == State::Playing {
            self.log.playing_at[ended.datacenter.index()] -= count;
        }
        self.fold(Event::End, id.0, outcome as u32);
        if outcome == Outcome::Completed {
            return self.pause(world, ended, players);
        }
        // Time in the match is no wait.
        let played_s = if ended.state == State::Playing { now.since(ended.since) } else { 0 };
        for &queued in &*players {
            self.losses.iter_mut().for_each(|losses| losses.lose_match(queued.player));
            let enqueued = self.placed.enqueued(queued) + played_s;
            self.retries.wait(Retry { queued, playlist: ended.playlist, enqueued, since: now });
        }
        self.log.times.counts[State::Placing as usize] += count;
    }

    /// Players whose match failed search again, or give up.
    pub(super) fn retry(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        while let Some((Retry { queued, playlist, enqueued, since }, gives_up)) = self.retries.next(now) {
            self.log.times.leave(State::Placing, 1, now.since(since));
            if gives_up {
                watch.happened(now, queued.player, EventKind::GiveUpOnServer, None);
                self.give_up(queued.player, Count::AbandonedPlacing);
                continue;
            }
            if let Some(estimates) = &mut self.estimates
                && (M::ACCEPTS_ANY_RTT || estimates.latencies(world).at_first(queued.row) == SetId::NONE)
            {
                estimates.look_far(world, queued.player, self.census.noted(queued.player));
            }
            watch.happened(now, queued.player, EventKind::Search, None);
            let latencies = believed(&self.estimates, world);
            if !M::ACCEPTS_ANY_RTT && watch.is_watching() {
                tell_first_state(now, queued, latencies, watch);
            }
            self.playlists[usize::from(playlist)].matchmaker.requeue(now, latencies, queued, enqueued);
        }
    }

    /// The players of a completed match pause.
    fn pause(&mut self, world: &World, ended: PlacedMatch, players: &[QueuedPlayer]) {
        let Playlist { cohorts, .. } = &mut self.playlists[usize::from(ended.playlist)];
        let cohort = cohorts.ending(self.log.now);
        let count = players.len() as u32;
        cohort.push(Run { datacenter: Some(ended.datacenter), since: ended.since, players: count }, players);
        if let Some(losses) = &mut self.losses {
            for &queued in players {
                let wait_s = ended.since.since(self.placed.enqueued(queued));
                let rtt_ms = played_ms(&self.estimates, &self.census, world, queued, ended.datacenter, ended.formed);
                cohort.losses.push(losses.after_match(queued.player, wait_s, rtt_ms));
            }
        }
        self.log.times.counts[State::Between as usize] += count;
    }
}
