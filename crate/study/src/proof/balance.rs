//! Exact balances: they must hold to the last player and second, without any chance.

use super::{Chart, Check, Comparison, Day, Evidence, Outcome, SEARCHING, Unit};
use matchday_base::time::MINUTE_S;
use matchday_matchmaker::{RowId, SetId};
use matchday_sim::census::State;
use matchday_sim::columns::{Count, PerDatacenter};

/// Seconds to hours.
const HOUR_S: f64 = 3_600.0;

/// Joined + inside at the start = inside + left + failed + abandoned, exactly.
pub(super) fn conserved(Evidence { summary: s, .. }: &Evidence<'_>) -> Check {
    Check {
        id: "conserved",
        chart: Chart::Ccu,
        title: "Nobody appears or vanishes",
        form: "joined + inside at midnight = inside at the end + left + failed + gave up, to the last player",
        outcome: Outcome::Compared(Comparison {
            theory: (s.joined + s.inside_at_start) as f64,
            measured: (s.inside + s.left + s.failed + s.abandoned) as f64,
            tolerance: 0.0,
            unit: Unit::Players,
        }),
    }
}

/// Player-seconds in matches and pauses against matches times their length.
///
/// A match that begins at second s keeps its players busy for L + B seconds, always. Columns record only its
/// minute, so matches cut off by the window's ends are uncertain. The window begins L + B into the day, when
/// all players busy at midnight have finished.
pub(super) fn matches_last(Evidence { params, columns, .. }: &Evidence<'_>) -> Check {
    if params.match_sd_s() > 0 || params.quit_rate() > 0 {
        return match_time(Outcome::DoesNotApply("Matches differ in length, or players quit them."));
    }
    let minutes = columns.minutes();
    let busy_s = u64::from(params.match_s() + params.pause_s());
    let minute_s = u64::from(MINUTE_S);
    let from = busy_s.div_ceil(minute_s);
    let (start, end) = (from * minute_s, minutes as u64 * minute_s);
    let within = |s: u64| (s + busy_s).min(end).saturating_sub(s.max(start));
    let (mut least, mut most) = (0, 0);
    for minute in 0..minutes {
        let began = columns.waits(minute..minute + 1).count() + u64::from(columns.count(Count::BotMatches, minute));
        let seconds = minute as u64 * minute_s..(minute as u64 + 1) * minute_s;
        least += began * seconds.clone().map(within).min().unwrap_or(0);
        most += began * seconds.map(within).max().unwrap_or(0);
    }
    let spent = |minute| [State::Playing, State::Bots, State::Between].map(|state| columns.player_s(state, minute));
    let measured: u64 = (from as usize..minutes).flat_map(spent).map(u64::from).sum();
    match_time(between(least as f64 / HOUR_S, most as f64 / HOUR_S, measured as f64 / HOUR_S, Unit::PlayerHours))
}

fn match_time(outcome: Outcome) -> Check {
    Check {
        id: "match_time",
        chart: Chart::Ccu,
        title: "Every match and the pause after it last their time",
        form: "time in matches and pauses = players matched \u{d7} (L + B), within what recording by the minute leaves open",
        outcome,
    }
}

/// Little's law: the integral of the number of searching players is the sum of their waits.
///
/// Players searching at midnight or at the end are counted on one side only. No failed search lasts
/// longer than [`failed_s`], so the first and last minutes bound the difference.
pub(super) fn little(evidence: &Evidence<'_>, day: &Day) -> Check {
    let columns = evidence.columns;
    let minutes = columns.minutes();
    let [shortest_s, longest_s] = failed_s(evidence);
    let edge = (longest_s.div_ceil(MINUTE_S) as usize).min(minutes);
    let failed = |minute: usize| {
        let ends = [Count::BotMatches, Count::Failed, Count::AbandonedSearching];
        f64::from(ends.map(|count| columns.count(count, minute)).iter().sum::<u32>())
    };
    let waited = |minutes: std::ops::Range<usize>| -> f64 {
        columns.waits(minutes).0.iter().zip(0..).map(|(&n, wait_s)| (n * wait_s) as f64).sum()
    };
    let searching = |minute| SEARCHING.map(|state| f64::from(columns.player_s(state, minute)));
    let searched = |minutes: std::ops::Range<usize>| minutes.flat_map(searching).sum::<f64>();
    let begun_before = waited(0..edge) + (0..edge).map(failed).sum::<f64>() * f64::from(longest_s);
    let all = waited(0..minutes);
    let least = all + day.failed * f64::from(shortest_s) - begun_before;
    let most = all + day.failed * f64::from(longest_s) + searched(minutes - edge..minutes);
    Check {
        id: "little",
        chart: Chart::Wait,
        title: "Little\u{2019}s law",
        form: "the number of searching players, added up second by second = the sum of all waits, within what the ends of the day leave open",
        outcome: between(
            least / HOUR_S,
            most / HOUR_S,
            (searched(0..minutes) - day.measuring_s) / HOUR_S,
            Unit::PlayerHours,
        ),
    }
}

/// Shortest and longest failed search, s: a player without a datacenter within a cap skips that state, and patience ends
/// every search.
pub(super) fn failed_s(Evidence { params, world, .. }: &Evidence<'_>) -> [u32; 2] {
    let known = world.least_ping.is_none();
    let latencies = world.by_distance.as_ref().unwrap_or(&world.latencies);
    let rows = (0..world.cells.len() as u32).map(RowId);
    let of_row = |row| match [latencies.ideal_set(row), latencies.expand_set(row)] {
        [SetId::NONE, SetId::NONE] => 0,
        [SetId::NONE, _] => params.expand_s(),
        _ => params.ideal_s() + params.expand_s(),
    };
    let longest = params.ideal_s() + params.expand_s() + params.warm_s();
    let shortest = if known { rows.map(of_row).min().unwrap_or(0) } else { 0 };
    [params.warm_s() + shortest, longest].map(|failed_s| failed_s.min(params.patience_s()))
}

/// The counts of all datacenters add up to the counts of the day.
pub(super) fn datacenters(Evidence { params, columns, .. }: &Evidence<'_>) -> Check {
    let minutes = columns.minutes();
    let at_all = |column, minute| -> u64 {
        (0..columns.layout().datacenters).map(|at| u64::from(columns.at(at, column, minute))).sum()
    };
    // The first minute that differs decides: in a sum, errors could cancel.
    let differs = |minute: usize| -> u64 {
        let matches = u64::from(columns.count(Count::Matches, minute));
        let rtts = columns.rtts(minute..minute + 1);
        let least_sum_ms: u64 = rtts.0.iter().zip(0..).map(|(n, ms)| n * ms).sum();
        // The last bin counts longer ones, too.
        let may_be_more = rtts.0.last().is_some_and(|&players| players > 0);
        let rtt_sum_ms = at_all(PerDatacenter::RttSumMs, minute);
        let pairs = [
            (at_all(PerDatacenter::Matches, minute), matches),
            (at_all(PerDatacenter::Matched, minute), matches * u64::from(params.players())),
            (at_all(PerDatacenter::Matched, minute), columns.waits(minute..minute + 1).count()),
            (at_all(PerDatacenter::Matched, minute), rtts.count()),
            (rtt_sum_ms, if may_be_more { rtt_sum_ms.max(least_sum_ms) } else { least_sum_ms }),
            (at_all(PerDatacenter::PlayedS, minute), u64::from(columns.player_s(State::Playing, minute))),
        ];
        pairs.iter().filter(|(a, b)| a != b).count() as u64
    };
    let measured: u64 = (0..minutes).map(differs).sum();
    Check {
        id: "datacenters",
        chart: Chart::Datacenters,
        title: "The datacenters\u{2019} books balance",
        form: "matches, players, round trips and time played, added up over the datacenters, are those of the day in every minute: sums that differ",
        outcome: Outcome::Compared(Comparison {
            theory: 0.0,
            measured: measured as f64,
            tolerance: 0.0,
            unit: Unit::Plain,
        }),
    }
}

/// A comparison with inclusive bounds, widened by less than a second because their middle is rounded.
fn between(least: f64, most: f64, measured: f64, unit: Unit) -> Outcome {
    let tolerance = (most - least) / 2.0 + 1e-12 * most.abs();
    Outcome::Compared(Comparison { theory: (least + most) / 2.0, measured, tolerance, unit })
}
