//! The buffer policy: servers ready beyond those in use.

use super::{Look, Scale};

/// Size of a reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reserve {
    /// A number.
    Absolute(u32),
    /// A percentage of the total, 1 to 99.
    Percent(u8),
}

impl Reserve {
    /// Total size with `used` in use and this reserve. A percentage refers to the total: 50 used and 20 %
    /// reserve make 63, not 60.
    pub(super) fn beside(self, used: u32) -> u32 {
        match self {
            Reserve::Absolute(size) => used.saturating_add(size),
            Reserve::Percent(percent) => {
                let left = u64::from(100 - percent.min(99));
                u32::try_from((u64::from(used) * 100).div_ceil(left)).unwrap_or(u32::MAX)
            }
        }
    }
}

/// Keeps servers ready beyond the Allocated ones.
///
/// Reserved servers count as ready ones, as in Agones: a server that becomes Reserved is not replaced, and
/// with the whole buffer Reserved an allocation finds no server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// How many servers.
    pub size: Reserve,
    /// Fewest servers.
    pub min_replicas: u32,
    /// Most servers; not below `min_replicas`.
    pub max_replicas: u32,
}

impl Buffer {
    /// How many servers are wanted.
    pub fn scale(&self, look: &Look<'_>) -> Scale {
        let wanted = self.size.beside(look.allocated);
        let replicas = wanted.max(self.min_replicas).min(self.max_replicas);
        Scale { replicas, limited: replicas != wanted }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::look;
    use super::*;

    #[test]
    fn a_buffer_is_kept_beside_the_allocated() {
        // (allocated, buffer, fewest, most, wanted): the first three from the documents.
        let table = [
            (40, Reserve::Absolute(20), 0, 1_000, 60),
            (50, Reserve::Percent(20), 0, 1_000, 63),
            (1, Reserve::Percent(10), 0, 1_000, 2),
            (0, Reserve::Percent(10), 0, 1_000, 0),
            (0, Reserve::Percent(10), 3, 1_000, 3),
            (0, Reserve::Absolute(5), 0, 1_000, 5),
            (90, Reserve::Percent(10), 0, 1_000, 100),
            (91, Reserve::Percent(10), 0, 1_000, 102),
            (1, Reserve::Percent(99), 0, 1_000, 100),
            (40, Reserve::Absolute(20), 0, 50, 50),
            (0, Reserve::Absolute(2), 7, 50, 7),
            (u32::MAX, Reserve::Absolute(u32::MAX), 0, u32::MAX, u32::MAX),
            (u32::MAX, Reserve::Percent(99), 0, u32::MAX, u32::MAX),
        ];
        for (allocated, size, min_replicas, max_replicas, wanted) in table {
            let buffer = Buffer { size, min_replicas, max_replicas };
            assert_eq!(buffer.scale(&look(allocated, 0)).replicas, wanted, "{allocated} {buffer:?}");
        }
    }
}
