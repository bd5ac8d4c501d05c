//! The figures of a run, from its recorded minutes.

use crate::census::State;
use crate::columns::{Columns, Count};
use crate::theory::Searching;
use matchday_scenario::Params;
use matchday_wire::report::Summary;

/// Players who gave up, by where.
pub const ABANDONED: [Count; 3] = [Count::AbandonedSearching, Count::AbandonedPlacing, Count::AbandonedTickets];

/// All figures that follow from the recorded minutes; the caller adds digest, players online and playlists.
pub fn of(columns: &Columns) -> Summary {
    let minutes = 0..columns.minutes();
    let (waits, rtts) = (columns.waits(minutes.clone()), columns.rtts(minutes.clone()));
    let peak = minutes.clone().map(|m| columns.peak(m)).reduce(|a, b| if b.ccu > a.ccu { b } else { a });
    let peak = peak.unwrap_or_default();
    let ccu_sum: f64 = minutes.clone().map(|m| columns.ccu(m)).sum();
    let warm = columns.total(Count::WarmMatched) as f64;
    Summary {
        joined: columns.total(Count::Joined),
        left: columns.total(Count::Left),
        failed: columns.total(Count::Failed),
        abandoned: ABANDONED.iter().map(|&count| columns.total(count)).sum(),
        abandoned_searching: columns.total(Count::AbandonedSearching),
        abandoned_placing: columns.total(Count::AbandonedPlacing),
        abandoned_tickets: columns.total(Count::AbandonedTickets),
        quit: columns.total(Count::Quit),
        matches: columns.total(Count::Matches),
        replay_loss_mean: replay_loss(columns),
        bots_matches: columns.total(Count::BotMatches),
        ccu_peak: peak.ccu,
        ccu_peak_at_s: peak.at_s,
        ccu_mean: ccu_sum / (minutes.len().max(1) as f64),
        wait_mean_s: waits.mean_within(),
        wait_p50_s: waits.percentile_within(50),
        wait_p95_s: waits.percentile_within(95),
        wait_p99_s: waits.percentile_within(99),
        rtt_mean_ms: columns.rtt_mean_ms(minutes.clone()),
        rtt_p95_ms: rtts.percentile(95),
        rtt_estimated_mean_ms: columns.estimated_mean_ms(minutes.clone()),
        share_le_50: rtts.share_up_to(50),
        share_le_100: rtts.share_up_to(100),
        warm_share: (waits.count() > 0).then(|| warm / waits.count() as f64),
        wrongly_excluded: columns.wrongly_excluded(minutes.clone()),
        wrongly_included: columns.wrongly_included(minutes),
        ..Summary::default()
    }
}

/// The measured inputs of the closed forms, in whole seconds.
pub fn searching(columns: &Columns) -> Searching {
    let minutes = 0..columns.minutes();
    let player_s = |minute| [State::Ideal, State::Expand, State::Warm].map(|state| columns.player_s(state, minute));
    let spent_s: u64 = minutes.clone().flat_map(player_s).map(u64::from).sum();
    let gave_up = columns.total(Count::AbandonedSearching) + columns.total(Count::AbandonedTickets);
    let failed = columns.total(Count::Failed) + columns.total(Count::BotMatches) + gave_up;
    let searches = (columns.waits(minutes).count() + failed).max(1) as f64;
    Searching {
        mean_s: spent_s as f64 / searches,
        failed: failed as f64 / searches,
        gave_up: gave_up as f64 / searches,
        replay_loss: replay_loss(columns).unwrap_or(0.0),
    }
}

/// Mean of what waits, lag, bots and lost matches took off the replay chance, over all decisions; `None`
/// without decisions.
fn replay_loss(columns: &Columns) -> Option<f64> {
    let [decisions, lost] = [Count::Decisions, Count::ReplayLossSum].map(|count| columns.total(count) as f64);
    (decisions > 0.0).then(|| lost / decisions / f64::from(Params::REPLAY_ONE))
}
