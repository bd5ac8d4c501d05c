//! Matchmaking configurations, as `aws gamelift create-matchmaking-configuration` takes them and
//! `describe-matchmaking-configurations` returns them.

use crate::read::Report;
use matchday_document::{Fields, Finding, Node, Reason, Value};

/// The settings of a matchmaker that a simulated day uses.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchmakingConfiguration {
    /// `Name`.
    pub name: Option<String>,
    /// `RequestTimeoutSeconds`: a ticket fails after so many seconds without a match.
    pub request_timeout_s: u32,
    /// `AcceptanceRequired`.
    pub acceptance_required: bool,
    /// `AcceptanceTimeoutSeconds`.
    pub acceptance_timeout_s: Option<u32>,
    /// `AdditionalPlayerCount`: player slots that a match keeps open.
    pub additional_players: u32,
}

impl Default for MatchmakingConfiguration {
    /// No acceptance, and a time-out of two minutes.
    fn default() -> Self {
        Self {
            name: None,
            request_timeout_s: 120,
            acceptance_required: false,
            acceptance_timeout_s: None,
            additional_players: 0,
        }
    }
}

/// Valid keys that do not affect a simulated day: names and addresses.
const SKIPPED: [&str; 8] = [
    "Description",
    "RuleSetName",
    "RuleSetArn",
    "ConfigurationArn",
    "CreationTime",
    "NotificationTarget",
    "CustomEventData",
    "Tags",
];
/// Valid keys that would affect matches or servers.
const NOT_SIMULATED: [&str; 4] = ["GameSessionQueueArns", "GameProperties", "GameSessionData", "FlexMatchMode"];

impl MatchmakingConfiguration {
    /// Reads a configuration, and returns notes about what is valid but not simulated.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with line and column, in the order of the file.
    pub fn read(bytes: &[u8]) -> Result<(Self, Vec<Finding>), Vec<Finding>> {
        let mut report = Report::default();
        let configuration = report.take(matchday_document::parse_json(bytes)).and_then(|root| {
            let node = only(&root, &mut report)?;
            read(node, &mut report)
        });
        report.errors.sort_by_key(|finding| finding.place);
        report.notes.sort_by_key(|finding| finding.place);
        match configuration {
            Some(configuration) if report.errors.is_empty() => Ok((configuration, report.notes)),
            _ => Err(report.errors),
        }
    }
}

/// The configuration in the answer of an AWS command, or the file itself.
fn only<'a>(root: &'a Node, report: &mut Report) -> Option<&'a Node> {
    if let Some(node) = root.field("Configuration") {
        return Some(node);
    }
    let Some(Node { value: Value::List(items), place, .. }) = root.field("Configurations") else { return Some(root) };
    match items.as_slice() {
        [one] => Some(one),
        [] => {
            report.error(
                *place,
                "there is no configuration in `Configurations`: ask AWS for one by its name".to_string(),
            );
            None
        }
        [_, second, ..] => {
            report.error(second.place, format!("`Configurations` has {} configurations: keep one", items.len()));
            None
        }
    }
}

fn read(node: &Node, report: &mut Report) -> Option<MatchmakingConfiguration> {
    let mut fields = report.fields(node, "")?;
    let name = report.take(fields.text("Name")).flatten().map(|name| name.value);
    let timeout = report.take(fields.whole("RequestTimeoutSeconds", 1..=43_200));
    if timeout == Some(None) {
        let what = "seconds until a ticket without a match fails";
        report.take::<()>(Err(Reason::Missing { key: "RequestTimeoutSeconds".to_string(), what }.at(fields.place)));
    }
    let (acceptance_required, acceptance_timeout_s) = acceptance(&mut fields, report);
    let additional = report.take(fields.whole("AdditionalPlayerCount", 0..=200)).flatten();
    if let Some(additional) = additional.filter(|additional| additional.value > 0) {
        let words = "`AdditionalPlayerCount` is valid, but not simulated: nobody joins a running match".to_string();
        report.not_simulated(additional.place, words);
    }
    let modes = [("MANUAL", false), ("AUTOMATIC", true)];
    if let Some(mode) = report.choice(&mut fields, "BackfillMode", &modes).filter(|mode| mode.value) {
        let words = "`BackfillMode` AUTOMATIC is valid, but not simulated: nobody joins a running match".to_string();
        report.not_simulated(mode.place, words);
    }
    fields.skip(&SKIPPED);
    fields.pass_over(&NOT_SIMULATED, &mut report.notes);
    report.finish(&fields);
    Some(MatchmakingConfiguration {
        name,
        request_timeout_s: timeout??.value,
        acceptance_required,
        acceptance_timeout_s,
        additional_players: additional.map_or(0, |additional| additional.value),
    })
}

fn acceptance(fields: &mut Fields<'_>, report: &mut Report) -> (bool, Option<u32>) {
    let required = fields.take("AcceptanceRequired").map(|node| node.place);
    let flag = report.take(fields.flag("AcceptanceRequired")).flatten().unwrap_or(false);
    let timeout = report.take(fields.whole("AcceptanceTimeoutSeconds", 1..=600));
    match (flag, &timeout, required) {
        (true, Some(None), Some(place)) => {
            let words = "`AcceptanceRequired` is true, so `AcceptanceTimeoutSeconds` is required: 1 to 600 s";
            report.error(place, words.to_string());
        }
        (false, Some(Some(timeout)), _) => {
            let words = "`AcceptanceTimeoutSeconds` has no effect while `AcceptanceRequired` is false".to_string();
            report.not_simulated(timeout.place, words);
        }
        _ => {}
    }
    (flag, timeout.flatten().map(|timeout| timeout.value))
}
