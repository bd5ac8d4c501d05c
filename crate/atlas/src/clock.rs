//! Times of day.

/// Hour, minute and second at the start of a text, and what follows: `HH:MM`, `HH:MM:SS`, or with a fraction of the second,
/// which is left out. A second may be a leap second, 60.
pub(crate) fn clock(text: &[u8]) -> Option<([u32; 3], &[u8])> {
    let [h1, h2, b':', m1, m2, rest @ ..] = text else { return None };
    let (seconds, rest) = match rest {
        [b':', s1, s2, rest @ ..] => ([*s1, *s2], without_fraction(rest)?),
        rest => (*b"00", rest),
    };
    let [hour, minute, second] = [[*h1, *h2], [*m1, *m2], seconds].map(|pair| number(&pair));
    let (hour, minute, second) = (hour?, minute?, second?);
    (hour < 24 && minute < 60 && second <= 60).then_some(([hour, minute, second], rest))
}

/// A number of ASCII digits.
pub(crate) fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + u32::from(byte - b'0')))
}

fn without_fraction(bytes: &[u8]) -> Option<&[u8]> {
    let [b'.', fraction @ ..] = bytes else { return Some(bytes) };
    let length = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (length > 0).then(|| &fraction[length..])
}
