//! FleetAutoscalers: their fleet, policy and period.

use super::policy::{PolicyReader, Within};
use super::{Fleet, Metadata};
use crate::Finding;
use crate::UtcOffset;
use crate::error::ReadError;
use crate::{At, Place};
use matchday_document::Fields;
use matchday_document::Reason as Document;
use matchday_fleet::servers::autoscaler::{AutoscalerSettings, Buffer, Schedule};

/// A FleetAutoscaler as its file configures it.
#[derive(Clone, Debug, PartialEq)]
pub struct Autoscaler {
    /// Start of its object.
    pub place: Place,
    /// `metadata.name`, or `metadata.generateName`.
    pub name: At<String>,
    /// Whether its name only begins with that.
    pub is_generated: bool,
    /// `metadata.namespace`, or `default`.
    pub namespace: String,
    /// `spec.fleetName`.
    pub fleet: At<String>,
    /// Its policy and period.
    pub settings: AutoscalerSettings,
    /// The buffers in its policies, each with the position of its `bufferSize`.
    pub buffers: Vec<At<Buffer>>,
    /// The counters in its policies, each with the position of its `key`.
    pub counters: Vec<At<String>>,
    /// The schedules in its policies.
    pub schedules: Vec<At<Schedule>>,
}

impl Autoscaler {
    /// Whether it scales a fleet: one of its namespace with the name of `spec.fleetName`.
    pub fn scales(&self, fleet: &Fleet) -> bool {
        fleet.namespace == self.namespace && fleet.is_called(&self.fleet.value)
    }
}

pub(super) fn read(
    mut fields: Fields<'_>,
    utc_offset: UtcOffset<'_>,
    findings: &mut Vec<Finding>,
) -> Result<Autoscaler, ReadError> {
    let place = fields.place;
    let Metadata { name, is_generated, namespace } = super::metadata(&mut fields)?;
    fields.skip(&["status"]);
    let mut spec = Fields::of(fields.need("spec", "it says which fleet is scaled, and how")?, "spec")?;
    let missing = Document::Missing { key: "spec.fleetName".to_string(), what: "the name of the Fleet that is scaled" };
    let fleet = spec.text("fleetName")?.ok_or_else(|| missing.at(spec.place))?;
    let policy = Fields::of(spec.need("policy", "it says how many servers are wanted")?, "spec.policy")?;
    let mut reader = PolicyReader::new(utc_offset, findings);
    let policy = reader.policy(policy, Within::Autoscaler)?;
    let PolicyReader { buffers, counters, schedules, .. } = reader;
    let every_s = every_s(&mut spec, findings)?;
    spec.finish(findings);
    fields.finish(findings);
    let settings = AutoscalerSettings { policy, every_s };
    Ok(Autoscaler { place, name, is_generated, namespace, fleet, settings, buffers, counters, schedules })
}

/// The period, s.
fn every_s(spec: &mut Fields<'_>, findings: &mut Vec<Finding>) -> Result<u32, ReadError> {
    let mut every_s = AutoscalerSettings::EVERY_S;
    let Some(mut sync) = spec.fields("sync")? else { return Ok(every_s) };
    if let Some(kind) = sync.text("type")?.filter(|kind| kind.value != "FixedInterval") {
        let (key, expected) = (sync.key("type"), "`FixedInterval`".to_string());
        return Err(Document::Kind { key, expected, found: format!("the text {:?}", kind.value) }
            .at(kind.place)
            .into());
    }
    if let Some(mut interval) = sync.fields("fixedInterval")? {
        every_s = interval.whole("seconds", 1..=86_400)?.map_or(every_s, |seconds| seconds.value);
        interval.finish(findings);
    }
    sync.finish(findings);
    Ok(every_s)
}
