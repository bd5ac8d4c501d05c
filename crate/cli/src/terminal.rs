//! Text for terminals.
//!
//! Files and links may contain control characters, with which a terminal moves its cursor, changes its title, or shows words
//! in another order. They are printed as escapes, in the form that JSON has too.

use crate::error::CliError;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;

/// Prints a line on standard error, as `eprintln!` does.
macro_rules! tell {
    ($($words:tt)*) => { $crate::terminal::line(format_args!($($words)*)) };
}
pub(crate) use tell;

/// See [`tell!`].
pub fn line(words: impl Display) {
    eprintln!("{}", escaped(&words.to_string()));
}

/// Prints a text on standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn print(text: &str) -> Result<(), CliError> {
    std::io::stdout().write_all(escaped(text).as_bytes()).map_err(CliError::Output)
}

/// A text without characters that act on a terminal.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return text.into();
    }
    let escape = |c: char| if acts(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() };
    text.chars().map(escape).collect::<String>().into()
}

/// Whether a character acts on a terminal, other than by ending a line or by a tab: control characters, and those that change the
/// direction of writing.
fn acts(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped() {
        assert_eq!(
            escaped("a\u{1b}[2Jb\r\u{7}\u{9b}1m\u{202e}c\n\td"),
            "a\\u001b[2Jb\\u000d\\u0007\\u009b1m\\u202ec\n\td"
        );
        assert!(matches!(escaped("São Paulo, 東京\n"), Cow::Borrowed(_)));
        let json = serde_json::to_string("a\u{9b}b").unwrap();
        assert_eq!(serde_json::from_str::<String>(&escaped(&json)).unwrap(), "a\u{9b}b");
    }
}
