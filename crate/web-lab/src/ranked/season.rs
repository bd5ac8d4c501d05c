//! A ranked day whose ladder is kept, and a person inside it.

use crate::ranked::day::{self, Reached};
use crate::ranked::player::{self, Joining, JoiningPlayer, LoggedMessage, PlayerStanding, shown_s};
use crate::world::atlas::Place;
use matchday_base::AccountId;
use matchday_sim::RankedDay;
use matchday_sim::servers::region_names;
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, list_to_js, to_js};
use matchday_web_common::params::{ParamValues, params_of};
use matchday_web_common::world::World;
use matchday_wire::messages::{ClientMessage, Message};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

/// A ranked day that writes down what ends in it, and lets a person in.
#[wasm_bindgen]
pub struct Season {
    day: RankedDay,
}

#[wasm_bindgen]
impl Season {
    /// Days that are about to warm up.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>) -> Result<Season> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.data().dataset, &params)?);
        let mut day = day::begin(&world, &params)?;
        day.keep_journal();
        Ok(Self { day })
    }

    /// Simulates so many seconds, but not beyond a moment. A moment that is past is not reached again.
    pub fn advance_to(&mut self, shown_s: u32, seconds: u32) -> Result<Ts<Reached>> {
        to_js(&day::advance_to(&mut self.day, shown_s, seconds))
    }

    /// What has ended since the last call, as a store reads it. It says through which second it tells everything, even if
    /// nothing ended.
    pub fn take_batch(&mut self) -> Vec<u8> {
        // Memory grows as it is needed.
        self.day.take_batch().to_bytes().unwrap_or_default()
    }

    /// A player is there to queue; what its `RankedQueueJoin` says.
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

    /// The regions that a `RankedQueueJoin` may name.
    pub fn regions(&self) -> Vec<String> {
        region_names(self.day.world()).into_iter().map(str::to_owned).collect()
    }

    /// The person says something, before the second that comes next: a client's message of `contract.schema.json`. What it
    /// cannot say is thrown with the code `BAD_MESSAGE` and its reason, and changes nothing.
    pub fn send(&mut self, json: &str) -> Result<()> {
        let message: ClientMessage = serde_json::from_str(json).map_err(|error| Error::new(Code::BadMessage, error))?;
        self.day.tell(&message).map_err(|error| Error::new(Code::BadMessage, error))
    }

    /// What both sides have said since the last call, in order.
    pub fn messages(&mut self) -> Result<Vec<Ts<LoggedMessage>>> {
        list_to_js(self.day.take_messages().into_iter().map(|entry| LoggedMessage {
            time_s: shown_s(entry.at),
            to: if matches!(entry.message, Message::Client(_)) { "server" } else { "client" },
            // A message has names and numbers alone.
            json: serde_json::to_string(&entry.message).unwrap_or_default(),
        }))
    }

    /// How the player stands; null as long as nobody has queued.
    pub fn client(&self) -> Result<Option<Ts<PlayerStanding>>> {
        self.day.client().map(|view| to_js(&PlayerStanding::of(&self.day, &view))).transpose()
    }

    /// What the person has done so far, as the parameter `player_actions` has it.
    pub fn player_actions(&self) -> String {
        self.day.player_actions()
    }

    /// Where an account is at home; null if there is none of this number.
    pub fn place_of(&self, account: u32) -> Result<Option<Ts<Place>>> {
        player::place(&self.day, AccountId(account)).as_ref().map(to_js).transpose()
    }
}
