//! Attributes of players: numbers, texts and lists of texts.

/// A text of a [`Schema`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// The attribute of a player.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// A finite number.
    Number(f64),
    /// A text.
    Text(Symbol),
    /// Texts, in order.
    List(Vec<Symbol>),
    /// Numbers by text, in the order of the symbols.
    Map(Vec<(Symbol, f64)>),
}

/// The kind of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list of texts.
    List,
    /// Numbers by text.
    Map,
}

/// Names and kinds of the attributes that all players of a day have, and the texts in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    attributes: Vec<(String, Kind)>,
    texts: Vec<String>,
}

impl Schema {
    /// Adds an attribute; returns its index, which an attribute of the same name keeps.
    pub fn add(&mut self, name: &str, kind: Kind) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.attributes.push((name.to_owned(), kind));
            self.attributes.len() - 1
        })
    }

    /// The index of an attribute.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|(own, _)| own == name)
    }

    /// Name and kind of each attribute, in the order of a player's attributes.
    pub fn attributes(&self) -> &[(String, Kind)] {
        &self.attributes
    }

    /// The symbol of a text, which is added if it is new.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        let at = self.texts.iter().position(|own| own == text).unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        });
        Symbol(at as u32)
    }

    /// The texts, in the order of their symbols.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> Option<&str> {
        self.texts.get(symbol.0 as usize).map(String::as_str)
    }
}
