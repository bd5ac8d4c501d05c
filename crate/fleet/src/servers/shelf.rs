//! Servers of one kind, to take one from without looking for it.

/// Places of servers, in no order that means anything. Each server knows where it stands, so that it is taken out at
/// once, and the one put in last is taken first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Shelf(Vec<u32>);

impl Shelf {
    /// Puts a server in; answers where it stands.
    pub fn put(&mut self, slot: u32) -> u32 {
        self.0.push(slot);
        self.0.len() as u32 - 1
    }

    /// Takes out the one that stands at `at`; answers which has moved there instead, if one has.
    pub fn take_at(&mut self, at: u32) -> Option<u32> {
        self.0.swap_remove(at as usize);
        self.0.get(at as usize).copied()
    }

    /// The one put in last.
    pub fn last(&self) -> Option<u32> {
        self.0.last().copied()
    }

    /// Every server.
    pub fn slots(&self) -> &[u32] {
        &self.0
    }
}
