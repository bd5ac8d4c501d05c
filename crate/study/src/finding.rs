//! Findings: remarks about a finished day.

/// A remark about a finished day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub kind: Kind,
    /// The event or result, and the remedy if there is one.
    pub words: String,
    /// Its time: seconds since the first shown midnight. `None`: the whole day.
    pub at_s: Option<u32>,
    /// Whether it reports a problem.
    pub bad: bool,
}

/// What findings are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A fail-safe timer that ends every match before its own end.
    Killed,
    /// Matches that no allocator takes.
    Refused,
    /// A fleet at the most servers that it may have.
    Capped,
    /// A time without a free server.
    Starved,
    /// How often a buffer is used up, and which would do.
    Buffer,
    /// Matches that were not completed.
    Lost,
    /// Fail-safe timers that expired.
    TimerExpired,
    /// Matches per server.
    Churn,
    /// Shares of server time by state.
    Idle,
    /// The error of ratings.
    Learned,
    /// The gap between teams.
    Fair,
    /// What ratings know of skill.
    Known,
    /// Ratings of players compared with opposing teams.
    TeamUpdate,
    /// A prediction that does not come true.
    Mispredicted,
    /// The shadow system against the one that decides.
    Shadow,
    /// Offers that all accept.
    Accepted,
    /// Searches that expired.
    SearchExpired,
    /// Waits of the best tier.
    Waits,
    /// Smurf flags.
    Smurfs,
    /// The drift of the mean rating.
    Inflation,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ladder, servers};

    const ALL: [Kind; 20] = [
        Kind::Killed,
        Kind::Refused,
        Kind::Capped,
        Kind::Starved,
        Kind::Buffer,
        Kind::Lost,
        Kind::TimerExpired,
        Kind::Churn,
        Kind::Idle,
        Kind::Learned,
        Kind::Fair,
        Kind::Known,
        Kind::TeamUpdate,
        Kind::Mispredicted,
        Kind::Shadow,
        Kind::Accepted,
        Kind::SearchExpired,
        Kind::Waits,
        Kind::Smurfs,
        Kind::Inflation,
    ];

    /// The findings of a day with this finding, and of a near one without it.
    fn pair(kind: Kind) -> [Vec<Finding>; 2] {
        // No arm for any other kind: a new one does not compile without its days.
        match kind {
            Kind::Killed
            | Kind::Refused
            | Kind::Capped
            | Kind::Starved
            | Kind::Buffer
            | Kind::Lost
            | Kind::TimerExpired
            | Kind::Churn
            | Kind::Idle => servers::tests::pair(kind),
            Kind::Learned
            | Kind::Fair
            | Kind::Known
            | Kind::TeamUpdate
            | Kind::Mispredicted
            | Kind::Shadow
            | Kind::Accepted
            | Kind::SearchExpired
            | Kind::Waits
            | Kind::Smurfs
            | Kind::Inflation => ladder::tests::pair(kind),
        }
    }

    #[test]
    fn each_kind_has_a_day_with_it_and_a_near_one_without() {
        for (at, kind) in ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at, "in the order of their declaration");
            let [with, without] = pair(kind).map(|found| found.iter().any(|finding| finding.kind == kind));
            assert!(with && !without, "{kind:?}: {with}, {without}");
        }
    }
}
