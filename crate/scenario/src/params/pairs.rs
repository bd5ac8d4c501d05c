//! Lists of names with a value each: `lostwoods:3,town:1`.

use super::text::{MAX_WEIGHT, parse_decimal};

/// Most names: a match holds the number of its name in a byte.
const MOST: usize = 100;

/// The names and their values, in order; none in an empty text. `value` reads a value.
pub(super) fn read<'a, T>(list: &'a str, value: impl Fn(&'a str) -> Option<T>) -> Vec<(&'a str, T)> {
    list.split(',').filter_map(|part| pair(part, &value)).collect()
}

/// The first part that cannot be read, has the name of another, or is one too many.
pub(super) fn malformed<'a, T>(list: &'a str, value: impl Fn(&'a str) -> Option<T>) -> Option<&'a str> {
    let mut names = Vec::new();
    let mut parts = list.split(',').filter(|_| !list.is_empty());
    parts.find(|part| match pair(part, &value) {
        Some((name, _)) if !names.contains(&name) && names.len() < MOST => {
            names.push(name);
            false
        }
        _ => true,
    })
}

/// A whole number from 1 to the largest weight.
pub(super) fn weight(text: &str) -> Option<u32> {
    let whole = parse_decimal(text, 0).filter(|_| !text.contains('.'));
    whole.filter(|weight| (1..=MAX_WEIGHT).contains(weight)).map(|weight| weight as u32)
}

fn pair<'a, T>(part: &'a str, value: &impl Fn(&'a str) -> Option<T>) -> Option<(&'a str, T)> {
    let (name, text) = part.split_once(':')?;
    let (name, text) = (name.trim(), text.trim());
    if name.is_empty() || text.is_empty() { None } else { Some((name, value(text)?)) }
}

#[cfg(test)]
mod tests {
    use crate::Params;

    #[test]
    fn names_keep_their_order_and_weights() {
        let mut params = Params::default();
        assert_eq!(params.map_mix(), []);
        params.set("map_mix", " lostwoods:3, town square:1 ").unwrap();
        assert_eq!(params.map_mix(), [("lostwoods", 3), ("town square", 1)]);
        params.set("match_properties", "season:5,event:true").unwrap();
        assert_eq!(params.match_properties(), [("season", "5"), ("event", "true")]);
    }

    #[test]
    fn the_part_that_is_wrong_is_named() {
        let many: String = (0..101).map(|n| format!("m{n}:1,")).collect();
        for (text, part) in [
            ("lostwoods", "lostwoods"),
            ("a:1,b:", "b:"),
            (":1", ":1"),
            ("a:1,b:0", "b:0"),
            ("a:1,b:1000001", "b:1000001"),
            ("a:1,b:1.5", "b:1.5"),
            ("a:1,a:2", "a:2"),
            ("a:1,", ""),
            (many.trim_end_matches(','), "m100:1"),
        ] {
            let mut params = Params::default();
            let error = params.set("map_mix", text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("map_mix={part}: expected up to 100 different names")), "{error}");
        }
        assert!(Params::default().set("match_properties", "a:1,b").is_err());
    }
}
