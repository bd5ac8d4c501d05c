//! The texts that do not change during a day.

/// The kind of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A text: its index in [`Config::text`].
    Text,
    /// A list of texts: see [`Player::lists`](crate::Player::lists).
    List,
    /// Numbers by text, which only JSON has.
    Map,
}

/// The names of datacenters and attributes, and the texts of attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    datacenters: Vec<(String, f32, f32)>,
    attributes: Vec<(String, Kind)>,
    texts: Vec<String>,
}

impl Config {
    /// Reads the texts that `get` has by name; a missing one is empty.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let list = |name: &str| -> Vec<String> {
            let text = get(name).unwrap_or_default();
            text.split('|').filter(|_| !text.is_empty()).map(str::to_owned).collect()
        };
        let place = |text: &String| {
            let (latitude, longitude) = text.split_once(',').unwrap_or_default();
            (latitude.parse().unwrap_or_default(), longitude.parse().unwrap_or_default())
        };
        let named = list("datacenters").into_iter().zip(list("places"));
        let attribute = |text: &String| {
            let (name, kind) = text.rsplit_once(':')?;
            let kind = match kind {
                "number" => Kind::Number,
                "text" => Kind::Text,
                "list" => Kind::List,
                _ => Kind::Map,
            };
            Some((name.to_owned(), kind))
        };
        Self {
            datacenters: named
                .map(|(name, at)| (name, place(&at)))
                .map(|(name, (latitude, longitude))| (name, latitude, longitude))
                .collect(),
            attributes: list("attributes").iter().filter_map(attribute).collect(),
            texts: list("texts"),
        }
    }

    /// Name, latitude and longitude of each datacenter, by index.
    pub fn datacenters(&self) -> &[(String, f32, f32)] {
        &self.datacenters
    }

    /// Name and kind of each attribute, in the order of a player's attributes.
    pub fn attributes(&self) -> &[(String, Kind)] {
        &self.attributes
    }

    /// The position of an attribute.
    pub fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|(own, _)| own == name)
    }

    /// The index of a text.
    pub fn text(&self, text: &str) -> Option<u32> {
        self.texts.iter().position(|own| own == text).map(|at| at as u32)
    }
}

/// The texts of the day.
#[cfg(target_arch = "wasm32")]
pub fn config() -> Config {
    Config::read(text)
}

/// The number of a constant, or `default` where the day does not set it.
#[cfg(target_arch = "wasm32")]
pub fn constant(name: &str, default: f64) -> f64 {
    text(&format!("constant.{name}")).and_then(|number| number.parse().ok()).unwrap_or(default)
}

#[cfg(target_arch = "wasm32")]
fn text(name: &str) -> Option<String> {
    extism_pdk::config::get(name).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let config = Config::read(|name| {
            let text = match name {
                "datacenters" => "fra|lima",
                "places" => "50.125,8.5|-12,-77",
                "attributes" => "skill:number|mode:text|maps:list|far:map",
                "texts" => "tdm|ctf",
                _ => return None,
            };
            Some(text.to_owned())
        });
        assert_eq!(config.datacenters(), [("fra".to_owned(), 50.125, 8.5), ("lima".to_owned(), -12.0, -77.0)]);
        let kinds: Vec<Kind> = config.attributes().iter().map(|&(_, kind)| kind).collect();
        assert_eq!(kinds, [Kind::Number, Kind::Text, Kind::List, Kind::Map]);
        assert_eq!((config.attribute("maps"), config.attribute("map")), (Some(2), None));
        assert_eq!((config.text("ctf"), config.text("town")), (Some(1), None));
        assert_eq!(Config::read(|_| None), Config::default());
    }
}
