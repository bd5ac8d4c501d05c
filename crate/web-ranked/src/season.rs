//! A ranked day whose ladder is kept, and a person inside it.

use crate::day;
use crate::inside;
use crate::world::World;
use matchday_base::AccountId;
use matchday_sim::RankedDay;
use matchday_sim::servers::region_names;
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::params::params_of;
use matchday_wire::messages::{ClientMessage, Message};
use std::sync::Arc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A ranked day that writes down what ends in it, and lets a person in.
#[wasm_bindgen]
pub struct Season {
    day: RankedDay,
}

#[wasm_bindgen]
impl Season {
    /// Days that are about to warm up.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &JsValue) -> Result<Season> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.dataset, &params)?);
        let mut day = day::begin(world, &params, false)?;
        day.keep_journal();
        Ok(Self { day })
    }

    /// Simulates so many seconds, but not beyond a moment: `{done, shown_s}`; the second that comes next, as shown, is
    /// negative before the first. A moment that is past is not reached again.
    pub fn advance_to(&mut self, shown_s: u32, seconds: u32) -> JsValue {
        day::advance_to(&mut self.day, shown_s, seconds)
    }

    /// What has ended since the last call, as a store reads it. It says through which second it tells everything, even if
    /// nothing ended.
    pub fn take_batch(&mut self) -> Vec<u8> {
        // Memory grows as it is needed.
        self.day.take_batch().to_bytes().unwrap_or_default()
    }

    /// Somebody is there to queue: `{lat, lon, skill, friends, constraints}`, degrees, points, how many queue along, and what
    /// is asked of matches as in `RankedQueueJoin`, or null. What a `RankedQueueJoin` of it says: `{modeId, region, partyId}`.
    pub fn connect(&mut self, person: &JsValue) -> Result<JsValue> {
        let (person, friends, asked) = inside::person(person)?;
        let connected = self.day.connect(person, friends, &asked);
        let connected = connected.map_err(|error| Error::new(Code::BadMessage, error))?;
        let party = connected.party.map_or(JsValue::NULL, |party| party.to_string().into());
        Ok(object(&[("modeId", connected.mode.into()), ("region", connected.region.into()), ("partyId", party)]))
    }

    /// The regions that a `RankedQueueJoin` may name.
    pub fn regions(&self) -> JsValue {
        list(region_names(self.day.world()).into_iter().map(JsValue::from))
    }

    /// The person says something, before the second that comes next: a client's message of `contract.schema.json`. What it
    /// cannot say is thrown with the code `BAD_MESSAGE` and its reason, and changes nothing.
    pub fn send(&mut self, json: &str) -> Result<()> {
        let message: ClientMessage = serde_json::from_str(json).map_err(|error| Error::new(Code::BadMessage, error))?;
        self.day.tell(&message).map_err(|error| Error::new(Code::BadMessage, error))
    }

    /// What both sides have said since the last call, in order: `[{time_s, to, json}]`, the second it was said in, as shown,
    /// `"server"` or `"client"`, and the message as text.
    pub fn messages(&mut self) -> JsValue {
        list(self.day.take_messages().into_iter().map(|told| {
            let to = if matches!(told.message, Message::Client(_)) { "server" } else { "client" };
            // A message has names and numbers alone.
            let json = serde_json::to_string(&told.message).unwrap_or_default();
            object(&[("time_s", inside::shown(told.at)), ("to", to.into()), ("json", json.into())])
        }))
    }

    /// Where the person stands; null as long as nobody has queued. See [`inside::client`].
    pub fn client(&self) -> JsValue {
        self.day.client().map_or(JsValue::NULL, |view| inside::client(&self.day, &view))
    }

    /// What the person has done so far, as the parameter `inside` has it.
    pub fn player_actions(&self) -> String {
        self.day.player_actions()
    }

    /// Where an account is at home, `{lat, lon}`; null if there is none of this number.
    pub fn place_of(&self, account: u32) -> JsValue {
        inside::place(&self.day, AccountId(account))
    }
}
