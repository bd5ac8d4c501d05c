//! Text from outside in messages and names.

/// Whether a character acts on the text around it: control characters, ends of lines, and characters that change the
/// direction of writing. Joiners of letters do not.
pub fn acts(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control()
}

/// The first 40 characters of a text of a file, for a message; those that act are replaced.
pub fn clip(text: &str) -> String {
    text.chars().take(40).map(|c| if acts(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_replaced_and_what_is_shown_stays() {
        let acting = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}').chain('\u{2028}'..='\u{202e}');
        let acting = acting.chain('\u{2066}'..='\u{2069}').chain(['\u{61c}', '\u{200e}', '\u{200f}']);
        assert!(acting.map(|c| clip(&c.to_string())).all(|shown| shown == "\u{fffd}"));
        // Farsi, Devanagari and a family need joiners.
        for text in ["\u{645}\u{6cc}\u{200c}\u{62e}", "\u{915}\u{94d}\u{200d}", "\u{1f468}\u{200d}\u{1f467}"] {
            assert_eq!(clip(text), text);
        }
        assert_eq!(clip(&"\u{e9}".repeat(41)), "\u{e9}".repeat(40));
    }
}
