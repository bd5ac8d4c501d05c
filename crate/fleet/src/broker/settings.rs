//! Settings of a match broker: its fail-safe timers, filters and allocators.

use super::filter::FilterId;

/// The most allocators that a broker takes.
pub const MAX_ALLOCATORS: usize = 32;
/// The longest timer, in seconds: a week.
pub const MAX_TIMER_S: u32 = 7 * 86_400;

/// Settings of a match broker, under the names of its JSON, in seconds. The defaults are the document's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BrokerSettings {
    /// `MatchPickupTimeSeconds`: from queued to picked up by a server.
    pub match_pickup_s: u32,
    /// `MatchReadyTimeSeconds`: from picked up to MatchReady.
    pub match_ready_s: u32,
    /// `MatchMaxRunTimeMinutes`: from MatchReady to EndMatch.
    pub match_max_run_s: u32,
    /// `ServerMaxLifetimeMinutes`: since the last call of a server. Every call extends its life.
    pub server_max_lifetime_s: u32,
    /// Filters at the front end: each must accept a match.
    pub front_end: Vec<FilterId>,
    /// Allocators, asked in this order.
    pub allocators: Vec<AllocatorSettings>,
}

/// Settings of one allocator. The defaults are the document's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllocatorSettings {
    /// `AllocatorDescription`.
    pub description: String,
    /// `ReadyDeadlineSeconds`: from asking for a server to that server's first RequestMatch.
    pub ready_deadline_s: u32,
    /// `AllocatorReaperPeriodSeconds`: time between two passes of its reaper, and between two requests for a
    /// match that all allocators refused.
    pub reaper_period_s: u32,
    /// `MaxRunTimeMinutes`: a server that has run longer since it was allocated, or since it last picked up a match, is
    /// killed by the next pass.
    pub reaper_max_run_s: u32,
    /// `Requirements`: the matches for which it starts servers; `None`: all matches.
    pub requirement: Option<FilterId>,
    /// Filter of RequestMatch for the servers that it starts; `None` for any match.
    pub server_filter: Option<FilterId>,
}

impl Default for BrokerSettings {
    fn default() -> Self {
        Self {
            match_pickup_s: 90,
            match_ready_s: 30,
            match_max_run_s: 120 * 60,
            server_max_lifetime_s: 10 * 60,
            front_end: Vec::new(),
            allocators: Vec::new(),
        }
    }
}

impl Default for AllocatorSettings {
    fn default() -> Self {
        Self {
            description: String::new(),
            ready_deadline_s: 30,
            reaper_period_s: 10,
            reaper_max_run_s: 125 * 60,
            requirement: None,
            server_filter: None,
        }
    }
}

/// Why a broker cannot run with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A timer is zero or above the limit.
    #[error("{timer} is {seconds} s: a timer is 1 to {MAX_TIMER_S} s long")]
    Timer {
        /// The timer's name in the document, in which it may count in minutes.
        timer: &'static str,
        /// Its value.
        seconds: u32,
        /// Its allocator, counted from 0; `None` for a timer of the broker itself.
        allocator: Option<usize>,
    },
    /// Too many allocators.
    #[error("{0} allocators: a broker takes at most {MAX_ALLOCATORS}")]
    Allocators(usize),
}

impl BrokerSettings {
    /// Whether a broker can run with these settings.
    ///
    /// # Errors
    /// Names the first timer out of bounds, or too many allocators.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.allocators.len() > MAX_ALLOCATORS {
            return Err(SettingsError::Allocators(self.allocators.len()));
        }
        let own = [
            ("MatchPickupTimeSeconds", self.match_pickup_s),
            ("MatchReadyTimeSeconds", self.match_ready_s),
            ("MatchMaxRunTimeMinutes", self.match_max_run_s),
            ("ServerMaxLifetimeMinutes", self.server_max_lifetime_s),
        ];
        own.into_iter().try_for_each(|(timer, seconds)| check_timer(timer, seconds, None))?;
        for (number, allocator) in self.allocators.iter().enumerate() {
            let timers = [
                ("ReadyDeadlineSeconds", allocator.ready_deadline_s),
                ("AllocatorReaperPeriodSeconds", allocator.reaper_period_s),
                ("MaxRunTimeMinutes", allocator.reaper_max_run_s),
            ];
            timers.into_iter().try_for_each(|(timer, seconds)| check_timer(timer, seconds, Some(number)))?;
        }
        Ok(())
    }
}

fn check_timer(timer: &'static str, seconds: u32, allocator: Option<usize>) -> Result<(), SettingsError> {
    match seconds {
        1..=MAX_TIMER_S => Ok(()),
        _ => Err(SettingsError::Timer { timer, seconds, allocator }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_defaults_run() {
        let mut settings = BrokerSettings::default();
        settings.allocators.push(AllocatorSettings::default());
        assert_eq!(settings.check(), Ok(()));
    }

    #[test]
    fn timers_out_of_bounds_are_named() {
        let mut settings = BrokerSettings { match_ready_s: 0, ..BrokerSettings::default() };
        let refused = |settings: &BrokerSettings| settings.check().unwrap_err();
        let zero = SettingsError::Timer { timer: "MatchReadyTimeSeconds", seconds: 0, allocator: None };
        assert_eq!(refused(&settings), zero);
        assert_eq!(zero.to_string(), "MatchReadyTimeSeconds is 0 s: a timer is 1 to 604800 s long");
        settings.match_ready_s = 30;
        settings.allocators = vec![AllocatorSettings::default(); 2];
        settings.allocators[1].reaper_max_run_s = u32::MAX;
        let long = SettingsError::Timer { timer: "MaxRunTimeMinutes", seconds: u32::MAX, allocator: Some(1) };
        assert_eq!(refused(&settings), long);
        settings.allocators = vec![AllocatorSettings::default(); 33];
        assert_eq!(refused(&settings).to_string(), "33 allocators: a broker takes at most 32");
    }
}
