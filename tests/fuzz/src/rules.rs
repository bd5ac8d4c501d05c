//! Rule sets and matchmaking configurations of FlexMatch.

use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::policy::{Answer, Attribute, Call, Kind, Place, Player, Policy, Schema, Ticket};
use matchday_rule_set::{AttributeKind, Circumstances, MatchmakingConfiguration, Regions, RuleSet};

/// Tickets that the rules are asked about.
const TICKETS: u32 = 24;
/// Round trips of each player, ms.
const RTTS_MS: [u16; 2] = [30, 90];

pub fn rule_set(bytes: &[u8]) {
    let rule_set = match RuleSet::read(bytes) {
        Ok((rule_set, _)) => rule_set,
        Err(errors) => {
            assert!(!errors.is_empty(), "a refusal has a reason");
            return;
        }
    };
    rule_set.lint(&Circumstances::default());
    if let Some(number) = rule_set.numbers().first() {
        let same = rule_set.with_number(&number.path, number.value);
        assert!(same.is_ok_and(|text| RuleSet::read(text.as_bytes()).is_ok()), "{}", rule_set.text());
    }
    ask(&rule_set);
}

pub fn configuration(bytes: &[u8]) {
    if let Err(errors) = MatchmakingConfiguration::read(bytes) {
        assert!(!errors.is_empty(), "a refusal has a reason");
    }
}

/// Forms matches of a few single players who have every attribute.
fn ask(rule_set: &RuleSet) {
    let mut schema = Schema::default();
    let texts = ["a", "b"].map(|text| schema.symbol(text));
    let kinds = rule_set.attributes.iter().map(|attribute| (attribute.name.value.as_str(), attribute.kind));
    let kinds: Vec<_> = kinds.collect();
    kinds.iter().for_each(|(name, kind)| _ = schema.add(name, kind_of(*kind)));
    let datacenters = ["frankfurt".to_owned(), "ashburn".to_owned()];
    let compiled = rule_set.compile(&schema, &datacenters, &Regions::none(), &MatchmakingConfiguration::default());
    let Ok(policy) = compiled else { return };
    let attributes = |number: u32| -> Vec<Attribute> {
        let (text, value) = (texts[number as usize % 2], f64::from(number % 5));
        let one = |&(_, kind): &(&str, AttributeKind)| match kind {
            AttributeKind::Text => Attribute::Text(text),
            AttributeKind::Number => Attribute::Number(value),
            AttributeKind::List => Attribute::List(vec![text]),
            AttributeKind::Map => Attribute::Map(vec![(text, value)]),
        };
        kinds.iter().map(one).collect()
    };
    let attributes: Vec<_> = (0..TICKETS).map(attributes).collect();
    let player = |attributes| [Player { place: Place::default(), rtts_ms: &RTTS_MS, attributes }];
    let players: Vec<_> = attributes.iter().map(|attributes| player(attributes)).collect();
    let ticket = |(id, players)| Ticket { id: TicketId(id), waited_s: TICKETS - id, players };
    let tickets: Vec<_> = (0..).zip(&players).map(|(id, players)| ticket((id, &players[..]))).collect();
    let call = Call { now: SimTime::DAY_START, key: 7, open: &[true, true], tickets: &tickets };
    let mut answer = Answer::default();
    assert_eq!(policy.form(&call, &mut answer), Ok(()));
    let (fewest, most) = policy.match_size();
    let sizes = answer.matches.iter().map(|formed| formed.teams.iter().flatten().count());
    sizes.for_each(|players| assert!((fewest..=most).contains(&players), "{players} players"));
}

fn kind_of(kind: AttributeKind) -> Kind {
    match kind {
        AttributeKind::Text => Kind::Text,
        AttributeKind::Number => Kind::Number,
        AttributeKind::List => Kind::List,
        AttributeKind::Map => Kind::Map,
    }
}
