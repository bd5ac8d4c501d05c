//! Days whose matches a policy forms.

use matchday_matchmaker::policy::{Policy, Population};
use std::sync::Arc;

/// A policy that forms the matches of a day, and the attributes of its players.
#[derive(Clone, Debug)]
pub struct ByPolicy {
    /// The policy.
    pub policy: Arc<dyn Policy>,
    /// Draws the attributes.
    pub population: Arc<Population>,
}

#[cfg(test)]
mod tests;
