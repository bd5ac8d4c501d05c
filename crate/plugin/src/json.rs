//! A call and its answer as JSON text.
//!
//! ```json
//! {"now_s": 5443200, "key": "0123456789abcdef", "teams": 1, "team_size": 4, "timeout_s": 60,
//!  "datacenters": [{"name": "frankfurt", "latitude": 50.1, "longitude": 8.7, "open": true}],
//!  "tickets": [{"id": 7, "waited_s": 12, "players": [{"latitude": 48.9, "longitude": 2.3, "rtts_ms": [12, null],
//!    "attributes": {"skill": 1500, "mode": "tdm", "maps": ["town"], "latency": {"a": 3}}}]}]}
//! ```
//!
//! The answer is `{"matches": [{"datacenter": "frankfurt", "teams": [[7, 3], [5, 4]]}]}`, where a datacenter is its name or
//! its index.

use crate::answer::datacenter_of;
use crate::policy::Shape;
use matchday_base::TicketId;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_matchmaker::policy::{Attribute, Call, Place, Player, PolicyMatch, Schema, Symbol, Ticket};
use matchday_sim::policy::Terms;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// The names that texts have in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Name and place of each datacenter.
    datacenters: Vec<(String, Place)>,
    schema: Schema,
}

impl Names {
    /// The names of a day.
    pub fn of(terms: &Terms<'_>) -> Self {
        let datacenters = terms.datacenters.iter().map(|&(name, place)| (name.to_owned(), place));
        Self { datacenters: datacenters.collect(), schema: terms.schema.clone() }
    }

    /// Replaces `text` by a call.
    ///
    /// # Errors
    /// Never in practice: all numbers are finite.
    pub fn write(&self, call: &Call<'_>, shape: &Shape, text: &mut Vec<u8>) -> Result<(), String> {
        text.clear();
        let datacenters = self.datacenters.iter().zip(call.open);
        let written = Written {
            now_s: call.now.0,
            key: format!("{:016x}", call.key),
            teams: shape.teams,
            team_size: shape.team_size,
            timeout_s: shape.request_timeout_s,
            datacenters: datacenters.map(|((name, place), &open)| Datacenter::of(name, *place, open)).collect(),
            tickets: call.tickets.iter().map(|ticket| WrittenTicket::of(ticket, &self.schema)).collect(),
        };
        serde_json::to_writer(text, &written).map_err(|error| error.to_string())
    }

    /// Reads the matches of an answer.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(&self, text: &[u8], matches: &mut Vec<PolicyMatch>) -> Result<(), String> {
        let answer: Answer = serde_json::from_slice(text).map_err(|error| {
            format!(
                "its answer is no JSON such as {{\"matches\":[{{\"datacenter\":\"{}\",\"teams\":[[1,2],[3,4]]}}]}}: {error}",
                self.datacenters.first().map_or("frankfurt", |(name, _)| name)
            )
        })?;
        for (number, formed) in (1..).zip(answer.matches) {
            let index = match formed.datacenter {
                At::Index(index) => index,
                At::Name(name) => {
                    let index = self.datacenters.iter().position(|(own, _)| *own == name);
                    index
                        .ok_or_else(|| format!("it put match {number} at datacenter '{name}', which does not exist"))?
                        as u64
                }
            };
            let teams = formed.teams.into_iter().map(|team| team.into_iter().map(TicketId).collect()).collect();
            matches.push(PolicyMatch { teams, datacenter: datacenter_of(number, index)? });
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Written<'a> {
    now_s: u32,
    key: String,
    teams: usize,
    team_size: usize,
    timeout_s: u32,
    datacenters: Vec<Datacenter<'a>>,
    tickets: Vec<WrittenTicket<'a>>,
}

#[derive(Serialize)]
struct Datacenter<'a> {
    name: &'a str,
    latitude: f32,
    longitude: f32,
    open: bool,
}

impl<'a> Datacenter<'a> {
    fn of(name: &'a str, Place { latitude, longitude }: Place, open: bool) -> Self {
        Self { name, latitude, longitude, open }
    }
}

#[derive(Serialize)]
struct WrittenTicket<'a> {
    id: u32,
    waited_s: u32,
    players: Vec<WrittenPlayer<'a>>,
}

impl<'a> WrittenTicket<'a> {
    fn of(ticket: &'a Ticket<'a>, schema: &'a Schema) -> Self {
        let player = |player: &'a Player<'a>| WrittenPlayer {
            latitude: player.place.latitude,
            longitude: player.place.longitude,
            rtts_ms: RttsMs(player.rtts_ms),
            attributes: Attributes { of: player.attributes, schema },
        };
        Self { id: ticket.id.0, waited_s: ticket.waited_s, players: ticket.players.iter().map(player).collect() }
    }
}

#[derive(Serialize)]
struct WrittenPlayer<'a> {
    latitude: f32,
    longitude: f32,
    rtts_ms: RttsMs<'a>,
    attributes: Attributes<'a>,
}

/// Numbers; null where a datacenter is out of reach.
struct RttsMs<'a>(&'a [u16]);

impl Serialize for RttsMs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|&rtt_ms| (rtt_ms != OUT_OF_REACH_MS).then_some(rtt_ms)))
    }
}

/// Attributes by name.
struct Attributes<'a> {
    of: &'a [Attribute],
    schema: &'a Schema,
}

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.schema.attributes().iter().zip(self.of);
        serializer.collect_map(named.map(|((name, _), of)| (name, Value { of, schema: self.schema })))
    }
}

/// The value of an attribute.
struct Value<'a> {
    of: &'a Attribute,
    schema: &'a Schema,
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |symbol: &Symbol| self.schema.text(*symbol).unwrap_or_default();
        match self.of {
            Attribute::Number(number) => serializer.serialize_f64(*number),
            Attribute::Text(symbol) => serializer.serialize_str(text(symbol)),
            Attribute::List(list) => serializer.collect_seq(list.iter().map(text)),
            Attribute::Map(map) => {
                let mut written = serializer.serialize_map(Some(map.len()))?;
                map.iter().try_for_each(|(symbol, number)| written.serialize_entry(text(symbol), number))?;
                written.end()
            }
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    matches: Vec<Formed>,
}

#[derive(Deserialize)]
struct Formed {
    datacenter: At,
    teams: Vec<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum At {
    Index(u64),
    Name(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::tests::{SHAPE, with_call};
    use matchday_base::DatacenterIndex;
    use matchday_matchmaker::policy::Kind;
    use serde_json::json;

    fn names() -> Names {
        let mut schema = Schema::default();
        (0..53).for_each(|at| _ = schema.symbol(&format!("t{at}")));
        for (name, kind) in [("skill", Kind::Number), ("mode", Kind::Text), ("maps", Kind::List), ("far", Kind::Map)] {
            schema.add(name, kind);
        }
        let place = Place { latitude: 50.5, longitude: 8.25 };
        Names { datacenters: ["fra", "iad", "nrt"].map(|name| (name.to_owned(), place)).to_vec(), schema }
    }

    #[test]
    fn a_call_is_an_object() {
        with_call(|call| {
            let mut text = b"before".to_vec();
            names().write(call, &SHAPE, &mut text).unwrap();
            let datacenter =
                |name: &str, open: bool| json!({"name": name, "latitude": 50.5, "longitude": 8.25, "open": open});
            let player = |latitude: f64, rtts_ms: serde_json::Value, skill: f64| {
                let attributes = json!({"skill": skill, "mode": "t1", "maps": ["t0", "t2", "t52"], "far": {"t0": 3.5}});
                json!({"latitude": latitude, "longitude": -1.5, "rtts_ms": rtts_ms, "attributes": attributes})
            };
            let expected = json!({
                "now_s": 432_061, "key": "0123456789abcdef", "teams": 2, "team_size": 5, "timeout_s": 90,
                "datacenters": [datacenter("fra", true), datacenter("iad", false), datacenter("nrt", true)],
                "tickets": [
                    {"id": 7, "waited_s": 40, "players": [
                        player(0.5, json!([10, 20, null]), 1500.5), player(1.5, json!([11, 310, 31]), -2.0)]},
                    {"id": 3, "waited_s": 0, "players": [player(2.5, json!([12, 22, 32]), 0.0)]},
                ],
            });
            assert_eq!(serde_json::from_slice::<serde_json::Value>(&text).unwrap(), expected);
        });
    }

    #[test]
    fn an_answer_names_datacenters_or_counts_them() {
        let read = |text: &str| {
            let mut matches = Vec::new();
            names().read(text.as_bytes(), &mut matches).map(|()| matches)
        };
        let formed =
            read(r#"{"matches": [{"datacenter": "nrt", "teams": [[1, 2], [3]]}, {"datacenter": 1, "teams": []}]}"#);
        let team = |ids: &[u32]| ids.iter().copied().map(TicketId).collect();
        let first =
            PolicyMatch { datacenter: DatacenterIndex(2), teams: [team(&[1, 2]), team(&[3])].into_iter().collect() };
        assert_eq!(formed.unwrap(), [first, PolicyMatch { datacenter: DatacenterIndex(1), teams: Default::default() }]);
        let form = r#"its answer is no JSON such as {"matches":[{"datacenter":"fra","teams":[[1,2],[3,4]]}]}: "#;
        for (text, says) in [
            ("", format!("{form}EOF while parsing a value at line 1 column 0")),
            ("{}", format!("{form}missing field `matches` at line 1 column 2")),
            (
                r#"{"matches": [{"datacenter": "lima", "teams": []}]}"#,
                "it put match 1 at datacenter 'lima', which does not exist".to_owned(),
            ),
            (
                r#"{"matches": [{"datacenter": 70000, "teams": []}]}"#,
                "it put match 1 at datacenter 70000, which does not exist".to_owned(),
            ),
        ] {
            assert_eq!(read(text), Err(says), "{text}");
        }
        for text in [
            r#"{"matches": [{"datacenter": -1, "teams": []}]}"#,
            r#"{"matches": [{"datacenter": 0, "teams": [[1.5]]}]}"#,
            "\u{0}",
            "[[[[",
        ] {
            assert!(read(text).is_err_and(|error| error.starts_with(form)), "{text}");
        }
    }
}
