//! A ladder in one object.

use super::minutes::LadderColumn;
use super::record::{Record, Standing, look};
use super::{RankedDay, people::People};
use crate::placement::Placement;
use crate::summary::Value;
use matchday_base::AccountId;
use matchday_ladder::smurf::Caught;
use matchday_ladder::{Ladder, Tier};

/// What a ladder came to over the shown days. Names and units are those that people script against.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedSummary {
    /// Root of the mean square of rating less true skill, of accounts with ten matches or more, points.
    pub rating_rmse: f64,
    /// Mean of the same, points.
    pub rating_bias: f64,
    /// Mean square of predicted shares less outcomes.
    pub brier: f64,
    /// The same had true skill been known.
    pub brier_oracle: f64,
    /// Mean difference of the teams' true skills, points.
    pub fairness_mean: f64,
    /// 95th percentile of the same, points.
    pub fairness_p95: u32,
    /// Share of the matches offered that all accepted.
    pub accept_share: f64,
    /// Players who did not accept.
    pub dodges: u64,
    /// Players who left a match.
    pub leavers: u64,
    /// Mean rating of everybody who has played, less that of a newcomer, points.
    pub inflation: f64,
    /// Of the accounts taken for smurfs, the share that are; 0 if there are none.
    pub smurf_precision: f64,
    /// Of the smurfs who have played enough, the share taken for ones; 0 if there are none.
    pub smurf_recall: f64,
    /// The same as `brier` of the shadow; 0 without one.
    pub shadow_brier: f64,
    /// Accounts at the end.
    pub accounts: u64,
    /// Of those who have played ten matches, how many stand in each tier.
    pub tiers: Vec<(&'static str, u64)>,
}

impl RankedSummary {
    /// Every number with the name that people script against; tiers stand apart.
    pub fn fields(&self) -> [(&'static str, Value); 14] {
        [
            ("rating_rmse", Value::Real(self.rating_rmse)),
            ("rating_bias", Value::Real(self.rating_bias)),
            ("brier", Value::Real(self.brier)),
            ("brier_oracle", Value::Real(self.brier_oracle)),
            ("fairness_mean", Value::Real(self.fairness_mean)),
            ("fairness_p95", Value::Whole(u64::from(self.fairness_p95))),
            ("accept_share", Value::Real(self.accept_share)),
            ("dodges", Value::Whole(self.dodges)),
            ("leavers", Value::Whole(self.leavers)),
            ("inflation", Value::Real(self.inflation)),
            ("smurf_precision", Value::Real(self.smurf_precision)),
            ("smurf_recall", Value::Real(self.smurf_recall)),
            ("shadow_brier", Value::Real(self.shadow_brier)),
            ("accounts", Value::Whole(self.accounts)),
        ]
    }

    fn of(record: &Record, people: &People, ladder: &Ladder) -> Self {
        let Standing { settled, inflation, .. } = look(people, ladder);
        let minutes = || 0..record.minutes.minutes();
        let total = |column| minutes().map(|minute| f64::from(record.minutes.at(column, minute))).sum::<f64>();
        let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
        let caught = caught(people, ladder);
        Self {
            rating_rmse: settled.rmse().unwrap_or(0.0),
            rating_bias: settled.bias().unwrap_or(0.0),
            brier: record.rated.brier().unwrap_or(0.0),
            brier_oracle: record.oracle.brier().unwrap_or(0.0),
            fairness_mean: share(total(LadderColumn::GapPoints), total(LadderColumn::Formed)),
            fairness_p95: record.gaps.percentile(95).unwrap_or(0),
            accept_share: share(total(LadderColumn::Formed), total(LadderColumn::Offered)),
            dodges: total(LadderColumn::Dodges) as u64,
            leavers: total(LadderColumn::Leavers) as u64,
            inflation,
            smurf_precision: caught.precision().unwrap_or(0.0),
            smurf_recall: caught.recall().unwrap_or(0.0),
            shadow_brier: record.shadow.brier().unwrap_or(0.0),
            accounts: people.accounts().all().len() as u64,
            tiers: tiers(ladder),
        }
    }
}

/// Who was taken for a smurf, and who is one. Of those who were there from the start everybody was new to the ladder at
/// once, and none is a smurf: only those count who registered since.
fn caught(people: &People, ladder: &Ladder) -> Caught {
    let registered = (0..).map(AccountId).zip(people.accounts().all()).skip(people.at_first());
    ladder.flags().caught(registered.map(|(id, account)| (id, account.smurf)))
}

/// How many of those who are no longer provisional stand in each tier.
fn tiers(ladder: &Ladder) -> Vec<(&'static str, u64)> {
    let counts = ladder.board().tiers().map(u64::from);
    Tier::ALL.map(Tier::name).into_iter().zip(counts).collect()
}

impl<P: Placement> RankedDay<P> {
    /// Who was taken for a smurf, and who is one, of those who have registered during the run.
    pub fn caught(&self) -> Caught {
        caught(&self.people, &self.ladder)
    }

    /// What the ladder has come to so far.
    pub fn ladder_summary(&self) -> RankedSummary {
        RankedSummary::of(&self.record, &self.people, &self.ladder)
    }
}
