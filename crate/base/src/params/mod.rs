//! The registry: every parameter of a scenario, declared once.
//!
//! From [`SPECS`] come `--set`, the page's sliders, permalinks, `window.matchday`, scenario files and
//! the README's table. Values are kept as scaled integers, so that a parameter prints, parses and
//! simulates as exactly the number that was typed.
//!
//! Keys, units and defaults are frozen for each link version (see [`crate::link`]): a changed default
//! would change what an old link shows.

pub mod inside;
mod specs;
mod strike;
mod text;

pub use inside::Inside;
pub use specs::{Estimate, FleetFlow, Kind, RankedQueue, RatingSystem, Ready, SPECS, Season, Slider, Spec, WidenBy};
pub use strike::Strike;
pub use text::{ParamError, decimal};
use text::{Value, parse, parse_decimal};

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
    Fleet,
    Buffer,
    BootS,
    FaultBootFailure,
    FaultCrashInBoot,
    FaultCrashBeforePickup,
    FaultCrashInLoad,
    FaultCrashInMatch,
    FaultHang,
    FaultZombie,
    FaultLost,
    FaultLate,
    FaultDoubled,
    FaultRefused,
    FaultAnswerLost,
    FaultOutage,
    FaultBrokerRestart,
    Strikes,
    Ranked,
    Rating,
    Shadow,
    Tau,
    Queue,
    Widening,
    WidenBy,
    Accounts,
    SkillSd,
    Activity,
    Newcomers,
    Smurfs,
    Parties,
    Picky,
    Ready,
    AcceptRate,
    CancelAll,
    LeaveRate,
    Season,
    SeasonDays,
    Inside,
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
        Key::Fleet,
        Key::Buffer,
        Key::BootS,
        Key::FaultBootFailure,
        Key::FaultCrashInBoot,
        Key::FaultCrashBeforePickup,
        Key::FaultCrashInLoad,
        Key::FaultCrashInMatch,
        Key::FaultHang,
        Key::FaultZombie,
        Key::FaultLost,
        Key::FaultLate,
        Key::FaultDoubled,
        Key::FaultRefused,
        Key::FaultAnswerLost,
        Key::FaultOutage,
        Key::FaultBrokerRestart,
        Key::Strikes,
        Key::Ranked,
        Key::Rating,
        Key::Shadow,
        Key::Tau,
        Key::Queue,
        Key::Widening,
        Key::WidenBy,
        Key::Accounts,
        Key::SkillSd,
        Key::Activity,
        Key::Newcomers,
        Key::Smurfs,
        Key::Parties,
        Key::Picky,
        Key::Ready,
        Key::AcceptRate,
        Key::CancelAll,
        Key::LeaveRate,
        Key::Season,
        Key::SeasonDays,
        Key::Inside,
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
                Kind::Open(words) => Value::Text(words[0].to_owned()),
                Kind::Weights | Kind::Text | Kind::Strikes => Value::Text(String::new()),
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

    /// Where matches get servers.
    pub fn fleet(&self) -> FleetFlow {
        match self.integer(Key::Fleet) {
            0 => FleetFlow::Off,
            1 => FleetFlow::Broker,
            _ => FleetFlow::Register,
        }
    }

    /// Servers that each datacenter keeps beyond those in use.
    pub fn buffer(&self) -> u32 {
        self.integer(Key::Buffer)
    }

    /// Median boot time of a server in seconds.
    pub fn boot_s(&self) -> u32 {
        self.integer(Key::BootS)
    }

    /// How often the fault of this name happens, in millionths of its occasions; 0 if there is none of it.
    pub fn fault(&self, name: &str) -> u32 {
        let key = Key::ALL.into_iter().find(|key| key.spec().key.strip_prefix("fault.") == Some(name));
        key.map_or(0, |key| self.integer(key))
    }

    /// What goes wrong at which moments, in the order in which they were written.
    pub fn strikes(&self) -> Vec<Strike> {
        self.words(Key::Strikes).split(',').filter_map(Strike::read).collect()
    }

    /// Whether matches are ranked.
    pub fn is_ranked(&self) -> bool {
        self.ranked() != "off"
    }

    /// What is played for ratings, as text: `off`, or a mode.
    pub fn ranked(&self) -> &str {
        self.words(Key::Ranked)
    }

    /// The rating system that decides.
    pub fn rating(&self) -> RatingSystem {
        rating_system(self.integer(Key::Rating))
    }

    /// The rating system beside it, if there is one.
    pub fn shadow(&self) -> Option<RatingSystem> {
        self.integer(Key::Shadow).checked_sub(1).map(rating_system)
    }

    /// How fast Glicko-2 lets volatility change.
    pub fn tau(&self) -> f64 {
        f64::from(self.integer(Key::Tau)) / 100.0
    }

    /// How the ranked queue narrows who meets whom.
    pub fn queue(&self) -> RankedQueue {
        match self.integer(Key::Queue) {
            0 => RankedQueue::Windows,
            1 => RankedQueue::Bands,
            _ => RankedQueue::Global,
        }
    }

    /// How windows widen, as text: a preset, or steps.
    pub fn widening(&self) -> &str {
        self.words(Key::Widening)
    }

    /// Whose age widens a window.
    pub fn widen_by(&self) -> WidenBy {
        match self.integer(Key::WidenBy) {
            0 => WidenBy::Oldest,
            1 => WidenBy::Newest,
            _ => WidenBy::Average,
        }
    }

    /// Accounts at first.
    pub fn accounts(&self) -> u32 {
        self.integer(Key::Accounts)
    }

    /// Standard deviation of true skill, in points.
    pub fn skill_sd(&self) -> u32 {
        self.integer(Key::SkillSd)
    }

    /// Classes of activity, as text.
    pub fn activity(&self) -> &str {
        self.words(Key::Activity)
    }

    /// A share of the ranked ladder, of [`SHARE_ONE`](Self::SHARE_ONE): `key` is one of [`Key::Newcomers`],
    /// [`Key::Smurfs`], [`Key::Parties`], [`Key::Picky`], [`Key::AcceptRate`], [`Key::LeaveRate`].
    pub fn share(&self, key: Key) -> u32 {
        self.integer(key)
    }

    /// What is asked before a ranked match starts.
    pub fn ready(&self) -> Ready {
        match self.integer(Key::Ready) {
            0 => Ready::Accept,
            1 => Ready::Instant,
            _ => Ready::Double,
        }
    }

    /// Whether a failed ready check takes everybody out of the queue.
    pub fn cancel_all(&self) -> bool {
        self.integer(Key::CancelAll) != 0
    }

    /// How seasons begin.
    pub fn season(&self) -> Season {
        match self.integer(Key::Season) {
            0 => Season::Soft,
            1 => Season::Hard,
            2 => Season::Floors,
            _ => Season::Rolling,
        }
    }

    /// Days of a season.
    pub fn season_days(&self) -> u32 {
        self.integer(Key::SeasonDays)
    }

    /// What a person did inside, as text.
    pub fn inside(&self) -> &str {
        self.words(Key::Inside)
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

fn rating_system(word: u32) -> RatingSystem {
    match word {
        0 => RatingSystem::Glicko2,
        1 => RatingSystem::Elo,
        _ => RatingSystem::WengLin,
    }
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
            "fleet",
            "buffer",
            "boot_s",
            "fault.boot_failure",
            "fault.crash_in_boot",
            "fault.crash_before_pickup",
            "fault.crash_in_load",
            "fault.crash_in_match",
            "fault.hang",
            "fault.zombie",
            "fault.lost",
            "fault.late",
            "fault.doubled",
            "fault.refused",
            "fault.answer_lost",
            "fault.outage",
            "fault.broker_restart",
            "strikes",
            "ranked",
            "rating",
            "shadow",
            "tau",
            "queue",
            "widening",
            "widen_by",
            "accounts",
            "skill_sd",
            "activity",
            "newcomers",
            "smurfs",
            "parties",
            "picky",
            "ready",
            "accept_rate",
            "cancel_all",
            "leave_rate",
            "season",
            "season_days",
            "inside",
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
