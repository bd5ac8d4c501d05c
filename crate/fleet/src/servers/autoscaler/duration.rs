//! Durations in Go's format.

/// The nanoseconds of a duration as Go's `time.ParseDuration` reads it: `2h45m`, `-1.5h`, `300ms`, `0`; `None` for
/// another text, and beyond about 290 years.
pub fn parse_duration(text: &str) -> Option<i64> {
    let (sign, mut rest) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    if rest == "0" {
        return Some(0);
    }
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut nanos: i64 = 0;
    loop {
        let (number, tail) = rest.split_at(rest.find(|c| !is_number(c))?);
        let (unit, tail) = tail.split_at(tail.find(is_number).unwrap_or(tail.len()));
        nanos = nanos.checked_add(part(number, unit)?)?;
        if tail.is_empty() {
            return Some(sign * nanos);
        }
        rest = tail;
    }
}

/// The nanoseconds of a number with its unit; digits of a fraction beyond the nanosecond do not matter.
fn part(number: &str, unit: &str) -> Option<i64> {
    let unit: i128 = match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() + fraction.len() == 0 || fraction.contains('.') {
        return None;
    }
    let digits = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<i64>().ok().map(i128::from) };
    let fraction = &fraction[..fraction.len().min(18)];
    i64::try_from(digits(whole)? * unit + digits(fraction)? * unit / 10i128.pow(fraction.len() as u32)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the table of `TestParseDuration` in Go's `time` package.
    #[test]
    fn durations_are_as_go_reads_them() {
        let (second, hour) = (1_000_000_000, 3_600_000_000_000);
        let table = [
            ("0", 0),
            ("5s", 5 * second),
            ("1478s", 1478 * second),
            ("-5s", -5 * second),
            ("+5s", 5 * second),
            ("-0", 0),
            ("5.0s", 5 * second),
            ("5.6s", 5_600_000_000),
            ("5.s", 5 * second),
            (".5s", 500_000_000),
            ("1.004s", 1_004_000_000),
            ("100.00100s", 100_001_000_000),
            ("10ns", 10),
            ("11us", 11_000),
            ("12\u{b5}s", 12_000),
            ("12\u{3bc}s", 12_000),
            ("13ms", 13_000_000),
            ("3h30m", 3 * hour + hour / 2),
            ("10.5s4m", 250_500_000_000),
            ("-2m3.4s", -123_400_000_000),
            ("39h9m14.425s", 39 * hour + 554_425_000_000),
            ("0.3333333333333333333h", 1_200_000_000_000 - 1),
            ("9223372036854775807ns", i64::MAX),
            ("0.100000000000000000000h", 360_000_000_000),
        ];
        for (text, nanos) in table {
            assert_eq!(parse_duration(text), Some(nanos), "{text}");
        }
        for text in [
            "",
            "3",
            "-",
            "s",
            ".",
            "-.",
            ".s",
            "+.s",
            "1d",
            "1 h",
            "1h ",
            "1..5h",
            "3000000h",
            "9223372036854775808ns",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
