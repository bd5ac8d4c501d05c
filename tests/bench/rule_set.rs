//! Time of a call of a FlexMatch rule set with four rules: two teams of five with close skill, one mode, near a datacenter.

use matchday_base::rng::split_mix;
use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::policy::{Answer, Attribute, Call, Kind, Place, Player, Schema, Ticket};
use matchday_rule_set::{Compiled, MatchmakingConfiguration, Regions, RuleSet};
use std::time::Instant;

const DATACENTERS: u64 = 24;
const MODES: [&str; 3] = ["a", "b", "c"];
const CALLS: u64 = 20;

/// The rule set with a limit on latency, ms, and on the distance of skills within a match and between teams.
fn compiled(latency: u32, skill: u32, teams: i32) -> Result<Compiled, String> {
    let text = format!(
        r#"{{ "name": "bench", "ruleLanguageVersion": "1.0",
        "playerAttributes": [{{ "name": "skill", "type": "number" }}, {{ "name": "mode", "type": "string" }}],
        "teams": [{{ "name": "team", "minPlayers": 5, "maxPlayers": 5, "quantity": 2 }}],
        "rules": [
            {{ "name": "FairTeamSkill", "type": "distance", "maxDistance": {teams},
               "measurements": ["avg(teams[*].players.attributes[skill])"],
               "referenceValue": "avg(flatten(teams[*].players.attributes[skill]))" }},
            {{ "name": "SimilarSkill", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": {skill} }},
            {{ "name": "SameMode", "type": "comparison", "operation": "=",
               "measurements": ["flatten(teams[*].players.attributes[mode])"] }},
            {{ "name": "FastConnection", "type": "latency", "maxLatency": {latency} }}
        ],
        "expansions": [{{ "target": "rules[FastConnection].maxLatency",
                          "steps": [{{ "waitTimeSeconds": 30, "value": {} }}] }}] }}"#,
        latency + 20
    );
    let (rule_set, _) = RuleSet::read(text.as_bytes()).map_err(|errors| format!("{errors:?}"))?;
    let names: Vec<String> = (0..DATACENTERS).map(|at| format!("dc{at}")).collect();
    let compiled = rule_set.compile(&schema(), &names, &Regions::none(), &MatchmakingConfiguration::default());
    compiled.map_err(|errors| format!("{errors:?}"))
}

fn schema() -> Schema {
    let mut schema = Schema::default();
    schema.add("skill", Kind::Number);
    schema.add("mode", Kind::Text);
    for mode in MODES {
        schema.symbol(mode);
    }
    schema
}

/// RTTs and attributes of a player.
fn player(number: u64) -> (Vec<u16>, Vec<Attribute>) {
    let draw = |name: u64, bound: u64| split_mix(number * 1_000 + name) % bound;
    let home = draw(0, DATACENTERS);
    let rtt = |at: u64| (15 + at.abs_diff(home) * 11 + draw(1 + at, 20)).min(254) as u16;
    let mode = schema().symbol(MODES[draw(52, 3) as usize]);
    let skill = (draw(50, 600) + draw(51, 600)) as f64;
    ((0..DATACENTERS).map(rtt).collect(), vec![Attribute::Number(skill), Attribute::Text(mode)])
}

fn time(compiled: &Compiled, count: u64) -> Result<(f64, usize), String> {
    let drawn: Vec<_> = (0..count).map(player).collect();
    let players: Vec<Player<'_>> =
        drawn.iter().map(|(rtts_ms, attributes)| Player { place: Place::default(), rtts_ms, attributes }).collect();
    let ticket = |(player, number): (_, u32)| Ticket {
        id: TicketId(number),
        waited_s: 60 - (u64::from(number) * 60 / count) as u32,
        players: std::slice::from_ref(player),
    };
    let tickets: Vec<Ticket<'_>> = players.iter().zip(0..).map(ticket).collect();
    let (open, begun, mut matches) = ([true; DATACENTERS as usize], Instant::now(), 0);
    for key in 0..CALLS {
        let call = Call { now: SimTime::DAY_START, key, open: &open, tickets: &tickets };
        matches = Answer::of(compiled, &call).map_err(|fault| fault.to_string())?.matches.len();
    }
    Ok((begun.elapsed().as_secs_f64() * 1e3 / CALLS as f64, matches))
}

fn main() -> Result<(), String> {
    println!("| tickets | limits | ms a call | matches |\n|---|---|---|---|");
    for (limits, latency, skill, teams) in
        [("usual", 60, 300, 10), ("nobody near", 10, 300, 10), ("few alike", 30, 20, 10), ("equal teams", 60, 300, 0)]
    {
        for count in [100, 1_000, 3_000] {
            let (ms, matches) = time(&compiled(latency, skill, teams)?, count)?;
            println!("| {count} | {limits} | {ms:.2} | {matches} |");
        }
    }
    Ok(())
}
