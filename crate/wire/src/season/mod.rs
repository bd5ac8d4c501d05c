//! The rows that a ranked day writes for a store.
//!
//! A [`Batch`] has the matches, tickets and parties that ended since the previous batch, and the seasons that began. `sim`
//! writes batches and `store` reads them; two workers of the page exchange them as bytes. Each row is written once, after
//! the end of its match, ticket or party, and never changes. So a batch may be delivered twice, late or out of order: the
//! store compares ids.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rows`] | the rows of a batch |

pub mod rows;

use matchday_base::calendar::Date;
use matchday_base::{Calendar, SimTime};
use rows::{Match, Party, Season, Ticket};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The rows of a period of a ranked day.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The first shown day, in days after 1970-01-01.
    pub first_day: i64,
    /// The second of [`SimTime`] at which the batch ends: this batch and all earlier ones have every row that ended before
    /// it.
    pub through: u32,
    /// The player actions before that second, as in the scenario; empty without any. The store saves them with `through` in
    /// one transaction, because the days after that second depend on them.
    pub player_actions: String,
    /// The mode: `1v1`, `ffa8`.
    pub mode: String,
    /// Players of a full team.
    pub team_size: u8,
    /// Names of the regions. Rows have positions in this list.
    pub regions: Vec<String>,
    /// Seasons that began. A season comes before its matches.
    pub seasons: Vec<Season>,
    /// Matches that were played or called off, ordered by their ends.
    pub matches: Vec<Match>,
    /// Closed tickets.
    pub tickets: Vec<Ticket>,
    /// Disbanded parties.
    pub parties: Vec<Party>,
}

/// Why bytes are no batch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// Bytes that are not a batch of this version.
    #[error("not a batch of this version: {0}")]
    Bytes(#[from] postcard::Error),
    /// A first day that no calendar has.
    #[error("the batch begins {0} days after 1970-01-01, and no date is so far away: send the batch of another day")]
    FirstDay(i64),
}

impl Batch {
    /// The second at which the batch ends.
    pub fn through(&self) -> SimTime {
        SimTime(self.through)
    }

    /// The calendar of its seconds.
    pub fn calendar(&self) -> Calendar {
        Calendar::new(Date::from_unix_day(self.first_day))
    }

    /// Whether the batch has no rows.
    pub fn is_empty(&self) -> bool {
        self.seasons.is_empty() && self.matches.is_empty() && self.tickets.is_empty() && self.parties.is_empty()
    }

    /// The batch as bytes, which [`Batch::from_bytes`] of the same version reads.
    ///
    /// # Errors
    /// Never fails in practice.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BatchError> {
        Ok(postcard::to_allocvec(self)?)
    }

    /// Reads the bytes of [`Batch::to_bytes`].
    ///
    /// # Errors
    /// [`BatchError`] if bytes are missing, surplus or invalid.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BatchError> {
        let (batch, rest) = postcard::take_from_bytes::<Self>(bytes)?;
        if !rest.is_empty() {
            return Err(postcard::Error::DeserializeBadEncoding.into());
        }
        // As many days as the store reads; the seconds of later ones overflow.
        if i32::try_from(batch.first_day).is_err() {
            return Err(BatchError::FirstDay(batch.first_day));
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rows::{EstimatedRating, MatchState, Outcome, Participant, TicketState};

    fn batch() -> Batch {
        let before = EstimatedRating { rating: 1500.0, rd: 350.0, volatility: 0.06 };
        let participant = Participant {
            player: 7,
            team: 1,
            before,
            after: EstimatedRating { rating: 1512.25, ..before },
            outcome: Outcome::Won,
            dodged: false,
            left_early: false,
            duration_s: 599,
        };
        let played = Match {
            id: 3,
            season: 1,
            region: 0,
            map: 2,
            created: 90_000,
            started: Some(90_007),
            finished: 90_606,
            state: MatchState::Finished,
            average_mmr: 1500.5,
            participants: vec![
                participant,
                Participant { player: 9, outcome: Outcome::Lost, left_early: true, ..participant },
            ],
        };
        let ticket = Ticket {
            id: 5,
            leader: 7,
            party: None,
            season: 1,
            region: 0,
            mmr: 1500,
            ping_ms: 23,
            created: 89_990,
            closed: 90_606,
            state: TicketState::Finished,
            window_points: Some(100),
            window_ms: 50,
        };
        let party = Party { id: 6, members: vec![11, 12], created: 1, disbanded: 2 };
        let season = Season {
            number: 2,
            start: 172_800,
            end: 259_200,
            soft_reset_factor: Some(0.75),
            ratings: vec![(7, before)],
        };
        Batch {
            first_day: 20_593,
            through: 91_000,
            player_actions: "3600:join:50.11:8.68:1500:0".to_owned(),
            mode: "1v1".to_owned(),
            team_size: 1,
            regions: vec!["Europe".to_owned()],
            seasons: vec![season],
            matches: vec![played],
            tickets: vec![ticket],
            parties: vec![party],
        }
    }

    #[test]
    fn written_batches_are_read() {
        let batch = batch();
        let bytes = batch.to_bytes().unwrap();
        assert_eq!(Batch::from_bytes(&bytes).unwrap(), batch);
        assert!(!batch.is_empty() && Batch::default().is_empty());
    }

    #[test]
    fn missing_and_surplus_bytes_are_refused() {
        let bytes = batch().to_bytes().unwrap();
        for end in 0..bytes.len() {
            assert!(Batch::from_bytes(&bytes[..end]).is_err(), "{end} of {} bytes", bytes.len());
        }
        let surplus = Batch::from_bytes(&[&bytes[..], &[0]].concat()).unwrap_err().to_string();
        assert!(surplus.starts_with("not a batch of this version: "), "{surplus}");
    }

    #[test]
    fn a_day_that_no_calendar_has_is_refused() {
        for first_day in [i64::MIN, -(1 << 31) - 1, 1 << 31, i64::MAX] {
            let bytes = Batch { first_day, ..batch() }.to_bytes().unwrap();
            let says = "days after 1970-01-01, and no date is so far away: send the batch of another day";
            let error = Batch::from_bytes(&bytes).unwrap_err();
            assert_eq!(error.to_string(), format!("the batch begins {first_day} {says}"));
        }
        let last = Batch { first_day: i32::MAX.into(), ..batch() };
        assert_eq!(Batch::from_bytes(&last.to_bytes().unwrap()), Ok(last));
    }
}
