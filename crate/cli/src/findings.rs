//! The findings about a ranked day.

use matchday_base::ShownDays;
use matchday_scenario::Params;
use matchday_sim::{Day, World};
use matchday_study::Finding;
use matchday_study::ladder::{Ranked, findings};

/// Prints the findings about a day's ladder on standard error, problems first. Nothing for an unranked day.
pub fn print_ladder(world: &World, params: &Params, day: &Day) {
    let Some(ranked) = day.ranked() else { return };
    let (summary, report) = (ranked.ladder_summary(), ranked.ladder_report());
    let days = ShownDays { first: world.calendar.first_day(), count: params.days() };
    let minutes = &ranked.record().minutes;
    for Finding { words, bad, .. } in findings(Ranked { params, minutes, summary: &summary, report: &report, days }) {
        eprintln!("{}: {words}", if bad { "warning" } else { "note" });
    }
}
