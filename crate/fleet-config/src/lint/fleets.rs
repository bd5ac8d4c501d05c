//! More than one fleet: the simulation has the same fleet in every datacenter.

use super::{Circumstances, Report};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, _: &Circumstances, report: &mut Report) {
    let [first, others @ ..] = configuration.fleets.as_slice() else { return };
    for other in others {
        let words = format!(
            "Fleet `{}` is valid, but not simulated: every datacenter has the Fleet `{}`, the first in the files",
            other.path(),
            first.path()
        );
        report.say(Severity::Note, other.name.place, words);
    }
}
