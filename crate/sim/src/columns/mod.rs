//! Recorded values of each simulated minute, in columns.
//!
//! A minute is one row of whole numbers. A run is its rows in sequence, so that new rows cross to the thread
//! that draws them as one flat array. [`Layout`] gives the position of each column.
//!
//! | columns of a row | unit |
//! |---|---|
//! | joined, left, failed, matches against bots, matches, players matched as warm bodies | count |
//! | sum of the estimated RTTs of the players matched | ms |
//! | datacenters within the ideal cap, wrongly excluded, wrongly included | player-datacenters |
//! | players who gave up searching, waiting for a server, with a ranked ticket; players who quit a match | count |
//! | players who decided whether to queue again; sum of their lost replay chances | count; 1 / 10,000 |
//! | time spent in each state, in the order of [`State::ALL`] | player-seconds |
//! | peak CCU, and its second within the minute | players, s |
//! | wait histogram, one bin a second; RTT histogram, one bin a millisecond | players matched |
//! | per datacenter: matches, sum of RTTs, players matched | count, ms, count |
//! | per datacenter: time played, queue at the end of the minute | player-seconds, players |
//!
//! Player-seconds saturate at the 32-bit maximum, 71 million players for a minute. A week of a million's
//! joins with a replay probability near 1 exceeds it.

mod row;

pub use row::{Row, RttBins};

use crate::census::State;
use crate::histogram::Histogram;
use crate::limits::{longest_wait_of, search_s};
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::time::MINUTE_S;
use matchday_scenario::Params;
use matchday_scenario::params::{Estimate, FleetFlow, Policy};
use std::ops::Range;

/// Bins of the RTT histogram where no limit is above 254 ms: only warm bodies play farther away, in the last bin.
const NEAR_RTT_BINS: usize = 256;
/// Bins of the others; the last is for all out of reach.
pub(crate) const RTT_BINS: usize = OUT_OF_REACH_MS as usize + 1;

/// A column with one value a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Players who joined.
    Joined,
    /// Players who left after a match.
    Left,
    /// Players who left because their search had failed.
    Failed,
    /// Failed searches that ended in a match against bots.
    BotMatches,
    /// Matches formed.
    Matches,
    /// Players matched as warm bodies.
    WarmMatched,
    /// Sum of the estimated RTTs of the players matched, ms.
    EstimatedSumMs,
    /// Datacenters within the ideal cap by actual RTT, summed over the players who joined. This and the next
    /// two are counted only where estimated and actual RTTs differ, see [`crate::estimate`].
    TrulyWithin,
    /// Datacenters among these that the estimate puts beyond the cap.
    WronglyExcluded,
    /// Datacenters beyond the ideal cap by actual RTT that the estimate puts within it.
    WronglyIncluded,
    /// Players who gave up while they searched.
    AbandonedSearching,
    /// Players who gave up while their match waited for a server.
    AbandonedPlacing,
    /// Players whose ranked ticket expired.
    AbandonedTickets,
    /// Players who quit a match; they are among those who left.
    Quit,
    /// Players who decided whether to queue again.
    Decisions,
    /// Sum of what waits, lag, bots and lost matches took off their chances, in units of 1 / 10,000.
    ReplayLossSum,
}

const COUNTS: usize = 16;
const STATES: usize = COUNTS;
const PEAK: usize = STATES + State::ALL.len();
const WAIT: usize = PEAK + 2;

/// A column with one value per datacenter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerDatacenter {
    /// Matches formed.
    Matches,
    /// Sum of the RTTs of the players matched, ms.
    RttSumMs,
    /// Players matched.
    Matched,
    /// Player-seconds played.
    PlayedS,
    /// Queue at the end of the minute.
    Queue,
}

const PER_DATACENTER: usize = 5;

/// Positions of the columns in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bins of the wait histogram, one a second.
    pub wait_bins: usize,
    /// Bins of the RTT histogram, one a millisecond; the last counts longer ones, too.
    pub rtt_bins: usize,
    /// Active datacenters.
    pub datacenters: usize,
}

impl Layout {
    /// The layout of a run with these parameters.
    pub fn of(params: &Params, datacenters: usize) -> Self {
        let longest_s = match params.fleet() {
            _ if params.is_ranked() => longest_wait_of(params) + 1,
            FleetFlow::Off if params.policy() == Policy::Article => search_s(params),
            // Where a rule set forms the matches, or players whose match was called off search again, only patience is
            // sure to end all waiting.
            FleetFlow::Off | FleetFlow::Broker | FleetFlow::Register => params.patience_s(),
        };
        Self { wait_bins: longest_s as usize, rtt_bins: rtt_bins(params), datacenters }
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        WAIT + self.wait_bins + self.rtt_bins + self.datacenters * PER_DATACENTER
    }

    #[inline]
    fn wait(&self) -> Range<usize> {
        WAIT..WAIT + self.wait_bins
    }

    #[inline]
    fn rtt(&self) -> Range<usize> {
        self.wait().end..self.wait().end + self.rtt_bins
    }

    #[inline]
    fn datacenter(&self, index: usize, column: PerDatacenter) -> usize {
        self.rtt().end + index * PER_DATACENTER + column as usize
    }
}

/// The bins that a run with these parameters needs.
fn rtt_bins(params: &Params) -> usize {
    let limit_ms = if params.is_ranked() {
        // Steps end with their limits. Presets are words; they end at 120 ms.
        let limits_ms = params.widening().split(['/', ':']).skip(2).step_by(3).filter_map(|ms| ms.parse().ok());
        limits_ms.max().unwrap_or(0)
    } else {
        params.expand_ms()
    };
    let is_exact = params.estimate() == Estimate::Map && params.bad_routes() == 0;
    let is_near = params.policy() == Policy::Article && is_exact && usize::from(limit_ms) < NEAR_RTT_BINS - 1;
    if is_near { NEAR_RTT_BINS } else { RTT_BINS }
}

/// The rows of a run.
#[derive(Clone, Debug)]
pub struct Columns {
    layout: Layout,
    rows: Vec<u32>,
}

/// Peak CCU and its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peak {
    /// Players online.
    pub ccu: u32,
    /// Second since the first shown midnight.
    pub at_s: u32,
}

impl Columns {
    /// No rows yet.
    pub fn new(layout: Layout) -> Self {
        Self { layout, rows: Vec::new() }
    }

    /// No rows yet, with memory reserved for `minutes` rows.
    pub fn with_room(layout: Layout, minutes: u32) -> Self {
        Self { layout, rows: Vec::with_capacity(minutes as usize * layout.width()) }
    }

    /// These rows; an incomplete one at the end is left out.
    pub fn of_rows(layout: Layout, mut rows: Vec<u32>) -> Self {
        rows.truncate(rows.len() - rows.len() % layout.width());
        Self { layout, rows }
    }

    /// Positions of the columns in a row.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Appends rows; an incomplete row at the end is ignored.
    pub fn push_rows(&mut self, rows: &[u32]) {
        let whole = rows.len() - rows.len() % self.layout.width();
        self.rows.extend_from_slice(&rows[..whole]);
    }

    /// Minutes recorded.
    pub fn minutes(&self) -> usize {
        self.rows.len() / self.layout.width()
    }

    /// The rows from a minute on.
    pub fn rows_from(&self, minute: usize) -> &[u32] {
        &self.rows[minute.min(self.minutes()) * self.layout.width()..]
    }

    fn row(&self, minute: usize) -> &[u32] {
        let width = self.layout.width();
        &self.rows[minute * width..(minute + 1) * width]
    }

    fn rows_of(&self, minutes: Range<usize>) -> impl Iterator<Item = &[u32]> {
        (minutes.start..minutes.end.min(self.minutes())).map(|minute| self.row(minute))
    }

    /// A count of one minute.
    pub fn count(&self, count: Count, minute: usize) -> u32 {
        self.row(minute)[count as usize]
    }

    /// A count over all minutes.
    pub fn total(&self, count: Count) -> u64 {
        self.sum(count, 0..self.minutes())
    }

    // Not inlined: it is called once a run, or once a minute shown.
    #[inline(never)]
    fn sum(&self, count: Count, minutes: Range<usize>) -> u64 {
        self.rows_of(minutes).map(|row| u64::from(row[count as usize])).sum()
    }

    /// Player-seconds in a state during a minute.
    pub fn player_s(&self, state: State, minute: usize) -> u32 {
        self.row(minute)[STATES + state as usize]
    }

    /// Players in a state, mean over a minute.
    pub fn players(&self, state: State, minute: usize) -> f64 {
        f64::from(self.player_s(state, minute)) / f64::from(MINUTE_S)
    }

    /// Players online, mean over a minute.
    pub fn ccu(&self, minute: usize) -> f64 {
        State::ALL.iter().map(|&state| self.players(state, minute)).sum()
    }

    /// Peak CCU of a minute and the second since the first shown midnight at which it was first reached.
    pub fn peak(&self, minute: usize) -> Peak {
        let row = self.row(minute);
        Peak { ccu: row[PEAK], at_s: minute as u32 * MINUTE_S + row[PEAK + 1] }
    }

    /// Mean RTT of the players matched in these minutes, ms; `None` if nobody was.
    pub fn rtt_mean_ms(&self, minutes: Range<usize>) -> Option<f64> {
        let sum = |column| -> u64 {
            let of = |row: &[u32], at| u64::from(row[self.layout.datacenter(at, column)]);
            self.rows_of(minutes.clone())
                .map(|row| (0..self.layout.datacenters).map(|at| of(row, at)).sum::<u64>())
                .sum()
        };
        let matched = sum(PerDatacenter::Matched);
        (matched > 0).then(|| sum(PerDatacenter::RttSumMs) as f64 / matched as f64)
    }

    /// Mean estimated RTT of the players matched in these minutes, ms; `None` if nobody was.
    pub fn estimated_mean_ms(&self, minutes: Range<usize>) -> Option<f64> {
        let matched = self.waits(minutes.clone()).count();
        (matched > 0).then(|| self.sum(Count::EstimatedSumMs, minutes) as f64 / matched as f64)
    }

    /// Share of the datacenters within the ideal cap by actual RTT, for the players who joined in these
    /// minutes, that the estimate put beyond it; `None` where nothing was counted.
    pub fn wrongly_excluded(&self, minutes: Range<usize>) -> Option<f64> {
        let truly = self.sum(Count::TrulyWithin, minutes.clone());
        (truly > 0).then(|| self.sum(Count::WronglyExcluded, minutes) as f64 / truly as f64)
    }

    /// Share of the datacenters that the estimate put within the ideal cap, for the players who joined in
    /// these minutes, that are beyond it by actual RTT; `None` where nothing was counted.
    pub fn wrongly_included(&self, minutes: Range<usize>) -> Option<f64> {
        let [truly, excluded, included] =
            [Count::TrulyWithin, Count::WronglyExcluded, Count::WronglyIncluded].map(|c| self.sum(c, minutes.clone()));
        let believed = truly - excluded + included;
        (believed > 0).then(|| included as f64 / believed as f64)
    }

    /// Waits of the players matched in these minutes, one bin a second.
    pub fn waits(&self, minutes: Range<usize>) -> Histogram {
        self.histogram(minutes, self.layout.wait())
    }

    /// RTTs of the players matched in these minutes, one bin a millisecond; the last counts longer ones, too.
    pub fn rtts(&self, minutes: Range<usize>) -> Histogram {
        self.histogram(minutes, self.layout.rtt())
    }

    fn histogram(&self, minutes: Range<usize>, bins: Range<usize>) -> Histogram {
        let mut sums = vec![0_u64; bins.len()];
        for row in self.rows_of(minutes) {
            for (sum, &n) in sums.iter_mut().zip(&row[bins.clone()]) {
                *sum += u64::from(n);
            }
        }
        Histogram(sums)
    }

    /// A datacenter's column in a minute.
    pub fn at(&self, datacenter: usize, column: PerDatacenter, minute: usize) -> u32 {
        self.row(minute)[self.layout.datacenter(datacenter, column)]
    }

    /// Players in matches at a datacenter, mean over a minute.
    pub fn mean_playing(&self, datacenter: usize, minute: usize) -> f64 {
        f64::from(self.at(datacenter, PerDatacenter::PlayedS, minute)) / f64::from(MINUTE_S)
    }

    /// Player-seconds in matches on all recorded minutes.
    pub fn played_s(&self) -> u64 {
        let at = |datacenter, minute| u64::from(self.at(datacenter, PerDatacenter::PlayedS, minute));
        (0..self.minutes())
            .flat_map(|minute| (0..self.layout.datacenters).map(move |datacenter| at(datacenter, minute)))
            .sum()
    }

    /// Mean RTT of the players matched to a datacenter in a minute, ms; `None` if nobody was.
    pub fn mean_rtt_ms(&self, datacenter: usize, minute: usize) -> Option<f64> {
        let [sum_ms, matched] =
            [PerDatacenter::RttSumMs, PerDatacenter::Matched].map(|c| f64::from(self.at(datacenter, c, minute)));
        (matched > 0.0).then(|| sum_ms / matched)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_seconds_stop_at_the_most_that_a_column_holds() {
        let mut row = Row::new(Layout { wait_bins: 30, rtt_bins: 256, datacenters: 1 });
        for second in 0..60 {
            row.end_second(second, [0, 0, 0, 90_000_000, 0, 0, 0]);
            row.add_to_each(PerDatacenter::PlayedS, std::iter::once(90_000_000));
        }
        let mut columns = Columns::new(Layout { wait_bins: 30, rtt_bins: 256, datacenters: 1 });
        columns.push_rows(row.values());
        assert_eq!(columns.player_s(State::Playing, 0), u32::MAX);
        assert_eq!(columns.at(0, PerDatacenter::PlayedS, 0), u32::MAX);
        assert_eq!(columns.peak(0).ccu, 90_000_000);
    }

    #[test]
    fn a_row_reads_back_what_was_written() {
        let layout = Layout { wait_bins: 30, rtt_bins: 256, datacenters: 2 };
        let mut row = Row::new(layout);
        row.add(Count::Joined, 3);
        row.add_wait(29, 1);
        row.add_wait(0, 1);
        [0, 255, 256, 1_001].into_iter().for_each(|ms| row.rtts().add(ms, 1));
        row.at(1)[PerDatacenter::Queue as usize] += 7;
        row.end_second(0, [1, 2, 3, 4, 5, 6, 0]);
        row.end_second(1, [1, 2, 3, 4, 5, 7, 0]);
        row.end_second(2, [1, 2, 3, 4, 5, 7, 0]);
        let mut columns = Columns::new(layout);
        columns.push_rows(&vec![0; layout.width()]);
        columns.push_rows(row.values());
        columns.push_rows(&[1, 2, 3]);
        assert_eq!(columns.minutes(), 2);
        assert_eq!(columns.count(Count::Joined, 1), 3);
        assert_eq!(columns.waits(0..2).0[29], 1);
        assert_eq!(columns.rtts(0..2).0[254..], [0, 3]);
        assert_eq!(columns.at(1, PerDatacenter::Queue, 1), 7);
        assert_eq!(columns.at(0, PerDatacenter::Queue, 1), 0);
        assert_eq!(columns.player_s(State::Between, 1), 20);
        assert_eq!(columns.peak(1), Peak { ccu: 22, at_s: 61 });
    }
}
