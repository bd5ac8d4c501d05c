//! A test reads the message of every error: an error that nothing produces, or whose words nobody has seen, is found here.

use matchday_tests::file;
use std::fs;
use std::path::{Path, PathBuf};

/// So much of the beginning or the end of a clause is in a test, or all of it if it is shorter.
const LEAST: usize = 16;
/// Shorter clauses say nothing.
const SHORTEST: usize = 6;

/// Errors of the tools of developers, which end on a screen that a developer looks at.
const TOOLS: &str = "crate/xtask/";

/// Where tests are, apart from those beside the code.
const TESTS: [&str; 4] = ["tests", "tests/native", "tests/e2e/specs", "tests/e2e/support"];

/// Every source file below a folder.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_kept = !path.ends_with("target") && !path.ends_with("node_modules");
        if path.is_dir() && is_kept {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Rust's text with the escapes of its literals undone: over line ends, and of quotation marks.
fn unescaped(source: &str) -> String {
    let mut lines = source.split("\\\n");
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| text + line.trim_start()).replace("\\\"", "\"")
}

/// The messages of the errors that a source declares.
fn messages(source: &str) -> impl Iterator<Item = String> {
    source.split("#[error(").skip(1).filter_map(|rest| {
        let literal = rest.trim_start().strip_prefix('"')?;
        let mut is_escaped = false;
        let end = literal.find(|letter| {
            let is_end = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            is_end
        })?;
        Some(unescaped(&literal[..end]))
    })
}

/// The words of a message between its values, by clause.
fn clauses(message: &str) -> Vec<String> {
    let message = message.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let parts = message.split('{').enumerate().map(|(at, part)| match at {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, words)| words),
    });
    let clauses = parts.flat_map(|part| part.split(['.', ':', ';', ',']));
    let clauses = clauses.map(|clause| clause.trim().replace('\u{1}', "{").replace('\u{2}', "}"));
    clauses.filter(|clause| clause.len() >= SHORTEST).collect()
}

fn is_read(clause: &str, tests: &str) -> bool {
    let letters: Vec<char> = clause.chars().collect();
    let count = letters.len().min(LEAST);
    let ends = [&letters[..count], &letters[letters.len() - count..]];
    ends.iter().any(|end| tests.contains(&end.iter().collect::<String>()))
}

#[test]
fn a_test_reads_every_message_of_an_error() {
    let mut files = Vec::new();
    sources(&file("crate"), &mut files);
    let (mut declared, mut tests) = (Vec::new(), String::new());
    for path in files {
        let source = fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(file("")).unwrap().display().to_string().replace('\\', "/");
        if path.contains("/tests/") || path.ends_with("/tests.rs") {
            tests += &unescaped(&source);
            continue;
        }
        let (code, beside) = source.split_at(source.find("#[cfg(test)]").unwrap_or(source.len()));
        tests += &unescaped(beside);
        declared.extend(messages(code).map(|message| (path.clone(), message)));
    }
    for folder in TESTS {
        for entry in fs::read_dir(file(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs" || extension == "mjs") {
                tests += &unescaped(&fs::read_to_string(path).unwrap());
            }
        }
    }
    assert!(declared.len() > 200, "only {} messages found", declared.len());
    let unread = declared.iter().filter(|(path, message)| {
        let clauses = clauses(message);
        !path.starts_with(TOOLS) && !clauses.is_empty() && !clauses.iter().any(|clause| is_read(clause, &tests))
    });
    let unread: Vec<String> = unread.map(|(path, message)| format!("{path}: {message}")).collect();
    assert!(unread.is_empty(), "no test reads these:\n{}", unread.join("\n"));
}
