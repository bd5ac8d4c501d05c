//! The modes and maps of matches.

use matchday_base::{Rng, Streams};
use matchday_scenario::Params;
use rand::RngExt;

/// The map of matches without a mix.
const DEFAULT_MAP: &str = "default";

/// Names of the modes, by the numbers that filters see.
pub fn mode_names(params: &Params) -> Vec<String> {
    match params.mode_mix() {
        mix if mix.is_empty() => (1..=params.playlists()).map(|number| format!("playlist{number}")).collect(),
        mix => names(&mix),
    }
}

/// Names of the maps, by the numbers that filters see.
pub fn map_names(params: &Params) -> Vec<String> {
    match params.map_mix() {
        mix if mix.is_empty() => vec![DEFAULT_MAP.to_owned()],
        mix => names(&mix),
    }
}

fn names(mix: &[(&str, u32)]) -> Vec<String> {
    mix.iter().map(|&(name, _)| name.to_owned()).collect()
}

/// Draws a name's number by its weight.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    /// Sums of the weights up to each name.
    sums: Vec<u32>,
    rng: Rng,
}

impl Mix {
    /// A mix with the random stream `stream`.
    pub fn new(mix: &[(&str, u32)], streams: Streams, stream: &'static str) -> Self {
        let sums = mix.iter().scan(0, |sum, &(_, weight)| {
            *sum += weight;
            Some(*sum)
        });
        Self { sums: sums.collect(), rng: streams.stream(stream) }
    }

    /// The number of a drawn name; `None` without a mix.
    pub fn draw(&mut self) -> Option<u8> {
        let &all = self.sums.last()?;
        let drawn = if self.sums.len() > 1 { self.rng.random_range(..all) } else { 0 };
        Some(self.sums.partition_point(|&sum| sum <= drawn) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_drawn_by_their_weights() {
        let mut mix = Mix::new(&[("a", 3), ("b", 1), ("c", 6)], Streams::new(3), "maps");
        let mut drawn = [0_u32; 3];
        (0..100_000).for_each(|_| drawn[usize::from(mix.draw().unwrap())] += 1);
        // Shares of 0.3, 0.1 and 0.6; standard deviations up to 155.
        for (drawn, expected) in drawn.iter().zip([30_000, 10_000, 60_000]) {
            assert!(drawn.abs_diff(expected) < 700, "{drawn} of {expected}");
        }
        assert_eq!(Mix::new(&[], Streams::new(3), "maps").draw(), None);
        assert_eq!(Mix::new(&[("only", 9)], Streams::new(3), "maps").draw(), Some(0));
    }

    #[test]
    fn without_a_mix_the_mode_is_the_playlist() {
        let mut params = Params::default();
        params.set("playlists", "2").unwrap();
        assert_eq!(
            (mode_names(&params), map_names(&params)),
            (vec!["playlist1".into(), "playlist2".into()], vec!["default".into()])
        );
        params.set("mode_mix", "duel:1,team:2").unwrap();
        params.set("map_mix", "town:1").unwrap();
        assert_eq!(
            (mode_names(&params), map_names(&params)),
            (vec!["duel".into(), "team".into()], vec!["town".into()])
        );
    }
}
