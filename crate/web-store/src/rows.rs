//! Rows of a season for the page. Times are seconds of the page.

use crate::convert::shown_s;
use matchday_base::Calendar;
use matchday_store::profile::{InSeason, Other, Streaks};
use matchday_store::{board, profile};
use matchday_wire::season::rows::Outcome;
use serde::Serialize;
use tsify::Tsify;

/// A season.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Season {
    /// Its number, from 1.
    pub season: u16,
    /// Its name.
    pub name: String,
    /// Its first second.
    pub start_s: i64,
    /// The second after its last.
    pub end_s: i64,
    /// Reset factor: the share of their distance to the mean that ratings kept; null: all ratings became
    /// newcomers'.
    pub soft_reset_factor: Option<f64>,
    /// Matches that count.
    pub matches: u64,
    /// Players with such a match.
    pub players: u64,
}

/// A player's rating and results in a season.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Rated {
    /// Points.
    pub rating: f64,
    /// Their deviation.
    pub rd: f64,
    /// Volatility of the rating.
    pub volatility: f64,
    /// Matches that count: wins, losses and draws.
    pub matches: u32,
    /// Matches won.
    pub wins: u32,
    /// Matches lost.
    pub losses: u32,
    /// Wins in a row; losses are negative.
    pub streak: i32,
    /// The end of the latest match; null before the first.
    pub last_active_s: Option<i64>,
    /// `Gold-1`, `Master`.
    pub division: String,
}

/// A part of a leaderboard.
#[derive(Serialize, Tsify)]
pub struct Board {
    /// The requested rows, best first.
    pub rows: Vec<BoardRow>,
    /// Number of all rows, or of the tier's rows if a tier was requested.
    pub total: u32,
}

/// A row of a leaderboard.
#[derive(Serialize, Tsify)]
pub struct BoardRow {
    /// From 1, on the whole board.
    pub place: u32,
    /// The player.
    pub player: u32,
    /// Its rating and results.
    #[serde(flatten)]
    pub rated: Rated,
}

/// A player's profile over all seasons.
#[derive(Serialize, Tsify)]
pub struct Profile {
    /// The player.
    pub player: u32,
    /// Matches that count, in all seasons.
    pub matches: u32,
    /// Wins.
    pub wins: u32,
    /// Losses.
    pub losses: u32,
    /// Its current streak.
    pub streaks: Streaks,
    /// The seasons in which the player has a rating, in order.
    pub seasons: Vec<ProfileSeason>,
}

/// A player in a season.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ProfileSeason {
    /// The season's number.
    pub season: u16,
    /// Its rank on the leaderboard, from 1; null while provisional.
    pub place: Option<u32>,
    /// Its rating and results.
    #[serde(flatten)]
    pub rated: Rated,
}

/// A match from the view of one player.
#[derive(Serialize, Tsify)]
pub struct PlayedMatch {
    /// The match's id.
    #[serde(rename = "match")]
    pub id: u32,
    /// The season that it counts in.
    pub season: u16,
    /// The mode: `1v1`.
    pub mode: String,
    /// The region.
    pub region: String,
    /// The map, from 0.
    pub map: u8,
    /// When it ended.
    pub finished_s: i64,
    /// Seconds that the player played.
    pub duration_s: u32,
    /// How it ended for the player.
    pub outcome: Outcome,
    /// The player's team, from 0.
    pub team: u8,
    /// Whether the player did not accept.
    pub dodged: bool,
    /// Whether the player left before the end.
    pub left_early: bool,
    /// Points before.
    pub rating_before: f64,
    /// Points after.
    pub rating_after: f64,
    /// Their deviation after.
    pub rd_after: f64,
    /// The other players.
    pub others: Vec<Other>,
}

impl Season {
    /// A stored season.
    pub(crate) fn new(calendar: Calendar, season: board::Season) -> Self {
        let board::Season { number, name, start, end, soft_reset_factor, matches, players } = season;
        let (start_s, end_s) = (shown_s(calendar, start), shown_s(calendar, end));
        Self { season: number, name, start_s, end_s, soft_reset_factor, matches, players }
    }
}

impl Rated {
    fn new(calendar: Calendar, rated: board::Rated, division: String) -> Self {
        let board::Rated { rating, rd, volatility, matches, wins, losses, streak, last_active } = rated;
        let last_active_s = last_active.map(|unix| shown_s(calendar, unix));
        Self { rating, rd, volatility, matches, wins, losses, streak, last_active_s, division }
    }
}

impl Board {
    /// A part of a stored leaderboard.
    pub(crate) fn new(calendar: Calendar, board::Board { rows, total }: board::Board) -> Self {
        let row = |board::BoardRow { place, player, rated, division }| BoardRow {
            place,
            player,
            rated: Rated::new(calendar, rated, division),
        };
        Self { rows: rows.into_iter().map(row).collect(), total }
    }
}

impl Profile {
    /// A player's results.
    pub(crate) fn new(calendar: Calendar, player: u32, profile: profile::Profile, streaks: Streaks) -> Self {
        let profile::Profile { seasons, matches, wins, losses } = profile;
        let in_season = |InSeason { season, rated, place, division }| ProfileSeason {
            season,
            place,
            rated: Rated::new(calendar, rated, division),
        };
        Self { player, matches, wins, losses, streaks, seasons: seasons.into_iter().map(in_season).collect() }
    }
}

impl PlayedMatch {
    /// A stored match.
    pub(crate) fn new(calendar: Calendar, played: profile::Played) -> Self {
        Self {
            id: played.id,
            season: played.season,
            mode: played.mode,
            region: played.region,
            map: played.map,
            finished_s: shown_s(calendar, played.finished),
            duration_s: played.duration_s,
            outcome: played.outcome,
            team: played.team,
            dodged: played.dodged,
            left_early: played.left_early,
            rating_before: played.rating_before,
            rating_after: played.rating_after,
            rd_after: played.rd_after,
            others: played.others,
        }
    }
}
