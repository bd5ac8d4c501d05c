//! A ranked day whose ladder is stored, and a person who plays in it.

use crate::day::begin;
use crate::ranked::day::{self, Reached};
use crate::ranked::player::{self, Joining, JoiningPlayer, LoggedMessage, PlayerStanding, Side};
use crate::world::atlas::Place;
use js_sys::Function;
use matchday_base::AccountId;
use matchday_ranked::RankedDay;
use matchday_scenario::link::{NotStored, left_out};
use matchday_sim::Snapshot;
use matchday_sim::servers::region_names;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, list_to_js, to_js};
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::world::World;
use matchday_wire::messages::{ClientMessage, Message};
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A ranked day that records rows for the store, and in which a person can play.
#[wasm_bindgen]
pub struct Season {
    day: RankedDay,
}

#[wasm_bindgen]
impl Season {
    /// Days before their warm-up; `utc_offset_s` as in `lint`.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>, utc_offset_s: &Function) -> Result<Season> {
        let params = params_of(params)?;
        if let Some(key) = left_out(&params).next() {
            return Err(Error::new(Code::BadParam, NotStored(key)));
        }
        let day = begin(world, &params, utc_offset_s)?.1.into_ranked();
        let mut day = day.ok_or_else(|| Error::new(Code::BadParam, "ranked: off has no ladder"))?;
        day.keep_journal();
        Ok(Self { day })
    }

    /// Simulates the given number of seconds, but not beyond the given time. A past time has no effect.
    pub fn advance_to(&mut self, shown_s: i32, seconds: u32) -> Result<Ts<Reached>> {
        to_js(&day::advance_to(&mut self.day, shown_s, seconds))
    }

    /// The rows of everything that ended since the last call, for a store. They include the second up to
    /// which they are complete, even if there are none.
    pub fn take_batch(&mut self) -> Vec<u8> {
        // Never fails: memory grows as needed.
        self.day.take_batch().to_bytes().unwrap_or_default()
    }

    /// Adds the player, and returns its `RankedQueueJoin`.
    pub fn connect(&mut self, player: &Ts<JoiningPlayer>) -> Result<Ts<Joining>> {
        let (person, friends, asked) = from_js(player, Code::BadMessage)?.read()?;
        let connected = self.day.connect(person, friends, &asked);
        let connected = connected.map_err(|error| Error::new(Code::BadMessage, error))?;
        to_js(&Joining {
            mode_id: connected.mode.to_string(),
            region: connected.region.to_string(),
            party_id: connected.party.map(|party| party.to_string()),
        })
    }

    /// The possible regions of a `RankedQueueJoin`.
    pub fn regions(&self) -> Vec<String> {
        region_names(self.day.world()).into_iter().map(str::to_owned).collect()
    }

    /// Sends a client's message before the next second. A refused message throws `BAD_MESSAGE` with the reason,
    /// and changes nothing.
    pub fn send(&mut self, message: &Ts<ClientMessage>) -> Result<()> {
        let message = from_js(message, Code::BadMessage)?;
        self.day.tell(&message).map_err(|error| Error::new(Code::BadMessage, error))
    }

    /// The messages of both sides since the last call, in order.
    pub fn messages(&mut self) -> Result<Vec<Ts<LoggedMessage>>> {
        list_to_js(self.day.take_messages().into_iter().map(|entry| LoggedMessage {
            time_s: entry.at.from_midnight_s(),
            to: if matches!(entry.message, Message::Client(_)) { Side::Server } else { Side::Client },
            message: entry.message,
        }))
    }

    /// The state of the player; undefined before the first queue.
    pub fn client(&self) -> Result<Option<Ts<PlayerStanding>>> {
        self.day.client().map(|view| to_js(&PlayerStanding::of(&self.day, &view))).transpose()
    }

    /// The actions of the person so far, as the parameter `player_actions`.
    pub fn player_actions(&self) -> String {
        self.day.player_actions()
    }

    /// The home of an account; undefined if the account does not exist.
    pub fn place_of(&self, account: u32) -> Result<Option<Ts<Place>>> {
        player::place(&self.day, AccountId(account)).as_ref().map(to_js).transpose()
    }
}
