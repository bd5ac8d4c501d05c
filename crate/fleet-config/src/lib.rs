//! Reads users' configurations of match brokers and fleets, and finds likely problems in them.
//!
//! ```
//! let file = r#"{"MatchBroker": {"MatchPickupTimeSeconds": 20, "Allocators": [
//!     {"Allocator": "Bare", "Configuration": {"ReadyDeadlineSeconds": 30}}
//! ]}}"#;
//! let (configuration, mut findings) = matchday_fleet_config::read(file.as_bytes(), &|_| None)?;
//! findings.extend(matchday_fleet_config::lint::lint(&configuration, &Default::default()));
//! assert_eq!(findings[0].place.to_string(), "line 2, column 69");
//! assert!(findings[0].words.starts_with("MatchPickupTimeSeconds (20) is not above ReadyDeadlineSeconds (30)"));
//! # Ok::<(), matchday_fleet_config::ReadError>(())
//! ```
//!
//! - [`broker`]: the broker's JSON, to `matchday_fleet::broker::BrokerSettings`.
//! - [`fleet`]: Fleets and FleetAutoscalers of Agones, in YAML, to `matchday_fleet::servers::FleetSettings`.
//! - [`requirement`]: JMESPath over a match's properties, within limits.
//! - [`filters`]: evaluates the requirements of a broker, and caches the answers.
//! - [`files`]: several files as one text, for links.
//! - [`simulation`]: settings of simulated servers, from a configuration.
//! - [`lint`]: findings about likely problems, each with its position in the file.
//!
//! The content of a file decides its kind: JSON is YAML, and both may hold any of these. Files are untrusted:
//! there are limits on bytes, depth and values, and every error is a [`ReadError`] with its line and column.
//! Unknown keys are findings, not errors, and so is what Agones knows and the simulation does not.

#![forbid(unsafe_code)]

mod arguments;
pub mod broker;
mod error;
pub mod files;
pub mod filters;
pub mod fleet;
pub mod lint;
pub mod requirement;
pub mod simulation;

pub use error::{ReadError, Reason};
use matchday_document::Reason as Document;
pub use matchday_document::{At, Finding, MOST_BYTES, Place, Setting, Severity};

use broker::Broker;
use fleet::{Autoscaler, Fleet};
use matchday_document::{Node, Value};

/// A configuration from one or more files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Configuration {
    /// The match broker, if configured.
    pub broker: Option<Broker>,
    /// Fleets, in order.
    pub fleets: Vec<Fleet>,
    /// Autoscalers, in order.
    pub autoscalers: Vec<Autoscaler>,
    /// Files read, with errors or not.
    files: u16,
}

/// The UTC offset of a time zone of the IANA database on the simulated day, seconds; `None` for an unknown
/// zone. It is asked for no other name, and need not know `UTC` and zones like `Etc/GMT+5`.
pub type UtcOffset<'a> = &'a dyn Fn(&str) -> Option<i32>;

/// Reads a file: its configuration, and findings about unread keys.
///
/// # Errors
/// A file that is neither JSON nor YAML, is too large, or has invalid values; with line and column.
pub fn read(bytes: &[u8], utc_offset: UtcOffset<'_>) -> Result<(Configuration, Vec<Finding>), ReadError> {
    let mut configuration = Configuration::default();
    let findings = configuration.read(bytes, utc_offset)?;
    Ok((configuration, findings))
}

impl Configuration {
    /// Number of the files read so far, with errors or not: the number of the next file in its places.
    pub fn files(&self) -> u16 {
        self.files
    }

    /// Reads another file, and returns findings about its unread keys.
    ///
    /// # Errors
    /// The errors of [`read`], or what another file has set already.
    pub fn read(&mut self, bytes: &[u8], utc_offset: UtcOffset<'_>) -> Result<Vec<Finding>, ReadError> {
        let (file, mut findings) = (self.files, Vec::new());
        self.files += 1;
        let in_file = |error: ReadError| ReadError { place: Place { file, ..error.place }, ..error };
        let mut documents = matchday_document::parse(bytes).map_err(|error| in_file(error.into()))?;
        if documents.is_empty() {
            return Err(in_file(Reason::Unknown.at(Place::START)));
        }
        documents.iter_mut().for_each(|document| document.set_file(file));
        for document in &documents {
            read_document(document, utc_offset, self, &mut findings)?;
        }
        findings.sort_by_key(|finding| finding.place);
        Ok(findings)
    }
}

fn read_document(
    node: &Node,
    utc_offset: UtcOffset<'_>,
    into: &mut Configuration,
    findings: &mut Vec<Finding>,
) -> Result<(), ReadError> {
    if node.field(broker::KEY).is_some() || node.field(broker::SECTION).is_some() {
        return broker::read(node, &mut into.broker, findings);
    }
    if node.field("apiVersion").is_some() || node.field("kind").is_some() {
        return fleet::read(node, utc_offset, into, findings);
    }
    let unknown = matches!(node.value, Value::Fields(_) | Value::List(_));
    let syntax = || Document::Syntax(format!("here is {}", node.describe())).at(node.place).into();
    Err(if unknown { Reason::Unknown.at(node.place) } else { syntax() })
}
