//! Reads JSON: as much of it as a manifest needs, in little code, since every visitor of the page downloads it.

use crate::decimal;

/// A JSON value. Names of an object keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Deeper nesting is damage or malice.
const DEEPEST: u32 = 32;

impl Json {
    /// Reads a text that holds one value.
    ///
    /// # Errors
    /// What was expected, with line and column from 1.
    pub fn parse(bytes: &[u8]) -> Result<Json, String> {
        let mut reader = Reader { bytes, at: 0 };
        let value = reader.value(0).and_then(|value| match reader.next() {
            None => Ok(value),
            Some(_) => Err("the end"),
        });
        value.map_err(|expected| {
            let before = &bytes[..reader.at.min(bytes.len())];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            format!("expected {expected} at line {line} column {column}")
        })
    }

    /// The values of an object that has exactly these fields, in their order.
    ///
    /// # Errors
    /// A field that is missing, unknown or there twice, or a value that is no object.
    pub fn fields<const N: usize>(self, names: [&str; N]) -> Result<[Json; N], String> {
        let Json::Object(fields) = self else { return Err(format!("expected an object of {}", names.join(", "))) };
        let mut values = [const { None }; N];
        for (name, value) in fields {
            let index = names.iter().position(|known| *known == name);
            let index = index.ok_or_else(|| format!("unknown field `{name}`"))?;
            if values[index].replace(value).is_some() {
                return Err(format!("field `{name}` is there twice"));
            }
        }
        match names.iter().zip(&values).find(|(_, value)| value.is_none()) {
            Some((name, _)) => Err(format!("missing field `{name}`")),
            None => Ok(values.map(|value| value.unwrap_or(Json::Null))),
        }
    }

    /// The items of a list.
    pub fn list(self) -> Result<Vec<Json>, String> {
        if let Json::List(items) = self { Ok(items) } else { Err(self.instead_of("a list")) }
    }

    /// A text.
    pub fn text(self) -> Result<String, String> {
        if let Json::Text(text) = self { Ok(text) } else { Err(self.instead_of("a text")) }
    }

    /// A number.
    pub fn number(self) -> Result<f64, String> {
        if let Json::Number(number) = self { Ok(number) } else { Err(self.instead_of("a number")) }
    }

    /// A whole number that a double holds exactly.
    pub fn whole(self) -> Result<u64, String> {
        match self {
            Json::Number(n) if (0.0..9e15).contains(&n) && n == libm::floor(n) => Ok(n as u64),
            other => Err(other.instead_of("a whole number")),
        }
    }

    /// True or false.
    pub fn bool(self) -> Result<bool, String> {
        if let Json::Bool(flag) = self { Ok(flag) } else { Err(self.instead_of("true or false")) }
    }

    fn instead_of(&self, expected: &str) -> String {
        let found = match self {
            Json::Null => "null",
            Json::Bool(_) => "true or false",
            Json::Number(_) => "a number",
            Json::Text(_) => "a text",
            Json::List(_) => "a list",
            Json::Object(_) => "an object",
        };
        format!("expected {expected}, found {found}")
    }
}

/// What should have stood where it does not.
type Expected = &'static str;

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is no blank; it is not taken.
    fn next(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(|byte| b" \t\r\n".contains(byte)) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let here = self.next() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn expect(&mut self, byte: u8, name: Expected) -> Result<(), Expected> {
        if self.take(byte) { Ok(()) } else { Err(name) }
    }

    fn value(&mut self, depth: u32) -> Result<Json, Expected> {
        if depth > DEEPEST {
            return Err("less nesting");
        }
        match self.next() {
            Some(b'{') => {
                let mut fields = Vec::new();
                self.items(b'}', "`,` or `}`", |reader| {
                    let name = reader.string()?;
                    reader.expect(b':', "`:`")?;
                    fields.push((name, reader.value(depth + 1)?));
                    Ok(())
                })?;
                Ok(Json::Object(fields))
            }
            Some(b'[') => {
                let mut items = Vec::new();
                self.items(b']', "`,` or `]`", |reader| {
                    items.push(reader.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Json::List(items))
            }
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    /// What stands between brackets, with commas.
    fn items(
        &mut self,
        end: u8,
        name: Expected,
        mut item: impl FnMut(&mut Self) -> Result<(), Expected>,
    ) -> Result<(), Expected> {
        self.at += 1;
        if self.take(end) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(end) {
                return Ok(());
            }
            self.expect(b',', name)?;
        }
    }

    fn word(&mut self) -> Result<Json, Expected> {
        let words = [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        let found = words.into_iter().find(|(word, _)| self.bytes[self.at..].starts_with(word.as_bytes()));
        let (word, value) = found.ok_or("a value")?;
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Json, Expected> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte)).count();
        let number = std::str::from_utf8(&rest[..length]).ok().and_then(decimal::parse);
        self.at += length;
        number.map(Json::Number).ok_or("a number")
    }

    fn string(&mut self) -> Result<String, Expected> {
        self.expect(b'"', "a text in quotes")?;
        let mut text = Vec::new();
        loop {
            let byte = *self.bytes.get(self.at).ok_or("a closing quote")?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(text).map_err(|_| "UTF-8 text"),
                b'\\' => {
                    let character = self.escape()?;
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                0..0x20 => return Err("an escaped control character"),
                byte => text.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Expected> {
        let byte = *self.bytes.get(self.at).ok_or("an escape")?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                let pair = [first, if (0xd800..0xdc00).contains(&first) { self.low_surrogate()? } else { 0 }];
                let units = &pair[..1 + usize::from(pair[1] > 0)];
                char::decode_utf16(units.iter().copied()).next().and_then(Result::ok).ok_or("a character")?
            }
            _ => return Err("an escape"),
        })
    }

    fn low_surrogate(&mut self) -> Result<u16, Expected> {
        if !self.bytes[self.at..].starts_with(b"\\u") {
            return Err("the second half of a character");
        }
        self.at += 2;
        self.hex()
    }

    fn hex(&mut self) -> Result<u16, Expected> {
        let digits = self.bytes.get(self.at..self.at + 4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok()).ok_or("four hexadecimal digits")?;
        self.at += 4;
        u16::from_str_radix(digits, 16).map_err(|_| "four hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn same(ours: &Json, theirs: &Value) -> bool {
        match (ours, theirs) {
            (Json::Null, Value::Null) => true,
            (Json::Bool(a), Value::Bool(b)) => a == b,
            (Json::Number(a), Value::Number(b)) => Some(*a) == b.as_f64(),
            (Json::Text(a), Value::String(b)) => a == b,
            (Json::List(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
            (Json::Object(a), Value::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
            }
            _ => false,
        }
    }

    #[test]
    fn reads_what_an_independent_reader_reads() {
        for text in [
            "null",
            " [ true , false,null ]\n",
            "{}",
            "[[],{\"a\":{\"b\":[-0.5e-3, 12, 1E2]}}]",
            r#""\"\\\/\b\f\n\r\té \u00e9 \ud83d\ude00 São""#,
            r#"{"fallback": {"inflation": 1.587, "offset_ms": 17.8}, "default": true}"#,
        ] {
            let theirs = serde_json::from_str(text).unwrap();
            assert!(same(&Json::parse(text.as_bytes()).unwrap(), &theirs), "{text}");
        }
    }

    #[test]
    fn says_what_was_expected_and_where() {
        for (text, error) in [
            ("", "expected a value at line 1 column 1"),
            ("{\"a\": 1,\n  \"b\" 2}", "expected `:` at line 2 column 7"),
            ("[1 2]", "expected `,` or `]` at line 1 column 4"),
            ("[1,]", "expected a value at line 1 column 4"),
            ("{} x", "expected the end at line 1 column 4"),
            ("\"abc", "expected a closing quote at line 1 column 5"),
            ("\"\\ud83d\"", "expected the second half of a character at line 1 column 8"),
            ("1.2.3", "expected a number at line 1 column 6"),
        ] {
            assert_eq!(Json::parse(text.as_bytes()).unwrap_err(), error, "{text}");
        }
        assert!(Json::parse(&[b'['; 100_000]).unwrap_err().starts_with("expected less nesting"));
        assert!(Json::parse(b"\"\xff\"").unwrap_err().starts_with("expected UTF-8 text"));
    }

    #[test]
    fn no_bytes_panic() {
        let alphabet = br#"{}[]",:\u00e9-1.e true null "#;
        let mut state = 1_u32;
        let mut random = |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % n
        };
        for _ in 0..50_000 {
            let text: Vec<u8> = (0..random(30)).map(|_| alphabet[random(alphabet.len())]).collect();
            let ours = Json::parse(&text);
            if let (Ok(ours), Ok(theirs)) = (&ours, serde_json::from_slice(&text)) {
                assert!(same(ours, &theirs), "{}", text.escape_ascii());
            }
        }
    }
}
