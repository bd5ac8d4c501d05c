//! The rules of a ranked queue.

use super::WidenBy;
use super::{Mode, Step, Widening};

/// Who waits together, and what keeps tickets apart beside their windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each region waits by itself; windows of points and of RTT widen.
    Windows,
    /// Each region waits by itself, in bands between these points: who has an edge's points is above it. Points never
    /// widen, the RTT cap does.
    Bands(Vec<i32>),
    /// All regions wait together.
    Global {
        /// A ticket of another region counts so many points farther, when partners are chosen and in the window.
        region_points: u16,
    },
}

/// The rules of a ranked queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What is played.
    pub mode: Mode,
    /// Who waits together.
    pub policy: Policy,
    /// How windows widen.
    pub widening: Widening,
    /// Whose age opens the window of a match: that of its oldest or newest ticket, or the mean of all, rounded down.
    pub widen_by: WidenBy,
    /// A ticket of this age expires.
    pub ttl_s: u32,
}

impl Rules {
    /// The windows in force, as this policy has them.
    pub(super) fn windows(&self) -> Vec<Step> {
        let any_points = matches!(self.policy, Policy::Bands(_));
        let points = |step: Step| if any_points { Step::ANY_POINTS } else { step.points };
        self.widening.steps().map(|step| Step { points: points(step), ..step }).collect()
    }

    /// How much farther tickets of two regions are.
    pub(super) fn region_points(&self) -> u32 {
        match self.policy {
            Policy::Global { region_points } => u32::from(region_points),
            Policy::Windows | Policy::Bands(_) => 0,
        }
    }

    /// Whether no ticket ever meets another region.
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
