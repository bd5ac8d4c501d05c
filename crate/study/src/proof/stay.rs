//! CCU = lambda (W + L + B) / (1 - p), and the share of players who queue again.

use super::{Chart, Check, Comparison, Day, Evidence, Outcome, SIGMAS, Unit, quit_rate, square};
use matchday_scenario::Params;
use matchday_sim::columns::Count;
use matchday_sim::theory;

/// Mean CCU of the day from its stays.
///
/// With `f` the share of searches without a match, the number of searches that end in a day of T seconds is
/// `A = (lambda T + what is carried over midnight) / (1 - p (1 - f))`. Each has a cycle
/// `W + (1 - f) (L + B)`. W, f and the joins are measured; L and B are parameters, and so is p, less what waits, lag,
/// bots and lost matches took off it. A player who quits does not decide. Carried over: the
/// players searching or busy at the start, less those at the end, who each still have half of L + B on average.
///
/// Given the joins, only the decisions to queue again are random: D decisions, with variance p (1 - p) D.
/// Each adds `1 / (1 - p (1 - f))` searches. Lengths add the variance of those of D matches, which N players share.
pub(super) fn ccu(Evidence { params, columns, .. }: &Evidence<'_>, day: &Day) -> Check {
    let p = day.replay(params) * (1.0 - quit_rate(params));
    let busy_s = theory::busy_s(params);
    let minutes = columns.minutes();
    let measured: f64 = (0..minutes).map(|minute| columns.ccu(minute)).sum::<f64>() / minutes as f64;
    let play = day.play_share();
    let wait_s = super::SEARCHING
        .iter()
        .flat_map(|&state| (0..minutes).map(move |minute| f64::from(columns.player_s(state, minute))))
        .sum::<f64>()
        / day.searches();
    let carried = day.searching[0] - day.searching[1] + p * (day.busy[0] - day.busy[1]);
    let leave = 1.0 - p * play;
    let cycle_s = wait_s + play * busy_s;
    let searches = (day.joined + carried) / leave;
    let theory = (searches * cycle_s + (day.busy[0] - day.busy[1]) * busy_s / 2.0) / day.seconds;
    let decided = p * (1.0 - p) * day.played * square(cycle_s / leave);
    let lengths = day.played * f64::from(params.players()) * busy_variance(params);
    // The uncertain first and last minutes: who was searching, and the progress of busy players.
    let edges = (day.searching[0] + day.searching[1] + 1.0) * square(cycle_s / leave)
        + (day.busy[0] + day.busy[1]) * square(busy_s) / 12.0;
    Check {
        id: "ccu",
        chart: Chart::Ccu,
        title: "Players online = joins \u{d7} how long each stays",
        form: "CCU = \u{3bb} (W + L + B) / (1 \u{2212} p), mean of the day; \u{3bb} joins a second, W wait, L match, B pause, p replay; searches that fail count as cycles without a match, and players who quit leave half-way through theirs",
        outcome: Outcome::Compared(Comparison {
            theory,
            measured,
            tolerance: SIGMAS * libm::sqrt(decided + lengths + edges) / day.seconds,
            unit: Unit::Players,
        }),
    }
}

/// Variance of the time in a match and the pause after it, s^2.
fn busy_variance(params: &Params) -> f64 {
    let (quits, mean_s) = (quit_rate(params), theory::busy_s(params));
    let (match_s, stays_s) = (f64::from(params.match_s()), f64::from(params.match_s() + params.pause_s()));
    let spread = square(f64::from(params.match_sd_s()));
    // A player who quits does so at a uniform moment.
    let quit = square(match_s) / 12.0 + spread / 3.0 + square(match_s / 2.0 - mean_s);
    (1.0 - quits) * (spread + square(stays_s - mean_s)) + quits * quit
}

/// Share of decisions to queue again: binomial.
pub(super) fn replay_share(Evidence { params, columns, .. }: &Evidence<'_>, day: &Day) -> Check {
    let (p, decisions) = (day.replay(params), day.decisions);
    let left = (columns.total(Count::Left) - columns.total(Count::Quit)) as f64;
    let outcome = if decisions < 1.0 {
        Outcome::DoesNotApply("Nobody finished a match, so nobody decided.")
    } else {
        Outcome::Compared(Comparison {
            theory: p,
            measured: 1.0 - left / decisions,
            tolerance: SIGMAS * libm::sqrt(p * (1.0 - p) * decisions) / decisions,
            unit: Unit::Share,
        })
    };
    Check {
        id: "replay",
        chart: Chart::Replay,
        title: "As many queue again as the replay rate says",
        form: "p, less what waits, lag, bots and lost matches take off it = share of those whose pause ended; binomial, so its standard deviation is \u{221a}(p (1 \u{2212} p) / decisions)",
        outcome,
    }
}
