//! Number formats of the charts.

use matchday_sim::text::grouped;

/// Most decimals of a number.
const MOST_DECIMALS: u32 = 6;

/// A number with this many decimals, rounded half up: `0.27`. For values from 0.
pub fn fixed(value: f64, decimals: u32) -> String {
    let one = 10_u64.pow(decimals);
    let scaled = (value * one as f64 + 0.5) as u64;
    if decimals == 0 {
        scaled.to_string()
    } else {
        format!("{}.{:0width$}", scaled / one, scaled % one, width = decimals as usize)
    }
}

/// The minus sign, as wide as a digit.
pub const MINUS: char = '\u{2212}';

/// A whole number with commas and a minus sign below 0: `−1,204`. A value that rounds to 0 has no sign.
pub fn signed(value: f64) -> String {
    if value <= -0.5 { format!("{MINUS}{}", whole(-value)) } else { whole(value.max(0.0)) }
}

/// A whole number with commas: `41,440`.
pub fn whole(value: f64) -> String {
    grouped((value + 0.5) as u64)
}

/// At most this many decimals, without trailing zeros: `0.5`, `2`.
pub fn short(value: f64, decimals: u32) -> String {
    let text = fixed(value, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The decimals that tell multiples of a step apart: 2 for 0.05.
pub fn decimals(step: f64) -> u32 {
    (0..MOST_DECIMALS).find(|&decimals| step * f64::from(10_u32.pow(decimals)) >= 1.0 - 1e-9).unwrap_or(MOST_DECIMALS)
}

/// Seconds of a wait, with one decimal below 10 s: `0.7 s`, `12 s`.
pub fn seconds(value: f64) -> String {
    format!("{}\u{a0}s", fixed(value, u32::from(value < 9.95)))
}

/// A step of 1, 2 or 5 times a power of ten, not below `value`.
pub fn round_step(value: f64) -> f64 {
    let mut power = 1.0;
    while power > value {
        power /= 10.0;
    }
    while power * 10.0 <= value {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|&step| step >= value).unwrap_or(power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!(["0", "999", "1,000", "41,440", "1,234,567"], [0.4, 999.4, 999.6, 41_440.0, 1_234_567.0].map(whole));
        assert_eq!(
            ["0", "0.05", "0.27", "1.0", "12.3"],
            [(0.4, 0), (0.05, 2), (0.268, 2), (0.96, 1), (12.34, 1)].map(|(x, n)| fixed(x, n))
        );
        assert_eq!(["0.7\u{a0}s", "9.9\u{a0}s", "10\u{a0}s", "31\u{a0}s"], [0.66, 9.94, 9.96, 31.2].map(seconds));
        assert_eq!(["2", "0.5", "12.34", "10"], [2.0, 0.5, 12.341, 10.0].map(|n| short(n, 2)));
        assert_eq!([20.0, 1.0, 0.5, 0.1, 0.05, 0.002, 1e-9].map(decimals), [0, 0, 1, 1, 2, 3, 6]);
        assert_eq!(["\u{2212}1,204", "\u{2212}1", "0", "0", "3"], [-1_204.2, -0.6, -0.4, 0.0, 3.2].map(signed));
    }

    #[test]
    fn steps_are_round_and_large_enough() {
        for (value, step) in [(0.03, 0.05), (1.0, 1.0), (1.1, 2.0), (14_400.0, 20_000.0), (51.0, 100.0), (40.0, 50.0)] {
            assert!((round_step(value) / step - 1.0).abs() < 1e-9, "{value}: {}", round_step(value));
        }
    }
}
