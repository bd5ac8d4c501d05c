//! Activity classes: how often accounts come online, written as text.

use matchday_base::Rng;
use rand_distr::Distribution;
use rand_distr::weighted::WeightedAliasIndex;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Most classes.
const MAX_CLASSES: usize = 16;
/// The largest share and the largest weight.
const MAX_NUMBER: u32 = 10_000;

/// Activity classes, written `60x1/30x4/10x16`: each entry has a share of accounts, relative to the sum of
/// shares, and an account's weight when an offline account is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes(Vec<Class>);

/// One activity class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Share of accounts, relative to the sum of all shares.
    pub share: u32,
    /// Probability of an account to come online, relative to weight 1.
    pub weight: u32,
}

/// Why a text is not a list of activity classes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClassesError {
    /// An invalid entry.
    #[error(
        "activity class {number}, {entry:?}: expected SHARExWEIGHT, whole numbers from 1 to {MAX_NUMBER}, such as 60x1"
    )]
    Entry {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        entry: String,
    },
    /// Too many entries.
    #[error("{0} activity classes: at most {MAX_CLASSES}")]
    TooMany(usize),
}

impl Classes {
    /// The classes in order; at least one.
    pub fn all(&self) -> &[Class] {
        &self.0
    }

    /// The table by which new accounts get their classes.
    pub(super) fn table(&self) -> ClassTable {
        ClassTable(WeightedAliasIndex::new(self.0.iter().map(|class| class.share).collect()).ok())
    }
}

/// Draws classes by their shares. Building the table takes longer than many draws.
#[derive(Clone, Debug)]
pub(super) struct ClassTable(Option<WeightedAliasIndex<u32>>);

impl ClassTable {
    /// The class of a new account.
    pub fn draw(&self, rng: &mut Rng) -> u8 {
        self.0.as_ref().map_or(0, |table| table.sample(rng) as u8)
    }
}

impl Default for Classes {
    /// `60x1/30x4/10x16`: a tenth of the accounts makes nearly half of the visits.
    fn default() -> Self {
        Self([(60, 1), (30, 4), (10, 16)].map(|(share, weight)| Class { share, weight }).to_vec())
    }
}

impl FromStr for Classes {
    type Err = ClassesError;

    fn from_str(text: &str) -> Result<Self, ClassesError> {
        let entries: Vec<_> = text.split('/').map(str::trim).collect();
        if entries.len() > MAX_CLASSES {
            return Err(ClassesError::TooMany(entries.len()));
        }
        let classes = entries.iter().zip(1..).map(|(&entry, number)| {
            read(entry).ok_or_else(|| ClassesError::Entry { number, entry: entry.chars().take(80).collect() })
        });
        classes.collect::<Result<_, _>>().map(Self)
    }
}

fn read(entry: &str) -> Option<Class> {
    let (share, weight) = entry.split_once('x')?;
    let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=MAX_NUMBER).contains(number));
    Some(Class { share: number(share)?, weight: number(weight)? })
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Class { share, weight }) in self.0.iter().enumerate() {
            write!(f, "{}{share}x{weight}", if at > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}
