//! Comments in JSON, as .NET's settings allow them.

use crate::Value;
use crate::scalar::plain;

/// The text of JSON with blanks in place of its comments, so that every place stays; `None` without comments, and for a
/// text that is not made of JSON's words, where `//` can be part of a word of YAML.
pub(crate) fn without_comments(text: &str) -> Option<String> {
    let (mut without, mut rest, mut found) = (String::new(), text, false);
    while !rest.is_empty() {
        let (length, is_comment) = first_token(rest)?;
        let (token, tail) = rest.split_at(length);
        if is_comment {
            without.extend(token.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' }));
        } else {
            without.push_str(token);
        }
        found |= is_comment;
        rest = tail;
    }
    found.then_some(without)
}

/// Bytes of the first token of a text, and whether it is a comment; `None` if it is none of JSON's.
fn first_token(text: &str) -> Option<(usize, bool)> {
    if text.starts_with("//") {
        return Some((text.find(['\n', '\r']).unwrap_or(text.len()), true));
    }
    if let Some(comment) = text.strip_prefix("/*") {
        return Some((comment.find("*/").map_or(text.len(), |end| end + 4), true));
    }
    if let Some(quoted) = text.strip_prefix('"') {
        return Some((1 + quoted_length(quoted), false));
    }
    let is_sign = |c: char| "{}[]:, \t\r\n".contains(c);
    if text.starts_with(is_sign) {
        return Some((1, false));
    }
    let end = text.find(|c| is_sign(c) || matches!(c, '"' | '/')).unwrap_or(text.len());
    let is_word = end > 0 && !matches!(plain(&text[..end]), Value::Text(_));
    is_word.then_some((end, false))
}

/// Bytes of a text in quotes after its first quote, with its last one.
fn quoted_length(quoted: &str) -> usize {
    let mut is_escaped = false;
    let end = quoted.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(quoted.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use crate::parse::tests::value;
    use crate::{Place, Value, parse};

    #[test]
    fn comments_of_json_are_read_over() {
        let plain = r#"{"a": [1, {"b": "x//y"}, 90], "c": true}"#;
        let comments = [
            "// first\n{\"a\": [1, {\"b\": \"x//y\"}, 90], \"c\": true}",
            "{ // one\n\"a\": [1, {\"b\": \"x//y\"}, 90], // two: \"c\": 5\n\"c\": true // three\n}",
            "{\"a\":/* 1 */[1,/**/{\"b\"/*:*/:\"x//y\"},90/* ] */],\"c\":true/*\n\n*/}// end",
            "{\"a\": [1, {\"b\": \"x//y\",}, 90,], /* \" */ \"c\": true,} // }",
            "/* a\r\n * b */\r\n{\"a\": [1, {\"b\": \"x//y\"}, 90//\r\n],\r\n//\"c\": false,\r\n\"c\": true}",
        ];
        for text in comments {
            assert_eq!(value(text), value(plain), "{text}");
        }
        assert_eq!(value("// of the docs\n\"a\": { // here\n\"b\": 1\n}"), value("{\"a\": {\"b\": 1}}"));
        // Places stay, also behind other alphabets.
        let documents = parse("{/* \u{e9}\u{1f600} */ \"a\": 1,\n// \u{e9}\n\"b\": 2}".as_bytes()).unwrap();
        let Value::Fields(fields) = &documents[0].value else { panic!() };
        assert_eq!([fields[0].place, fields[1].place], [Place::at(1, 11), Place::at(3, 1)]);
        // Slashes in texts and in YAML are no comments.
        assert_eq!(
            value(r#"{"a": "/* x */ // \\", "b": "\"//"}"#),
            serde_json::json!({"a": "/* x */ // \\", "b": "\"//"})
        );
        assert_eq!(
            value("{url: https://a.b/c, list: [//x]} # 1"),
            serde_json::json!({"url": "https://a.b/c", "list": ["//x"]})
        );
        assert_eq!(value("a: b // c\nd: /*"), serde_json::json!({"a": "b // c", "d": "/*"}));
    }

    /// In a file that is neither JSON nor plain YAML a comment would swallow the next key.
    #[test]
    fn a_comment_that_is_read_as_a_key_is_refused() {
        for text in [
            "{ // first\n a: 1, 'b': 2}",
            "{'a': 1, // second\n 'b': 2}",
            "{a: 1, /* b */ \"b\": 2}",
            "{'a': 1,\n/* \"b\": 2}",
        ] {
            let error = parse(text.as_bytes()).expect_err(text).to_string();
            assert!(
                error.contains("neither JSON nor YAML") || error.contains("begin a comment with `#`"),
                "{text}: {error}"
            );
        }
    }
}
