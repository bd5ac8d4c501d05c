//! The texts that a module can ask for: what does not change during a day.

use matchday_matchmaker::policy::Kind;
use matchday_sim::policy::Terms;

/// Most texts where an attribute is a list: a list is a sum of powers of two, which is exact up to so many.
pub const MOST_LISTED_TEXTS: usize = 53;

/// Texts by name:
///
/// | name | text |
/// |---|---|
/// | `datacenters` | names, joined by `\|` |
/// | `places` | `latitude,longitude` of each, joined by `\|` |
/// | `attributes` | `name:number`, `name:text`, `name:list` or `name:map`, joined by `\|` |
/// | `texts` | the texts of attributes, joined by `\|` |
/// | `constant.NAME` | the number of a constant |
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config(Vec<(String, String)>);

impl Config {
    /// The texts of a day.
    ///
    /// # Errors
    /// A name that has the separator in it, in words.
    pub fn of(terms: &Terms<'_>) -> Result<Self, String> {
        let names: Vec<&str> = terms.datacenters.iter().map(|&(name, _)| name).collect();
        let places = terms.datacenters.iter().map(|(_, place)| format!("{},{}", place.latitude, place.longitude));
        let attributes = terms.schema.attributes().iter().map(|(name, kind)| format!("{name}:{}", word(*kind)));
        let attributes: Vec<String> = attributes.collect();
        let texts: Vec<&str> = terms.schema.texts().iter().map(String::as_str).collect();
        let all = names.iter().copied().chain(attributes.iter().map(String::as_str)).chain(texts.iter().copied());
        if let Some(wrong) = all.into_iter().find(|name| name.contains('|')) {
            return Err(format!("'{wrong}' has a | in it, which separates names; rename it"));
        }
        let mut config = vec![
            ("datacenters".to_owned(), names.join("|")),
            ("places".to_owned(), places.collect::<Vec<_>>().join("|")),
            ("attributes".to_owned(), attributes.join("|")),
            ("texts".to_owned(), texts.join("|")),
        ];
        let constants = terms.constants.0.iter();
        config.extend(constants.map(|(name, number)| (format!("constant.{name}"), number.to_string())));
        Ok(Self(config))
    }

    /// The text of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, text)| text.as_str())
    }

    /// Names and texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "number",
        Kind::Text => "text",
        Kind::List => "list",
        Kind::Map => "map",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_matchmaker::policy::{Place, Population};

    #[test]
    fn texts_name_everything_in_order() {
        let population: Population = "skill:normal(1500,300);mode:tdm*3|ctf;maps:some(town|ctf)".parse().unwrap();
        let place = |latitude, longitude| Place { latitude, longitude };
        let mut terms = Terms {
            teams: 2,
            team_size: 5,
            request_timeout_s: 60,
            datacenters: vec![("fra", place(50.125, 8.5)), ("lima", place(-12.0, -77.0))],
            schema: population.schema(),
            constants: "WIDEN_AFTER:12;START:0.5".parse().unwrap(),
        };
        let config = Config::of(&terms).unwrap();
        let texts: Vec<_> = config.iter().collect();
        let expected = [
            ("datacenters", "fra|lima"),
            ("places", "50.125,8.5|-12,-77"),
            ("attributes", "skill:number|mode:text|maps:list"),
            ("texts", "tdm|ctf|town"),
            ("constant.WIDEN_AFTER", "12"),
            ("constant.START", "0.5"),
        ];
        assert_eq!(texts, expected);
        assert_eq!((config.get("texts"), config.get("text")), (Some("tdm|ctf|town"), None));
        terms.datacenters[1].0 = "li|ma";
        assert_eq!(Config::of(&terms), Err("'li|ma' has a | in it, which separates names; rename it".to_owned()));
    }
}
