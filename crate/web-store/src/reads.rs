//! Boards, profiles, matches. Seconds are those of the page.

use crate::convert::{of_store, or_null, shown_if, shown_s, unix_of};
use crate::store::SeasonStore;
use matchday_base::Calendar;
use matchday_ladder::Tier;
use matchday_store::board::Rated;
use matchday_store::profile::{Met, Other, Played};
use matchday_store::{Store, StoreError};
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

type Field = (&'static str, JsValue);

#[wasm_bindgen]
impl SeasonStore {
    /// All seasons: `[{season, name, start_s, end_s, soft_reset_factor, matches, players}]`.
    pub fn seasons(&self) -> Result<JsValue> {
        let (calendar, seasons) = self.read(|store| Ok((store.calendar()?, store.seasons()?)))?;
        Ok(list(seasons.iter().map(|season| {
            object(&[
                ("season", season.number.into()),
                ("name", season.name.as_str().into()),
                ("start_s", shown_s(calendar, season.start).into()),
                ("end_s", shown_s(calendar, season.end).into()),
                ("soft_reset_factor", or_null(season.soft_reset_factor)),
                ("matches", (season.matches as f64).into()),
                ("players", (season.players as f64).into()),
            ])
        })))
    }

    /// A part of a leaderboard, of a tier if one is named: `{rows: [{place, player, ...rated}], total}`; of `rated` see
    /// `rated` below.
    pub fn board(&self, season: u16, tier: Option<String>, offset: u32, limit: u32) -> Result<JsValue> {
        let named = |name: String| Tier::ALL.into_iter().find(|tier| tier.name() == name).ok_or_else(|| no_tier(&name));
        let tier = tier.map(named).transpose()?;
        let ask = |store: &Store| Ok((store.calendar()?, store.board(season, tier, offset, limit)?));
        let (calendar, board) = self.read(ask)?;
        let rows = board.rows.iter().map(|row| {
            let own = [("place", row.place.into()), ("player", row.player.into())];
            object(&[own.as_slice(), &rated(calendar, &row.rated, &row.division)].concat())
        });
        Ok(object(&[("rows", list(rows)), ("total", board.total.into())]))
    }

    /// A player in all its seasons: `{player, matches, wins, losses, streaks: {current, longest_wins, longest_losses},
    /// seasons: [{season, place, ...rated}]}`.
    pub fn profile(&self, player: u32) -> Result<JsValue> {
        let ask = |store: &Store| Ok((store.calendar()?, store.profile(player)?, store.streaks(player)?));
        let (calendar, profile, streaks) = self.read(ask)?;
        let seasons = profile.seasons.iter().map(|of| {
            let own = [("season", of.season.into()), ("place", or_null(of.place))];
            object(&[own.as_slice(), &rated(calendar, &of.rated, &of.division)].concat())
        });
        let streaks = object(&[
            ("current", streaks.current.into()),
            ("longest_wins", streaks.longest_wins.into()),
            ("longest_losses", streaks.longest_losses.into()),
        ]);
        Ok(object(&[
            ("player", player.into()),
            ("matches", profile.matches.into()),
            ("wins", profile.wins.into()),
            ("losses", profile.losses.into()),
            ("streaks", streaks),
            ("seasons", list(seasons)),
        ]))
    }

    /// What was believed of a player over a season: second, rating and RD of each point, one after the other.
    pub fn series(&self, player: u32, season: u16) -> Result<Vec<f64>> {
        let (calendar, points) = self.read(|store| Ok((store.calendar()?, store.series(player, season)?)))?;
        Ok(points.iter().flat_map(|point| [shown_s(calendar, point.at), point.rating, point.rd]).collect())
    }

    /// A player's matches, the latest first: those before one that ended at a second and has an id, or from the latest on.
    pub fn matches(&self, player: u32, ended_s: Option<f64>, id: Option<f64>, limit: u32) -> Result<JsValue> {
        let calendar = self.read(Store::calendar)?;
        let before = ended_s.zip(id).map(|(ended_s, id)| (unix_of(calendar, ended_s), id as i64));
        let matches = self.read(|store| store.matches(player, before, limit))?;
        Ok(list(matches.iter().map(|of| played(calendar, of))))
    }

    /// Whom a player has met most: `[{player, times, won, lost, together}]`.
    pub fn opponents(&self, player: u32, limit: u32) -> Result<JsValue> {
        let met = self.read(|store| store.opponents(player, limit))?;
        Ok(list(met.iter().map(|&Met { player, times, won, lost, together }| {
            object(&[
                ("player", player.into()),
                ("times", times.into()),
                ("won", won.into()),
                ("lost", lost.into()),
                ("together", together.into()),
            ])
        })))
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

/// What is believed of a player: `{rating, rd, volatility, matches, wins, losses, streak, last_active_s, division}`.
fn rated(calendar: Calendar, rated: &Rated, division: &str) -> [Field; 9] {
    [
        ("rating", rated.rating.into()),
        ("rd", rated.rd.into()),
        ("volatility", rated.volatility.into()),
        ("matches", rated.matches.into()),
        ("wins", rated.wins.into()),
        ("losses", rated.losses.into()),
        ("streak", rated.streak.into()),
        ("last_active_s", shown_if(calendar, rated.last_active)),
        ("division", division.into()),
    ]
}

fn played(calendar: Calendar, played: &Played) -> JsValue {
    let other = |&Other { player, team, rating_before }: &Other| {
        object(&[("player", player.into()), ("team", team.into()), ("rating_before", rating_before.into())])
    };
    object(&[
        ("match", played.id.into()),
        ("season", played.season.into()),
        ("mode", played.mode.as_str().into()),
        ("region", played.region.as_str().into()),
        ("map", played.map.into()),
        ("finished_s", shown_s(calendar, played.finished).into()),
        ("duration_s", played.duration_s.into()),
        ("outcome", played.outcome.as_str().into()),
        ("team", played.team.into()),
        ("dodged", played.dodged.into()),
        ("left_early", played.left_early.into()),
        ("rating_before", played.rating_before.into()),
        ("rating_after", played.rating_after.into()),
        ("rd_after", played.rd_after.into()),
        ("others", list(played.others.iter().map(other))),
    ])
}
