//! The parts that every kind of day has: clock, joins, players by state, and recorded minutes.

use crate::census::State;
use crate::columns::{Columns, Count, Layout, PerDatacenter, Row};
use crate::estimate::Verdict;
use crate::joins::{JoinModel, JoinStream};
use crate::limits::{MOST_WARM_UP_S, begins};
use crate::summary;
use crate::world::World;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_base::{CellId, RunDigest, SimTime, Streams};
use matchday_scenario::Params;
use matchday_scenario::params::{MAX_DAYS, MAX_LADDER_DAYS};
use matchday_wire::report::Summary;

/// The digest has room for 24 bits of the time.
const _: () = assert!(SimTime::DAY_START.0 + MAX_DAYS * DAY_S < 1 << 24);
/// The oldest ladder and its warm-up begin after time zero.
const _: () = assert!(MAX_LADDER_DAYS * DAY_S + MOST_WARM_UP_S <= SimTime::DAY_START.0);

/// The log of a day, kept second by second. `end_second` and `next_second` close each second.
#[derive(Clone, Debug)]
pub struct DayLog {
    /// The current second; between two seconds, the next one.
    pub now: SimTime,
    /// The end of the last shown day.
    pub end: SimTime,
    joins: JoinStream,
    /// Cells of the players who join in this second, in order; kept between seconds to avoid allocations.
    pub joined: Vec<CellId>,
    /// Players in each state.
    pub times: Times,
    /// Players in matches at each datacenter.
    pub playing_at: Vec<u32>,
    /// Player-seconds played at each of them in the unfinished minute.
    played_s: Vec<u32>,
    inside_at_start: u64,
    /// The digest of the run.
    pub digest: RunDigest,
    /// The unfinished minute.
    pub row: Row,
    columns: Columns,
}

/// Players in each state, and player-seconds spent there, in the order of [`State::ALL`].
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Players in each state.
    pub counts: [u32; State::ALL.len()],
    /// Sum of the counts over the seconds.
    pub integral_s: [u64; State::ALL.len()],
    /// Player-seconds spent in each state outside search, added when players leave it. By Little's law this
    /// equals the integral, less the time of players still in the state; checked.
    pub spent_s: [u64; State::ALL.len()],
}

impl DayLog {
    /// The log of a day about to warm up.
    pub fn new(world: &World, params: &Params) -> Self {
        let layout = Layout::of(params, world.datacenters.len());
        Self {
            now: begins(params),
            end: SimTime::DAY_START + params.days() * DAY_S,
            joins: JoinStream::new(Streams::new(u64::from(params.seed()))),
            joined: Vec::new(),
            times: Times::default(),
            playing_at: vec![0; world.datacenters.len()],
            played_s: vec![0; world.datacenters.len()],
            inside_at_start: 0,
            digest: RunDigest::default(),
            row: Row::new(layout),
            columns: Columns::with_room(layout, params.days() * DAY_S / MINUTE_S),
        }
    }

    /// `seconds`, or as many as are left.
    #[inline]
    pub fn at_most(&self, seconds: u32) -> u32 {
        seconds.min(self.end.since(self.now))
    }

    /// The minutes recorded so far.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Exchanges the minutes recorded so far.
    pub fn swap_columns(&mut self, columns: &mut Columns) {
        std::mem::swap(&mut self.columns, columns);
    }

    /// The figures of the run so far, without those of its playlists; `inside` players are online.
    pub fn summary(&self, inside: u64) -> Summary {
        Summary {
            digest: self.digest.to_string(),
            inside_at_start: self.inside_at_start,
            inside,
            ..summary::of(&self.columns)
        }
    }

    /// Counts the datacenters within the cap of a player who joins.
    pub fn count_verdict(&mut self, verdict: Verdict) {
        self.row.add(Count::TrulyWithin, verdict.truly_within);
        self.row.add(Count::WronglyExcluded, verdict.excluded);
        self.row.add(Count::WronglyIncluded, verdict.included);
    }

    /// Draws the joins of this second into [`joined`](Self::joined), and counts them.
    #[inline]
    pub fn draw_joins(&mut self, model: &JoinModel) {
        self.joins.draw(model, self.now, &mut self.joined);
        self.row.add(Count::Joined, self.joined.len() as u32);
    }

    /// Adds an event of this second to the digest.
    #[inline]
    pub fn fold(&mut self, event: u8, subject: u32, detail: u32) {
        let head = u64::from(self.now.0) << 8 | u64::from(event);
        self.digest.fold(head << 32 ^ u64::from(detail) << 32 ^ u64::from(subject));
    }

    /// Ends the second; `shown` are the players in each state for charts. Returns whether a shown minute ends
    /// with it.
    #[inline]
    pub fn end_second(&mut self, shown: [u32; State::ALL.len()]) -> bool {
        self.times.end_second();
        let Some(shown_s) = self.now.shown_s() else {
            // The rows of the warm-up are not needed, but their sums have room for a minute only.
            if (self.now.0 + 1).is_multiple_of(MINUTE_S) {
                self.row.clear();
            }
            return false;
        };
        self.row.end_second(shown_s % MINUTE_S, shown);
        let played_s = self.played_s.iter_mut().zip(&self.playing_at);
        played_s.for_each(|(sum_s, &players)| *sum_s = sum_s.saturating_add(players));
        (shown_s + 1).is_multiple_of(MINUTE_S)
    }

    /// Stores the row of the finished minute.
    pub fn push_row(&mut self) {
        self.row.add_to_each(PerDatacenter::PlayedS, self.played_s.iter_mut().map(std::mem::take));
        self.columns.push_rows(self.row.values());
        self.row.clear();
    }

    /// Advances to the next second, with `inside` players online; returns whether the shown days begin with
    /// it.
    #[inline]
    pub fn next_second(&mut self, inside: u64) -> bool {
        self.now = self.now + 1;
        let begins = self.now == SimTime::DAY_START;
        if begins {
            self.inside_at_start = inside;
        }
        begins
    }

    /// Whether a simulated minute has ended and the invariants must be checked.
    #[inline]
    pub fn is_check_due(&self) -> bool {
        cfg!(debug_assertions) && self.now.0.is_multiple_of(MINUTE_S)
    }
}

impl Times {
    /// `players` players leave a state in which each spent `spent_s` seconds.
    #[inline]
    pub fn leave(&mut self, state: State, players: usize, spent_s: u32) {
        self.counts[state as usize] -= players as u32;
        self.spent_s[state as usize] += players as u64 * u64::from(spent_s);
    }

    #[inline]
    fn end_second(&mut self) {
        for (integral, &count) in self.integral_s.iter_mut().zip(&self.counts) {
            *integral += u64::from(count);
        }
    }
}
