//! Damaged Parquet files: for some of them the reader panics instead of returning an error.

use parquet::errors::{ParquetError, Result};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Lets panics within [`guarded`] print nothing.
pub fn hush_guarded() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |told| {
        if !IS_GUARDED.get() {
            print(told);
        }
    }));
}

/// The result of a call of the Parquet reader; a panic is an error of the file. What was read is not used after it.
///
/// # Errors
/// The file is damaged.
pub fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let before = IS_GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(before);
    done.unwrap_or_else(|told| {
        let words = told.downcast_ref::<String>().map(String::as_str).or_else(|| told.downcast_ref().copied());
        Err(ParquetError::General(format!("it is damaged: {}", words.unwrap_or("the reader stopped"))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let says = |read: fn() -> Result<u8>| guarded(read).map_err(|error| error.to_string());
        assert_eq!(says(|| Ok(1)), Ok(1));
        assert!(says(|| panic!("of {} bytes", 3)).unwrap_err().ends_with("it is damaged: of 3 bytes"));
        assert!(says(|| panic!("short")).unwrap_err().ends_with("it is damaged: short"));
        assert!(!IS_GUARDED.get());
    }
}
