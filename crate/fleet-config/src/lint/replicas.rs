//! An autoscaler whose `maxReplicas` are fewer than the matches of the peak.
//!
//! With r matches a second that last L seconds, Poisson(r L) servers are in use at a time.

use super::{Circumstances, Report};
use crate::Configuration;
use crate::Severity;

/// Normal quantile for one match in a hundred, as an approximation of the Poisson distribution.
const Z: f64 = 2.33;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let (Some(per_s), Some(match_s)) = (circumstances.matches_per_s, circumstances.longest_match_s) else { return };
    let in_use = per_s * f64::from(match_s);
    if !in_use.is_finite() || in_use <= 0.0 {
        return;
    }
    let needed = libm::ceil(in_use + Z * libm::sqrt(in_use));
    for autoscaler in &configuration.autoscalers {
        // A low bound may be meant for other hours, unless no policy has a higher one.
        let Some(most) = autoscaler.buffers.iter().max_by_key(|buffer| buffer.value.max_replicas) else { continue };
        let max_replicas = most.value.max_replicas;
        if f64::from(max_replicas) >= needed {
            continue;
        }
        let words = format!(
            "maxReplicas ({max_replicas}) is below the peak's need: {per_s} matches a second of {match_s} s keep {in_use:.0} \
             servers in use on average, and {needed} at times; set it to {needed} and the buffer, or more"
        );
        report.say(Severity::Warning, most.place, words);
    }
}
