//! Errors of sweeps and their results.

use super::spec::MOST_RUNS;
use matchday_scenario::ParamError;
use matchday_sim::policy::PolicyError;
use thiserror::Error;

/// Why a sweep is invalid, or results do not belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SweepError {
    /// A parameter or one of its values is invalid.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The rule set or the constants of the scenario cannot be read.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// Part of a sweep's text has no valid form.
    #[error("sweep: `{0}`: write replay:0.6..0.9:20 (from, to, how many) or ccu:500,5000, with ~ between parameters")]
    Form(String),
    /// What cannot be swept.
    #[error("sweep: {key} cannot be swept: {reason}")]
    NotSwept {
        /// The parameter, constant or number.
        key: String,
        /// Why, and what to do.
        reason: &'static str,
    },
    /// An invalid value of a constant or of a number of the rule set.
    #[error("sweep: {key}={value}: {reason}")]
    Value {
        /// The constant or number.
        key: String,
        /// The value.
        value: String,
        /// Why not.
        reason: String,
    },
    /// The rule set does not have the number.
    #[error("sweep: {key}: the rule set has no such number; its numbers are {there}")]
    NoNumber {
        /// The number.
        key: String,
        /// Those that it has.
        there: String,
    },
    /// More values of a number of the rule set than the rule set can be checked with.
    #[error("sweep: {key} has {values} values; a rule set of this length can be checked with {most}: take fewer")]
    ManyNumbers {
        /// The number.
        key: String,
        /// Its values.
        values: usize,
        /// Most values.
        most: usize,
    },
    /// A value appears twice.
    #[error(
        "sweep: {key} has {value} twice; name each value once, and no more of them than its last decimal can tell apart"
    )]
    Twice {
        /// The parameter, constant or number; or `seeds`.
        key: String,
        /// The value.
        value: String,
    },
    /// A parameter, constant or number appears twice.
    #[error("sweep: {0} is there twice; put all its values into one list")]
    AxisTwice(String),
    /// No parameter, or more than two.
    #[error("sweep: {0} parameters; vary one or two")]
    Axes(usize),
    /// Invalid seeds.
    #[error(
        "sweep: seeds:{0}: write how many, such as seeds:100, or a list, such as seeds:7,9,11; whole numbers to 4294967295"
    )]
    Seeds(String),
    /// A parameter, constant or number, or the seeds, without values.
    #[error("sweep: {0} has no values; name at least one")]
    Empty(String),
    /// Too many runs.
    #[error("sweep: {0} runs; the most is {MOST_RUNS}: take fewer values or seeds")]
    TooMany(u64),
    /// The file has no header of a sweep.
    #[error("these are no results of a sweep: their first line is not `{0}`")]
    Header(String),
    /// Results of another sweep.
    #[error(
        "line {line}: a run of sweep {found}, but this sweep is {expected}: its parameters, seeds, data set or version \
         differ; give another file"
    )]
    OtherSweep {
        /// Line number.
        line: usize,
        /// Checksum in the file.
        found: String,
        /// Checksum of this sweep.
        expected: String,
    },
    /// An invalid row.
    #[error("line {line}: {reason}; take the line out, and its run is made again")]
    Row {
        /// Line number.
        line: usize,
        /// The cause.
        reason: String,
    },
    /// Two different results of one run.
    #[error("line {line}: run {run} is there already with other results; take out the one that is wrong")]
    Contradiction {
        /// Line number.
        line: usize,
        /// Number of the run.
        run: usize,
    },
}
