//! Reading: every error with its line and column, numbers.

use matchday_document::Finding;
use matchday_rule_set::{MatchmakingConfiguration, Number, RuleSet};

pub fn said(findings: &[Finding]) -> Vec<String> {
    findings
        .iter()
        .map(|finding| format!("{}:{} {}", finding.place.line, finding.place.column, finding.words))
        .collect()
}

fn errors(text: &str) -> Vec<String> {
    said(&RuleSet::read(text.as_bytes()).map(|_| panic!("{text}")).unwrap_err())
}

/// Compares errors, and shows the text at the places that differ.
fn compare(found: &[String], expected: &[&str], text: &str) {
    let at = |place: &str| -> Option<String> {
        let (line, column) = place.split_once(' ')?.0.split_once(':')?;
        let line = text.lines().nth(line.parse::<usize>().ok()? - 1)?;
        Some(line.chars().skip(column.parse::<usize>().ok()? - 1).take(30).collect())
    };
    let shown: Vec<_> = found.iter().map(|one| at(one)).collect();
    assert_eq!(found, expected, "at {shown:?} of\n{text}");
}

/// Line 1 has the attributes, line 2 the teams, line 3 the rules, line 4 the expansions.
pub fn with(rules: &str, expansions: &str) -> String {
    format!(
        r#"{{"ruleLanguageVersion": "1.0", "playerAttributes": [{{"name": "skill", "type": "number"}}, {{"name": "mode", "type": "string"}}, {{"name": "maps", "type": "string_list"}}, {{"name": "likes", "type": "string_number_map"}}],
"teams": [{{"name": "red", "minPlayers": 1, "maxPlayers": 4}}, {{"name": "blue", "minPlayers": 1, "maxPlayers": 4, "quantity": 2}}], "rules": [
{rules}], "expansions": [
{expansions}]}}"#
    )
}

#[test]
fn errors_of_rules_have_their_place() {
    let table = [
        (
            r#"{"name": "a", "type": "distanse"}"#,
            "3:23 `rules[a].type` is `distanse`: use `comparison`, `distance`, `batchDistance`, `collection`, `latency`, `absoluteSort`, `distanceSort`, `compound`",
        ),
        (
            r#"{"name": "a"}"#,
            "3:1 `rules[a].type` is missing: comparison, distance, batchDistance, collection, latency, absoluteSort, distanceSort, compound",
        ),
        (
            r#"{"type": "latency", "maxLatency": 5}"#,
            "3:1 `rules[0].name` is missing: a name that differs from the others",
        ),
        (
            r#"{"name": "a", "type": "latency"}"#,
            "3:1 `rules[a].maxLatency` or `rules[a].maxDistance` is missing: the rule has no limit",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": -1}"#,
            "3:48 `rules[a].maxLatency` has to be a number of at least 0, but here is the number -1",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": 1e999}"#,
            "3:48 `rules[a].maxLatency` has to be a number of at least 0, but here is the text \"1e999\"",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": 9, "maxLatancy": 9}"#,
            "3:51 unknown key `rules[a].maxLatancy` is not read: did you mean `maxLatency`?",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": 9, "distanceReference": "avg"}"#,
            "3:72 `rules[a].distanceReference` has no effect without `maxDistance`: add it, or remove this",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxDistance": 9, "distanceReference": "max"}"#,
            "3:73 `rules[a].distanceReference` is `max`: use `avg`, `min`",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": 9, "partyAggregation": "sum"}"#,
            "3:71 `rules[a].partyAggregation` is `sum`: use `avg`, `min`, `max`",
        ),
        (
            r#"{"name": "a", "type": "batchDistance"}"#,
            "3:1 `rules[a].batchAttribute` is missing: the attribute that is compared",
        ),
        (
            r#"{"name": "a", "type": "batchDistance", "batchAttribute": "skil", "maxDistance": 1}"#,
            "3:58 rule `a`: attribute `skil` is not in `playerAttributes`: declare it there",
        ),
        (
            r#"{"name": "a", "type": "batchDistance", "batchAttribute": "skill"}"#,
            "3:58 rule `a`: `skill` is a number, so `maxDistance` is required",
        ),
        (
            r#"{"name": "a", "type": "batchDistance", "batchAttribute": "mode", "maxDistance": 1}"#,
            "3:81 rule `a`: `mode` is a string, which has no distance: remove it",
        ),
        (
            r#"{"name": "a", "type": "batchDistance", "batchAttribute": "maps"}"#,
            "3:58 rule `a`: `maps` is a string_list: batchDistance takes a number or a string",
        ),
        (
            r#"{"name": "a", "type": "comparison", "measurements": ["count(teams[red].players)"], "operation": "<"}"#,
            "3:97 without `rules[a].referenceValue` the operation has to be `=` or `!=`: add the value",
        ),
        (
            r#"{"name": "a", "type": "comparison", "measurements": ["count(teams[red].players)"], "operation": "="}"#,
            "3:54 rule `a`: one number is compared with nothing: add `referenceValue`",
        ),
        (
            r#"{"name": "a", "type": "comparison", "measurements": ["count(teams[red].players)"], "referenceValue": 1}"#,
            "3:1 `rules[a].operation` is missing: <, <=, =, !=, >, >=",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "referenceValue": 1}"#,
            "3:1 `rules[a].measurements` is missing: a property expression, such as `flatten(teams[*].players.attributes[name])`",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "measurements": []}"#,
            "3:71 `rules[a].measurements` is missing: a property expression, such as `flatten(teams[*].players.attributes[name])`",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "measurements": [5], "referenceValue": 1}"#,
            "3:72 `rules[a].measurements` has to be a property expression, but here is the number 5",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "measurements": ["teams[red].players.attributes[mode]"], "referenceValue": 5}"#,
            "3:130 rule `a`: `referenceValue` has to be one text, like the measurement, but is a literal of another type",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "<", "measurements": ["teams[red].players.attributes[mode]"], "referenceValue": "x"}"#,
            "3:72 rule `a`: texts are compared only by `=` and `!=`",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "measurements": ["teams[red].players.attributes[skill]"], "referenceValue": "avg(teams[*].players.attributes[skill])"}"#,
            "3:131 rule `a`: `referenceValue` has to be one number, like the measurement, but is a list of numbers",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "measurements": ["teams[red].players.attributes[skill]"], "referenceValue": true}"#,
            "3:131 `rules[a].referenceValue` has to be a number, a text, or a property expression, but here is `true`",
        ),
        (
            r#"{"name": "a", "type": "comparison", "operation": "=", "measurements": ["flatten(teams[*].players.attributes[maps])"]}"#,
            "3:72 rule `a`: a comparison takes numbers or texts, but this is a list of players' text lists",
        ),
        (
            r#"{"name": "a", "type": "distance", "measurements": ["teams[red].players.attributes[skill]"], "maxDistance": 1}"#,
            "3:1 `rules[a].referenceValue` is missing: the number that measurements are compared with; to compare players with each other, use batchDistance",
        ),
        (
            r#"{"name": "a", "type": "distance", "measurements": ["teams[red].players.attributes[skill]"], "referenceValue": 1}"#,
            "3:1 `rules[a].minDistance` or `rules[a].maxDistance` is missing: the rule has no limit",
        ),
        (
            r#"{"name": "a", "type": "distance", "measurements": ["teams[red].players.attributes[mode]"], "referenceValue": 1, "maxDistance": 1}"#,
            "3:52 rule `a`: a distance takes numbers, but this is a list of texts",
        ),
        (
            r#"{"name": "a", "type": "distance", "measurements": ["teams[red].players.attributes[skill]"], "referenceValue": "x", "maxDistance": 1}"#,
            "3:111 rule `a`: `referenceValue` has to be one number, but is a text",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "not_contains", "measurements": ["teams[red].players.attributes[maps]"], "referenceValue": "x", "maxCount": 1}"#,
            "3:50 `rules[a].operation` is `not_contains`: use `intersection`, `contains`, `reference_intersection_count`",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "contains", "measurements": ["teams[red].players.attributes[maps]"], "referenceValue": "x"}"#,
            "3:1 `rules[a].minCount` or `rules[a].maxCount` is missing: the rule has no limit",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "contains", "measurements": ["teams[red].players.attributes[maps]"], "minCount": 1}"#,
            "3:1 `rules[a].referenceValue` is missing: the texts to look for",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "intersection", "measurements": ["teams[red].players.attributes[maps]"], "minCount": 1, "referenceValue": "x"}"#,
            "3:156 `intersection` compares players with each other: remove `referenceValue`, or use `reference_intersection_count`",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "contains", "measurements": ["flatten(teams[red].players.attributes[maps])"], "minCount": 1, "referenceValue": "x"}"#,
            "3:79 rule `a`: a collection takes a list of text lists, such as `flatten(teams[*].players.attributes[name])` of a string_list, but this is a list of texts",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "contains", "measurements": ["teams[red].players.attributes[maps]"], "minCount": 1, "referenceValue": ["x"]}"#,
            "3:152 rule `a`: `referenceValue` has to be one text, but is another value",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "contains", "measurements": ["teams[red].players.attributes[maps]"], "minCount": 1, "referenceValue": [5]}"#,
            "3:152 `rules[a].referenceValue` has to be a list of texts, but here is a list",
        ),
        (
            r#"{"name": "a", "type": "collection", "operation": "reference_intersection_count", "measurements": ["teams[red].players.attributes[maps]"], "minCount": 1, "referenceValue": "avg(teams[red].players.attributes[skill])"}"#,
            "3:172 rule `a`: `referenceValue` has to be a list of texts, but is a number",
        ),
        (
            r#"{"name": "a", "type": "distanceSort", "sortAttribute": "mode", "sortDirection": "ascending"}"#,
            "3:56 rule `a`: `mode` is a string: sort by a number or a string_number_map",
        ),
        (
            r#"{"name": "a", "type": "absoluteSort", "sortAttribute": "likes"}"#,
            "3:1 `rules[a].sortDirection` is missing: ascending or descending",
        ),
        (
            r#"{"name": "a", "type": "absoluteSort", "sortDirection": "up", "sortAttribute": "likes"}"#,
            "3:56 `rules[a].sortDirection` is `up`: use `ascending`, `descending`",
        ),
        (
            r#"{"name": "a", "type": "absoluteSort", "sortDirection": "ascending"}"#,
            "3:1 `rules[a].sortAttribute` is missing: the attribute that tickets are sorted by",
        ),
        (
            r#"{"name": "a", "type": "latency", "maxLatency": 9}, {"name": "a", "type": "latency", "maxLatency": 8}"#,
            "3:61 a second rule is named `a`, the first at line 3, column 1: rename one",
        ),
        (r#"5"#, "3:1 `rules[0]` has to be an object, but here is the number 5"),
    ];
    for (rule, words) in table {
        compare(&errors(&with(rule, "")), &[words], &with(rule, ""));
    }
}

#[test]
fn errors_of_expressions_have_the_place_of_the_character() {
    let table = [
        (
            "teams[red].player.attributes[skill]",
            "3:90 `rules[a].measurements`: `players` is missing after the teams: write `teams[red].players`",
        ),
        (
            "average(teams[red].players)",
            "3:73 `rules[a].measurements`: `average` is unknown: it begins with `teams[...]`, `players`, or a function (min, max, avg, median, sum, count, stddev, flatten, set_intersection)",
        ),
        ("avg(teams[red].players.attributes[skill]", "3:113 `rules[a].measurements`: `)` is missing here"),
        (
            "avg()",
            "3:77 `rules[a].measurements`: an expression is missing here: it begins with `teams[...]`, `players`, or a function (min, max, avg, median, sum, count, stddev, flatten, set_intersection)",
        ),
        (
            "count(teams[red].players) x",
            "3:99 `rules[a].measurements`: the expression should end here: remove the rest",
        ),
        ("teams[red", "3:79 `rules[a].measurements`: `]` is missing after here"),
        ("teams[].players", "3:79 `rules[a].measurements`: a name is missing between `[` and `]`"),
        (
            "teams[red].players.skill",
            "3:97 `rules[a].measurements`: after `players.` stands `attributes[name]` or `playerId`",
        ),
        (
            "teams[red].players[skill]",
            "3:98 `rules[a].measurements`: only `playerId` may stand in brackets after `players`: write `players.attributes[name]`",
        ),
        (
            "avg(teams[green].players.attributes[skill])",
            "3:72 rule `a`: there is no team `green`: the teams are red, blue",
        ),
        (
            "avg(teams[blue_3].players.attributes[skill])",
            "3:72 rule `a`: there is no team `blue_3`: the teams are red, blue",
        ),
        (
            "avg(players.attributes[skil])",
            "3:72 rule `a`: attribute `skil` is not in `playerAttributes`: declare it there",
        ),
        ("avg(players.attributes[mode])", "3:72 rule `a`: `avg` takes a list of numbers"),
        ("avg(avg(players.attributes[skill]))", "3:72 rule `a`: `avg` takes a list of numbers"),
        ("count(avg(players.attributes[skill]))", "3:72 rule `a`: `count` takes a list of players or values"),
        (
            "avg(flatten(players.attributes[skill]))",
            "3:72 rule `a`: `flatten` takes lists of lists, such as `teams[*].players.attributes[name]`",
        ),
        (
            "count(set_intersection(players.attributes[mode]))",
            "3:72 rule `a`: `set_intersection` takes lists of texts, such as `flatten(teams[*].players.attributes[name])`",
        ),
        (
            "sum(players.attributes[likes])",
            "3:72 rule `a`: `likes` is a string_number_map: only `sortAttribute` takes one",
        ),
    ];
    for (expression, words) in table {
        let rule = format!(
            r#"{{"name": "a", "type": "comparison", "operation": "=", "measurements": ["{expression}"], "referenceValue": 1}}"#
        );
        compare(&errors(&with(&rule, "")), &[words], &with(&rule, ""));
    }
    let deep = format!("{}players{}", "count(".repeat(50), ")".repeat(50));
    let rule = format!(
        r#"{{"name": "a", "type": "comparison", "operation": "=", "measurements": ["{deep}"], "referenceValue": 1}}"#
    );
    assert_eq!(
        errors(&with(&rule, "")),
        ["3:127 `rules[a].measurements`: functions are nested more than 8 deep: write it flatter"]
    );
}

#[test]
fn errors_of_statements() {
    let rule = |name: &str, statement: &str| {
        format!(r#"{{"name": "{name}", "type": "compound", "statement": "{statement}"}}"#)
    };
    let known = r#"{"name": "A", "type": "latency", "maxLatency": 9}, {"name": "S", "type": "batchDistance", "batchAttribute": "mode"}, {"name": "T", "type": "distanceSort", "sortAttribute": "skill", "sortDirection": "ascending"},"#;
    let table = [
        ("and(A, B)", "4:56 `rules[C].statement`: there is no rule `B`: check its name"),
        ("and(A)", "4:49 `rules[C].statement`: `and` takes two or more rules, not 1"),
        ("xor(A, A, A)", "4:49 `rules[C].statement`: `xor` takes two rules, not 3"),
        ("not(A, A)", "4:49 `rules[C].statement`: `not` takes one rule, not 2"),
        ("nand(A, A)", "4:49 `rules[C].statement`: `nand` is no operator: use and, or, not, xor"),
        ("or(A, A", "4:56 `rules[C].statement`: `,` or `)` is missing here"),
        ("or(A, A))", "4:57 `rules[C].statement`: the statement should end here: remove the rest"),
        ("or(A, )", "4:55 `rules[C].statement`: the name of a rule is missing here"),
        ("not(C)", "4:53 `rules[C].statement`: rule `C` needs this rule itself, in a cycle: remove one"),
        (
            "not(S)",
            "4:48 rule `C`: rule `S` is batchDistance, which a compound rule cannot use: remove it from the statement",
        ),
        ("not(T)", "4:48 rule `C`: rule `T` is a sort, which is neither true nor false: remove it from the statement"),
    ];
    for (statement, words) in table {
        let text = with(&format!("{known}\n{}", rule("C", statement)), "");
        compare(&errors(&text), &[words], &text);
    }
    let later = format!("{}, {}, {known} {}", rule("C", "not(A)"), rule("D", "not(E)"), rule("E", "not(D)"));
    assert_eq!(
        errors(&with(&later, "")),
        [
            "3:53 `rules[C].statement`: rule `A` stands after this rule: move it before",
            "3:111 `rules[D].statement`: rule `E` needs this rule itself, in a cycle: remove one",
            "3:381 `rules[E].statement`: rule `D` needs this rule itself, in a cycle: remove one",
        ]
    );
}

#[test]
fn errors_of_expansions() {
    let rules = r#"{"name": "F", "type": "latency", "maxLatency": 9}, {"name": "C", "type": "compound", "statement": "not(F)"}"#;
    let steps = r#""steps": [{"waitTimeSeconds": 5, "value": 1}]"#;
    let target = |target: &str| format!(r#"{{"target": "{target}", {steps}}}"#);
    let table = [
        (target("rules[G].maxLatency"), "4:12 there is no rule `G` to expand: check its name"),
        (target("teams[green].minPlayers"), "4:12 there is no team `green` to expand: check its name"),
        (target("rules[F].maxlatency"), "4:12 `maxlatency` of a rule cannot be expanded: expand referenceValue, minDistance, maxDistance, minCount, maxCount or maxLatency"),
        (target("rules[F].maxDistance"), "4:12 rule `F` has no number `maxDistance`: set it there, then expand it"),
        (target("rules[C].statement"), "4:12 a compound rule cannot be expanded: expand the rules in it"),
        (target("teams[red].quantity"), "4:12 `quantity` of a team cannot be expanded: expand minPlayers or maxPlayers"),
        (target("algorithm.batchingPreference"), "4:12 `algorithm.batchingPreference` is not of the form `rules[name].property` or `teams[name].property`"),
        (format!(r#"{{{steps}}}"#), "4:1 `expansions[0].target` is missing: what is expanded, such as `rules[name].maxDistance`"),
        (r#"{"target": "rules[F].maxLatency"}"#.to_string(), "4:1 `expansions[0].steps` is missing: the new values, and when they apply"),
        (r#"{"target": "rules[F].maxLatency", "steps": [{"value": 1}]}"#.to_string(), "4:45 `expansions[0].steps[0].waitTimeSeconds` is missing: seconds until the step applies"),
        (r#"{"target": "rules[F].maxLatency", "steps": [{"waitTimeSeconds": 5}]}"#.to_string(), "4:45 `expansions[0].steps[0].value` is missing: the new value"),
        (r#"{"target": "rules[F].maxLatency", "steps": [{"waitTimeSeconds": 5, "value": "x"}]}"#.to_string(), "4:77 `expansions[0].steps[0].value` has to be a number, but here is the text \"x\""),
        (r#"{"target": "rules[F].maxLatency", "steps": [{"waitTimeSeconds": 5, "value": -2}]}"#.to_string(), "4:77 the value of this step is -2: it has to be a number of at least 0"),
        (r#"{"target": "teams[red].minPlayers", "steps": [{"waitTimeSeconds": 5, "value": 2.5}]}"#.to_string(), "4:79 the value of this step is 2.5: it has to be a whole number from 0 to 4"),
        (r#"{"target": "rules[F].maxLatency", "steps": [{"waitTimeSeconds": 0, "value": 2}]}"#.to_string(), "4:65 `expansions[0].steps[0].waitTimeSeconds` has to be a whole number from 1 to 43200, but here is the number 0"),
        (r#"{"target": "rules[F].maxLatency", "steps": [{"waitTimeSeconds": 5, "value": 2}, {"waitTimeSeconds": 5, "value": 3}]}"#.to_string(), "4:101 `waitTimeSeconds` (5) has to be above that of the step before (5)"),
        (format!("{}, {}", target("rules[F].maxLatency"), target("rules[F].maxLatency")), "4:94 `rules[F].maxLatency` is expanded a second time, first at line 4, column 12: put all steps into one expansion"),
    ];
    for (expansion, words) in table {
        let text = with(rules, &expansion);
        compare(&errors(&text), &[words], &text);
    }
}

#[test]
fn errors_of_the_rest() {
    let table: [(&str, &[&str]); 15] = [
        ("{}", &["1:1 `ruleLanguageVersion` is missing: the version of the rule language, which is \"1.0\""]),
        (r#"{"ruleLanguageVersion": "1.0"}"#, &["1:1 `teams` is missing: a match has at least one team"]),
        (
            r#"{"ruleLanguageVersion": "2.0", "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 1}]}"#,
            &["1:25 `ruleLanguageVersion` is `2.0`: only `1.0` exists"],
        ),
        (
            r#"{"ruleLanguageVersion": 1.0, "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 1}]}"#,
            &["1:25 `ruleLanguageVersion` has to be a text, but here is the number 1"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 3, "maxPlayers": 2}]}"#,
            &["1:70 `teams[a].minPlayers` (3) is above `maxPlayers` (2): lower it"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 1}]}"#,
            &["1:42 `teams[a].maxPlayers` is missing: the most players of the team"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 1.5}]}"#,
            &["1:87 `teams[a].maxPlayers` has to be a whole number from 1 to 200, but here is the number 1.5"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 0, "maxPlayers": 1}]}"#,
            &["1:70 every `minPlayers` is 0: a match needs at least one player"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 1}, {"name": "a", "minPlayers": 1, "maxPlayers": 1}]}"#,
            &["1:100 a second team is named `a`, the first at line 1, column 51: rename one"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 50, "quantity": 5}]}"#,
            &["1:87 a match has up to 250 players, but AWS allows 200: lower `maxPlayers`"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 41}]}"#,
            &["1:51 a match has up to 41 players: above 40, set `algorithm.strategy` to `balanced`"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "algorithm": {"strategy": "balanced"}, "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 40}]}"#,
            &[
                "1:90 the strategy is `balanced`, so `algorithm.balancedAttribute` is required",
                "1:90 a match has up to 40 players: the strategy `balanced` is for 41 to 200",
            ],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "algorithm": {"batchingPreference": "largestPopulation", "sortByAttributes": ["x", 5]}, "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 4}]}"#,
            &[
                "1:68 `algorithm.batchingPreference` has to be `random` or `sorted` with the strategy exhaustiveSearch",
                "1:110 attribute `x` is not in `playerAttributes`: declare it there",
                "1:115 `algorithm.sortByAttributes[1]` has to be the name of an attribute, but here is the number 5",
            ],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "algorithm": {"batchingPreference": "sorted"}, "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 4}]}"#,
            &["1:98 `batchingPreference` is `sorted`, so `algorithm.sortByAttributes` is required"],
        ),
        (
            r#"{"ruleLanguageVersion": "1.0", "playerAttributes": [{"name": "a", "type": "number", "default": "5"}, {"name": "a", "type": "int"}, {"name": "b"}, {"name": "a", "type": "string"}], "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 4}]}"#,
            &[
                "1:96 `playerAttributes[a].default` has to be a value of type number, but here is the text \"5\"",
                "1:124 `playerAttributes[a].type` is `int`: use `string`, `number`, `string_list`, `string_number_map`",
                "1:132 `playerAttributes[b].type` is missing: string, number, string_list or string_number_map",
                "1:156 a second attribute is named `a`, the first at line 1, column 62: rename one",
            ],
        ),
    ];
    for (text, words) in table {
        compare(&errors(text), words, text);
    }
}

#[test]
fn large_matches_take_few_rules() {
    let text = r#"{"ruleLanguageVersion": "1.0", "algorithm": {"strategy": "balanced", "balancedAttribute": "mode"}, "playerAttributes": [{"name": "skill", "type": "number"}, {"name": "mode", "type": "string"}], "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 99}], "rules": [
{"name": "d", "type": "distance", "measurements": ["players.attributes[skill]"], "referenceValue": 1, "maxDistance": 1},
{"name": "l", "type": "latency", "maxLatency": 9, "maxDistance": 1},
{"name": "c", "type": "compound", "statement": "not(d)"}]}"#;
    assert_eq!(
        errors(text),
        [
            "1:91 `balancedAttribute` takes a number, but `mode` is a string",
            "2:1 rule `d`: this rule does not apply to large matches: use batchDistance or latency",
            "3:1 rule `l`: only `maxLatency` of latency rules applies to large matches: remove `maxDistance`",
            "4:1 rule `c`: this rule does not apply to large matches, which take batchDistance and latency: remove it",
        ]
    );
}

#[test]
fn what_is_not_simulated_is_named() {
    let text = r#"{"ruleLanguageVersion": "1.0", "algorithm": {"strategy": "exhaustiveSearch", "backfillPriority": "low"}, "teams": [{"name": "a", "minPlayers": 1, "maxPlayers": 1}]}"#;
    let (_, notes) = RuleSet::read(text.as_bytes()).unwrap();
    assert_eq!(
        said(&notes),
        ["1:98 `algorithm.backfillPriority` is valid, but not simulated: no running match asks for players"]
    );
}

#[test]
fn numbers_change_alone() {
    let rules = "{\"name\": \"F\", \"type\": \"latency\", \"maxLatency\":  9.50 , \"description\": \"\u{e9} 9.50\"},\n\
        {\"name\": \"B\", \"type\": \"batchDistance\", \"batchAttribute\": \"skill\", \"maxDistance\": \"500\"}";
    let text = with(
        rules,
        r#"{"target": "rules[F].maxLatency", "steps": [{"waitTimeSeconds": 5, "value": 12}, {"waitTimeSeconds": 7, "value": 13}]}"#,
    );
    let text = text.replace(r#""type": "number"}"#, r#""type": "number", "default": 3}"#);
    let (rule_set, _) = RuleSet::read(text.as_bytes()).unwrap();
    let numbers: Vec<(&str, f64)> =
        rule_set.numbers().iter().map(|Number { path, value, .. }| (path.as_str(), *value)).collect();
    assert_eq!(
        numbers,
        [
            ("playerAttributes[skill].default", 3.0),
            ("teams[red].minPlayers", 1.0),
            ("teams[red].maxPlayers", 4.0),
            ("teams[blue].minPlayers", 1.0),
            ("teams[blue].maxPlayers", 4.0),
            ("teams[blue].quantity", 2.0),
            ("rules[F].maxLatency", 9.5),
            ("rules[B].maxDistance", 500.0),
            ("expansions[0].steps[0].waitTimeSeconds", 5.0),
            ("expansions[0].steps[0].value", 12.0),
            ("expansions[0].steps[1].waitTimeSeconds", 7.0),
            ("expansions[0].steps[1].value", 13.0),
        ]
    );
    assert_eq!(rule_set.with_number("rules[F].maxLatency", 60.0).unwrap(), text.replacen("9.50 ,", "60 ,", 1));
    assert_eq!(rule_set.with_number("rules[B].maxDistance", 0.25).unwrap(), text.replace("\"500\"", "\"0.25\""));
    assert_eq!(
        rule_set.with_number("expansions[0].steps[1].value", 1e21).unwrap(),
        text.replace(" 13", " 1000000000000000000000")
    );
    for number in rule_set.numbers() {
        assert_eq!(
            rule_set.with_number(&number.path, number.value).map(|text| RuleSet::read(text.as_bytes()).is_ok()),
            Ok(true)
        );
    }
    let (marked, _) = RuleSet::read(format!("\u{feff}{text}").as_bytes()).unwrap();
    assert_eq!(marked.with_number("rules[F].maxLatency", 60.0), rule_set.with_number("rules[F].maxLatency", 60.0));
    let refused = |path, value| rule_set.with_number(path, value).unwrap_err().to_string();
    for path in ["rules[G].maxLatency", "rules[F].maxLat", ""] {
        assert_eq!(refused(path, 1.0), format!("the rule set has no number `{path}`: take a path of its numbers"));
    }
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let words = format!("{value} cannot be written in JSON: enter a finite number");
        assert_eq!(refused("rules[F].maxLatency", value), words);
    }
}

#[test]
fn numbers_in_quotes_change_in_their_quotes() {
    let rules = r#"
        {"name": "D", "type": "distance", "measurements": ["avg(teams[red].players.attributes[skill])"], "referenceValue": "11", "minDistance": "12", "maxDistance": "13"},
        {"name": "C", "type": "collection", "operation": "intersection", "measurements": ["flatten(teams[*].players.attributes[maps])"], "minCount": "14", "maxCount": "15"},
        {"name": "L", "type": "latency", "maxLatency": "16", "description": "17"}"#;
    let text = with(rules, "");
    let (rule_set, _) = RuleSet::read(text.as_bytes()).unwrap();
    let quoted: Vec<&Number> = rule_set.numbers().iter().filter(|number| number.value > 10.0).collect();
    assert_eq!(quoted.iter().map(|number| number.value).collect::<Vec<_>>(), [11.0, 12.0, 13.0, 14.0, 15.0, 16.0]);
    for Number { path, value, .. } in quoted {
        let changed = rule_set.with_number(path, 99.5).unwrap();
        assert_eq!(changed, text.replace(&format!("\"{value}\""), "\"99.5\""), "{path}");
    }
    let found = errors(&text.replace("\"11\"", "\"1e999\""));
    assert!(found[0].ends_with("rule `D`: `referenceValue` has to be one number, but is a text"), "{found:?}");
    for not_finite in ["1e999", "NaN", "inf"] {
        let words =
            format!("6:56 `rules[L].maxLatency` has to be a number of at least 0, but here is the text {not_finite:?}");
        compare(&errors(&text.replace("\"16\"", &format!("{not_finite:?}"))), &[&words], not_finite);
    }
}

#[test]
fn configurations_are_read() {
    let text = r#"{"Configurations": [{"Name": "m", "ConfigurationArn": "arn", "RequestTimeoutSeconds": 90,
"AcceptanceRequired": true, "AcceptanceTimeoutSeconds": 20, "AdditionalPlayerCount": 2, "RuleSetName": "r",
"GameSessionQueueArns": [], "CreationTime": "2020", "BackfillMode": "AUTOMATIC", "FlexMatchMode": "STANDALONE"}]}"#;
    let (read, notes) = MatchmakingConfiguration::read(text.as_bytes()).unwrap();
    assert_eq!(
        (read.request_timeout_s, read.acceptance_required, read.acceptance_timeout_s, read.additional_players),
        (90, true, Some(20), 2)
    );
    assert_eq!(
        said(&notes),
        [
            "2:86 `AdditionalPlayerCount` is valid, but not simulated: nobody joins a running match",
            "3:1 `GameSessionQueueArns` is valid, but not simulated: it changes nothing here",
            "3:69 `BackfillMode` AUTOMATIC is valid, but not simulated: nobody joins a running match",
            "3:82 `FlexMatchMode` is valid, but not simulated: it changes nothing here",
        ]
    );
    let errors = |text: &str| said(&MatchmakingConfiguration::read(text.as_bytes()).unwrap_err());
    assert_eq!(errors("{}"), ["1:1 `RequestTimeoutSeconds` is missing: seconds until a ticket without a match fails"]);
    assert_eq!(
        errors(r#"{"RequestTimeoutSeconds": 43201, "AcceptanceRequired": true, "Nam": 1}"#),
        [
            "1:27 `RequestTimeoutSeconds` has to be a whole number from 1 to 43200, but here is the number 43201",
            "1:56 `AcceptanceRequired` is true, so `AcceptanceTimeoutSeconds` is required: 1 to 600 s",
            "1:62 unknown key `Nam` is not read: did you mean `Name`?",
        ]
    );
    assert_eq!(
        errors(r#"{"Configurations": []}"#),
        ["1:20 there is no configuration in `Configurations`: ask AWS for one by its name"]
    );
    assert_eq!(errors(r#"{"Configurations": [{}, {}]}"#), ["1:25 `Configurations` has 2 configurations: keep one"]);
    let unused = r#"{"RequestTimeoutSeconds": 9, "AcceptanceTimeoutSeconds": 5}"#;
    let (_, notes) = MatchmakingConfiguration::read(unused.as_bytes()).unwrap();
    assert_eq!(said(&notes), ["1:58 `AcceptanceTimeoutSeconds` has no effect while `AcceptanceRequired` is false"]);
}
