//! Who waits at a moment of a day, and why.

use crate::day;
use crate::world::World;
use matchday_atlas::Location;
use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::ranked::{Step, Ticket};
use matchday_sim::RankedDay;
use matchday_sim::servers::region_names;
use matchday_web_common::dto::{list, object};
use matchday_web_common::error::Result;
use matchday_web_common::params::params_of;
use std::sync::Arc;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A ranked day that is stopped at a moment.
#[wasm_bindgen]
pub struct Moment {
    day: RankedDay,
}

#[wasm_bindgen]
impl Moment {
    /// A day that is about to warm up.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World, params: &JsValue) -> Result<Moment> {
        let params = params_of(params)?;
        let world = Arc::new(matchday_sim::World::new(&world.dataset, &params)?);
        Ok(Self { day: day::begin(world, &params, false)? })
    }

    /// Simulates so many seconds, but not beyond a moment: `{done, shown_s}`; the last second shown is negative until it is
    /// over. A moment that is past is not reached again.
    pub fn advance_to(&mut self, shown_s: u32, seconds: u32) -> JsValue {
        day::advance_to(&mut self.day, shown_s, seconds)
    }

    /// The tickets that wait: `[{ticket, accounts, lat, lon, age_s, points, party, region, points_window, rtt_window_ms}]`.
    pub fn waiting(&self) -> JsValue {
        list(self.day.queue().waiting().map(|(id, ticket)| self.ticket(id, ticket)))
    }

    /// Why a ticket waits, or null if it does not: `{age_s, expires_s, windows: [{from_s, points, rtt_ms}], looks, seen,
    /// refused: {points, rtt, region, constraints, party}, too_few, no_set, relax: {points, rtt_ms, region, players}}`. What
    /// would not help is null; points of a window are null where they do not narrow it.
    pub fn why(&self, ticket: u32) -> JsValue {
        let Some(why) = self.day.queue().why(TicketId(ticket), self.now()) else { return JsValue::NULL };
        let (tally, relaxed) = (why.tally, why.relaxed);
        let count = |n: u64| JsValue::from(n as f64);
        object(&[
            ("age_s", why.age_s.into()),
            ("expires_s", why.expires.0.saturating_sub(self.now().0).into()),
            ("windows", list(why.windows.iter().map(|(_, step)| window(step)))),
            ("looks", tally.looks.into()),
            ("seen", count(tally.seen)),
            (
                "refused",
                object(&[
                    ("points", count(tally.points)),
                    ("rtt", count(tally.rtt)),
                    ("region", count(tally.region)),
                    ("constraints", count(tally.constraints)),
                    ("party", count(tally.party)),
                ]),
            ),
            ("too_few", tally.too_few.into()),
            ("no_set", tally.no_set.into()),
            (
                "relax",
                object(&[
                    ("points", relaxed.points.map_or(JsValue::NULL, JsValue::from)),
                    ("rtt_ms", relaxed.rtt_ms.map_or(JsValue::NULL, JsValue::from)),
                    ("region", relaxed.region.map_or(JsValue::NULL, |region| self.region(region.0))),
                    ("players", relaxed.players.into()),
                ]),
            ),
        ])
    }

    fn ticket(&self, id: TicketId, ticket: &Ticket) -> JsValue {
        let age_s = self.now().0.saturating_sub(ticket.enqueued.0);
        let step = self.day.queue().rules().widening.at(age_s);
        let home = ticket.members.first().map(|member| self.day.people().of(member.account).home);
        let place = home.map(|home| self.day.world().cells[home.index()].centre());
        object(&[
            ("ticket", id.0.into()),
            ("accounts", list(ticket.members.iter().map(|member| member.account.0.into()))),
            ("lat", place.map_or(f64::NAN, Location::lat).into()),
            ("lon", place.map_or(f64::NAN, Location::lon).into()),
            ("age_s", age_s.into()),
            ("points", ticket.points().into()),
            ("party", (ticket.members.len() as u32).into()),
            ("region", self.region(ticket.region.0)),
            ("points_window", points(&step)),
            ("rtt_window_ms", step.rtt_ms.into()),
        ])
    }

    fn region(&self, number: u8) -> JsValue {
        region_names(self.day.world()).get(usize::from(number)).copied().unwrap_or_default().into()
    }

    /// The last second that is over.
    fn now(&self) -> SimTime {
        self.day.now() - 1
    }
}

fn window(step: &Step) -> JsValue {
    object(&[("from_s", step.from_s.into()), ("points", points(step)), ("rtt_ms", step.rtt_ms.into())])
}

fn points(step: &Step) -> JsValue {
    if step.points == Step::ANY_POINTS { JsValue::NULL } else { step.points.into() }
}
