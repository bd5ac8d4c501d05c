//! Dates in the format of the page.

use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_web_common::error::{Code, Error, Result};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The shown days from a first date, such as `2026-05-20`.
///
/// # Errors
/// [`Code::BadValue`]: a date of another form, or one that does not exist.
pub fn shown_days(first: &str, count: u32) -> Result<ShownDays> {
    let first = Date::parse(first)
        .ok_or_else(|| Error::new(Code::BadValue, format!("first_day: `{first}` is no date such as 2026-05-20")))?;
    Ok(ShownDays { first, count })
}

/// Reads a date such as `2026-05-20`.
///
/// # Errors
/// A date of another form, or one that does not exist.
pub fn read_date<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Date, D::Error> {
    let text = String::deserialize(deserializer)?;
    Date::parse(&text).ok_or_else(|| D::Error::custom(format_args!("`{text}` is no date such as 2026-05-20")))
}
