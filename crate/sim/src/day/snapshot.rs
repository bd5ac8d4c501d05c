//! The article's day between two seconds.

use super::{ArticleDay, believed};
use crate::census::State;
use crate::columns::Columns;
use crate::placement::Placement;
use crate::playlist::Playlist;
use crate::quits::QuitsFrom;
use crate::servers::minutes::ServerMinutes;
use crate::snapshot::{Online, Snapshot, Tally};
use crate::watch::Watch;
use crate::world::World;
use matchday_base::{DatacenterIndex, SimTime};
use matchday_matchmaker::{Matchmaker, QueuedPlayer, SearchState, Searching};

impl<M: Matchmaker + Clone, P: Placement> Snapshot for ArticleDay<M, P> {
    fn world(&self) -> &World {
        &self.world
    }

    fn each_online(&self, visit: &mut dyn FnMut(Online)) {
        self.each_inside(|queued, state, since| {
            visit(Online { player: self.census.number(queued.player).0, cell: self.cell(queued), state, since });
        });
    }

    fn tally(&self, tally: &mut Tally) {
        self.each_inside(|queued, state, _| tally.add(self.cell(queued), state));
    }

    fn playing(&self) -> &[u32] {
        &self.log.playing_at
    }

    fn queues(&self) -> Vec<u32> {
        self.queue_lengths()
    }

    fn each_queued(&self, visit: &mut dyn FnMut(u32, DatacenterIndex)) {
        let latencies = believed(&self.estimates, &self.world);
        for datacenter in (0..self.log.playing_at.len() as u16).map(DatacenterIndex) {
            for playlist in &self.playlists {
                let queue = playlist.matchmaker.queue(latencies, datacenter);
                queue.for_each(|player| visit(self.census.number(player).0, datacenter));
            }
        }
    }

    fn checkpoint(&mut self) -> Self {
        let mut columns = Columns::new(self.log.columns().layout());
        let mut servers = ServerMinutes::new(self.world.datacenters.len());
        let mut swap = |day: &mut Self| {
            day.log.swap_columns(&mut columns);
            day.placement.swap_minutes(&mut servers);
        };
        swap(self);
        let checkpoint = self.clone();
        swap(self);
        checkpoint
    }
}

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    /// Makes the players online known to an observer that does not start with the day.
    pub fn introduce(&self, watch: &mut (impl Watch + ?Sized)) {
        self.each_inside(|queued, _, _| {
            watch.introduced(queued.player, self.census.number(queued.player), self.cell(queued));
        });
    }

    /// Players in the queue of each datacenter.
    pub(super) fn queue_lengths(&self) -> Vec<u32> {
        let latencies = believed(&self.estimates, &self.world);
        let queue_of = |at| -> u32 {
            let queues =
                self.playlists.iter().map(|of| of.matchmaker.queue(latencies, DatacenterIndex(at)).count() as u32);
            queues.sum()
        };
        (0..self.log.playing_at.len() as u16).map(queue_of).collect()
    }

    /// Visits every player online with state and its start, between two seconds.
    pub(crate) fn each_inside(&self, mut visit: impl FnMut(QueuedPlayer, State, SimTime)) {
        let next = self.log.now;
        for Playlist { matchmaker, cohorts, .. } in &self.playlists {
            for Searching { queued, state, since } in matchmaker.searching() {
                let state = match state {
                    SearchState::Ideal => State::Ideal,
                    SearchState::Expand => State::Expand,
                    SearchState::Warm => State::Warm,
                };
                visit(queued, state, since);
            }
            matchmaker.lobbies().each(|queued, since| visit(queued, State::Ideal, since));
            for (end, cohort) in cohorts.iter(next) {
                for (run, queued_players) in cohort.each_run() {
                    let in_match = if run.datacenter.is_some() { State::Playing } else { State::Bots };
                    let (state, since) = if next <= end { (in_match, run.since) } else { (State::Between, end) };
                    queued_players.iter().for_each(|&queued| visit(queued, state, since));
                }
            }
        }
        for quitter in self.quits.iter() {
            if let QuitsFrom::AtOnce { state, since, .. } = quitter.quits {
                visit(quitter.queued, state, since);
            }
        }
        self.measuring.iter().for_each(|&(_, queued)| visit(queued, State::Ideal, next - 1));
        if !P::AT_ONCE {
            for (placed, queued_players) in self.placed.iter() {
                queued_players.for_each(|queued| visit(queued, placed.state, placed.since));
            }
            self.retries.iter().for_each(|retry| visit(retry.queued, State::Placing, retry.since));
        }
    }
}
