//! Faults and their rates.

use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_base::{DatacenterIndex, Rng, SimTime, Streams};
use rand::RngExt;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A server does not boot. Probability per boot.
    BootFailure,
    /// A server crashes while it boots. Probability per boot.
    CrashInBoot,
    /// A server crashes when it is allocated, before it has asked for a match. Probability per allocation.
    CrashBeforePickup,
    /// A server crashes while it loads a match, before MatchReady. Probability per match.
    CrashInLoad,
    /// A server crashes during a match. Probability per match.
    CrashInMatch,
    /// A match does not end. Probability per match.
    Hang,
    /// A server with a match stays up but sends nothing more, so that its fleet finds it Unhealthy. Probability per
    /// match.
    Zombie,
    /// A message is lost. Probability per message.
    Lost,
    /// A message is late. Probability per message.
    Late,
    /// A message arrives twice. Probability per message.
    Doubled,
    /// An allocator refuses, although it has a server. Probability per allocation.
    Refused,
    /// An allocator's answer is lost. Probability per allocation.
    AnswerLost,
    /// A datacenter fails: it loses all its servers, and has none until the outage is over. Probability per
    /// datacenter and hour.
    Outage,
    /// The broker restarts, or the matchmaker in the flow without a broker. Probability per hour.
    BrokerRestart,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 14] = [
        Fault::BootFailure,
        Fault::CrashInBoot,
        Fault::CrashBeforePickup,
        Fault::CrashInLoad,
        Fault::CrashInMatch,
        Fault::Hang,
        Fault::Zombie,
        Fault::Lost,
        Fault::Late,
        Fault::Doubled,
        Fault::Refused,
        Fault::AnswerLost,
        Fault::Outage,
        Fault::BrokerRestart,
    ];

    /// Its name in scenarios, after `fault.`, and the name of its random stream.
    pub fn name(self) -> &'static str {
        match self {
            Fault::BootFailure => "boot_failure",
            Fault::CrashInBoot => "crash_in_boot",
            Fault::CrashBeforePickup => "crash_before_pickup",
            Fault::CrashInLoad => "crash_in_load",
            Fault::CrashInMatch => "crash_in_match",
            Fault::Hang => "hang",
            Fault::Zombie => "zombie",
            Fault::Lost => "lost",
            Fault::Late => "late",
            Fault::Doubled => "doubled",
            Fault::Refused => "refused",
            Fault::AnswerLost => "answer_lost",
            Fault::Outage => "outage",
            Fault::BrokerRestart => "broker_restart",
        }
    }

    /// Whether its rate is per hour, not per occasion.
    pub fn is_hourly(self) -> bool {
        matches!(self, Fault::Outage | Fault::BrokerRestart)
    }
}

/// A fault scheduled for certain: at every occasion of a minute, or, if its rate is per hour, once at the
/// start of the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The fault.
    pub fault: Fault,
    /// The minute, as [`SimTime::minute`] counts.
    pub minute: u32,
    /// Where a datacenter fails; `None`: where most servers are allocated.
    pub place: Option<DatacenterIndex>,
}

/// Rate of each fault, in millionths of its occasions: 1,000,000 is every time, or once an hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates([u32; Fault::ALL.len()]);

impl Rates {
    /// Rate of a fault that always happens.
    pub const ALWAYS: u32 = 1_000_000;

    /// Sets a rate in millionths; at most [`ALWAYS`](Self::ALWAYS).
    pub fn set(&mut self, fault: Fault, millionths: u32) {
        self.0[fault as usize] = millionths.min(Self::ALWAYS);
    }

    /// The rate in millionths.
    pub fn get(&self, fault: Fault) -> u32 {
        self.0[fault as usize]
    }
}

/// Draws faults, with a random stream per fault: switching one on does not change the others.
#[derive(Clone, Debug)]
pub(super) struct Faults {
    rates: Rates,
    moments: Vec<Moment>,
    now: SimTime,
    /// The rates in this minute, scheduled faults included.
    in_force: Rates,
    rngs: [Rng; Fault::ALL.len()],
    /// Number of occurrences of each fault.
    happened: [u64; Fault::ALL.len()],
}

impl Faults {
    /// `from` is the first second.
    pub fn new(rates: &Rates, moments: Vec<Moment>, from: SimTime, streams: Streams) -> Self {
        let rngs = Fault::ALL.map(|fault| streams.stream(fault.name()));
        let happened = [0; Fault::ALL.len()];
        let mut faults = Self { rates: *rates, moments, now: from, in_force: *rates, rngs, happened };
        faults.note_rates();
        faults
    }

    /// Starts the second `now`.
    pub fn begin(&mut self, now: SimTime) {
        let before = std::mem::replace(&mut self.now, now);
        if before.minute() != now.minute() {
            self.note_rates();
        }
    }

    /// Computes the rates of this minute.
    fn note_rates(&mut self) {
        self.in_force = self.rates;
        for &Moment { fault, minute, .. } in &self.moments {
            if minute == self.now.minute() && !fault.is_hourly() {
                self.in_force.set(fault, Rates::ALWAYS);
            }
        }
    }

    /// Draws whether a fault happens on an occasion.
    #[inline]
    pub fn incidents(&mut self, fault: Fault) -> bool {
        self.in_force.get(fault) > 0 && self.draw(fault, Rates::ALWAYS)
    }

    /// Draws whether a fault with an hourly rate happens in a second.
    pub fn strikes_this_second(&mut self, fault: Fault) -> bool {
        self.in_force.get(fault) > 0 && self.draw(fault, Rates::ALWAYS * HOUR_S)
    }

    /// The places of a fault with an hourly rate that is scheduled for this second, each once.
    pub fn moments(&mut self, fault: Fault) -> Vec<Option<DatacenterIndex>> {
        let (starts, minute) = (self.now.0.is_multiple_of(MINUTE_S), self.now.minute());
        let due = self.moments.iter().filter(|moment| starts && moment.fault == fault && moment.minute == minute);
        let mut places: Vec<_> = due.map(|moment| moment.place).collect();
        places.sort_unstable();
        places.dedup();
        self.happened[fault as usize] += places.len() as u64;
        places
    }

    /// Draws whether a fault happens, and in which second.
    #[inline]
    pub fn strikes_within(&mut self, fault: Fault, seconds: u32) -> Option<u32> {
        self.incidents(fault).then(|| self.rngs[fault as usize].random_range(..seconds.max(1)))
    }

    /// Replaces the rates.
    pub fn set_rates(&mut self, rates: &Rates) {
        self.rates = *rates;
        self.note_rates();
    }

    /// Number of occurrences of a fault.
    pub fn happened(&self, fault: Fault) -> u64 {
        self.happened[fault as usize]
    }

    fn draw(&mut self, fault: Fault, out_of: u32) -> bool {
        let incidents = self.rngs[fault as usize].random_ratio(self.in_force.get(fault), out_of);
        self.happened[fault as usize] += u64::from(incidents);
        incidents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_happen_at_their_rates_and_apart() {
        let mut rates = Rates::default();
        rates.set(Fault::Lost, 10_000);
        rates.set(Fault::Outage, Rates::ALWAYS);
        let mut faults = Faults::new(&rates, Vec::new(), SimTime::DAY_START, Streams::new(4));
        let lost = (0..1_000_000).filter(|_| faults.incidents(Fault::Lost)).count() as f64;
        // 1 % of a million, standard deviation 99.5.
        assert!((lost - 10_000.0).abs() < 400.0, "{lost}");
        assert_eq!(faults.happened(Fault::Lost), lost as u64);
        let outages = (0..3_600_000).filter(|_| faults.strikes_this_second(Fault::Outage)).count() as f64;
        // A thousand hours, once each on average, standard deviation 31.6.
        assert!((outages - 1_000.0).abs() < 130.0, "{outages}");
        assert!((0..1_000).all(|_| !faults.incidents(Fault::Hang)));
        assert_eq!(faults.strikes_within(Fault::Hang, 300), None);
    }

    #[test]
    fn moments_last_a_minute() {
        let minute = SimTime::DAY_START.minute() + 2;
        let moments = [Fault::Lost, Fault::Outage, Fault::Outage].map(|fault| Moment { fault, minute, place: None });
        let mut faults = Faults::new(&Rates::default(), moments.to_vec(), SimTime::DAY_START, Streams::new(4));
        for second in 0..240 {
            faults.begin(SimTime::DAY_START + second);
            assert_eq!(faults.incidents(Fault::Lost), (120..180).contains(&second), "{second}");
            assert!(!faults.incidents(Fault::Late) && faults.in_force.get(Fault::Outage) == 0);
            let places: &[_] = if second == 120 { &[None] } else { &[] };
            assert_eq!(faults.moments(Fault::Outage), places);
            assert_eq!(faults.moments(Fault::BrokerRestart), []);
            // A change of rates has no effect on it.
            faults.set_rates(&Rates::default());
        }
        assert_eq!((faults.happened(Fault::Lost), faults.happened(Fault::Outage)), (60, 1));
    }

    #[test]
    fn names_are_all_different() {
        let mut names = Fault::ALL.map(Fault::name);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
