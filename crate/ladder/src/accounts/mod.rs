//! Accounts, which persist between visits, and which of them come online.
//!
//! A join is an account that comes online: one of those offline in its band, or a new one. What an account is, its true
//! skill above all, follows from the seed and its number alone, so that the same accounts register however the day goes.

mod classes;
mod offline;

pub use classes::{Class, Classes, ClassesError};

use crate::draw::normal;
use crate::rating::START_POINTS;
use matchday_base::{AccountId, CellId, Rng, SimTime, Streams};
use offline::Offline;
use std::ops::Index;

/// How far above the mean the least skilled smurf is, in standard deviations.
const SMURF_LEAST: f64 = 2.0;
/// How far smurfs spread above that, in standard deviations.
const SMURF_SPREAD: f64 = 0.5;

/// One account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// True skill of its player, points. Outcomes are drawn from it; matchmaker and ladder never see it.
    pub skill: f64,
    /// Where it comes from.
    pub home: CellId,
    /// The band of its home: accounts of one band come online in each other's place.
    pub band: u8,
    /// Its activity class, a position in [`Population::classes`].
    pub class: u8,
    /// Whether it is another account of a skilled player, whom the ladder rates as a newcomer.
    pub smurf: bool,
    /// Its platform, from 0.
    pub platform: u8,
    /// When it registered.
    pub since: SimTime,
}

/// What accounts are like.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// Standard deviation of skill, in points; skill is normal round 1500.
    pub skill_sd: f64,
    /// How many of 10 000 accounts that register during the simulation are smurfs: normal ones but for their skill,
    /// mean + 2 sd + |normal| sd / 2.
    pub smurfs: u32,
    /// How often accounts come online.
    pub classes: Classes,
    /// How many platforms accounts are spread over evenly; 1 if 0.
    pub platforms: u8,
}

impl Default for Population {
    /// Skill spread over 300 points, a smurf in a hundred new accounts, three platforms.
    fn default() -> Self {
        Self { skill_sd: 300.0, smurfs: 100, classes: Classes::default(), platforms: 3 }
    }
}

/// All accounts, and which of them are online. An id that it has not handed out makes its methods panic.
#[derive(Clone, Debug)]
pub struct Accounts {
    population: Population,
    streams: Streams,
    /// The random stream of joins.
    coming: Rng,
    all: Vec<Account>,
    online: Vec<bool>,
    offline: Offline,
    /// Guests, in the order of their registration.
    guests: Vec<AccountId>,
}

impl Accounts {
    /// `count` accounts that have been there from the start, none a smurf or online. `homes` draws the cell of
    /// one, and its band.
    pub fn new(
        population: Population,
        streams: Streams,
        homes: &mut dyn FnMut(&mut Rng) -> (CellId, u8),
        count: u32,
    ) -> Self {
        let coming = streams.stream("accounts online");
        let (all, online, offline, guests) = (Vec::new(), Vec::new(), Offline::default(), Vec::new());
        let mut accounts = Self { population, streams, coming, all, online, offline, guests };
        for number in 0..count {
            let (home, band) = homes(&mut streams.numbered("homes", number));
            let id = accounts.register(home, band, 0, SimTime::default());
            accounts.go_offline(id);
        }
        accounts
    }

    /// An account of the band `band` comes online: a new one if it is a `newcomer` or no account of the band is offline, whose
    /// home is `home` then; otherwise one of those offline, each with a chance proportional to the weight of its class.
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

    /// An account goes offline; nothing happens to one that is.
    pub fn go_offline(&mut self, id: AccountId) {
        if std::mem::take(&mut self.online[id.index()]) && !self.guests.contains(&id) {
            let Account { band, class, .. } = self[id];
            self.offline.put(id, band, class, &self.population.classes);
        }
    }

    /// Registers a guest of this skill, offline: an account that is never drawn to come online and comes when it
    /// [says](Self::come_back) so. Nobody else's account is another for it.
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

    /// The number of an account among the accounts that are no guests.
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

    /// A new account, online, which is a smurf in `smurfs` of 10 000 cases.
    fn register(&mut self, home: CellId, band: u8, smurfs: u32, since: SimTime) -> AccountId {
        let id = AccountId(self.all.len() as u32);
        let mut rng = self.streams.numbered("accounts", self.number(id));
        let Population { skill_sd, classes, platforms, .. } = &self.population;
        let class = classes.draw(&mut rng);
        let platform = rng.below(u32::from(*platforms).max(1)) as u8;
        let (smurf, normal) = (rng.chance(smurfs, 10_000), normal(&mut rng));
        let deviations = if smurf { SMURF_LEAST + SMURF_SPREAD * normal.abs() } else { normal };
        let skill = START_POINTS + skill_sd * deviations;
        self.all.push(Account { skill, home, band, class, smurf, platform, since });
        self.online.push(true);
        id
    }
}

impl Index<AccountId> for Accounts {
    type Output = Account;

    fn index(&self, id: AccountId) -> &Account {
        &self.all[id.index()]
    }
}
