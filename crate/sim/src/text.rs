//! Measurements as people read them.

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

/// A share in per cent with one decimal: `96.2 %`. A share of 0 and a share that rounds to 100 % have no decimal: `0 %`,
/// `100 %`. A smaller share than 0.05 % is `< 0.1 %`.
pub fn per_cent(share: f64) -> String {
    match share * 100.0 {
        ..=0.0 => "0 %".to_owned(),
        ..0.05 => "< 0.1 %".to_owned(),
        per_cent @ ..99.95 => format!("{per_cent:.1} %"),
        per_cent => format!("{per_cent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let written = [0, 999, 1_000, 41_440, 1_558_000].map(grouped);
        assert_eq!(written, ["0", "999", "1,000", "41,440", "1,558,000"]);
    }

    #[test]
    fn shares_have_one_decimal() {
        let written = [0.0, 0.000_4, 0.000_6, 0.75, 0.962, 0.999_4, 0.999_6, 1.0].map(per_cent);
        assert_eq!(written, ["0 %", "< 0.1 %", "0.1 %", "75.0 %", "96.2 %", "99.9 %", "100 %", "100 %"]);
    }
}
