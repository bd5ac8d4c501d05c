//! Observers of days of any kind.

use matchday_ranked::RankedEvent;
use matchday_sim::watch::Watch;

/// Receives what happens on a day of any kind, and changes nothing: the digest stays the same. As a [`Watch`] it is told of
/// the players of the article's days.
pub trait Observer: Watch {
    /// Something happens on a ranked day.
    fn told(&mut self, event: RankedEvent);
}
