//! Settings of a fleet, from a scenario's parameters or a file.

use super::autoscaler::AutoscalerSettings;
use matchday_base::Rng;
use rand::RngExt;
use std::num::NonZeroU32;

/// One fleet of one datacenter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FleetSettings {
    /// Its name.
    pub name: String,
    /// Initial number of servers, constant without an autoscaler.
    pub replicas: u32,
    /// Capacity of the datacenter, in servers.
    pub capacity: u32,
    /// Matches that share a server: 1, or the capacity of its counter.
    pub matches_per_server: NonZeroU32,
    /// How long a server takes from its creation to its first call.
    pub boot: BootTime,
    /// When a silent server is given up.
    pub health: HealthSettings,
    /// How long a server that failed to boot is kept, s.
    pub error_s: u32,
    /// Price of a server per hour, in millionths of a currency unit.
    pub price_micros_per_hour: u64,
    /// The autoscaler; `None`: a fleet of fixed size.
    pub autoscaler: Option<AutoscalerSettings>,
}

impl Default for FleetSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            replicas: 0,
            capacity: 100_000,
            matches_per_server: NonZeroU32::MIN,
            boot: BootTime::default(),
            health: HealthSettings::default(),
            error_s: 30,
            price_micros_per_hour: 0,
            autoscaler: None,
        }
    }
}

/// Boot times: half of the servers uniform between the shortest time and the median, half uniform between the
/// median and the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BootTime {
    /// The shortest, s.
    pub min_s: u32,
    /// The median, s; not below `min_s`.
    pub median_s: u32,
    /// The longest, s; not below `median_s`.
    pub max_s: u32,
}

impl Default for BootTime {
    fn default() -> Self {
        Self::always(30)
    }
}

impl BootTime {
    /// Every server takes `seconds`.
    pub fn always(seconds: u32) -> Self {
        Self { min_s: seconds, median_s: seconds, max_s: seconds }
    }

    /// The mean, s.
    pub fn mean_s(self) -> f64 {
        (f64::from(self.min_s) + 2.0 * f64::from(self.median_s) + f64::from(self.max_s)) / 4.0
    }

    /// A random boot time, s.
    pub fn draw(self, rng: &mut Rng) -> u32 {
        let fast = rng.random_ratio(1, 2);
        let (from, to) = if fast { (self.min_s, self.median_s) } else { (self.median_s, self.max_s) };
        rng.random_range(from..=to.max(from))
    }
}

/// When a silent server is given up. The defaults are Agones'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HealthSettings {
    /// Grace period after the start of a server, s.
    pub initial_delay_s: u32,
    /// Longest time between health calls, s.
    pub period_s: u32,
    /// Number of missed periods after which the server is given up.
    pub failures: u32,
}

impl Default for HealthSettings {
    fn default() -> Self {
        Self { initial_delay_s: 5, period_s: 5, failures: 3 }
    }
}

impl HealthSettings {
    /// Longest silence of a server, s.
    pub fn patience_s(self) -> u32 {
        self.period_s.saturating_mul(self.failures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;

    #[test]
    fn half_of_the_boots_stay_below_the_median() {
        let (boot, mut rng) = (BootTime { min_s: 10, median_s: 20, max_s: 60 }, Streams::new(1).stream("boot"));
        let mut times = [0_u32; 61];
        (0..100_000).for_each(|_| times[boot.draw(&mut rng) as usize] += 1);
        assert_eq!(times[..10], [0; 10]);
        // Uniform on 11 seconds, then on 41; the median is in both. Six standard deviations of a count.
        for (at_s, &count) in times.iter().enumerate().skip(10) {
            let chance = if at_s <= 20 { 0.5 / 11.0 } else { 0.0 } + if at_s >= 20 { 0.5 / 41.0 } else { 0.0 };
            let expected = 100_000.0 * chance;
            assert!((f64::from(count) - expected).abs() < 6.0 * libm::sqrt(expected), "{at_s} s: {count}");
        }
        assert!((0..100).all(|_| BootTime::always(7).draw(&mut rng) == 7));
    }

    #[test]
    fn silence_is_borne_for_three_periods_of_five_seconds() {
        assert_eq!(HealthSettings::default().patience_s(), 15);
    }
}
