//! What became of tickets: counts, waits and round trips. Every player of a ticket counts.

use matchday_wire::report::QueueOutcome;
use std::collections::BTreeMap;

/// Quantiles of waits: from none to all of the players, in hundredths.
const QUANTILES: u64 = 100;

/// Sums of what became of tickets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub cancelled: u64,
    pub unmatched: u64,
    /// Matched players by the whole seconds of their wait, and the sum of their waits, ms.
    waits_s: BTreeMap<u32, u64>,
    wait_sum_ms: u64,
    /// Matched players with a known round trip, and their sum, ms.
    measured: u64,
    rtt_sum_ms: u64,
    within: [u64; 2],
    matches: u64,
    seated: u64,
    /// Matches whose players have a skill, and the sum of their gaps.
    with_gap: u64,
    gaps: f64,
}

/// Round trips of interest, ms.
const WITHIN_MS: [u16; 2] = [50, 100];

impl Outcome {
    /// Players of a ticket are matched.
    pub fn matched(&mut self, players: u16, wait_ms: u32, rtt_ms: Option<u16>) {
        let players = u64::from(players);
        *self.waits_s.entry(wait_ms / 1_000).or_default() += players;
        self.wait_sum_ms += u64::from(wait_ms) * players;
        if let Some(ms) = rtt_ms {
            self.measured += players;
            self.rtt_sum_ms += u64::from(ms) * players;
            for (within, limit_ms) in self.within.iter_mut().zip(WITHIN_MS) {
                *within += if ms <= limit_ms { players } else { 0 };
            }
        }
    }

    /// A match of so many players.
    pub fn formed(&mut self, players: u64, skills: Option<(f64, f64)>) {
        self.matches += 1;
        self.seated += players;
        if let Some((low, high)) = skills {
            self.with_gap += 1;
            self.gaps += high - low;
        }
    }

    fn players_matched(&self) -> u64 {
        self.waits_s.values().sum()
    }

    /// The figures.
    pub fn figures(&self) -> QueueOutcome {
        let matched = self.players_matched();
        let players = matched + self.cancelled + self.unmatched;
        let share = |part: f64, of: u64| (of > 0).then(|| part / of as f64);
        let quantiles_s = self.quantiles_s(matched);
        QueueOutcome {
            matched,
            cancelled: self.cancelled,
            unmatched: self.unmatched,
            success: share(matched as f64, players),
            wait_mean_s: share(self.wait_sum_ms as f64 / 1e3, matched),
            wait_p50_s: quantiles_s.get(50).copied(),
            wait_p95_s: quantiles_s.get(95).copied(),
            wait_p99_s: quantiles_s.get(99).copied(),
            wait_quantiles_s: quantiles_s,
            rtt_mean_ms: share(self.rtt_sum_ms as f64, self.measured),
            within_50_ms: share(self.within[0] as f64, self.measured),
            within_100_ms: share(self.within[1] as f64, self.measured),
            matches: self.matches,
            players_mean: share(self.seated as f64, self.matches),
            skill_gap_mean: share(self.gaps, self.with_gap),
        }
    }

    /// The shortest waits within which so many hundredths of the matched players were matched; none without any.
    fn quantiles_s(&self, matched: u64) -> Vec<u32> {
        let mut quantiles_s = Vec::new();
        let mut within = 0;
        for (&wait_s, players) in &self.waits_s {
            within += players;
            // The 0th quantile is the shortest wait.
            while (quantiles_s.len() as u64) <= QUANTILES && within * QUANTILES >= matched * quantiles_s.len() as u64 {
                quantiles_s.push(wait_s);
            }
        }
        quantiles_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_counts() {
        let mut outcome = Outcome { cancelled: 1, unmatched: 2, ..Outcome::default() };
        outcome.matched(3, 10_000, Some(50));
        outcome.matched(1, 2_999, Some(101));
        outcome.matched(1, 1, None);
        outcome.formed(4, Some((1.0, 4.0)));
        outcome.formed(1, None);
        let figures = outcome.figures();
        assert_eq!((figures.matched, figures.success), (5, Some(0.625)));
        assert_eq!(figures.wait_mean_s, Some(6.6));
        assert_eq!((figures.wait_p50_s, figures.wait_p95_s), (Some(10), Some(10)));
        assert_eq!(
            (figures.wait_quantiles_s.len(), figures.wait_quantiles_s[20], figures.wait_quantiles_s[21]),
            (101, 0, 2)
        );
        assert_eq!(figures.rtt_mean_ms, Some((150.0 + 101.0) / 4.0));
        assert_eq!((figures.within_50_ms, figures.within_100_ms), (Some(0.75), Some(0.75)));
        assert_eq!((figures.matches, figures.players_mean, figures.skill_gap_mean), (2, Some(2.5), Some(3.0)));
    }

    #[test]
    fn without_matches_there_are_no_figures() {
        let figures = Outcome { unmatched: 2, ..Outcome::default() }.figures();
        assert_eq!(
            (figures.success, figures.wait_mean_s, figures.wait_p50_s, figures.rtt_mean_ms),
            (Some(0.0), None, None, None)
        );
        assert_eq!((figures.wait_quantiles_s, figures.players_mean), (Vec::new(), None));
    }
}
