//! Errors that refuse a file.

use crate::error::AtlasError;
use thiserror::Error;

/// Why a file is refused as a whole.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ImportError {
    /// A file of a known kind that is invalid.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// A table in a format that is not text.
    #[error("{file} is {looks_like}; save the table itself as CSV text")]
    Packed {
        /// File name given by the caller.
        file: String,
        /// The likely format.
        looks_like: &'static str,
    },
    /// A file of an unknown kind.
    #[error(
        "{file} is none of the files that can be imported; it begins with {found:?}, and a list begins with a row of \
         id,name,lat,long (datacenters), HH:MM:SS,lat,long (joins) or timestamp,lat,long,datacenter,rtt_ms (pings)"
    )]
    Unrecognised {
        /// File name given by the caller.
        file: String,
        /// The start of its first row.
        found: String,
    },
    /// A second file where only one is allowed.
    #[error("{file} says the same as {first}, which was read; import only one of them")]
    Second {
        /// File name given by the caller.
        file: String,
        /// The first file, which is used.
        first: String,
    },
    /// A list or map that is far too long.
    #[error("{file} is longer than 4 MB, far more than a list of datacenters or a latency map")]
    TooLong {
        /// File name given by the caller.
        file: String,
    },
    /// A latency map of an unknown datacenter.
    #[error("{file}: no datacenter is called {name:?}; import it together with the list that names it")]
    NoSuchDatacenter {
        /// File name given by the caller.
        file: String,
        /// The datacenter's name in the file name.
        name: String,
    },
}
