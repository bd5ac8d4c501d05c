//! Policies: Buffer, Counter, and combinations by Schedule and Chain.

use super::{MOST_SERVERS, time};
use crate::At;
use crate::Finding;
use crate::UtcOffset;
use crate::error::ReadError;
use matchday_document::Reason as Document;
use matchday_document::{Fields, Node};
use matchday_fleet::servers::autoscaler::{Buffer, Chain, Counter, Cron, Link, Policy, Reserve, Schedule, Windows};

/// The place of a policy. The schema of Agones allows Schedules in a Chain, and no deeper nesting.
#[derive(Clone, Copy)]
pub(super) enum Within {
    Autoscaler,
    Chain,
    Schedule,
}

/// Reads nested policies, and collects data for lints.
pub(super) struct PolicyReader<'a> {
    pub utc_offset: UtcOffset<'a>,
    pub findings: &'a mut Vec<Finding>,
    pub buffers: Vec<At<Buffer>>,
    pub counters: Vec<At<String>>,
    pub schedules: Vec<At<Schedule>>,
}

impl<'a> PolicyReader<'a> {
    pub fn new(utc_offset: UtcOffset<'a>, findings: &'a mut Vec<Finding>) -> Self {
        Self { utc_offset, findings, buffers: Vec::new(), counters: Vec::new(), schedules: Vec::new() }
    }

    /// The policy of an object, by its `type`.
    pub fn policy(&mut self, mut fields: Fields<'_>, within: Within) -> Result<Policy, ReadError> {
        let kind = fields.text("type")?;
        let Some(At { value, place }) = kind else {
            let what = "Buffer, Counter, Schedule or Chain";
            return Err(Document::Missing { key: fields.key("type"), what }.at(fields.place).into());
        };
        let nested_in = match (value.as_str(), within) {
            ("Chain", Within::Chain) => Some("an entry of a Chain"),
            ("Chain" | "Schedule", Within::Schedule) => Some("the policy of a Schedule"),
            _ => None,
        };
        if let Some(outer) = nested_in {
            let words = format!(
                "a {value} policy cannot be {outer}, and Agones refuses it: a Chain has Schedules, and a Schedule has another \
                 type of policy"
            );
            return Err(Document::Contradiction(words).at(place).into());
        }
        let policy = match value.as_str() {
            "Buffer" => Policy::Buffer(self.buffer(fields.inner("buffer")?)?),
            "Counter" => Policy::Counter(self.counter(fields.inner("counter")?)?),
            "Schedule" => Policy::Schedule(self.schedule(fields.inner("schedule")?)?),
            "Chain" => self.chain(&mut fields)?,
            "Webhook" | "List" | "Wasm" => {
                fields.skip(&["webhook", "list", "wasm"]);
                let words = format!(
                    "a {value} policy is valid, but not simulated: it never decides, so that a chain goes on to its next \
                     policy, and a fleet keeps its size"
                );
                self.findings.push(Finding::not_simulated(place, words));
                Policy::NotSimulated
            }
            _ => {
                let expected = "one of Buffer, Counter, Schedule, Chain, Webhook, List and Wasm".to_string();
                let reason = Document::Kind { key: fields.key("type"), expected, found: format!("the text {value:?}") };
                return Err(reason.at(place).into());
            }
        };
        fields.finish(self.findings);
        Ok(policy)
    }

    fn buffer(&mut self, mut fields: Fields<'_>) -> Result<Buffer, ReadError> {
        let size = reserve(&mut fields)?;
        let (min_replicas, max_replicas) = bounds(&mut fields, size.value, ["minReplicas", "maxReplicas"])?;
        fields.finish(self.findings);
        let buffer = Buffer { size: size.value, min_replicas, max_replicas };
        self.buffers.push(At { value: buffer, place: size.place });
        Ok(buffer)
    }

    fn counter(&mut self, mut fields: Fields<'_>) -> Result<Counter, ReadError> {
        let missing = Document::Missing { key: fields.key("key"), what: "the name of the counter" };
        let key = fields.text("key")?.ok_or_else(|| missing.at(fields.place))?;
        self.counters.push(key);
        let size = reserve(&mut fields)?.value;
        let (min_capacity, max_capacity) = bounds(&mut fields, size, ["minCapacity", "maxCapacity"])?;
        fields.finish(self.findings);
        Ok(Counter { size, min_capacity, max_capacity })
    }

    fn schedule(&mut self, mut fields: Fields<'_>) -> Result<Schedule, ReadError> {
        let (mut start_s, mut end_s) = (None, None);
        if let Some(mut between) = fields.fields("between")? {
            start_s = time::date(&mut between, "start")?;
            end_s = time::date(&mut between, "end")?;
            if start_s.zip(end_s).is_some_and(|(start, end)| end <= start) {
                let words = "`end` is not after `start`: the policy would never apply".to_string();
                return Err(Document::Contradiction(words).at(between.place).into());
            }
            between.finish(self.findings);
        }
        let windows = match fields.fields("activePeriod")? {
            Some(period) => self.windows(period)?,
            None => None,
        };
        let (place, policy) = (fields.place, Box::new(self.policy(fields.inner("policy")?, Within::Schedule)?));
        fields.finish(self.findings);
        let schedule = Schedule { start_s, end_s, windows, policy };
        self.schedules.push(At { value: schedule.clone(), place });
        Ok(schedule)
    }

    fn windows(&mut self, mut period: Fields<'_>) -> Result<Option<Windows>, ReadError> {
        let utc_offset_s = time::zone(&mut period, self.utc_offset, self.findings)?;
        let duration_s = time::duration(&mut period)?;
        let windows = match period.text("startCron")?.filter(|cron| !cron.value.is_empty()) {
            None => None,
            Some(At { value, place }) => {
                let cron: Cron = value.parse().map_err(|error| {
                    Document::Contradiction(format!("`{}`: {error}", period.key("startCron"))).at(place)
                })?;
                Some(Windows { cron, utc_offset_s, duration_s })
            }
        };
        period.finish(self.findings);
        Ok(windows)
    }

    fn chain(&mut self, fields: &mut Fields<'_>) -> Result<Policy, ReadError> {
        let (key, place) = (fields.key("chain"), fields.place);
        let nodes = fields.list("chain")?;
        if nodes.is_empty() {
            return Err(Document::Missing { key, what: "the policies, of which the first that applies decides" }
                .at(place)
                .into());
        }
        let mut links: Vec<Link> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let mut fields = Fields::of(node, &format!("{key}[{number}]"))?;
            let id = fields.text("id")?.unwrap_or(At { value: String::new(), place: fields.place });
            // For Agones, entries without an id have the same one.
            if links.iter().any(|link| link.id == id.value) {
                let words = format!("two entries of a chain have the same id `{}`: give each its own", id.value);
                return Err(Document::Contradiction(words).at(id.place).into());
            }
            links.push(Link { id: id.value, policy: self.policy(fields, Within::Chain)? });
        }
        Ok(Policy::Chain(Chain(links)))
    }
}

/// `bufferSize`: a number, or a percentage as text.
fn reserve(fields: &mut Fields<'_>) -> Result<At<Reserve>, ReadError> {
    let key = fields.key("bufferSize");
    let node = fields.need("bufferSize", "how much is kept ready: a number or a percentage")?;
    let percent = node.as_text().and_then(|text| text.strip_suffix('%')).map(str::parse::<u8>);
    let value = match percent {
        Some(Ok(percent @ 1..=99)) => Reserve::Percent(percent),
        Some(_) => return Err(expected(node, key, "a whole number or a percentage from 1% to 99%")),
        None => Reserve::Absolute(matchday_document::whole(node, &key, 1..=MOST_SERVERS)?.value),
    };
    Ok(At { value, place: node.place })
}

/// The bounds, checked by Agones' rules.
fn bounds(fields: &mut Fields<'_>, size: Reserve, keys: [&'static str; 2]) -> Result<(u32, u32), ReadError> {
    let [least, most] = keys;
    let at = fields.place;
    let min = fields.whole(least, 0..=MOST_SERVERS)?.unwrap_or(At { value: 0, place: at });
    let missing = Document::Missing { key: fields.key(most), what: "the most that may be asked for" };
    let max = fields.whole(most, 0..=MOST_SERVERS)?.ok_or_else(|| missing.at(at))?;
    let refuse = |place, words: String| Err(Document::Contradiction(words).at(place).into());
    if min.value > max.value {
        return refuse(min.place, format!("`{least}` ({}) is above `{most}` ({})", min.value, max.value));
    }
    match size {
        Reserve::Absolute(size) if size > max.value => {
            refuse(max.place, format!("`{most}` ({}) is below `bufferSize` ({size}): raise it", max.value))
        }
        Reserve::Absolute(size) if min.value != 0 && min.value < size => refuse(
            min.place,
            format!("`{least}` ({}) is below `bufferSize` ({size}): raise it or leave it out", min.value),
        ),
        Reserve::Percent(_) if min.value == 0 => {
            refuse(min.place, format!("a percentage of nothing is nothing: give `{least}`, at least 1"))
        }
        _ => Ok((min.value, max.value)),
    }
}

fn expected(node: &Node, key: String, expected: &str) -> ReadError {
    Document::Kind { key, expected: expected.to_string(), found: node.describe() }.at(node.place).into()
}
