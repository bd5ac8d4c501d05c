//! AWS regions and the datacenters of Matchday that stand for them.

use std::fmt;
use thiserror::Error;

/// The datacenter of each AWS region, by region code. A match forms only at these datacenters; an empty table
/// allows every datacenter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions(Vec<(String, String)>);

/// The home regions and locations of Amazon GameLift, each with the datacenter of the built-in data set in or next
/// to it. Ohio stands in Chicago, Oregon in Seattle, Northern California in San Jose, Ireland in London, Zurich in
/// Milan, Calgary in Denver and Bahrain in Dubai.
const DEFAULT: [(&str, &str); 36] = [
    ("af-south-1", "capetown"),
    ("ap-east-1", "hongkong"),
    ("ap-northeast-1", "tokyo"),
    ("ap-northeast-2", "seoul"),
    ("ap-northeast-3", "osaka"),
    ("ap-south-1", "mumbai"),
    ("ap-south-2", "chennai"),
    ("ap-southeast-1", "singapore"),
    ("ap-southeast-2", "sydney"),
    ("ap-southeast-3", "jakarta"),
    ("ap-southeast-5", "singapore"),
    ("ap-southeast-7", "bangkok"),
    ("ca-central-1", "montreal"),
    ("ca-west-1", "denver"),
    ("cn-north-1", "beijing"),
    ("cn-northwest-1", "shanghai"),
    ("eu-central-1", "frankfurt"),
    ("eu-central-2", "milan"),
    ("eu-north-1", "stockholm"),
    ("eu-south-1", "milan"),
    ("eu-south-2", "madrid"),
    ("eu-west-1", "london"),
    ("eu-west-2", "london"),
    ("eu-west-3", "paris"),
    ("il-central-1", "telaviv"),
    ("me-central-1", "dubai"),
    ("me-south-1", "dubai"),
    ("mx-central-1", "mexicocity"),
    ("sa-east-1", "saopaulo"),
    ("us-east-1", "ashburn"),
    ("us-east-1-atl-1", "atlanta"),
    ("us-east-1-mia-1", "miami"),
    ("us-east-2", "chicago"),
    ("us-west-1", "sanjose"),
    ("us-west-2", "seattle"),
    ("us-west-2-lax-1", "losangeles"),
];

/// Why a text is no table of regions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegionsError {
    /// An entry that is not `region:datacenter`.
    #[error("`{0}` is not of the form `us-east-1:ashburn`")]
    Entry(String),
    /// A region that stands there twice.
    #[error("region `{0}` is there twice: keep one")]
    Twice(String),
    /// Too many entries.
    #[error("{0} regions: at most {MOST} are read")]
    TooMany(usize),
}

/// Most entries.
const MOST: usize = 200;

impl Default for Regions {
    fn default() -> Self {
        Self(DEFAULT.iter().map(|&(region, datacenter)| (region.to_string(), datacenter.to_string())).collect())
    }
}

/// `us-east-1:ashburn;us-west-2:seattle`, in the order of the codes.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (region, datacenter)) in self.0.iter().enumerate() {
            let separator = if index > 0 { ";" } else { "" };
            write!(f, "{separator}{region}:{datacenter}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Regions {
    type Err = RegionsError;

    fn from_str(text: &str) -> Result<Self, RegionsError> {
        let entries: Vec<_> = text.split(';').map(str::trim).filter(|entry| !entry.is_empty()).collect();
        if entries.len() > MOST {
            return Err(RegionsError::TooMany(entries.len()));
        }
        let mut table = Self::none();
        for entry in entries {
            let name = |part: &str| {
                let valid = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.' | '_');
                (!part.is_empty() && part.chars().all(valid)).then(|| part.to_string())
            };
            let parts = entry.split_once(':').and_then(|(one, two)| Some((name(one.trim())?, name(two.trim())?)));
            let wrong = || RegionsError::Entry(crate::read::short(entry));
            let (region, datacenter) = parts.ok_or_else(wrong)?;
            match table.0.binary_search_by(|(known, _)| known.cmp(&region)) {
                Ok(_) => return Err(RegionsError::Twice(region)),
                Err(at) => table.0.insert(at, (region, datacenter)),
            }
        }
        Ok(table)
    }
}

impl Regions {
    /// An empty table: every datacenter is a location.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// Region codes and datacenters, in the order of the codes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(region, datacenter)| (region.as_str(), datacenter.as_str()))
    }

    /// The indices of the datacenters that stand for a region.
    pub(crate) fn locations(&self, datacenters: &[String]) -> Vec<usize> {
        let has = |name: &String| self.0.is_empty() || self.0.iter().any(|(_, datacenter)| datacenter == name);
        (0..datacenters.len()).filter(|&index| has(&datacenters[index])).collect()
    }
}
