//! Ends of pauses: each player queues again or leaves.

use super::ArticleDay;
use crate::census::State;
use crate::cohort::Deciding;
use crate::columns::Count;
use crate::events::EventKind;
use crate::placement::Placement;
use crate::playlist::Playlist;
use crate::watch::Watch;
use matchday_matchmaker::Matchmaker;

impl<M: Matchmaker, P: Placement> ArticleDay<M, P> {
    pub(super) fn end_pauses(&mut self, watch: &mut (impl Watch + ?Sized)) {
        for Playlist { matchmaker, cohorts, .. } in &mut self.playlists {
            let due = cohorts.due(self.log.now);
            self.log.times.leave(State::Between, due.queued_players.len(), self.rules.pause_s);
            let (mut left, mut lost) = (0, 0);
            for Deciding { datacenter, queued_players, losses } in
                due.deciding(self.rules.together.then_some(self.rules.players))
            {
                lost += losses.iter().map(|&lost| self.replays.taken_off(lost)).sum::<u32>();
                let decided = self.replays.decide(queued_players, losses);
                self.log.digest.fold(decided.coins);
                left += decided.leaving.len() as u32;
                decided
                    .again
                    .iter()
                    .for_each(|queued| watch.happened(self.log.now, queued.player, EventKind::Search, None));
                decided.leaving.iter().for_each(|&player| watch.happened(self.log.now, player, EventKind::Leave, None));
                match datacenter {
                    Some(at) if decided.again.len() > 1 => {
                        matchmaker.lobbies_mut().arrive(self.log.now, at, decided.again);
                    }
                    _ => matchmaker.arrivals().extend_from_slice(decided.again),
                }
                self.census.leave(decided.leaving);
            }
            self.log.row.add(Count::Left, left);
            self.log.row.add(Count::Decisions, due.queued_players.len() as u32);
            self.log.row.add(Count::ReplayLossSum, lost);
            cohorts.clear_due(self.log.now);
        }
    }
}
