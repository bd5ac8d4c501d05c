//! The registry: every parameter of a scenario, declared once.
//!
//! From [`SPECS`] come `--set`, the page's sliders, permalinks, `window.matchday`, scenario files and
//! the README's table. Values are kept as scaled integers, so that a parameter prints, parses and
//! simulates as exactly the number that was typed.
//!
//! Keys, units and defaults are frozen for each link version (see [`crate::link`]): a changed default
//! would change what an old link shows.

use thiserror::Error;

/// Names a parameter; the order is that of [`SPECS`] and of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is documented by its entry in SPECS")]
pub enum Key {
    Replay,
    IdealMs,
    ExpandMs,
    IdealS,
    ExpandS,
    WarmS,
    Bots,
    Players,
    MatchS,
    PauseS,
    Together,
    Estimate,
    BadRoutes,
    BadRouteMs,
    JitterMs,
    Accelerator,
    Ccu,
    Playlists,
    Shares,
    Dcs,
    Days,
    Seed,
}

/// What kind of value a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number, kept as an integer in units of `10^-decimals`, as are its bounds.
    Number {
        /// Digits behind the point.
        decimals: u8,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Step of the slider.
        step: i64,
        /// Value while nobody has set one.
        default: i64,
        /// How the slider spreads the range.
        slider: Slider,
    },
    /// On (`1`) or off (`0`); off by default.
    Flag,
    /// One of these words; the first by default.
    Choice(&'static [&'static str]),
    /// Whole numbers above zero, separated by commas; none by default.
    Weights,
    /// Free text with a grammar of its own, checked by whoever reads it; empty by default.
    Text,
}

/// How a slider spreads its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal ratios.
    Logarithmic,
}

/// The declaration of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Name in scripts, links and files; never reused for something else.
    pub key: &'static str,
    /// Type and bounds.
    pub kind: Kind,
    /// Unit of the value: `ms`, `s`, `days` or nothing. A `%` is shown as a hundred times the value.
    pub unit: &'static str,
    /// Heading under which the page shows it.
    pub group: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// One line of help.
    pub help: &'static str,
}

const fn whole(min: i64, max: i64, step: i64, default: i64) -> Kind {
    Kind::Number { decimals: 0, min, max, step, default, slider: Slider::Linear }
}

const fn logarithmic(min: i64, max: i64, step: i64, default: i64) -> Kind {
    Kind::Number { decimals: 0, min, max, step, default, slider: Slider::Logarithmic }
}

/// Most playlists, and so most weights.
const MAX_PLAYLISTS: usize = 20;

/// Largest weight: all of them add up without overflow.
const MAX_WEIGHT: i64 = 1_000_000;

/// Every parameter, in the order in which the page shows them.
pub const SPECS: [Spec; 22] = [
    Spec {
        key: "replay",
        kind: Kind::Number { decimals: 4, min: 0, max: 9_500, step: 100, default: 7_500, slider: Slider::Linear },
        unit: "%",
        group: "Replay",
        label: "Replay rate",
        help: "Chance that a player who has finished a match, and the pause after it, queues again.",
    },
    Spec {
        key: "ideal_ms",
        kind: whole(1, 254, 1, 50),
        unit: "ms",
        group: "Round trip",
        label: "Ideal, up to",
        help: "A searching player first accepts datacenters up to this round trip.",
    },
    Spec {
        key: "expand_ms",
        kind: whole(1, 254, 1, 100),
        unit: "ms",
        group: "Round trip",
        label: "Expanded, up to",
        help: "After the ideal time the player accepts datacenters up to this round trip. Never less than the ideal one.",
    },
    Spec {
        key: "ideal_s",
        kind: whole(1, 120, 1, 10),
        unit: "s",
        group: "Patience",
        label: "Ideal only",
        help: "Seconds spent searching within the ideal round trip.",
    },
    Spec {
        key: "expand_s",
        kind: whole(1, 120, 1, 10),
        unit: "s",
        group: "Patience",
        label: "then expanded",
        help: "Seconds then spent searching within the expanded round trip.",
    },
    Spec {
        key: "warm_s",
        kind: whole(1, 120, 1, 10),
        unit: "s",
        group: "Patience",
        label: "then any match",
        help: "Seconds then spent as a warm body, who completes any match whatever the round trip. After that the search has failed.",
    },
    Spec {
        key: "bots",
        kind: Kind::Flag,
        unit: "",
        group: "Patience",
        label: "Bots at the end",
        help: "A player whose search failed plays a match against bots instead of leaving.",
    },
    Spec {
        key: "players",
        kind: whole(2, 64, 1, 4),
        unit: "",
        group: "Match",
        label: "Players per match",
        help: "A match starts with exactly this many players.",
    },
    Spec {
        key: "match_s",
        kind: logarithmic(10, 7_200, 10, 300),
        unit: "s",
        group: "Match",
        label: "Match length",
        help: "Every match lasts this long.",
    },
    Spec {
        key: "pause_s",
        kind: whole(0, 600, 5, 30),
        unit: "s",
        group: "Match",
        label: "Pause between",
        help: "Time between the end of a match and the decision to queue again or to leave.",
    },
    Spec {
        key: "together",
        kind: Kind::Flag,
        unit: "",
        group: "Match",
        label: "Stay together",
        help: "Players of a match who queue again stay together, and others complete their group, instead of breaking up.",
    },
    Spec {
        key: "estimate",
        kind: Kind::Choice(&["map", "distance", "ping"]),
        unit: "",
        group: "Estimate",
        label: "Round trip from",
        help: "Where the matchmaker has round trips from: map, the latency map; distance, the great circle alone; ping, one ping to each datacenter's ping server as the player joins.",
    },
    Spec {
        key: "bad_routes",
        kind: Kind::Number { decimals: 4, min: 0, max: 5_000, step: 100, default: 0, slider: Slider::Linear },
        unit: "%",
        group: "Estimate",
        label: "Bad routes",
        help: "Share of routes that are bad. Each player has one to the game servers and one to the ping server of each datacenter.",
    },
    Spec {
        key: "bad_route_ms",
        kind: whole(1, 150, 1, 40),
        unit: "ms",
        group: "Estimate",
        label: "A bad route adds",
        help: "Mean round trip that a bad route adds to the map's; most add less, a few far more.",
    },
    Spec {
        key: "jitter_ms",
        kind: whole(0, 50, 1, 0),
        unit: "ms",
        group: "Estimate",
        label: "A ping is off by",
        help: "A ping shows up to this much less or more than its route has, every whole millisecond equally likely.",
    },
    Spec {
        key: "accelerator",
        kind: Kind::Number { decimals: 4, min: 0, max: 10_000, step: 500, default: 0, slider: Slider::Linear },
        unit: "%",
        group: "Estimate",
        label: "Accelerator",
        help: "Share of the bad routes to game servers that a network accelerator repairs. Pings do not pass through it.",
    },
    Spec {
        key: "ccu",
        kind: logarithmic(10, 1_000_000, 10, 25_000),
        unit: "",
        group: "World",
        label: "Population",
        help: "Sets how many players join: as many as give this peak CCU while everything else is at its default. Changing anything else leaves the joins as they are.",
    },
    Spec {
        key: "playlists",
        kind: whole(1, MAX_PLAYLISTS as i64, 1, 1),
        unit: "",
        group: "World",
        label: "Playlists",
        help: "Playlists or platforms that the population is split into, each with queues of its own. Whoever joins picks one and stays with it.",
    },
    Spec {
        key: "shares",
        kind: Kind::Weights,
        unit: "",
        group: "World",
        label: "Their shares",
        help: "Weights by which players pick a playlist, such as 50,30,20; none: all alike. The last one holds for all further playlists; surplus ones are ignored.",
    },
    Spec {
        key: "dcs",
        kind: Kind::Text,
        unit: "",
        group: "World",
        label: "Datacenters",
        help: "Changes to the default set: name switches one on, -name off, +name@lat,lon adds one of your own.",
    },
    Spec {
        key: "days",
        kind: whole(1, 7, 1, 1),
        unit: "days",
        group: "World",
        label: "Days",
        help: "How many days to show, the first a Wednesday. The hours before are simulated too, but not shown.",
    },
    Spec {
        key: "seed",
        kind: whole(0, u32::MAX as i64, 1, 7),
        unit: "",
        group: "World",
        label: "Seed",
        help: "Chance itself: the same seed and parameters give the same day, bit for bit, everywhere.",
    },
];

/// Where the matchmaker has its RTTs from, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The latency maps.
    Map,
    /// The length of the great circle.
    Distance,
    /// One ping a player and datacenter.
    Ping,
}

/// A value that could not be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// No parameter has this key.
    #[error("there is no parameter `{key}`; the parameters are {}", keys())]
    UnknownKey {
        /// What was asked for.
        key: String,
    },
    /// The text is not a number of the parameter's form.
    #[error("{key}={text}: expected {expected}")]
    Malformed {
        /// The parameter.
        key: &'static str,
        /// What was given.
        text: String,
        /// What would have been understood.
        expected: String,
    },
    /// The number is outside the parameter's bounds.
    #[error("{key}={text}: must be from {min} to {max}")]
    OutOfBounds {
        /// The parameter.
        key: &'static str,
        /// What was given.
        text: String,
        /// Smallest value.
        min: String,
        /// Largest value.
        max: String,
    },
}

fn keys() -> String {
    SPECS.map(|spec| spec.key).join(", ")
}

impl Key {
    /// Every key, in the order of [`SPECS`].
    pub const ALL: [Key; SPECS.len()] = [
        Key::Replay,
        Key::IdealMs,
        Key::ExpandMs,
        Key::IdealS,
        Key::ExpandS,
        Key::WarmS,
        Key::Bots,
        Key::Players,
        Key::MatchS,
        Key::PauseS,
        Key::Together,
        Key::Estimate,
        Key::BadRoutes,
        Key::BadRouteMs,
        Key::JitterMs,
        Key::Accelerator,
        Key::Ccu,
        Key::Playlists,
        Key::Shares,
        Key::Dcs,
        Key::Days,
        Key::Seed,
    ];

    /// The declaration of this parameter.
    pub fn spec(self) -> &'static Spec {
        &SPECS[self as usize]
    }

    /// The parameter called `key`.
    pub fn named(key: &str) -> Result<Key, ParamError> {
        Key::ALL
            .into_iter()
            .find(|candidate| candidate.spec().key == key)
            .ok_or_else(|| ParamError::UnknownKey { key: key.to_owned() })
    }

    /// `count` values of a number, as text: `from`, `to` and what lies evenly between, to the parameter's last decimal.
    ///
    /// # Errors
    /// [`ParamError::Malformed`] unless this is a number, and both ends are.
    pub fn spaced(self, from: &str, to: &str, count: u32) -> Result<Vec<String>, ParamError> {
        let spec = self.spec();
        let (Kind::Number { decimals, .. }, Value::Integer(first), Value::Integer(last)) =
            (spec.kind, parse(spec, from)?, parse(spec, to)?)
        else {
            let text = format!("{from}..{to}");
            return Err(ParamError::Malformed { key: spec.key, text, expected: "a list of its values".into() });
        };
        // Wide enough for any two numbers that parse, times any count.
        let (first, last, gaps) = (i128::from(first), i128::from(last), i128::from(count.max(2) - 1));
        let nearest = |at: i128| (2 * (last - first) * at + gaps).div_euclid(2 * gaps);
        Ok((0..count).map(|at| decimal((first + nearest(at.into())) as i64, decimals)).collect())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// A scaled number, 0 and 1 of a flag, or the position of a choice.
    Integer(i64),
    Text(String),
}

/// One checked value for every parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    values: [Value; SPECS.len()],
}

impl Default for Params {
    fn default() -> Self {
        Self {
            values: SPECS.map(|spec| match spec.kind {
                Kind::Number { default, .. } => Value::Integer(default),
                Kind::Flag | Kind::Choice(_) => Value::Integer(0),
                Kind::Weights | Kind::Text => Value::Text(String::new()),
            }),
        }
    }
}

impl Params {
    /// Sets the parameter called `key` from its text form.
    ///
    /// # Errors
    /// [`ParamError`] if there is no such key, or the text does not parse or is out of bounds; nothing changes then.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
        let key = Key::named(key)?;
        let value = parse(key.spec(), text)?;
        if let (Value::Integer(n), Kind::Number { decimals, min, max, .. }) = (&value, key.spec().kind)
            && !(min..=max).contains(n)
        {
            return Err(ParamError::OutOfBounds {
                key: key.spec().key,
                text: text.to_owned(),
                min: decimal(min, decimals),
                max: decimal(max, decimals),
            });
        }
        self.values[key as usize] = value;
        Ok(())
    }

    /// As [`set`](Self::set), but a number beyond its bounds is moved to the nearest; tells whether it was.
    ///
    /// # Errors
    /// [`ParamError`] if there is no such key or the text does not parse.
    pub fn set_clamped(&mut self, key: &str, text: &str) -> Result<bool, ParamError> {
        let key = Key::named(key)?;
        let mut value = parse(key.spec(), text)?;
        let mut moved = false;
        if let (Value::Integer(n), Kind::Number { min, max, .. }) = (&mut value, key.spec().kind) {
            moved = !(min..=max).contains(n);
            *n = (*n).clamp(min, max);
        }
        self.values[key as usize] = value;
        Ok(moved)
    }

    /// The value of a parameter as text; [`set`](Self::set) reads it back as the same value.
    pub fn text(&self, key: Key) -> String {
        match (&self.values[key as usize], key.spec().kind) {
            (Value::Text(text), _) => text.clone(),
            (Value::Integer(n), Kind::Number { decimals, .. }) => decimal(*n, decimals),
            (Value::Integer(n), Kind::Choice(words)) => words[*n as usize].to_owned(),
            (Value::Integer(n), _) => n.to_string(),
        }
    }

    /// Whether the parameter differs from its default.
    pub fn is_changed(&self, key: Key) -> bool {
        self.values[key as usize] != Params::default().values[key as usize]
    }

    /// The parameters that differ from their defaults, with their values as text.
    pub fn changed(&self) -> impl Iterator<Item = (Key, String)> {
        Key::ALL.into_iter().filter(|&key| self.is_changed(key)).map(|key| (key, self.text(key)))
    }

    /// Denominator of [`replay`](Self::replay).
    pub const REPLAY_ONE: u32 = 10_000;
    /// Denominator of [`bad_routes`](Self::bad_routes) and [`accelerator`](Self::accelerator).
    pub const SHARE_ONE: u32 = 10_000;

    /// Replay probability, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
    pub fn replay(&self) -> u32 {
        self.integer(Key::Replay)
    }

    /// RTT up to which a player is matched at first, in ms.
    pub fn ideal_ms(&self) -> u8 {
        self.integer(Key::IdealMs) as u8
    }

    /// RTT up to which a player is matched later, in ms; never below [`ideal_ms`](Self::ideal_ms).
    pub fn expand_ms(&self) -> u8 {
        (self.integer(Key::ExpandMs) as u8).max(self.ideal_ms())
    }

    /// Seconds in IDEAL.
    pub fn ideal_s(&self) -> u32 {
        self.integer(Key::IdealS)
    }

    /// Seconds in EXPAND.
    pub fn expand_s(&self) -> u32 {
        self.integer(Key::ExpandS)
    }

    /// Seconds in WARMBODY.
    pub fn warm_s(&self) -> u32 {
        self.integer(Key::WarmS)
    }

    /// Whether a failed search ends in a match against bots.
    pub fn bots(&self) -> bool {
        self.integer(Key::Bots) != 0
    }

    /// Players per match.
    pub fn players(&self) -> u32 {
        self.integer(Key::Players)
    }

    /// Match length in seconds.
    pub fn match_s(&self) -> u32 {
        self.integer(Key::MatchS)
    }

    /// Pause between matches in seconds.
    pub fn pause_s(&self) -> u32 {
        self.integer(Key::PauseS)
    }

    /// Whether those of a match who queue again stay together.
    pub fn together(&self) -> bool {
        self.integer(Key::Together) != 0
    }

    /// Where the matchmaker has its RTTs from.
    pub fn estimate(&self) -> Estimate {
        match self.integer(Key::Estimate) {
            0 => Estimate::Map,
            1 => Estimate::Distance,
            _ => Estimate::Ping,
        }
    }

    /// Share of routes that are bad, of [`SHARE_ONE`](Self::SHARE_ONE).
    pub fn bad_routes(&self) -> u32 {
        self.integer(Key::BadRoutes)
    }

    /// Mean RTT that a bad route adds, ms.
    pub fn bad_route_ms(&self) -> u8 {
        self.integer(Key::BadRouteMs) as u8
    }

    /// Most that a ping is off by, ms.
    pub fn jitter_ms(&self) -> u8 {
        self.integer(Key::JitterMs) as u8
    }

    /// Share of the bad routes to game servers that are repaired, of [`SHARE_ONE`](Self::SHARE_ONE).
    pub fn accelerator(&self) -> u32 {
        self.integer(Key::Accelerator)
    }

    /// Peak CCU that the joins give at the default parameters.
    pub fn ccu(&self) -> u32 {
        self.integer(Key::Ccu)
    }

    /// Playlists that the population is split into.
    pub fn playlists(&self) -> u32 {
        self.integer(Key::Playlists)
    }

    /// Up to where in 0..2^32 each playlist reaches, of numbers that all are equally likely to be a player's.
    pub fn shares(&self) -> Vec<u64> {
        let (mut weight, mut sum) = (1, 0);
        let mut given = self.words(Key::Shares).split(',').map_while(|weight| parse_decimal(weight, 0));
        let mut bounds = Vec::new();
        for _ in 0..self.playlists() {
            weight = given.next().unwrap_or(weight);
            sum += weight as u64;
            bounds.push(sum << 32);
        }
        bounds.iter_mut().for_each(|bound| *bound /= sum);
        bounds
    }

    /// Days shown.
    pub fn days(&self) -> u32 {
        self.integer(Key::Days)
    }

    /// Seed of the run.
    pub fn seed(&self) -> u32 {
        self.integer(Key::Seed)
    }

    /// Changes to the default set of datacenters.
    pub fn dcs(&self) -> &str {
        self.words(Key::Dcs)
    }

    fn words(&self, key: Key) -> &str {
        match &self.values[key as usize] {
            Value::Text(text) => text,
            Value::Integer(_) => "",
        }
    }

    fn integer(&self, key: Key) -> u32 {
        match self.values[key as usize] {
            // Within 0..=u32::MAX by the bounds in SPECS (see the test).
            Value::Integer(n) => n as u32,
            Value::Text(_) => 0,
        }
    }
}

fn parse(spec: &'static Spec, text: &str) -> Result<Value, ParamError> {
    let malformed = |expected: &str| ParamError::Malformed {
        key: spec.key,
        text: text.chars().take(80).collect(),
        expected: expected.to_owned(),
    };
    match spec.kind {
        Kind::Number { decimals, .. } => parse_decimal(text.trim(), decimals)
            .map(Value::Integer)
            .ok_or_else(|| malformed(if decimals == 0 { "a whole number" } else { "a decimal number, such as 0.75" })),
        Kind::Flag => match text.trim() {
            "1" | "true" | "on" => Ok(Value::Integer(1)),
            "0" | "false" | "off" => Ok(Value::Integer(0)),
            _ => Err(malformed("1 or 0")),
        },
        Kind::Choice(words) => match words.iter().position(|word| *word == text.trim()) {
            Some(at) => Ok(Value::Integer(at as i64)),
            None => Err(malformed(&format!("one of {}", words.join(", ")))),
        },
        Kind::Weights => match parse_weights(text.trim()) {
            Some(weights) => Ok(Value::Text(weights)),
            None => Err(malformed("up to 20 whole numbers from 1 to 1000000, such as 50,30,20")),
        },
        Kind::Text => Ok(Value::Text(text.trim().to_owned())),
    }
}

/// The weights as they are kept: without spaces.
fn parse_weights(text: &str) -> Option<String> {
    let mut kept = String::new();
    for (before, part) in text.split(',').filter(|_| !text.is_empty()).enumerate() {
        let weight = parse_decimal(part.trim(), 0)?;
        if !(1..=MAX_WEIGHT).contains(&weight) || before == MAX_PLAYLISTS {
            return None;
        }
        kept += if before > 0 { "," } else { "" };
        kept += &decimal(weight, 0);
    }
    Some(kept)
}

/// Reads a plain decimal number in units of `10^-decimals`; more digits are rounded half away from zero.
fn parse_decimal(text: &str, decimals: u8) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || whole.len() > 15 || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let mut value: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut fraction = fraction.bytes().map(|b| i64::from(b - b'0'));
    for _ in 0..decimals {
        value = value.checked_mul(10)? + fraction.next().unwrap_or(0);
    }
    if fraction.next().is_some_and(|digit| digit >= 5) {
        value += 1;
    }
    Some(if negative { -value } else { value })
}

/// Writes a scaled integer as the shortest decimal number.
fn decimal(value: i64, decimals: u8) -> String {
    let one = 10_i64.pow(u32::from(decimals));
    let sign = if value < 0 { "-" } else { "" };
    let (whole, fraction) = (value.abs() / one, value.abs() % one);
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{fraction:0width$}", width = usize::from(decimals));
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_at_their_specs() {
        for (index, key) in Key::ALL.into_iter().enumerate() {
            assert_eq!(key as usize, index);
            assert_eq!(Key::named(key.spec().key), Ok(key));
        }
        let mut expected = [
            "seed",
            "days",
            "ccu",
            "replay",
            "ideal_ms",
            "expand_ms",
            "ideal_s",
            "expand_s",
            "warm_s",
            "players",
            "match_s",
            "pause_s",
            "together",
            "bots",
            "dcs",
            "estimate",
            "bad_routes",
            "bad_route_ms",
            "jitter_ms",
            "accelerator",
            "playlists",
            "shares",
        ];
        let mut actual = SPECS.map(|spec| spec.key);
        expected.sort_unstable();
        actual.sort_unstable();
        assert_eq!(actual, expected, "the documented keys, that people script against");
    }

    #[test]
    fn bounds_hold_their_defaults_and_fit_the_getters() {
        for spec in SPECS {
            if let Kind::Number { min, max, step, default, .. } = spec.kind {
                assert!(0 <= min && min <= default && default <= max && max <= i64::from(u32::MAX), "{}", spec.key);
                assert!(step > 0);
            }
            assert!(spec.help.ends_with('.'), "{}: help is a sentence", spec.key);
        }
        assert!(matches!(Key::ExpandMs.spec().kind, Kind::Number { max: 254, .. }), "255 means 255 or more");
    }

    #[test]
    fn decimals_are_exact() {
        let mut params = Params::default();
        for (text, units, canonical) in [
            ("0.8", 8_000, "0.8"),
            ("0", 0, "0"),
            (".5", 5_000, "0.5"),
            ("0.12344", 1_234, "0.1234"),
            ("0.12345", 1_235, "0.1235"),
        ] {
            params.set("replay", text).unwrap();
            assert_eq!((params.replay(), params.text(Key::Replay).as_str()), (units, canonical));
        }
    }

    #[test]
    fn spaced_values_are_even_and_have_their_ends() {
        assert_eq!(Key::Replay.spaced("0.6", "0.9", 4).unwrap(), ["0.6", "0.7", "0.8", "0.9"]);
        assert_eq!(Key::Replay.spaced(".9", "0.6", 3).unwrap(), ["0.9", "0.75", "0.6"]);
        assert_eq!(Key::IdealMs.spaced("10", "20", 4).unwrap(), ["10", "13", "17", "20"]);
        assert_eq!(Key::Ccu.spaced("500", "9000", 1).unwrap(), ["500"]);
        assert_eq!(Key::Ccu.spaced("500", "9000", 0).unwrap(), [""; 0]);
        assert!(Key::Ccu.spaced("-999999999999999", "999999999999999", 3).unwrap()[1] == "0");
        for (key, from, says) in [
            (Key::Estimate, "map", "expected a list of its values"),
            (Key::Bots, "0", "expected a list of its values"),
            (Key::Ccu, "few", "expected a whole number"),
        ] {
            let error = key.spaced(from, from, 2).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn choices_are_their_words() {
        let mut params = Params::default();
        for (word, estimate) in [("ping", Estimate::Ping), ("distance", Estimate::Distance), ("map", Estimate::Map)] {
            params.set("estimate", word).unwrap();
            assert_eq!((params.estimate(), params.text(Key::Estimate).as_str()), (estimate, word));
        }
    }

    #[test]
    fn every_playlist_has_its_share() {
        for (playlists, shares, kept, weights) in [
            ("1", "", "", &[1][..]),
            ("3", "", "", &[1, 1, 1]),
            ("2", " 3, 1 ", "3,1", &[3, 1]),
            ("4", "50,30", "50,30", &[50, 30, 30, 30]),
            ("2", "50,30,20", "50,30,20", &[50, 30]),
            ("20", "0001000000", "1000000", &[1; 20]),
        ] {
            let mut params = Params::default();
            params.set("playlists", playlists).unwrap();
            params.set("shares", shares).unwrap();
            assert_eq!(params.text(Key::Shares), kept);
            let (bounds, total) = (params.shares(), weights.iter().sum::<u64>());
            assert_eq!(bounds.len(), weights.len());
            for (at, bound) in bounds.iter().enumerate() {
                assert_eq!(*bound, (weights[..=at].iter().sum::<u64>() << 32) / total, "{playlists} by {shares}");
            }
        }
    }

    #[test]
    fn what_is_refused_changes_nothing_and_says_why() {
        let mut params = Params::default();
        for (key, text, says) in [
            ("replay", "0.96", "replay=0.96: must be from 0 to 0.95"),
            ("replay", "80%", "expected a decimal number"),
            ("ccu", "1e6", "expected a whole number"),
            ("ccu", "", "expected a whole number"),
            ("ccu", "99999999999999999999", "expected a whole number"),
            ("bots", "maybe", "expected 1 or 0"),
            ("estimate", "pings", "expected one of map, distance, ping"),
            ("playlists", "21", "must be from 1 to 20"),
            ("shares", "50,,20", "shares=50,,20: expected up to 20 whole numbers from 1 to 1000000, such as 50,30,20"),
            ("shares", "3,0", "expected up to 20 whole numbers"),
            ("shares", "3,-1", "expected up to 20 whole numbers"),
            ("shares", "1000001", "expected up to 20 whole numbers"),
            ("shares", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "expected up to 20 whole numbers"),
            ("replai", "0.8", "no parameter `replai`; the parameters are replay, ideal_ms"),
        ] {
            let error = params.set(key, text).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn clamping_tells_that_it_did() {
        let mut params = Params::default();
        assert_eq!(params.set_clamped("replay", "7"), Ok(true));
        assert_eq!(params.text(Key::Replay), "0.95");
        assert_eq!(params.set_clamped("ccu", "-3"), Ok(true));
        assert_eq!(params.ccu(), 10);
        assert_eq!(params.set_clamped("ccu", "500"), Ok(false));
    }

    #[test]
    fn expanded_is_never_below_ideal() {
        let mut params = Params::default();
        params.set("ideal_ms", "120").unwrap();
        assert_eq!((params.ideal_ms(), params.expand_ms()), (120, 120));
    }
}
