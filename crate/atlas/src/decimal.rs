//! Decimal numbers from text, and to it.
//!
//! The standard library's reader is right to the last bit of 767 digits, and carries ten kilobytes of tables for it that
//! every visitor of the page would download. This one is right to the last bit up to fifteen digits, and leaves out
//! the digits after those. Its writer weighs as much, so [`text`] stands in for it, too: `{}` of a double anywhere in the
//! engine brings it back.

/// As many digits as a double always holds.
const DIGITS: u32 = 15;

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// A number like `-121.893028` or `5e-05`; `None` for anything else, infinity and NaN included.
pub fn parse(text: &str) -> Option<f64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i16>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut digits = whole.bytes().chain(fraction.bytes());
    if number.len() < 1 + usize::from(number.contains('.')) || !digits.all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (mut value, mut taken, mut power) = (0_u64, 0, i32::from(exponent) + i32::try_from(whole.len()).ok()?);
    for byte in whole.bytes().chain(fraction.bytes()) {
        if taken < DIGITS {
            value = value * 10 + u64::from(byte - b'0');
            power -= 1;
            taken += u32::from(value > 0);
        }
    }
    let value = scale(value as f64, power);
    value.is_finite().then_some(if negative { -value } else { value })
}

/// `value` times ten to the `power`: in one step, and so exactly rounded, up to the 22nd.
fn scale(mut value: f64, power: i32) -> f64 {
    let mut left = power.unsigned_abs();
    while left > 0 && value != 0.0 && value.is_finite() {
        let step = left.min(22);
        let factor = POWERS[step as usize];
        value = if power < 0 { value / factor } else { value * factor };
        left -= step;
    }
    value
}

/// A number for people to read, to a millionth.
pub fn text(value: f64) -> String {
    let millionths = format!("{value:.6}");
    if !value.is_finite() {
        return millionths;
    }
    let trimmed = millionths.trim_end_matches('0').trim_end_matches('.');
    if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_the_standard_library_up_to_fifteen_digits() {
        let mut state = 1_u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for _ in 0..20_000 {
            let digits = random(999_999_999) * 1_000_000 + random(1_000_000);
            let digits = &digits.to_string()[..1 + random(14).min(digits.to_string().len() as u64 - 1) as usize];
            let at = random(digits.len() as u64 + 1) as usize;
            let sign = ["", "-", "+"][random(3) as usize];
            let text = format!("{sign}{}.{}", &digits[..at], &digits[at..]);
            assert_eq!(parse(&text), text.parse().ok(), "{text}");
        }
        for text in ["0", "-0.0", "007", "5.", ".5", "1e5", "5e-05", "-1.25E+3", "37.335480", "1e22", "0e999", "9e-30"]
        {
            assert_eq!(parse(text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn more_digits_are_near_enough() {
        for text in ["-121.89302800000000123", "0.1234567890123456789", "123456789012345678901234567890"] {
            let (ours, theirs) = (parse(text).unwrap(), text.parse::<f64>().unwrap());
            assert!((ours / theirs - 1.0).abs() < 1e-14, "{text}: {ours}");
        }
    }

    #[test]
    fn numbers_are_written_to_a_millionth() {
        let written = [91.5, -0.000_000_4, 139.7, -1e-6, 0.1 + 0.2, f64::NAN, -1e12].map(text);
        assert_eq!(written, ["91.5", "0", "139.7", "-0.000001", "0.3", "NaN", "-1000000000000"]);
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in
            ["", ".", "-", "+", "--1", "1-", "1.2.3", "1,2", "inf", "NaN", "e5", "1e", "1e1.5", "1e999", "0x10", "١"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
