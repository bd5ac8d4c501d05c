//! The effect of one more point of replay.

use matchday_scenario::Params;
use matchday_scenario::params::Key;
use matchday_study::sensitivity;
use serde::Serialize;
use tsify::Tsify;

/// The replay rates one point lower and higher, as parameter texts; null beyond the parameter's bounds.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Neighbours {
    /// One point less.
    pub less: Option<String>,
    /// One point more.
    pub more: Option<String>,
}

/// The replay rates one point below and above that of these parameters.
pub(crate) fn neighbours(params: &Params) -> Neighbours {
    let [less, more] = sensitivity::neighbours(params).map(|params| params.map(|of| of.text(Key::Replay)));
    Neighbours { less, more }
}
