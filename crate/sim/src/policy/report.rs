//! The report of a policy.

use crate::world::World;
use matchday_matchmaker::policy::{Effort, Record, Searches, SkillBands};
use matchday_wire::report::{PolicyReport, RuleReport, SearchReport};

/// The report of what a policy with these rules did.
pub fn report(record: &Record, rules: &[String], world: &World) -> PolicyReport {
    let effort = &record.effort;
    let parties = (1..).zip(&record.parties).map(|(size, of): (usize, _)| search(size.to_string(), of));
    let skills = record.bands().into_iter().flat_map(|bands| by_skill(bands, &record.skills));
    PolicyReport {
        calls: record.calls,
        matches: record.matches,
        candidates: (!rules.is_empty()).then_some(effort.candidates),
        skill_gap_mean: record.skill_gap_mean(),
        rules: by_rule(effort, rules),
        regions: by_region(&record.datacenters, world),
        parties: parties.filter(|of| of.players > 0).collect(),
        skills: skills.filter(|of| of.players > 0).collect(),
    }
}

/// The refusals by each of these rules.
pub fn by_rule(effort: &Effort, rules: &[String]) -> Vec<RuleReport> {
    let rule = |(at, name): (usize, &String)| {
        let refused = effort.refused.get(at).copied().unwrap_or_default();
        RuleReport { name: name.clone(), refused: refused.all, alone: refused.alone }
    };
    rules.iter().enumerate().map(rule).collect()
}

fn search(label: String, of: &Searches) -> SearchReport {
    SearchReport {
        label,
        players: of.players(),
        success: of.success(),
        wait_mean_s: of.wait_mean_s(),
        wait_p95_s: of.wait_p95_s(),
    }
}

fn by_region(datacenters: &[Searches], world: &World) -> Vec<SearchReport> {
    let mut regions: Vec<(&str, Searches)> = Vec::new();
    for (of, active) in datacenters.iter().zip(&world.datacenters) {
        let name = active.region.as_str();
        match regions.iter_mut().find(|(region, _)| *region == name) {
            Some((_, sum)) => *sum += of,
            None => regions.push((name, of.clone())),
        }
    }
    regions.iter().map(|(name, of)| search((*name).to_owned(), of)).filter(|of| of.players > 0).collect()
}

fn by_skill(bands: SkillBands, skills: &[Searches]) -> impl Iterator<Item = SearchReport> {
    skills.iter().enumerate().map(move |(band, of)| {
        let label = match bands.range(band) {
            (Some(from), Some(to)) => format!("{} to {}", short(from), short(to)),
            (None, Some(to)) => format!("below {}", short(to)),
            (from, None) => format!("{} and more", short(from.unwrap_or(0.0))),
        };
        search(label, of)
    })
}

/// An edge of a band with at most two decimals.
fn short(edge: f64) -> f64 {
    libm::round(edge * 100.0) / 100.0
}
