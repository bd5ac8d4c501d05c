//! Documents quote the present engine.

use matchday_tests::documents::{Document, all};
use matchday_tests::golden::STALE;

#[test]
fn documents_quote_the_present_engine() {
    let stale = all().into_iter().filter(|document| document.text != document.now());
    let paths: Vec<String> = stale.map(|document| document.path).collect();
    assert!(paths.is_empty(), "{paths:?} are stale: {STALE}");
}

#[test]
fn only_folders_of_versions_are_versions() {
    let text = |version: &str| format!("`{version}/`, https://host/{version}/embed.js, dev0.1.0/, v0.1/, atlas 2.0.2/");
    let document = Document { path: "guide.md".to_owned(), text: text("v0.1.0") };
    assert_eq!(document.now(), text(&format!("v{}", env!("CARGO_PKG_VERSION"))));
}
