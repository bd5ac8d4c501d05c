//! The README is short, and its links lead to existing files.

use matchday_tests::file;
use std::fs;

const MAX_BYTES: usize = 6_000;

/// The targets of links, `[text](target)`.
fn targets(markdown: &str) -> impl Iterator<Item = &str> {
    markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

#[test]
fn the_readme_is_short() {
    let bytes = fs::read(file("README.md")).unwrap().len();
    assert!(bytes <= MAX_BYTES, "{bytes} bytes: move details into www/guide/");
}

#[test]
fn the_files_that_the_readme_links_to_exist() {
    let readme = fs::read_to_string(file("README.md")).unwrap();
    let files: Vec<_> = targets(&readme).filter(|target| !target.starts_with("https://")).collect();
    assert!(files.contains(&"www/guide/index.md"), "no link to the guide in {files:?}");
    for target in files {
        assert!(file(target).is_file(), "README.md links to {target}, which does not exist");
    }
}
