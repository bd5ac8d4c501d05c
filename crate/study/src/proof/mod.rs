//! Checks of a finished day: every closed form that holds for the scenario, compared with the measurement.
//!
//! | module | closed forms |
//! |---|---|
//! | [`balance`] | players are conserved, matches last their time, Little's law, counts by datacenter |
//! | [`stay`] | CCU = lambda (W + L + B) / (1 - p), and the share of players who queue again |
//! | [`joins`] | joins are Poisson at the intensity of the data |
//! | [`fluid`] | CCU through the day: M(t)/G/infinity, its peak, its lag behind the joins |
//! | [`queue`] | one datacenter: mean wait, leftovers, the distribution of waits |
//! | [`pair`] | two datacenters that share players: the exact Markov chain |
//! | [`rtt`] | no RTT is faster than light, RTTs match the map, their mean at one datacenter |
//!
//! **Tolerances.** A random figure differs from its expectation by the spread between seeds. That spread has
//! a closed form too, stated with each check: the variance of a sum over independent stays, decisions or
//! joins. So tolerances shrink as 1 / sqrt(count). At 25,000 players it matches the measured spread between
//! seeds: CCU 0.12 %. A check allows [`SIGMAS`] of these standard deviations. Figures without randomness must
//! be exact, or within the bounds that the columns' resolution of one minute gives.

pub mod balance;
pub mod fluid;
pub mod joins;
pub mod pair;
pub mod queue;
pub mod rtt;
pub mod stay;

use matchday_scenario::Params;
use matchday_scenario::params::{Estimate, FleetFlow};
use matchday_sim::census::State;
use matchday_sim::columns::Count;
use matchday_sim::{Columns, SimulationData, Summary, World};

/// Standard deviations allowed. A normal variable exceeds them once in 16,000 checks, so a false alarm occurs
/// on about one day in a thousand.
pub const SIGMAS: f64 = 4.0;

/// Why closed forms of one queue do not hold with a longer interval.
const BETWEEN_RUNS: &str = "The matchmaker does not run in every second.";

/// Why forms that leave the choice of players to chance do not hold.
const CHOSEN: &str = "Players of one match are kept apart, so who is left is no random choice.";

/// Why closed forms of one queue do not hold when groups stay together.
const TOGETHER: &str = "Groups that stay together wait apart from the queue, which completes them first.";

/// Why closed forms of stays and queues do not hold when matches wait for servers.
const ON_SERVERS: &str = "Matches wait for their servers, and who loses one searches again.";

/// Why closed forms of stays and queues do not hold on a ladder.
const RANKED: &str = "Ranked matches are between equals, whose windows widen, and begin when all have accepted.";

/// Why a form has no value on a day without players, joins or matches.
const NOBODY: &str = "Nobody plays.";

/// The checks that also hold on simulated servers and on a ladder.
const EVERYWHERE: [&str; 5] = ["conserved", "joins", "poisson", "light", "map"];

/// All data of a finished day that the checks use.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The day's parameters.
    pub params: &'a Params,
    /// Maps and joins, as read from the files.
    pub dataset: &'a SimulationData,
    /// The world built from `params` and `dataset`.
    pub world: &'a World,
    /// The day's minutes.
    pub columns: &'a Columns,
    /// The day's summary.
    pub summary: &'a Summary,
}

/// The chart beside which a check is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "tsify",
    derive(serde::Serialize, tsify::Tsify),
    serde(rename = "ProofChart", rename_all = "lowercase")
)]
pub enum Chart {
    /// Players online through the day.
    Ccu,
    /// Waits through the day.
    Wait,
    /// Round trips through the day.
    Rtt,
    /// The sweep over replay rates.
    Replay,
    /// The list of datacenters.
    Datacenters,
}

/// The unit of a check's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Players.
    Players,
    /// Player-hours.
    PlayerHours,
    /// Seconds.
    Seconds,
    /// Minutes.
    Minutes,
    /// Milliseconds.
    Ms,
    /// A share, from 0 to 1.
    Share,
    /// A number without a unit.
    Plain,
}

impl Unit {
    /// The text after a number; a share is shown in per cent.
    pub fn text(self) -> &'static str {
        match self {
            Unit::Players => "players",
            Unit::PlayerHours => "player-hours",
            Unit::Seconds => "s",
            Unit::Minutes => "min",
            Unit::Ms => "ms",
            Unit::Share => "%",
            Unit::Plain => "",
        }
    }
}

/// A closed form compared with the day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The closed form's value.
    pub theory: f64,
    /// The day's value.
    pub measured: f64,
    /// The largest difference allowed.
    pub tolerance: f64,
    /// The unit of all three.
    pub unit: Unit,
}

impl Comparison {
    /// Whether the form and the day have values.
    fn is_finite(&self) -> bool {
        [self.theory, self.measured, self.tolerance].iter().all(|number| number.is_finite())
    }
}

/// Why closed forms of one queue do not hold for several playlists.
const SPLIT: &str = "Several playlists queue apart; this form is for one.";

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The check was made.
    Compared(Comparison),
    /// The closed form does not hold for this scenario, for this reason.
    DoesNotApply(&'static str),
}

/// Whether theory and day agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// They agree within the tolerance.
    Green,
    /// They differ by more.
    Red,
    /// There is nothing to compare.
    #[cfg_attr(feature = "tsify", serde(rename = "none"))]
    DoesNotApply,
}

/// One check, shown beside one chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Identifier for scripts; never reused.
    pub id: &'static str,
    /// The chart beside which it is shown.
    pub chart: Chart,
    /// The expected result, in words.
    pub title: &'static str,
    /// The form, and where its tolerance comes from.
    pub form: &'static str,
    /// The outcome.
    pub outcome: Outcome,
}

impl Check {
    /// Whether theory and day agree.
    pub fn verdict(&self) -> Verdict {
        match self.outcome {
            Outcome::DoesNotApply(_) => Verdict::DoesNotApply,
            Outcome::Compared(Comparison { theory, measured, tolerance, .. })
                if (measured - theory).abs() <= tolerance =>
            {
                Verdict::Green
            }
            Outcome::Compared(_) => Verdict::Red,
        }
    }
}

/// All checks, the same in the same order for every scenario.
pub fn prove(evidence: &Evidence<'_>) -> Vec<Check> {
    let day = Day::of(evidence);
    let mut checks = vec![
        balance::conserved(evidence),
        stay::ccu(evidence, &day),
        joins::total(evidence),
        joins::dispersion(evidence),
    ];
    checks.extend(fluid::checks(evidence));
    checks.extend([
        balance::matches_last(evidence),
        stay::replay_share(evidence, &day),
        balance::little(evidence, &day),
        queue::mean_wait(evidence, &day),
        queue::leftovers(evidence, &day),
        queue::long_waits(evidence, &day),
        rtt::light(evidence),
        rtt::map(evidence),
        rtt::mean(evidence, &day),
        balance::datacenters(evidence),
    ]);
    checks.extend(pair::checks(evidence, &day));
    // Forms divide by players, joins or matches, and on some days there are none.
    let without_value = |check: &&mut Check| matches!(check.outcome, Outcome::Compared(of) if !of.is_finite());
    checks.iter_mut().filter(without_value).for_each(|check| check.outcome = Outcome::DoesNotApply(NOBODY));
    let why = match evidence.params.fleet() {
        _ if evidence.params.is_ranked() => RANKED,
        FleetFlow::Off => return checks,
        FleetFlow::Broker | FleetFlow::Register => ON_SERVERS,
    };
    let others = checks.iter_mut().filter(|check| !EVERYWHERE.contains(&check.id));
    others.for_each(|check| check.outcome = Outcome::DoesNotApply(why));
    checks
}

/// The flows of a day, in players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Day {
    /// Seconds shown.
    pub seconds: f64,
    pub joined: f64,
    /// Searches without a match against players: those that failed, also if a match against bots followed, and those
    /// that players gave up.
    pub failed: f64,
    /// Decisions to queue again or to leave.
    pub decisions: f64,
    /// Mean of what waits, lag, bots and lost matches took off the replay rate.
    pub replay_loss: f64,
    /// Player-seconds that the states of searching count, and no search: players who ping the datacenters.
    pub measuring_s: f64,
    /// Players matched, counted once per match.
    pub matched: f64,
    /// Players who began a match, also against bots.
    pub played: f64,
    /// Searching at the start and at the end: means of the first and the last minute, the columns'
    /// resolution.
    pub searching: [f64; 2],
    /// In a match or between two, at the start and at the end.
    pub busy: [f64; 2],
}

pub(crate) const SEARCHING: [State; 3] = [State::Ideal, State::Expand, State::Warm];

impl Day {
    fn of(Evidence { params, columns, summary, .. }: &Evidence<'_>) -> Self {
        let minutes = columns.minutes();
        let searching_at = |minute: usize| SEARCHING.iter().map(|&state| columns.players(state, minute)).sum::<f64>();
        let searching = if minutes == 0 { [0.0; 2] } else { [searching_at(0), searching_at(minutes - 1)] };
        let matched = columns.waits(0..minutes).count() as f64;
        let bots = columns.total(Count::BotMatches) as f64;
        Self {
            seconds: minutes as f64 * 60.0,
            joined: columns.total(Count::Joined) as f64,
            failed: (columns.total(Count::Failed) + columns.total(Count::AbandonedSearching)) as f64 + bots,
            decisions: columns.total(Count::Decisions) as f64,
            replay_loss: summary.replay_loss_mean.unwrap_or(0.0),
            measuring_s: if params.estimate() == Estimate::Ping { columns.total(Count::Joined) as f64 } else { 0.0 },
            matched,
            played: matched + if params.bots() { bots } else { 0.0 },
            busy: [summary.inside_at_start as f64 - searching[0], summary.inside as f64 - searching[1]],
            searching,
        }
    }

    /// The probability that a player who decides queues again.
    pub fn replay(&self, params: &Params) -> f64 {
        replay(params) - self.replay_loss
    }

    /// Searches that ended.
    pub fn searches(&self) -> f64 {
        self.matched + self.failed
    }

    /// Share of searches that are followed by a match.
    pub fn play_share(&self) -> f64 {
        self.played / self.searches()
    }
}

pub(crate) fn square(x: f64) -> f64 {
    x * x
}

/// The share of players who quit a match.
pub(crate) fn quit_rate(params: &Params) -> f64 {
    f64::from(params.quit_rate()) / f64::from(Params::SHARE_ONE)
}

/// The replay rate.
fn replay(params: &Params) -> f64 {
    f64::from(params.replay()) / f64::from(Params::REPLAY_ONE)
}
