//! A buffer that is used up faster than new servers boot.
//!
//! Matches are taken to begin at random, because their real dispersion is unknown.

use super::{Circumstances, Report};
use crate::At;
use crate::Configuration;
use crate::Severity;
use crate::fleet::Autoscaler;
use matchday_fleet::servers::autoscaler::{Buffer, Reserve};
use matchday_fleet::servers::theory::{Demand, Shortage};

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
    let look_s = f64::from(autoscaler.settings.every_s);
    let Circumstances { boot_s, replaced, .. } = *around;
    let demand = Demand { matches_per_s: per_s, dispersion: 1.0, replaced, boot_s, look_s };
    let Some(shortage) = Shortage::of(&demand) else { return };
    let (miss, enough) = (shortage.miss(size), shortage.buffer_for(Shortage::ADVISED));
    if size >= enough {
        return;
    }
    let at_least = if miss > Shortage::ROUGH { "at least " } else { "" };
    let words = format!(
        "a buffer of {size} misses {at_least}{:.1} % at {per_s} matches a second and {} s until a new server is there: these \
         matches wait for one to boot; {enough} would miss {:.1} %",
        100.0 * miss,
        boot_s + look_s / 2.0,
        100.0 * shortage.miss(enough)
    );
    report.say(Severity::Warning, buffer.place, words);
}

/// Number of servers in a buffer beyond the allocated ones; `None` for a percentage of an unknown number.
fn servers(buffer: &Buffer, per_s: f64, around: &Circumstances) -> Option<u32> {
    match buffer.size {
        Reserve::Absolute(size) => Some(size),
        Reserve::Percent(percent) => {
            let allocated = libm::ceil(per_s * f64::from(around.longest_match_s?));
            Some((libm::ceil(100.0 * allocated / f64::from(100 - percent)) - allocated) as u32)
        }
    }
}
