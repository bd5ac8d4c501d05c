//! Playlists, or platforms: parts of the population whose players never meet.
//!
//! [`Shares`] decides which playlist a joining player picks. Each playlist has its own queues and matches.
//! Each also records how its players are [served](Served), since the mean over all players hides the worst
//! playlist.

use crate::cohort::Cohorts;
use crate::histogram::Histogram;
use matchday_base::{SimTime, Streams, rng};
use matchday_matchmaker::Groups;
use matchday_scenario::Params;
use matchday_wire::report::Summary;

/// A playlist: its searching players and its players in matches.
#[derive(Clone, Debug)]
pub struct Playlist<M> {
    /// Its queues.
    pub matchmaker: M,
    /// Draws who plays with whom.
    pub groups: Groups,
    /// Its players in matches and between matches.
    pub cohorts: Cohorts,
    /// Service of its players, over the shown days.
    pub served: Served,
}

/// Finished searches, and the RTTs of the players matched.
#[derive(Clone, Debug)]
pub struct Served {
    /// Searches by length, one bin a second; failed searches are counted behind the longest possible success.
    searches: Histogram,
    matched: u64,
    rtt_sum_ms: u64,
}

impl Served {
    /// Empty. A successful search takes less than `wait_bins` seconds.
    pub fn new(wait_bins: usize) -> Self {
        Self { searches: Histogram(vec![0; wait_bins + 1]), matched: 0, rtt_sum_ms: 0 }
    }

    /// Counts `players` matched after a wait of `wait_s` seconds.
    #[inline]
    pub fn add_wait(&mut self, wait_s: u32, players: u32) {
        self.searches.0[wait_s as usize] += u64::from(players);
        self.matched += u64::from(players);
    }

    /// Counts a failed search.
    pub fn add_failed(&mut self) {
        if let Some(longest) = self.searches.0.last_mut() {
            *longest += 1;
        }
    }

    /// Adds the sum of the RTTs of players matched, ms.
    pub fn add_rtts(&mut self, sum_ms: u32) {
        self.rtt_sum_ms += u64::from(sum_ms);
    }

    /// Resets all counts.
    pub fn clear(&mut self) {
        *self = Self::new(self.searches.0.len() - 1);
    }

    /// The worst value of each figure; `None` where nobody was served.
    pub fn worst<'a>(all: impl Iterator<Item = &'a Self> + Clone) -> Worst {
        let rtt_mean_ms =
            |served: &Self| (served.matched > 0).then(|| served.rtt_sum_ms as f64 / served.matched as f64);
        Worst {
            wait_mean_s: all.clone().filter_map(|served| served.searches.mean_within()).reduce(f64::max),
            wait_p95_s: all.clone().filter_map(|served| served.searches.percentile_within(95)).reduce(f64::max),
            rtt_mean_ms: all.filter_map(rtt_mean_ms).reduce(f64::max),
        }
    }
}

/// The worst service among playlists, each figure from the playlist where it is worst.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// Mean length of a search, s. Here and in the percentile, a failed search counts as longer than any
    /// other.
    pub wait_mean_s: Option<f64>,
    /// 95th percentile of the length of a search, s.
    pub wait_p95_s: Option<f64>,
    /// Mean actual RTT of the players matched, ms.
    pub rtt_mean_ms: Option<f64>,
}

impl Worst {
    /// Adds these figures to a summary.
    pub fn added_to(self, summary: Summary) -> Summary {
        Summary {
            worst_wait_mean_s: self.wait_mean_s,
            worst_wait_p95_s: self.wait_p95_s,
            worst_rtt_mean_ms: self.rtt_mean_ms,
            ..summary
        }
    }
}

/// Draws the playlist of a player by weight. The draw is a hash of seed, second and number, not a stream: the same player
/// has the same playlist whenever it is asked, and joins do not depend on the number of playlists.
#[derive(Clone, Debug)]
pub struct Shares {
    /// Upper bound of each playlist within 0..2^32.
    bounds: Vec<u64>,
    key: u64,
}

impl Shares {
    /// The shares that the parameters set.
    pub fn new(params: &Params, streams: Streams) -> Self {
        Self { bounds: params.shares(), key: streams.key("playlists") }
    }

    /// The playlist of the `number`th player to join in a second.
    #[inline]
    pub fn pick(&self, now: SimTime, number: u32) -> usize {
        if self.bounds.len() == 1 {
            return 0;
        }
        let uniform = rng::split_mix(self.key ^ (u64::from(now.stream_second()) << 32 | u64::from(number))) >> 32;
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
        // Two consecutive players pick the same with the sum of the squared shares.
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
        let (wait_mean_s, wait_p95_s) = (Some((18.0 * 2.0 + 2.0 * 30.0) / 20.0 + 0.5), Some(30.5));
        assert_eq!(worst(&[&few]), Worst { wait_mean_s, wait_p95_s, rtt_mean_ms: Some(40.0) });
        let all = Worst { wait_mean_s: Some(5.5), wait_p95_s, rtt_mean_ms: Some(50.0) };
        assert_eq!(worst(&[&few, &nobody, &many]), all);
        few.clear();
        assert_eq!(worst(&[&few, &nobody]), Worst::default());
    }
}
