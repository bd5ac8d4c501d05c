//! A run in one object.

use crate::census::State;
use crate::columns::{Columns, Count};
use crate::playlist::Worst;
use crate::theory::Searching;

/// What a run came to, over the shown days. Names and units are those that people script against.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Digest of every event.
    pub digest: String,
    /// Players who joined; replays do not count.
    pub joined: u64,
    /// Players inside when the first shown day started.
    pub inside_at_start: u64,
    /// Players inside at the end.
    pub inside: u64,
    /// Players who left after a match.
    pub left: u64,
    /// Players who left because their search failed; 0 with bots.
    pub failed: u64,
    /// Matches formed.
    pub matches: u64,
    /// Highest CCU.
    pub ccu_peak: u32,
    /// Second since the first shown midnight at which it stood first.
    pub ccu_peak_at_s: u32,
    /// Mean CCU.
    pub ccu_mean: f64,
    /// Mean wait of the players matched, s.
    pub wait_mean_s: f64,
    /// Median wait, s.
    pub wait_p50_s: u32,
    /// 95th percentile of the wait, s.
    pub wait_p95_s: u32,
    /// 99th percentile of the wait, s.
    pub wait_p99_s: u32,
    /// Mean RTT at which the players matched play, ms.
    pub rtt_mean_ms: f64,
    /// 95th percentile of the RTT, ms.
    pub rtt_p95_ms: u32,
    /// Mean RTT that the matchmaker believed of them, ms.
    pub rtt_believed_mean_ms: f64,
    /// Share of players who play at 50 ms or less.
    pub share_le_50: f64,
    /// Share of players who play at 100 ms or less.
    pub share_le_100: f64,
    /// Share of players matched as warm bodies.
    pub warm_share: f64,
    /// Of the pairs of a player who joined and a datacenter truly within the ideal cap, the share that the estimate
    /// put beyond it.
    pub wrongly_excluded: f64,
    /// Of the pairs that the estimate put within the ideal cap, the share truly beyond it.
    pub wrongly_included: f64,
    /// What the playlists that are served worst get.
    pub worst: Worst,
}

impl Summary {
    /// Everything that the columns alone tell; digest, those inside and playlists are left for the run to fill in.
    pub fn of(columns: &Columns) -> Self {
        let minutes = 0..columns.minutes();
        let (waits, rtts) = (columns.waits(minutes.clone()), columns.rtts(minutes.clone()));
        let peak = minutes.clone().map(|m| columns.peak(m)).reduce(|a, b| if b.ccu > a.ccu { b } else { a });
        let peak = peak.unwrap_or_default();
        let ccu_sum: f64 = minutes.clone().map(|m| columns.ccu(m)).sum();
        let warm = columns.total(Count::WarmMatched) as f64;
        Self {
            joined: columns.total(Count::Joined),
            left: columns.total(Count::Left),
            failed: columns.total(Count::Failed),
            matches: columns.total(Count::Matches),
            ccu_peak: peak.ccu,
            ccu_peak_at_s: peak.at_s,
            ccu_mean: ccu_sum / (minutes.len().max(1) as f64),
            wait_mean_s: waits.mean().unwrap_or(0.0),
            wait_p50_s: waits.percentile(50).unwrap_or(0),
            wait_p95_s: waits.percentile(95).unwrap_or(0),
            wait_p99_s: waits.percentile(99).unwrap_or(0),
            rtt_mean_ms: rtts.mean().unwrap_or(0.0),
            rtt_p95_ms: rtts.percentile(95).unwrap_or(0),
            rtt_believed_mean_ms: columns.believed_mean_ms(minutes.clone()).unwrap_or(0.0),
            share_le_50: rtts.share_up_to(50).unwrap_or(0.0),
            share_le_100: rtts.share_up_to(100).unwrap_or(0.0),
            warm_share: if waits.count() > 0 { warm / waits.count() as f64 } else { 0.0 },
            wrongly_excluded: columns.wrongly_excluded(minutes.clone()).unwrap_or(0.0),
            wrongly_included: columns.wrongly_included(minutes).unwrap_or(0.0),
            ..Self::default()
        }
    }
}

/// A value of a [`Summary`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The digest.
    Text(String),
    /// A count, or whole seconds or milliseconds.
    Whole(u64),
    /// A mean or a share.
    Real(f64),
}

impl Summary {
    /// Every value with the name that people script against.
    pub fn fields(&self) -> [(&'static str, Value); 25] {
        let whole = |n: u32| Value::Whole(u64::from(n));
        [
            ("digest", Value::Text(self.digest.clone())),
            ("joined", Value::Whole(self.joined)),
            ("inside_at_start", Value::Whole(self.inside_at_start)),
            ("inside", Value::Whole(self.inside)),
            ("left", Value::Whole(self.left)),
            ("failed", Value::Whole(self.failed)),
            ("matches", Value::Whole(self.matches)),
            ("ccu_peak", whole(self.ccu_peak)),
            ("ccu_peak_at_s", whole(self.ccu_peak_at_s)),
            ("ccu_mean", Value::Real(self.ccu_mean)),
            ("wait_mean_s", Value::Real(self.wait_mean_s)),
            ("wait_p50_s", whole(self.wait_p50_s)),
            ("wait_p95_s", whole(self.wait_p95_s)),
            ("wait_p99_s", whole(self.wait_p99_s)),
            ("rtt_mean_ms", Value::Real(self.rtt_mean_ms)),
            ("rtt_p95_ms", whole(self.rtt_p95_ms)),
            ("rtt_believed_mean_ms", Value::Real(self.rtt_believed_mean_ms)),
            ("share_le_50", Value::Real(self.share_le_50)),
            ("share_le_100", Value::Real(self.share_le_100)),
            ("warm_share", Value::Real(self.warm_share)),
            ("wrongly_excluded", Value::Real(self.wrongly_excluded)),
            ("wrongly_included", Value::Real(self.wrongly_included)),
            ("worst_wait_mean_s", Value::Real(self.worst.wait_mean_s)),
            ("worst_wait_p95_s", whole(self.worst.wait_p95_s)),
            ("worst_rtt_mean_ms", Value::Real(self.worst.rtt_mean_ms)),
        ]
    }
}

/// What searching cost in a run: time spent searching by searches begun, and how many of them failed.
pub fn searching(columns: &Columns) -> Searching {
    let minutes = 0..columns.minutes();
    let player_s = |minute| [State::Ideal, State::Expand, State::Warm].map(|state| columns.player_s(state, minute));
    let spent_s: u64 = minutes.clone().flat_map(player_s).map(u64::from).sum();
    let failed = columns.total(Count::Failed) + columns.total(Count::BotMatches);
    let searches = (columns.waits(minutes).count() + failed).max(1) as f64;
    Searching { mean_s: spent_s as f64 / searches, failed: failed as f64 / searches }
}
