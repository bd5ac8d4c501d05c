//! Typed ids: an index into one table cannot be used on another.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);

        impl $name {
            /// The id as a table index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$int> for $name {
            fn from(number: $int) -> Self {
                Self(number)
            }
        }

        impl From<$name> for $int {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

id! {
    /// A player inside the simulation. Reused after the player has left.
    PlayerId(u32)
}
id! {
    /// A joins cell that players come from: its position in the world's list of cells, not on the map.
    CellId(u32)
}
id! {
    /// An active datacenter: its position among the active ones.
    DatacenterIndex(u16)
}
id! {
    /// A match, numbered from 0 in the order of forming.
    MatchId(u32)
}
id! {
    /// An account, numbered from 0 in the order of registration; never reused.
    AccountId(u32)
}
id! {
    /// A ticket in a ranked queue, numbered from 0 in the order of queueing; never reused.
    TicketId(u32)
}
