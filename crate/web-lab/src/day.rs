//! A running day in a worker: on servers, ranked, or both.

use crate::close_up::{CloseUpSeen, Selection};
use crate::life::PlayerDay;
use crate::plugin::world_of;
use crate::ranked::waiting::{self, Waiting, Why};
use crate::results::ladder::{LadderSlice, RatingSample};
use crate::scene::{Part, Scene, SceneDay};
use crate::servers::configuration::{configuration_of, names_of};
use crate::world::atlas::place;
use js_sys::Function;
use matchday_base::{SimTime, TicketId};
use matchday_fleet::simulation as fleet;
use matchday_observe::{Company, Day, Follower, Options};
use matchday_ranked::RankedDay;
use matchday_scenario::Params;
use matchday_sim::servers::{Filters, FleetRules, settings};
use matchday_sim::{Simulate, Snapshot};
use matchday_web_common::error::{Code, Error, Result};
use matchday_web_common::js::{from_js, list_to_js, to_js};
use matchday_web_day::kept::{Frames, Seen};
use matchday_web_day::params::{ParamValues, params_of};
use matchday_web_day::slices::{Progress, Slices, Starved};
use matchday_web_day::world::World;
use matchday_wire::report::{PolicyReport, Report};
use serde::Serialize;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// An outage of a datacenter. Times are seconds since the first shown midnight.
#[derive(Serialize, Tsify)]
pub struct Outage {
    /// The datacenter, by its index among the active ones.
    pub datacenter: u16,
    /// Its first second.
    pub from_s: i32,
    /// The second in which servers are ordered again.
    pub until_s: i32,
}

impl Outage {
    fn of(outage: &fleet::Outage) -> Self {
        let (from_s, until_s) = (outage.from.from_midnight_s(), outage.until.from_midnight_s());
        Self { datacenter: outage.datacenter.0, from_s, until_s }
    }
}

/// A day that is simulated in slices.
#[wasm_bindgen]
pub struct LabDay {
    slices: Slices<Day>,
    /// Number of minutes of servers that the page already has.
    sent_servers: usize,
    /// Number of outages that the page already has.
    sent_outages: usize,
    /// Number of minutes of the ladder that the page already has.
    sent_ladder: usize,
    /// Number of samples of ratings that the page already has.
    sent_samples: usize,
    params: Params,
    /// A clone that knows who is in which match.
    scene: Option<SceneDay>,
    /// A clone that follows a player.
    follower: Option<Follower>,
}

#[wasm_bindgen]
impl LabDay {
    /// A day before its warm-up. With `keep_checkpoints` the map can show its seconds; `utc_offset_s` as in `lint`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        world: &World,
        params: &Ts<ParamValues>,
        keep_checkpoints: bool,
        utc_offset_s: &Function,
    ) -> Result<LabDay> {
        let params = params_of(params)?;
        let data = world.data();
        let (_, day) = begin(world, &params, utc_offset_s)?;
        Ok(Self {
            slices: Slices::new(day, params.clone(), data, keep_checkpoints),
            sent_servers: 0,
            sent_outages: 0,
            sent_ladder: 0,
            sent_samples: 0,
            params,
            scene: None,
            follower: None,
        })
    }

    /// Simulates the given number of seconds, or to the end. A day that starves ends there.
    pub fn advance(&mut self, seconds: u32) -> Result<Ts<Progress>> {
        to_js(&self.slices.advance(seconds))
    }

    /// Why the day ended early; undefined if it has not.
    pub fn starved(&self) -> Result<Option<Ts<Starved>>> {
        self.slices.starved().as_ref().map(to_js).transpose()
    }

    /// The minutes finished since the last call, for `Results.push`.
    pub fn rows(&mut self) -> Vec<u32> {
        self.slices.rows()
    }

    /// Simulates at most `seconds` seconds towards a moment of the shown days; returns whether it is reached.
    pub fn seek(&mut self, shown_s: u32, seconds: u32) -> Result<bool> {
        self.slices.seek(shown_s, seconds)
    }

    /// The day at the moment of the last `seek`, for `Results.show`; undefined before that.
    pub fn seen(&mut self) -> Result<Option<Ts<Seen>>> {
        self.slices.seen().as_ref().map(to_js).transpose()
    }

    /// Simulates at most `seconds` seconds towards the players and matches of a moment; returns whether it is reached.
    pub fn seek_scene(&mut self, shown_s: u32, seconds: u32) -> Result<bool> {
        let Some((kept, moment)) = self.slices.kept_to(shown_s, seconds)? else { return Ok(false) };
        let Some(before) = kept.before(moment - Company::lead_s(&self.params)) else { return Ok(false) };
        let scene = match self.scene.take().filter(|scene| scene.can_reach(moment, before.now())) {
            Some(scene) => scene,
            None => SceneDay::new(before.clone(), &self.params),
        };
        Ok(self.scene.insert(scene).advance_to(moment, seconds))
    }

    /// The players and matches of a part of the world at the moment of the last `seek_scene`; undefined before that.
    pub fn scene(&self, part: &Ts<Part>) -> Result<Option<Ts<Scene>>> {
        let part = from_js(part, Code::BadValue)?;
        self.scene.as_ref().map(|day| to_js(&day.scene(part))).transpose()
    }

    /// Some players at the moment of the last `seek_scene`, against everybody; undefined before that.
    pub fn close_up(&self, selection: &Ts<Selection>) -> Result<Option<Ts<CloseUpSeen>>> {
        let selection = from_js(selection, Code::BadValue)?;
        self.scene.as_ref().map(|day| to_js(&day.close_up(&selection))).transpose()
    }

    /// The player online at the moment of the last `seek` who joined nearest to a place, degrees north and east; undefined
    /// if nobody is online.
    pub fn nearest_player(&self, lat: f64, lon: f64) -> Result<Option<u32>> {
        let place = place(lat, lon)?;
        Ok(self.slices.shown().and_then(|day| day.nearest_player(place)))
    }

    /// The player who has searched longest at the moment of the last `seek`; undefined if nobody searches.
    pub fn longest_waiting(&self) -> Option<u32> {
        self.slices.shown().and_then(Day::longest_waiting)
    }

    /// The waiting tickets at the moment of the last `seek`; none on a day without a ladder.
    pub fn waiting(&self) -> Result<Vec<Ts<Waiting>>> {
        list_to_js(self.shown_ranked().into_iter().flat_map(waiting::waiting))
    }

    /// Why a ticket waits at the moment of the last `seek`; undefined if it does not.
    pub fn why(&self, ticket: u32) -> Result<Option<Ts<Why>>> {
        let why = self.shown_ranked().and_then(|day| waiting::why(day, TicketId(ticket)));
        why.as_ref().map(to_js).transpose()
    }

    /// Begins to follow a player from the hour before the first shown midnight on, or from the first moment that is kept.
    pub fn begin_life(&mut self, player: u32) -> Result<()> {
        let (kept, moment) = self.slices.kept_at_midnight()?;
        let lead_s = Company::lead_s(&self.params);
        let before = kept.before(moment - lead_s);
        self.follower = before.map(|day| Follower::new(day.clone(), player));
        Ok(())
    }

    /// Simulates at most `seconds` seconds of the life of the player that is followed, up to a second of the shown days;
    /// returns the share that is done.
    pub fn advance_life(&mut self, until_s: u32, seconds: u32) -> f64 {
        let Some(follower) = &mut self.follower else { return 1.0 };
        let until = (SimTime::DAY_START + until_s).min(follower.day().end());
        follower.advance(seconds.min(until.since(follower.day().now().min(until))));
        let done_s = |time: SimTime| f64::from(time.since(SimTime::DAY_START.min(time)));
        if follower.day().now() >= until { 1.0 } else { done_s(follower.day().now()) / done_s(until) }
    }

    /// The day of the player that is followed, and ends it; undefined before `begin_life`.
    pub fn take_life(&mut self) -> Result<Option<Ts<PlayerDay>>> {
        let Some(follower) = self.follower.take() else { return Ok(None) };
        let life = follower.life(SimTime::DAY_START);
        to_js(&PlayerDay::of(follower.player(), &life, follower.day().world())).map(Some)
    }

    /// The frames of the thin record since the last call, for `Results.push`. After frames were thinned to fit
    /// their budget: all frames.
    pub fn frames(&mut self) -> Result<Ts<Frames>> {
        to_js(&self.slices.frames())
    }

    /// The minutes of servers finished since the last call, for `Results.push`; none without
    /// servers.
    pub fn servers(&mut self) -> Vec<u32> {
        let Some(servers) = self.slices.day.servers() else { return Vec::new() };
        let minutes = servers.minutes();
        let (rows, recorded) = (minutes.rows_from(self.sent_servers).to_vec(), minutes.minutes());
        self.sent_servers = recorded;
        rows
    }

    /// The outages of datacenters that have begun since the last call.
    pub fn outages(&mut self) -> Result<Vec<Ts<Outage>>> {
        let Some(servers) = self.slices.day.servers() else { return Ok(Vec::new()) };
        let outages = servers.outages();
        let fresh = list_to_js(outages[self.sent_outages..].iter().map(Outage::of))?;
        self.sent_outages = outages.len();
        Ok(fresh)
    }

    /// Changes of the ladder since the last call, for `Results.push`; undefined on a day without a
    /// ladder.
    pub fn ladder(&mut self) -> Result<Option<Ts<LadderSlice>>> {
        let day = &self.slices.day;
        let Some(ranked) = day.ranked() else { return Ok(None) };
        let record = ranked.record();
        let slice = LadderSlice {
            minutes: record.minutes.rows_from(self.sent_ladder).to_vec(),
            samples: record.samples.iter().skip(self.sent_samples).map(RatingSample::from).collect(),
            report: (day.now() >= day.end()).then(|| ranked.ladder_report()),
        };
        (self.sent_ladder, self.sent_samples) = (record.minutes.minutes(), record.samples.len());
        to_js(&slice).map(Some)
    }

    /// What the policy has done on the shown days so far; undefined where no policy forms the matches.
    pub fn policy(&self) -> Result<Option<Ts<PolicyReport>>> {
        self.slices.day.policy_report().as_ref().map(to_js).transpose()
    }

    /// The figures of the run so far, including servers and ladder.
    pub fn summary(&self) -> Result<Ts<Report>> {
        to_js(&self.slices.day.report())
    }

    fn shown_ranked(&self) -> Option<&RankedDay> {
        self.slices.shown()?.ranked()
    }
}

/// A day before its warm-up, and its world; the arguments as of [`LabDay`].
pub(crate) fn begin(
    world: &World,
    params: &Params,
    utc_offset_s: &Function,
) -> Result<(Arc<matchday_sim::World>, Day)> {
    let world = world_of(world, params)?;
    let fleet = fleet_rules(&world, params, utc_offset_s)?;
    let day = Day::new(&world, params, Options { fleet, ..Options::default() });
    Ok((world, day.map_err(|error| Error::new(Code::BadParam, error))?))
}

/// The servers of `params` with the rules of their files; none without servers.
fn fleet_rules(world: &matchday_sim::World, params: &Params, utc_offset_s: &Function) -> Result<Option<FleetRules>> {
    let Some(mut settings) = settings(params) else { return Ok(None) };
    let filters =
        configuration_of(params.fleet_config(), utc_offset_s)?.apply_to(&mut settings, names_of(world, params));
    let filters = filters.map_err(|error| Error::new(Code::BadParam, error))?;
    Ok(Some(FleetRules { settings, filters: Filters::new(filters) }))
}
