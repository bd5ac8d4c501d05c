//! What is worth saying of a day, and how numbers are said.

use matchday_base::time::{DAY_S, MINUTE_S};

/// One thing worth saying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What happened, and what would help.
    pub words: String,
    /// Where to look: seconds since the first shown midnight.
    pub at_s: Option<u32>,
    /// Whether something went wrong.
    pub bad: bool,
}

/// A minute of so many days: `14:02`, or `14:02 of day 3`.
pub(crate) fn clock(minute: usize, days: u32) -> String {
    let of_day = minute as u32 % (DAY_S / MINUTE_S);
    let time = format!("{:02}:{:02}", of_day / 60, of_day % 60);
    let day = minute as u32 / (DAY_S / MINUTE_S) + 1;
    if days > 1 { format!("{time} of day {day}") } else { time }
}

/// A whole number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |(at, digit): (usize, char)| {
        let before = if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" };
        format!("{before}{digit}")
    };
    digits.chars().enumerate().map(comma).collect()
}

/// A share in per cent to one decimal; what is less but not nothing is said so.
pub(crate) fn per_cent(share: f64) -> String {
    let share = share * 100.0;
    if share > 0.0 && share < 0.1 { "less than 0.1 %".to_owned() } else { format!("{share:.1} %") }
}
