//! The figures of a ladder.

use super::minutes::LadderColumn;
use super::record::{RatingStatistics, Record, look};
use super::{RankedDay, people::People};
use indexmap::IndexMap;
use matchday_base::AccountId;
use matchday_base::time::{DAY_S, MINUTE_S};
use matchday_ladder::smurf::{Caught, LEAST_MATCHES};
use matchday_ladder::{Ladder, Tier};
use matchday_sim::histogram::Histogram;
use matchday_wire::report::RankedSummary;

fn of(record: &Record, people: &People, ladder: &Ladder) -> RankedSummary {
    let RatingStatistics { settled, inflation, .. } = look(people, ladder);
    let first = &record.first;
    let days = record.minutes.minutes() as f64 / f64::from(DAY_S / MINUTE_S);
    let per_day = |first: Option<f64>, last: Option<f64>| first.zip(last).map(|(first, last)| (last - first) / days);
    let per_day = |first, last| per_day(first, last).filter(|_| days > 0.0);
    let minutes = || 0..record.minutes.minutes();
    let total = |column| minutes().map(|minute| f64::from(record.minutes.at(column, minute))).sum::<f64>();
    let share = |part: f64, of: f64| (of > 0.0).then(|| part / of);
    let caught = caught(people, ladder);
    RankedSummary {
        rating_rmse: settled.rmse(),
        rating_bias: settled.bias(),
        rmse_per_day: per_day(first.settled.rmse(), settled.rmse()),
        rating_spread: settled.spreads().map(|(ratings, _)| ratings),
        skill_spread: settled.spreads().map(|(_, skills)| skills),
        brier: record.rated.brier(),
        brier_oracle: record.oracle.brier(),
        fairness_mean: share(total(LadderColumn::GapPoints), total(LadderColumn::Formed)),
        fairness_p95: record.gaps.percentile(95),
        wait_p90_s: percentile(&record.waits, 0.9),
        // Of the checks that ended, whenever they began: a match that is offered before midnight can form after it.
        accept_share: share(total(LadderColumn::Formed), total(LadderColumn::Formed) + record.called_off as f64),
        dodges: total(LadderColumn::Dodges) as u64,
        leavers: total(LadderColumn::Leavers) as u64,
        inflation,
        inflation_per_day: per_day(first.inflation.or(Some(0.0)), inflation),
        smurf_precision: caught.precision(),
        smurf_recall: caught.recall(),
        shadow_brier: record.shadow.brier(),
        accounts: people.accounts().all().len() as u64,
        tiers: tiers(ladder),
    }
}

/// The wait that this share of all players did not exceed, s. A player who is matched k whole seconds after it
/// queued has waited k to k + 1 seconds: linear within a bin. `None` without waits.
fn percentile(waits: &[Histogram], share: f64) -> Option<f64> {
    let target = share * waits.iter().map(Histogram::count).sum::<u64>() as f64;
    let bins = waits.first()?.0.len();
    let mut below = 0.0;
    (0..bins).find_map(|bin| {
        let here = waits.iter().map(|of| of.0[bin]).sum::<u64>() as f64;
        below += here;
        (here > 0.0 && below >= target).then(|| bin as f64 + 1.0 - (below - target) / here)
    })
}

/// Flagged and actual smurfs among accounts registered during the run, with enough matches for a flag. The
/// initial accounts all started new to the ladder at once, and none is a smurf.
fn caught(people: &People, ladder: &Ladder) -> Caught {
    let played = |id| ladder.history().record(id).is_some_and(|record| record.matches() >= LEAST_MATCHES);
    let registered = (0..).map(AccountId).zip(people.accounts().all()).skip(people.at_first());
    let registered = registered.filter(|&(id, _)| played(id));
    ladder.flags().caught(registered.map(|(id, account)| (id, account.smurf)))
}

/// Accounts per tier that are no longer provisional.
fn tiers(ladder: &Ladder) -> IndexMap<String, u64> {
    let counts = ladder.board().tiers().map(u64::from);
    Tier::ALL.map(|tier| tier.name().to_owned()).into_iter().zip(counts).collect()
}

impl RankedDay {
    /// Flagged and actual smurfs among accounts registered during the run, with enough matches for a flag.
    pub fn caught(&self) -> Caught {
        caught(&self.people, &self.ladder)
    }

    /// The figures of the ladder so far.
    pub fn ladder_summary(&self) -> RankedSummary {
        of(&self.record, &self.people, &self.ladder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_linear_within_a_second() {
        let waits = [Histogram(vec![1, 2, 0, 0]), Histogram(vec![1, 0, 0, 6])];
        let at = |share| percentile(&waits, share).unwrap();
        assert_eq!([0.1, 0.2, 0.3, 0.4, 0.7, 1.0].map(at), [0.5, 1.0, 1.5, 2.0, 3.5, 4.0]);
        assert_eq!(percentile(&[Histogram(vec![0; 4])], 0.9), None);
    }
}
