//! Findings about a day.

use matchday_web_common::error::Result;
use matchday_web_common::js::list_to_js;
use serde::Serialize;
use tsify::{Ts, Tsify};

/// A finding about a day.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Finding {
    /// The event or result, and the remedy if there is one.
    pub words: String,
    /// The time of the problem: seconds since the first shown midnight.
    pub at_s: Option<u32>,
    /// Whether it is a problem.
    pub bad: bool,
}

/// Findings for JavaScript, problems first.
pub fn findings_to_js(findings: Vec<matchday_study::Finding>) -> Result<Vec<Ts<Finding>>> {
    list_to_js(findings.into_iter().map(|matchday_study::Finding { words, at_s, bad, .. }| Finding {
        words,
        at_s,
        bad,
    }))
}
