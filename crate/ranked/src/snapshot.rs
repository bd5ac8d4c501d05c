//! The ranked day between two seconds.

use super::RankedDay;
use super::journal::Journal;
use super::record::Record;
use super::running::RankedMatch;
use matchday_base::{AccountId, DatacenterIndex, MatchId};
use matchday_ladder::history::History;
use matchday_matchmaker::ranked::{Tally, Ticket};
use matchday_sim::columns::Columns;
use matchday_sim::placement::Placement;
use matchday_sim::servers::minutes::ServerMinutes;
use matchday_sim::snapshot::{Online, Snapshot};
use matchday_sim::world::World;

/// What a day measures and never reads itself.
struct Measured {
    columns: Columns,
    servers: ServerMinutes,
    record: Record,
    journal: Option<Journal>,
    history: History,
}

impl Snapshot for RankedDay {
    fn world(&self) -> &World {
        &self.world
    }

    fn each_online(&self, visit: &mut dyn FnMut(Online)) {
        for (account, doing, since) in self.people.each_online() {
            let cell = self.people.of(account).home;
            doing.state().into_iter().for_each(|state| visit(Online { player: account.0, cell, state, since }));
        }
    }

    fn playing(&self) -> &[u32] {
        &self.log.playing_at
    }

    fn queues(&self) -> Vec<u32> {
        self.search.queues(self.log.now, self.regions.len())
    }

    fn each_queued(&self, visit: &mut dyn FnMut(u32, DatacenterIndex)) {
        self.search.each_queued(self.log.now, |ticket, at| {
            ticket.members.iter().for_each(|member| visit(member.account.0, at));
        });
    }

    fn checkpoint(&mut self) -> Self {
        let mut measured = Measured {
            columns: Columns::new(self.log.columns().layout()),
            servers: ServerMinutes::new(self.regions.len()),
            record: Record::new(self.settings.longest_wait_s()),
            journal: None,
            history: History::default(),
        };
        self.swap_measured(&mut measured);
        let checkpoint = self.clone();
        self.swap_measured(&mut measured);
        checkpoint
    }
}

impl RankedDay {
    /// The statistics of the searching ticket of an account; `None` if it does not search.
    pub fn tally_of(&self, account: AccountId) -> Option<Tally> {
        let has = |ticket: &Ticket| ticket.members.iter().any(|member| member.account == account);
        let (id, _) = self.queue().waiting().find(|(_, ticket)| has(ticket))?;
        self.queue().tally(id).copied()
    }

    /// The team of an account in a match that has not ended; 0 if it is in none.
    pub fn team_in(&self, id: MatchId, account: AccountId) -> u8 {
        let teams = self.running.get(id).map_or(&[][..], RankedMatch::teams);
        teams.iter().position(|team| team.contains(&account)).unwrap_or(0) as u8
    }

    fn swap_measured(&mut self, measured: &mut Measured) {
        self.log.swap_columns(&mut measured.columns);
        if let Some(servers) = &mut self.running.servers {
            servers.swap_minutes(&mut measured.servers);
        }
        std::mem::swap(&mut self.record, &mut measured.record);
        std::mem::swap(&mut self.journal, &mut measured.journal);
        self.ladder.swap_history(&mut measured.history);
    }
}
