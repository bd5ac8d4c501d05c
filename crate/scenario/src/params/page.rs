//! The views of the page.

/// A view of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, serde::Deserialize, tsify::Tsify))]
#[cfg_attr(feature = "tsify", serde(rename_all = "lowercase"))]
pub enum PageView {
    /// The day of the matchmaker: map, charts, replay rate.
    Matchmaking,
    /// Other matchmakers: rule sets.
    Rules,
    /// Servers of matches.
    Servers,
    /// The ranked ladder.
    Ranked,
    /// Datacenters and the round trips to them.
    World,
    /// Many days.
    Experiments,
}

impl PageView {
    /// The views, in the order of the page.
    pub const ALL: [Self; 6] =
        [Self::Matchmaking, Self::Rules, Self::Servers, Self::Ranked, Self::World, Self::Experiments];
    const WORDS: [&str; 6] = ["matchmaking", "rules", "servers", "ranked", "world", "experiments"];

    /// Its word in links.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The view of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.word() == word)
    }

    /// All words, separated by commas.
    pub(crate) fn words() -> String {
        Self::WORDS.join(", ")
    }
}
