//! Numbers and times as people read them.

use crate::calendar::ShownDays;
use crate::time::{DAY_S, HOUR_S, MINUTE_S};

/// A whole number with commas between thousands: `1,558,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in per cent, to a tenth: `96.2 %`. Only none and all, rounded, are without one: `0 %`, `100 %`. A share above 0 is
/// never shown as none: `< 0.1 %`.
pub fn per_cent(share: f64) -> String {
    match share * 100.0 {
        ..=0.0 => "0 %".to_owned(),
        ..0.05 => "< 0.1 %".to_owned(),
        per_cent @ ..99.95 => format!("{per_cent:.1} %"),
        per_cent => format!("{per_cent:.0} %"),
    }
}

/// The time of day of a second since the first shown midnight. Where there are several days it names the weekday, where
/// there is more than a week the day's number: `16:27`, `Sat 16:27`, `16:27 of day 12`.
pub fn clock(time_s: u32, days: ShownDays) -> String {
    let (day, time) = (time_s / DAY_S, format!("{:02}:{:02}", time_s % DAY_S / HOUR_S, time_s % HOUR_S / MINUTE_S));
    match days.count {
        ..=1 => time,
        2..=7 => format!("{} {time}", days.weekday(day)),
        _ => format!("{time} of day {}", day + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Date;

    #[test]
    fn thousands_are_set_apart() {
        let written = [0, 999, 1_000, 41_440, 1_558_000].map(grouped);
        assert_eq!(written, ["0", "999", "1,000", "41,440", "1,558,000"]);
    }

    #[test]
    fn shares_are_said_to_a_tenth() {
        let written = [0.0, 0.000_4, 0.000_6, 0.75, 0.962, 0.999_4, 0.999_6, 1.0].map(per_cent);
        assert_eq!(written, ["0 %", "< 0.1 %", "0.1 %", "75.0 %", "96.2 %", "99.9 %", "100 %", "100 %"]);
    }

    #[test]
    fn times_say_their_day_where_there_are_several() {
        let first = Date::parse("2026-05-20").unwrap();
        let written = [1, 7, 8].map(|count| clock(3 * DAY_S + 59_279, ShownDays { first, count }));
        assert_eq!(written, ["16:27", "Sat 16:27", "16:27 of day 4"]);
    }
}
