//! Dates, durations and time zones in the format of Kubernetes.

use crate::UtcOffset;
use crate::error::ReadError;
use crate::{At, Finding, Severity};
use matchday_base::calendar::Date;
use matchday_document::Fields;
use matchday_document::Reason as Document;
use matchday_fleet::servers::autoscaler::parse_duration;

/// A date of RFC 3339 as Unix time, s.
pub(super) fn date(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<i64>, ReadError> {
    let Some(At { value, place }) = fields.text(name)?.filter(|text| !text.value.is_empty()) else { return Ok(None) };
    let refused = || Document::Kind {
        key: fields.key(name),
        expected: "a date like 2026-05-01T18:00:00Z or 2026-05-01T18:00:00+02:00".to_string(),
        found: format!("the text {value:?}"),
    };
    unix_time(&value).map(Some).ok_or_else(|| refused().at(place).into())
}

fn unix_time(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let date = Date::parse(date)?;
    let split = time.find(['Z', 'z', '+', '-'])?;
    let (time, zone) = time.split_at(split);
    // Fractions of a second do not matter: the simulation has whole seconds.
    let time = time.split_once('.').map_or(time, |(time, _)| time);
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    Some(date.unix_day() * 86_400 + hour * 3600 + minute * 60 + second - offset(zone)?)
}

/// Offset from UTC, s: `Z`, `+02:00`.
fn offset(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let [hours, minutes] = numbers(zone.get(1..)?, ':', [2, 2])?;
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Numbers with these counts of digits, and no other characters.
fn numbers<const N: usize>(text: &str, between: char, digits: [usize; N]) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut parts = text.split(between);
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next().filter(|part| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))?;
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// `duration` in Go's format (`2h45m`), in whole seconds, rounded up.
pub(super) fn duration(fields: &mut Fields<'_>) -> Result<Option<u32>, ReadError> {
    let Some(At { value, place }) = fields.text("duration")?.filter(|text| !text.value.is_empty()) else {
        return Ok(None);
    };
    let refused = || Document::Kind {
        key: fields.key("duration"),
        expected: "a duration like 12h, 2h45m or 90s".to_string(),
        found: format!("the text {value:?}"),
    };
    seconds(&value).map(Some).ok_or_else(|| refused().at(place).into())
}

fn seconds(text: &str) -> Option<u32> {
    let nanos = parse_duration(text).filter(|&nanos| nanos > 0)?;
    // More than a century is for ever in a simulation.
    Some(u32::try_from(nanos.unsigned_abs().div_ceil(1_000_000_000)).unwrap_or(u32::MAX))
}

/// The names that Go loads: of the files of the IANA database. Browsers know more, and in any upper and lower case.
const ZONES: &str = include_str!("time-zones.txt");

/// `timezone`: its offset from UTC, s; UTC by default.
pub(super) fn zone(
    fields: &mut Fields<'_>,
    utc_offset: UtcOffset<'_>,
    findings: &mut Vec<Finding>,
) -> Result<i32, ReadError> {
    let Some(At { value, place }) = fields.text("timezone")?.filter(|text| !text.value.is_empty()) else {
        return Ok(0);
    };
    if value == "Local" {
        let words = format!("`{}`: `Local` is the clock of Agones' controller, here UTC", fields.key("timezone"));
        findings.push(Finding { place, severity: Severity::Note, check: "time-zone", words });
        return Ok(0);
    }
    let refused = || Document::Kind {
        key: fields.key("timezone"),
        expected: "a time zone that is known here, in its upper and lower case, like Europe/Berlin, or Etc/GMT-2"
            .to_string(),
        found: format!("the text {value:?}"),
    };
    let known = ZONES.split_ascii_whitespace().find(|&zone| zone == value);
    known.and_then(|zone| fixed_offset(zone).or_else(|| utc_offset(zone))).ok_or_else(|| refused().at(place).into())
}

/// Zones with their offset in the name: `Etc/GMT+5` is five hours behind UTC.
fn fixed_offset(name: &str) -> Option<i32> {
    if matches!(name, "UTC" | "Etc/UTC" | "GMT" | "Etc/GMT") {
        return Some(0);
    }
    let hours = |digits: &str, most: i32| (0..=most).find(|hours| hours.to_string() == digits);
    match name.strip_prefix("Etc/GMT")?.split_at_checked(1)? {
        ("+", behind) => Some(-3600 * hours(behind, 12)?),
        ("-", ahead) => Some(3600 * hours(ahead, 14)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_unix_time() {
        // `date -u -d ... +%s`
        assert_eq!(unix_time("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(unix_time("2024-02-29T16:04:04Z"), Some(1_709_222_644));
        assert_eq!(unix_time("2026-05-01T18:00:00.5+02:00"), Some(1_777_651_200));
        assert_eq!(unix_time("1969-12-31T23:59:59-00:00"), Some(-1));
        for text in ["2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-05-01", "2026-05-01T25:00:00Z", "T", "x y"] {
            assert_eq!(unix_time(text), None, "{text}");
        }
    }

    #[test]
    fn durations_are_as_go_writes_them() {
        assert_eq!(seconds("12h"), Some(43_200));
        assert_eq!(seconds("2h45m"), Some(9_900));
        assert_eq!(seconds("1.5h"), Some(5_400));
        assert_eq!(seconds("300ms"), Some(1));
        for text in ["", "0s", "-1h", "5", "h", "1d", "1h-", ".s", "1..5h", "99999999999999999999h"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn fixed_zones_have_their_sign_turned_round() {
        assert_eq!(fixed_offset("Etc/GMT+5"), Some(-18_000));
        assert_eq!(fixed_offset("Etc/GMT-14"), Some(50_400));
        assert_eq!(fixed_offset("Etc/GMT+13"), None);
        assert_eq!(fixed_offset("Europe/Berlin"), None);
    }
}
