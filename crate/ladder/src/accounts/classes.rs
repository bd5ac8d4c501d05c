//! How often accounts come online: activity classes as text.

use matchday_base::Rng;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How many classes there can be.
const MAX_CLASSES: usize = 16;
/// The largest share and the largest weight.
const MAX_NUMBER: u32 = 10_000;

/// Classes of accounts that come online more or less often: written `60x1/30x4/10x16`, of which each entry is the share of
/// accounts (of the sum of shares) and the weight of an account when one of those offline is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes(Vec<Class>);

/// One activity class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// How many accounts are in it, of the sum of all shares.
    pub share: u32,
    /// How much likelier each account is to come online than one of weight 1.
    pub weight: u32,
}

/// Text that is no list of activity classes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClassesError {
    /// An entry that does not read.
    #[error(
        "activity class {number}, {entry:?}: expected SHARExWEIGHT, whole numbers from 1 to {MAX_NUMBER}, such as 60x1"
    )]
    Entry {
        /// Which, from 1.
        number: usize,
        /// The text.
        entry: String,
    },
    /// More entries than can be kept.
    #[error("{0} activity classes: at most {MAX_CLASSES}")]
    TooMany(usize),
}

impl Classes {
    /// The classes in order; at least one.
    pub fn all(&self) -> &[Class] {
        &self.0
    }

    /// The class of a new account.
    pub(super) fn draw(&self, rng: &mut Rng) -> u8 {
        let point = rng.below(self.0.iter().map(|class| class.share).sum());
        let mut ends = self.0.iter().scan(0, |end, class| {
            *end += class.share;
            Some(*end)
        });
        ends.position(|end| point < end).unwrap_or_default() as u8
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
