//! Strict JSON.

use crate::parse::{documents, text};
use crate::{Error, Node, Place, Reason};
use serde::de::IgnoredAny;

/// The value of a JSON file. YAML, comments, trailing commas and a second value are refused.
///
/// # Errors
/// A file that is too large, nested too deep, not JSON, or has a key twice.
pub fn parse_json(bytes: &[u8]) -> Result<Node, Error> {
    let text = text(bytes)?;
    // Nesting is checked first, because its words are clearer.
    let parsed = documents(text, 0);
    if let Err(error @ Error { reason: Reason::TooDeep(_), .. }) = parsed {
        return Err(error);
    }
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let place = place(text, error.line(), error.column());
        return Err(Reason::NotJson(words(text, &error)).at(place));
    }
    parsed?.into_iter().next().ok_or_else(|| Reason::NotJson("here is no object".to_string()).at(Place::START))
}

/// The place of an error; its column counts bytes.
fn place(text: &str, line: usize, column: usize) -> Place {
    let row = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let before = row.as_bytes().get(..column.saturating_sub(1)).unwrap_or(row.as_bytes());
    Place::at(line as u32, String::from_utf8_lossy(before).chars().count() as u32 + 1)
}

/// What is wrong, with what to do about a comment.
fn words(text: &str, error: &serde_json::Error) -> String {
    let row = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let at = error.column().saturating_sub(1).min(row.len());
    if row.as_bytes()[at..].starts_with(b"//") || row.as_bytes()[at..].starts_with(b"/*") {
        return "comments are not allowed: remove it, or use `description`".to_string();
    }
    let words = error.to_string();
    let end = words.rfind(" at line ").unwrap_or(words.len());
    words[..end].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn refused(text: &str) -> String {
        parse_json(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn only_json_is_read() {
        assert!(parse_json(b"\xef\xbb\xbf {\"a\": [1, null]}\n").is_ok());
        let table = [
            ("a: 1", "line 1, column 1: this is not JSON: expected value"),
            ("{\"a\": 1} {}", "line 1, column 10: this is not JSON: trailing characters"),
            ("{\"\u{e9}\": 1,}", "line 1, column 9: this is not JSON: key must be a string"),
            (
                "{\n \"a\": 1 // one\n}",
                "line 2, column 9: this is not JSON: comments are not allowed: remove it, or use `description`",
            ),
            ("{\"a\": &x 1}", "line 1, column 7: this is not JSON: expected value"),
            ("", "line 1, column 1: this is not JSON: EOF while parsing a value"),
            ("null", "line 1, column 1: this is not JSON: here is no object"),
            (
                "{\"a\": 1,\n\"a\": 2}",
                "line 2, column 1: key `a` is here a second time, first at line 1, column 2: keep one",
            ),
        ];
        for (text, words) in table {
            assert_eq!(refused(text), words, "{text}");
        }
        assert!(refused(&"[".repeat(200_000)).contains("nested more than 48 deep"));
    }

    #[test]
    fn the_bytes_of_a_value_are_those_of_its_text() {
        let text = "{\"\u{e9}\": [ 12.50 , \"x\\u00e9\" ], \"b\": {\"c\": -1e3}}";
        let root = parse_json(text.as_bytes()).unwrap();
        let Some(Node { value: Value::List(items), .. }) = root.field("\u{e9}") else { panic!() };
        assert_eq!(items.iter().map(|item| &text[item.bytes.clone()]).collect::<Vec<_>>(), ["12.50", "\"x\\u00e9\""]);
        let c = root.field("b").and_then(|b| b.field("c")).unwrap();
        assert_eq!((&text[c.bytes.clone()], &c.value), ("-1e3", &Value::Number(-1000.0)));
    }
}
