//! Filters: expressions over a match's properties, evaluated by an [`Accepts`].

use matchday_base::DatacenterIndex;

/// A filter: its number in a table of expressions that the broker never reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FilterId(pub u16);

/// Properties of a match that filters can use (`MatchProperties`), set when it forms. Names are positions in
/// the scenario's lists. Constants of the scenario are the same for every match; the evaluator of the
/// expressions has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Properties {
    /// The playlist in which it formed.
    pub mode: u8,
    /// The map, drawn from the scenario's mix.
    pub map: u8,
    /// The region of its datacenter.
    pub region: u8,
    /// The datacenter for which it formed; only servers there take it.
    pub datacenter: DatacenterIndex,
    /// Players in it.
    pub players: u16,
    /// Mean RTT of its players to the datacenter, in ms, rounded.
    pub mean_rtt_ms: u16,
}

/// Evaluates filters. Pure: the same input gives the same answer all day, so that answers may be cached.
pub trait Accepts {
    /// Whether `filter` accepts a match of these properties.
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool;
}
