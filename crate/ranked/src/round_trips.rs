//! Round trips of accounts: as the queue sees them, and at which matches are played.
//!
//! Both are those of [`estimate`](matchday_sim::estimate). An account sends its pings as it comes online, to every
//! datacenter: windows widen beyond any cap. That takes no time off its search.

use super::RankedDay;
use super::people::People;
use matchday_base::{AccountId, DatacenterIndex, PlayerId, SimTime};
use matchday_matchmaker::RowId;
use matchday_sim::estimate::Estimates;
use matchday_sim::world::World;
use std::borrow::Cow;

/// The round trips between accounts and datacenters.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundTrips<'a> {
    pub world: &'a World,
    pub people: &'a People,
    /// `None` where all are the map's.
    pub estimates: Option<&'a Estimates>,
}

impl<'a> RoundTrips<'a> {
    /// To each datacenter as the queue sees them, ms.
    pub fn estimated_ms(self, account: AccountId) -> Cow<'a, [u16]> {
        let home = self.people.of(account).home;
        match self.estimates {
            None => Cow::Borrowed(self.world.latencies.rtts_ms(RowId(home.0))),
            Some(estimates) => estimates.all_ms(self.world, PlayerId(account.0), home),
        }
    }

    /// In a match at this datacenter that formed in the second `formed`, ms.
    pub fn played_ms(self, account: AccountId, datacenter: DatacenterIndex, formed: SimTime) -> u16 {
        let home = self.people.of(account).home;
        match self.estimates {
            None => self.world.latencies.rtt_ms(RowId(home.0), datacenter),
            Some(estimates) => estimates.played_ms(self.world, (PlayerId(account.0), home), datacenter, formed),
        }
    }
}

impl RankedDay {
    pub(super) fn round_trips(&self) -> RoundTrips<'_> {
        RoundTrips { world: &self.world, people: &self.people, estimates: self.estimates.as_ref() }
    }

    /// An account has come online, and sends its pings.
    pub(super) fn send_pings(&mut self, account: AccountId) {
        let Some(estimates) = &mut self.estimates else { return };
        let home = self.people.of(account).home;
        let verdict = estimates.come(&self.world, PlayerId(account.0), home, self.log.now);
        self.log.count_verdict(verdict);
    }
}
