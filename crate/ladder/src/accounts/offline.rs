//! Offline accounts, by band and activity class.

use super::Classes;
use matchday_base::{AccountId, Rng};
use rand::RngExt;

/// A pool for each band and class.
#[derive(Clone, Debug, Default)]
pub(super) struct Offline {
    /// By band, then by class; bands are added as needed.
    bands: Vec<Vec<Vec<AccountId>>>,
}

impl Offline {
    /// Adds an account that is in no pool.
    pub(super) fn put(&mut self, account: AccountId, band: u8, class: u8, classes: &Classes) {
        let band = usize::from(band);
        if self.bands.len() <= band {
            self.bands.resize(band + 1, vec![Vec::new(); classes.all().len()]);
        }
        self.bands[band][usize::from(class)].push(account);
    }

    /// Removes an account of a band, drawn by the weight of its class; `None` if the band has none.
    pub(super) fn take(&mut self, band: u8, classes: &Classes, rng: &mut Rng) -> Option<AccountId> {
        let pools = self.bands.get_mut(usize::from(band))?;
        let weight = |(pool, weight): (&Vec<AccountId>, u32)| pool.len() as u64 * u64::from(weight);
        let weights = || classes.all().iter().map(|class| class.weight);
        let total: u64 = pools.iter().zip(weights()).map(weight).sum();
        if total == 0 {
            return None;
        }
        let mut left = rng.random_range(..total);
        for (pool, each) in pools.iter_mut().zip(weights()) {
            let own = weight((pool, each));
            if left < own {
                return Some(pool.swap_remove((left / u64::from(each)) as usize));
            }
            left -= own;
        }
        None
    }
}
