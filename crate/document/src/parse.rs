//! Builds values from the events of a YAML parser, within limits.

use crate::comments::without_comments;
use crate::scalar::plain;
use crate::{Error, Field, Node, Place, Reason, Value, wrong_kind};
use granit_parser::{ErrorKind, Event, Marker, Options, Parser, ScalarStyle};
use matchday_base::text::acts;
use std::collections::BTreeMap;
use std::ops::Range;

/// Largest file, bytes. A configuration of a large game has tens of kilobytes; this leaves room for whole pod
/// templates.
pub const MOST_BYTES: usize = 1 << 20;
/// Deepest nesting. Agones' own fields are nested 12 deep, those of a pod about 20.
pub const DEEPEST: usize = 48;
/// Most values and characters together, with aliases expanded.
pub const MOST_VALUES: usize = 2 << 20;

/// The documents of a file, in order; empty documents are skipped. YAML's merge keys are resolved. JSON may have comments
/// and trailing commas.
///
/// # Errors
/// A file that is too large, nested too deep, neither JSON nor YAML, or has a key twice.
pub fn parse(bytes: &[u8]) -> Result<Vec<Node>, Error> {
    let text = text(bytes)?;
    let without_comments = without_comments(text);
    let text = without_comments.as_deref().unwrap_or(text);
    if !is_excerpt(text) {
        return documents(text, 0);
    }
    documents(&format!("{{\n{text}\n}}"), 1)
}

/// Whether a text is JSON without its outer braces, as in the documentation: `"key": { ... }`. YAML reads
/// most of these texts, and several documents of them, but requires blanks where JSON does not, and allows no tabs.
fn is_excerpt(text: &str) -> bool {
    let key = text.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let value = key.and_then(|(_, rest)| rest.trim_start().strip_prefix(':'));
    let is_object = value.is_some_and(|value| value.trim_start().starts_with('{'));
    is_object && text.trim_end().ends_with(['}', ',']) && !text.contains("\n---")
}

/// The documents of a text to which `more_lines` lines were prepended.
pub(crate) fn documents(text: &str, more_lines: u32) -> Result<Vec<Node>, Error> {
    let place =
        |marker: &Marker| Place::at((marker.line() as u32).saturating_sub(more_lines).max(1), marker.col() as u32 + 1);
    let mut options = Options::default();
    options.flow_nesting_limit = DEEPEST;
    options.block_nesting_limit = DEEPEST;
    let mut builder = Builder::default();
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| {
            let reason = match error.kind() {
                ErrorKind::RecursionLimitExceeded => Reason::TooDeep(DEEPEST),
                _ => Reason::Syntax(error.info()),
            };
            reason.at(place(error.marker()))
        })?;
        let bytes = span.start.byte_offset().unwrap_or(0)..span.end.byte_offset().unwrap_or(0);
        builder.take(event, place(&span.start), bytes)?;
    }
    Ok(builder.documents)
}

/// The text of a file, without its byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Error> {
    if bytes.len() > MOST_BYTES {
        return Err(Reason::TooLarge(MOST_BYTES).at(Place::START));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Reason::NotUtf8.at(Place::after(&good))
    })?;
    if let Some(at) = text.find('\0') {
        return Err(Reason::Nul.at(Place::after(&text[..at])));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// YAML's key for the fields of other objects.
const MERGE: &str = "<<";
const MERGED: &str = "an object or a list of objects";

/// An unfinished list or object.
struct Open {
    place: Place,
    /// Its first byte.
    start: usize,
    anchor: usize,
    items: Items,
}

enum Items {
    List(Vec<Node>),
    Fields(Object),
}

#[derive(Default)]
struct Object {
    fields: Vec<Field>,
    /// Fields of merged objects, the winning ones first.
    merged: Vec<Field>,
    /// The first position of each name.
    seen: BTreeMap<String, Place>,
    /// The name of the next value.
    next: Option<Key>,
}

struct Key {
    name: String,
    place: Place,
    /// Whether its value is merged into the object.
    is_merge: bool,
}

#[derive(Default)]
struct Builder {
    documents: Vec<Node>,
    open: Vec<Open>,
    /// The values of anchors, by the parser's number.
    anchors: Vec<Option<Named>>,
    /// Values and characters so far.
    values: usize,
}

/// The value of an anchor, and the cost of a copy.
struct Named {
    node: Node,
    size: Size,
}

#[derive(Clone, Copy, Default)]
struct Size {
    /// Values and characters.
    values: usize,
    /// Depth of its nested lists and objects.
    height: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, place: Place, bytes: Range<usize>) -> Result<(), Error> {
        match event {
            Event::Scalar(word, style, anchor, tag) => {
                let is_text = style != ScalarStyle::Plain || tag.is_some_and(|tag| tag.core_suffix() == Some("str"));
                self.count(1 + word.len(), place)?;
                // Names and texts are shown within sentences, which must not be turned around.
                if let Some(acting) = word.chars().find(|&c| acts(c) && !matches!(c, '\n' | '\r' | '\t')) {
                    return Err(Reason::Acts(acting).at(place));
                }
                match self.open.last_mut().map(|open| &mut open.items) {
                    Some(Items::Fields(object)) if !is_text && object.next.is_none() => match &*word {
                        MERGE => return object.name_next(word.into_owned(), place, true),
                        // It would swallow the next key.
                        _ if word.starts_with("//") || word.starts_with("/*") => return Err(Reason::Comment.at(place)),
                        _ => {}
                    },
                    _ => {}
                }
                let value = if is_text { Value::Text(word.into_owned()) } else { plain(&word) };
                self.put(Node { place, bytes, value }, anchor)
            }
            Event::SequenceStart(_, anchor, _) => self.begin(place, bytes.start, anchor, Items::List(Vec::new())),
            Event::MappingStart(_, anchor, _) => {
                self.begin(place, bytes.start, anchor, Items::Fields(Object::default()))
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(bytes.end),
            Event::Alias(anchor) => {
                let named = self.anchors.get(anchor).and_then(Option::as_ref);
                let size = named.ok_or_else(|| Reason::Endless.at(place))?.size;
                // Count before copying.
                self.count(size.values, place)?;
                if self.open.len() + size.height > DEEPEST {
                    return Err(Reason::TooDeep(DEEPEST).at(place));
                }
                match self.anchors.get(anchor).and_then(Option::as_ref).map(|named| named.node.clone()) {
                    Some(node) => self.put(Node { place, ..node }, 0),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self, values: usize, place: Place) -> Result<(), Error> {
        self.values += values;
        if self.values > MOST_VALUES { Err(Reason::TooMany(MOST_VALUES).at(place)) } else { Ok(()) }
    }

    fn begin(&mut self, place: Place, start: usize, anchor: usize, items: Items) -> Result<(), Error> {
        self.count(1, place)?;
        if self.open.len() >= DEEPEST {
            return Err(Reason::TooDeep(DEEPEST).at(place));
        }
        if let Some(Open { items: Items::Fields(Object { next: None, .. }), .. }) = self.open.last() {
            return Err(Reason::Key.at(place));
        }
        self.open.push(Open { place, start, anchor, items });
        Ok(())
    }

    fn end(&mut self, end: usize) -> Result<(), Error> {
        let Some(Open { place, start, anchor, items }) = self.open.pop() else { return Ok(()) };
        let value = match items {
            Items::List(items) => Value::List(items),
            Items::Fields(object) => Value::Fields(object.finish()),
        };
        self.put(Node { place, bytes: start..end, value }, anchor)
    }

    /// Adds a finished value to the open list or object; without one, it is a document.
    fn put(&mut self, node: Node, anchor: usize) -> Result<(), Error> {
        if anchor > 0 {
            self.anchors.resize_with(self.anchors.len().max(anchor + 1), || None);
            // The value kept for aliases is a copy too.
            let size = size(&node);
            self.count(size.values, node.place)?;
            self.anchors[anchor] = Some(Named { size, node: node.clone() });
        }
        match self.open.last_mut().map(|open| &mut open.items) {
            None if node.value == Value::Null => {}
            None => self.documents.push(node),
            Some(Items::List(items)) => items.push(node),
            Some(Items::Fields(object)) => object.put(node)?,
        }
        Ok(())
    }
}

fn size(node: &Node) -> Size {
    let within = |sizes: &mut dyn Iterator<Item = Size>| {
        sizes.fold(Size { values: 1, height: 1 }, |all, one| Size {
            values: all.values + one.values,
            height: all.height.max(one.height + 1),
        })
    };
    match &node.value {
        Value::List(items) => within(&mut items.iter().map(size)),
        Value::Fields(fields) => within(&mut fields.iter().map(|field| {
            let Size { values, height } = size(&field.node);
            Size { values: values + 1 + field.name.len(), height }
        })),
        Value::Text(text) => Size { values: 1 + text.len(), height: 0 },
        _ => Size { values: 1, height: 0 },
    }
}

impl Object {
    /// Takes a name, or the value of the previous name.
    fn put(&mut self, node: Node) -> Result<(), Error> {
        match self.next.take() {
            Some(Key { is_merge: true, .. }) => return self.merge(node),
            Some(Key { name, place, .. }) => {
                self.fields.push(Field { name, place, node });
                return Ok(());
            }
            None => {}
        }
        // The keys `5` and `true` are texts, as in Kubernetes.
        let name = match node.value {
            Value::Text(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => return Err(Reason::Key.at(node.place)),
        };
        self.name_next(name, node.place, false)
    }

    fn name_next(&mut self, name: String, place: Place, is_merge: bool) -> Result<(), Error> {
        if let Some(&first) = self.seen.get(&name) {
            return Err(Reason::Twice { key: name, first }.at(place));
        }
        self.seen.insert(name.clone(), place);
        self.next = Some(Key { name, place, is_merge });
        Ok(())
    }

    /// Takes the value of a merge key: an object, or a list of objects of which the first wins.
    fn merge(&mut self, node: Node) -> Result<(), Error> {
        match node.value {
            Value::Fields(fields) => self.merged.extend(fields),
            Value::List(items) => {
                for item in items {
                    match item.value {
                        Value::Fields(fields) => self.merged.extend(fields),
                        _ => return Err(wrong_kind(&item, MERGE, MERGED)),
                    }
                }
            }
            _ => return Err(wrong_kind(&node, MERGE, MERGED)),
        }
        Ok(())
    }

    /// Its own fields, which win, and then the merged ones.
    fn finish(mut self) -> Vec<Field> {
        for field in self.merged {
            if self.seen.insert(field.name.clone(), field.place).is_none() {
                self.fields.push(field);
            }
        }
        self.fields
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value as Json;

    fn json(node: &Node) -> Json {
        match &node.value {
            Value::Null => Json::Null,
            Value::Bool(flag) => (*flag).into(),
            Value::Number(number) => (*number).into(),
            Value::Text(text) => text.clone().into(),
            Value::List(items) => items.iter().map(json).collect(),
            Value::Fields(fields) => {
                Json::Object(fields.iter().map(|field| (field.name.clone(), json(&field.node))).collect())
            }
        }
    }

    fn refused(text: &str) -> Error {
        parse(text.as_bytes()).unwrap_err()
    }

    /// YAML does not allow raw control characters, which JSON writers escape. Ends of lines and paragraphs are refused.
    const TEXT: &str = "([^\\pC\\p{Zl}\\p{Zp}]|[\"\\\\\n\t\r/]){0,30}";

    /// Any JSON from serde_json, with numbers as doubles.
    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i32>().prop_map(|number| Json::from(f64::from(number))),
            (-1e9..1e9f64).prop_map(Json::from),
            TEXT.prop_map(Json::from),
        ];
        leaf.prop_recursive(5, 60, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
                proptest::collection::btree_map(TEXT, inner, 0..6)
                    .prop_map(|fields| Json::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// All JSON in any layout is read as by serde_json.
        #[test]
        fn json_is_yaml(value in any_json(), layout in 0..4) {
            let text = match layout {
                0 => serde_json::to_string(&value).unwrap(),
                1 => serde_json::to_string_pretty(&value).unwrap(),
                2 => serde_json::to_string_pretty(&value).unwrap().replace("\n", "\r\n"),
                _ => format!("\u{feff}{}", serde_json::to_string_pretty(&value).unwrap().replace("\n  ", "\n\t")),
            };
            let documents = parse(text.as_bytes()).unwrap();
            prop_assert_eq!(documents.first().map_or(Json::Null, json), value, "{}", text);
        }
    }

    #[test]
    fn surrogate_pairs_and_slashes_are_as_in_json() {
        let documents = parse(br#"{"a": "\ud83d\ude00 \/ \u0041"}"#).unwrap();
        assert_eq!(json(&documents[0])["a"], "\u{1f600} / A");
    }

    #[test]
    fn places_are_lines_and_characters_from_1() {
        let documents = parse("a: 1\n\u{e9}\u{e9}: {b: [x,\n  \"\u{1f600}\", y]}\r\nc: z".as_bytes()).unwrap();
        let place = Place::at;
        let Value::Fields(fields) = &documents[0].value else { panic!() };
        assert_eq!((fields[1].place, fields[1].node.place), (place(2, 1), place(2, 5)));
        let Value::List(items) = &fields[1].node.field("b").unwrap().value else { panic!() };
        assert_eq!(items.iter().map(|item| item.place).collect::<Vec<_>>(), [place(2, 10), place(3, 3), place(3, 8)]);
        assert_eq!(fields[2].place, place(4, 1));
    }

    #[test]
    fn aliases_are_what_they_name_and_stand_where_they_are_used() {
        let documents = parse(b"a: &a {x: 1}\nb: *a").unwrap();
        assert_eq!(json(&documents[0]), serde_json::json!({"a": {"x": 1.0}, "b": {"x": 1.0}}));
        assert_eq!(documents[0].field("b").unwrap().place, Place::at(2, 4));
        assert_eq!(refused("a: &a [*a]").reason, Reason::Endless);
        assert!(matches!(refused("a: *b").reason, Reason::Syntax(_)));
    }

    #[test]
    fn budgets_hold() {
        let laughs = (1..30).fold("- &l0 [ha, ha, ha]\n".to_string(), |text, n| {
            format!("{text}- &l{n} [*l{0}, *l{0}, *l{0}, *l{0}]\n", n - 1)
        });
        assert_eq!(refused(&laughs).reason, Reason::TooMany(MOST_VALUES));
        let says = "more than 2097152 values and characters, aliases written out";
        assert_eq!(Reason::TooMany(MOST_VALUES).to_string(), says);
        // One long text, many times.
        let long = format!("- &l {}\n{}", "x".repeat(500_000), "- *l\n".repeat(10_000));
        assert_eq!(refused(&long).reason, Reason::TooMany(MOST_VALUES));
        // Values within nested anchors, each kept by all outer anchors.
        let kept = (0..40).map(|n| format!("&k{n} [")).collect::<String>() + &"x,".repeat(200_000) + &"]".repeat(40);
        assert_eq!(refused(&kept).reason, Reason::TooMany(MOST_VALUES));
        // Each level alone is shallow.
        let tower =
            (1..3000).fold("- &l0 [[[[]]]]\n".to_string(), |text, n| format!("{text}- &l{n} [[[*l{}]]]\n", n - 1));
        assert_eq!(refused(&tower).reason, Reason::TooDeep(DEEPEST));
        for open in ["[", "{\"a\":", "- ", "? ", "{", "[{a: "] {
            assert!(parse(open.repeat(20_000).as_bytes()).is_err(), "{open}");
        }
        // Many values within the limit: reading must be fast.
        let start = std::time::Instant::now();
        let names: String = (0..100_000).map(|n| format!("k{n}: 1\n")).collect();
        assert!(parse(names.as_bytes()).is_ok());
        assert!(start.elapsed().as_secs() < 10);
        let large = vec![b' '; MOST_BYTES + 1];
        assert_eq!(parse(&large).unwrap_err().to_string(), "line 1, column 1: more than 1048576 bytes");
    }

    #[test]
    fn what_is_no_text_is_refused_where_it_stops_being_one() {
        let refused = |bytes: &[u8]| parse(bytes).unwrap_err();
        assert_eq!(refused(b"a: 1\nb: \0"), Reason::Nul.at(Place::at(2, 4)));
        assert_eq!(refused(b"a\r\n\rb\n\0"), Reason::Nul.at(Place::at(4, 1)));
        assert_eq!(
            refused("\u{e9}: ".as_bytes().iter().chain(b"\xff").copied().collect::<Vec<_>>().as_slice()),
            Reason::NotUtf8.at(Place::at(1, 4))
        );
        assert_eq!(refused(b"\xff\xfea\0").reason, Reason::NotUtf8);
    }

    #[test]
    fn a_refusal_says_where_and_what_to_do() {
        for (bytes, words) in [
            (b"a: \xff".as_slice(), "line 1, column 4: not UTF-8 from here on: save the file as UTF-8"),
            (b"a: *b", "line 1, column 4: neither JSON nor YAML: "),
            (
                b"a: &a [*a]",
                "line 1, column 8: an alias is inside its own anchor, so its value never ends: write the value instead of the alias",
            ),
            (b"? [a]\n: 1", "line 1, column 3: this key is not a text: write a name in quotes"),
            (b"a: 1\n? {b: 2}\n: 3", "line 2, column 3: this key is not a text: write a name in quotes"),
            (b"{null: 1}", "line 1, column 2: this key is not a text: write a name in quotes"),
            (b"a: b\nc: \xe2\x80\xaeb", "line 2, column 4: the character U+202E in this text is not shown, or changes"),
            (b"{\"a\": [1, \"\\u0007\"]}", "line 1, column 11: the character U+0007 in this text"),
            (b"{\"\\u2066a\": 1}", "line 1, column 2: the character U+2066 in this text"),
        ] {
            let error = parse(bytes).unwrap_err().to_string();
            assert!(error.starts_with(words), "{}: {error}", String::from_utf8_lossy(bytes));
        }
    }

    /// The first document as JSON.
    pub(crate) fn value(text: &str) -> Json {
        json(&parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))[0])
    }

    /// The examples of the merge key's own page, yaml.org/type/merge.html, and cases of its rules.
    #[test]
    fn merge_keys_are_resolved() {
        let center = "- &CENTER {x: 1, y: 2}\n- &LEFT {x: 0, y: 2}\n- &BIG {r: 10}\n- &SMALL {r: 1}\n";
        let expected = serde_json::json!({"x": 1.0, "y": 2.0, "r": 10.0, "label": "center/big"});
        let same = [
            "x: 1\n  y: 2\n  r: 10",
            "<<: *CENTER\n  r: 10",
            "<<: [*CENTER, *BIG]",
            "<<: [*BIG, *LEFT, *SMALL]\n  x: 1",
            // What is written wins, before and after the merge key.
            "x: 1\n  <<: [*BIG, *LEFT, *SMALL]",
            "<<: {x: 1, y: 2, r: 10}",
        ];
        for text in same {
            let all = value(&format!("{center}- {text}\n  label: center/big\n"));
            assert_eq!(all[4], expected, "{text}");
        }
        // A merge of a merge, in an anchor, in flow style, and a nested object that is replaced as a whole.
        let nested = value("a: &a {<<: {p: 1, q: {r: 1}}, s: 2}\nb: &b {q: {t: 3}, <<: *a}\nc: {<<: *b, p: 9}");
        assert_eq!(nested["b"], serde_json::json!({"q": {"t": 3.0}, "p": 1.0, "s": 2.0}));
        assert_eq!(nested["c"], serde_json::json!({"p": 9.0, "q": {"t": 3.0}, "s": 2.0}));
        // In quotes it is a name like any other.
        assert_eq!(value("{\"<<\": {\"a\": 1}}"), serde_json::json!({"<<": {"a": 1.0}}));
        assert_eq!(value("- <<"), serde_json::json!(["<<"]));
    }

    #[test]
    fn what_cannot_be_merged_is_refused_where_it_stands() {
        let says = "`<<` has to be an object or a list of objects, but here is";
        for (text, place, found) in [
            ("<<: 5", Place::at(1, 5), "the number 5"),
            ("a: 1\n<<:", Place::at(2, 3), "nothing"),
            ("a: &a [1]\nb: {<<: [{}, *a]}", Place::at(2, 14), "a list"),
        ] {
            let error = refused(text);
            assert_eq!((error.place, error.reason.to_string()), (place, format!("{says} {found}")), "{text}");
        }
        assert_eq!(refused("<<: {}\n<<: {}").reason, Reason::Twice { key: "<<".to_string(), first: Place::at(1, 1) });
        // Merging is copying, within the same budget.
        let copies = (1..40).fold("- &l0 {a: 1}\n".to_string(), |text, n| {
            let names: String = (0..40).map(|at| format!("k{n}_{at}: 1, ")).collect();
            format!("{text}- &l{n} {{<<: *l{}, {names}}}\n", n - 1)
        });
        assert!(parse(copies.as_bytes()).is_ok());
    }

    #[test]
    fn a_key_twice_is_refused_with_both_places() {
        let error = refused("{\"a\": 1,\n \"b\": 2, \"a\": 3}");
        assert_eq!(error.place, Place::at(2, 10));
        assert_eq!(error.reason, Reason::Twice { key: "a".to_string(), first: Place::at(1, 2) });
    }
}
