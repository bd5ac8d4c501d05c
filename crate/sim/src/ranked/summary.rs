//! The figures of a ladder.

use super::minutes::LadderColumn;
use super::record::{Record, Standing, look};
use super::{RankedDay, people::People};
use indexmap::IndexMap;
use matchday_base::AccountId;
use matchday_ladder::smurf::Caught;
use matchday_ladder::{Ladder, Tier};
use matchday_wire::report::RankedSummary;

fn of(record: &Record, people: &People, ladder: &Ladder) -> RankedSummary {
    let Standing { settled, inflation, .. } = look(people, ladder);
    let minutes = || 0..record.minutes.minutes();
    let total = |column| minutes().map(|minute| f64::from(record.minutes.at(column, minute))).sum::<f64>();
    let share = |part: f64, of: f64| (of > 0.0).then(|| part / of);
    let caught = caught(people, ladder);
    RankedSummary {
        rating_rmse: settled.rmse(),
        rating_bias: settled.bias(),
        brier: record.rated.brier(),
        brier_oracle: record.oracle.brier(),
        fairness_mean: share(total(LadderColumn::GapPoints), total(LadderColumn::Formed)),
        fairness_p95: record.gaps.percentile(95),
        accept_share: share(total(LadderColumn::Formed), total(LadderColumn::Offered)),
        dodges: total(LadderColumn::Dodges) as u64,
        leavers: total(LadderColumn::Leavers) as u64,
        inflation,
        smurf_precision: caught.precision(),
        smurf_recall: caught.recall(),
        shadow_brier: record.shadow.brier(),
        accounts: people.accounts().all().len() as u64,
        tiers: tiers(ladder),
    }
}

/// Flagged and actual smurfs among accounts registered during the run. The initial accounts all started new
/// to the ladder at once, and none is a smurf.
fn caught(people: &People, ladder: &Ladder) -> Caught {
    let registered = (0..).map(AccountId).zip(people.accounts().all()).skip(people.at_first());
    ladder.flags().caught(registered.map(|(id, account)| (id, account.smurf)))
}

/// Accounts per tier that are no longer provisional.
fn tiers(ladder: &Ladder) -> IndexMap<String, u64> {
    let counts = ladder.board().tiers().map(u64::from);
    Tier::ALL.map(|tier| tier.name().to_owned()).into_iter().zip(counts).collect()
}

impl RankedDay {
    /// Flagged and actual smurfs among accounts registered during the run.
    pub fn caught(&self) -> Caught {
        caught(&self.people, &self.ladder)
    }

    /// The figures of the ladder so far.
    pub fn ladder_summary(&self) -> RankedSummary {
        of(&self.record, &self.people, &self.ladder)
    }
}
