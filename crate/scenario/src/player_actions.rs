//! The actions of a person in a ranked day.
//!
//! As text, actions are separated by `/` and ordered by time; the fields of an action are separated by `:`. The first
//! field is the second after the first shown midnight, the second field is `join`, `accept`, `decline` or `leave`.
//! `join` is followed by latitude, longitude, true skill in points, the number of friends in the party, and the
//! person's constraints:
//!
//! | word | constraint |
//! |---|---|
//! | `lock` | no match in another region |
//! | `same` | no player on another platform |
//! | `maps3` | only the maps of this bit set |
//! | `ping80` | no round trip above 80 ms |
//! | `region2` | queues in region 2 of the data set, counted from 0, instead of the nearest |

use crate::params::MAX_DAYS;
use crate::params::text::{decimal, parse_decimal};
use matchday_base::SimTime;
use matchday_base::rtt::MOST_RTT_MS;
use matchday_base::time::DAY_S;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The place and the skill of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// Degrees north, in hundredths, -9000 to 9000.
    pub lat_hundredths: i32,
    /// Degrees east, in hundredths, -18000 to 18000.
    pub lon_hundredths: i32,
    /// True skill, points.
    pub skill: u16,
}

/// The constraints of a person on matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// No match in another region.
    pub region_lock: bool,
    /// No player on another platform.
    pub same_platform: bool,
    /// The accepted maps, one bit each; `None` for all.
    pub maps: Option<u8>,
    /// The highest accepted round trip, ms; `None` for any.
    pub ping_ms: Option<u16>,
    /// The region of the queue; `None` for the nearest.
    pub region: Option<u8>,
}

/// An action of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerAction {
    /// Joins the queue.
    Join {
        /// Place and skill.
        person: Person,
        /// Number of friends in the party.
        friends: u8,
        /// Constraints on matches.
        wishes: Wishes,
    },
    /// Accepts the offered match.
    Accept,
    /// Declines the offered match.
    Decline,
    /// Leaves the queue or the match.
    Leave,
}

/// An action with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The action happens right before this second.
    pub at: SimTime,
    /// The action.
    pub action: PlayerAction,
}

/// All actions of one person, ordered by time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerActions(Vec<Input>);

/// A text that is no list of player actions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerActionsError {
    /// An invalid action.
    #[error("action {number}, '{text}': expected {expected}")]
    Event {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// The expected form.
        expected: String,
    },
    /// A longer text than a link may have.
    #[error("the text has {0} characters, at most {most} are allowed: remove some actions", most = PlayerActions::MOST)]
    Long(usize),
}

impl Wishes {
    /// All maps, one bit each.
    pub const ALL_MAPS: u8 = 0b1111;

    /// Reads the words, each at most once. The error is the expected form of the first invalid word.
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut read = Self::default();
        for word in words {
            let name = word.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let number = |most| whole(&word[name.len()..], most);
            let taken = match name {
                "lock" if name == word => !std::mem::replace(&mut read.region_lock, true),
                "same" if name == word => !std::mem::replace(&mut read.same_platform, true),
                "maps" => number(Self::ALL_MAPS.into()).filter(|&n| n > 0).is_some_and(|n| put(&mut read.maps, n)),
                "ping" => number(MOST_RTT_MS.into()).filter(|&n| n > 0).is_some_and(|n| put(&mut read.ping_ms, n)),
                "region" => number(u8::MAX.into()).is_some_and(|n| put(&mut read.region, n)),
                _ => false,
            };
            if !taken {
                return Err(
                    "lock, same, maps1 to maps15, ping1 to ping1000 or region0 to region255, each at most once"
                        .to_owned(),
                );
            }
        }
        Ok(read)
    }
}

/// Whether `to` begins with all actions of `from`; both are player actions as text.
pub fn goes_on(from: &str, to: &str) -> bool {
    to.strip_prefix(from).is_some_and(|rest| from.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

/// The time of the first action that `to` adds to `from`; `None` if it adds none. `to` [begins with](goes_on) `from`. The
/// time of an invalid action is 0.
pub fn first_added(from: &str, to: &str) -> Option<SimTime> {
    let added = to.get(from.len()..).unwrap_or_default().trim_start_matches('/');
    let (second, _) = added.split_once(':').unwrap_or((added, ""));
    (!added.is_empty())
        .then(|| whole(second, MAX_DAYS * DAY_S).map_or(SimTime(0), |second| SimTime::DAY_START + second))
}

/// Sets an option; returns whether it was empty.
fn put<T: TryFrom<u32>>(into: &mut Option<T>, number: u32) -> bool {
    T::try_from(number).is_ok_and(|number| into.replace(number).is_none())
}

/// A whole number up to `most`.
fn whole(text: &str, most: u32) -> Option<u32> {
    let digits = !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= most)
}

impl PlayerAction {
    fn read(text: &str) -> Result<Self, String> {
        let mut fields = text.split(':');
        let action = match fields.next() {
            Some("join") => return Self::join(fields),
            Some("accept") => Self::Accept,
            Some("decline") => Self::Decline,
            Some("leave") => Self::Leave,
            _ => return Err("join, accept, decline or leave after the second".to_owned()),
        };
        if fields.next().is_some() { Err("no field after accept, decline and leave".to_owned()) } else { Ok(action) }
    }

    fn join<'a>(mut fields: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut degrees = |most: i64| {
            let hundredths = parse_decimal(fields.next()?, 2);
            hundredths.filter(|hundredths| (-most..=most).contains(hundredths)).map(|hundredths| hundredths as i32)
        };
        let lat_hundredths = degrees(9_000).ok_or("a latitude from -90 to 90 after join")?;
        let lon_hundredths = degrees(18_000).ok_or("a longitude from -180 to 180 after the latitude")?;
        let mut number = |most| fields.next().and_then(|text| whole(text, most));
        let skill =
            number(PlayerActions::MOST_SKILL.into()).ok_or("a skill from 0 to 4000 points after the longitude")?;
        let friends = number(PlayerActions::MOST_FRIENDS.into()).ok_or("0 to 4 friends after the skill")?;
        let person = Person { lat_hundredths, lon_hundredths, skill: skill as u16 };
        Ok(Self::Join { person, friends: friends as u8, wishes: Wishes::read(fields)? })
    }
}

impl PlayerActions {
    /// Most characters of the text.
    pub const MOST: usize = 4_096;
    /// Highest skill, points.
    pub const MOST_SKILL: u16 = 4_000;
    /// Most friends in the party.
    pub const MOST_FRIENDS: u8 = 4;

    /// All actions, ordered by time.
    pub fn all(&self) -> &[Input] {
        &self.0
    }

    /// Adds the next action, unless the text would be too long; returns whether it was added.
    pub fn push(&mut self, input: Input) -> bool {
        self.0.push(input);
        let fits = self.to_string().len() <= Self::MOST;
        if !fits {
            self.0.pop();
        }
        fits
    }

    /// The person of the first join; `None` before it.
    pub fn person(&self) -> Option<Person> {
        self.0
            .iter()
            .find_map(|input| if let PlayerAction::Join { person, .. } = input.action { Some(person) } else { None })
    }

    /// Reads the next action.
    fn read(&mut self, text: &str) -> Result<(), String> {
        let (seconds, action) = text.split_once(':').unwrap_or((text, ""));
        let seconds = whole(seconds, MAX_DAYS * DAY_S - 1).ok_or("a second from 0 to 2591999 as the first field")?;
        let (at, action) = (SimTime::DAY_START + seconds, PlayerAction::read(action)?);
        if self.0.last().is_some_and(|before| before.at > at) {
            return Err("actions ordered by time".to_owned());
        }
        if let (Some(first), PlayerAction::Join { person, .. }) = (self.person(), action)
            && first != person
        {
            return Err(format!("the place and skill of the first join, {first}"));
        }
        self.0.push(Input { at, action });
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
        let mut numbers =
            [("maps", self.maps.map(u16::from)), ("ping", self.ping_ms), ("region", self.region.map(u16::from))]
                .into_iter();
        numbers.try_for_each(|(name, number)| number.map_or(Ok(()), |number| write!(f, ":{name}{number}")))
    }
}

impl fmt::Display for PlayerActions {
    /// The text that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Input { at: time, action }) in self.0.iter().enumerate() {
            write!(f, "{}{}:", if at > 0 { "/" } else { "" }, time.shown_s().unwrap_or(0))?;
            match action {
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
    use rand::RngExt;

    #[test]
    fn player_actions_are_read_and_written() {
        let text = "64800:join:50.11:8.68:1500:2:lock:same:maps3:ping80:region2/64809:accept/65000:decline/66000:leave\
                    /66000:join:50.11:8.68:1500:0";
        let read: PlayerActions = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        let person = Person { lat_hundredths: 5_011, lon_hundredths: 868, skill: 1_500 };
        let wishes =
            Wishes { region_lock: true, same_platform: true, maps: Some(3), ping_ms: Some(80), region: Some(2) };
        let at = |shown_s| SimTime::DAY_START + shown_s;
        let expected = [
            Input { at: at(64_800), action: PlayerAction::Join { person, friends: 2, wishes } },
            Input { at: at(64_809), action: PlayerAction::Accept },
            Input { at: at(65_000), action: PlayerAction::Decline },
            Input { at: at(66_000), action: PlayerAction::Leave },
            Input { at: at(66_000), action: PlayerAction::Join { person, friends: 0, wishes: Wishes::default() } },
        ];
        assert_eq!((read.all(), read.person()), (&expected[..], Some(person)));
        assert_eq!("".parse(), Ok(PlayerActions::default()));
        // Constraints may have any order; surplus digits are dropped.
        let loose: PlayerActions = "0:join:-90:180.000:0:4:ping1:lock".parse().unwrap();
        assert_eq!(loose.to_string(), "0:join:-90:180:0:4:lock:ping1");
    }

    #[test]
    fn added_actions_continue_earlier_ones_and_changed_ones_do_not() {
        assert!(goes_on("", "") && goes_on("", "9:join:1:1:5:0"));
        assert!(goes_on("9:join:1:1:5:0", "9:join:1:1:5:0/12:accept"));
        assert!(!goes_on("9:join:1:1:5:0/12:accept", "9:join:1:1:5:0"));
        // The same person with another constraint.
        assert!(!goes_on("9:join:1:1:5:0", "9:join:1:1:5:0:lock"));
        assert!(!goes_on("9:join:1:1:5:0", "8:join:1:1:5:0"));
    }

    #[test]
    fn the_first_added_action_has_a_time() {
        let at = |second| Some(SimTime::DAY_START + second);
        assert_eq!(first_added("", ""), None);
        assert_eq!(first_added("9:join:1:1:5:0", "9:join:1:1:5:0"), None);
        assert_eq!(first_added("", "9:join:1:1:5:0/12:accept"), at(9));
        assert_eq!(first_added("9:join:1:1:5:0", "9:join:1:1:5:0/12:accept/15:leave"), at(12));
        assert_eq!(first_added("9:join:1:1:5:0", "9:join:1:1:5:0/soon:accept"), Some(SimTime(0)));
    }

    #[test]
    fn the_error_names_the_invalid_action() {
        for (text, number, event, expected) in [
            ("x", 1, "x", "a second from 0 to 2591999 as the first field"),
            ("1:accept/2592000:leave", 2, "2592000:leave", "a second from 0 to 2591999 as the first field"),
            ("+1:accept", 1, "+1:accept", "a second from 0 to 2591999 as the first field"),
            ("1:accept/", 2, "", "a second from 0 to 2591999 as the first field"),
            ("1:wave", 1, "1:wave", "join, accept, decline or leave after the second"),
            ("1", 1, "1", "join, accept, decline or leave after the second"),
            ("1:leave:now", 1, "1:leave:now", "no field after accept, decline and leave"),
            ("5:accept/4:leave", 2, "4:leave", "actions ordered by time"),
            ("1:join", 1, "1:join", "a latitude from -90 to 90 after join"),
            ("1:join:90.01", 1, "1:join:90.01", "a latitude from -90 to 90 after join"),
            ("1:join:NaN", 1, "1:join:NaN", "a latitude from -90 to 90 after join"),
            ("1:join:5:-180.01", 1, "1:join:5:-180.01", "a longitude from -180 to 180 after the latitude"),
            ("1:join:5:5:4001:0", 1, "1:join:5:5:4001:0", "a skill from 0 to 4000 points after the longitude"),
            ("1:join:5:5:9:5", 1, "1:join:5:5:9:5", "0 to 4 friends after the skill"),
            (
                "1:join:5:5:9:1:lock:lock",
                1,
                "1:join:5:5:9:1:lock:lock",
                "lock, same, maps1 to maps15, ping1 to ping1000 or region0 to region255, each at most once",
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
            assert_eq!(error.to_string(), format!("action {number}, '{event}': expected {expected}"));
        }
        for wish in ["lock1", "maps", "maps0", "maps16", "ping0", "ping1001", "region256", "maps1:maps2", "", "Lock"] {
            assert!(format!("1:join:5:5:9:1:{wish}").parse::<PlayerActions>().is_err(), "{wish}");
        }
        let long = "1:accept/".repeat(500);
        let error = long.parse::<PlayerActions>().unwrap_err();
        let says = "the text has 4500 characters, at most 4096 are allowed: remove some actions";
        assert_eq!(error.to_string(), says);
    }

    #[test]
    fn no_text_panics_and_valid_text_survives_reading_and_writing() {
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
            for _ in 0..rng.random_range(..9_u32) {
                text += pieces[rng.random_range(..pieces.len())];
                text += [":", ":", ":", "/"][rng.random_range(..4_usize)];
            }
            text.pop();
            if let Ok(actions) = text.parse::<PlayerActions>() {
                read += 1;
                assert_eq!(actions.to_string().parse(), Ok(actions), "{text}");
            }
        }
        assert!(read > 1_000, "{read}");
    }

    #[test]
    fn an_action_that_makes_the_text_too_long_is_not_added() {
        let mut actions = PlayerActions::default();
        let input = Input { at: SimTime::DAY_START, action: PlayerAction::Accept };
        while actions.push(input) {}
        let text = actions.to_string();
        assert!(text.len() <= PlayerActions::MOST && text.len() + "/0:accept".len() > PlayerActions::MOST);
        assert_eq!(text.parse(), Ok(actions));
    }
}
