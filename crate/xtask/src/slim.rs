//! Removes comments and indentation from JavaScript before it is sent.
//!
//! Comments are for people and the type checker. Line numbers stay the same, so errors in the browser have
//! the line of the source.

use std::path::Path;
use std::string::FromUtf8Error;

use crate::libraries;

/// The content that is sent: slimmed JavaScript, other files and bundles of libraries unchanged.
pub fn as_sent(file: &Path, content: Vec<u8>) -> Vec<u8> {
    if file.extension().is_none_or(|extension| extension != "js") || libraries::is_bundle(file) {
        return content;
    }
    String::from_utf8(content).map_or_else(FromUtf8Error::into_bytes, |source| slim(&source).into_bytes())
}

/// Empties lines with only a comment, and removes indentation and inline types from the others. Template
/// literals of several lines would change too; our sources have none, and no string with a type in it.
fn slim(source: &str) -> String {
    let mut in_comment = false;
    let mut out = String::with_capacity(source.len());
    for line in source.lines().map(str::trim) {
        let opens = !in_comment && line.starts_with("/*");
        let closes = line.find("*/").filter(|_| in_comment || opens);
        let is_comment = in_comment || opens || line.starts_with("//");
        in_comment = (in_comment || opens) && closes.is_none();
        match closes.map(|at| line[at + 2..].trim()) {
            // Code after a comment on the same line.
            Some(code) if !code.is_empty() => out.push_str(if opens { line } else { code }),
            _ if is_comment => {}
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    without_types(&out)
}

/// A line without inline types: `/** @type {A} */ (b)` becomes `(b)`.
fn without_types(source: &str) -> String {
    let mut parts = source.split("/** @");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once("*/").map_or(part, |(_, code)| code);
        out.push_str(code.strip_prefix(' ').unwrap_or(code));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go_and_lines_stay() {
        let source = "/** A doc. */\n/**\n * More.\n * @param {number} a\n */\nfunction f(a) {\n  // Why.\n  return a; // kept\n}\n";
        assert_eq!(slim(source), "\n\n\n\n\nfunction f(a) {\n\nreturn a; // kept\n}\n");
    }

    #[test]
    fn bundles_are_sent_as_they_are() {
        let code = b"const text = `\n  // a text\n`;\n";
        assert_eq!(as_sent(Path::new("www/libraries/a.js"), code.to_vec()), code);
        assert_ne!(as_sent(Path::new("www/a.js"), code.to_vec()), code);
    }

    #[test]
    fn code_is_never_lost() {
        for code in ["const a = \"/* no */\";", "x = 1; /* y", "/** A. */ (b).c();", "a *= 2;", "`//`;", "a\n* b;"] {
            assert_eq!(slim(code).trim_end(), code, "{code}");
        }
        assert_eq!(slim("/** @type {A} */ (b).c((/** @type {D} */ d) => d);\n"), "(b).c((d) => d);\n");
        assert_eq!(slim("/* a\n b */ c();\n"), "\nc();\n");
        assert_eq!(slim("/* a */ // b\nc\n"), "/* a */ // b\nc\n");
    }
}
