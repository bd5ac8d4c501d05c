//! Reads, checks and evaluates rule sets of Amazon GameLift FlexMatch (rule language "1.0") as matchmaking policies.
//!
//! ```
//! use matchday_matchmaker::policy::{Kind, Policy, Schema};
//! use matchday_rule_set::{MatchmakingConfiguration, Regions, RuleSet};
//!
//! let text = br#"{
//!     "ruleLanguageVersion": "1.0",
//!     "playerAttributes": [{"name": "skill", "type": "number"}],
//!     "teams": [{"name": "team", "minPlayers": 5, "maxPlayers": 5, "quantity": 2}],
//!     "rules": [{"name": "Skill", "type": "batchDistance", "batchAttribute": "skill", "maxDistance": 50}]
//! }"#;
//! let (rule_set, _notes) = RuleSet::read(text).map_err(|errors| errors[0].words.clone())?;
//! assert_eq!(rule_set.numbers()[3].path, "rules[Skill].maxDistance");
//!
//! let mut schema = Schema::default();
//! schema.add("skill", Kind::Number);
//! let datacenters = ["ashburn".to_string(), "lima".to_string()];
//! let configuration = MatchmakingConfiguration::default();
//! let policy = rule_set
//!     .compile(&schema, &datacenters, &Regions::default(), &configuration)
//!     .map_err(|errors| errors[0].words.clone())?;
//! assert_eq!((policy.match_size(), policy.rules()), ((10, 10), &["Skill".to_string()][..]));
//! # Ok::<(), String>(())
//! ```
//!
//! - [`RuleSet::read`], [`MatchmakingConfiguration::read`]: strict JSON; all errors, each with line and column. Unknown
//!   keys are errors. What is valid but not simulated is a note.
//! - [`RuleSet::lint`]: likely mistakes.
//! - [`RuleSet::numbers`], [`RuleSet::with_number`]: numbers for sliders, replaced without touching the rest.
//! - [`Regions`]: the datacenters that stand for AWS regions.
//! - [`RuleSet::compile`]: a [`Compiled`] rule set for the attributes and datacenters of a day; it implements
//!   [`Policy`](matchday_matchmaker::policy::Policy), as a pure function of each call.
//!
//! # How matches form
//!
//! `exhaustiveSearch`: the waiting tickets are put into batches of at most 1,000, at random (by the key of the call) or
//! sorted. Each ticket of a batch, the oldest first, looks for younger ones: candidates in the order of the batch, then
//! of the sort rules; each is tried in every team with room, first those below their minimum, then those with the most
//! open slots. The search is depth first, and larger matches come before smaller ones. A candidate is left out when a
//! rule is broken that no further ticket can repair; a complete match is held against all rules. The search of a ticket
//! is exact up to 5,000 candidates. Each ticket that needs all of them in vain halves this budget for the rest of the
//! call, down to 100.
//!
//! `balanced`: locations with most players first (`largestPopulation`), or players at their fastest location first
//! (`fastestRegion`). Around each of the 16 oldest tickets of a location, the tickets with the nearest
//! `balancedAttribute` fill a match; then large parties and high numbers are distributed first, each to the team that
//! lacks players, then to the one with the most open slots, then to the one with the lowest sum. A call tries at most
//! 48 such matches in vain.
//!
//! The match plays at the open datacenter with the lowest average RTT among those that all rules allow.
//!
//! # Where AWS is silent
//!
//! - **Size of a batch**: 1,000 tickets; AWS names none.
//! - **`sorted`**: a ticket prefers its neighbours in the sorted batch.
//! - **Parties in numbers**: each member counts with the party's aggregate, so averages stay averages over players and
//!   `count` counts players.
//! - **Parties in `collection`**: a party is one collection.
//! - **Texts of parties**: every member's text counts.
//! - **Averages of nobody**: `avg`, `min`, `max`, `median` and `stddev` of a team without players have no value, and a
//!   rule without a value refuses nothing. `count` and `sum` are 0. A team without players has no collections.
//! - **`stddev`** is that of the whole population.
//! - **Nested lists**: a comparison or distance holds each number of all lists against the reference; without a
//!   reference, players are compared within each list. A collection applies to each list of lists.
//! - **Texts or expressions**: a `referenceValue` that begins with `teams[`, `team[`, `players.` or a function and `(` is
//!   an expression. A text that is a number is a number beside numbers. `players` without teams is all players as one
//!   list.
//! - **`teams[name]` with a quantity** is the list of its teams; `teams[name_2]` is one of them.
//! - **`playerId`** is the attribute `playerId` of the day. Without it, each player has an id that no text equals.
//! - **`minDistance` of batchDistance**: each two tickets are at least so far apart.
//! - **`and` and `or`** take two or more rules. Rules in a compound statement are not applied on their own.
//! - **Latency rules**: one location has to satisfy all of them together. The latency of a party is its aggregate. A
//!   datacenter out of a player's reach never is a location, with or without latency rules. `distanceReference` is `avg`
//!   by default, over players.
//! - **`mapKey`** is `minValue` by default. Of keys with equal values the first text of the day counts. Tickets without
//!   the key come last.
//! - **Expansions** of `algorithm`, and of values that are not numbers, are refused, and so is a property that the rule
//!   does not set. A step applies from its `waitTimeSeconds` on. Steps begin at 1 s.
//! - **Teams with `minPlayers` 0** may stay empty; they are not in the answer.
//! - **Numbers in quotes**, as in AWS's example of batchDistance, are read for limits and references.

#![forbid(unsafe_code)]

mod check;
mod compile;
mod configuration;
mod evaluate;
mod expression;
mod lint;
mod model;
mod numbers;
mod read;
mod regions;
mod search;
mod statement;
mod typed;

pub use compile::Compiled;
pub use configuration::MatchmakingConfiguration;
pub use expression::{Expression, Function, Item, Scope};
pub use lint::Circumstances;
pub use model::*;
pub use numbers::{Number, NumberError};
pub use read::MOST_CHARACTERS;
pub use regions::{Regions, RegionsError};
pub use statement::Statement;
