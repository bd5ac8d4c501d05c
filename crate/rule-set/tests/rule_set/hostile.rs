//! Hostile texts: they are read or refused at once, with the place of what is wrong.

use crate::read::{said, with};
use matchday_rule_set::RuleSet;
use std::time::{Duration, Instant};

/// Longest time of one text, without optimisation and while others use the cores.
const AT_ONCE: Duration = Duration::from_secs(10);

const LATENCY: &str = r#"{"name": "r0", "type": "latency", "maxLatency": 9}"#;

/// The errors of a text; none if it is valid.
fn errors(text: &str) -> Vec<String> {
    let start = Instant::now();
    let found = RuleSet::read(text.as_bytes()).map_or_else(|errors| said(&errors), |_| Vec::new());
    let time = start.elapsed();
    assert!(time < AT_ONCE, "{time:?} for {text:.300}");
    found
}

fn compound(name: &str, statement: &str) -> String {
    format!(r#"{{"name": "{name}", "type": "compound", "statement": "{statement}"}}"#)
}

/// `r0` of another type, and compound rules r1, r2... with these statements.
fn compounds(statements: impl IntoIterator<Item = String>) -> String {
    let rules = (1..).zip(statements).map(|(number, statement)| compound(&format!("r{number}"), &statement));
    with(&std::iter::once(LATENCY.to_string()).chain(rules).collect::<Vec<_>>().join(",\n"), "")
}

#[test]
fn deep_nesting_has_its_place() {
    let too_deep = "values are nested more than 48 deep: write it flatter";
    let lists = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (text, place) in [
        (lists.clone(), "1:49"),
        ("[".repeat(500_000), "1:49"),
        ("{\"a\":".repeat(100_000), "1:241"),
        (format!("{{\n\"ruleLanguageVersion\": {lists}}}"), "2:71"),
        (with(&format!("{LATENCY}, {lists}"), ""), "3:99"),
    ] {
        assert_eq!(errors(&text), [format!("{place} {too_deep}")]);
    }
    let statement = |open: usize| compounds([format!("{}r0{}", "not(".repeat(open), ")".repeat(open))]);
    assert_eq!(errors(&statement(32)), [""; 0]);
    let words =
        "`rules[r1].statement`: a statement has at most 500 rules and operators, nested at most 32 deep: split it";
    assert_eq!(errors(&statement(33)), [format!("4:182 {words}")]);
    assert_eq!(errors(&statement(5_000)), [format!("4:182 {words}")]);
}

#[test]
fn long_texts_have_their_place() {
    let of = |letter: &str, more: usize| {
        let text = with(LATENCY, "").replacen('{', "{\"name\": \"\", ", 1);
        let room = 65_535 + more - text.chars().count();
        text.replacen("\"\"", &format!("\"{}\"", letter.repeat(room)), 1)
    };
    let long = |characters: usize| {
        format!("1:1 the rule set has {characters} characters, but AWS takes at most 65535: shorten it")
    };
    for letter in ["x", "\u{10348}"] {
        assert_eq!(errors(&of(letter, 0)), [""; 0]);
        assert_eq!(errors(&of(letter, 1)), [long(65_536)]);
    }
    assert_eq!(errors(&of("x", 900_000)), [long(965_535)]);
    assert_eq!(errors(&of("x", 1_000_000)), ["1:1 more than 1048576 bytes"]);
    assert_eq!(errors(&format!("[{}1]", "1,".repeat(450_000))), [long(900_003)]);
    for (text, words) in [
        ("x".repeat(1_000_000), "1:1 this is not JSON: expected value"),
        ("\0".to_string(), "1:1 a NUL character: this is no text file; save it as UTF-8"),
        ("a: *b".to_string(), "1:1 this is not JSON: expected value"),
        ("{\"ruleLanguageVersion\": \"1.0\"".to_string(), "1:29 this is not JSON: EOF while parsing an object"),
    ] {
        assert_eq!(errors(&text), [words]);
    }
}

#[test]
fn cycles_have_their_place() {
    let cycle = |at: &str, rule: usize, other: usize| {
        format!("{at} `rules[r{rule}].statement`: rule `r{other}` needs this rule itself, in a cycle: remove one")
    };
    let next = |length: usize| (1..=length).map(move |number| format!("not(r{})", number % length + 1));
    assert_eq!(errors(&compounds(next(1))), [cycle("4:54", 1, 1)]);
    let of_two = compounds(next(2));
    assert_eq!(errors(&of_two), [cycle("4:54", 1, 2), cycle("5:54", 2, 1)]);
    let of_three = compounds(next(3).map(|statement| format!("or(r0, {statement})")));
    assert_eq!(errors(&of_three), [cycle("4:61", 1, 2), cycle("5:61", 2, 3), cycle("6:61", 3, 1)]);
    let long = errors(&compounds(next(800)));
    assert_eq!((long.len(), &long[799]), (800, &cycle("803:56", 800, 1)));
}

#[test]
fn many_rules_are_read_at_once() {
    let chain = compounds((1..800).map(|number| format!("not(r{})", number - 1)));
    assert_eq!(errors(&chain), [""; 0]);
    // Each rule takes the one before twice.
    let double = errors(&compounds((1..300).map(|number| format!("or(r{0},r{0})", number - 1))));
    assert_eq!(double.len(), 300 - 9);
    assert!(double[0].ends_with("rule `r9` takes more than 1000 rules, with the compound rules in it: shorten it"));
    // Each rule takes all before it, as often as a statement can.
    let every = (1..36).map(|number| {
        let names: Vec<String> = (0..499).map(|at| format!("r{}", at % number)).collect();
        format!("or({})", names.join(","))
    });
    let every = errors(&compounds(every));
    assert_eq!(every.len(), 34, "only the first one is short enough");
}

#[test]
fn many_steps_are_read_at_once() {
    let steps: Vec<String> =
        (1..1_500).map(|wait| format!("{{\"waitTimeSeconds\":{wait},\"value\":{wait}}}")).collect();
    let expansion = format!("{{\"target\":\"rules[r0].maxLatency\",\"steps\":[{}]}}", steps.join(","));
    assert_eq!(errors(&with(LATENCY, &expansion)), [""; 0]);
}
