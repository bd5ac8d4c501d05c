//! Leaderboards, profiles, matches. Times are seconds of the page.

use crate::convert::{of_store, shown_s, unix_of};
use crate::rows::{Board, PlayedMatch, Profile, Season};
use crate::store::SeasonStore;
use matchday_ladder::Tier;
use matchday_store::profile::Met;
use matchday_store::{Store, StoreError};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::history::RatingHistory;
use matchday_web_common::js::{list_to_js, to_js};
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl SeasonStore {
    /// All seasons in order.
    pub fn seasons(&self) -> Result<Vec<Ts<Season>>> {
        let (calendar, seasons) = self.read(|store| Ok((store.calendar()?, store.seasons()?)))?;
        list_to_js(seasons.into_iter().map(|season| Season::new(calendar, season)))
    }

    /// A part of a leaderboard, or of a tier of it.
    pub fn board(&self, season: u16, tier: Option<String>, offset: u32, limit: u32) -> Result<Ts<Board>> {
        let named = |name: String| Tier::ALL.into_iter().find(|tier| tier.name() == name).ok_or_else(|| no_tier(&name));
        let tier = tier.map(named).transpose()?;
        let ask = |store: &Store| Ok((store.calendar()?, store.board(season, tier, offset, limit)?));
        let (calendar, board) = self.read(ask)?;
        to_js(&Board::new(calendar, board))
    }

    /// A player's profile over all seasons.
    pub fn profile(&self, player: u32) -> Result<Ts<Profile>> {
        let ask = |store: &Store| Ok((store.calendar()?, store.profile(player)?, store.streaks(player)?));
        let (calendar, profile, streaks) = self.read(ask)?;
        to_js(&Profile::new(calendar, player, profile, streaks))
    }

    /// A player's rating over a season.
    pub fn series(&self, player: u32, season: u16) -> Result<Ts<RatingHistory>> {
        let (calendar, points) = self.read(|store| Ok((store.calendar()?, store.series(player, season)?)))?;
        to_js(&RatingHistory {
            at_s: points.iter().map(|point| shown_s(calendar, point.at) as f64).collect(),
            rating: points.iter().map(|point| point.rating).collect(),
            rd: points.iter().map(|point| point.rd).collect(),
        })
    }

    /// A player's matches, latest first, before the match with the given end and id, or from the latest on.
    pub fn matches(
        &self,
        player: u32,
        ended_s: Option<f64>,
        id: Option<f64>,
        limit: u32,
    ) -> Result<Vec<Ts<PlayedMatch>>> {
        let calendar = self.read(Store::calendar)?;
        let before = ended_s.zip(id).map(|(ended_s, id)| (unix_of(calendar, ended_s), id as i64));
        let matches = self.read(|store| store.matches(player, before, limit))?;
        list_to_js(matches.into_iter().map(|played| PlayedMatch::new(calendar, played)))
    }

    /// A player's most frequent opponents.
    pub fn opponents(&self, player: u32, limit: u32) -> Result<Vec<Ts<Met>>> {
        list_to_js(self.read(|store| store.opponents(player, limit))?)
    }
}

impl SeasonStore {
    fn read<T>(&self, ask: impl FnOnce(&Store) -> std::result::Result<T, StoreError>) -> Result<T> {
        ask(&self.season()?.store).map_err(of_store)
    }
}

fn no_tier(name: &str) -> Error {
    Error::new(Code::BadParam, ["there is no tier ", name].concat())
}
