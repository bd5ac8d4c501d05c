//! A match broker's configuration, in the JSON of its documentation.
//!
//! All keys are under `MatchBroker`, at top level or in the section `Catena`, with or without outer braces. Several
//! excerpts are one broker, as long as each key is set once. Documented keys are read with their documented names and
//! defaults; those that do not affect a simulation are named. The documentation has no names for these settings, so the
//! names are ours, in the same style:
//!
//! | key | under | setting |
//! |---|---|---|
//! | `Requirements` | `MatchBroker` | the filter of the front end: it refuses other matches |
//! | `ServerRequirements` | an allocator | the requirements of its servers in RequestMatch |
//! | `ServerReserveSeconds` | `MatchBroker` | Reserve(n) of servers that register themselves |
//! | `ServerRegistrationSeconds` | `MatchBroker` | duration of such a server's registration |

use crate::arguments::{MapArgument, map_argument};
use crate::error::{ReadError, Reason};
use crate::requirement::Requirement;
use crate::{At, Place, Setting};
use crate::{Finding, Severity};
use matchday_document::Reason as Document;
use matchday_document::{Fields, Node};
use matchday_fleet::broker::settings::{MAX_ALLOCATORS, MAX_TIMER_S};
use matchday_fleet::broker::{AllocatorSettings, BrokerSettings, FilterId};

/// A match broker as its file configures it, with the places of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Broker {
    /// Start of its first object.
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
    /// `ServerRequirements`: the matches that its servers request, or else those of the map in `GameServerArguments`;
    /// `None` for every match.
    pub server_requirement: Option<At<Requirement>>,
}

/// The key of the whole configuration.
pub(crate) const KEY: &str = "MatchBroker";
/// The section of the backend's settings that may hold it.
pub(crate) const SECTION: &str = "Catena";
/// The allocator whose every key is known; those of others vary.
const BARE_METAL: &str = "CatenaLocalBareMetalAllocator";
/// The documented keys of other allocators, which the documentation also prints under that name.
const OF_OTHER_ALLOCATORS: [&str; 8] = [
    "Profile",
    "Region",
    "FleetArn",
    "AllowFleetGrowth",
    "MaxFleetSize",
    "ProxyMatchesToGameLift",
    "MaxInstanceCount",
    "LaunchTemplateId",
];

const SECONDS: std::ops::RangeInclusive<u32> = 1..=MAX_TIMER_S;
const MINUTES: std::ops::RangeInclusive<u32> = 1..=MAX_TIMER_S / 60;

/// Reads the broker of a document, and adds it to what other excerpts of the same broker set.
pub(crate) fn read(node: &Node, into: &mut Option<Broker>, findings: &mut Vec<Finding>) -> Result<(), ReadError> {
    let mut root = Fields::of(node, "")?;
    root.skip(&[KEY, SECTION]);
    if let Some(broker) = node.field(KEY) {
        read_broker(Fields::of(broker, KEY)?, into, findings)?;
    }
    if let Some(section) = node.field(SECTION) {
        let mut section = Fields::of(section, SECTION)?;
        let broker = Fields::of(section.need(KEY, "the settings of the match broker")?, &section.key(KEY))?;
        read_broker(broker, into, findings)?;
        // The settings of other services.
        section.finish_open(findings);
        root.finish_open(findings);
    } else {
        root.finish(findings);
    }
    Ok(())
}

fn read_broker(
    mut fields: Fields<'_>,
    into: &mut Option<Broker>,
    findings: &mut Vec<Finding>,
) -> Result<(), ReadError> {
    let mut broker = into.clone().unwrap_or_else(|| Broker::new(fields.place));
    for (name, range, setting) in [
        ("ServerMaxLifetimeMinutes", MINUTES, &mut broker.server_max_lifetime_min),
        ("MatchPickupTimeSeconds", SECONDS, &mut broker.match_pickup_s),
        ("MatchReadyTimeSeconds", SECONDS, &mut broker.match_ready_s),
        ("MatchMaxRunTimeMinutes", MINUTES, &mut broker.match_max_run_min),
    ] {
        if let Some(At { value, place }) = fields.whole(name, range)? {
            only_once(fields.key(name), setting.place, place)?;
            *setting = Setting { value, place: Some(place) };
        }
    }
    for (name, range, setting) in [
        ("ServerReserveSeconds", 0..=MAX_TIMER_S, &mut broker.server_reserve_s),
        ("ServerRegistrationSeconds", SECONDS, &mut broker.server_registration_s),
    ] {
        if let Some(written) = fields.whole(name, range)? {
            only_once(fields.key(name), setting.map(|first| first.place), written.place)?;
            *setting = Some(written);
        }
    }
    if let Some(written) = requirement(&mut fields, "Requirements")? {
        only_once(fields.key("Requirements"), broker.front_end.as_ref().map(|first| first.place), written.place)?;
        broker.front_end = Some(written);
    }
    let allocators = allocators(&mut fields, findings)?;
    if let Some(second) = allocators.first() {
        only_once(fields.key("Allocators"), broker.allocators.first().map(|first| first.place), second.place)?;
        broker.allocators = allocators;
    }
    fields.pass_over(&["FastSchedule", "ScheduleFrequencySeconds", "DelayAllocationSeconds"], findings);
    fields.finish(findings);
    *into = Some(broker);
    Ok(())
}

/// Refuses what another excerpt has set already.
fn only_once(key: String, first: Option<Place>, place: Place) -> Result<(), ReadError> {
    first.map_or(Ok(()), |first| Err(Document::Twice { key, first }.at(place).into()))
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
    let is_bare_metal = kind.as_ref().is_none_or(|kind| kind.value == BARE_METAL);
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
        inner.skip(&["GameServerPath"]);
        if let Some(arguments) = inner.take("GameServerArguments") {
            allocator.read_map(arguments, findings);
        }
        let deadline = inner.whole("ReadyDeadlineSeconds", SECONDS)?;
        allocator.ready_deadline_s = Setting::or(deadline, defaults.ready_deadline_s);
        if let Some(mut reaper) = inner.fields("ReaperConfiguration")? {
            let period = reaper.whole("AllocatorReaperPeriodSeconds", SECONDS)?;
            allocator.reaper_period_s = Setting::or(period, defaults.reaper_period_s);
            let max_run = reaper.whole("MaxRunTimeMinutes", MINUTES)?;
            allocator.reaper_max_run_min = Setting::or(max_run, defaults.reaper_max_run_s / 60);
            reaper.finish(findings);
        }
        inner.pass_over(&["GameServerEnvironment"], findings);
        inner.pass_over(&OF_OTHER_ALLOCATORS, findings);
        if is_bare_metal { inner.finish(findings) } else { inner.finish_open(findings) }
    }
    fields.finish(findings);
    Ok(allocator)
}

impl Allocator {
    /// Has its servers ask for the map that their command line names, unless their requirements are written.
    fn read_map(&mut self, arguments: &Node, findings: &mut Vec<Finding>) {
        let place = arguments.place;
        let asked = match map_argument(arguments) {
            _ if self.server_requirement.is_some() => return,
            MapArgument::Missing => return,
            MapArgument::Map(map) => Requirement::parse(&format!("MatchProperties.map == '{map}'")).ok().zip(Some(map)),
            MapArgument::Unclear => None,
        };
        let words = match asked {
            Some((value, map)) => {
                self.server_requirement = Some(At { value, place });
                format!("as GameServerArguments of `{}` say, its servers ask for the map `{map}` alone", self.name)
            }
            None => format!(
                "the map in GameServerArguments of `{}` is not simulated, and its servers ask for every map: write \
                 `-map NAME` once, or ServerRequirements",
                self.name
            ),
        };
        findings.push(Finding { place, severity: Severity::Note, check: "server-map", words });
    }
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
    /// A broker without settings of its own.
    fn new(place: Place) -> Broker {
        let defaults = BrokerSettings::default();
        Broker {
            place,
            server_max_lifetime_min: Setting::or(None, defaults.server_max_lifetime_s / 60),
            match_pickup_s: Setting::or(None, defaults.match_pickup_s),
            match_ready_s: Setting::or(None, defaults.match_ready_s),
            match_max_run_min: Setting::or(None, defaults.match_max_run_s / 60),
            front_end: None,
            server_reserve_s: None,
            server_registration_s: None,
            allocators: Vec::new(),
        }
    }

    /// The broker's settings, and the requirements to which its filter numbers refer.
    pub fn settings(&self) -> (BrokerSettings, Vec<Requirement>) {
        let mut table: Vec<Requirement> = Vec::new();
        let mut number = |requirement: &Option<At<Requirement>>| {
            let At { value, .. } = requirement.as_ref()?;
            let at = table.iter().position(|known| known == value).unwrap_or_else(|| {
                table.push(value.clone());
                table.len() - 1
            });
            Some(FilterId(at as u16))
        };
        let settings = BrokerSettings {
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
