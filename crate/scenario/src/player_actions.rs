//! What a person did inside a ranked day.
//!
//! As text: events in the order of time with `/` between them, fields with `:`. The first field is the second since the first
//! shown midnight, the second what happens: `join`, `accept`, `decline` or `leave`. Behind `join` stand latitude, longitude,
//! true skill in points and the number of friends who queue along, and then what the person asks of matches: `lock`, no other
//! region; `same`, no other platform; `maps3`, these maps alone, a bit each; `ping80`, no round trip beyond that many ms;
//! `region2`, waits in that region of the scenario's, from 0, rather than the nearest.

use crate::params::MAX_DAYS;
use crate::params::text::{decimal, parse_decimal};
use matchday_base::SimTime;
use matchday_base::time::DAY_S;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Who a person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// Degrees north, in hundredths, -9000 to 9000.
    pub lat_hundredths: i32,
    /// Degrees east, in hundredths, -18000 to 18000.
    pub lon_hundredths: i32,
    /// True skill, points.
    pub skill: u16,
}

/// What a person asks of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Meets no other region.
    pub region_lock: bool,
    /// Meets no other platform.
    pub same_platform: bool,
    /// Plays these maps alone, a bit each.
    pub maps: Option<u8>,
    /// Accepts round trips up to so many ms.
    pub ping_ms: Option<u8>,
    /// Waits in this region rather than the nearest.
    pub region: Option<u8>,
}

/// What a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerAction {
    /// Queues.
    Join {
        /// Who.
        person: Person,
        /// How many friends queue along.
        friends: u8,
        /// What it asks for.
        wishes: Wishes,
    },
    /// Accepts the match that it is offered.
    Accept,
    /// Declines it.
    Decline,
    /// Leaves the queue, or the match.
    Leave,
}

/// What a person does, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The second before which it is done.
    pub at: SimTime,
    /// What.
    pub deed: PlayerAction,
}

/// Everything that a person did, in the order of time; one person all the time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerActions(Vec<Input>);

/// A text that says nothing that a person can do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerActionsError {
    /// An event that does not read.
    #[error("event {number}, '{text}': expected {expected}")]
    Event {
        /// Which, from 1.
        number: usize,
        /// What is there.
        text: String,
        /// What would have been understood.
        expected: String,
    },
    /// More than a link can carry.
    #[error("{0} characters: at most {most}", most = PlayerActions::MOST)]
    Long(usize),
}

impl Wishes {
    /// Maps that there are, a bit each.
    pub const ALL_MAPS: u8 = 0b1111;

    /// Reads the words, each at most once; says what was expected of the first that is wrong.
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut read = Self::default();
        for word in words {
            let name = word.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let number = |most| whole(&word[name.len()..], most);
            let taken = match name {
                "lock" if name == word => !std::mem::replace(&mut read.region_lock, true),
                "same" if name == word => !std::mem::replace(&mut read.same_platform, true),
                "maps" => number(Self::ALL_MAPS.into()).filter(|&n| n > 0).is_some_and(|n| put(&mut read.maps, n)),
                "ping" => number(254).filter(|&n| n > 0).is_some_and(|n| put(&mut read.ping_ms, n)),
                "region" => number(u8::MAX.into()).is_some_and(|n| put(&mut read.region, n)),
                _ => false,
            };
            if !taken {
                return Err(
                    "each once of lock, same, maps1 to maps15, ping1 to ping254, region0 to region255".to_owned()
                );
            }
        }
        Ok(read)
    }
}

/// Whether what somebody did, as text, is followed by nothing or by more.
pub fn goes_on(from: &str, to: &str) -> bool {
    to.strip_prefix(from).is_some_and(|rest| from.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

/// The moment of the first action that `to` adds to `from`, which it [goes on](goes_on) from; `None` if it adds none.
/// Text that does not read adds at once.
pub fn first_added(from: &str, to: &str) -> Option<SimTime> {
    let added = to.get(from.len()..).unwrap_or_default().trim_start_matches('/');
    let (second, _) = added.split_once(':').unwrap_or((added, ""));
    (!added.is_empty())
        .then(|| whole(second, MAX_DAYS * DAY_S).map_or(SimTime(0), |second| SimTime::DAY_START + second))
}

/// Fills what was empty.
fn put(into: &mut Option<u8>, number: u32) -> bool {
    into.replace(number as u8).is_none()
}

/// A whole number up to `most`.
fn whole(text: &str, most: u32) -> Option<u32> {
    let digits = !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= most)
}

impl PlayerAction {
    fn read(text: &str) -> Result<Self, String> {
        let mut fields = text.split(':');
        let deed = match fields.next() {
            Some("join") => return Self::join(fields),
            Some("accept") => Self::Accept,
            Some("decline") => Self::Decline,
            Some("leave") => Self::Leave,
            _ => return Err("join, accept, decline or leave behind the second".to_owned()),
        };
        if fields.next().is_some() { Err("nothing behind accept, decline and leave".to_owned()) } else { Ok(deed) }
    }

    fn join<'a>(mut fields: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut degrees = |most: i64| {
            let hundredths = parse_decimal(fields.next()?, 2);
            hundredths.filter(|hundredths| (-most..=most).contains(hundredths)).map(|hundredths| hundredths as i32)
        };
        let lat_hundredths = degrees(9_000).ok_or("a latitude from -90 to 90 behind join")?;
        let lon_hundredths = degrees(18_000).ok_or("a longitude from -180 to 180 behind the latitude")?;
        let mut number = |most| fields.next().and_then(|text| whole(text, most));
        let skill =
            number(PlayerActions::MOST_SKILL.into()).ok_or("a skill from 0 to 4000 points behind the longitude")?;
        let friends = number(PlayerActions::MOST_FRIENDS.into()).ok_or("0 to 4 friends behind the skill")?;
        let person = Person { lat_hundredths, lon_hundredths, skill: skill as u16 };
        Ok(Self::Join { person, friends: friends as u8, wishes: Wishes::read(fields)? })
    }
}

impl PlayerActions {
    /// Longest text.
    pub const MOST: usize = 4_096;
    /// Best skill, points.
    pub const MOST_SKILL: u16 = 4_000;
    /// Most friends who queue along.
    pub const MOST_FRIENDS: u8 = 4;

    /// What was done, in the order of time.
    pub fn all(&self) -> &[Input] {
        &self.0
    }

    /// Notes what is done next; whether there was room for it.
    pub fn push(&mut self, input: Input) -> bool {
        self.0.push(input);
        let fits = self.to_string().len() <= Self::MOST;
        if !fits {
            self.0.pop();
        }
        fits
    }

    /// Who the person is, once it has joined.
    pub fn person(&self) -> Option<Person> {
        self.0
            .iter()
            .find_map(|input| if let PlayerAction::Join { person, .. } = input.deed { Some(person) } else { None })
    }

    /// Reads one more event.
    fn read(&mut self, text: &str) -> Result<(), String> {
        let (seconds, deed) = text.split_once(':').unwrap_or((text, ""));
        let seconds = whole(seconds, MAX_DAYS * DAY_S - 1).ok_or("a second of the days first, 0 to 2591999")?;
        let (at, deed) = (SimTime::DAY_START + seconds, PlayerAction::read(deed)?);
        if self.0.last().is_some_and(|before| before.at > at) {
            return Err("events in the order of time".to_owned());
        }
        if let (Some(first), PlayerAction::Join { person, .. }) = (self.person(), deed)
            && first != person
        {
            return Err(format!("the place and skill of the first join, {first}"));
        }
        self.0.push(Input { at, deed });
        Ok(())
    }
}

impl FromStr for PlayerActions {
    type Err = PlayerActionsError;

    fn from_str(text: &str) -> Result<Self, PlayerActionsError> {
        if text.len() > Self::MOST {
            return Err(PlayerActionsError::Long(text.len()));
        }
        let mut read = Self::default();
        for (number, event) in (1..).zip(text.split('/').filter(|_| !text.is_empty())) {
            let text = || event.chars().take(80).collect();
            read.read(event).map_err(|expected| PlayerActionsError::Event { number, text: text(), expected })?;
        }
        Ok(read)
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let degrees = |hundredths: i32| decimal(hundredths.into(), 2);
        write!(f, "{}:{}:{}", degrees(self.lat_hundredths), degrees(self.lon_hundredths), self.skill)
    }
}

impl fmt::Display for Wishes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.region_lock { ":lock" } else { "" })?;
        f.write_str(if self.same_platform { ":same" } else { "" })?;
        let mut numbers = [("maps", self.maps), ("ping", self.ping_ms), ("region", self.region)].into_iter();
        numbers.try_for_each(|(name, number)| number.map_or(Ok(()), |number| write!(f, ":{name}{number}")))
    }
}

impl fmt::Display for PlayerActions {
    /// What [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Input { at: time, deed }) in self.0.iter().enumerate() {
            write!(f, "{}{}:", if at > 0 { "/" } else { "" }, time.shown_s().unwrap_or(0))?;
            match deed {
                PlayerAction::Join { person, friends, wishes } => write!(f, "join:{person}:{friends}{wishes}")?,
                PlayerAction::Accept => f.write_str("accept")?,
                PlayerAction::Decline => f.write_str("decline")?,
                PlayerAction::Leave => f.write_str("leave")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;

    #[test]
    fn what_a_person_did_is_read_and_written() {
        let text = "64800:join:50.11:8.68:1500:2:lock:same:maps3:ping80:region2/64809:accept/65000:decline/66000:leave\
                    /66000:join:50.11:8.68:1500:0";
        let read: PlayerActions = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        let person = Person { lat_hundredths: 5_011, lon_hundredths: 868, skill: 1_500 };
        let wishes =
            Wishes { region_lock: true, same_platform: true, maps: Some(3), ping_ms: Some(80), region: Some(2) };
        let at = |shown_s| SimTime::DAY_START + shown_s;
        let expected = [
            Input { at: at(64_800), deed: PlayerAction::Join { person, friends: 2, wishes } },
            Input { at: at(64_809), deed: PlayerAction::Accept },
            Input { at: at(65_000), deed: PlayerAction::Decline },
            Input { at: at(66_000), deed: PlayerAction::Leave },
            Input { at: at(66_000), deed: PlayerAction::Join { person, friends: 0, wishes: Wishes::default() } },
        ];
        assert_eq!((read.all(), read.person()), (&expected[..], Some(person)));
        assert_eq!("".parse(), Ok(PlayerActions::default()));
        // Any order of wishes, more digits than are kept.
        let loose: PlayerActions = "0:join:-90:180.000:0:4:ping1:lock".parse().unwrap();
        assert_eq!(loose.to_string(), "0:join:-90:180:0:4:lock:ping1");
    }

    #[test]
    fn days_go_on_with_what_was_done_in_them() {
        assert!(goes_on("", "") && goes_on("", "9:join:1:1:5:0"));
        assert!(goes_on("9:join:1:1:5:0", "9:join:1:1:5:0/12:accept"));
        assert!(!goes_on("9:join:1:1:5:0/12:accept", "9:join:1:1:5:0"));
        // The same person asks for something else.
        assert!(!goes_on("9:join:1:1:5:0", "9:join:1:1:5:0:lock"));
        assert!(!goes_on("9:join:1:1:5:0", "8:join:1:1:5:0"));
    }

    #[test]
    fn added_actions_begin_at_the_first_of_them() {
        let at = |second| Some(SimTime::DAY_START + second);
        assert_eq!(first_added("", ""), None);
        assert_eq!(first_added("9:join:1:1:5:0", "9:join:1:1:5:0"), None);
        assert_eq!(first_added("", "9:join:1:1:5:0/12:accept"), at(9));
        assert_eq!(first_added("9:join:1:1:5:0", "9:join:1:1:5:0/12:accept/15:leave"), at(12));
        assert_eq!(first_added("9:join:1:1:5:0", "9:join:1:1:5:0/soon:accept"), Some(SimTime(0)));
    }

    #[test]
    fn the_event_that_is_wrong_is_named() {
        for (text, number, event, expected) in [
            ("x", 1, "x", "a second of the days first, 0 to 2591999"),
            ("1:accept/2592000:leave", 2, "2592000:leave", "a second of the days first, 0 to 2591999"),
            ("+1:accept", 1, "+1:accept", "a second of the days first, 0 to 2591999"),
            ("1:accept/", 2, "", "a second of the days first, 0 to 2591999"),
            ("1:wave", 1, "1:wave", "join, accept, decline or leave behind the second"),
            ("1", 1, "1", "join, accept, decline or leave behind the second"),
            ("1:leave:now", 1, "1:leave:now", "nothing behind accept, decline and leave"),
            ("5:accept/4:leave", 2, "4:leave", "events in the order of time"),
            ("1:join", 1, "1:join", "a latitude from -90 to 90 behind join"),
            ("1:join:90.01", 1, "1:join:90.01", "a latitude from -90 to 90 behind join"),
            ("1:join:NaN", 1, "1:join:NaN", "a latitude from -90 to 90 behind join"),
            ("1:join:5:-180.01", 1, "1:join:5:-180.01", "a longitude from -180 to 180 behind the latitude"),
            ("1:join:5:5:4001:0", 1, "1:join:5:5:4001:0", "a skill from 0 to 4000 points behind the longitude"),
            ("1:join:5:5:9:5", 1, "1:join:5:5:9:5", "0 to 4 friends behind the skill"),
            (
                "1:join:5:5:9:1:lock:lock",
                1,
                "1:join:5:5:9:1:lock:lock",
                "each once of lock, same, maps1 to maps15, ping1 to ping254, region0 to region255",
            ),
            (
                "1:join:5:5:9:1/2:leave/3:join:5:5:10:1",
                3,
                "3:join:5:5:10:1",
                "the place and skill of the first join, 5:5:9",
            ),
        ] {
            let error = text.parse::<PlayerActions>().unwrap_err();
            let named = PlayerActionsError::Event { number, text: event.to_owned(), expected: expected.to_owned() };
            assert_eq!(error, named, "{text}");
        }
        for wish in ["lock1", "maps", "maps0", "maps16", "ping0", "ping255", "region256", "maps1:maps2", "", "Lock"] {
            assert!(format!("1:join:5:5:9:1:{wish}").parse::<PlayerActions>().is_err(), "{wish}");
        }
        let long = "1:accept/".repeat(500);
        assert_eq!(long.parse::<PlayerActions>(), Err(PlayerActionsError::Long(4_500)));
    }

    #[test]
    fn no_text_panics_and_what_is_read_is_written_the_same() {
        let pieces = [
            "1",
            "join",
            "accept",
            "leave",
            "decline",
            "5.5",
            "-7",
            "1500",
            "2",
            "lock",
            "maps3",
            "ß",
            "",
            "99999999999",
        ];
        let mut rng = Streams::new(1).stream("fuzz");
        let mut read = 0;
        for _ in 0..200_000 {
            let mut text = String::new();
            for _ in 0..rng.below(9) {
                text += pieces[rng.below(pieces.len() as u32) as usize];
                text += [":", ":", ":", "/"][rng.below(4) as usize];
            }
            text.pop();
            if let Ok(inside) = text.parse::<PlayerActions>() {
                read += 1;
                assert_eq!(inside.to_string().parse(), Ok(inside), "{text}");
            }
        }
        assert!(read > 1_000, "{read}");
    }

    #[test]
    fn what_does_not_fit_a_link_is_not_noted() {
        let mut inside = PlayerActions::default();
        let input = Input { at: SimTime::DAY_START, deed: PlayerAction::Accept };
        while inside.push(input) {}
        let text = inside.to_string();
        assert!(text.len() <= PlayerActions::MOST && text.len() + "/0:accept".len() > PlayerActions::MOST);
        assert_eq!(text.parse(), Ok(inside));
    }
}
