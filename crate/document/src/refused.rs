//! Rows that cannot be read: how many of a file may be left out.

use thiserror::Error;

/// One row in so many of a file may be left out. What a reader cannot leave out without changing other rows, such as a datacenter or a
/// row of a match, it refuses at once.
const ROWS_PER_REFUSED: u64 = 10;
/// Refused rows that the error shows.
const SHOWN: usize = 3;

/// Whether more rows are left out than may be.
pub fn is_too_many(left_out: u64, rows: u64) -> bool {
    left_out > rows / ROWS_PER_REFUSED
}

/// A file of which nothing is used, because too many of its rows cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{refused} of {rows} rows cannot be read; the first {} {}; correct them: at most a tenth of the rows may be left out",
    if first.len() == 1 { "is" } else { "are" },
    first.join("; ")
)]
pub struct TooManyRefused {
    /// Rows that cannot be read.
    pub refused: u64,
    /// All rows.
    pub rows: u64,
    /// The first refused rows, each with its line and the reason.
    pub first: Vec<String>,
}

impl TooManyRefused {
    /// Checks the counts of a whole file; `first` are its first refused rows.
    ///
    /// # Errors
    /// More than a tenth of the rows are refused.
    pub fn check(refused: u64, rows: u64, first: impl IntoIterator<Item = impl ToString>) -> Result<(), Self> {
        if !is_too_many(refused, rows) {
            return Ok(());
        }
        Err(Self { refused, rows, first: first.into_iter().take(SHOWN).map(|row| row.to_string()).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_rows_may_be_left_out() {
        let check = |refused, rows| TooManyRefused::check(refused, rows, ["line 2: a", "line 5: b"]);
        assert_eq!([check(0, 0), check(0, 9), check(1, 10), check(10, 100), check(10, 109)], [const { Ok(()) }; 5]);
        assert!([check(1, 1), check(1, 9), check(11, 109), check(u64::MAX, u64::MAX)].iter().all(Result::is_err));
        let says = "11 of 109 rows cannot be read; the first are line 2: a; line 5: b; correct them: at most a tenth";
        assert!(check(11, 109).unwrap_err().to_string().starts_with(says));
    }
}
