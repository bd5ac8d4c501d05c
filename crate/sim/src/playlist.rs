//! Playlists, or platforms: parts of the population whose players never meet.
//!
//! A [`Shares`] says which of them a player picks who joins. Each has queues and matches of its own, and keeps account of
//! how its players are [served](Served), since what the whole population sees on average hides those served worst.

use crate::cohort::Cohorts;
use crate::columns::Histogram;
use matchday_base::{SimTime, Streams, rng};
use matchday_scenario::Params;
use matchday_wire::report::Summary;

/// A playlist: those who search and those who play in it.
#[derive(Clone, Debug)]
pub struct Playlist<M> {
    /// Its queues.
    pub matchmaker: M,
    /// Its players in matches and between them.
    pub cohorts: Cohorts,
    /// How its players are served, over the shown days.
    pub served: Served,
}

/// Searches that are over, and the RTTs that they came to.
#[derive(Clone, Debug)]
pub struct Served {
    /// Searches by their length, one bin a second; those that failed stand behind the longest that can succeed.
    searches: Histogram,
    matched: u64,
    rtt_sum_ms: u64,
}

impl Served {
    /// Nobody so far. No search that succeeds takes `wait_bins` seconds.
    pub fn new(wait_bins: usize) -> Self {
        Self { searches: Histogram(vec![0; wait_bins + 1]), matched: 0, rtt_sum_ms: 0 }
    }

    /// So many players were matched after so long.
    pub fn add_wait(&mut self, wait_s: u32, players: u32) {
        self.searches.0[wait_s as usize] += u64::from(players);
        self.matched += u64::from(players);
    }

    /// A search failed.
    pub fn add_failed(&mut self) {
        if let Some(longest) = self.searches.0.last_mut() {
            *longest += 1;
        }
    }

    /// Players were matched whose RTTs add up to this, ms.
    pub fn add_rtts(&mut self, sum_ms: u32) {
        self.rtt_sum_ms += u64::from(sum_ms);
    }

    /// Back to nobody.
    pub fn clear(&mut self) {
        *self = Self::new(self.searches.0.len() - 1);
    }

    /// Of each figure the worst of these; `None` where nobody was served.
    pub fn worst<'a>(all: impl Iterator<Item = &'a Self> + Clone) -> Worst {
        let rtt_mean_ms =
            |served: &Self| (served.matched > 0).then(|| served.rtt_sum_ms as f64 / served.matched as f64);
        Worst {
            wait_mean_s: all.clone().filter_map(|served| served.searches.mean()).reduce(f64::max),
            wait_p95_s: all.clone().filter_map(|served| served.searches.percentile(95)).max(),
            rtt_mean_ms: all.filter_map(rtt_mean_ms).reduce(f64::max),
        }
    }
}

/// What the playlists that are served worst get, each figure from where it is worst.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// Mean length of a search, s. Here and in the percentile, a search that failed counts as longer than any other.
    pub wait_mean_s: Option<f64>,
    /// 95th percentile of the length of a search, s.
    pub wait_p95_s: Option<u32>,
    /// Mean RTT at which the players matched play, ms.
    pub rtt_mean_ms: Option<f64>,
}

impl Worst {
    /// A summary with these figures.
    pub fn added_to(self, summary: Summary) -> Summary {
        Summary {
            worst_wait_mean_s: self.wait_mean_s,
            worst_wait_p95_s: self.wait_p95_s,
            worst_rtt_mean_ms: self.rtt_mean_ms,
            ..summary
        }
    }
}

/// Which playlist a player picks: by weight, and apart from all other chance, so that joins are the same however many
/// playlists there are.
#[derive(Clone, Debug)]
pub struct Shares {
    /// Up to where in 0..2^32 each playlist reaches.
    bounds: Vec<u64>,
    key: u64,
}

impl Shares {
    /// As the parameters have them.
    pub fn new(params: &Params, streams: Streams) -> Self {
        Self { bounds: params.shares(), key: streams.key("playlists") }
    }

    /// The playlist of the `number`th who joins in a second.
    #[inline]
    pub fn pick(&self, now: SimTime, number: u32) -> usize {
        if self.bounds.len() == 1 {
            return 0;
        }
        let uniform = rng::split_mix(self.key ^ (u64::from(now.0) << 32 | u64::from(number))) >> 32;
        self.bounds.partition_point(|&bound| bound <= uniform)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playlists_are_picked_by_weight() {
        let mut params = Params::default();
        params.set("playlists", "4").unwrap();
        params.set("shares", "50,30,15,5").unwrap();
        let shares = Shares::new(&params, Streams::new(3));
        let (mut picked, mut neighbours) = ([0_u32; 4], 0);
        for second in 0..10_000 {
            let picks: Vec<usize> = (0..20).map(|number| shares.pick(SimTime(second), number)).collect();
            picks.iter().for_each(|&at| picked[at] += 1);
            neighbours += picks.windows(2).filter(|pair| pair[0] == pair[1]).count();
        }
        let chi2 = |counts: &[(u32, f64)]| -> f64 {
            counts.iter().map(|&(n, expected)| (f64::from(n) - expected) * (f64::from(n) - expected) / expected).sum()
        };
        let by_weight: Vec<(u32, f64)> = picked.into_iter().zip([1e5, 6e4, 3e4, 1e4]).collect();
        assert!(chi2(&by_weight) < 16.3, "chi-square with 3 degrees of freedom, 0.1 % point 16.3: {picked:?}");
        // Two in a row pick the same with the sum of the squares of the shares.
        let (pairs, alike) = (190_000.0, 0.25 + 0.09 + 0.0225 + 0.0025);
        let off = f64::from(neighbours as u32) - pairs * alike;
        assert!(off.abs() < 4.5 * libm::sqrt(pairs * alike * (1.0 - alike)), "{neighbours} pairs alike");
    }

    #[test]
    fn the_worst_of_each_figure_is_told() {
        let mut few = Served::new(30);
        (0..18).for_each(|_| few.add_wait(2, 1));
        few.add_rtts(18 * 40);
        (0..2).for_each(|_| few.add_failed());
        let mut many = Served::new(30);
        many.add_wait(5, 1_000);
        many.add_rtts(1_000 * 50);
        let nobody = Served::new(30);
        let worst = |all: &[&Served]| Served::worst(all.iter().copied());
        let (wait_mean_s, wait_p95_s) = (Some((18.0 * 2.0 + 2.0 * 30.0) / 20.0), Some(30));
        assert_eq!(worst(&[&few]), Worst { wait_mean_s, wait_p95_s, rtt_mean_ms: Some(40.0) });
        let all = Worst { wait_mean_s: Some(5.0), wait_p95_s, rtt_mean_ms: Some(50.0) };
        assert_eq!(worst(&[&few, &nobody, &many]), all);
        few.clear();
        assert_eq!(worst(&[&few, &nobody]), Worst::default());
    }
}
