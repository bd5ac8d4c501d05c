//! Modes: number of players and teams.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Two teams of this size, 1 to [`Mode::MOST_IN_TEAM`].
    Teams(u8),
    /// This number of players, [`Mode::FREE_FOR_ALL`], each against all others.
    FreeForAll(u8),
}

impl Mode {
    /// Most players of a team.
    pub const MOST_IN_TEAM: u8 = 5;
    /// Fewest and most players of a free-for-all.
    pub const FREE_FOR_ALL: (u8, u8) = (3, 64);

    /// Players of a match.
    pub fn players(self) -> usize {
        match self {
            Mode::Teams(size) => 2 * usize::from(size),
            Mode::FreeForAll(players) => usize::from(players),
        }
    }

    /// Players of a team, and of the largest party.
    pub fn team_size(self) -> usize {
        match self {
            Mode::Teams(size) => usize::from(size),
            Mode::FreeForAll(_) => 1,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mode::Teams(size) => write!(f, "{size}v{size}"),
            Mode::FreeForAll(players) => write!(f, "ffa{players}"),
        }
    }
}

/// A text that is not a mode.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no mode: expected 1v1 to 5v5, or ffa3 to ffa64")]
pub struct ModeError(pub String);

impl FromStr for Mode {
    type Err = ModeError;

    /// Reads what [`Display`](fmt::Display) writes: `1v1`, `5v5`, `ffa8`.
    fn from_str(text: &str) -> Result<Self, ModeError> {
        let mut modes = (1..=Self::MOST_IN_TEAM).map(Mode::Teams);
        let mut free = (Self::FREE_FOR_ALL.0..=Self::FREE_FOR_ALL.1).map(Mode::FreeForAll);
        let named = |mode: &Mode| mode.to_string() == text;
        modes.find(named).or_else(|| free.find(named)).ok_or_else(|| ModeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_they_are_written() {
        let table = [
            ("1v1", Mode::Teams(1), 2, 1),
            ("2v2", Mode::Teams(2), 4, 2),
            ("3v3", Mode::Teams(3), 6, 3),
            ("5v5", Mode::Teams(5), 10, 5),
            ("ffa3", Mode::FreeForAll(3), 3, 1),
            ("ffa8", Mode::FreeForAll(8), 8, 1),
            ("ffa64", Mode::FreeForAll(64), 64, 1),
        ];
        for (text, mode, players, team_size) in table {
            assert_eq!(text.parse(), Ok(mode));
            assert_eq!((mode.to_string().as_str(), mode.players(), mode.team_size()), (text, players, team_size));
        }
    }

    #[test]
    fn what_is_no_mode_is_named() {
        for text in ["", "v", "1v2", "0v0", "6v6", "ffa", "ffa2", "ffa65", "ffa08", "01v01", "5V5", " 1v1", "256v256"] {
            let error = text.parse::<Mode>().unwrap_err();
            assert_eq!(error.to_string(), format!("'{text}' is no mode: expected 1v1 to 5v5, or ffa3 to ffa64"));
        }
    }
}
