//! What is said about a day on standard error: findings about its ladder, the report of its policy.

use crate::terminal::tell;
use matchday_base::ShownDays;
use matchday_observe::Day;
use matchday_scenario::Params;
use matchday_sim::World;
use matchday_study::Finding;
use matchday_study::ladder::{Ranked, findings};
use matchday_wire::report::{PolicyReport, RuleReport};

/// Prints the findings about a day's ladder on standard error, problems first. Nothing for an unranked day.
pub fn print_ladder(world: &World, params: &Params, day: &Day) {
    let Some(ranked) = day.ranked() else { return };
    let (summary, report) = (ranked.ladder_summary(), ranked.ladder_report());
    let days = ShownDays { first: world.calendar.first_day(), count: params.days() };
    let minutes = &ranked.record().minutes;
    for Finding { words, bad, .. } in findings(Ranked { params, minutes, summary: &summary, report: &report, days }) {
        tell!("{}: {words}", if bad { "warning" } else { "note" });
    }
}

/// Prints the report of a policy on standard error. Nothing where no policy forms the matches.
pub fn print_policy(report: &PolicyReport) {
    let candidates = report.candidates.map(|candidates| format!("{candidates} candidates evaluated, "));
    tell!("note: {}{} matches in {} calls", candidates.unwrap_or_default(), report.matches, report.calls);
    for RuleReport { name, refused, alone } in &report.rules {
        tell!("note: the rule {name} refused {refused} candidates, {alone} of them alone");
    }
    let titles = ["nearest datacenter in", "party of", "skill"];
    for (title, groups) in titles.into_iter().zip([&report.regions, &report.parties, &report.skills]) {
        for of in groups {
            let matched = 100.0 * of.success.unwrap_or(0.0);
            let waits = of.wait_mean_s.zip(of.wait_p95_s);
            let waits = waits.map(|(mean, p95)| format!(", wait {mean:.2} s, 95th percentile {p95} s"));
            let (label, players) = (&of.label, of.players);
            tell!("note: {title} {label}: {players} searches, {matched:.2} % matched{}", waits.unwrap_or_default());
        }
    }
}
