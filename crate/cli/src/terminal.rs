//! Text for terminals.
//!
//! Files and links may contain control characters, with which a terminal moves its cursor, changes its title, or shows words
//! in another order. They are printed as escapes, in the form that JSON has too.

use crate::error::CliError;
use matchday_atlas::counted;
use matchday_base::text::acts;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// Prints a line on standard error, as `eprintln!` does.
macro_rules! tell {
    ($($words:tt)*) => { $crate::terminal::line(format_args!($($words)*)) };
}
pub(crate) use tell;

/// See [`tell!`].
pub fn line(words: impl Display) {
    eprintln!("{}", escaped(&words.to_string()));
}

/// Tells how many rows of a file are left out, and why the first of them are.
pub fn tell_refused(path: &Path, refused: u64, read: u64, first: &[impl Display]) {
    if refused > 0 {
        tell!("matchday: {}: {refused} of {} refused", path.display(), counted(refused + read, "row"));
        first.iter().for_each(|row| tell!("  {row}"));
    }
}

/// Prints lines on standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn print(lines: &str) -> Result<(), CliError> {
    let lines: Vec<_> = lines.split('\n').map(escaped).collect();
    std::io::stdout().write_all(lines.join("\n").as_bytes()).map_err(CliError::Output)
}

/// A text on one line, without characters that act on a terminal.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return text.into();
    }
    let escape = |c: char| if acts(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() };
    text.chars().map(escape).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped() {
        assert_eq!(
            escaped("a\u{1b}[2Jb\r\u{7}\u{9b}1m\u{202e}c\n\td"),
            "a\\u001b[2Jb\\u000d\\u0007\\u009b1m\\u202ec\\u000a\\u0009d"
        );
        let turns = ('\u{2028}'..='\u{202e}').chain('\u{2066}'..='\u{2069}').chain(['\u{61c}', '\u{200e}', '\u{200f}']);
        let controls = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
        for c in turns.chain(controls) {
            assert_eq!(escaped(&format!("a{c}")), format!("a\\u{:04x}", u32::from(c)));
        }
        assert!(matches!(escaped("São Paulo, 東京 👨\u{200d}👩"), Cow::Borrowed(_)));
        let json = serde_json::to_string("a\u{9b}b").unwrap();
        assert_eq!(serde_json::from_str::<String>(&escaped(&json)).unwrap(), "a\u{9b}b");
    }
}
