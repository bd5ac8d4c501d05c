//! The columns of a file of tickets.

use crate::QueueError;
use matchday_base::DatacenterIndex;
pub(crate) use matchday_base::text::clip;
use matchday_rule_set::Regions;
use matchday_sim::World;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What the name of a column of lists ends with; `|` stands between the texts of a list.
pub const LIST: &str = "[]";
/// What the name of a column of round trips begins with.
const RTT: &str = "rtt_";

/// The datacenters that columns and cells of a file can name: by their own names, or by the AWS regions for which they stand.
#[derive(Clone, Debug)]
pub struct Datacenters {
    names: Vec<String>,
    regions: Regions,
}

impl Datacenters {
    /// Those of a world.
    pub fn new(world: &World, regions: Regions) -> Self {
        Self { names: world.datacenters.iter().map(|active| active.datacenter.name.clone()).collect(), regions }
    }

    /// The datacenter with this name.
    pub fn find(&self, name: &str) -> Option<DatacenterIndex> {
        let at = |name: &str| self.names.iter().position(|own| own.eq_ignore_ascii_case(name));
        let region = || self.regions.iter().find(|(code, _)| code.eq_ignore_ascii_case(name));
        let found = at(name).or_else(|| at(region()?.1))?;
        Some(DatacenterIndex(found as u16))
    }

    /// Number of datacenters.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// What each column of a file is, by its name. Positions count from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Columns {
    pub names: Vec<String>,
    pub time: usize,
    pub ticket: Option<usize>,
    pub players: Option<usize>,
    /// Latitude and longitude.
    pub place: Option<(usize, usize)>,
    pub rtts: Vec<(usize, DatacenterIndex)>,
    pub skill: Option<usize>,
    pub cancelled_at: Option<usize>,
    pub matched_at: Option<usize>,
    pub match_id: Option<usize>,
    pub datacenter: Option<usize>,
    /// All others: attributes of players.
    pub others: Vec<usize>,
}

impl Columns {
    /// The columns of a header; round trips to datacenters that are not on are left out, and named in `notices`.
    ///
    /// # Errors
    /// A column that is there twice, or none of time or place.
    pub fn of(
        header: &[Cow<'_, str>],
        datacenters: &Datacenters,
        notices: &mut Vec<String>,
    ) -> Result<Self, QueueError> {
        let mut columns = Self { names: header.iter().map(ToString::to_string).collect(), ..Self::default() };
        let mut seen = BTreeSet::new();
        let (mut time, mut lat, mut long) = (None, None, None);
        for (at, name) in header.iter().enumerate() {
            let small = name.to_ascii_lowercase();
            // Row numbers of programs such as R and pandas.
            if small.is_empty() {
                continue;
            }
            if !seen.insert(small.clone()) {
                return Err(QueueError::TwiceColumn(clip(name)));
            }
            match small.as_str() {
                "time" => time = Some(at),
                "ticket" => columns.ticket = Some(at),
                "players" => columns.players = Some(at),
                "lat" | "latitude" => lat = Some(at),
                "long" | "lon" | "lng" | "longitude" => long = Some(at),
                "skill" => columns.skill = Some(at),
                "cancelled_at" => columns.cancelled_at = Some(at),
                "matched_at" => columns.matched_at = Some(at),
                "match" => columns.match_id = Some(at),
                "datacenter" => columns.datacenter = Some(at),
                other => match other.strip_prefix(RTT) {
                    Some(to) => match datacenters.find(to) {
                        Some(datacenter) => columns.rtts.push((at, datacenter)),
                        None => notices.push(format!(
                            "{}: no datacenter of that name is on, so the column is left out",
                            clip(name)
                        )),
                    },
                    None => columns.others.push(at),
                },
            }
        }
        columns.place = lat.zip(long);
        columns.time = time.ok_or_else(|| QueueError::NoTime { found: list(&columns.names) })?;
        if columns.place.is_none() && columns.rtts.is_empty() {
            let datacenter = datacenters.names.first().cloned().unwrap_or_default();
            return Err(QueueError::NoPlace { datacenter, found: list(&columns.names) });
        }
        Ok(columns)
    }
}

fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(20).map(|name| clip(name)).collect();
    shown.join(", ")
}
