//! Dates in the format of the page.

use matchday_base::ShownDays;
use matchday_base::calendar::Date;
use matchday_web_common::error::{Code, Error, Result};

/// The shown days from a first date, such as `2026-05-20`.
///
/// # Errors
/// [`Code::BadValue`]: a date of another form, or one that does not exist.
pub fn shown_days(first: &str, count: u32) -> Result<ShownDays> {
    let first = Date::parse(first)
        .ok_or_else(|| Error::new(Code::BadValue, format!("first_day: `{first}` is no date such as 2026-05-20")))?;
    Ok(ShownDays { first, count })
}
