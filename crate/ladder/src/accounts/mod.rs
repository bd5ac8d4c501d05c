//! Accounts, which persist between visits, and the draw of accounts that come online.
//!
//! With each join an account comes online: an offline account of its band, or a new one. All properties of an
//! account, such as its true skill, depend only on the seed and its number. So each day registers the same
//! accounts.

mod classes;
mod offline;

pub use classes::{Class, Classes, ClassesError};

use crate::rating::START_POINTS;
use classes::ClassTable;
use matchday_base::rng::normal;
use matchday_base::{AccountId, CellId, Rng, SimTime, Streams};
use offline::Offline;
use rand::RngExt;
use std::ops::Index;

/// Distance of the least skilled smurf above the mean, in standard deviations.
const SMURF_LEAST: f64 = 2.0;
/// Spread of smurfs above that, in standard deviations.
const SMURF_SPREAD: f64 = 0.5;

/// One account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// True skill of its player, points. Determines results; matchmaker and ladder never see it.
    pub skill: f64,
    /// Its home cell.
    pub home: CellId,
    /// The band of its home; joins in a band draw from its accounts.
    pub band: u8,
    /// Its activity class, an index in [`Population::classes`].
    pub class: u8,
    /// Whether it is a smurf: a second account of a skilled player, whom the ladder rates as a newcomer.
    pub smurf: bool,
    /// Its platform, from 0.
    pub platform: u8,
    /// Time of its registration.
    pub since: SimTime,
}

/// The distribution of accounts.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// Standard deviation of skill, points; skill is normal around 1500.
    pub skill_sd: f64,
    /// Number of smurfs in 10 000 accounts that register during the simulation. They differ only in their
    /// skill, mean + 2 sd + |normal| sd / 2.
    pub smurfs: u32,
    /// Activity of accounts.
    pub classes: Classes,
    /// Number of platforms, to which accounts are assigned evenly; 0 counts as 1.
    pub platforms: u8,
}

impl Default for Population {
    /// A standard deviation of 300 points, one smurf in a hundred new accounts, three platforms.
    fn default() -> Self {
        Self { skill_sd: 300.0, smurfs: 100, classes: Classes::default(), platforms: 3 }
    }
}

/// All accounts, and their online state. Methods panic for an id from another `Accounts`.
#[derive(Clone, Debug)]
pub struct Accounts {
    population: Population,
    classes: ClassTable,
    streams: Streams,
    /// The random stream of joins.
    coming: Rng,
    all: Vec<Account>,
    online: Vec<bool>,
    offline: Offline,
    /// Guests, in order of registration.
    guests: Vec<AccountId>,
}

impl Accounts {
    /// `count` accounts registered at the start, all offline and none a smurf. `homes` draws the cell and
    /// band of each.
    pub fn new(
        population: Population,
        streams: Streams,
        homes: &mut dyn FnMut(&mut Rng) -> (CellId, u8),
        count: u32,
    ) -> Self {
        let coming = streams.stream("accounts online");
        let (all, online, offline, guests) = (Vec::new(), Vec::new(), Offline::default(), Vec::new());
        let classes = population.classes.table();
        let mut accounts = Self { population, classes, streams, coming, all, online, offline, guests };
        for number in 0..count {
            let (home, band) = homes(&mut streams.numbered("homes", number));
            let id = accounts.register(home, band, 0, SimTime::default());
            accounts.go_offline(id);
        }
        accounts
    }

    /// Brings an account of the band `band` online. For a `newcomer`, or without an offline account in the
    /// band, registers a new one at `home`. Otherwise draws an offline account by the weight of its class.
    pub fn come_online(&mut self, band: u8, newcomer: bool, home: CellId, now: SimTime) -> AccountId {
        let known = if newcomer { None } else { self.offline.take(band, &self.population.classes, &mut self.coming) };
        match known {
            Some(id) => {
                self.online[id.index()] = true;
                id
            }
            None => self.register(home, band, self.population.smurfs, now),
        }
    }

    /// Takes an account offline; no effect if it is offline.
    pub fn go_offline(&mut self, id: AccountId) {
        if std::mem::take(&mut self.online[id.index()]) && !self.guests.contains(&id) {
            let Account { band, class, .. } = self[id];
            self.offline.put(id, band, class, &self.population.classes);
        }
    }

    /// Registers a guest of this skill, offline: an account that is never drawn, and comes online only by
    /// [`come_back`](Self::come_back). Other accounts stay the same.
    pub fn register_guest(&mut self, home: CellId, band: u8, skill: f64, since: SimTime) -> AccountId {
        let id = AccountId(self.all.len() as u32);
        self.all.push(Account { skill, home, band, class: 0, smurf: false, platform: 0, since });
        self.online.push(false);
        self.guests.push(id);
        id
    }

    /// A guest comes online.
    pub fn come_back(&mut self, id: AccountId) {
        self.online[id.index()] = true;
    }

    /// The number of an account, not counting guests.
    pub fn number(&self, id: AccountId) -> u32 {
        id.0 - self.guests.iter().filter(|guest| guest.0 < id.0).count() as u32
    }

    /// Whether an account is online.
    pub fn is_online(&self, id: AccountId) -> bool {
        self.online[id.index()]
    }

    /// All accounts, by [`AccountId`].
    pub fn all(&self) -> &[Account] {
        &self.all
    }

    /// Registers a new account, online; it is a smurf with probability `smurfs` / 10 000.
    fn register(&mut self, home: CellId, band: u8, smurfs: u32, since: SimTime) -> AccountId {
        let id = AccountId(self.all.len() as u32);
        let mut rng = self.streams.numbered("accounts", self.number(id));
        let Population { skill_sd, platforms, .. } = &self.population;
        let class = self.classes.draw(&mut rng);
        let platform = rng.random_range(..(*platforms).max(1));
        let (smurf, normal) = (rng.random_ratio(smurfs, 10_000), normal(&mut rng));
        let deviations = if smurf { SMURF_LEAST + SMURF_SPREAD * normal.abs() } else { normal };
        let skill = START_POINTS + skill_sd * deviations;
        self.all.push(Account { skill, home, band, class, smurf, platform, since });
        self.online.push(true);
        id
    }
}

impl Index<AccountId> for Accounts {
    type Output = Account;

    #[inline]
    fn index(&self, id: AccountId) -> &Account {
        &self.all[id.index()]
    }
}
