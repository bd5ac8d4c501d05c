//! The value of an unquoted YAML word: the core schema of YAML 1.2, without `.inf` and `.nan`, which no
//! setting accepts.

use super::Value;

/// Longest number, in characters; longer words are names or attacks.
const LONGEST_NUMBER: usize = 40;

/// The value of an unquoted word.
pub(super) fn plain(word: &str) -> Value {
    match word {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(word).map_or_else(|| Value::Text(word.to_string()), Value::Number),
    }
}

fn number(word: &str) -> Option<f64> {
    if word.len() > LONGEST_NUMBER {
        return None;
    }
    let radix = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().map(f64::from);
    if let Some(digits) = word.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = word.strip_prefix("0o") {
        return radix(digits, 8);
    }
    // Rust also parses `inf`, `nan` and `infinity`, which are names here.
    let decimal = word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    decimal.then(|| word.parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_the_core_schema_says() {
        assert_eq!(plain("~"), Value::Null);
        assert_eq!(plain("true"), Value::Bool(true));
        assert_eq!(plain("12"), Value::Number(12.0));
        assert_eq!(plain("-1.5e3"), Value::Number(-1500.0));
        assert_eq!(plain("0x1F"), Value::Number(31.0));
        assert_eq!(plain("0o17"), Value::Number(15.0));
        for name in ["20%", "inf", "nan", "yes", "12h", "-", ".", "e", "0x", "1e999"] {
            assert_eq!(plain(name), Value::Text(name.to_string()), "{name}");
        }
    }
}
