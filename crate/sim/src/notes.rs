//! Notes on parameters: what to know before reading the figures of their day.

use crate::limits::{seven_stays_s, warm_up_s};
use matchday_base::time::HOUR_S;
use matchday_scenario::Params;
use matchday_scenario::params::Key;

/// Notes on a day with these parameters, a sentence or two each; usually none.
pub fn notes(params: &Params) -> Vec<String> {
    [not_settled(params), no_expansion(params)].into_iter().flatten().collect()
}

/// The day starts with fewer players than belong to it.
fn not_settled(params: &Params) -> Option<String> {
    let (needed_s, simulated_s) = (seven_stays_s(params), warm_up_s(params));
    (needed_s > simulated_s).then(|| {
        format!(
            "The day has not settled. Players stay so long that {} h have to be simulated before it, and {} h are: \
             too few players are online in its first hours.",
            needed_s.div_ceil(HOUR_S),
            simulated_s / HOUR_S
        )
    })
}

/// The expanded limit has no effect.
fn no_expansion(params: &Params) -> Option<String> {
    let (ideal_ms, expand_ms) = (params.ideal_ms(), params.text(Key::ExpandMs));
    let lower = expand_ms.parse().is_ok_and(|expand_ms: u16| expand_ms < ideal_ms);
    lower.then(|| {
        format!(
            "The expanded limit of {expand_ms} ms is below the ideal one of {ideal_ms} ms, so {ideal_ms} ms stands for \
             both: after {} s players accept no more datacenters than before.",
            params.ideal_s()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::params;

    #[test]
    fn notes_name_what_is_odd_and_nothing_else() {
        assert_eq!(notes(&params(&[])), [""; 0]);
        // Seven stays of 300 s + 30 s take 2,310 s / (1 - p).
        assert_eq!(notes(&params(&[("replay", "0.95")])), [""; 0]);
        let long = notes(&params(&[("replay", "0.95"), ("match_s", "7200")]));
        assert!(long.len() == 1 && long[0].contains("282 h have to be simulated before it, and 72 h are"), "{long:?}");
        let limits = notes(&params(&[("ideal_ms", "80"), ("expand_ms", "60")]));
        assert!(limits.len() == 1 && limits[0].contains("60 ms is below the ideal one of 80 ms"), "{limits:?}");
        assert_eq!(notes(&params(&[("ideal_ms", "80"), ("expand_ms", "80")])), [""; 0]);
    }
}
