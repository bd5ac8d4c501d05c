//! Matches as they form: their waits and round trips, and when they will end.

use super::{ArticleDay, Event, believed, played_ms};
use crate::census::State;
use crate::cohort::Run;
use crate::columns::{Count, PerDatacenter};
use crate::placed::PlacedMatch;
use crate::placement::{Placement, Request};
use crate::playlist::Playlist;
use crate::quits::{QuitsFrom, Quitter};
use crate::watch::{NewMatches, Watch};
use crate::world::World;
use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::{Formed, MatchBatch, Matchmaker, QueuedPlayer};

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    /// Forms the matches of this second, if the matchmaker runs in it.
    pub(super) fn form_matches(&mut self, world: &World, watch: &mut (impl Watch + ?Sized)) {
        let now = self.log.now;
        if !now.0.is_multiple_of(self.rules.interval_s) {
            let latencies = believed(&self.estimates, world);
            self.playlists.iter_mut().for_each(|playlist| playlist.matchmaker.classify(now, latencies));
            return;
        }
        let mut formed = std::mem::take(&mut self.formed);
        for at in 0..self.playlists.len() {
            let Playlist { matchmaker, groups, .. } = &mut self.playlists[at];
            matchmaker.form(now, believed(&self.estimates, world), &mut formed);
            if self.rules.together || self.rules.match_by_match || !P::AT_ONCE {
                formed.draw_groups(now, *groups);
            }
            let rtt_ms = |queued, at| played_ms(&self.estimates, &self.census, world, queued, at, now);
            watch
                .formed(now, &NewMatches { formed: &formed, groups: *groups, first: self.next_match, rtt_ms: &rtt_ms });
            self.next_match.0 += formed.count() as u32;
            self.mixing.observe(now, &formed, *groups, &self.census, self.back());
            self.count_waits(at, &formed);
            let players = formed.queued_players().len();
            if P::AT_ONCE {
                self.log.times.counts[State::Playing as usize] += players as u32;
                self.start_at_once(world, at, &formed);
            } else {
                self.log.times.counts[State::Placing as usize] += players as u32;
                self.placed.note_waits(now, &formed);
            }
            formed.batches().for_each(|batch| self.count_matches(world, at, batch));
            self.forget_waits(&formed);
            self.log.digest.fold_all(formed.queued_players(), |queued| u64::from(queued.player.0));
        }
        self.formed = formed;
    }

    /// The earliest second in which players of a match that forms now search again.
    fn back(&self) -> SimTime {
        let at_once = P::AT_ONCE && !self.rules.match_by_match;
        self.log.now + if at_once { self.lengths.longest_s() + self.rules.pause_s } else { 0 }
    }

    fn count_waits(&mut self, playlist: usize, formed: &Formed) {
        let served = &mut self.playlists[playlist].served;
        for wait in formed.waits() {
            self.log.row.add_wait(wait.wait_s, 1);
            served.add_wait(wait.wait_s, 1);
        }
        self.log.row.add(Count::WarmMatched, formed.waits().iter().map(|wait| u32::from(wait.warm)).sum());
        let players = formed.queued_players().len();
        let at_once = (players - formed.waits().len()) as u32;
        self.log.row.add_wait(0, at_once);
        served.add_wait(0, at_once);
        self.log.row.add(Count::Matches, formed.count() as u32);
        if P::AT_ONCE && self.losses.is_some() {
            for wait in formed.waits() {
                if self.waits_s.len() <= wait.player.index() {
                    self.waits_s.resize(wait.player.index() + 1, 0);
                }
                self.waits_s[wait.player.index()] = wait.wait_s;
            }
        }
    }

    fn forget_waits(&mut self, formed: &Formed) {
        if !self.waits_s.is_empty() {
            formed.waits().iter().for_each(|wait| self.waits_s[wait.player.index()] = 0);
        }
    }

    /// Counts the matches of a playlist formed at one datacenter, and requests their servers.
    fn count_matches(&mut self, world: &World, playlist: usize, batch: MatchBatch<'_>) {
        if !P::AT_ONCE {
            self.request_servers(world, playlist, batch);
        }
        let MatchBatch { datacenter, queued_players, .. } = batch;
        let (players, (rtt_sum_ms, believed_sum_ms)) =
            (queued_players.len() as u32, self.play(world, datacenter, queued_players));
        self.playlists[playlist].served.add_rtts(rtt_sum_ms);
        self.log.row.add(Count::EstimatedSumMs, believed_sum_ms);
        let at = self.log.row.at(datacenter.index());
        at[PerDatacenter::Matches as usize] += batch.count() as u32;
        at[PerDatacenter::RttSumMs as usize] += rtt_sum_ms;
        at[PerDatacenter::Matched as usize] += players;
        if P::AT_ONCE {
            self.log.playing_at[datacenter.index()] += players;
        }
        self.fold(Event::Run, u32::from(datacenter.0), players);
        self.log.digest.fold(u64::from(rtt_sum_ms) << 32 | u64::from(believed_sum_ms));
    }

    /// Starts matches that need no server: all together if they are alike, else one by one.
    fn start_at_once(&mut self, world: &World, playlist: usize, formed: &Formed) {
        if self.rules.match_by_match {
            return formed.batches().for_each(|batch| self.start_one_by_one(world, playlist, batch));
        }
        let (since, length_s) = (self.log.now, self.lengths.longest_s());
        let cohort = self.playlists[playlist].cohorts.ending(since + length_s);
        cohort.queued_players.extend_from_slice(formed.queued_players());
        cohort.runs.extend(formed.batches().map(|MatchBatch { datacenter, queued_players, .. }| Run {
            datacenter: Some(datacenter),
            since,
            players: queued_players.len() as u32,
        }));
        if self.losses.is_some() {
            formed.batches().for_each(|batch| self.note_losses(world, playlist, length_s, batch));
        }
    }

    /// Starts matches that differ in length, or that players quit.
    fn start_one_by_one(&mut self, world: &World, playlist: usize, batch: MatchBatch<'_>) {
        let (since, datacenter) = (self.log.now, batch.datacenter);
        let mut staying = std::mem::take(&mut self.players);
        for queued_players in batch.matches() {
            let length_s = self.lengths.draw_s();
            let quits = QuitsFrom::AtOnce { state: State::Playing, datacenter: Some(datacenter), since };
            staying.clear();
            for &queued in queued_players {
                if !self.quits.draw(since, length_s, Quitter { queued, quits }) {
                    staying.push(queued);
                }
            }
            let run = Run { datacenter: Some(datacenter), since, players: staying.len() as u32 };
            self.playlists[playlist].cohorts.ending(since + length_s).push(run, &staying);
            self.note_losses(world, playlist, length_s, MatchBatch { queued_players: &staying, ..batch });
        }
        self.players = staying;
    }

    /// Notes what matches of this length take off the replay chances of players who stay to the end.
    fn note_losses(&mut self, world: &World, playlist: usize, length_s: u32, batch: MatchBatch<'_>) {
        let Some(losses) = &mut self.losses else { return };
        let (now, MatchBatch { datacenter, queued_players, .. }) = (self.log.now, batch);
        let cohort = self.playlists[playlist].cohorts.ending(now + length_s);
        for &queued in queued_players {
            let wait_s = self.waits_s.get(queued.player.index()).copied().unwrap_or(0);
            let rtt_ms = played_ms(&self.estimates, &self.census, world, queued, datacenter, now);
            cohort.losses.push(losses.after_match(queued.player, wait_s, rtt_ms));
        }
    }

    /// Requests a server for each match.
    fn request_servers(&mut self, world: &World, playlist: usize, batch: MatchBatch<'_>) {
        let (playlist, now, datacenter) = (playlist as u8, self.log.now, batch.datacenter);
        for queued_players in batch.matches() {
            let match_s = self.lengths.draw_s();
            let placing = PlacedMatch { datacenter, playlist, state: State::Placing, since: now, formed: now, match_s };
            let id = self.placed.add(queued_players, placing);
            let enqueued = queued_players.iter().map(|&queued| self.placed.enqueued(queued)).min().unwrap_or(now);
            self.watch_patience(id, enqueued);
            let sum_ms: u32 =
                queued_players.iter().map(|&queued| u32::from(self.believed_ms(world, queued, datacenter))).sum();
            let (players, mean_rtt_ms) = (queued_players.len() as u16, (sum_ms / queued_players.len() as u32) as u16);
            let request = Request { id, playlist, datacenter, players, mean_rtt_ms, match_s };
            self.placement.request(now, request);
        }
    }

    /// The estimated RTT of a player to a datacenter, ms.
    fn believed_ms(&self, world: &World, queued: QueuedPlayer, datacenter: DatacenterIndex) -> u16 {
        match &self.estimates {
            // Also the actual RTT, from a table that is already loaded.
            None => world.columns[datacenter.index()][queued.row.0 as usize],
            Some(estimates) => estimates.latencies(world).rtt_ms(queued.row, datacenter),
        }
    }

    /// Counts the actual RTTs of players; returns the sums of the actual and the estimated RTTs, ms.
    fn play(&mut self, world: &World, datacenter: DatacenterIndex, queued_players: &[QueuedPlayer]) -> (u32, u32) {
        let mut bins = self.log.row.rtts();
        let (mut played_sum_ms, mut believed_sum_ms) = (0, 0);
        match &self.estimates {
            None => {
                let rtts_ms: &[u16] = &world.columns[datacenter.index()];
                for queued in queued_players {
                    let ms = rtts_ms[queued.row.0 as usize];
                    bins.add(ms, 1);
                    played_sum_ms += u32::from(ms);
                }
                believed_sum_ms = played_sum_ms;
            }
            Some(estimates) => {
                for queued in queued_players {
                    let cell = self.census.noted(queued.player);
                    let ms = estimates.played_ms(world, (queued.player, cell), datacenter, self.log.now);
                    bins.add(ms, 1);
                    played_sum_ms += u32::from(ms);
                    believed_sum_ms += u32::from(estimates.latencies(world).rtt_ms(queued.row, datacenter));
                }
            }
        }
        (played_sum_ms, believed_sum_ms)
    }
}
