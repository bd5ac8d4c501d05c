//! A schedule that is never active in the simulated days.

use super::{Circumstances, Report};
use crate::Configuration;
use crate::Severity;
use matchday_base::calendar::Date;

/// Time between two moments that are checked, s: every window is open for longer.
const STEP_S: usize = 30;
const DAY_S: i64 = 86_400;

pub(super) fn check(configuration: &Configuration, circumstances: &Circumstances, report: &mut Report) {
    let Some(days_s) = &circumstances.days_s else { return };
    for schedule in configuration.autoscalers.iter().flat_map(|autoscaler| &autoscaler.schedules) {
        if days_s.clone().step_by(STEP_S).any(|at_s| schedule.value.is_active(at_s)) {
            continue;
        }
        let date = |unix_s: i64| Date::from_unix_day(unix_s.div_euclid(DAY_S));
        let words = format!(
            "this schedule is never active in the simulated days ({} to {} in UTC): its policy never decides; correct its \
             `between`, `startCron` or `timezone`",
            date(days_s.start),
            date(days_s.end - 1)
        );
        report.say(Severity::Warning, schedule.place, words);
    }
}
