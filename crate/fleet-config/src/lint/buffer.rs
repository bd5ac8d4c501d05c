//! A buffer that is used up faster than new servers boot.
//!
//! In tau = boot time + half of the autoscaler's period, Poisson(r tau) matches ask for a server, and as many end
//! and leave theirs; the buffer misses the excess of those that begin. The rule of thumb is b >= z sqrt(2 r tau).

use super::{Circumstances, Report};
use crate::At;
use crate::Configuration;
use crate::Severity;
use crate::fleet::Autoscaler;
use matchday_fleet::servers::autoscaler::{Buffer, Reserve};
use matchday_fleet::servers::theory::{reused_buffer_miss, reused_buffer_needed};

/// Normal quantile for one miss in a hundred, as an approximation of the Poisson distribution.
pub(super) const Z: f64 = 2.33;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(per_s) = circumstances.matches_per_s.filter(|&per_s| per_s > 0.0 && per_s.is_finite()) else { return };
    for autoscaler in &configuration.autoscalers {
        for buffer in &autoscaler.buffers {
            check_buffer(autoscaler, buffer, per_s, circumstances, report);
        }
    }
}

fn check_buffer(autoscaler: &Autoscaler, buffer: &At<Buffer>, per_s: f64, around: &Circumstances, report: &mut Report) {
    let Some(size) = servers(&buffer.value, per_s, around) else { return };
    let tau_s = around.boot_s + f64::from(autoscaler.settings.every_s) / 2.0;
    let asked = per_s * tau_s;
    let enough = reused_buffer_needed(asked, Z);
    if size >= f64::from(enough) {
        return;
    }
    let words = format!(
        "a buffer of {size} misses {:.1} % at {per_s} matches a second and {tau_s} s until a new server is there: these \
         matches wait for one to boot; {enough} would miss {:.1} %",
        100.0 * reused_buffer_miss(asked, size as u32),
        100.0 * reused_buffer_miss(asked, enough)
    );
    report.say(Severity::Warning, buffer.place, words);
}

/// Number of servers in a buffer beyond the allocated ones; `None` for a percentage of an unknown number.
fn servers(buffer: &Buffer, per_s: f64, around: &Circumstances) -> Option<f64> {
    match buffer.size {
        Reserve::Absolute(size) => Some(f64::from(size)),
        Reserve::Percent(percent) => {
            let allocated = libm::ceil(per_s * f64::from(around.longest_match_s?));
            Some(libm::ceil(100.0 * allocated / f64::from(100 - percent)) - allocated)
        }
    }
}
