//! CCU = lambda (W + L + B) / (1 - p), and the share of players who queue again.

use super::{Chart, Check, Comparison, Day, Evidence, Outcome, SIGMAS, Unit, replay, square};

/// Mean CCU of the day from its stays.
///
/// With `f` the share of searches without a match, the number of searches that end in a day of T seconds is
/// `A = (lambda T + what is carried over midnight) / (1 - p (1 - f))`. Each has a cycle
/// `W + (1 - f) (L + B)`. W, f and the joins are measured; p, L and B are parameters. Carried over: the
/// players searching or busy at the start, less those at the end, who each still have half of L + B on average.
///
/// Given the joins, only the decisions to queue again are random: D decisions, with variance p (1 - p) D.
/// Each adds `1 / (1 - p (1 - f))` searches.
pub(super) fn ccu(Evidence { params, columns, .. }: &Evidence<'_>, day: &Day) -> Check {
    let p = replay(params);
    let busy_s = f64::from(params.match_s() + params.pause_s());
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
    let decided = p * (1.0 - p) * day.decisions() * square(cycle_s / leave);
    // The uncertain first and last minutes: who was searching, and the progress of busy players.
    let edges = (day.searching[0] + day.searching[1] + 1.0) * square(cycle_s / leave)
        + (day.busy[0] + day.busy[1]) * square(busy_s) / 12.0;
    Check {
        id: "ccu",
        chart: Chart::Ccu,
        title: "Players online = joins \u{d7} how long each stays",
        form: "CCU = \u{3bb} (W + L + B) / (1 \u{2212} p), mean of the day; \u{3bb} joins a second, W wait, L match, B pause, p replay; searches that fail count as cycles without a match",
        outcome: Outcome::Compared(Comparison {
            theory,
            measured,
            tolerance: SIGMAS * libm::sqrt(decided + edges) / day.seconds,
            unit: Unit::Players,
        }),
    }
}

/// Share of decisions to queue again: binomial.
pub(super) fn replay_share(Evidence { params, .. }: &Evidence<'_>, day: &Day) -> Check {
    let p = replay(params);
    let decisions = day.decisions();
    let edges = square(1.0 - p) * (day.searching[0] + day.searching[1] + 1.0);
    let outcome = if decisions < 1.0 {
        Outcome::DoesNotApply("Nobody finished a match, so nobody decided.")
    } else {
        Outcome::Compared(Comparison {
            theory: p,
            measured: 1.0 - day.left / decisions,
            tolerance: SIGMAS * libm::sqrt(p * (1.0 - p) * decisions + edges) / decisions,
            unit: Unit::Share,
        })
    };
    Check {
        id: "replay",
        chart: Chart::Replay,
        title: "As many queue again as the replay rate says",
        form: "p = share of those whose pause ended; binomial, so its standard deviation is \u{221a}(p (1 \u{2212} p) / decisions)",
        outcome,
    }
}
