//! Every documented link still has its original meaning.

use matchday_scenario::link::Link;
use matchday_tests::json;

#[test]
fn documented_links_keep_their_meaning() {
    let links = json("tests/golden/links.json");
    let links = links.as_array().unwrap();
    assert!(!links.is_empty());
    for entry in links {
        let text = entry["link"].as_str().unwrap();
        let (link, notices) = Link::parse(text);
        assert_eq!(link.to_string(), entry["canonical"].as_str().unwrap(), "{text}");
        assert_eq!(notices.len() as u64, entry["notices"].as_u64().unwrap(), "{text}: {notices:?}");
    }
}
