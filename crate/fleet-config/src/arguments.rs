//! The command line of game servers, of which only the map matters to a simulation.

use matchday_document::{Node, Value};

/// What a command line says of the map that its server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MapArgument {
    /// Nothing.
    Missing,
    /// This map: `-map lostwoods`, `--map=lostwoods`, `+map 'lostwoods'`.
    Map(String),
    /// More than is understood.
    Unclear,
}

/// Reads a command line, as one text or as a list of arguments.
pub(crate) fn map_argument(arguments: &Node) -> MapArgument {
    let texts = match &arguments.value {
        Value::List(items) => items.iter().filter_map(Node::as_text).collect(),
        _ => Vec::from_iter(arguments.as_text()),
    };
    let words: Vec<&str> = texts.into_iter().flat_map(str::split_whitespace).collect();
    let named = words.iter().enumerate().filter_map(|(at, word)| {
        let option = ["--", "-", "+"].into_iter().find_map(|prefix| word.strip_prefix(prefix))?;
        match option.split_once('=').unwrap_or((option, words.get(at + 1).copied().unwrap_or_default())) {
            (name, map) if name.eq_ignore_ascii_case("map") => Some(unquoted(map)),
            _ => None,
        }
    });
    match named.collect::<Vec<_>>().as_slice() {
        [] => MapArgument::Missing,
        [map] if is_name(map) => MapArgument::Map((*map).to_string()),
        _ => MapArgument::Unclear,
    }
}

/// A word without the quotes around it.
fn unquoted(word: &str) -> &str {
    let within = |quote| word.strip_prefix(quote).and_then(|rest: &str| rest.strip_suffix(quote));
    within('"').or_else(|| within('\'')).unwrap_or(word)
}

/// Whether a word is a name, without quotes and signs that a shell or JMESPath would read.
fn is_name(word: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    !word.is_empty() && !word.starts_with('-') && word.chars().all(is_sign)
}
