//! Matches as they run: players who quit, ends, and the events of their servers.

use super::search::tell_first_state;
use super::{ArticleDay, Event, believed, played_ms};
use crate::census::State;
use crate::cohort::Run;
use crate::columns::Count;
use crate::events::EventKind;
use crate::placed::Match;
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
        while let Some(Quitter { seat, quits }) = self.quits.next(now) {
            let (state, datacenter, since) = match quits {
                QuitsFrom::AtOnce { state, datacenter, since } => (state, datacenter, since),
                QuitsFrom::Placed(id) => match self.placed.quit(id, seat.player) {
                    Some(Match { state, datacenter, since, .. }) => (state, Some(datacenter), since),
                    None => continue,
                },
            };
            if let Some(at) = datacenter {
                self.log.playing_at[at.index()] -= 1;
            }
            self.log.times.leave(state, 1, now.since(since));
            watch.happened(now, seat.player, EventKind::Quit, None);
            self.census.leave(&[seat.player]);
            self.log.row.add(Count::Left, 1);
            self.log.row.add(Count::Quit, 1);
            self.fold(Event::Quit, seat.player.0, 0);
        }
    }

    pub(super) fn end_matches(&mut self, watch: &mut (impl Watch + ?Sized)) {
        for playlist in &mut self.playlists {
            let ended = playlist.cohorts.ending(self.log.now);
            ended.seats.iter().for_each(|seat| watch.happened(self.log.now, seat.player, EventKind::End, None));
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
            self.log.times.counts[State::Between as usize] += ended.seats.len() as u32;
        }
    }

    /// Processes the server events of matches that did not start at once.
    pub(super) fn follow_servers(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        let (mut news, mut players) = (std::mem::take(&mut self.news), std::mem::take(&mut self.players));
        self.placement.advance(self.log.now, &mut news);
        for told in news.drain(..) {
            match told {
                PlacementEvent::Started(id) => self.start_match(id, watch),
                PlacementEvent::Ended(id, outcome) => {
                    let what = EventKind::end_of(outcome);
                    self.end_match(world, id, outcome, &mut players);
                    players.iter().for_each(|seat| watch.happened(self.log.now, seat.player, what, None));
                }
                PlacementEvent::Closed(at) => self.close(at, true),
                PlacementEvent::Opened(at) => self.close(at, false),
            }
        }
        (self.news, self.players) = (news, players);
    }

    /// Closes a datacenter, or opens it again.
    fn close(&mut self, datacenter: DatacenterIndex, closed: bool) {
        self.playlists.iter_mut().for_each(|playlist| playlist.matchmaker.close(datacenter, closed));
    }

    fn start_match(&mut self, id: MatchId, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        let Some(placed) = self.placed.start(now, id) else { return };
        let mut players = 0;
        for seat in self.placed.players(id) {
            players += 1;
            watch.happened(now, seat.player, EventKind::Start, None);
            self.quits.draw(now, placed.match_s, Quitter { seat, quits: QuitsFrom::Placed(id) });
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
        for &seat in &*players {
            self.losses.iter_mut().for_each(|losses| losses.lose_match(seat.player));
            let enqueued = self.placed.enqueued(seat) + played_s;
            self.retries.wait(Retry { seat, playlist: ended.playlist, enqueued, since: now });
        }
        self.log.times.counts[State::Placing as usize] += count;
    }

    /// Players whose match failed search again, or give up.
    pub(super) fn retry(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        while let Some((Retry { seat, playlist, enqueued, since }, gives_up)) = self.retries.next(now) {
            self.log.times.leave(State::Placing, 1, now.since(since));
            if gives_up {
                watch.happened(now, seat.player, EventKind::GiveUpOnServer, None);
                self.give_up(seat.player, Count::AbandonedPlacing);
                continue;
            }
            if let Some(estimates) = &mut self.estimates
                && (M::ACCEPTS_ANY_RTT || estimates.latencies(world).at_first(seat.row) == SetId::NONE)
            {
                estimates.look_far(world, seat.player, self.census.noted(seat.player));
            }
            watch.happened(now, seat.player, EventKind::Search, None);
            let latencies = believed(&self.estimates, world);
            if !M::ACCEPTS_ANY_RTT && watch.is_watching() {
                tell_first_state(now, seat, latencies, watch);
            }
            self.playlists[usize::from(playlist)].matchmaker.requeue(now, latencies, seat, enqueued);
        }
    }

    /// The players of a completed match pause.
    fn pause(&mut self, world: &World, ended: Match, players: &[QueuedPlayer]) {
        let Playlist { cohorts, .. } = &mut self.playlists[usize::from(ended.playlist)];
        let cohort = cohorts.ending(self.log.now);
        let count = players.len() as u32;
        cohort.push(Run { datacenter: Some(ended.datacenter), since: ended.since, players: count }, players);
        if let Some(losses) = &mut self.losses {
            for &seat in players {
                let wait_s = ended.since.since(self.placed.enqueued(seat));
                let rtt_ms = played_ms(&self.estimates, &self.census, world, seat, ended.datacenter, ended.formed);
                cohort.losses.push(losses.after_match(seat.player, wait_s, rtt_ms));
            }
        }
        self.log.times.counts[State::Between as usize] += count;
    }
}
