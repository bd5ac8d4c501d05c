//! The counter policy: room for matches, where several share a server.

use super::{Look, Reserve};

/// Keeps room for matches beyond the running ones, where several share a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// Size of the reserve, in matches.
    pub size: Reserve,
    /// Lowest total capacity, running matches included.
    pub min_capacity: u32,
    /// Highest total capacity; not below `min_capacity`.
    pub max_capacity: u32,
}

impl Counter {
    /// How many servers are wanted. With a percentage and no matches, one server stays, as in Agones.
    pub fn wanted(&self, look: &Look) -> u32 {
        let per_server = look.matches_per_server.get();
        let room = self.size.beside(look.counts.matches()).max(self.min_capacity);
        // The lowest capacity may need a server that is not full; the highest never allows one.
        let wanted = room.div_ceil(per_server).min(self.max_capacity / per_server);
        match self.size {
            Reserve::Absolute(_) => wanted,
            Reserve::Percent(_) => wanted.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::look;
    use super::*;

    #[test]
    fn room_is_kept_beside_the_matches() {
        // (matches, matches a server, room, least, most, servers wanted)
        let table = [
            (0, 10, Reserve::Absolute(5), 0, 1_000, 1),
            (5, 10, Reserve::Absolute(5), 0, 1_000, 1),
            (6, 10, Reserve::Absolute(5), 0, 1_000, 2),
            (40, 10, Reserve::Absolute(20), 0, 1_000, 6),
            (50, 10, Reserve::Percent(20), 0, 1_000, 7),
            (0, 10, Reserve::Percent(20), 0, 1_000, 1),
            (0, 10, Reserve::Absolute(0), 0, 1_000, 0),
            (0, 10, Reserve::Absolute(5), 31, 1_000, 4),
            (500, 10, Reserve::Absolute(5), 0, 99, 9),
            (50, 1, Reserve::Percent(20), 0, 1_000, 63),
        ];
        for (matches, per_server, size, min_capacity, max_capacity, wanted) in table {
            let counter = Counter { size, min_capacity, max_capacity };
            assert_eq!(counter.wanted(&look(3, matches, per_server, 0)), wanted, "{matches} {counter:?}");
        }
    }
}
