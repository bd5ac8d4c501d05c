//! Checks the size of an expression before parsing: parsers recurse at every bracket and sign.

use super::RequirementError;

/// Longest expression, bytes: enough for a requirement with a hundred maps.
pub(super) const LONGEST: usize = 2000;
/// Deepest nesting of brackets; each level needs stack in the parser.
pub(super) const DEEPEST: usize = 16;
/// Most words and signs; each may be one more level in the syntax tree.
pub(super) const MOST_TOKENS: usize = 200;

/// Refuses an expression that is too long, too deep or has too many parts.
pub(super) fn check(text: &str) -> Result<(), RequirementError> {
    if text.len() > LONGEST {
        return Err(RequirementError::TooLong { bytes: text.len() });
    }
    let (mut depth, mut tokens) = (0usize, 0usize);
    let mut quote: Option<char> = None;
    let (mut escaped, mut in_word) = (false, false);
    for (index, c) in text.chars().enumerate() {
        let word = c.is_alphanumeric() || c == '_';
        match quote {
            // A literal in backticks is JSON with its own parser: its brackets count.
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(end) if c == end => quote = None,
            Some('\'' | '"') => continue,
            Some(_) => {}
            None if matches!(c, '\'' | '"' | '`') => quote = Some(c),
            None => {}
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(RequirementError::TooDeep { at: index + 1 });
        }
        tokens += usize::from(quote.is_none() && !c.is_whitespace() && !(word && in_word));
        in_word = word;
    }
    if tokens > MOST_TOKENS { Err(RequirementError::TooManyTokens) } else { Ok(()) }
}
