//! Dates and times as people and programs write them.

use std::borrow::Cow;

/// A date or time with a zero before every number of one digit: `2026-5-2 7:05:02` becomes `2026-05-02 07:05:02`. Fractions of
/// seconds stay as they are.
pub fn with_leading_zeros(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_alone = |at: usize| {
        let before = at.checked_sub(1);
        is_digit(at) && !is_digit(at + 1) && !before.is_some_and(|at| is_digit(at) || matches!(bytes[at], b'.' | b','))
    };
    if !(0..bytes.len()).any(is_alone) {
        return text.into();
    }
    let zero = |at: usize| if is_alone(at) { "0" } else { "" };
    text.char_indices().fold(String::new(), |padded, (at, c)| padded + zero(at) + c.encode_utf8(&mut [0; 4])).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_digit_get_a_zero() {
        for (text, padded) in [
            ("0:05:02", "00:05:02"),
            ("7:5", "07:05"),
            ("2026-5-2 7:5:2.5", "2026-05-02 07:05:02.5"),
            ("2026-5-20T7:05:02-3:00", "2026-05-20T07:05:02-03:00"),
            ("é5", "é05"),
        ] {
            assert_eq!(with_leading_zeros(text), padded);
        }
        for text in ["", "18:05:09.5", "2026-05-02T07:05:02+02", "12,5", "soon"] {
            assert!(matches!(with_leading_zeros(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
