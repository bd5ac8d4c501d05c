//! Accounts that come online, and queue alone or wait for friends.

use super::gathering::{Gatherings, Joined};
use super::people::Doing;
use super::search::Age;
use super::settings::{Chances, GATHER_S};
use super::{Due, Event, RankedDay};
use matchday_base::{AccountId, Rng, SimTime, Streams};
use matchday_matchmaker::ranked::Team;
use matchday_scenario::Params;
use matchday_sim::events::EventKind;
use rand::RngExt;

/// State of the arrivals.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    newcomers: Rng,
    parties: Rng,
    gatherings: Gatherings,
}

impl Arrivals {
    /// No arrivals yet; parties have at most `team_size` members.
    pub fn new(team_size: usize, streams: Streams) -> Self {
        let [newcomers, parties] = ["newcomers", "parties"].map(|name| streams.stream(name));
        Self { newcomers, parties, gatherings: Gatherings::new(team_size) }
    }

    /// Whether the next join is a new account.
    fn is_newcomer(&mut self, chances: &Chances) -> bool {
        self.newcomers.random_ratio(chances.newcomer, Params::SHARE_ONE)
    }

    /// An account of a band queues, or waits for friends.
    fn gather(&mut self, band: u8, account: AccountId, chances: &Chances) -> Joined {
        let Self { parties, gatherings, .. } = self;
        let wants_company = parties.random_ratio(chances.party, Params::SHARE_ONE);
        gatherings.join(band, account, || wants_company, parties)
    }

    /// Closes a gathering after its time limit and returns its party; `None` if it is closed.
    pub fn give_up(&mut self, band: u8, number: u32) -> Option<Team> {
        self.gatherings.give_up(band, number)
    }
}

impl RankedDay {
    /// Brings one account of the band online for each join of the second.
    pub(super) fn join(&mut self) {
        self.log.draw_joins(&self.world.joins);
        let joined = std::mem::take(&mut self.log.joined);
        for &cell in &joined {
            let newcomer = self.arrivals.is_newcomer(&self.settings.chances);
            let account = self.people.join(self.log.now, cell, self.world.cells[cell.index()], newcomer);
            self.fold(Event::Join, account.0, cell.0);
            self.send_pings(account);
            self.log_event(account, EventKind::Join, None);
            let until = self.lockouts.until(account, self.log.now);
            if until > self.log.now {
                self.lock_out(account, until);
            } else {
                self.gather(account);
            }
        }
        self.log.joined = joined;
    }

    /// Queues an account, or lets it wait for friends.
    pub(super) fn gather(&mut self, account: AccountId) {
        let band = self.people.of(account).band;
        match self.arrivals.gather(band, account, &self.settings.chances) {
            Joined::Queues(party) => {
                self.enqueue(&party, Age::new(self.log.now));
                return;
            }
            Joined::Waits => {}
            Joined::Opens(number) => self.timers.set(self.log.now + GATHER_S, Due::Gathered(band, number)),
        }
        self.people.turn(&mut self.log, account, Doing::Gathering);
    }

    pub(super) fn lock_out(&mut self, account: AccountId, until: SimTime) {
        self.people.turn(&mut self.log, account, Doing::LockedOut);
        self.timers.set(until, Due::Unlocks(account));
    }
}
