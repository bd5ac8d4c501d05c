//! The rules of a ranked queue.

use super::{Mode, Step, Ticket, WidenBy, Widening};
use matchday_base::SimTime;

/// Which tickets wait together, and what limits them beside their windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each region waits separately; windows of points and of RTT widen.
    Windows,
    /// Each region waits separately, in bands between these points; a ticket at an edge belongs to the upper
    /// band. Points never widen, the RTT cap does.
    Bands(Vec<i32>),
    /// All regions wait together.
    Global {
        /// Extra distance of a ticket of another region, in points, for choosing partners and for the window.
        region_points: u16,
    },
}

/// The rules of a ranked queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The mode.
    pub mode: Mode,
    /// Which tickets wait together.
    pub policy: Policy,
    /// How windows widen.
    pub widening: Widening,
    /// Age that opens the window of a match: of its oldest or newest ticket, or the mean, rounded down.
    pub widen_by: WidenBy,
    /// A ticket of this age expires; time in ready checks does not count, up to as much again.
    pub ttl_s: u32,
}

impl Rules {
    /// The windows in force under this policy.
    pub(super) fn windows(&self) -> Vec<Step> {
        let any_points = matches!(self.policy, Policy::Bands(_));
        let points = |step: Step| if any_points { Step::ANY_POINTS } else { step.points };
        self.widening.steps().map(|step| Step { points: points(step), ..step }).collect()
    }

    /// When a ticket expires.
    pub fn expires(&self, ticket: &Ticket) -> SimTime {
        ticket.enqueued + self.ttl_s + ticket.checked_s.min(self.ttl_s)
    }

    /// Extra distance between tickets of two regions, in points.
    pub(super) fn region_points(&self) -> u32 {
        match self.policy {
            Policy::Global { region_points } => u32::from(region_points),
            Policy::Windows | Policy::Bands(_) => 0,
        }
    }

    /// Whether tickets never meet other regions.
    pub(super) fn keeps_regions_apart(&self) -> bool {
        !matches!(self.policy, Policy::Global { .. })
    }

    /// The band of these points.
    pub(super) fn band(&self, points: i32) -> u16 {
        match &self.policy {
            Policy::Bands(edges) => edges.iter().filter(|&&edge| edge <= points).count() as u16,
            Policy::Windows | Policy::Global { .. } => 0,
        }
    }
}
