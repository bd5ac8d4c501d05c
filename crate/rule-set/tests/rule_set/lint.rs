//! Findings about valid rule sets, and errors of compilation, each with its position.

use matchday_document::{Finding, Severity};
use matchday_matchmaker::policy::{Kind, Schema};
use matchday_rule_set::{Circumstances, MatchmakingConfiguration, Regions, RuleSet};

fn read(rules: &str, expansions: &str) -> RuleSet {
    let text = format!(
        r#"{{"ruleLanguageVersion": "1.0", "playerAttributes": [{{"name": "skill", "type": "number"}}, {{"name": "mode", "type": "string"}}, {{"name": "maps", "type": "string_list"}}],
"teams": [{{"name": "red", "minPlayers": 2, "maxPlayers": 4}}], "rules": [
{rules}
], "expansions": [
{expansions}]}}"#
    );
    RuleSet::read(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}")).0
}

fn said(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|of| format!("{}:{} {} {}", of.place.line, of.place.column, of.check, of.words)).collect()
}

fn schema() -> Schema {
    let mut schema = Schema::default();
    schema.add("skill", Kind::Number);
    schema.add("mode", Kind::Text);
    schema.add("maps", Kind::List);
    schema.symbol("casual");
    schema
}

/// Findings but those about unused attributes.
fn lint(rules: &str, expansions: &str) -> Vec<String> {
    let (schema, configuration) = (schema(), MatchmakingConfiguration::default());
    let ranges = [("skill", 0.0..=100.0)];
    let known =
        Circumstances { schema: Some(&schema), ranges: &ranges, configuration: Some(&configuration), mode: None };
    let findings: Vec<Finding> = read(rules, expansions).lint(&known);
    said(&findings.into_iter().filter(|finding| finding.check != "unused").collect::<Vec<_>>())
}

#[test]
fn likely_mistakes_are_found() {
    let batch = |name: &str, max: u32| {
        format!(r#"{{"name": "{name}", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": {max}}}"#)
    };
    let compare = |measure: &str, operation: &str, value: &str| {
        format!(
            r#"{{"name": "a", "type": "comparison", "operation": "{operation}", "measurements": ["{measure}"], "referenceValue": {value}}}"#
        )
    };
    let collect = |rest: &str| {
        format!(
            r#"{{"name": "a", "type": "collection", "measurements": ["flatten(teams[*].players.attributes[maps])"], {rest}}}"#
        )
    };
    let table = [
        (batch("a", 99), None),
        (batch("a", 100), Some("100}|never-binds rule `a` never refuses a match: numbers of `skill` are at most 100 apart; lower `maxDistance` (100)")),
        (
            r#"{"name": "a", "type": "distance", "maxDistance": 100, "measurements": ["avg(teams[*].players.attributes[skill])"], "referenceValue": "avg(flatten(teams[*].players.attributes[skill]))"}"#.to_string(),
            Some("100, |never-binds rule `a` never refuses a match: numbers of `skill` are at most 100 apart; lower `maxDistance` (100)"),
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": 1001}"#.to_string(),
            Some("1001}|never-binds rule `a` never refuses a match: no RTT is above 1000 ms; lower `maxLatency` (1001 ms)"),
        ),
        (r#"{"name": "a", "type": "latency", "maxLatency": 254}"#.to_string(), None),
        (collect(r#""operation": "intersection", "minCount": 0"#), Some("0}|never-binds rule `a` never refuses a match: no count is below 0; raise `minCount`")),
        (
            r#"{"name": "a", "type": "batchDistance", "batchAttribute": "skill", "minDistance": 9, "maxDistance": 5}"#.to_string(),
            Some("9, |never-passes no match passes rule `a`: `minDistance` (9) is above `maxDistance` (5); lower it"),
        ),
        (
            collect(r#""operation": "intersection", "minCount": 3, "maxCount": 2"#),
            Some("3, |never-passes no match passes rule `a`: `minCount` (3) is above `maxCount` (2); lower it"),
        ),
        (
            collect(r#""operation": "contains", "referenceValue": "casual", "minCount": 5"#),
            Some("5}|never-passes no match passes rule `a`: `minCount` is 5, but the players of a match are at most 4; lower it"),
        ),
        (
            collect(r#""operation": "reference_intersection_count", "referenceValue": ["casual"], "minCount": 2"#),
            Some("2}|never-passes no match passes rule `a`: `minCount` is 2, but the texts of `referenceValue` are 1; lower it"),
        ),
        (
            collect(r#""operation": "contains", "referenceValue": "casul", "minCount": 1"#),
            Some("\"casul\"|never-passes rule `a`: no player of the day has the text `casul`: check its spelling"),
        ),
        (
            compare("flatten(teams[*].players.attributes[mode])", "=", "\"casul\""),
            Some("\"casul\"|never-passes rule `a`: no player of the day has the text `casul`: check its spelling"),
        ),
        (
            compare("count(teams[red].players)", ">", "4"),
            Some("4}|never-passes no match passes rule `a`: its measurement is from 2 to 4; change `referenceValue`"),
        ),
        (compare("count(teams[red].players)", ">=", "4"), None),
        (
            compare("min(teams[red].players.attributes[skill])", "<", "0"),
            Some("0}|never-passes no match passes rule `a`: its measurement is from 0 to 100; change `referenceValue`"),
        ),
        (
            format!("{},\n{}", batch("a", 5), batch("b", 5)),
            Some("{\"name\": \"b|duplicate rule `b` says the same as rule `a` at line 3, column 1: remove one"),
        ),
        (format!("{},\n{}", batch("a", 5), batch("b", 6)), None),
    ];
    for (rules, words) in table {
        let expected = words.map(|words| {
            let (needle, words) = words.split_once('|').unwrap();
            let (line, row) = rules.lines().enumerate().find(|(_, row)| row.contains(needle)).unwrap();
            format!("{}:{} {words}", line + 3, row.find(needle).unwrap() + 1)
        });
        assert_eq!(lint(&rules, ""), expected.into_iter().collect::<Vec<_>>(), "{rules}");
    }
}

#[test]
fn expansions_that_are_late_or_narrow_are_found() {
    let rule = r#"{"name": "a", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 5}"#;
    let steps = |steps: &str| format!(r#"{{"target": "rules[a].maxDistance", "steps": [{steps}]}}"#);
    assert_eq!(lint(rule, &steps(r#"{"waitTimeSeconds": 119, "value": 9}"#)), [""; 0]);
    assert_eq!(
        lint(
            rule,
            &steps(
                r#"{"waitTimeSeconds": 10, "value": 4}, {"waitTimeSeconds": 20, "value": 4}, {"waitTimeSeconds": 120, "value": 9}"#
            )
        ),
        [
            "5:79 expansion this step of `rules[a].maxDistance` allows fewer matches than before: it goes from 5 to 4",
            "5:116 expansion this step of `rules[a].maxDistance` changes nothing: it is 4 already",
            "5:140 expansion this step of `rules[a].maxDistance` comes after 120 s, but tickets fail after 120 s (`RequestTimeoutSeconds`): lower it",
        ]
    );
}

#[test]
fn unused_attributes_are_found() {
    let rule = r#"{"name": "a", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 5}"#;
    assert_eq!(
        said(&read(rule, "").lint(&Circumstances::default())),
        [
            "1:99 unused no rule reads attribute `mode`: it only reaches the game server, so remove it unless that needs it",
            "1:135 unused no rule reads attribute `maps`: it only reaches the game server, so remove it unless that needs it",
        ]
    );
}

#[test]
fn a_day_without_the_attributes_is_refused() {
    let rule_set = read("", "");
    let mut schema = Schema::default();
    schema.add("skill", Kind::Text);
    schema.add("mode", Kind::Text);
    let datacenters = ["lima".to_string()];
    let compile = |schema: &Schema, regions: &Regions| {
        said(
            &rule_set
                .compile(schema, &datacenters, regions, &MatchmakingConfiguration::default())
                .map(|_| ())
                .unwrap_err(),
        )
    };
    assert_eq!(
        compile(&schema, &Regions::none()),
        [
            "1:62 attributes attribute `skill` is a number here, but a string in the simulated day",
            "1:135 attributes players of the simulated day have no attribute `maps`: add a `default`, or use one of skill, mode",
        ]
    );
    assert_eq!(
        compile(&self::schema(), &Regions::default()),
        ["1:1 regions no datacenter of the simulated day stands for an AWS region: add one to the table of regions"]
    );
}

#[test]
fn teams_are_those_of_the_ranked_mode() {
    let of = |teams: &str, expansions: &str, mode: &str| {
        let text = format!(r#"{{"ruleLanguageVersion": "1.0", "teams": [{teams}], "expansions": [{expansions}]}}"#);
        let (rule_set, _) = RuleSet::read(text.as_bytes()).unwrap();
        let known = Circumstances { mode: Some(mode.parse().unwrap()), ..Circumstances::default() };
        let found = rule_set.lint(&known);
        found.into_iter().map(|of| (of.severity == Severity::Error, of.words)).collect::<Vec<_>>()
    };
    let teams = |least: u32, most: u32, quantity: u32| {
        format!(r#"{{"name": "a", "minPlayers": {least}, "maxPlayers": {most}, "quantity": {quantity}}}"#)
    };
    let no_other: &[(bool, String)] = &[];
    assert_eq!(of(&teams(2, 2, 2), "", "2v2"), no_other);
    assert_eq!(of(&teams(1, 1, 8), "", "ffa8"), no_other);
    let never = |write: &str| [(true, format!("no match of these teams is one of the ranked mode, {write}"))];
    assert_eq!(of(&teams(4, 4, 1), "", "1v1"), never("1v1: write 2 teams of 1 player each"));
    assert_eq!(of(&teams(2, 2, 3), "", "2v2"), never("2v2: write 2 teams of 2 players each"));
    assert_eq!(of(&teams(8, 8, 1), "", "ffa8"), never("ffa8: write 8 teams of 1 player each"));
    let some = [(
        false,
        "not every match of these teams is one of the ranked mode, 3v3, and the first that is not ends the day: write 2 teams of 3 players each".to_owned(),
    )];
    assert_eq!(of(&teams(2, 3, 2), "", "3v3"), some);
    let wider = r#"{"target": "teams[a].minPlayers", "steps": [{"waitTimeSeconds": 10, "value": 2}]}"#;
    assert_eq!(of(&teams(3, 3, 2), wider, "3v3"), some);
}

#[test]
fn regions_are_read_and_written() {
    let table: Regions = " us-west-2:seattle; eu-west-1:london;".parse().unwrap();
    assert_eq!(table.to_string(), "eu-west-1:london;us-west-2:seattle");
    assert_eq!(table.to_string().parse(), Ok(table));
    let default = Regions::default();
    assert_eq!(default.to_string().parse::<Regions>(), Ok(default.clone()));
    let words = |text: &str| text.parse::<Regions>().unwrap_err().to_string();
    assert_eq!(words("us-west-2"), "`us-west-2` is not of the form `us-east-1:ashburn`");
    assert_eq!(words("us-west-2:"), "`us-west-2:` is not of the form `us-east-1:ashburn`");
    assert_eq!(words("a:b;a:c"), "region `a` is there twice: keep one");
    assert_eq!(words(&"a:b;".repeat(201)), "201 regions: at most 200 are read");
    // Every datacenter of the table is in the built-in data set.
    let known = include_str!("../../../../data/datacenters.csv");
    for (region, datacenter) in default.iter() {
        assert!(known.contains(&format!(",{datacenter},")), "{region}: {datacenter}");
    }
}
