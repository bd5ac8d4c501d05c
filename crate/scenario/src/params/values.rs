//! Reads values for the simulation: the types of the accessors that [`declare`](super::declare) generates, and the accessors
//! that compute.

use super::text::{Value, parse_decimal};
use super::{Key, Kind, Params, pairs};
use crate::Incident;

/// A type that an accessor returns, read from the stored value.
pub(super) trait Read<'a> {
    /// The value as this type. Its bounds in [`SPECS`](super::SPECS) are within the type's.
    fn read(value: &'a Value) -> Self;
}

/// An enum whose variants are the words of a parameter.
pub(super) trait Choice: Copy + 'static {
    /// The variants, in the order of `WORDS`.
    const ALL: &'static [Self];
    /// The word of each variant.
    const WORDS: &'static [&'static str];
    /// `off`, then the word of each variant.
    const OFF_OR_WORDS: &'static [&'static str];
}

impl Read<'_> for u32 {
    fn read(value: &Value) -> Self {
        match value {
            Value::Integer(n) => *n as u32,
            Value::Text(_) => 0,
        }
    }
}

impl Read<'_> for u16 {
    fn read(value: &Value) -> Self {
        u32::read(value) as u16
    }
}

impl Read<'_> for bool {
    fn read(value: &Value) -> Self {
        u32::read(value) != 0
    }
}

impl<'a> Read<'a> for &'a str {
    fn read(value: &'a Value) -> Self {
        match value {
            Value::Text(text) => text,
            Value::Integer(_) => "",
        }
    }
}

impl<C: Choice> Read<'_> for C {
    fn read(value: &Value) -> Self {
        C::ALL[u32::read(value) as usize]
    }
}

impl<C: Choice> Read<'_> for Option<C> {
    fn read(value: &Value) -> Self {
        u32::read(value).checked_sub(1).map(|at| C::ALL[at as usize])
    }
}

/// Accessors that compute, or read several parameters.
impl Params {
    /// Denominator of [`replay`](Self::replay).
    pub const REPLAY_ONE: u32 = 10_000;
    /// Denominator of [`bad_routes`](Self::bad_routes) and [`accelerator`](Self::accelerator).
    pub const SHARE_ONE: u32 = 10_000;

    pub(super) fn value(&self, key: Key) -> &Value {
        &self.values[key as usize]
    }

    /// RTT limit of the expanded search, in ms; never below [`ideal_ms`](Self::ideal_ms).
    pub fn expand_ms(&self) -> u16 {
        u16::read(self.value(Key::ExpandMs)).max(self.ideal_ms())
    }

    /// The upper end of each playlist's range of numbers. Together the ranges fill 0..2^32, and a player joins the
    /// playlist whose range has the player's uniform number.
    pub fn shares(&self) -> Vec<u64> {
        let (mut weight, mut sum) = (1, 0);
        let text: &str = Read::read(self.value(Key::Shares));
        let mut given = text.split(',').map_while(|weight| parse_decimal(weight, 0));
        let mut bounds = Vec::new();
        for _ in 0..self.playlists() {
            weight = given.next().unwrap_or(weight);
            sum += weight as u64;
            bounds.push(sum << 32);
        }
        bounds.iter_mut().for_each(|bound| *bound /= sum);
        bounds
    }

    /// Probability of the fault called `name` on each occasion, in millionths; 0 for an unknown name.
    pub fn fault(&self, name: &str) -> u32 {
        let key = Key::ALL.into_iter().find(|key| key.spec().key.strip_prefix("fault.") == Some(name));
        key.map_or(0, |key| u32::read(self.value(key)))
    }

    /// The incidents, in the order of the text.
    pub fn incidents(&self) -> Vec<Incident> {
        let text: &str = Read::read(self.value(Key::Incidents));
        text.split(',').filter_map(Incident::read).collect()
    }

    /// The maps of matches with their weights; empty: all matches have the same map.
    pub fn map_mix(&self) -> Vec<(&str, u32)> {
        pairs::read(Read::read(self.value(Key::MapMix)), pairs::weight)
    }

    /// The modes of matches with their weights; empty: the mode of a match is its playlist.
    pub fn mode_mix(&self) -> Vec<(&str, u32)> {
        pairs::read(Read::read(self.value(Key::ModeMix)), pairs::weight)
    }

    /// The properties that all matches have in common.
    pub fn match_properties(&self) -> Vec<(&str, &str)> {
        pairs::read(Read::read(self.value(Key::MatchProperties)), Some)
    }

    /// Whether matches are ranked.
    pub fn is_ranked(&self) -> bool {
        self.ranked() != "off"
    }

    /// Glicko-2's tau: the rate at which volatility may change.
    pub fn tau(&self) -> f64 {
        f64::from(u32::read(self.value(Key::Tau))) / 100.0
    }

    /// The value of a parameter that the registry declares as a share, in units of 1 / [`SHARE_ONE`](Self::SHARE_ONE).
    pub fn share(&self, key: Key) -> u32 {
        let one = i64::from(Self::SHARE_ONE);
        debug_assert!(matches!(key.spec().kind, Kind::Number { min: 0, max, .. } if max == one), "{key:?} is no share");
        u32::read(self.value(key))
    }
}
