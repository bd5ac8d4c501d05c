//! Waiting tickets at a given time of a day, and the reasons why they wait.

use crate::ranked::day::{self, Reached};
use crate::world::atlas::Place;
use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::ranked::{Step, Tally, Ticket};
use matchday_sim::RankedDay;
use matchday_sim::servers::region_names;
use matchday_web_common::error::Result;
use matchday_web_common::js::{list_to_js, to_js};
use matchday_web_common::params::{ParamValues, params_of};
use matchday_web_common::world::World;
use serde::Serialize;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A waiting ticket.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Waiting {
    /// Its number.
    pub ticket: u32,
    /// Accounts that queued together.
    pub accounts: Vec<u32>,
    /// Home of the first account.
    pub place: Option<Place>,
    /// Its wait so far, s.
    pub age_s: u32,
    /// Its rating, points.
    pub points: i32,
    /// Number of its players.
    pub party: usize,
    /// The region in which it queued.
    pub region: String,
    /// Its present window of ratings, points; null: any.
    pub points_window: Option<u16>,
    /// Its present limit on RTT, ms.
    pub rtt_window_ms: u8,
}

/// A step of a search.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SearchWindow {
    /// Age from which it applies, s.
    pub from_s: u32,
    /// Window of ratings, points; null: any.
    pub points: Option<u16>,
    /// Limit on RTT, ms.
    pub rtt_ms: u8,
}

/// Numbers of incompatible tickets by reason.
#[derive(Serialize, Tsify)]
pub struct Refused {
    /// Too many points apart.
    pub points: u64,
    /// No datacenter near enough to both.
    pub rtt: u64,
    /// Another region.
    pub region: u64,
    /// No map in common, or incompatible platforms.
    pub constraints: u64,
    /// A party too large for the mode.
    pub party: u64,
}

/// For each limit, the smallest change that alone would have made a match; null if that change is not enough.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Relax {
    /// More points.
    pub points: Option<u32>,
    /// More RTT, ms.
    pub rtt_ms: Option<u8>,
    /// Another region.
    pub region: Option<String>,
    /// More compatible players.
    pub players: u8,
}

/// Why a ticket still waits.
#[derive(Serialize, Tsify)]
pub struct Why {
    /// Its wait so far, s.
    pub age_s: u32,
    /// Time until its search expires, s.
    pub expires_s: u32,
    /// The steps of its search.
    pub windows: Vec<SearchWindow>,
    /// Number of searches for a match.
    pub looks: u32,
    /// Number of candidates compared.
    pub seen: u64,
    /// Incompatible candidates by reason.
    pub refused: Refused,
    /// Searches with fewer compatible players than a match needs.
    pub too_few: u32,
    /// Searches with enough players but no valid set.
    pub no_set: u32,
    /// Changes that would have helped.
    pub relax: Relax,
}

/// A ranked day, stopped at a given time.
#[wasm_bindgen]
pub struct Moment {
    day: RankedDay,
}

#[wasm_bindgen]
impl Moment {
    /// A day before its warm-up.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &Ts<ParamValues>) -> Result<Moment> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.data().dataset, &params)?);
        Ok(Self { day: day::begin(&world, &params)? })
    }

    /// Simulates the given number of seconds, but not beyond the given time. A past time has no effect.
    pub fn advance_to(&mut self, shown_s: i32, seconds: u32) -> Result<Ts<Reached>> {
        to_js(&day::advance_to(&mut self.day, shown_s, seconds))
    }

    /// The waiting tickets.
    pub fn waiting(&self) -> Result<Vec<Ts<Waiting>>> {
        list_to_js(self.day.queue().waiting().map(|(id, ticket)| self.ticket(id, ticket)))
    }

    /// Why a ticket waits; undefined if it does not.
    pub fn why(&self, ticket: u32) -> Result<Option<Ts<Why>>> {
        let Some(why) = self.day.queue().why(TicketId(ticket), self.now()) else { return Ok(None) };
        let (tally, relaxed) = (why.tally, why.relaxed);
        let why = Why {
            age_s: why.age_s,
            expires_s: why.expires.0.saturating_sub(self.now().0),
            windows: why.windows.iter().map(|(_, step)| SearchWindow::from(step)).collect(),
            looks: tally.looks,
            seen: tally.seen,
            refused: tally.into(),
            too_few: tally.too_few,
            no_set: tally.no_set,
            relax: Relax {
                points: relaxed.points,
                rtt_ms: relaxed.rtt_ms,
                region: relaxed.region.map(|region| self.region(region.0)),
                players: relaxed.players,
            },
        };
        to_js(&why).map(Some)
    }

    fn ticket(&self, id: TicketId, ticket: &Ticket) -> Waiting {
        let age_s = self.now().0.saturating_sub(ticket.enqueued.0);
        let step = self.day.queue().rules().widening.at(age_s);
        let home = ticket.members.first().map(|member| self.day.people().of(member.account).home);
        let place = home.map(|home| Place::from(self.day.world().cells[home.index()].centre()));
        Waiting {
            ticket: id.0,
            accounts: ticket.members.iter().map(|member| member.account.0).collect(),
            place,
            age_s,
            points: ticket.points(),
            party: ticket.members.len(),
            region: self.region(ticket.region.0),
            points_window: points(&step),
            rtt_window_ms: step.rtt_ms,
        }
    }

    fn region(&self, number: u8) -> String {
        region_names(self.day.world()).get(usize::from(number)).copied().unwrap_or_default().to_owned()
    }

    /// The last finished second.
    fn now(&self) -> SimTime {
        self.day.now() - 1
    }
}

impl From<Tally> for Refused {
    fn from(tally: Tally) -> Self {
        let Tally { points, rtt, region, constraints, party, .. } = tally;
        Self { points, rtt, region, constraints, party }
    }
}

impl From<&Step> for SearchWindow {
    fn from(step: &Step) -> Self {
        Self { from_s: step.from_s, points: points(step), rtt_ms: step.rtt_ms }
    }
}

/// The window of ratings, points; `None`: any.
pub(crate) fn points(step: &Step) -> Option<u16> {
    (step.points != Step::ANY_POINTS).then_some(step.points)
}
