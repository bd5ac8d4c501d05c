//! The accounts and their activities.

use crate::settings::{MAPS, RankedSettings};
use matchday_atlas::GridCell;
use matchday_base::rng::split_mix;
use matchday_base::{AccountId, CellId, SimTime, Streams};
use matchday_ladder::accounts::{Account, Accounts};
use matchday_matchmaker::ranked::Constraints;
use matchday_matchmaker::ranked::state::{State as Ticket, Step};
use matchday_scenario::Params;
use matchday_sim::census::State;
use matchday_sim::log::DayLog;

/// Width of a band in degrees of longitude: about an hour of solar time. Any account of a band may take a
/// join there.
const BAND_DEGREES: f64 = 15.0;

/// Activity of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Offline.
    Offline,
    /// Offline, having left a match that has not ended: the account can neither come online nor queue.
    LeftMatch,
    /// Waiting for friends.
    Gathering,
    /// On a ticket in this state.
    Ticket(Ticket),
    /// About to search again, after a match that failed.
    Retrying,
    /// Between matches.
    Pausing,
    /// Locked out of the queue.
    LockedOut,
}

impl Doing {
    /// The state in which it is counted. Searching accounts are split by window later.
    pub fn state(self) -> Option<State> {
        match self {
            Doing::Offline | Doing::LeftMatch => None,
            Doing::Ticket(Ticket::Ticket) => Some(State::Ideal),
            Doing::Ticket(Ticket::Started) => Some(State::Playing),
            Doing::Ticket(_) | Doing::Retrying => Some(State::Placing),
            Doing::Gathering | Doing::Pausing | Doing::LockedOut => Some(State::Between),
        }
    }
}

/// All accounts, their activities and since when.
#[derive(Clone, Debug)]
pub struct People {
    accounts: Accounts,
    doing: Vec<(Doing, SimTime)>,
    online: u32,
    at_first: usize,
    wishes: u64,
    picky: u32,
}

impl People {
    /// The accounts of a ranked day, all offline, with homes drawn from the cells of joins.
    pub fn new(world: &matchday_sim::World, settings: &RankedSettings, streams: Streams) -> Self {
        let homes = world.joins.homes();
        let mut home = |rng: &mut _| {
            let cell = homes.draw(rng);
            (cell, band(world.cells[cell.index()]))
        };
        let accounts = Accounts::new(settings.population.clone(), streams, &mut home, settings.accounts);
        let doing = vec![(Doing::Offline, SimTime::default()); accounts.all().len()];
        let (at_first, wishes, picky) = (doing.len(), streams.key("constraints"), settings.chances.picky);
        Self { accounts, doing, online: 0, at_first, wishes, picky }
    }

    /// Brings an account of the cell's band online, or a new one.
    pub fn join(&mut self, now: SimTime, cell: CellId, place: GridCell, newcomer: bool) -> AccountId {
        let account = self.accounts.come_online(band(place), newcomer, cell, now);
        if self.doing.len() <= account.index() {
            self.doing.resize(account.index() + 1, (Doing::Offline, now));
        }
        account
    }

    /// Registers an offline guest of this skill, which [comes back](Self::come_back) later.
    pub fn register_guest(&mut self, now: SimTime, cell: CellId, place: GridCell, skill: f64) -> AccountId {
        let account = self.accounts.register_guest(cell, band(place), skill, now);
        self.doing.resize(account.index() + 1, (Doing::Offline, now));
        account
    }

    /// Brings a guest online.
    pub fn come_back(&mut self, account: AccountId) {
        self.accounts.come_back(account);
    }

    /// Puts an account into the queue, for the first time or again.
    pub(crate) fn enqueue(&mut self, log: &mut DayLog, account: AccountId) {
        match self.doing(account).0 {
            Doing::Ticket(_) => self.step(log, account, Step::Requeue),
            _ => self.turn(log, account, Doing::Ticket(Ticket::Ticket)),
        }
    }

    /// Advances the ticket of an account.
    ///
    /// # Panics
    /// In debug builds, if the step is not allowed.
    pub(crate) fn step(&mut self, log: &mut DayLog, account: AccountId, step: Step) {
        let Doing::Ticket(from) = self.doing(account).0 else {
            return debug_assert!(false, "{account:?} has no ticket for {step:?}");
        };
        match from.after(step) {
            Some(Ticket::Finished | Ticket::Cancelled | Ticket::Expired) => self.turn(log, account, Doing::Pausing),
            Some(to) => self.turn(log, account, Doing::Ticket(to)),
            None => debug_assert!(false, "{account:?}: no {step:?} after {from:?}"),
        }
    }

    /// Changes the activity of an account.
    pub(crate) fn turn(&mut self, log: &mut DayLog, account: AccountId, to: Doing) {
        let (from, since) = std::mem::replace(&mut self.doing[account.index()], (to, log.now));
        if let Some(state) = from.state() {
            log.times.leave(state, 1, log.now.since(since));
            self.online -= 1;
        }
        if let Some(state) = to.state() {
            log.times.counts[state as usize] += 1;
            self.online += 1;
        }
        if to == Doing::Offline {
            self.accounts.go_offline(account);
        }
    }

    /// Number of accounts before any registration during the run.
    pub fn at_first(&self) -> usize {
        self.at_first
    }

    /// Accounts online (CCU).
    pub fn online(&self) -> u32 {
        self.online
    }

    /// Activity of an account, and since when.
    pub fn doing(&self, account: AccountId) -> (Doing, SimTime) {
        self.doing[account.index()]
    }

    /// An account.
    pub fn of(&self, account: AccountId) -> &Account {
        &self.accounts[account]
    }

    /// All accounts ever registered.
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// All accounts online, their activities and since when.
    pub fn each_online(&self) -> impl Iterator<Item = (AccountId, Doing, SimTime)> {
        let all = (0..).map(AccountId).zip(&self.doing);
        all.filter(|(_, (doing, _))| doing.state().is_some()).map(|(account, &(doing, since))| (account, doing, since))
    }

    /// Constraints of an account on matches. A picky account refuses other platforms, half of the maps, or other
    /// regions, with equal probability. The draw is a hash of seed and account, not a stream: the same account has
    /// the same constraints whenever it is asked.
    pub fn constraints(&self, account: AccountId) -> Constraints {
        let platform = self.of(account).platform;
        let bits = split_mix(self.wishes ^ u64::from(self.accounts.number(account)));
        let anything = Constraints { platform, maps: (1 << MAPS) - 1, ..Constraints::NONE };
        if bits % u64::from(Params::SHARE_ONE) >= u64::from(self.picky) {
            return anything;
        }
        match bits >> 32 & 3 {
            0 => Constraints { crossplay: false, ..anything },
            1 => {
                // The lower half of the maps, or the upper.
                let first = if bits >> 34 & 1 == 1 { MAPS / 2 } else { 0 };
                Constraints { maps: anything.maps >> (MAPS / 2) << first, ..anything }
            }
            2 => Constraints { region_lock: true, ..anything },
            _ => Constraints { crossplay: false, region_lock: true, ..anything },
        }
    }
}

/// The band of a cell.
fn band(place: GridCell) -> u8 {
    libm::floor((place.centre().lon() + 180.0) / BAND_DEGREES) as u8
}

/// Constraints of a party: the union of its members' constraints. Members ignore each other's platforms and
/// maps while they play together.
pub fn together(mut wishes: impl Iterator<Item = Constraints>) -> Constraints {
    let first = wishes.next().unwrap_or(Constraints::NONE);
    wishes.fold(first, |all, one| Constraints {
        platform: all.platform,
        crossplay: (all.crossplay && one.crossplay) || all.platform != one.platform,
        maps: if all.maps & one.maps == 0 { all.maps } else { all.maps & one.maps },
        region_lock: all.region_lock || one.region_lock,
    })
}
