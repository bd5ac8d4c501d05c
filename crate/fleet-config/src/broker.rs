//! A match broker's configuration, in the JSON of its documentation.
//!
//! All keys are under `MatchBroker`, with or without outer braces. Documented keys are read with their
//! documented names and defaults. The documentation has no names for these settings, so the names are ours,
//! in the same style:
//!
//! | key | under | setting |
//! |---|---|---|
//! | `Requirements` | `MatchBroker` | the filter of the front end: it refuses other matches |
//! | `ServerRequirements` | an allocator | the requirements of its servers in RequestMatch |
//! | `ServerReserveSeconds` | `MatchBroker` | Reserve(n) of servers that register themselves |
//! | `ServerRegistrationSeconds` | `MatchBroker` | duration of such a server's registration |

use crate::Finding;
use crate::error::{ReadError, Reason};
use crate::requirement::Requirement;
use crate::{At, Place, Setting};
use matchday_document::Reason as Document;
use matchday_document::{Fields, Node};
use matchday_fleet::broker::settings::{MAX_ALLOCATORS, MAX_TIMER_S};
use matchday_fleet::broker::{AllocatorSettings, FilterId, Settings};

/// A match broker as its file configures it, with the places of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Broker {
    /// Start of its object.
    pub place: Place,
    /// `ServerMaxLifetimeMinutes`.
    pub server_max_lifetime_min: Setting,
    /// `MatchPickupTimeSeconds`.
    pub match_pickup_s: Setting,
    /// `MatchReadyTimeSeconds`.
    pub match_ready_s: Setting,
    /// `MatchMaxRunTimeMinutes`.
    pub match_max_run_min: Setting,
    /// `Requirements` of the front end; `None` accepts every match.
    pub front_end: Option<At<Requirement>>,
    /// `ServerReserveSeconds`; 0 is unlimited.
    pub server_reserve_s: Option<At<u32>>,
    /// `ServerRegistrationSeconds`.
    pub server_registration_s: Option<At<u32>>,
    /// `Allocators`, in order.
    pub allocators: Vec<Allocator>,
}

/// One entry of `Allocators`.
#[derive(Clone, Debug, PartialEq)]
pub struct Allocator {
    /// Start of its object.
    pub place: Place,
    /// `AllocatorDescription`, or the kind of allocator without one.
    pub name: String,
    /// `ReadyDeadlineSeconds`.
    pub ready_deadline_s: Setting,
    /// `AllocatorReaperPeriodSeconds`.
    pub reaper_period_s: Setting,
    /// `MaxRunTimeMinutes` of the reaper.
    pub reaper_max_run_min: Setting,
    /// `Requirements`: the matches for which it starts servers; `None` for every match.
    pub requirement: Option<At<Requirement>>,
    /// `ServerRequirements`: the matches that its servers request; `None` for every match.
    pub server_requirement: Option<At<Requirement>>,
}

/// The key of the whole configuration.
pub(crate) const KEY: &str = "MatchBroker";

const SECONDS: std::ops::RangeInclusive<u32> = 1..=MAX_TIMER_S;
const MINUTES: std::ops::RangeInclusive<u32> = 1..=MAX_TIMER_S / 60;

/// Reads the value of `MatchBroker`.
pub(crate) fn read(node: &Node, findings: &mut Vec<Finding>) -> Result<Broker, ReadError> {
    let defaults = Settings::default();
    let mut fields = Fields::of(node, KEY)?;
    let broker = Broker {
        place: fields.place,
        server_max_lifetime_min: {
            let written = fields.whole("ServerMaxLifetimeMinutes", MINUTES)?;
            Setting::or(written, defaults.server_max_lifetime_s / 60)
        },
        match_pickup_s: Setting::or(fields.whole("MatchPickupTimeSeconds", SECONDS)?, defaults.match_pickup_s),
        match_ready_s: Setting::or(fields.whole("MatchReadyTimeSeconds", SECONDS)?, defaults.match_ready_s),
        match_max_run_min: Setting::or(fields.whole("MatchMaxRunTimeMinutes", MINUTES)?, defaults.match_max_run_s / 60),
        front_end: requirement(&mut fields, "Requirements")?,
        server_reserve_s: fields.whole("ServerReserveSeconds", 0..=MAX_TIMER_S)?,
        server_registration_s: fields.whole("ServerRegistrationSeconds", SECONDS)?,
        allocators: allocators(&mut fields, findings)?,
    };
    fields.finish(findings);
    Ok(broker)
}

fn allocators(fields: &mut Fields<'_>, findings: &mut Vec<Finding>) -> Result<Vec<Allocator>, ReadError> {
    let nodes = fields.list("Allocators")?;
    if let Some(node) = nodes.get(MAX_ALLOCATORS) {
        let words =
            format!("more than {MAX_ALLOCATORS} allocators: a broker takes no more, merge those that are alike");
        return Err(Document::Contradiction(words).at(node.place).into());
    }
    let key = fields.key("Allocators");
    nodes.iter().enumerate().map(|(number, node)| allocator(node, &format!("{key}[{number}]"), findings)).collect()
}

fn allocator(node: &Node, path: &str, findings: &mut Vec<Finding>) -> Result<Allocator, ReadError> {
    let defaults = AllocatorSettings::default();
    let mut fields = Fields::of(node, path)?;
    let kind = fields.text("Allocator")?;
    let description = fields.text("AllocatorDescription")?;
    let mut allocator = Allocator {
        place: fields.place,
        name: description.or(kind).map_or_else(|| path.to_string(), |name| name.value),
        ready_deadline_s: Setting::or(None, defaults.ready_deadline_s),
        reaper_period_s: Setting::or(None, defaults.reaper_period_s),
        reaper_max_run_min: Setting::or(None, defaults.reaper_max_run_s / 60),
        requirement: requirement(&mut fields, "Requirements")?,
        server_requirement: requirement(&mut fields, "ServerRequirements")?,
    };
    if let Some(mut inner) = fields.fields("Configuration")? {
        // The command line of the process does not affect a simulation.
        inner.skip(&["GameServerPath", "GameServerArguments"]);
        let deadline = inner.whole("ReadyDeadlineSeconds", SECONDS)?;
        allocator.ready_deadline_s = Setting::or(deadline, defaults.ready_deadline_s);
        if let Some(mut reaper) = inner.fields("ReaperConfiguration")? {
            let period = reaper.whole("AllocatorReaperPeriodSeconds", SECONDS)?;
            allocator.reaper_period_s = Setting::or(period, defaults.reaper_period_s);
            let max_run = reaper.whole("MaxRunTimeMinutes", MINUTES)?;
            allocator.reaper_max_run_min = Setting::or(max_run, defaults.reaper_max_run_s / 60);
            reaper.finish(findings);
        }
        inner.finish(findings);
    }
    fields.finish(findings);
    Ok(allocator)
}

/// A requirement in JMESPath; an empty text counts as missing.
fn requirement(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<At<Requirement>>, ReadError> {
    let Some(At { value, place }) = fields.text(name)?.filter(|text| !text.value.trim().is_empty()) else {
        return Ok(None);
    };
    match Requirement::parse(&value) {
        Ok(value) => Ok(Some(At { value, place })),
        Err(source) => Err(Reason::Requirement { key: fields.key(name), source }.at(place)),
    }
}

impl Broker {
    /// The broker's settings, and the requirements to which its filter numbers refer.
    pub fn settings(&self) -> (Settings, Vec<Requirement>) {
        let mut table: Vec<Requirement> = Vec::new();
        let mut number = |requirement: &Option<At<Requirement>>| {
            let At { value, .. } = requirement.as_ref()?;
            let at = table.iter().position(|known| known == value).unwrap_or_else(|| {
                table.push(value.clone());
                table.len() - 1
            });
            Some(FilterId(at as u16))
        };
        let settings = Settings {
            match_pickup_s: self.match_pickup_s.value,
            match_ready_s: self.match_ready_s.value,
            match_max_run_s: self.match_max_run_min.value * 60,
            server_max_lifetime_s: self.server_max_lifetime_min.value * 60,
            front_end: number(&self.front_end).into_iter().collect(),
            allocators: self
                .allocators
                .iter()
                .map(|allocator| AllocatorSettings {
                    description: allocator.name.clone(),
                    ready_deadline_s: allocator.ready_deadline_s.value,
                    reaper_period_s: allocator.reaper_period_s.value,
                    reaper_max_run_s: allocator.reaper_max_run_min.value * 60,
                    requirement: number(&allocator.requirement),
                    server_filter: number(&allocator.server_requirement),
                })
                .collect(),
        };
        (settings, table)
    }
}
