//! Fleets and FleetAutoscalers of Agones, in their YAML.
//!
//! Reads only settings that affect a simulation: the number of servers, their health checks and counters, and
//! the policies Buffer, Counter, Schedule and Chain. Names what is valid but not simulated, such as other
//! policies and scheduling, and Counters and Lists, with which several matches share a server. Skips the contents of
//! pods, ports and side cars.

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

/// The namespace of objects without one.
const DEFAULT_NAMESPACE: &str = "default";

/// A Fleet as its file configures it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// Start of its object.
    pub place: Place,
    /// `metadata.name`, or `metadata.generateName`.
    pub name: At<String>,
    /// Whether its name only begins with that.
    pub is_generated: bool,
    /// `metadata.namespace`, or `default`.
    pub namespace: String,
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

    /// Its name, after its namespace if that is not the default one: `prod/game`.
    pub fn path(&self) -> String {
        let name = &self.name.value;
        if self.namespace == DEFAULT_NAMESPACE { name.clone() } else { format!("{}/{name}", self.namespace) }
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
            let named = into.fleets.iter().filter(|first| !first.is_generated && !fleet.is_generated);
            unique("Fleet", (&fleet.namespace, &fleet.name), named.map(|first| (&first.namespace, &first.name)))?;
            into.fleets.push(fleet);
        }
        ("autoscaling.agones.dev/v1", "FleetAutoscaler") => {
            let autoscaler = autoscaler::read(fields, utc_offset, findings)?;
            let named = into.autoscalers.iter().filter(|first| !first.is_generated && !autoscaler.is_generated);
            let name = (&autoscaler.namespace, &autoscaler.name);
            unique("FleetAutoscaler", name, named.map(|first| (&first.namespace, &first.name)))?;
            into.autoscalers.push(autoscaler);
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

/// How other objects refer to an object.
struct Metadata {
    name: At<String>,
    /// Whether its name only begins with that.
    is_generated: bool,
    namespace: String,
}

fn metadata(fields: &mut Fields<'_>) -> Result<Metadata, ReadError> {
    let mut metadata = Fields::of(fields.need("metadata", "it holds the name")?, "metadata")?;
    let (name, prefix) = (metadata.text("name")?, metadata.text("generateName")?);
    let missing = Document::Missing { key: "metadata.name".to_string(), what: "others point at it by its name" };
    let namespace = metadata.text("namespace")?.map(|namespace| namespace.value).filter(|name| !name.is_empty());
    let is_generated = name.is_none();
    let name = name.or(prefix).ok_or_else(|| missing.at(metadata.place))?;
    Ok(Metadata { name, is_generated, namespace: namespace.unwrap_or_else(|| DEFAULT_NAMESPACE.to_string()) })
}

/// Refuses the name of an object that an earlier one of the same kind has in the same namespace.
fn unique<'a>(
    kind: &str,
    (namespace, name): (&String, &At<String>),
    mut earlier: impl Iterator<Item = (&'a String, &'a At<String>)>,
) -> Result<(), ReadError> {
    let first = earlier.find(|(its_namespace, its_name)| *its_namespace == namespace && its_name.value == name.value);
    let Some((_, first)) = first else { return Ok(()) };
    let words = format!(
        "a second {kind} `{}` in namespace `{namespace}`, the first is at {}: rename or remove one",
        name.value, first.place
    );
    Err(Document::Contradiction(words).at(name.place).into())
}

fn fleet(mut fields: Fields<'_>, findings: &mut Vec<Finding>) -> Result<Fleet, ReadError> {
    let place = fields.place;
    let Metadata { name, is_generated, namespace } = metadata(&mut fields)?;
    fields.skip(&["status"]);
    let mut spec = Fields::of(fields.need("spec", "it says how many servers there are")?, "spec")?;
    let replicas = Setting::or(spec.whole("replicas", 0..=MOST_SERVERS)?, 0);
    spec.pass_over(&["scheduling", "strategy", "allocationOverflow", "priorities"], findings);
    let (mut health, mut counters) = (HealthSettings::default(), Vec::new());
    if let Some(mut template) = spec.fields("template")? {
        template.skip(&["metadata"]);
        if let Some(mut server) = template.fields("spec")? {
            server.skip(&["container", "ports", "sdkServer", "template", "immutableReplicas"]);
            server.pass_over(&["players", "scheduling", "eviction"], findings);
            health = read_health(&mut server, findings)?;
            counters = read_capacities(&mut server, "counters", findings)?;
            read_capacities(&mut server, "lists", findings)?;
            server.finish(findings);
        }
        template.finish(findings);
    }
    spec.finish(findings);
    fields.finish(findings);
    Ok(Fleet { place, name, is_generated, namespace, replicas, health, counters })
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

/// The capacities of Counters or Lists, by name. Each is a finding, because a simulated server has one match.
fn read_capacities(
    server: &mut Fields<'_>,
    kind: &'static str,
    findings: &mut Vec<Finding>,
) -> Result<Vec<(String, u32)>, ReadError> {
    let Some(node) = server.take(kind) else { return Ok(Vec::new()) };
    let fields = Fields::of(node, &server.key(kind))?;
    let read = |(name, node): (&str, &Node)| {
        let key = fields.key(name);
        let mut counter = Fields::of(node, &key)?;
        counter.skip(&["count", "values"]);
        // Agones' own default.
        let capacity = counter.whole("capacity", 0..=MOST_SERVERS)?.map_or(1000, |capacity| capacity.value);
        if capacity > 1 {
            let words = format!(
                "`{key}` is simulated as one match per server: where matches share servers, a run has up to {capacity} times \
                 the servers, and the cost"
            );
            findings.push(Finding::not_simulated(counter.place, words));
        }
        counter.finish(findings);
        Ok((name.to_string(), capacity))
    };
    fields.named().map(read).collect()
}

impl Configuration {
    /// The settings of each fleet, with its autoscaler.
    pub fn fleet_settings(&self) -> Vec<FleetSettings> {
        self.fleets.iter().map(|fleet| self.settings_of(fleet)).collect()
    }

    fn settings_of(&self, fleet: &Fleet) -> FleetSettings {
        let autoscaler = self.autoscalers.iter().find(|autoscaler| autoscaler.scales(fleet));
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
