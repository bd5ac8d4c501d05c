//! JSON objects whose keys are all different: of a key that is there twice, one value would be lost without a word.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// A JSON value without doubled keys.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyValue).map(Self)
    }
}

/// An object without doubled keys.
///
/// # Errors
/// What is wrong with the JSON, with its place.
pub fn object(json: &[u8]) -> Result<Map<String, Value>, String> {
    match serde_json::from_slice(json).map_err(|error| error.to_string())? {
        Unique(Value::Object(values)) => Ok(values),
        Unique(_) => Err("the JSON is not an object".to_owned()),
    }
}

/// An object as part of a larger value.
///
/// # Errors
/// A doubled key, or no object.
pub fn map<'de, D: Deserializer<'de>>(from: D) -> Result<Map<String, Value>, D::Error> {
    match Unique::deserialize(from)? {
        Unique(Value::Object(values)) => Ok(values),
        Unique(other) => Err(D::Error::custom(format_args!("{other} is not an object"))),
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} is there twice: keep one")));
            }
            let Unique(value) = fields.next_value()?;
            map.insert(key, value);
        }
        Ok(map.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_twice_is_named_with_its_place() {
        let json = br#"{"a": [1, -2, 0.5, true, null, "x"], "b": {"a": 1e3}}"#;
        assert_eq!(Value::Object(object(json).unwrap()), serde_json::from_slice::<Value>(json).unwrap());
        assert_eq!(
            object(b"{\"ccu\": 1,\n \"ccu\": 2}").unwrap_err(),
            "the key \"ccu\" is there twice: keep one at line 2 column 6"
        );
        assert!(object(br#"{"a": {"b": 1, "b": 1}}"#).unwrap_err().contains("\"b\" is there twice"));
        assert_eq!(object(b"[1]").unwrap_err(), "the JSON is not an object");
        assert!(object(&b"[".repeat(100_000)).unwrap_err().contains("recursion limit"));
    }
}
