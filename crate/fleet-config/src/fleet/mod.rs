//! Fleets and FleetAutoscalers of Agones, in their YAML.
//!
//! Reads only settings that affect a simulation: the number of servers, their health checks and counters, and
//! the policies Buffer, Counter, Schedule and Chain. Names what is valid but not simulated, such as other
//! policies, scheduling and Lists. Skips the contents of pods, ports and side cars.

mod autoscaler;
mod policy;
mod time;

use crate::Finding;
use crate::error::ReadError;
use crate::{At, Place, Setting};
use crate::{Configuration, UtcOffset};
use matchday_document::Reason as Document;
use matchday_document::{Fields, Node, Value};
use matchday_fleet::servers::{FleetSettings, HealthSettings};
use std::num::NonZeroU32;

pub use autoscaler::Autoscaler;

/// Most servers of a fleet; larger numbers are typos.
const MOST_SERVERS: u32 = 1_000_000;

/// A Fleet as its file configures it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// Start of its object.
    pub place: Place,
    /// `metadata.name`, or `metadata.generateName`.
    pub name: At<String>,
    /// Whether its name only begins with that.
    pub is_generated: bool,
    /// `spec.replicas`.
    pub replicas: Setting,
    /// `health` of its game servers; with `disabled`, no health check fails.
    pub health: HealthSettings,
    /// Capacities of its game servers' `counters`, by name.
    pub counters: Vec<(String, u32)>,
}

impl Fleet {
    /// Whether it has this name, or may get it.
    pub fn is_called(&self, name: &str) -> bool {
        if self.is_generated { name.starts_with(&self.name.value) } else { self.name.value == name }
    }
}

/// Reads one Kubernetes object, or a list of them.
pub(crate) fn read(
    node: &Node,
    utc_offset: UtcOffset<'_>,
    into: &mut Configuration,
    findings: &mut Vec<Finding>,
) -> Result<(), ReadError> {
    let mut fields = Fields::of(node, "")?;
    if node.field("kind").and_then(Node::as_text) == Some("List") {
        let items = fields.list("items")?;
        let mut objects = items.iter().filter(|item| item.value != Value::Null);
        return objects.try_for_each(|item| read(item, utc_offset, into, findings));
    }
    let version = fields.text("apiVersion")?;
    let kind = fields.text("kind")?;
    let known = |text: &Option<At<String>>| text.as_ref().map_or(String::new(), |text| text.value.clone());
    match (known(&version).as_str(), known(&kind).as_str()) {
        ("agones.dev/v1", "Fleet") => {
            let fleet = fleet(fields, findings)?;
            let named =
                |first: &&Fleet| !fleet.is_generated && !first.is_generated && first.name.value == fleet.name.value;
            if let Some(first) = into.fleets.iter().find(named) {
                let reason = Document::Twice { key: fleet.name.value, first: first.name.place };
                return Err(reason.at(fleet.name.place).into());
            }
            into.fleets.push(fleet);
        }
        ("autoscaling.agones.dev/v1", "FleetAutoscaler") => {
            into.autoscalers.push(autoscaler::read(fields, utc_offset, findings)?);
        }
        (version, kind @ ("Fleet" | "FleetAutoscaler")) => {
            let group = if kind == "Fleet" { "agones.dev/v1" } else { "autoscaling.agones.dev/v1" };
            let words = format!("`apiVersion: {version}` of a {kind} is not read: write `apiVersion: {group}`");
            return Err(Document::Contradiction(words).at(node.place).into());
        }
        (_, kind) => {
            let words = format!("kind `{kind}` is not simulated: Fleet and FleetAutoscaler are read");
            findings.push(Finding::not_simulated(node.place, words));
        }
    }
    Ok(())
}

/// The name of an object, by which other objects refer to it, and whether it only begins with that.
fn name(fields: &mut Fields<'_>) -> Result<(At<String>, bool), ReadError> {
    let mut metadata = Fields::of(fields.need("metadata", "it holds the name")?, "metadata")?;
    let (name, prefix) = (metadata.text("name")?, metadata.text("generateName")?);
    let missing = Document::Missing { key: "metadata.name".to_string(), what: "others point at it by its name" };
    let named = name.map(|name| (name, false)).or(prefix.map(|prefix| (prefix, true)));
    named.ok_or_else(|| missing.at(metadata.place).into())
}

fn fleet(mut fields: Fields<'_>, findings: &mut Vec<Finding>) -> Result<Fleet, ReadError> {
    let place = fields.place;
    let (name, is_generated) = name(&mut fields)?;
    fields.skip(&["status"]);
    let mut spec = Fields::of(fields.need("spec", "it says how many servers there are")?, "spec")?;
    let replicas = Setting::or(spec.whole("replicas", 0..=MOST_SERVERS)?, 0);
    spec.pass_over(&["scheduling", "strategy", "allocationOverflow", "priorities"], findings);
    let (mut health, mut counters) = (HealthSettings::default(), Vec::new());
    if let Some(mut template) = spec.fields("template")? {
        template.skip(&["metadata"]);
        if let Some(mut server) = template.fields("spec")? {
            server.skip(&["container", "ports", "sdkServer", "template", "immutableReplicas"]);
            server.pass_over(&["players", "lists", "scheduling", "eviction"], findings);
            health = read_health(&mut server, findings)?;
            counters = read_counters(&mut server, findings)?;
            server.finish(findings);
        }
        template.finish(findings);
    }
    spec.finish(findings);
    fields.finish(findings);
    Ok(Fleet { place, name, is_generated, replicas, health, counters })
}

fn read_health(server: &mut Fields<'_>, findings: &mut Vec<Finding>) -> Result<HealthSettings, ReadError> {
    let mut health = HealthSettings::default();
    let Some(mut fields) = server.fields("health")? else { return Ok(health) };
    let day = 86_400;
    let set = |to: &mut u32, written: Option<At<u32>>| *to = written.map_or(*to, |written| written.value);
    set(&mut health.initial_delay_s, fields.whole("initialDelaySeconds", 0..=day)?);
    set(&mut health.period_s, fields.whole("periodSeconds", 1..=day)?);
    set(&mut health.failures, fields.whole("failureThreshold", 1..=day)?);
    if fields.flag("disabled")? == Some(true) {
        health.failures = u32::MAX;
    }
    fields.finish(findings);
    Ok(health)
}

fn read_counters(server: &mut Fields<'_>, findings: &mut Vec<Finding>) -> Result<Vec<(String, u32)>, ReadError> {
    let Some(node) = server.take("counters") else { return Ok(Vec::new()) };
    let key = server.key("counters");
    let counters = Fields::of(node, &key)?;
    let read = |(name, node): (&str, &Node)| {
        let mut counter = Fields::of(node, &format!("{key}.{name}"))?;
        counter.skip(&["count"]);
        // Agones' own default.
        let capacity = counter.whole("capacity", 0..=MOST_SERVERS)?.map_or(1000, |capacity| capacity.value);
        counter.finish(findings);
        Ok((name.to_string(), capacity))
    };
    counters.named().map(read).collect()
}

impl Configuration {
    /// The settings of each fleet, with its autoscaler.
    pub fn fleet_settings(&self) -> Vec<FleetSettings> {
        self.fleets.iter().map(|fleet| self.settings_of(fleet)).collect()
    }

    fn settings_of(&self, fleet: &Fleet) -> FleetSettings {
        let autoscaler = self.autoscalers.iter().find(|autoscaler| fleet.is_called(&autoscaler.fleet.value));
        let counter = autoscaler.and_then(|autoscaler| autoscaler.counters.first());
        let capacity = counter.and_then(|key| fleet.counters.iter().find(|(name, _)| *name == key.value));
        FleetSettings {
            name: fleet.name.value.clone(),
            replicas: fleet.replicas.value,
            matches_per_server: capacity.and_then(|&(_, most)| NonZeroU32::new(most)).unwrap_or(NonZeroU32::MIN),
            health: fleet.health,
            autoscaler: autoscaler.map(|autoscaler| autoscaler.settings.clone()),
            ..FleetSettings::default()
        }
    }
}
