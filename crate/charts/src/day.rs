//! The charts over the time of a run of the article: players, waits, round trips.

use crate::frame::View;
use crate::pen::{Failure, Sheet};
use crate::plot::Places;
use crate::{Run, Theme, ccu, rtt, wait};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};

/// A chart over the time of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Deserialize, tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum DayChart {
    /// Players by state.
    Ccu,
    /// Waits.
    Wait,
    /// Round trips.
    Rtt,
}

impl DayChart {
    /// The names of its series.
    pub fn series(self) -> &'static [&'static str] {
        match self {
            Self::Ccu => &ccu::SERIES,
            Self::Wait => &wait::SERIES,
            Self::Rtt => &rtt::SERIES,
        }
    }

    /// Draws it, beside the same of the baseline run.
    ///
    /// # Errors
    /// Errors of the backend.
    pub fn draw<DB: DrawingBackend>(
        self,
        root: &DrawingArea<DB, Shift>,
        theme: &Theme,
        sheet: Sheet,
        run: Run<'_>,
        baseline: Option<Run<'_>>,
        view: View,
    ) -> Result<Places, Failure<DB>> {
        match self {
            Self::Ccu => ccu::draw(root, theme, sheet, run, baseline, view),
            Self::Wait => wait::draw(root, theme, sheet, run, baseline, view),
            Self::Rtt => rtt::draw(root, theme, sheet, run, baseline, view),
        }
    }
}
