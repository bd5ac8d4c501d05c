//! Servers of one kind, from which any can be taken in constant time.

/// Slots of servers, in no particular order. Each server knows its position, so removal takes constant time;
/// the last one added is taken first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Shelf(Vec<u32>);

impl Shelf {
    /// Adds a server; returns its position.
    pub fn put(&mut self, slot: u32) -> u32 {
        self.0.push(slot);
        self.0.len() as u32 - 1
    }

    /// Removes the server at `at`; returns the server moved to that position, if any.
    pub fn take_at(&mut self, at: u32) -> Option<u32> {
        self.0.swap_remove(at as usize);
        self.0.get(at as usize).copied()
    }

    /// The last server added.
    pub fn last(&self) -> Option<u32> {
        self.0.last().copied()
    }

    /// Every server.
    pub fn slots(&self) -> &[u32] {
        &self.0
    }
}
