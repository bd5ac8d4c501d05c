//! The sums of a file, and its refused rows.

use super::ping::{Ping, Position, Refusal, RefusedRow};
use super::sums::Sums;
use crate::error::AtlasError;
use matchday_document::TooManyRefused;

/// Number of refused rows kept as examples.
const SHOWN: usize = 5;
/// Rows per impossible latitude: more are single mistakes, fewer mean swapped columns.
const SWAPPED_PER_ROW: u64 = 100;

/// Counts of refused rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    counts: [u64; Refusal::ALL.len()],
    /// The first refused rows.
    pub first: Vec<RefusedRow>,
}

impl Refusals {
    /// Number of rows refused for this reason.
    pub fn count(&self, refusal: Refusal) -> u64 {
        self.counts[refusal as usize]
    }

    /// Number of all refused rows.
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

/// The pings of a file, or of a part of one. Parts can be merged in any order.
#[derive(Clone, Debug, Default)]
pub struct AcceptedPings {
    /// The sums of the good rows.
    pub sums: Sums,
    /// Number of good rows.
    pub pings: u64,
    /// The refused rows.
    pub refusals: Refusals,
}

impl AcceptedPings {
    /// Counts a good ping.
    pub fn accept(&mut self, ping: Ping) {
        self.sums.add(ping);
        self.pings += 1;
    }

    /// Counts a refused row; `describe` returns the position, index and text of the bad field.
    pub fn refuse(&mut self, refusal: Refusal, describe: impl FnOnce() -> (Position, usize, String)) {
        self.refusals.counts[refusal as usize] += 1;
        if self.refusals.first.len() < SHOWN {
            let (position, field, found) = describe();
            self.refusals.first.push(RefusedRow { position, field, found, refusal });
        }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: Self) {
        self.sums.merge(other.sums);
        self.pings += other.pings;
        self.refusals.merge(other.refusals);
    }

    /// Settles the sums of a whole file, if the file is plausible.
    ///
    /// # Errors
    /// No rows, more than a tenth of them refused, or so many impossible latitudes that the columns must be swapped.
    pub fn finish(mut self, file: &str) -> Result<Self, AtlasError> {
        let (rows, swapped) = (self.pings + self.refusals.total(), self.refusals.count(Refusal::Swapped));
        if swapped * SWAPPED_PER_ROW > rows {
            return Err(AtlasError::SwappedColumns { file: file.into(), rows: swapped, of: rows });
        }
        TooManyRefused::check(self.refusals.total(), rows, &self.refusals.first)
            .map_err(|cause| AtlasError::TooManyRefused { file: file.into(), cause })?;
        if rows == 0 {
            return Err(AtlasError::NoRows { file: file.into() });
        }
        self.sums.settle();
        Ok(self)
    }
}
