//! The sums of a file, and its refused rows.

use super::ping::{Ping, Position, Refusal, RefusedRow};
use super::sums::Sums;
use crate::error::AtlasError;

/// Refused rows that are kept to be shown.
const SHOWN: usize = 5;
/// A few impossible latitudes are mistakes; one row in a hundred is a mistaken column.
const SWAPPED_PER_ROW: u64 = 100;

/// Rows that were refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    counts: [u64; Refusal::ALL.len()],
    /// The first few.
    pub first: Vec<RefusedRow>,
}

impl Refusals {
    /// How many for this reason.
    pub fn count(&self, refusal: Refusal) -> u64 {
        self.counts[refusal as usize]
    }

    /// How many in all.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn merge(&mut self, other: Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        self.first.extend(other.first);
        self.first.sort_by_key(|refused| refused.position.row());
        self.first.truncate(SHOWN);
    }
}

/// The pings of a file, or of a part of one: parts are merged in any order.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// The sums of the good rows.
    pub sums: Sums,
    /// How many good ones there are.
    pub pings: u64,
    /// The others.
    pub refusals: Refusals,
}

impl Taken {
    /// Counts a good ping.
    pub fn take(&mut self, ping: Ping) {
        self.sums.add(ping);
        self.pings += 1;
    }

    /// Counts a refused row; `describe` says where it stands, which field is bad, and what is there.
    pub fn refuse(&mut self, refusal: Refusal, describe: impl FnOnce() -> (Position, usize, String)) {
        self.refusals.counts[refusal as usize] += 1;
        if self.refusals.first.len() < SHOWN {
            let (position, field, found) = describe();
            self.refusals.first.push(RefusedRow { position, field, found, refusal });
        }
    }

    /// Adds what another part took.
    pub fn merge(&mut self, other: Self) {
        self.sums.merge(other.sums);
        self.pings += other.pings;
        self.refusals.merge(other.refusals);
    }

    /// Settles the sums of a whole file, if the file is plausible.
    ///
    /// # Errors
    /// Not one good row, or so many impossible latitudes that the columns must be swapped.
    pub fn finish(mut self, file: &str) -> Result<Self, AtlasError> {
        let (rows, swapped) = (self.pings + self.refusals.total(), self.refusals.count(Refusal::Swapped));
        if swapped * SWAPPED_PER_ROW > rows {
            return Err(AtlasError::SwappedColumns { file: file.into(), rows: swapped, of: rows });
        }
        if self.pings == 0 {
            return Err(match self.refusals.first.into_iter().next() {
                Some(first) => AtlasError::NoPings { file: file.into(), rows, first },
                None => AtlasError::NoRows { file: file.into() },
            });
        }
        self.sums.settle();
        Ok(self)
    }
}
