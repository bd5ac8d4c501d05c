//! Reads `playerAttributes`.

use super::Report;
use crate::{AttributeKind, Default, PlayerAttribute};
use matchday_document::{Fields, Node, Value, wrong_kind};
use std::collections::BTreeMap;

const KINDS: [(&str, AttributeKind); 4] = [
    ("string", AttributeKind::Text),
    ("number", AttributeKind::Number),
    ("string_list", AttributeKind::List),
    ("string_number_map", AttributeKind::Map),
];

pub(super) fn read(fields: &mut Fields<'_>, report: &mut Report) -> Vec<PlayerAttribute> {
    let items = report.items(fields, "playerAttributes");
    let attributes: Vec<_> = items.iter().filter_map(|(path, node)| attribute(node, path, report)).collect();
    let mut seen = BTreeMap::new();
    for PlayerAttribute { name, .. } in &attributes {
        if let Some(first) = seen.insert(name.value.as_str(), name.place) {
            let words = format!("a second attribute is named `{}`, the first at {first}: rename one", name.value);
            report.error(name.place, words);
        }
    }
    attributes
}

fn attribute(node: &Node, path: &str, report: &mut Report) -> Option<PlayerAttribute> {
    let mut fields = report.fields(node, path)?;
    let name = report.name(&mut fields);
    let written = fields.take("type").is_some();
    let kind = report.choice(&mut fields, "type", &KINDS);
    if !written {
        let words = format!("`{path}.type` is missing: string, number, string_list or string_number_map");
        report.error(fields.place, words);
    }
    let default = fields.take("default");
    report.finish(&fields);
    let kind = kind?.value;
    let default = default.and_then(|node| {
        let found = value(node, kind);
        if found.is_none() {
            let expected = format!("a value of type {}", kind.name());
            report.take::<()>(Err(wrong_kind(node, &format!("{path}.default"), &expected)));
        }
        found
    });
    Some(PlayerAttribute { name: name?, kind, default })
}

fn value(node: &Node, kind: AttributeKind) -> Option<Default> {
    match (kind, &node.value) {
        (AttributeKind::Text, Value::Text(text)) => Some(Default::Text(text.clone())),
        (AttributeKind::Number, Value::Number(number)) => Some(Default::Number(*number)),
        (AttributeKind::List, Value::List(items)) => {
            let texts = items.iter().map(|item| item.as_text().map(str::to_string));
            texts.collect::<Option<_>>().map(Default::List)
        }
        (AttributeKind::Map, Value::Fields(fields)) => {
            let number = |node: &Node| if let Value::Number(number) = node.value { Some(number) } else { None };
            let entries = fields.iter().map(|field| Some((field.name.clone(), number(&field.node)?)));
            entries.collect::<Option<_>>().map(Default::Map)
        }
        _ => None,
    }
}
