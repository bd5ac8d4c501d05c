//! The joins of a run, drawn second by second.

use super::{JoinModel, Scale, Shape, Urn, id_of, times_at};
use crate::alias::Alias;
use crate::poisson::Poisson;
use matchday_base::time::DAY_S;
use matchday_base::{CellId, Rng, SimTime, Streams};
use std::iter;

/// Draws the joins of a run, second by second. Each minute has its own random streams, so the joins of an
/// hour do not depend on when the run began.
#[derive(Clone, Debug)]
pub struct JoinStream {
    streams: Streams,
    minute: Option<Minute>,
}

/// The distributions of a minute.
#[derive(Clone, Debug)]
struct Minute {
    number: u32,
    count: Poisson,
    count_rng: Rng,
    place_rng: Rng,
    /// Which of the shared urns to draw from.
    urns: Alias<u32>,
    /// The urn that only this minute uses.
    own_urn: Option<Urn>,
}

impl Minute {
    fn new(now: SimTime, model: &JoinModel, streams: Streams) -> Self {
        let (number, stream) = (now.minute(), now.stream_minute());
        let weighted: Vec<_> = (0..).zip(model.weights(number)).collect();
        Self {
            number,
            count: Poisson::new(model.rate_per_s(number)),
            count_rng: streams.numbered("join counts", stream),
            place_rng: streams.numbered("join places", stream),
            urns: Alias::new(&weighted),
            own_urn: model.own_urn(number),
        }
    }

    fn draw(&mut self, model: &JoinModel, joins: &mut Vec<CellId>) {
        let (rng, count) = (&mut self.place_rng, self.count.draw(&mut self.count_rng));
        match (&self.own_urn, &model.shape) {
            (Some(urn), _) => joins.extend((0..count).map(|_| urn.cells.draw(rng))),
            (None, Shape::Zones { zones, .. }) => joins.extend((0..count).map(|_| {
                let (_, urn) = &zones[self.urns.draw(rng) as usize];
                urn.cells.draw(rng)
            })),
            (None, Shape::Few { .. } | Shape::Recorded { .. }) => {}
        }
    }
}

impl JoinStream {
    /// Draws the joins of one seed.
    pub fn new(streams: Streams) -> Self {
        Self { streams, minute: None }
    }

    /// The cells of the players who join in this second. Call once a second, in order.
    pub fn draw(&mut self, model: &JoinModel, now: SimTime, joins: &mut Vec<CellId>) {
        joins.clear();
        if let (Scale::Exact, Shape::Recorded { day, cells }) = (model.scale, &model.shape) {
            let times = times_at(&model.incidents, now.minute()) as usize;
            for group in day.second(now.0 % DAY_S) {
                joins.extend(iter::repeat_n(id_of(cells, group.cell()), group.joins() as usize * times));
            }
            return;
        }
        if self.minute.as_ref().is_none_or(|minute| minute.number != now.minute()) {
            self.minute = Some(Minute::new(now, model, self.streams));
        }
        if let Some(minute) = &mut self.minute {
            minute.draw(model, joins);
        }
    }
}
