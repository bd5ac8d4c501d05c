//! Days of a few players, and calls of policies.

#![expect(clippy::needless_pass_by_value, reason = "rule sets and attributes are written in place")]

pub mod naive;

use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::policy::{Answer, Attribute, Call, Kind, Place, Player, Schema, Ticket};
use matchday_rule_set::{Compiled, MatchmakingConfiguration, Regions, RuleSet};
use serde_json::{Value, json};

/// A player: its attributes by name, and RTTs to the datacenters, ms.
#[derive(Clone, Debug)]
pub struct Somebody {
    pub attributes: Value,
    pub rtts_ms: Vec<u16>,
}

/// A party and its wait, s.
#[derive(Clone, Debug)]
pub struct Party {
    pub players: Vec<Somebody>,
    pub waited_s: u32,
}

/// A player alone.
pub fn solo(attributes: Value, rtts_ms: &[u16], waited_s: u32) -> Party {
    Party { players: vec![Somebody { attributes, rtts_ms: rtts_ms.to_vec() }], waited_s }
}

/// A policy, the names of its datacenters, and the day's attributes.
pub struct Day {
    pub schema: Schema,
    pub datacenters: Vec<String>,
}

/// A match: for each team the numbers of its tickets, and the datacenter.
pub type Formed = (Vec<Vec<usize>>, usize);

impl Day {
    /// A day whose players have these attributes and texts.
    pub fn new(attributes: &[(&str, Kind)], texts: &[&str], datacenters: usize) -> Self {
        let mut schema = Schema::default();
        attributes.iter().for_each(|(name, kind)| {
            schema.add(name, *kind);
        });
        texts.iter().for_each(|text| {
            schema.symbol(text);
        });
        Self { schema, datacenters: (0..datacenters).map(|index| format!("dc{index}")).collect() }
    }

    pub fn compile(&self, rule_set: &Value) -> Compiled {
        let text = serde_json::to_string_pretty(rule_set).unwrap();
        let (rule_set, _) = RuleSet::read(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let configuration = MatchmakingConfiguration::default();
        let compiled = rule_set.compile(&self.schema, &self.datacenters, &Regions::none(), &configuration);
        compiled.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
    }

    fn attribute(&self, value: &Value) -> Attribute {
        let symbol = |text: &str| self.schema.clone().symbol(text);
        match value {
            Value::Number(number) => Attribute::Number(number.as_f64().unwrap()),
            Value::String(text) => Attribute::Text(symbol(text)),
            Value::Array(items) => Attribute::List(items.iter().map(|item| symbol(item.as_str().unwrap())).collect()),
            Value::Object(fields) => {
                let mut map: Vec<_> =
                    fields.iter().map(|(key, value)| (symbol(key), value.as_f64().unwrap())).collect();
                map.sort_by_key(|(key, _)| *key);
                Attribute::Map(map)
            }
            _ => panic!("{value}"),
        }
    }

    /// The checked answer of a policy to parties in the order of their age.
    pub fn ask(&self, compiled: &Compiled, parties: &[Party], open: &[bool], key: u64) -> Answer {
        self.call(parties, open, key, |call| Answer::of(compiled, call).unwrap())
    }

    /// A call with parties in the order of their age.
    pub fn call<T>(&self, parties: &[Party], open: &[bool], key: u64, ask: impl FnOnce(&Call<'_>) -> T) -> T {
        assert!(parties.windows(2).all(|pair| pair[0].waited_s >= pair[1].waited_s));
        let names = self.schema.attributes();
        let attributes: Vec<Vec<Vec<Attribute>>> = parties
            .iter()
            .map(|party| {
                let own = |player: &Somebody| {
                    names.iter().map(|(name, _)| self.attribute(&player.attributes[name.as_str()])).collect()
                };
                party.players.iter().map(own).collect()
            })
            .collect();
        let players: Vec<Vec<Player<'_>>> = parties
            .iter()
            .zip(&attributes)
            .map(|(party, own)| {
                party
                    .players
                    .iter()
                    .zip(own)
                    .map(|(player, attributes)| Player {
                        place: Place::default(),
                        rtts_ms: &player.rtts_ms,
                        attributes,
                    })
                    .collect()
            })
            .collect();
        let tickets: Vec<Ticket<'_>> = players
            .iter()
            .enumerate()
            .map(|(index, players)| Ticket {
                id: TicketId(index as u32 + 10),
                waited_s: parties[index].waited_s,
                players,
            })
            .collect();
        ask(&Call { now: SimTime::DAY_START + 3, key, open, tickets: &tickets })
    }

    /// The matches that a policy forms.
    pub fn matches(&self, compiled: &Compiled, parties: &[Party], key: u64) -> Vec<Formed> {
        let open = vec![true; self.datacenters.len()];
        formed(&self.ask(compiled, parties, &open, key))
    }
}

/// Matches by the numbers of tickets.
pub fn formed(answer: &Answer) -> Vec<Formed> {
    let number = |ticket: &TicketId| ticket.0 as usize - 10;
    let teams = |teams: &[matchday_matchmaker::policy::Team]| {
        teams.iter().map(|team| team.iter().map(number).collect()).collect()
    };
    answer.matches.iter().map(|one| (teams(&one.teams), one.datacenter.index())).collect()
}

/// Tickets of all matches, sorted.
pub fn used(matches: &[Formed]) -> Vec<usize> {
    let mut used: Vec<usize> = matches.iter().flat_map(|(teams, _)| teams.iter().flatten().copied()).collect();
    used.sort_unstable();
    used
}

/// A rule set with these teams, rules and expansions.
pub fn rule_set(attributes: Value, teams: Value, rules: Value, expansions: Value) -> Value {
    json!({
        "name": "test", "ruleLanguageVersion": "1.0", "playerAttributes": attributes,
        "teams": teams, "rules": rules, "expansions": expansions
    })
}
