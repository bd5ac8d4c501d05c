//! Why a file is not imported.

use crate::error::AtlasError;
use thiserror::Error;

/// A file that is refused as a whole.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ImportError {
    /// It is of a known kind, but does not read.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// A list whose header names longitude before latitude.
    #[error("{file}: longitude stands before latitude in its columns {found:?}; swap the two columns")]
    SwappedHeader {
        /// File name given by the caller.
        file: String,
        /// What its first row says.
        found: String,
    },
    /// A table in a form that is not text.
    #[error("{file} is {looks_like}; save the table itself as CSV text")]
    Packed {
        /// File name given by the caller.
        file: String,
        /// What it seems to be.
        looks_like: &'static str,
    },
    /// A file that nothing is known to do with.
    #[error(
        "{file} is none of the files that can be imported; it begins with {found:?}, and a list begins with a row of \
         id,name,lat,long (datacenters), HH:MM:SS,lat,long (joins) or timestamp,lat,long,datacenter,rtt_ms (pings)"
    )]
    Unrecognised {
        /// File name given by the caller.
        file: String,
        /// The begin of its first row.
        found: String,
    },
    /// A second file of something that there is one of.
    #[error("{file} says the same as {first}, which was read; import only one of them")]
    Second {
        /// File name given by the caller.
        file: String,
        /// The one that counts.
        first: String,
    },
    /// A list or map far longer than any.
    #[error("{file} is longer than 4 MB, far more than a list of datacenters or a latency map")]
    TooLong {
        /// File name given by the caller.
        file: String,
    },
    /// A latency map to nowhere.
    #[error("{file}: no datacenter is called {name:?}; import it together with the list that names it")]
    NoSuchDatacenter {
        /// File name given by the caller.
        file: String,
        /// The name that the file's name has.
        name: String,
    },
}
