//! The counter policy: room for matches, where several share a server.

use super::{Look, Reserve, Scale};
use std::cmp::Ordering;

/// Room for matches: how much there is, and how much of it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Used.
    pub count: u32,
    /// In all; not below `count`.
    pub capacity: u32,
}

impl Room {
    fn free(self) -> i64 {
        i64::from(self.capacity) - i64::from(self.count)
    }
}

/// The room for matches on the servers of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms<'a> {
    /// On all servers.
    pub total: Room,
    /// Used on Allocated servers.
    pub allocated: u32,
    /// On a new server.
    pub template: Room,
    /// On each server that may be removed, in the order of their removal.
    pub removable: &'a [Room],
}

/// Keeps room for matches beyond the running ones, where several share a server. The steps are Agones'.
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
    /// How many servers are wanted; `None` if the servers have no such counter, or new ones add no room.
    pub fn scale(&self, look: &Look<'_>) -> Option<Scale> {
        let (replicas, rooms) = (look.replicas, look.rooms?);
        let Rooms { total, allocated, template, .. } = rooms;
        let wanted = match self.size {
            Reserve::Absolute(size) => size,
            Reserve::Percent(_) if allocated == 0 && template.capacity >= self.min_capacity => {
                return Some(Scale { replicas: 1, limited: true });
            }
            Reserve::Percent(_) => self.size.beside(allocated) - allocated,
        };
        let lowest = total.capacity.cmp(&self.min_capacity);
        match (total.free().cmp(&i64::from(wanted)), lowest) {
            (_, Ordering::Less) => self.raise(replicas, rooms),
            (Ordering::Greater, Ordering::Equal) => Some(Scale { replicas, limited: true }),
            (Ordering::Greater, _) => Some(self.shrink(replicas, rooms, wanted.into())),
            _ if total.capacity > self.max_capacity => Some(self.cut(replicas, rooms)),
            (Ordering::Less, _) => self.grow(replicas, rooms, wanted.into()),
            (Ordering::Equal, _) => Some(Scale { replicas, limited: false }),
        }
    }

    /// Servers are added until their capacity is not below the lowest, whatever the highest is.
    fn raise(&self, replicas: u32, Rooms { total, template, .. }: Rooms<'_>) -> Option<Scale> {
        let missing = self.min_capacity - total.capacity;
        let added = (template.capacity > 0).then(|| missing.div_ceil(template.capacity))?;
        Some(Scale { replicas: replicas.saturating_add(added), limited: true })
    }

    /// Servers are removed until their capacity is not above the highest.
    fn cut(&self, replicas: u32, Rooms { total, removable, .. }: Rooms<'_>) -> Scale {
        let mut capacity = total.capacity;
        let removed = removable.iter().take_while(|room| {
            let above = capacity > self.max_capacity;
            capacity = capacity.saturating_sub(room.capacity);
            above
        });
        Scale { replicas: replicas.saturating_sub(removed.count() as u32).max(1), limited: true }
    }

    /// Servers are added until enough is free, or the highest capacity is reached.
    fn grow(&self, replicas: u32, Rooms { total, template, .. }: Rooms<'_>, wanted: i64) -> Option<Scale> {
        let each = u64::try_from(template.free()).ok().filter(|&each| each > 0)?;
        let (missing, capacity) = ((wanted - total.free()) as u64, u64::from(template.capacity));
        let (added, most) = (missing.div_ceil(each), u64::from(self.max_capacity - total.capacity) / capacity);
        let replicas = u64::from(replicas) + added.min(most);
        Some(Scale { replicas: u32::try_from(replicas).unwrap_or(u32::MAX), limited: added > most })
    }

    /// Servers are removed one at a time while enough stays free and the capacity does not fall below the lowest.
    fn shrink(&self, replicas: u32, Rooms { total, removable, .. }: Rooms<'_>, wanted: i64) -> Scale {
        let (mut capacity, mut free) = (i64::from(total.capacity), total.free());
        let lowest = i64::from(self.min_capacity);
        for (removed, room) in (0..).zip(removable) {
            capacity -= i64::from(room.capacity);
            free -= room.free();
            let left = replicas.saturating_sub(removed);
            if free < wanted || capacity < lowest {
                return Scale { replicas: left, limited: free >= wanted };
            }
            if free == wanted || capacity == lowest {
                return Scale { replicas: left.saturating_sub(1), limited: free != wanted };
            }
        }
        Scale { replicas: replicas.saturating_sub(removable.len() as u32).max(1), limited: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_kept_beside_the_matches() {
        // (servers, matches, matches a server, room, least, most, servers wanted, limited), servers without a match may go.
        let table = [
            (0, 0, 10, Reserve::Absolute(5), 0, 1_000, 1, false),
            (1, 5, 10, Reserve::Absolute(5), 0, 1_000, 1, false),
            (1, 6, 10, Reserve::Absolute(5), 0, 1_000, 2, false),
            (4, 40, 10, Reserve::Absolute(20), 0, 1_000, 6, false),
            (9, 40, 10, Reserve::Absolute(20), 0, 1_000, 6, false),
            (9, 40, 10, Reserve::Absolute(25), 0, 1_000, 7, false),
            (5, 50, 10, Reserve::Percent(20), 0, 1_000, 7, false),
            (3, 0, 10, Reserve::Percent(20), 0, 1_000, 1, true),
            (3, 0, 10, Reserve::Percent(20), 25, 1_000, 3, true),
            (3, 0, 10, Reserve::Absolute(0), 0, 1_000, 0, false),
            (0, 0, 10, Reserve::Absolute(5), 31, 1_000, 4, true),
            (8, 0, 10, Reserve::Absolute(5), 40, 1_000, 4, true),
            (4, 0, 10, Reserve::Absolute(5), 40, 1_000, 4, true),
            (8, 80, 10, Reserve::Absolute(50), 0, 99, 9, true),
            (20, 100, 10, Reserve::Absolute(100), 0, 150, 15, true),
        ];
        for (replicas, matches, each, size, min_capacity, max_capacity, wanted, limited) in table {
            let counter = Counter { size, min_capacity, max_capacity };
            let (template, busy) = (Room { count: 0, capacity: each }, u32::div_ceil(matches, each));
            let idle = vec![template; (replicas - busy) as usize];
            let total = Room { count: matches, capacity: replicas * each };
            let rooms = Some(Rooms { total, allocated: matches, template, removable: &idle });
            let scale = counter.scale(&Look { replicas, allocated: busy, rooms, unix_s: 0 });
            assert_eq!(scale, Some(Scale { replicas: wanted, limited }), "{replicas} {matches} {counter:?}");
        }
    }
}
