//! Players who join, search, fail to find a match, or give up.

use super::{ArticleDay, Event, believed};
use crate::census::State;
use crate::cohort::Run;
use crate::columns::Count;
use crate::estimate::Estimates;
use crate::events::EventKind;
use crate::placement::Placement;
use crate::quits::{QuitsFrom, Quitter};
use crate::watch::Watch;
use crate::world::World;
use matchday_base::{MatchId, PlayerId, SimTime};
use matchday_matchmaker::{Change, LatencyTable, Matchmaker, Next, QueuedPlayer, RowId, SearchState, SetId};

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    pub(super) fn join(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        self.end_measuring(watch);
        self.log.draw_joins(&world.joins);
        let joined = std::mem::take(&mut self.log.joined);
        let measure = self.estimates.as_ref().is_some_and(Estimates::are_measured);
        for (&cell, number) in joined.iter().zip(0..) {
            let player = self.census.enter();
            watch.joined(self.log.now, player, self.census.number(player), cell);
            let row = match &mut self.estimates {
                None => RowId(cell.0),
                Some(estimates) => {
                    self.census.note(player, cell);
                    let verdict = estimates.join(world, player, cell, self.log.now, number);
                    let row = estimates.row(player, cell);
                    self.log.count_verdict(verdict);
                    row
                }
            };
            let (playlist, queued) = (self.shares.pick(self.log.now, number), QueuedPlayer { player, row });
            self.playlists[playlist].matchmaker.join(player, self.census.number(player).0, || world.place(cell));
            if measure {
                self.measuring.push((playlist, queued));
            } else {
                watch.happened(self.log.now, player, EventKind::Search, None);
                self.playlists[playlist].matchmaker.arrivals().push(queued);
            }
        }
        self.log.joined = joined;
        for playlist in &mut self.playlists {
            // Before pauses end, only players who join are among the arrivals.
            let queued_players = playlist.matchmaker.arrivals();
            let cell = |&queued: &QueuedPlayer| self.census.cell(queued, self.estimates.is_some());
            self.log
                .digest
                .fold_all(queued_players, |queued| u64::from(queued.player.0) << 32 | u64::from(cell(queued).0));
        }
        self.forget_former_players();
    }

    /// Players who have measured their RTTs for a second start to search.
    fn end_measuring(&mut self, watch: &mut (impl Watch + ?Sized)) {
        self.log.times.spent_s[State::Ideal as usize] += self.measuring.len() as u64;
        for (playlist, queued) in self.measuring.drain(..) {
            watch.happened(self.log.now, queued.player, EventKind::Search, None);
            self.playlists[playlist].matchmaker.arrivals().push(queued);
        }
    }

    /// Joining players may have the ids of players who left.
    fn forget_former_players(&mut self) {
        for playlist in &mut self.playlists {
            if self.losses.is_none() && playlist.matchmaker.last_matches_mut().is_none() {
                continue;
            }
            for at in 0..playlist.matchmaker.arrivals().len() {
                let player = playlist.matchmaker.arrivals()[at].player;
                if let Some(losses) = &mut self.losses {
                    losses.join(player);
                }
                let Some(last_matches) = playlist.matchmaker.last_matches_mut() else { continue };
                last_matches.forget(player);
            }
        }
    }

    /// Players who may be matched anywhere at once, such as those who start as warm bodies, consider every datacenter.
    pub(super) fn look_far_at_first(&mut self, world: &World) {
        let Some(estimates) = &mut self.estimates else { return };
        for playlist in &mut self.playlists {
            for &QueuedPlayer { player, row } in playlist.matchmaker.arrivals().iter() {
                if M::ACCEPTS_ANY_RTT || estimates.latencies(world).at_first(row) == SetId::NONE {
                    estimates.look_far(world, player, self.census.noted(player));
                }
            }
        }
    }

    /// Tells which players begin to search in a later state than the first.
    pub(super) fn tell_first_states(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        if M::ACCEPTS_ANY_RTT || !watch.is_watching() {
            return;
        }
        for playlist in &mut self.playlists {
            for &queued in playlist.matchmaker.arrivals().iter() {
                tell_first_state(self.log.now, queued, believed(&self.estimates, world), watch);
            }
        }
    }

    /// Moves on the searches that have reached the time limit of their state, or the end of patience.
    pub(super) fn expire(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        let mut changes = std::mem::take(&mut self.changes);
        for at in 0..self.playlists.len() {
            self.playlists[at].matchmaker.expire(self.log.now, believed(&self.estimates, world), &mut changes);
            for Change { queued, to, waited_s } in changes.drain(..) {
                let (kind, ends) = self.kind_of(to);
                watch.happened(self.log.now, queued.player, kind, ends.then_some(waited_s));
                if ends {
                    self.playlists[at].served.add_failed();
                }
                match to {
                    Next::Search(state) => self.search_on(world, queued, state),
                    Next::Fail if self.rules.bots => self.play_against_bots(at, queued, waited_s),
                    Next::Fail => {
                        self.fold(Event::Fail, queued.player.0, 0);
                        self.census.leave(&[queued.player]);
                        self.log.row.add(Count::Failed, 1);
                    }
                    Next::GiveUp => self.give_up(queued.player, Count::AbandonedSearching),
                }
            }
        }
        self.changes = changes;
    }

    /// The event of a search, and whether it ends with it.
    fn kind_of(&self, to: Next) -> (EventKind, bool) {
        match to {
            Next::Search(SearchState::Warm) => (EventKind::Warm, false),
            Next::Search(_) => (EventKind::Expand, false),
            Next::Fail if self.rules.bots => (EventKind::Bots, true),
            Next::Fail => (EventKind::Fail, true),
            Next::GiveUp => (EventKind::GiveUp, true),
        }
    }

    fn search_on(&mut self, world: &World, queued: QueuedPlayer, state: SearchState) {
        self.fold(Event::Search, queued.player.0, state as u32);
        if let (SearchState::Warm, Some(estimates)) = (state, &mut self.estimates) {
            estimates.look_far(world, queued.player, self.census.noted(queued.player));
        }
    }

    /// A player without a match leaves; `count` says where.
    pub(super) fn give_up(&mut self, player: PlayerId, count: Count) {
        self.fold(Event::GiveUp, player.0, count as u32);
        self.census.leave(&[player]);
        self.log.row.add(count, 1);
    }

    fn play_against_bots(&mut self, playlist: usize, queued: QueuedPlayer, waited_s: u32) {
        self.fold(Event::Fail, queued.player.0, 1);
        let (now, length_s) = (self.log.now, self.lengths.draw_s());
        self.log.times.counts[State::Bots as usize] += 1;
        self.log.row.add(Count::BotMatches, 1);
        let quits = QuitsFrom::AtOnce { state: State::Bots, datacenter: None, since: now };
        if self.quits.draw(now, length_s, Quitter { queued, quits }) {
            return;
        }
        let cohort = self.playlists[playlist].cohorts.ending(now + length_s);
        cohort.push(Run { datacenter: None, since: now, players: 1 }, &[queued]);
        if let Some(losses) = &mut self.losses {
            cohort.losses.push(losses.after_bots(queued.player, waited_s));
        }
    }

    /// Players whose patience ends while their match waits for a server give up. The match keeps its place
    /// for the others; without any it is cancelled.
    pub(super) fn give_up_on_servers(&mut self, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        while let Some(id) = self.impatient.fire(now) {
            let given_up = self.placed.give_up(now, self.rules.patience_s, id, &mut self.players);
            for queued in std::mem::take(&mut self.players) {
                self.log.times.leave(State::Placing, 1, now.since(given_up.since));
                watch.happened(now, queued.player, EventKind::GiveUpOnServer, None);
                self.give_up(queued.player, Count::AbandonedPlacing);
            }
            match given_up.next {
                Some(next) => self.impatient.set(next, id),
                None if given_up.is_empty => self.placement.cancel(now, id),
                None => {}
            }
        }
    }

    /// The first moment at which the patience of one of these players ends.
    pub(super) fn watch_patience(&mut self, id: MatchId, first_enqueued: SimTime) {
        self.impatient.set(first_enqueued + self.rules.patience_s, id);
    }
}

/// Tells that a player begins to search in a later state than the first, if it does.
pub(super) fn tell_first_state(
    now: SimTime,
    queued: QueuedPlayer,
    latencies: &LatencyTable,
    watch: &mut (impl Watch + ?Sized),
) {
    match SearchState::at_first(latencies, queued.row).0 {
        SearchState::Ideal => {}
        SearchState::Expand => watch.happened(now, queued.player, EventKind::Expand, None),
        SearchState::Warm => watch.happened(now, queued.player, EventKind::Warm, None),
    }
}
