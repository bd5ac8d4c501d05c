//! Several files as one text: what the parameter `fleet_config` holds.
//!
//! Before each file is a line `--- # its name`, so that the text of YAML files is YAML, too. A text without such a line is one
//! file without a name.

/// What a line before a file begins with.
const MARK: &str = "--- # ";

/// The names and contents of the files of a text.
///
/// ```
/// use matchday_fleet_config::files::split;
///
/// let text = "--- # broker.json\n{}\n--- # fleet.yaml\nkind: Fleet\n";
/// assert_eq!(split(text), [("broker.json", "{}\n"), ("fleet.yaml", "kind: Fleet\n")]);
/// assert_eq!(split("kind: Fleet"), [("", "kind: Fleet")]);
/// assert_eq!(split(""), []);
/// ```
pub fn split(text: &str) -> Vec<(&str, &str)> {
    let mut files = Vec::new();
    let (mut name, mut start, mut at) = ("", 0, 0);
    for line in text.split_inclusive('\n') {
        if let Some(next) = line.strip_prefix(MARK) {
            files.push((name, &text[start..at]));
            (name, start) = (next.trim(), at + line.len());
        }
        at += line.len();
    }
    files.push((name, &text[start..]));
    // Before the first mark there usually is nothing.
    files.retain(|&(name, content)| !name.is_empty() || !content.trim().is_empty());
    files
}

/// The text of a file after others in `text`.
pub fn add(text: &mut String, name: &str, content: &str) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    // A line break in a name would end its line.
    let name = name.replace(['\n', '\r'], " ");
    *text += &format!("{MARK}{name}\n{content}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_added_come_back() {
        let files = [("a.json", "{}"), ("", "x: 1\n"), ("c\r\n.yaml", "---\nkind: Fleet\r\n--- #d\n"), ("ö", "")];
        let mut text = String::new();
        files.iter().for_each(|(name, content)| add(&mut text, name, content));
        let read = [("a.json", "{}\n"), ("", "x: 1\n"), ("c  .yaml", files[2].1), ("ö", "")];
        assert_eq!(split(&text), read);
        // As it is in a link.
        assert_eq!(split(text.trim()), read);
    }

    #[test]
    fn a_file_with_a_marked_line_is_two_files() {
        assert_eq!(split("x: 1\n--- # two\ny: 1"), [("", "x: 1\n"), ("two", "y: 1")]);
    }
}
